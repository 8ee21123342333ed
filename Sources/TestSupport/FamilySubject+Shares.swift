import Hub
import SyncProtocol

/// Homes and groups that are shared with a family, by their owners and by who is none.
extension FamilySubject {
  private func roles(_ simulation: Simulation) -> FamilyRoles {
    let all: [FamilyRoles] = [
      FamilyRoles(parents: .readWrite, children: .readOnly),
      FamilyRoles(parents: .readWrite, children: .readOnly),
      FamilyRoles(parents: .readWrite, children: .readWrite),
      FamilyRoles(parents: .readWrite, children: nil),
      FamilyRoles(parents: .readOnly, children: .readOnly),
      FamilyRoles(parents: nil, children: .readOnly),
    ]
    return simulation.crossing.pick(all)!
  }

  /// Shares a home or group with a family, changes that, or ends it.
  func shareSomething(_ actor: AccountID, _ simulation: Simulation) throws {
    let rights = try Rights(simulation.store.connection)
    let all = rights.zones.filter { FamilyShareOracle.kinds.contains($0.value.kind) }
    let own = all.filter { $0.value.roles[actor] == .owner }.keys.sorted()
    let zone = simulation.crossing.pick(
      simulation.crossing.chance(0.9) ? own : all.keys.sorted())
    guard let zone else { return }
    if simulation.crossing.chance(0.25) {
      try end(zone, by: actor, rights, simulation)
    } else {
      try share(zone, roles(simulation), by: actor, rights, simulation)
    }
  }

  private func share(
    _ zone: ZoneID, _ roles: FamilyRoles, by actor: AccountID, _ rights: Rights,
    _ simulation: Simulation
  ) throws {
    let isParent = rights.families(of: actor).contains { rights.manages(actor, $0) }
    try ask(
      "\(rights.zones[zone]?.kind ?? "nothing") shared with the family", .share(zone, roles),
      isAllowed: rights.role(actor, zone) == .owner && isParent, simulation,
      "\(zone) by \(actor), \(roles)"
    ) {
      try simulation.trace(
        "shareWithFamily", zone, actor, roles.parents?.rawValue, roles.children?.rawValue)
      try simulation.hub.shareWithFamily(zone, roles, by: actor)
    }
  }

  private func end(
    _ zone: ZoneID, by actor: AccountID, _ rights: Rights, _ simulation: Simulation
  ) throws {
    try ask(
      "shared with the family no more", .end(zone),
      isAllowed: rights.role(actor, zone) == .owner, simulation, "\(zone) by \(actor)"
    ) {
      try simulation.trace("endFamilyShare", zone, actor)
      try simulation.hub.endFamilyShare(of: zone, by: actor)
    }
  }

  /// A home or group of a family's parent is shared with it while people come and go.
  func crossShares(_ simulation: Simulation) throws {
    guard let (one, _, family) = try two(simulation, isParent: true) else { return }
    let owner = one.account
    let kind: ZoneKind = simulation.crossing.chance(0.5) ? .group : .home
    if try !one.shared.contains(where: { $0.kind == kind && $0.role == .owner }) {
      try act(kind == .group ? .addGroup : .addHome, on: one, in: family, simulation)
      for _ in 0..<2 { try simulation.sync(one, isFaulty: false) }
    }
    let rights = try Rights(simulation.store.connection)
    let own = rights.zones.filter {
      $0.value.kind == kind.rawValue && $0.value.roles[owner] == .owner
    }
    guard let zone = simulation.crossing.pick(own.keys.sorted()) else { return }
    try share(zone, roles(simulation), by: owner, rights, simulation)
    for _ in 0..<simulation.crossing.number(3..<9) {
      try changeFamily(family, sharing: zone, of: owner, simulation)
      if kind == .group, simulation.crossing.chance(0.7) { try spendTogether(zone, simulation) }
    }
    simulation.report.done["\(kind.rawValue) shared while people come and go", default: 0] += 1
    for device in simulation.devices where !device.isBeside && simulation.crossing.chance(0.5) {
      try simulation.sync(device, isFaulty: false)
    }
  }

  private func changeFamily(
    _ family: ZoneID, sharing home: ZoneID, of owner: AccountID, _ simulation: Simulation
  ) throws {
    let rights = try Rights(simulation.store.connection)
    let members = rights.zones[family]?.roles.keys.sorted() ?? []
    guard let other = simulation.crossing.pick(members.filter { $0 != owner }) else {
      return try comeIn(simulation.crossing.pick(accounts)!, to: family, rights, simulation)
    }
    switch simulation.crossing.number(0..<10) {
    case 0, 1: try remove(other, from: family, by: other, rights, simulation)
    case 2, 3, 4:
      guard let parent = members.first(where: { rights.manages($0, family) && $0 != other }) else {
        return
      }
      let role: Role = rights.role(other, family) == .readOnly ? .readWrite : .readOnly
      try setRole(role, of: other, in: family, by: parent, rights, simulation)
    case 5:
      // Out of the home, out of the family, and in the family again.
      try remove(other, from: home, by: owner, rights, simulation)
      guard simulation.crossing.chance(0.6) else { return }
      try remove(other, from: family, by: other, rights, simulation)
      let after = try Rights(simulation.store.connection)
      try comeIn(other, to: family, after, simulation)
    case 6: try share(home, roles(simulation), by: owner, rights, simulation)
    case 7: if simulation.crossing.chance(0.3) { try end(home, by: owner, rights, simulation) }
    case 8 where simulation.crossing.chance(0.2):
      try remove(owner, from: family, by: owner, rights, simulation)
    default: try comeIn(simulation.crossing.pick(accounts)!, to: family, rights, simulation)
    }
  }

  private func comeIn(
    _ account: AccountID, to family: ZoneID, _ rights: Rights, _ simulation: Simulation
  ) throws {
    guard let parent = accounts.first(where: { rights.manages($0, family) }) else { return }
    let count = simulation.invites.count
    try invite(to: family, by: parent, rights, simulation)
    guard simulation.invites.count > count, let id = simulation.invites.last else { return }
    try join(account, by: id, isLeaving: true, simulation)
  }
}
