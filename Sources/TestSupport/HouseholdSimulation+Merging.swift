import Hub
import Replica
import SQLite
import SyncProtocol
import Things

/// Homes of a simulated household that go into each other, and come back.
extension HouseholdSimulation {
  func wishMerge(_ device: SimulatedDevice) throws {
    guard device.task == nil, memories[device.name]?.regretted == nil else { return }
    device.tries = 0
    let merges = try HomeMerge.all(in: device.connection).filter { $0.undoneAt == nil }
    if let merge = random.pick(merges), random.chance(0.4) {
      memories[device.name]?.regretted = merge.id
      return
    }
    let homes = try homes(of: device)
    guard let source = random.pick(homes.filter { $0.role == .owner }),
      let target = random.pick(homes.filter { $0.role.canWrite && $0.id != source.id })
    else { return }
    device.task = .merge(from: source.id, into: target.id)
  }

  func merge(_ source: ZoneID, into target: ZoneID, _ device: SimulatedDevice) throws {
    let merge = MergeHome(
      sourceID: source, targetID: target, isCombining: random.chance(0.7))
    let before = try contents([source, target])
    try attempt(device, "merge", relyingOn: merge.reliance) { try merge($0) }
    let zone = try store.read { try $0.zone(source) }
    guard let zone, zone.mergedInto == target, before[source] != nil else { return }
    merges += 1
    device.task = nil
    fault("merged")
    let after = try contents([target])
    let expected = (before[source] ?? []).union(before[target] ?? [])
    try require(
      after[target] == expected, "14 a merge loses nothing",
      "\(source) → \(target): \(expected.symmetricDifference(after[target] ?? []))")
    if random.chance(0.5) { memories[device.name]?.regretted = HomeMerge.id(source: source) }
  }

  func undoMerge(_ id: RecordID, _ device: SimulatedDevice) throws {
    guard let merge = try HomeMerge.find(id, in: device.connection) else {
      memories[device.name]?.regretted = nil
      return
    }
    let before = try contents(homes())
    try attempt(
      device, "undo of a merge",
      relyingOn: Replica.Reliance(zones: [merge.targetID], accountList: true)
    ) { try UndoMerge(mergeID: id)($0) }
    guard let undone = try HomeMerge.find(id, in: device.connection), let home = undone.restoredID
    else { return }
    fault("merge undone")
    memories[device.name]?.regretted = nil
    let after = try contents([merge.targetID, home])
    guard let left = after[merge.targetID], let back = after[home] else { return }
    // The home is there already when the hub did this at an earlier try, or for another device.
    let all = (before[merge.targetID] ?? []).union(before[home] ?? [])
    try require(
      left.union(back) == all && left.isDisjoint(with: back), "14 an undone merge loses nothing",
      "\(home) from \(merge.targetID): \(left.union(back).symmetricDifference(all))")
  }

  private func attempt(
    _ device: SimulatedDevice, _ what: String, relyingOn reliance: Replica.Reliance,
    _ body: (WriteTransaction) throws -> HomeMerge
  ) throws {
    device.tries += 1
    func giveUp() {
      device.task = nil
      memories[device.name]?.regretted = nil
    }
    guard device.tries <= 8 else { return giveUp() }
    do {
      try confirm(device, relyingOn: reliance) { _ = try body($0) }
    } catch ReplicaError.pendingChanges {
      return
    } catch ReplicaError.parkedChanges {
      giveUp()
    } catch  where Self.isRefusal(error) {
      report.parked["\(what) not done", default: 0] += 1
      giveUp()
    }
  }

  /// The homes of all accounts at the hub.
  private func homes() throws -> [ZoneID] {
    try store.read { reader in
      try accounts.flatMap { try reader.memberships(of: $0) }.map(\.zone.id)
    }
  }

  /// Items, photos and papers of live zones at the hub, by their ids; nothing of one that is gone.
  private func contents(_ zones: [ZoneID]) throws -> [ZoneID: Set<RecordID>] {
    try store.read { reader in
      var contents: [ZoneID: Set<RecordID>] = [:]
      for id in zones {
        guard let zone = try reader.zone(id), zone.isAlive else { continue }
        let records = try reader.records(of: id, after: nil, maxBytes: .max)
        contents[id] = Set(
          records.filter {
            !$0.isDead && ["items", "photos", "attachments", "itemFields"].contains($0.table)
          }.map(\.id))
      }
      return contents
    }
  }
}
