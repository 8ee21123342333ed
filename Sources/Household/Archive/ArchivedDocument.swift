import SQLite
import SyncProtocol

/// A document of another area of the domain, which goes along in an archive of everything with the
/// files that it names. The household knows no more of it than where it lies.
package struct ArchivedDocument: Sendable {
  /// The path in the archive: `groups/1 Flat/group.json`.
  package let path: String
  /// The files that it names, such as receipts.
  package let files: [ArchiveFile]
  /// Writes it, in the read transaction of the archive.
  package let write: @Sendable (Connection, @escaping ExportText.Sink) throws -> Void

  package init(
    path: String, files: [ArchiveFile] = [],
    write: @escaping @Sendable (Connection, @escaping ExportText.Sink) throws -> Void
  ) {
    self.path = path
    self.files = files
    self.write = write
  }
}

/// A photo or paper in an archive.
package struct ArchiveFile: Equatable, Sendable {
  /// The path in the archive: `photos/Lake Cabin/Sofa/1.jpg`.
  package let path: String
  /// SHA-256, the file's key in the blob store.
  package let blobHash: String
  /// A record that names the file; a device needs it to request the file.
  package let place: RecordPlace

  package init(path: String, blobHash: String, place: RecordPlace) {
    self.path = path
    self.blobHash = blobHash
    self.place = place
  }
}
