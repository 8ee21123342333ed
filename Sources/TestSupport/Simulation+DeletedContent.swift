import Hub
import HubSQLite
import SQLite
import SyncProtocol

extension Simulation {
  /// What was deleted a while ago goes: of it nothing is left, and nothing of anything else is gone.
  func removeContent() throws {
    fault("content removed")
    let moment = time.milliseconds - Int64(power.number(0..<400)) * 1000
    let places = try deadPlaces()
    let old = try store.read { try $0.records(at: places) }
    try trace("removeContent", "\(moment)")
    try hub.removeDeletedContent(before: moment)
    // Who has left a zone is written by no change set of a device.
    let left = try store.connection.query(
      "SELECT id FROM records WHERE isEmptied = 1 AND tableName IN ('participants', 'invites')"
    ) { $0.text(0) }
    contentRemoved.formUnion(left)
    try store.read { reader in
      for was in old {
        guard let now = try reader.record(was.place) else { continue }
        let names = Set(now.registers.values.keys)
        // It stays, or had gone before: also with all of its zone, of which nothing is kept.
        if now.registers.values == was.registers.values { continue }
        contentRemoved.insert(now.id)
        try require(
          now.isDead && now.diedAt == was.diedAt && now.movedTo == was.movedTo,
          "a tombstone keeps its stamp", "\(now.key)")
        try require(
          names == subject.schema.table(now.table)?.keptWhenDeleted ?? [],
          "of what was deleted long ago the hub keeps what the schema names", "\(now.key)")
        let diedAt = try reader.history(of: now.zone, at: now.sequence).map {
          try LogEntry(wireBytes: $0.entry.bytes).committedAt
        }
        try require(
          diedAt ?? 0 < moment, "what was deleted lately stays for a while", "\(now.key)")
        try checkPast(of: now, reader)
      }
    }
  }

  /// Where something is dead, whoever has written it: it may have come to a home by a move or a
  /// merge, and then no change set need name it there.
  private func deadPlaces() throws -> [RecordPlace] {
    try store.connection.query(
      """
      SELECT zoneID, id FROM records WHERE isDead = 1
        AND tableName NOT IN ('participants', 'invites') ORDER BY zoneID, id
      """
    ) { RecordPlace(zone: $0.text(0), id: $0.text(1)) }
  }

  /// The log tells that it went, and nothing that it was.
  private func checkPast(of record: HubRecord, _ reader: any HubReader) throws {
    guard let zone = try reader.zone(record.zone) else { return }
    for sequence in stride(from: zone.head, to: zone.floor, by: -1) {
      guard let stored = try reader.history(of: zone.id, at: sequence) else { continue }
      let entry = try LogEntry(wireBytes: stored.entry.bytes)
      let former = stored.before.isEmpty ? [] : try FormerRecord.list(wireBytes: stored.before)
      try require(
        !entry.effects.contains { $0.key == record.key && $0.kind != .drop }
          && !former.contains { $0.key == record.key },
        "the log tells nothing of what was deleted long ago", "\(record.key) \(sequence)")
    }
  }
}
