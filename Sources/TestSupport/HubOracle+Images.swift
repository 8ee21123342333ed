import Hub
import HubSQLite
import SQLite
import SyncProtocol

extension HubOracle {
  /// A zone as the hub stores it.
  struct Image {
    var head: Int64 = 0
    var isAlive = false
    /// Of all records.
    var digest = ZoneDigest()
    /// Those that are alive.
    var records: [RecordID: WatchedRecord] = [:]
  }

  /// A record as the hub stores it: decoded once for as long as its row stays the same, byte for
  /// byte.
  struct WatchedRecord {
    let record: HubRecord
    let digest: ZoneDigest
    /// What it refers to, by its own table's references.
    let targets: [RecordKey]
    fileprivate let row: Row

    fileprivate init(_ record: HubRecord, _ row: Row, _ schema: SyncSchema) {
      self.record = record
      self.row = row
      var digest = ZoneDigest()
      digest.add(record.key, registers: record.registers.values)
      self.digest = digest
      targets = (schema.table(record.table)?.references ?? []).flatMap { reference in
        reference.targets(in: record.registers[reference.register]?.value ?? .null).map {
          RecordKey(reference.target, $0)
        }
      }
    }
  }

  /// The row of a record, all of it.
  fileprivate struct Row {
    let table: String
    let sequence: Int64
    /// When it died and where it has gone.
    let fate: [Value]
    let content: [UInt8]

    static let query = """
      SELECT id, tableName, sequence, diedTime, diedChangeSet, movedToZoneID, movedToID, content
      FROM records WHERE zoneID = ? AND isDead = 0
      """

    init(_ row: Statement) {
      table = row.text(1)
      sequence = row.integer(2)
      fate = (3..<7).map { row.value($0) }
      content = row.blob(7)
    }

    /// Whether `row` reads the same.
    func equals(_ row: Statement) -> Bool {
      sequence == row.integer(2) && row.blob(7, equals: content)
        && table == row.text(1) && (3..<7).allSatisfy { fate[Int($0) - 3] == row.value($0) }
    }
  }

  /// Whether an account is in a zone that is alive.
  func hasHome(_ account: AccountID) throws -> Bool {
    try store.connection.first(
      """
      SELECT 1 FROM grants JOIN zones ON zones.id = zoneID
      WHERE accountID = ? AND isAlive = 1 AND kind = ? LIMIT 1
      """, .text(account), .text(ZoneKind.home.rawValue)
    ) { _ in true } ?? false
  }

  /// How many accounts have redeemed an invite.
  func redemptionCount(of invite: String) throws -> Int {
    try store.connection.first(
      "SELECT count(*) FROM redemptions WHERE inviteID = ?", .text(invite)
    ) { Int($0.integer(0)) } ?? 0
  }

  /// What has become of one record.
  struct Change {
    let zone: ZoneID
    let old: WatchedRecord?
    let new: WatchedRecord?
  }

  /// Reads a zone anew, and notes what has changed since `old`. `nil` when there is no such zone.
  func read(
    _ zone: ZoneID, after old: Image?, _ reader: any HubReader, _ changes: inout [Change]
  ) throws -> Image? {
    guard let found = try reader.zone(zone) else { return nil }
    var image = Image(head: found.head, isAlive: found.isAlive)
    if found.isAlive {
      image.records.reserveCapacity((old?.records.count ?? 0) + 4)
      var rows: [(RecordID, Row)] = []
      var keptCount = 0
      try store.connection.forEach(Row.query, [.text(zone)]) { row in
        let id = row.text(0)
        if let known = old?.records[id], known.row.equals(row) {
          image.records[id] = known
          image.digest += known.digest
          keptCount += 1
        } else {
          rows.append((id, Row(row)))
        }
      }
      for (id, row) in rows {
        guard let record = try reader.record(RecordPlace(zone: zone, id: id)) else { continue }
        let watched = WatchedRecord(record, row, subject.schema)
        image.records[id] = watched
        image.digest += watched.digest
        changes.append(Change(zone: zone, old: old?.records[id], new: watched))
      }
      if keptCount == old?.records.count { return image }
    }
    for (id, watched) in old?.records ?? [:] where image.records[id] == nil {
      changes.append(Change(zone: zone, old: watched, new: nil))
    }
    return image
  }
}
