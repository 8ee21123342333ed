import Hub
import Replica
import SyncProtocol

/// What devices of the test schema and their hub have to say to each other.
extension Simulation: FaultyNetwork {
  func checkHub() throws {
    defer { zones.formUnion(oracle.images.keys) }
    try trace?.look(at: store)
    try oracle.check()
  }

  // MARK: Syncing

  func sync(_ device: SimulatedDevice, isFaulty: Bool) throws {
    guard !device.isAwaiting else { return }
    if try device.replica.confirmationRequest() != nil {
      try sendConfirmation(device, isFaulty: isFaulty)
    }
    if !isFaulty || random.chance(0.6) { try push(device, isFaulty: isFaulty) }
    try pull(device, isFaulty: isFaulty)
    if !isFaulty || random.chance(0.8) { try work(device, isFaulty: isFaulty) }
  }

  private func push(_ device: SimulatedDevice, isFaulty: Bool) throws {
    for _ in 0..<(isFaulty ? 1 : 20) {
      let limit = random.pick([1, 3, 25])!
      guard let request = try device.replica.nextPush(maxChangeSets: limit) else { return }
      note(request, device)
      try call(device, isFaulty: isFaulty) { [unowned self] in
        try judge(request, account: device.account)
      } answer: { replica, response in
        try replica.receive(response, to: request)
      }
      if isFaulty { return }
      if try device.replica.nextPush(maxChangeSets: 1)?.changeSets.first == request.changeSets.first
      {
        return
      }
    }
  }

  func note(_ request: PushRequest, _ device: SimulatedDevice) {
    sentRequests.append((request, device.account))
    for changeSet in request.changeSets {
      if differs(changeSet) { givenTwice.insert(changeSet.id) }
      if answers[changeSet.id] == nil { written[changeSet.id] = changeSet }
      authors[changeSet.id] = device
    }
  }

  func pull(_ device: SimulatedDevice, isFaulty: Bool) throws {
    for _ in 0..<(isFaulty ? random.number(1..<4) : 60) {
      if hasRestored, try !handBack(device, isFaulty: isFaulty) { return }
      let size = random.pick([1, 400, 1 << 20])!
      let request = try device.replica.nextPull(maxBytes: size)
      var progress: PullProgress?
      try call(device, isFaulty: isFaulty) { [unowned self] in
        if hasRestored { try noteElsewhere(device) }
        return try spoiled(
          hub.pull(request, as: device.account), for: device.account, isFaulty: isFaulty)
      } answer: { replica, response in
        progress = try replica.receive(response, to: request)
      }
      if progress == .done {
        if hasRestored, try !device.forgotten.isEmpty { fault("home kept that the hub forgot") }
        return
      }
    }
    // As `ReplicaFile` does when an answer is lost: another pull begins anew.
    if device.isBeside { device.replica.abandonPull() }
  }

  // MARK: Hub-confirmed transactions

  private func work(_ device: SimulatedDevice, isFaulty: Bool) throws {
    guard let task = device.task, try device.replica.isConfirmed(),
      try device.replica.confirmationRequest() == nil
    else { return }
    let held = Set(try device.zones.map(\.id))
    // What concerns one zone alone relies on no other.
    let isListed = if case .decide = task { false } else { true }
    let zones: [ZoneID] =
      switch task {
      case .merge(let source, let target): [source, target]
      case .deleteHome(let zone): [zone]
      case .decide(let decision): [decision.zone]
      }
    guard held.isSuperset(of: zones), device.tries < 12 else {
      device.task = nil
      return
    }
    if device.tries == 4 {
      _ = try atHub(isFaulty: false) {
        for zone in zones { try trace("hold", device.name, device.account, zone) }
        return try hub.hold(zones, replica: device.name, as: device.account)
      }
    }
    do {
      let crash = isFaulty && random.chance(0.05) ? random.number(0..<40) : nil
      let outcome = try device.run(crashAfter: crash) { replica in
        try replica.prepare(relyingOn: .init(zones: zones, accountList: isListed)) { transaction in
          try subject.perform(task, transaction)
        }
      }
      device.tries += 1
      if outcome?.hasChanges == false { device.task = nil }
      if outcome?.hasChanges == true, !isFaulty || random.chance(0.8) {
        try sendConfirmation(device, isFaulty: isFaulty)
      }
    } catch ReplicaError.pendingChanges {
      device.tries += isFaulty ? 0 : 1
    } catch ReplicaError.parkedChanges {
      device.task = nil
    } catch let error where subject.isRefusal(error) {
      if case .decide(let decision) = device.task {
        report.parked["\(decision.name) not done", default: 0] += 1
      }
      device.task = nil
    }
  }

  func sendConfirmation(_ device: SimulatedDevice, isFaulty: Bool) throws {
    guard let request = try device.replica.confirmationRequest() else { return }
    note(request, device)
    try call(device, isFaulty: isFaulty) { [unowned self] in
      try judge(request, account: device.account)
    } answer: { [unowned self] replica, response in
      guard !device.isBeside else {
        if case .refused(let refusal) = try replica.receiveConfirmation(response, to: request) {
          report.parked["beside \(refusal.reason.rawValue)", default: 0] += 1
        }
        return
      }
      let isLate = device.task == nil || confirmed.contains(request.changeSets[0].id)
      switch try replica.receiveConfirmation(response, to: request, isLate: isLate) {
      case .wait, .paused: break
      case .accepted:
        if case .decide(let decision)? = device.task {
          report.done[decision.name, default: 0] += 1
        }
        device.task = nil
        confirmed.insert(request.changeSets[0].id)
        fault("confirmed")
      case .refused(let refusal):
        report.parked["confirmation \(refusal.reason.rawValue)", default: 0] += 1
        let surprises: [RefusalReason] = [.unknown, .gone, .exists, .stale, .unseenChildren]
        try require(
          hasRestored || !surprises.contains(refusal.reason),
          "a hub-confirmed transaction knows what it does", "\(request.changeSets[0].id) \(refusal)"
        )
        if refusal.reason != .precondition { device.task = nil }
      }
    }
    // Who was not answered is told so, and may leave it at that.
    guard mayGiveUp, isFaulty, !device.isBeside,
      try device.replica.confirmationRequest() != nil, givingUp.chance(0.4)
    else { return }
    fault("confirmation given up")
    try device.replica.abandonConfirmation()
    if givingUp.chance(0.5) { device.task = nil }
  }

  // MARK: Sharing

  func makeInvite(in zone: ZoneID, by owner: AccountID, role: Role, uses: Int) throws {
    let id = "invite-\(random.next())"
    let life = Int64(random.number(60_000..<1_800_000))
    let expiresAt = time.milliseconds + life
    try trace("createInvite", id, zone, owner, role.rawValue, "\(uses)", "\(expiresAt)")
    try hub.createInvite(
      Invite(
        id: id, zone: zone, role: role, createdBy: owner, createdAt: time.milliseconds,
        expiresAt: expiresAt, maxUses: uses, tokenHash: "t\(id)",
        codeHash: "c\(id)"))
    invites.append(id)
  }

  /// Somebody who owns a zone, and the zone.
  private func ownedZone() throws -> (owner: AccountID, zone: ZoneID)? {
    let alive = oracle.images.filter(\.value.isAlive).keys.sorted()
    guard let zone = random.pick(alive.filter { !isPersonal($0) }) else { return nil }
    let grants = try store.read { try $0.grants(in: zone) }
    return grants.first { $0.role == .owner }.map { ($0.account, zone) }
  }

  func share(_ device: SimulatedDevice) throws {
    if try subject.share(device, self) { return }
    guard let (owner, zone) = try ownedZone() else { return }
    let other = random.pick(accounts)!
    _ = try atHub(isFaulty: random.chance(0.5)) {
      do {
        switch random.number(0..<6) {
        case 0, 1:
          lostGrants.insert("\(other) \(zone)")
          try trace("remove", other, zone, owner)
          try hub.remove(other, from: zone, by: owner)
          fault("removed")
        case 2:
          let role: Role = random.pick([.readWrite, .readOnly])!
          try trace("setRole", other, zone, owner, role.rawValue)
          try hub.setRole(role, of: other, in: zone, by: owner)
          fault("role changed")
        case 3:
          lostGrants.insert("\(other) \(zone)")
          try trace("remove", other, zone, other)
          try hub.remove(other, from: zone, by: other)
        default:
          try makeInvite(
            in: zone, by: owner, role: random.pick([.readWrite, .readWrite, .readOnly])!,
            uses: random.number(1..<4))
        }
      } catch is SharingError {} catch InviteError.switchedOff {}
    }
    if random.chance(0.1), let invite = random.pick(invites) {
      _ = try atHub(isFaulty: false) {
        try trace("revokeInvite", invite, owner)
        do { try hub.revokeInvite(invite, by: owner) } catch is SharingError {}
      }
    }
  }

  func redeem(_ device: SimulatedDevice) throws {
    if try subject.redeem(device, self) { return }
    guard let invite = random.pick(Array(invites.suffix(3))) else { return }
    let before = try store.read { reader in
      (
        try reader.invite(invite),
        try reader.hasRedeemed(invite, account: device.account),
        try reader.invite(invite).flatMap {
          try reader.grant(in: $0.zone, for: device.account)
        }
      )
    }
    for _ in 0..<random.number(1..<3) {
      _ = try atHub(isFaulty: true) {
        do {
          try trace("redeem", invite, device.account)
          try hub.redeem(inviteID: invite, by: device.account)
          let state = before.0?.state(now: time.milliseconds)
          try require(
            before.2 != nil || (state == .active && !before.1),
            "7 an invite lets nobody in that it must not", "\(device.account) \(state as Any)")
          fault("redeemed")
        } catch is InviteError {} catch is SharingError {}
      }
    }
  }
}
