import SQLite

/// The files that records of a table name.
package struct FileCount: Equatable, Sendable {
  package let blobHash: String
  /// What it is: the kind of a photo, the medium of a paper.
  package let kind: String
  /// How many records name it.
  package let count: Int

  /// Of photos, by their hashes.
  package static func ofPhotos(in connection: Connection) throws -> [FileCount] {
    try all("SELECT blobHash, kind, count(*) FROM photos GROUP BY 1, 2 ORDER BY 1", connection)
  }

  /// Of papers, by their hashes.
  package static func ofPapers(in connection: Connection) throws -> [FileCount] {
    try all(
      "SELECT blobHash, media, count(*) FROM attachments GROUP BY 1, 2 ORDER BY 1", connection)
  }

  private static func all(_ query: String, _ connection: Connection) throws -> [FileCount] {
    try connection.query(query) { row in
      FileCount(blobHash: row.text(0), kind: row.text(1), count: Int(row.integer(2)))
    }
  }
}
