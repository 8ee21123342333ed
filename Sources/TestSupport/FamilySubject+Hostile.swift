import Hub
import Replica
import SyncProtocol

/// Somebody in a family, a child for example, who sends what no program of ours does.
extension FamilySubject {
  func breakRules(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    let rights = try Rights(simulation.store.connection)
    guard let zone = rights.families(of: device.account).first else {
      return try reachOut(device, simulation)
    }
    try push(mutation(device.account, zone, simulation), by: device, simulation)
  }

  /// Where somebody has no business, or what a schema has not.
  func reachOut(_ device: SimulatedDevice, _ simulation: Simulation) throws {
    let alive = simulation.oracle.images.filter(\.value.isAlive)
    guard let zone = simulation.random.pick(alive.keys.sorted()) else { return }
    try push(mutation(device.account, zone, simulation), by: device, simulation)
  }

  private func push(
    _ mutation: Mutation?, by device: SimulatedDevice, _ simulation: Simulation
  ) throws {
    guard let mutation else { return }
    simulation.fault("hostile push")
    simulation.hostileCount += 1
    let zones = try simulation.store.read { try $0.memberships(of: device.account) }
    let grants = Dictionary(uniqueKeysWithValues: zones.map { ($0.zone.id, $0.grant.grantID) })
    let id = ChangeSetID(replica: "evil-\(device.account)", number: simulation.hostileCount)
    try simulation.pushHostile([mutation], id, grants, device)
    let isOfStars = ["routineApprovals", "rewards", "rewardWishes", "starGrants"].contains(
      mutation.table)
    if isOfStars, case .refused? = simulation.answers[id] {
      simulation.report.done["lies about stars refused", default: 0] += 1
    }
  }

  private func mutation(
    _ account: AccountID, _ zone: ZoneID, _ simulation: Simulation
  ) throws -> Mutation? {
    let records = (simulation.oracle.images[zone]?.records.values.map(\.record) ?? [])
      .sorted { $0.id < $1.id }
    let word = "evil-\(account)-\(simulation.hostileCount)"
    func any(_ table: String) -> HubRecord? {
      simulation.random.pick(records.filter { $0.table == table })
    }
    switch simulation.random.number(0..<21) {
    case 0, 1:
      // A child finds itself done.
      guard let routine = any("routines") else { return nil }
      return Mutation(
        .insert, "routineApprovals", word, in: zone,
        registers: [
          "routineID": .text(routine.id), "day": "2026-01-05", "personID": .text(account),
          "createdAt": 1, "createdBy": .text(account),
        ])
    case 2:
      guard let routine = any("routines") else { return nil }
      return Mutation(.update, "routines", routine.id, in: zone, registers: ["title": "evil"])
    case 3:
      guard let event = any("routineEvents") else { return nil }
      return Mutation(.delete, "routineEvents", event.id, in: zone)
    case 4:
      guard let event = any("routineEvents") else { return nil }
      return Mutation(
        .update, "routineEvents", event.id, in: zone, registers: ["personID": .text(account)])
    case 5:
      // What was ticked, under its id.
      guard let event = any("routineEvents") else { return nil }
      return Mutation(
        .insert, "routineEvents", event.id, in: zone, registers: event.registers.values)
    case 6: return Mutation(.update, "families", zone, in: zone, registers: ["name": "evil"])
    case 7:
      return Mutation(
        .update, "participants", UUIDs.v5(zone, account), in: zone, registers: ["role": "owner"])
    case 8: return try zoneMutation(account, simulation)
    case 9:
      return Mutation(
        .insert, "families", word, in: word, registers: ["name": "Second", "createdAt": 1])
    case 10:
      return Mutation(
        .insert, "absences", word, in: zone,
        registers: [
          "personID": .text(account), "startsOn": "2026-01-01", "endsOn": "2026-12-31",
        ])
    case 11:
      guard let routine = any("routines") else { return nil }
      return Mutation(.delete, "routines", routine.id, in: zone)
    case 13...: return starMutation(account, zone, word, records, simulation)
    default:
      guard let routine = any("routines") else { return nil }
      return Mutation(
        .insert, "routineEvents", word, in: zone,
        registers: [
          "routineID": .text(routine.id),
          "day": .text("2026-01-0\(simulation.random.number(1..<9))"),
          "kind": "done", "personID": .text(simulation.random.pick(accounts)!), "createdAt": 1,
          // Sometimes somebody else is said to have noted it.
          "createdBy": .text(
            simulation.random.chance(0.4) ? simulation.random.pick(accounts)! : account),
        ])
    }
  }

  /// Makes stars, gives them away, has them back, or speaks for somebody else.
  private func starMutation(
    _ account: AccountID, _ zone: ZoneID, _ word: String, _ records: [HubRecord],
    _ simulation: Simulation
  ) -> Mutation? {
    func any(_ table: String) -> HubRecord? {
      simulation.random.pick(records.filter { $0.table == table })
    }
    let other = simulation.random.pick(accounts.filter { $0 != account })!
    func wish(
      of person: AccountID, by author: AccountID, undoing undone: HubRecord? = nil
    ) -> Mutation? {
      guard let reward = any("rewards") else { return nil }
      return Mutation(
        .insert, "rewardWishes", word, in: zone,
        registers: [
          "rewardID": .text(reward.id), "personID": .text(person),
          "undoesID": undone.map { .text($0.id) } ?? .null, "createdAt": 1,
          "createdBy": .text(author),
        ])
    }
    switch simulation.random.number(0..<10) {
    case 0: return wish(of: other, by: account)
    case 1: return wish(of: account, by: other)
    case 2, 3:
      // A wish of somebody else is taken back, in one's own name: mostly one that is open.
      let foreign = records.filter {
        $0.table == "rewardWishes" && $0.registers["personID"]?.value != .text(account)
      }
      let open = simulation.oracle.images[zone].map { FamilyStarOracle($0).open.map(\.id) } ?? []
      let those = foreign.filter { open.contains($0.id) }
      guard let undone = simulation.random.pick(those.isEmpty ? foreign : those) else {
        return nil
      }
      return wish(of: account, by: account, undoing: undone)
    case 4, 5:
      guard let asked = any("rewardWishes") else { return nil }
      let decision = any("starGrants")
      let isBack = simulation.random.chance(0.5) && decision != nil
      return Mutation(
        .insert, "starGrants", word, in: zone,
        registers: [
          "wishID": .text(asked.id), "personID": .text(account), "title": "evil", "price": 0,
          "isGranted": isBack ? 0 : 1,
          "undoesID": isBack ? .text(decision?.id ?? "") : .null, "createdAt": 1,
          "createdBy": .text(other),
        ])
    case 6:
      guard let paid = any("starGrants") else { return nil }
      return simulation.random.chance(0.5)
        ? Mutation(.update, "starGrants", paid.id, in: zone, registers: ["price": 0])
        : Mutation(.delete, "starGrants", paid.id, in: zone)
    case 7:
      guard let reward = any("rewards") else { return nil }
      return Mutation(.update, "rewards", reward.id, in: zone, registers: ["price": 1])
    case 8:
      // What takes back an approval names another day than it.
      guard let approval = any("routineApprovals") else { return nil }
      var registers = approval.registers.values
      (registers["day"], registers["undoesID"]) = ("2026-01-01", .text(approval.id))
      return Mutation(.insert, "routineApprovals", word, in: zone, registers: registers)
    default:
      guard let routine = any("routines") else { return nil }
      return Mutation(
        .insert, "routineApprovals", word, in: zone,
        registers: [
          "routineID": .text(routine.id), "day": "2026-01-06", "personID": .text(account),
          "stars": 100, "createdAt": 1, "createdBy": .text(other),
        ])
    }
  }

  /// Deletes the root of a zone of one's own, home or family, or of one where one only is.
  private func zoneMutation(
    _ account: AccountID, _ simulation: Simulation
  ) throws -> Mutation? {
    let rights = try Rights(simulation.store.connection)
    let own = rights.zones.filter { $0.value.kind != "personal" && $0.value.roles[account] != nil }
    // Mostly a child's own home: who is none may delete theirs.
    guard simulation.random.chance(rights.isChild(account) ? 1 : 0.3),
      let zone = simulation.random.pick(own.keys.sorted())
    else { return nil }
    simulation.lostGrants.formUnion(accounts.map { "\($0) \(zone)" })
    let tables = ["family": "families", "group": "groups"]
    let table = tables[own[zone]?.kind ?? ""] ?? "homes"
    return Mutation(.delete, table, zone, in: zone)
  }
}
