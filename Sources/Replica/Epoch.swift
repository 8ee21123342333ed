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
      try withoutOverlay { _ in
        try connection.execute(
          "UPDATE syncZones SET sequence = ? WHERE isNew = 0", .integer(Self.restoredSequence))
        try connection.execute("UPDATE syncPending SET answer = NULL")
        try askAboutConfirmation()
        if !isPlanted(.restoreForgetsOwn) { try pushAcknowledgedAgain() }
      }
      try state.save(connection)
    }
  }

  private func pushAcknowledgedAgain() throws {
    let bodies = try connection.query(
      "SELECT body FROM syncAcknowledged WHERE acceptedAt >= ? ORDER BY number",
      .integer(acceptedNow - Self.acknowledgedMilliseconds)
    ) { $0.blob(0) }
    for body in bodies { try pushAgain(ChangeSet(wireBytes: body).afterRestore) }
    try connection.execute("DELETE FROM syncAcknowledged")
  }

  private func pushAgain(_ changeSet: ChangeSet) throws {
    try connection.execute(
      """
      INSERT INTO syncPending (number, body, undo, isHidden, writtenAt, mutationCount)
      VALUES (?, ?, ?, 1, ?, ?) ON CONFLICT (number) DO NOTHING
      """, .integer(changeSet.id.number), .blob(changeSet.wireBytes),
      .blob([LocalUndo]().wireBytes), .integer(changeSet.time.milliseconds),
      .integer(Int64(changeSet.mutations.count)))
  }

  /// Whatever was answered before, the restored hub is asked what it knows of the transaction. One
  /// that its author was told has happened must not be given up with the process.
  private func askAboutConfirmation() throws {
    knownConfirming = nil
    let rows = try connection.query("SELECT body, answer FROM syncConfirming") {
      (body: $0.blob(0), isAnswered: !$0.isNull(1))
    }
    for row in rows {
      let changeSet = try ChangeSet(wireBytes: row.body).afterRestore
      if environment.isAttended, row.isAnswered {
        try pushAgain(changeSet)
        try connection.execute(
          "DELETE FROM syncConfirming WHERE number = ?", .integer(changeSet.id.number))
        continue
      }
      try connection.execute(
        "UPDATE syncConfirming SET body = ?, answer = NULL WHERE number = ?",
        .blob(changeSet.wireBytes), .integer(changeSet.id.number))
    }
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
    try connection.execute("UPDATE syncZones SET sequence = min(sequence, -1) WHERE isNew = 0")
  }

  private func adoptKept() throws {
    // What broke a constraint of the older program may fit now, or may have changed since.
    try connection.execute(
      """
      UPDATE syncZones SET sequence = min(sequence, -1)
      WHERE isNew = 0 AND id IN (SELECT zoneID FROM syncUnknown WHERE reason <> 'unknown')
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
          "UPDATE syncZones SET sequence = min(sequence, -1) WHERE id = ?", .text(zone))
      }
    }
  }
}

extension ChangeSet {
  /// As it is sent to a restored hub. A hub-confirmed transaction decided on what was there then:
  /// the hub only says whether it still has it; lost, it is parked and its author decides anew.
  fileprivate var afterRestore: ChangeSet {
    guard !preconditions.isEmpty else { return self }
    var changeSet = self
    changeSet.preconditions = [.never]
    return changeSet
  }
}
