import SQLite
import SyncProtocol

/// Changes by other people that a hub lost when it was restored from a backup: this replica had
/// them confirmed, and the hub does not have them any more.
///
/// Their authors' replicas send them again when they can. Until then, or if they never do, the
/// changes are shown as parked changes with the reason `lost`, one or more for each zone; the
/// person can make them again as their own or discard them. Lost deletions are not shown: the
/// deleted records are simply back.
extension Replica {
  /// The most changes in one parked change: when they are made again, they must fit into one change
  /// set.
  static let maxLostPerChange = 10_000

  /// Finds what the pull about to be applied takes away. Only while the overlay is off.
  func lostByRestore(_ last: PullPage, _ session: PullSession) throws -> [Mutation] {
    guard environment.isAttended else { return [] }
    // Whatever the grant: a person admitted after the backup may have been admitted once more.
    let held = Set(last.cut.zones.map(\.zone))
    let zones = try ZoneRow.restored(in: connection).map(\.id).filter { held.contains($0) }
    guard !zones.isEmpty else { return [] }
    // A lost merge is not a change of a record: the records that it moved are back in a zone that
    // is back. To merge again, the person must run the use case again.
    let known = Set(try ZoneRow.all(in: connection).map(\.id))
    var arriving: Set<RecordKey> = []
    var lost: [Mutation] = []
    try forEachPage(last, session) { page, number in
      for part in page.snapshots where number >= session.loads[part.zone]?.page ?? 0 {
        for record in part.records {
          arriving.insert(record.key)
          guard known.contains(part.zone) else { continue }
          if let mutation = try difference(record, part.zone) { lost.append(mutation) }
        }
      }
      for effect in page.entries.flatMap(\.effects) where effect.kind == .put {
        arriving.insert(effect.key)
      }
    }
    for zone in zones {
      for key in try tables.keys(in: zone) where !arriving.contains(key) {
        guard let table = schema.table(key.table), !table.isHubOwned, !table.isRoot,
          let row = try tables.row(key)
        else { continue }
        lost.append(
          Mutation(
            .insert, key.table, key.id, in: zone,
            registers: row.registers.filter { table.register($0.key)?.isAnybodys == true }))
      }
    }
    return lost
  }

  /// The difference between a record here and at the restored hub, as the change that was lost.
  private func difference(_ record: Effect, _ zone: ZoneID) throws -> Mutation? {
    guard let table = schema.table(record.table), !table.isHubOwned, !table.isAppendOnly,
      let row = try tables.row(record.key)
    else { return nil }
    let registers = table.keepingTogether(row.registers) { name, value in
      guard let register = table.register(name), register.isAnybodys else { return false }
      // What stays as it was first written nobody could write again.
      if register.rule == .appendOnly { return false }
      // A reference to a record that is kept aside is shown empty here, without having changed.
      if value.isNull, table.references.contains(where: { $0.register == name }) { return false }
      return (record.registers[name] ?? register.defaultContent) != value
    }
    guard row.zone == zone else {
      return Mutation(
        .move, record.table, record.id, in: zone, registers: registers,
        destination: RecordPlace(zone: row.zone, id: record.id))
    }
    if registers.isEmpty { return nil }
    return Mutation(.update, record.table, record.id, in: zone, registers: registers)
  }

  /// Shows the person what is lost, and forgets lost changes that have come back or that are in
  /// zones the person cannot see any more.
  func tellLost(_ lost: [Mutation]) throws {
    let isKnown = try connection.first(
      "SELECT 1 FROM syncParked WHERE reason = ?", .text(RefusalReason.lost.rawValue)
    ) { _ in true }
    if isKnown == true { try forgetFound() }
    let zones = Dictionary(grouping: try stillLost(lost), by: \.home).sorted { $0.key < $1.key }
    for (_, mutations) in zones {
      for start in stride(from: 0, to: mutations.count, by: Self.maxLostPerChange) {
        // A number of its own, under which no change set is ever sent.
        state.lastNumber += 1
        let id = ChangeSetID(replica: state.incarnation, number: state.lastNumber)
        let part = Array(mutations[start...].prefix(Self.maxLostPerChange))
        try handle(.lost, ChangeSet(id: id, time: tick(), mutations: part), in: .gone)
      }
    }
  }

  private func forgetFound() throws {
    for parked in try parkedChanges() where parked.refusal.reason == .lost {
      let left = try stillLost(parked.changeSet.mutations)
      if left == parked.changeSet.mutations { continue }
      try keep(left, of: parked)
    }
  }

  /// The mutations that have neither come back nor been sent again from here.
  func stillLost(_ mutations: [Mutation]) throws -> [Mutation] {
    guard !mutations.isEmpty else { return [] }
    let sent = Set(
      try pendingRows().flatMap(\.changeSet.mutations)
        .filter { $0.kind == .insert }.map(\.key))
    return try mutations.compactMap { mutation in
      guard let table = schema.table(mutation.table),
        try ZoneRow.find(mutation.home, in: connection) != nil
      else { return nil }
      guard let row = try tables.row(mutation.key) else {
        return mutation.kind == .insert && !sent.contains(mutation.key) ? mutation : nil
      }
      if mutation.kind == .insert { return nil }
      var left = mutation
      left.registers = table.keepingTogether(mutation.registers) { name, value in
        table.register(name) != nil && row.registers[name] != value
      }
      if mutation.kind == .move, row.zone == mutation.home {
        left = Mutation(
          .update, mutation.table, mutation.id, in: row.zone, registers: left.registers)
      }
      return left.kind == .update && left.registers.isEmpty ? nil : left
    }
  }
}

extension Mutation {
  /// The zone in which the record is after the mutation.
  fileprivate var home: ZoneID { destination?.zone ?? zone }
}

extension TableSchema {
  /// The registers that a condition picks. One that follows another goes and stays with it: the key
  /// of a name alone would be that of another name by the time when the name is written again.
  fileprivate func keepingTogether(
    _ registers: SortedMap<FieldValue>, where isKept: (String, FieldValue) -> Bool
  ) -> SortedMap<FieldValue> {
    registers.filter { name, value in
      guard let source = register(name)?.follows else { return isKept(name, value) }
      return registers[source].map { isKept(source, $0) } ?? false
    }
  }
}

extension RegisterSchema {
  /// Whether anyone who may write the record may write this register.
  fileprivate var isAnybodys: Bool {
    switch rule {
    case .lastWriter, .aggregate, .appendOnly: true
    case .firstWriter, .claim, .hubOwned: false
    }
  }
}
