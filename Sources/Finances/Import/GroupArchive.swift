import Household
import Importing

/// The files in an archive that a group names.
///
/// `@unchecked Sendable` because one import reads it, one file after the other.
package final class GroupArchive: FileSource, @unchecked Sendable {
  /// The largest file that is unpacked, in bytes.
  private static let maxFileBytes = 64 << 20

  package let name: String
  private let zip: ZipArchive
  private let entries: [String: ZipArchive.Entry]

  /// Opens the archive that the document was read from. Throws `ImportFailure`.
  package init(_ path: String, name: String, of document: ImportedGroup) throws {
    zip = try ExpenseFile.zip(path, name: name)
    self.name = name
    let byPath = Dictionary(
      zip.entries.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    entries = document.archivedFiles.compactMapValues { byPath[$0] }
  }

  package func content(_ hash: String) -> ArchivedFile? {
    entries[hash].map { entry in
      ArchivedFile(name: entry.name) { [zip] in
        guard entry.byteCount <= Self.maxFileBytes else {
          throw ImportFailure.entryTooLarge(
            file: zip.file, entry: entry.name, maxBytes: Self.maxFileBytes)
        }
        return try zip.open(entry)
      }
    }
  }
}
