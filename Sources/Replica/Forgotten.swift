import SQLite
import SyncProtocol

/// Zones that a hub has forgotten because it was restored from a backup: they were made since, or
/// the account was let in since. Nobody has removed it. What is in them may be nowhere else, so
/// they stay until somebody hands them back to the hub, or the person decides.
extension Replica {
  /// The zones of a hub that was restored since, by their grants: it says which it has forgotten.
  func restoredGrants() throws -> [ZoneID: String] {
    // Beside the hub nobody looks at what is kept.
    guard environment.isAttended else { return [:] }
    let zones = try ZoneRow.all(in: connection).filter { $0.state == .restored }
    return Dictionary(uniqueKeysWithValues: zones.map { ($0.id, $0.grantID) })
  }

  /// Which of the zones that are here the hub has forgotten.
  func forgotten(_ last: PullPage) throws -> Set<ZoneID> {
    guard environment.isAttended, !last.forgotten.isEmpty, !isPlanted(.forgottenPurged) else {
      return []
    }
    let held = Set(last.cut.zones.map(\.zone))
    let told = Set(last.forgotten).subtracting(held)
    return Set(try restoredGrants().keys).intersection(told)
  }

  /// Notes what the hub has forgotten, and what it knows again. It is only read meanwhile: nobody
  /// would hear of what is written to it.
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

  /// What the hub had accepted in zones that it has forgotten since is told by nobody: it stays as it
  /// is shown.
  ///
  /// - Parameter answered: those that had their answer when the pull began.
  func settleForgotten(afterPull answered: Set<Int64>) throws {
    let zones = Set(try zonesAside().filter { $0.reason == .forgotten }.map(\.zone))
    if zones.isEmpty || answered.isEmpty { return }
    for row in try pendingRows() where answered.contains(row.number) {
      guard try isPulled(row.state, zoneIsMissing: true, forgotten: zones) else { continue }
      try handle(.pulled, row)
    }
  }

  /// Removes a zone that the hub has forgotten, with all that is in it, for good: its person wants
  /// it no longer, or has it in another one. What the hub is still to be handed back stays for
  /// that.
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
        // Others that the hub has forgotten may have had something from it.
        try releaseReferences(leftBehind: Set(try zonesAside().map(\.zone)))
      }
    }
  }
}
