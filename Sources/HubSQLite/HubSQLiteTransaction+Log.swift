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

  func appendLog(_ entries: [LogWrite]) throws {
    for write in entries {
      try connection.execute(
        """
        INSERT INTO log (zoneID, sequence, changeSet, committedAt, bytes, before)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        .text(write.entry.zone), .integer(write.entry.sequence),
        .text(write.changeSet.description), .integer(write.committedAt),
        .blob(write.entry.bytes), write.before.isEmpty ? .null : .blob(write.before))
    }
  }

  func trimLog(of zone: ZoneID, through floor: Int64) throws {
    try connection.execute(
      "DELETE FROM log WHERE zoneID = ? AND sequence <= ?", .text(zone), .integer(floor))
    try connection.execute(
      """
      DELETE FROM recordChanges WHERE sequence <= ?2
        AND record IN (SELECT number FROM records WHERE zoneID = ?1)
      """, .text(zone), .integer(floor))
    cache.zones[zone] = nil
    try connection.execute(
      "UPDATE zones SET floor = max(floor, ?) WHERE id = ?", .integer(floor), .text(zone))
  }
}
