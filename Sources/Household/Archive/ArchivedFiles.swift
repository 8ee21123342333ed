import Importing

/// The files in an archive that a document of it names by their hashes.
///
/// `@unchecked Sendable` because one import reads it, one file after the other.
package final class ArchivedFiles: FileSource, @unchecked Sendable {
  /// The largest file that is unpacked, in bytes.
  private static let maxFileBytes = 64 << 20

  package let name: String
  private let zip: ZipArchive?
  private let entries: [String: ZipArchive.Entry]

  /// - Parameters:
  ///   - zip: `nil` for a document by itself, which has no files.
  ///   - paths: where the file with each hash lies.
  package init(_ zip: ZipArchive?, name: String, paths: [String: String]) {
    (self.zip, self.name) = (zip, name)
    let byPath = Dictionary(
      (zip?.entries ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    entries = paths.compactMapValues { byPath[$0] }
  }

  package func content(_ hash: String) -> ArchivedFile? {
    guard let zip else { return nil }
    return entries[hash].map { entry in
      ArchivedFile(name: entry.name) {
        guard entry.byteCount <= Self.maxFileBytes else {
          throw ImportFailure.entryTooLarge(
            file: zip.file, entry: entry.name, maxBytes: Self.maxFileBytes)
        }
        return try zip.open(entry)
      }
    }
  }
}
