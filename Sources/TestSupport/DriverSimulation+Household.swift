import Hub
import SyncProtocol

/// What a household does with its homes, and an administrator with what is shared.
extension DriverSimulation {
  func actAtHub() throws {
    switch random.number(0..<100) {
    case 0..<30: try changeSharing()
    case 30..<65: try changeMembership()
    case 65..<80: try bringHomeBack()
    case 80..<94: try makeBackup()
    default: if let backup { try restore(backup) }
    }
  }

  /// Does what somebody asks the hub for. Returns whether it was done: what is not allowed, or what
  /// the hub's disk does not let it do, is not.
  @discardableResult
  func ask(_ what: String, _ body: (Hub) throws -> Void) throws -> Bool {
    guard let process = hub.process else { return false }
    do {
      try body(process.hub)
    } catch is HubStoreError {
      return false
    } catch is SharingError {
      return false
    } catch is InviteError {
      return false
    }
    fault(what)
    return true
  }

  /// What is shared may be read only, or is not even shown, or all is as ever.
  private func changeSharing() throws {
    let isPaused = random.chance(0.4)
    let hides = isPaused && random.chance(0.5)
    try ask(hides ? "sharing hidden" : isPaused ? "sharing paused" : "sharing goes on") { hub in
      try setSharing(isPaused ? .killed : .open, hides: hides, at: hub)
    }
  }

  func setSharing(_ state: SharingFlag.State, hides: Bool = false, at hub: Hub) throws {
    try hub.changeSharingFlag(
      SharingFlagChange(state: state, hidesShared: hides), by: .commandLine)
  }

  // MARK: Who is in the home

  /// Its owner changes what somebody may do in the home, takes them out, or lets them in again.
  private func changeMembership() throws {
    let account = random.chance(0.5) ? "bob" : "cyd"
    switch random.number(0..<100) {
    case 0..<20:
      reasons.insert(.readOnly)
      try ask("role lowered") { try $0.setRole(.readOnly, of: account, in: home, by: "ann") }
    case 20..<40:
      try ask("role raised") { try $0.setRole(.readWrite, of: account, in: home, by: "ann") }
    case 40..<65:
      try remove(account)
    default: try admit(account)
    }
  }

  /// Who is out already stays out.
  func remove(_ account: AccountID) throws {
    reasons.formUnion([.permission, .regranted])
    try ask("member removed") { hub in
      guard try hub.role(of: account, in: home) != nil else { throw SharingError.notFound }
      try hub.remove(account, from: home, by: "ann")
    }
  }

  /// Invites somebody into the home, who joins at once. Who is in it already changes nothing.
  func admit(_ account: AccountID) throws {
    lastInvite += 1
    let (id, now) = ("invite-\(lastInvite)", hub.machine.now)
    try ask("member let in") { [lastInvite] hub in
      guard try hub.role(of: account, in: home) == nil else { throw InviteError.alreadyMember }
      try hub.createInvite(
        Invite(
          id: id, zone: home, role: .readWrite, createdBy: "ann", createdAt: now,
          expiresAt: now + 3_600_000, maxUses: 1, tokenHash: "token-\(lastInvite)",
          codeHash: "code-\(lastInvite)", allowsMerge: true))
      try hub.redeem(inviteID: id, by: account)
    }
  }

  // MARK: Homes that were deleted

  /// Somebody brings back a home of theirs that was deleted, for everybody or for themselves.
  private func bringHomeBack() throws {
    let isAlone = random.chance(0.2)
    let chosen = random.next()
    for account in accounts {
      try ask("home brought back") { hub in
        let zones = try hub.deletedZones(of: account).map(\.zone)
        guard !zones.isEmpty else { throw SharingError.notFound }
        if isAlone { reasons.formUnion([.permission, .regranted]) }
        try hub.restoreZone(
          zones[Int(chosen % UInt64(zones.count))], by: account, isAlone: isAlone)
      }
    }
  }

  // MARK: The end of it

  /// Nothing is paused any more, and a hub that was restored waits for nobody who is here.
  func endTroublesAtHub() throws {
    try ask("sharing goes on") { try setSharing(.open, at: $0) }
    guard restoreCount > 0 else { return }
    try rest(seconds: 120)
    try ask("recovery ended") { try $0.closeRecovery(by: .commandLine) }
  }

  /// The home is there again, and everybody is in it and may write.
  func gather() throws {
    try ask("home brought back") { hub in
      guard try hub.deletedZones(of: "ann").contains(where: { $0.zone == home }) else {
        throw SharingError.notFound
      }
      try hub.restoreZone(home, by: "ann")
    }
    for account in accounts.dropFirst() {
      try admit(account)
      try ask("role raised") { try $0.setRole(.readWrite, of: account, in: home, by: "ann") }
    }
  }
}
