import SQLite
import SyncProtocol

/// The pending changes as a layer over the confirmed state: taken off before anything confirmed is
/// written, and put back on afterwards.
extension Replica {
  /// Thrown for a pending change set that cannot be shown over the confirmed state; as a whole, it
  /// waits unseen for the hub's answer.
  private struct Hidden: Error {}

  /// Takes the pending changes off, calls `body` on the confirmed state, and puts those that are
  /// still pending back on. Part of an open transaction.
  func withoutOverlay<Result>(_ body: ([PendingRow]) throws -> Result) throws -> Result {
    let pending = try pendingRows()
    let order = isPlanted(.overlayUndoneForwards) ? pending : pending.reversed()
    for row in order where row.state != .hidden {
      for undo in try row.undo.reversed() {
        try tables.apply(undo.effect, zone: undo.zone, version: nil)
        changedKeys.insert(undo.effect.key)
      }
    }
    if !pending.isEmpty { try connection.execute("DELETE FROM syncZones WHERE state = 'new'") }
    let result = try body(pending)
    if connection.hasUnresolvedForeignKeys {
      throw ReplicaError.inconsistentCut
    }
    if isPlanted(.overlayForgotten) { return result }
    for row in try pendingRows(known: pending) { try show(row) }
    return result
  }

  /// Puts one pending change set on, or hides it if it does not fit.
  private func show(_ row: PendingRow) throws {
    let keys = changedKeys
    do {
      // A hub-confirmed transaction is not shown before the hub has accepted it.
      guard row.changeSet.preconditions.isEmpty else { throw Hidden() }
      let undo = try connection.savepoint {
        try addNewZones(of: row.changeSet)
        var undo: [LocalUndo] = []
        for mutation in row.changeSet.mutations {
          undo += try overlay(mutation, version: row.changeSet.id)
        }
        if connection.hasUnresolvedForeignKeys { throw Hidden() }
        return undo
      }
      try keep(undo, isShown: true, of: row)
    } catch is Hidden {
      changedKeys = keys
      try keep([], isShown: false, of: row)
    }
  }

  /// Stores how the change set is shown; writes nothing if that is as before, as it mostly is.
  private func keep(_ undo: [LocalUndo], isShown: Bool, of row: PendingRow) throws {
    let (next, _) = try row.state.next(.shown(isShown))
    guard try next != row.state || undo != row.undo else { return }
    try store(next, undo: undo, of: row)
  }

  /// Shows one mutation over the confirmed state, and returns the steps that undo it.
  private func overlay(_ mutation: Mutation, version: ChangeSetID) throws -> [LocalUndo] {
    guard let table = schema.table(mutation.table) else { throw Hidden() }
    let key = mutation.key
    changedKeys.insert(key)
    let current = try tables.row(key)
    let old = current.map { row in
      Effect(.put, key.table, key.id, registers: row.registers)
    }
    switch (mutation.kind, current) {
    case (.insert, nil):
      guard try ZoneRow.find(mutation.zone, in: connection) != nil else { throw Hidden() }
      let registers = try reachable(mutation.registers, table, zone: mutation.zone)
      try tables.apply(
        Effect(.put, key.table, key.id, registers: registers), zone: mutation.zone,
        version: version)
      return [LocalUndo(Effect(.drop, key.table, key.id), zone: mutation.zone)]
    case (.insert, let row?):
      guard table.hasNaturalID else { throw Hidden() }
      return [try patch(mutation, table, row, version: version)]
    case (.update, let row?):
      return [try patch(mutation, table, row, version: version)]
    case (.delete, nil): return []
    case (.delete, let row?):
      let released = try releaseReferrers(to: key, row.zone, for: mutation.destination)
      var undo = LocalUndo(old!, zone: row.zone)
      undo.effect.versions = try tables.versions(key, table)
      try tables.drop(key, table, zone: row.zone, keepingUnknown: true)
      return released + [undo]
    case (.move, let row?):
      guard let destination = mutation.destination,
        try ZoneRow.find(destination.zone, in: connection) != nil
      else { throw Hidden() }
      if try hasGoneOn(mutation, to: destination.zone, from: row.zone) { return [] }
      var undo = LocalUndo(old!, zone: row.zone)
      undo.effect.versions = try tables.versions(key, table)
      let registers = row.registers.merging(mutation.registers) { $1 }
      try tables.apply(
        Effect(
          .put, key.table, key.id,
          registers: try reachable(registers, table, zone: destination.zone)),
        zone: destination.zone, version: nil)
      return [undo]
    case (.update, nil), (.move, nil): throw Hidden()
    }
  }

  /// Whether a record that was moved into a zone, which the hub has forgotten since, has moved on
  /// to a zone that the hub knows. No pull brings the forgotten zone's part of that.
  private func hasGoneOn(
    _ move: Mutation, to destination: ZoneID, from current: ZoneID
  ) throws -> Bool {
    if current == move.zone || isPlanted(.forgottenTakesBack) { return false }
    let forgotten = try zonesAside().filter { $0.reason == .forgotten }.map(\.zone)
    return forgotten.contains(destination) && !forgotten.contains(current)
  }

  /// Empties the references to a record that is about to be deleted, or redirects them to the
  /// record that stands for it, as the hub will do. Returns the steps that undo this.
  func releaseReferrers(
    to key: RecordKey, _ zone: ZoneID, for survivor: RecordPlace? = nil
  ) throws -> [LocalUndo] {
    if isPlanted(.deletionShownAlone) { return [] }
    var undo: [LocalUndo] = []
    for referrer in schema.referrers(to: key.table) where referrer.reference.rule == .nullify {
      let register = referrer.reference.register
      guard schema.table(referrer.table)?.register(register)?.rule == .lastWriter else { continue }
      let value =
        survivor.flatMap { $0.zone == zone ? FieldValue.text($0.id) : nil } ?? FieldValue.null
      for id in try tables.records(of: referrer.table, where: register, is: key.id, in: zone) {
        let old = Effect(.patch, referrer.table, id, registers: [register: .text(key.id)])
        undo.append(LocalUndo(old, zone: zone))
        changedKeys.insert(old.key)
        try tables.apply(
          Effect(.patch, referrer.table, id, registers: [register: value]), zone: zone,
          version: nil)
      }
    }
    return undo
  }

  private func patch(
    _ mutation: Mutation, _ table: TableSchema, _ row: LocalTables.Row, version: ChangeSetID
  ) throws -> LocalUndo {
    let registers = try reachable(mutation.registers, table, zone: row.zone)
    var undo = Effect(
      .patch, table.name, mutation.id,
      registers: row.registers.filter { registers[$0.key] != nil })
    undo.versions = try tables.versions(mutation.key, table).filter { registers[$0.key] != nil }
    try tables.apply(
      Effect(.patch, table.name, mutation.id, registers: registers), zone: row.zone,
      version: version)
    return LocalUndo(undo, zone: row.zone)
  }

  /// The registers with nullable references to missing records set to null, as the hub will do.
  private func reachable(
    _ registers: SortedMap<FieldValue>, _ table: TableSchema, zone: ZoneID
  ) throws -> SortedMap<FieldValue> {
    var registers = registers
    for reference in table.references where reference.rule == .nullify {
      guard case .text(let target)? = registers[reference.register] else { continue }
      if try tables.row(RecordKey(reference.target, target))?.zone != zone {
        registers[reference.register] = .null
      }
    }
    return registers
  }
}

/// Why a replica cannot do something. The list is closed: each case has its words in the catalogue.
public enum ReplicaError: Error, Equatable, Sendable {
  /// What was pulled is inconsistent; the replica loads its zones anew.
  case inconsistentCut
  /// A hub-confirmed transaction must wait until earlier writes from here have reached the hub.
  case pendingChanges
  /// A change of the same zones was refused, and the person has not dealt with it.
  case parkedChanges
  /// Another hub-confirmed transaction is under way.
  case confirmationUnderWay
  /// The hub refused.
  case refused(Refusal)
  case noSuchParkedChange
  /// A parked change cannot be made again: the record it changed is gone, or it was hub-confirmed.
  case cannotRetry
  /// Only a zone that the hub has forgotten can be discarded.
  case notForgotten
}
