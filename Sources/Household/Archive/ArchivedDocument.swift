import SQLite

/// A document of another area of the domain, which goes along in an archive of everything. The
/// household knows no more of it than where it lies.
package struct ArchivedDocument: Sendable {
  /// The path in the archive: `groups/1 Flat/group.json`.
  package let path: String
  /// Writes it, in the read transaction of the archive.
  package let write: @Sendable (Connection, @escaping ExportText.Sink) throws -> Void

  package init(
    path: String,
    write: @escaping @Sendable (Connection, @escaping ExportText.Sink) throws -> Void
  ) {
    self.path = path
    self.write = write
  }
}
