import SQLite
import SyncProtocol

/// Zones that a restored hub has forgotten: they were created, or the account was admitted, after
/// the backup.
///
/// Nobody has removed the account. The zones may exist nowhere else, so they stay until somebody
/// hands them back to the hub or the person decides.
extension Replica {
  /// The zones from before the hub was restored, with their grants; the hub answers which it has
  /// forgotten.
  func restoredGrants() throws -> [ZoneID: String] {
    // Beside the hub nobody looks at what is kept.
    guard environment.isAttended else { return [:] }
    let zones = try ZoneRow.restored(in: connection)
    return Dictionary(uniqueKeysWithValues: zones.map { ($0.id, $0.grantID) })
  }

  /// The zones here that the hub has forgotten.
  func forgotten(_ last: PullPage) throws -> Set<ZoneID> {
    guard environment.isAttended, !last.forgotten.isEmpty, !isPlanted(.forgottenPurged) else {
      return []
    }
    let held = Set(last.cut.zones.map(\.zone))
    let told = Set(last.forgotten).subtracting(held)
    return Set(try restoredGrants().keys).intersection(told)
  }

  /// Records which zones the hub has forgotten, and which it knows again. A forgotten zone becomes
  /// read-only, because nobody would learn of a change to it.
  func keepForgotten(_ last: PullPage) throws {
    let zones = try forgotten(last)
    let known = try zonesAside().filter { $0.reason == .forgotten }.map(\.zone)
    for zone in known where !zones.contains(zone) {
      try connection.execute("DELETE FROM syncAside WHERE zoneID = ?", .text(zone))
    }
    let now = environment.now()
    for zone in zones.sorted() where !known.contains(zone) {
      try connection.execute(
        """
        INSERT INTO syncAside (\(ZoneAside.columns)) VALUES (?, ?, '', ?, 1, 0, 0, ?)
        ON CONFLICT (zoneID) DO UPDATE SET reason = excluded.reason, detail = '', tries = 1
        """, .text(zone), .text(ZoneAside.Reason.forgotten.rawValue), .integer(now),
        .integer(Int64(schema.version)))
      try connection.execute(
        "UPDATE syncZones SET role = ? WHERE id = ?", .text(Role.readOnly.rawValue), .text(zone))
    }
  }

  /// Keeps accepted change sets in forgotten zones as they are shown: no pull will bring their
  /// effects.
  ///
  /// - Parameter answered: the change sets whose answers were known when the pull began.
  func settleForgotten(afterPull answered: Set<Int64>) throws {
    let zones = Set(try zonesAside().filter { $0.reason == .forgotten }.map(\.zone))
    if zones.isEmpty || answered.isEmpty { return }
    for row in try pendingRows() where answered.contains(row.number) {
      guard try isPulled(row.state, zoneIsMissing: true, forgotten: zones) else { continue }
      try handle(.pulled, row)
    }
  }

  /// Removes a forgotten zone and everything in it for good: the person does not want it any more,
  /// or has its content in another zone. Log entries that are still to be handed back are kept.
  ///
  /// - Throws: `ReplicaError.notForgotten` for any other zone.
  public func discardForgotten(_ zone: ZoneID) throws {
    try transaction {
      guard try zonesAside().contains(where: { $0.zone == zone && $0.reason == .forgotten }) else {
        throw ReplicaError.notForgotten
      }
      try withoutOverlay { _ in
        changedKeys.formUnion(try tables.keys(in: zone))
        try tables.purge(zone)
        try connection.execute("DELETE FROM syncZones WHERE id = ?", .text(zone))
        try connection.execute("DELETE FROM syncAside WHERE zoneID = ?", .text(zone))
        // Other forgotten zones may hold references to records of this one.
        try releaseReferences(leftBehind: Set(try zonesAside().map(\.zone)))
      }
    }
  }
}
