import CAssets

/// The bank's file that is built into the program (`rates/README.md`).
package enum EmbeddedRates {
  /// Read when it is first needed, once. `nil` in a program that was built without the file.
  package static let table: RateTable? = {
    guard let start = hearth_rates(), hearth_rates_count() > 0 else { return nil }
    let bytes = UnsafeRawBufferPointer(start: start, count: hearth_rates_count())
    // `EmbeddedRatesTests` reads the file that the sources hold, so it can be read.
    return try? RateFile.read(builtIn: bytes, name: "eurofxref-hist.zip")
  }()
}
