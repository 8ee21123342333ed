import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  func log(
    of zone: ZoneID, after: Int64, through: Int64, maxBytes: Int
  ) throws -> [StoredEntry] {
    var entries: [StoredEntry] = []
    var byteCount = 0
    try connection.scan(
      """
      SELECT sequence, bytes FROM log WHERE zoneID = ? AND sequence > ? AND sequence <= ?
      ORDER BY sequence
      """, [.text(zone), .integer(after), .integer(through)]
    ) { row in
      let entry = StoredEntry(zone: zone, sequence: row.integer(0), bytes: row.blob(1))
      entries.append(entry)
      byteCount += entry.bytes.count
      return byteCount < maxBytes
    }
    return entries
  }

  func appendLog(_ entry: StoredEntry, changeSet: ChangeSetID, committedAt: Int64) throws {
    try connection.execute(
      "INSERT INTO log (zoneID, sequence, changeSet, committedAt, bytes) VALUES (?, ?, ?, ?, ?)",
      .text(entry.zone), .integer(entry.sequence), .text(changeSet.description),
      .integer(committedAt), .blob(entry.bytes))
  }

  func trimLog(of zone: ZoneID, through floor: Int64) throws {
    try connection.execute(
      "DELETE FROM log WHERE zoneID = ? AND sequence <= ?", .text(zone), .integer(floor))
    cache.zones[zone] = nil
    try connection.execute(
      "UPDATE zones SET floor = max(floor, ?) WHERE id = ?", .integer(floor), .text(zone))
  }
}
