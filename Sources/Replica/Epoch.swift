import SQLite
import SyncProtocol

extension Replica {
  /// Enters a new epoch: the hub was restored from a backup.
  ///
  /// Everything that was pulled is loaded anew, and pending change sets keep their ids. Change sets
  /// that the hub had accepted and may have lost are pushed again under the same ids, so that
  /// nothing is done twice.
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

  /// Whatever the hub answered before, the restored hub is asked whether it knows the transaction.
  /// One that its author was told had happened must not be given up when the process ends.
  private func askAboutConfirmation() throws {
    for row in try confirmations() { try handle(restored, row.changeSet, in: row.state) }
  }

  /// Moves records and registers that an older program could not store into the tables that know
  /// them now.
  ///
  /// The overlay is off meanwhile: pending changes were written over the confirmed state as the
  /// older program knew it. Zones that turn out inconsistent are loaded anew with the next pull.
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
        // The aggregate's version was not kept, and edits must name it.
        try connection.execute(
          "UPDATE syncZones SET state = 'stale' WHERE id = ? AND state = 'current'", .text(zone))
      }
    }
  }
}
