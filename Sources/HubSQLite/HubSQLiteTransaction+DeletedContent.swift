import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  func deletedContent(
    before time: HybridTime, after: DeletedContent.Cursor?, limit: Int
  ) throws -> [DeletedContent] {
    try connection.query(
      HubSQLite.deletedContentQuery, .integer(time.bits), .integer(after?.diedAt.bits ?? .min),
      .integer(after?.number ?? .min), .integer(Int64(limit))
    ) { row in
      let record = try readRecord(row)
      return DeletedContent(
        record: record,
        cursor: .init(
          diedAt: record.diedAt?.time ?? .zero, number: row.integer(Int32(row.columnCount - 1))))
    }
  }

  func removeContent(of place: RecordPlace, keeping registers: Registers) throws {
    guard let number = try number(of: place) else { return }
    try connection.execute("DELETE FROM recordReferences WHERE record = ?", .integer(number))
    try connection.execute("DELETE FROM recordChanges WHERE record = ?", .integer(number))
    let values = FieldValue.map(registers.values).wireBytes
    try connection.execute(
      "UPDATE records SET content = ?, isEmptied = 1 WHERE number = ?",
      .blob(RegisterCoding.encode(registers, values: values)), .integer(number))
  }

  func rewriteLog(_ entry: StoredHistory) throws {
    try connection.execute(
      "UPDATE log SET bytes = ?, before = ? WHERE zoneID = ? AND sequence = ?",
      .blob(entry.entry.bytes), entry.before.isEmpty ? .null : .blob(entry.before),
      .text(entry.entry.zone), .integer(entry.entry.sequence))
  }

  func entries(of zone: ZoneID, naming table: String) throws -> [Int64] {
    // In JSON the name stands between plain quotes, which text that a person has written cannot
    // contain.
    try connection.query(
      "SELECT sequence FROM log WHERE zoneID = ?1 AND (instr(bytes, ?2) OR instr(before, ?2))",
      .text(zone), .blob(Array("\"\(table)\"".utf8))
    ) { $0.integer(0) }
  }

  func committedAt(_ zone: ZoneID, _ sequence: Int64) throws -> Int64? {
    try connection.first(
      "SELECT committedAt FROM log WHERE zoneID = ? AND sequence = ?", .text(zone),
      .integer(sequence)
    ) { $0.integer(0) }
  }
}

extension HubSQLite {
  /// Tombstones with content, in the order of their deaths. Records of zones that were deleted as a
  /// whole are left out: they are restored or purged together.
  package static let deletedContentQuery = """
    SELECT \(HubSQLiteTransaction.recordColumns), number FROM records
    WHERE isDead = 1 AND isEmptied = 0 AND diedTime < ?1 AND (diedTime, number) > (?2, ?3)
      AND zoneID NOT IN (SELECT zoneID FROM deletedZones)
    ORDER BY diedTime, number LIMIT ?4
    """
}
