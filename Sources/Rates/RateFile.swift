import Importing

/// Opens the European Central Bank's files of exchange rates: `eurofxref-hist.zip`, with all days,
/// and `eurofxref.zip`, with one, or the CSV file in either.
package enum RateFile {
  /// The largest CSV file that is read; the bank's grows by 70 kB a year and has 2 MB.
  package static let maxBytes = 32 << 20

  /// The rates in a ZIP or CSV file; `name` is used in failures.
  package static func read(path: String, name: String) throws(RateFileProblem) -> RateTable {
    try RateFileReader.table(try csv(path: path, name: name))
  }

  /// The rates in an archive that is built into the program.
  static func read(
    builtIn bytes: UnsafeRawBufferPointer, name: String
  ) throws(RateFileProblem) -> RateTable {
    let csv: [UInt8]
    do throws(ImportFailure) {
      csv = try table(in: try ZipArchive(builtIn: bytes, name: name)) ?? []
    } catch {
      throw .file(error)
    }
    return try RateFileReader.table(csv)
  }

  private static func csv(path: String, name: String) throws(RateFileProblem) -> [UInt8] {
    let csv: [UInt8]?
    do throws(ImportFailure) {
      let file = try FileBytes(path: path, name: name)
      if try file.prefix(maxBytes: 4) == [0x50, 0x4B, 3, 4] {
        csv = try table(in: try ZipArchive(path: path, name: name))
      } else {
        csv = file.byteCount <= maxBytes ? try file.bytes(at: 0, maxBytes: file.byteCount) : nil
        if csv == nil { throw .fileTooLarge(file: name, maxBytes: maxBytes) }
      }
    } catch {
      throw .file(error)
    }
    guard let csv else { throw .noSingleTable }
    return csv
  }

  /// The archive's one CSV file; `nil` if it has none, or several.
  private static func table(in archive: ZipArchive) throws(ImportFailure) -> [UInt8]? {
    let tables = archive.entries.filter { $0.name.lowercased().hasSuffix(".csv") }
    guard tables.count == 1 else { return nil }
    return try archive.bytes(of: tables[0], maxBytes: maxBytes)
  }
}
