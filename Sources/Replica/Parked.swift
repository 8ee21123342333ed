import SQLite
import SyncProtocol

/// A change that the hub refused or lost, kept for the person to make again or discard.
public struct ParkedChange: Sendable {
  /// The number by which `retry` and `discard` name it.
  public let number: Int64
  /// The change that was not made.
  public let changeSet: ChangeSet
  /// Why it was not made.
  public let refusal: Refusal
  /// When it was written, milliseconds since 1970.
  public let writtenAt: Int64
  /// When it was parked, milliseconds since 1970.
  public let parkedAt: Int64
}

/// How a replica stands with its hub.
public struct ReplicaStatus: Equatable, Sendable {
  /// Change sets that the hub has not accepted, or whose effects have not been pulled yet.
  public var pendingCount: Int
  /// Change sets that were refused and wait for the person.
  public var parkedCount: Int
  /// When the hub last answered, milliseconds since 1970.
  public var lastContactAt: Int64?
  /// Whether nothing has been pulled yet.
  public var isEmpty: Bool
  /// Zones that cannot be shown, with the reasons; the other zones go on.
  public var aside: [ZoneAside] = []
}

extension Replica {
  public func status() throws -> ReplicaStatus {
    try ReplicaStatus(
      pendingCount: Int(
        connection.first(
          "SELECT count(*) FROM syncPending WHERE \(ChangeSetState.isPending)"
        ) { $0.integer(0) } ?? 0),
      parkedCount: Int(connection.first("SELECT count(*) FROM syncParked") { $0.integer(0) } ?? 0),
      lastContactAt: state.lastContactAt, isEmpty: state.epoch.isEmpty, aside: zonesAside())
  }

  public func parkedChanges() throws -> [ParkedChange] {
    try parkedChanges("ORDER BY number")
  }

  private func parkedChanges(_ rest: String, _ values: Value...) throws -> [ParkedChange] {
    try connection.query(
      """
      SELECT number, body, reason, tableName, recordID, detail, writtenAt, parkedAt
      FROM syncParked \(rest)
      """, values
    ) { row in
      let record = row.optionalText(3).flatMap { table in
        row.optionalText(4).map { RecordKey(table, $0) }
      }
      return ParkedChange(
        number: row.integer(0), changeSet: try ChangeSet(wireBytes: row.blob(1)),
        refusal: Refusal(
          RefusalReason(rawValue: row.text(2)) ?? .invalid, record, row.text(5)),
        writtenAt: row.integer(6), parkedAt: row.integer(7))
    }
  }

  /// Forgets a parked change for good.
  public func discard(_ number: Int64) throws {
    try transaction {
      guard let parked = try parkedChanges("WHERE number = ?", .integer(number)).first else {
        throw ReplicaError.noSuchParkedChange
      }
      try resolve(parked)
    }
  }

  /// Makes a parked change again on the present state, as a new change set under a new id.
  ///
  /// A hub-confirmed transaction cannot be made again from here (`cannotRetry`): it was based on an
  /// earlier state, so its use case must run again.
  public func retry(_ number: Int64) throws {
    guard let parked = try parkedChanges("WHERE number = ?", .integer(number)).first else {
      throw ReplicaError.noSuchParkedChange
    }
    guard parked.changeSet.preconditions.isEmpty else { throw ReplicaError.cannotRetry }
    do {
      if parked.refusal.reason == .lost { return try retryLost(parked) }
      try transaction {
        let (_, changes) = try captured { transaction in
          for mutation in parked.changeSet.mutations { try redo(mutation, transaction) }
        }
        if connection.hasUnresolvedForeignKeys { throw ReplicaError.cannotRetry }
        try enqueue(changes, time: tick())
        try resolve(parked)
      }
    } catch let error as SQLiteError where error.isConstraint {
      throw ReplicaError.cannotRetry
    }
  }

  /// Makes lost changes again, each record by itself, so that one that does not fit does not hold
  /// up the others. What cannot be made again stays parked.
  private func retryLost(_ parked: ParkedChange) throws {
    try transaction {
      var left = try stillLost(parked.changeSet.mutations)
      let (isProgress, changes) = try captured { transaction in
        var isProgress = left.isEmpty
        var count = left.count + 1
        // A record may come before the one it refers to.
        while left.count < count, !left.isEmpty {
          count = left.count
          left = try left.filter { try !isRedone($0, transaction) }
          isProgress = isProgress || left.count < count
        }
        return isProgress
      }
      guard isProgress, !connection.hasUnresolvedForeignKeys else {
        throw ReplicaError.cannotRetry
      }
      try enqueue(changes, time: tick())
      try keep(left, of: parked)
    }
  }

  /// Keeps only the remaining mutations of a parked change; without any, the change is resolved.
  func keep(_ left: [Mutation], of parked: ParkedChange) throws {
    if left.isEmpty { return try resolve(parked) }
    var changeSet = parked.changeSet
    changeSet.mutations = left
    try connection.execute(
      "UPDATE syncParked SET body = ? WHERE number = ?", .blob(changeSet.wireBytes),
      .integer(parked.number))
  }

  private func resolve(_ parked: ParkedChange) throws {
    try handle(.resolved, parked.changeSet, in: .parked(parked.refusal))
  }

  /// Writes a mutation, unless its record has become another or a record that it refers to is
  /// missing. Returns whether it did. Every write is captured, so nothing may be tried and undone.
  private func isRedone(_ mutation: Mutation, _ transaction: WriteTransaction) throws -> Bool {
    guard let table = schema.table(mutation.table) else { return false }
    let row = try tables.row(mutation.key)
    guard (row == nil) == (mutation.kind == .insert),
      try mayWrite(mutation, in: row?.zone ?? mutation.zone)
    else { return false }
    for reference in table.references {
      guard let value = mutation.registers[reference.register] else { continue }
      for target in reference.targets(in: value)
      where try tables.row(RecordKey(reference.target, target)) == nil { return false }
    }
    try redo(mutation, transaction)
    return true
  }

  /// Whether the account's role in a zone lets it write a mutation now.
  private func mayWrite(_ mutation: Mutation, in zone: ZoneID) throws -> Bool {
    guard let table = schema.table(mutation.table),
      let role = try ZoneRow.find(zone, in: connection)?.role
    else { return false }
    return role >= (mutation.kind == .insert ? table.insertRole : table.minimumRole)
  }

  /// Writes a mutation as a use case would, so that it is captured.
  private func redo(_ mutation: Mutation, _ transaction: WriteTransaction) throws {
    let row = try tables.row(mutation.key)
    let zone = mutation.destination?.zone ?? mutation.zone
    switch mutation.kind {
    case .insert:
      guard row == nil, try mayWrite(mutation, in: mutation.zone) else {
        throw ReplicaError.cannotRetry
      }
      try tables.apply(
        Effect(.put, mutation.table, mutation.id, registers: mutation.registers),
        zone: mutation.zone, version: nil)
    case .update, .move:
      guard let row, try mayWrite(mutation, in: row.zone) else {
        throw ReplicaError.cannotRetry
      }
      try tables.apply(
        Effect(
          .put, mutation.table, mutation.id,
          registers: row.registers.merging(mutation.registers) { $1 }),
        zone: mutation.kind == .move ? zone : row.zone, version: nil)
    case .delete:
      guard let row, let table = schema.table(mutation.table) else { return }
      if let place = mutation.destination {
        transaction.combine(mutation.table, mutation.id, into: place)
      }
      _ = try releaseReferrers(to: mutation.key, row.zone, for: mutation.destination)
      try tables.drop(mutation.key, table, zone: row.zone, keepingUnknown: true)
    }
  }
}
