import SQLite
import SyncProtocol

extension Replica {
  /// The hub has been restored from a backup. What was pulled is loaded anew; what is pending keeps
  /// its ids; what the hub had accepted and may have lost is pushed again under the same ids, so
  /// that nothing is done twice.
  func enter(epoch: String) throws {
    pullSession = nil
    guard epoch != state.epoch else { return }
    postponed = [:]
    (handBack, handingBack) = (.all(isNew: true), nil)
    try transaction {
      state.epoch = epoch
      try withoutOverlay { pending in
        try connection.execute("UPDATE syncZones SET state = 'restored' WHERE state <> 'new'")
        for row in pending { try handle(restored, row) }
        try askAboutConfirmation()
        if !isPlanted(.restoreForgetsOwn) { try pushAcknowledgedAgain() }
      }
      try state.save(connection)
    }
  }

  private func pushAcknowledgedAgain() throws {
    try forgetExpired(acceptedNow)
    let bodies = try connection.query("SELECT body FROM syncAcknowledged ORDER BY number") {
      $0.blob(0)
    }
    for body in bodies { try handle(restored, ChangeSet(wireBytes: body), in: .kept) }
  }

  private var restored: ChangeSetState.Event { .restored(isAttended: environment.isAttended) }

  /// Whatever was answered before, the restored hub is asked what it knows of the transaction. One
  /// that its author was told has happened must not be given up with the process.
  private func askAboutConfirmation() throws {
    for row in try confirmations() { try handle(restored, row.changeSet, in: row.state) }
  }

  /// Moves what an older program could not store into the tables that now know it.
  ///
  /// What is pending is taken off meanwhile: it was written over the confirmed state as the older
  /// program knew it. What does not hold together is loaded anew with the next pull.
  func adoptUnknown() throws {
    guard state.schemaVersion < schema.version else { return }
    do {
      try transaction {
        try withoutOverlay { _ in try adoptKept() }
        state.schemaVersion = schema.version
        try state.save(connection)
      }
    } catch ReplicaError.inconsistentCut {
      try transaction {
        try loadAllAnew()
        state.schemaVersion = schema.version
        try state.save(connection)
      }
    }
  }

  /// Has every zone loaded anew with the next pull.
  func loadAllAnew() throws {
    try connection.execute("UPDATE syncZones SET state = 'stale' WHERE state = 'current'")
  }

  private func adoptKept() throws {
    // What broke a constraint of the older program may fit now, or may have changed since.
    try connection.execute(
      """
      UPDATE syncZones SET state = 'stale'
      WHERE state = 'current' AND id IN (SELECT zoneID FROM syncUnknown WHERE reason <> 'unknown')
      """)
    let kept = try connection.query(
      "SELECT tableName, recordID, zoneID, registers FROM syncUnknown WHERE reason = 'unknown'"
    ) { ($0.text(0), $0.text(1), $0.text(2), $0.blob(3)) }
    for (name, id, zone, bytes) in kept {
      guard let table = schema.table(name), case .map(let map) = try FieldValue(wireBytes: bytes)
      else { continue }
      let known = map.filter { table.register($0.key) != nil }
      guard !known.isEmpty else { continue }
      let isThere = try tables.exists(RecordKey(name, id))
      try connection.execute(
        "DELETE FROM syncUnknown WHERE tableName = ? AND recordID = ?", .text(name), .text(id))
      try applyConfirmed(
        Effect(isThere ? .patch : .put, name, id, registers: map), zone, version: nil)
      if table.registers.contains(where: { $0.rule == .aggregate && map[$0.name] != nil }) {
        // Its version was not kept, and edits must name it.
        try connection.execute(
          "UPDATE syncZones SET state = 'stale' WHERE id = ? AND state = 'current'", .text(zone))
      }
    }
  }
}
