import CAssets

/// A static file that is built into the program.
///
/// `@unchecked Sendable` because the pointers lead to constants of the program, which are never
/// written or freed.
package struct Asset: @unchecked Sendable {
  /// The file's name, such as `hearth.css`.
  package let name: String
  package let contentType: String
  /// The first 16 hex digits of the content's SHA-256; it stands in the address.
  package let hash: String
  /// The uncompressed content.
  package let bytes: UnsafeRawBufferPointer
  /// The content compressed with gzip; `nil` when that would not make it smaller.
  package let gzip: UnsafeRawBufferPointer?

  fileprivate init(_ asset: hearth_asset) {
    name = String(cString: asset.path)
    contentType = String(cString: asset.content_type)
    hash = String(cString: asset.hash)
    bytes = UnsafeRawBufferPointer(start: asset.bytes, count: asset.count)
    gzip = asset.gzip.map { UnsafeRawBufferPointer(start: $0, count: asset.gzip_count) }
  }
}

/// The static files that are built in.
package enum Assets {
  /// All files by name; empty when the program was built without `make assets`.
  package static let all: [String: Asset] = {
    var all: [String: Asset] = [:]
    for index in 0..<hearth_asset_count() {
      guard let pointer = hearth_asset_at(index) else { break }
      let asset = Asset(pointer.pointee)
      all[asset.name] = asset
    }
    return all
  }()

  /// The addresses of all files.
  package static let addresses = AssetAddresses(hashes: all.mapValues(\.hash))
}
