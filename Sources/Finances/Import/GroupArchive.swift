import Household
import Importing

extension ArchivedFiles {
  /// The files that a group names, in the archive that its document was read from. Throws
  /// `ImportFailure`.
  package convenience init(_ path: String, name: String, of document: ImportedGroup) throws {
    self.init(try ExpenseFile.zip(path, name: name), name: name, paths: document.archivedFiles)
  }
}
