import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  func history(of zone: ZoneID, at sequence: Int64) throws -> StoredHistory? {
    try connection.first(HubSQLite.historyQuery, .text(zone), .integer(sequence)) { row in
      StoredHistory(
        entry: StoredEntry(zone: zone, sequence: sequence, bytes: row.blob(0)),
        before: row.blob(1))
    }
  }

  func changes(of record: RecordPlace, before: Int64, limit: Int) throws -> [Int64] {
    try connection.query(
      HubSQLite.changesQuery, .text(record.zone), .text(record.id), .integer(before),
      .integer(Int64(limit))
    ) { $0.integer(0) }
  }

  func noteChanges(_ notes: [RecordChangeNote]) throws {
    for note in notes {
      guard let number = try number(of: note.place) else { continue }
      for sequence in note.sequences {
        try connection.execute(
          "INSERT OR IGNORE INTO recordChanges (record, sequence) VALUES (?, ?)",
          .integer(number), .integer(sequence))
      }
    }
  }
}

extension HubSQLite {
  /// A log entry, and the former state of its records.
  package static let historyQuery =
    "SELECT bytes, coalesce(before, x'') FROM log WHERE zoneID = ? AND sequence = ?"

  /// The changes of a record, newest first.
  package static let changesQuery = """
    SELECT recordChanges.sequence FROM records JOIN recordChanges ON record = number
    WHERE zoneID = ? AND id = ? AND recordChanges.sequence < ?
    ORDER BY recordChanges.sequence DESC LIMIT ?
    """
}
