import SQLite
import SyncProtocol

/// What a hub has lost by being restored from a backup, of what others wrote: this replica had it
/// confirmed, and the hub does not have it any more. Its authors' replicas send it again when they
/// can; until then, and when they never do, it is told as parked changes of the reason `lost`, one
/// for each zone, which the person can make again as his own or discard.
///
/// Deletions that were lost are not told: what was deleted is there again.
extension Replica {
  /// Changes told as one at most: what is made again at once must fit into one change set.
  static let maxLostPerChange = 10_000

  /// Finds what the pull that is about to be applied takes away. Only while the overlay is off.
  func lostByRestore(_ last: PullPage, _ session: PullSession) throws -> [Mutation] {
    guard environment.isAttended else { return [] }
    // Also under another grant: who was let in since the backup may have been let in once more.
    let held = Set(last.cut.zones.map(\.zone))
    let zones = try ZoneRow.all(in: connection).filter {
      $0.state == .restored && held.contains($0.id)
    }.map(\.id)
    guard !zones.isEmpty else { return [] }
    // A merge that was lost is no change of a record: what it had moved is where it was before, in
    // a zone that is back. To move all that again is for the use case, asked for anew.
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

  /// How a record differs here from what the restored hub has, as the change that was lost.
  private func difference(_ record: Effect, _ zone: ZoneID) throws -> Mutation? {
    guard let table = schema.table(record.table), !table.isHubOwned, !table.isAppendOnly,
      let row = try tables.row(record.key)
    else { return nil }
    let registers = row.registers.filter { name, value in
      guard let register = table.register(name), register.isAnybodys else { return false }
      // A reference to what is kept aside is only shown empty here.
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

  /// Tells the person of what is lost, and forgets what has come back meanwhile or what lies in
  /// zones that are no longer his to see.
  func tellLost(_ lost: [Mutation]) throws {
    let isKnown = try connection.first(
      "SELECT 1 FROM syncParked WHERE reason = ?", .text(RefusalReason.lost.rawValue)
    ) { _ in true }
    if isKnown == true { try forgetFound() }
    let zones = Dictionary(grouping: try stillLost(lost), by: \.home).sorted { $0.key < $1.key }
    for (_, mutations) in zones {
      for start in stride(from: 0, to: mutations.count, by: Self.maxLostPerChange) {
        // A number of its own that no change set is ever sent under.
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

  /// What of it is neither there again nor on its way from here.
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
      left.registers = mutation.registers.filter { name, value in
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
  /// The zone the record is in after it.
  fileprivate var home: ZoneID { destination?.zone ?? zone }
}

extension RegisterSchema {
  /// Whoever may write the record may write this.
  fileprivate var isAnybodys: Bool {
    switch rule {
    case .lastWriter, .aggregate, .appendOnly: true
    case .firstWriter, .claim, .hubOwned: false
    }
  }
}
