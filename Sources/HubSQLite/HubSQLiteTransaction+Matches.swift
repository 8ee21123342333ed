import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  func scanTexts(
    of zone: ZoneID, registers: [String: [String]],
    _ body: (_ table: String, _ record: RecordID, _ texts: [String?]) throws -> Void
  ) throws {
    try connection.forEach(HubSQLite.zoneContentsQuery, [.text(zone)]) { row in
      let table = row.text(0)
      guard let names = registers[table] else { return }
      let id = row.text(1)
      guard !names.isEmpty else { return try body(table, id, []) }
      let texts: [String?]
      do {
        texts = try row.withBlob(2) { try RegisterCoding.texts(of: names, in: $0) }
      } catch let error as WireError {
        throw HubStoreError.unreadable("the registers of record \(id): \(error)")
      }
      try body(table, id, texts)
    }
  }
}

extension HubSQLite {
  /// All live records of a zone, ordered by id.
  package static let zoneContentsQuery =
    "SELECT tableName, id, content FROM records WHERE zoneID = ? AND isDead = 0 ORDER BY id"
}
