import Hub
import SQLite
import SyncProtocol

/// Who asks the hub what about who is in a zone: those who may, and those who may not.
extension FamilySubject {
  /// What somebody may do, worked out from who is where: not as the hub works it out.
  struct Rights {
    struct Place {
      let kind: String
      let roles: [AccountID: Role]
    }

    /// The zones that are alive.
    let zones: [ZoneID: Place]

    init(_ store: Connection) throws {
      var zones: [ZoneID: (String, [AccountID: Role])] = [:]
      try store.forEach(
        """
        SELECT zones.id, kind, accountID, role FROM zones LEFT JOIN grants ON zones.id = zoneID
          WHERE isAlive = 1 ORDER BY zones.id, accountID
        """, []
      ) { row in
        let kind = row.text(1)
        var roles = zones[row.text(0)]?.1 ?? [:]
        if let account = row.optionalText(2) { roles[account] = Role(rawValue: row.text(3)) }
        zones[row.text(0)] = (kind, roles)
      }
      self.zones = zones.mapValues { Place(kind: $0.0, roles: $0.1) }
    }

    func families(of account: AccountID) -> [ZoneID] {
      zones.filter { $0.value.kind == "family" && $0.value.roles[account] != nil }.keys.sorted()
    }

    func isChild(_ account: AccountID) -> Bool {
      families(of: account).contains { zones[$0]?.roles[account] == .readOnly }
    }

    func role(_ account: AccountID, _ zone: ZoneID) -> Role? { zones[zone]?.roles[account] }

    /// Whether somebody decides who is in a zone.
    func manages(_ account: AccountID, _ zone: ZoneID) -> Bool {
      switch zones[zone]?.kind {
      case "family": role(account, zone) == .owner || role(account, zone) == .readWrite
      default: role(account, zone) == .owner
      }
    }
  }

  func share(_ device: SimulatedDevice, _ simulation: Simulation) throws -> Bool {
    let rights = try Rights(simulation.store.connection)
    let (actor, other) = (device.account, simulation.random.pick(accounts)!)
    let places = rights.zones.filter { $0.value.kind != "personal" }
    // Mostly where somebody is; now and then where they have no business.
    let own = places.filter { $0.value.roles[actor] != nil }.keys.sorted()
    guard
      let zone = simulation.random.pick(
        simulation.random.chance(0.9) ? own : places.keys.sorted())
    else { return true }
    if simulation.crossing.chance(0.2) {
      try shareSomething(actor, simulation)
      return true
    }
    switch simulation.random.number(0..<10) {
    case 0, 1: try remove(other, from: zone, by: actor, rights, simulation)
    case 2: try remove(actor, from: zone, by: actor, rights, simulation)
    case 3, 4:
      let role: Role = simulation.random.pick([.readWrite, .readOnly])!
      try setRole(role, of: other, in: zone, by: actor, rights, simulation)
    case 5: try handOver(zone, to: other, by: actor, rights, simulation)
    default: try invite(to: zone, by: actor, rights, simulation)
    }
    if simulation.random.chance(0.1), let invite = simulation.random.pick(simulation.invites) {
      _ = try simulation.atHub(isFaulty: false) {
        try simulation.trace("revokeInvite", invite, actor)
        do { try simulation.hub.revokeInvite(invite, by: actor) } catch is SharingError {}
      }
    }
    return true
  }

  /// Asks the hub something. Who may is not refused for lack of a right; who may not is.
  func ask(
    _ what: String, _ sharing: FamilyShareOracle.Call? = nil, isAllowed: Bool,
    _ simulation: Simulation, _ detail: @autoclosure () -> String, _ call: () throws -> Void
  ) throws {
    var refusal: (any Error)?
    let isAnswered: Void? = try simulation.atHub(isFaulty: simulation.random.chance(0.4)) {
      shares.call = sharing
      do { try call() } catch let error as SharingError { refusal = error } catch let error
        as InviteError
      { refusal = error }
    }
    try note(isDone: isAnswered != nil && refusal == nil, isAnswered: isAnswered != nil, simulation)
    // It may have stopped before or after.
    guard isAnswered != nil else { return }
    guard let refusal else {
      simulation.fault(what)
      return try require(
        isAllowed, "who decides in a zone has the right to", "\(what): \(detail())")
    }
    simulation.report.parked["\(what) refused", default: 0] += 1
    let isForLack: Bool =
      switch refusal {
      case SharingError.notOwner, SharingError.restricted, SharingError.inOther: true
      default: false
      }
    try require(
      !isAllowed || !isForLack, "who has the right to decide may",
      "\(what): \(detail()) refused \(refusal)")
  }

  /// Of a call that has changed no zone the hub tells nobody.
  private func note(isDone: Bool, isAnswered: Bool, _ simulation: Simulation) throws {
    defer { shares.call = nil }
    guard let zone = shares.call?.zone else { return }
    if !isAnswered { return try shares.adopt(zone, simulation.store) }
    guard isDone else { return }
    try shares.look(
      at: simulation.store, isHandedBack: false)
  }

  func remove(
    _ other: AccountID, from zone: ZoneID, by actor: AccountID, _ rights: Rights,
    _ simulation: Simulation
  ) throws {
    let isAllowed =
      rights.role(other, zone) != .owner
      && (actor == other ? rights.role(actor, zone) != nil : rights.manages(actor, zone))
    try ask(
      actor == other ? "left" : "removed", .remove(other, zone), isAllowed: isAllowed, simulation,
      "\(other) from \(zone) by \(actor)"
    ) {
      simulation.lostGrants.insert("\(other) \(zone)")
      try simulation.trace("remove", other, zone, actor)
      try simulation.hub.remove(other, from: zone, by: actor)
    }
  }

  func setRole(
    _ role: Role, of other: AccountID, in zone: ZoneID, by actor: AccountID, _ rights: Rights,
    _ simulation: Simulation
  ) throws {
    let old = rights.role(other, zone)
    let isAllowed =
      rights.manages(actor, zone) && !rights.isChild(actor) && old != nil && old != .owner
    try ask(
      role == .readOnly ? "made a child" : "made a parent", .setRole(role, other, zone),
      isAllowed: isAllowed, simulation, "\(other) in \(zone) by \(actor)"
    ) {
      try simulation.trace("setRole", other, zone, actor, role.rawValue)
      try simulation.hub.setRole(role, of: other, in: zone, by: actor)
    }
  }

  func invite(
    to zone: ZoneID, by actor: AccountID, _ rights: Rights, _ simulation: Simulation,
    as wanted: Role? = nil
  ) throws {
    let role: Role =
      wanted ?? simulation.random.pick([.readWrite, .readOnly, .readOnly])!
    let isAllowed = rights.manages(actor, zone) && !rights.isChild(actor)
    try ask("invited", isAllowed: isAllowed, simulation, "to \(zone) by \(actor)") {
      try simulation.makeInvite(
        in: zone, by: actor, role: role, uses: simulation.random.number(1..<4))
    }
  }

  /// Somebody offers what they own, and the other one accepts or does not.
  private func handOver(
    _ zone: ZoneID, to other: AccountID, by actor: AccountID, _ rights: Rights,
    _ simulation: Simulation
  ) throws {
    let isOwner = rights.role(actor, zone) == .owner
    let old = rights.role(other, zone)
    try ask(
      "offered", isAllowed: isOwner && !rights.isChild(actor) && old != nil && old != .owner,
      simulation, "\(zone) to \(other) by \(actor)"
    ) {
      try simulation.trace("offerOwnership", zone, other, actor)
      try simulation.hub.offerOwnership(of: zone, to: other, by: actor)
    }
    let offers = try simulation.hub.notices(of: other).filter { $0.kind == .ownershipOffered }
    guard let offer = offers.last, simulation.random.chance(0.7) else { return }
    // It may be an older one.
    let isOpen =
      rights.role(offer.personID, offer.zone) == .owner && rights.role(other, offer.zone) != nil
    try ask(
      "taken over", .takeOver(offer.zone), isAllowed: isOpen && !rights.isChild(other), simulation,
      "\(offer.zone) by \(other)"
    ) {
      try simulation.trace("acceptOwnership", offer.zone, other)
      try simulation.hub.acceptOwnership(notice: offer.id, by: other)
    }
  }

  // MARK: Joining

  func redeem(_ device: SimulatedDevice, _ simulation: Simulation) throws -> Bool {
    guard let invite = simulation.random.pick(Array(simulation.invites.suffix(4))) else {
      return true
    }
    let isLeaving = simulation.random.chance(0.6)
    for _ in 0..<simulation.random.number(1..<3) {
      try join(device.account, by: invite, isLeaving: isLeaving, simulation)
    }
    return true
  }

  /// - Parameter isLeaving: whether they leave the family in which they are, in the same step.
  func join(
    _ account: AccountID, by id: String, isLeaving: Bool, _ simulation: Simulation
  ) throws {
    let rights = try Rights(simulation.store.connection)
    let (invite, hasRedeemed) = try simulation.store.read { reader in
      (try reader.invite(id), try reader.hasRedeemed(id, account: account))
    }
    guard let invite else { return }
    let old = rights.families(of: account).first
    let isFamily = rights.zones[invite.zone]?.kind == "family"
    let leaving = isLeaving && isFamily ? old : nil
    let isIn = rights.role(account, invite.zone) != nil
    let isFree =
      !isFamily || old == nil
      || leaving == old && rights.role(account, old ?? "") != .owner
    let isOpen = invite.state(now: simulation.time.milliseconds) == .active && !hasRedeemed
    try ask(
      leaving == nil ? "redeemed" : "changed families", .join(account, invite.zone, invite.role),
      isAllowed: isIn || isFree && isOpen, simulation,
      "\(account) by \(id) to \(invite.zone) leaving \(leaving ?? "none")"
    ) {
      if let leaving, !isIn { simulation.lostGrants.insert("\(account) \(leaving)") }
      try simulation.trace("redeem", id, account, leaving)
      try simulation.hub.redeem(inviteID: id, by: account, as: nil, leaving: leaving)
    }
    let families = try Rights(simulation.store.connection).families(of: account)
    try require(
      families.count <= 1, "an account is in one family at most", "\(account) in \(families)")
  }
}
