import SyncProtocol

/// Pending joins, between the first decision and the last step; they can be continued on any device
/// (D-INV-5).
extension Hub {
  /// The most joins of one account; the oldest unredeemed ones make room.
  public static let maxPendingJoins = 20
  /// The greatest length of a choice, in bytes of UTF-8.
  public static let maxJoinChoiceBytes = 2000
  /// How long an unredeemed join is kept after its invite has ended.
  public static let keepEndedJoinsMilliseconds: Int64 = 30 * 86_400_000

  /// Stores what an account has decided about an invite, without admitting it.
  ///
  /// A repeated call replaces the choice. Throws `InviteError` like `preview` and `redeem`, and
  /// `alreadyMember` for somebody who is in the zone, unless they joined with this invite and the
  /// join is unfinished.
  public func keepJoin(
    inviteID: String, choice: String, by account: AccountID
  ) throws -> PendingJoin {
    try checkChoice(choice)
    let now = now()
    let join = try store.write { writer in
      guard let person = try writer.account(account) else { throw AccountError.notFound }
      guard let invite = try writer.invite(inviteID) else { throw InviteError.unknown }
      guard let zone = try writer.zone(invite.zone), zone.isAlive else {
        throw InviteError.zoneGone
      }
      let hasRedeemed = try writer.hasRedeemed(invite.id, account: account)
      if let grant = try writer.grant(in: zone.id, for: account) {
        if grant.role == .owner { throw InviteError.own }
        let id = PendingJoin.id(of: account, by: invite.id)
        guard hasRedeemed, try writer.pendingJoin(id, of: account) != nil else {
          throw InviteError.alreadyMember
        }
      } else {
        if hasRedeemed { throw InviteError.alreadyUsedByYou }
        try gate.check(.join, by: account, in: zone.id, writer)
        try checkUsable(invite)
        guard invite.isFor(accountNamed: person.nameKey) else { throw InviteError.forOther }
      }
      let owner = try owner(of: zone.id, writer)
      let join = KeptJoin(
        account: account, inviteID: invite.id, zone: zone.id, kind: zone.kind,
        title: try title(of: zone, writer), ownerName: owner?.displayName ?? "",
        ownerAccountName: owner?.name ?? "", role: invite.role, expiresAt: invite.expiresAt,
        choice: choice, createdAt: now)
      try writer.putPendingJoin(join)
      try writer.trimPendingJoins(of: account, to: Self.maxPendingJoins, keeping: join.id)
      return try describe(try writer.pendingJoin(join.id, of: account) ?? join, at: now, writer)
    }
    announceJoins(of: account)
    return join
  }

  /// An account's pending joins, oldest first.
  public func pendingJoins(of account: AccountID) throws -> [PendingJoin] {
    let now = now()
    return try store.read { reader in
      try reader.pendingJoins(of: account).map { try describe($0, at: now, reader) }
    }
  }

  /// Replaces the choice of one of the account's joins. Throws `SharingError.notFound`.
  ///
  /// - Parameter role: the role that the person was shown and agreed to; `nil` keeps the one agreed
  ///   to before.
  public func setJoinChoice(
    _ id: String, _ choice: String, seeing role: Role? = nil, by account: AccountID
  ) throws {
    try checkChoice(choice)
    try store.write { writer in
      guard var join = try writer.pendingJoin(id, of: account) else {
        throw SharingError.notFound
      }
      join.choice = choice
      if let role { join.role = role }
      try writer.putPendingJoin(join)
    }
    announceJoins(of: account)
  }

  /// Admits the account with the invite of one of its joins, as `redeem` does.
  ///
  /// The join stays. Throws `SharingError.notFound`, and `InviteError.changed` if the invite gives
  /// another role than the account has seen.
  @discardableResult
  public func redeemJoin(_ id: String, by account: AccountID) throws -> ZoneID {
    try change(by: account) { writer, draft, stamp in
      guard let join = try writer.pendingJoin(id, of: account) else {
        throw SharingError.notFound
      }
      guard try writer.invite(join.inviteID) != nil else { throw InviteError.zoneGone }
      return try admit(
        account, by: join.inviteID, seeing: join.role, writer: writer, draft: draft, stamp: stamp)
    }
  }

  /// Forgets a join. Does nothing if the account has no such join.
  public func forgetJoin(_ id: String, of account: AccountID) throws {
    try store.write { try $0.removePendingJoin(id, of: account) }
    announceJoins(of: account)
  }

  /// Removes unredeemed joins some time after their invites have ended. Blocks, so call it from
  /// time to time.
  public func removeEndedJoins() throws {
    let moment = now() - Self.keepEndedJoinsMilliseconds
    try store.write { try $0.removePendingJoins(endedBy: moment) }
  }

  private func checkChoice(_ choice: String) throws {
    guard choice.utf8.count <= Self.maxJoinChoiceBytes, !choice.utf8.contains(0) else {
      throw InviteError.outOfRange
    }
  }

  /// Other pages and devices of the account show its joins too.
  private func announceJoins(of account: AccountID) {
    var notice = Notice()
    notice.accounts = [account]
    announce(notice)
  }

  private func describe(
    _ join: KeptJoin, at now: Int64, _ reader: any HubReader
  ) throws -> PendingJoin {
    let invite = try reader.invite(join.inviteID)
    let zone = try reader.zone(join.zone)
    let grant = try reader.grant(in: join.zone, for: join.account)
    let isRedeemed = try reader.hasRedeemed(join.inviteID, account: join.account)
    var found = PendingJoin(
      id: join.id, inviteID: join.inviteID, zone: join.zone, kind: join.kind, title: join.title,
      ownerName: join.ownerName, ownerAccountName: join.ownerAccountName,
      role: invite?.role ?? join.role, seenRole: join.role, expiresAt: join.expiresAt,
      participantCount: 0, choice: join.choice, createdAt: join.createdAt,
      isRedeemed: isRedeemed, state: .zoneGone)
    guard let invite, let zone, zone.isAlive else { return found }
    found.allowsMerge = invite.allowsMerge
    if grant != nil {
      found.state = isRedeemed ? .redeemed : .member
    } else if isRedeemed {
      found.state = .removed
    } else {
      found.state = try state(of: join, invite: invite, at: now, reader)
    }
    // If the invite no longer admits the account, it is told no more than it has seen.
    guard [.open, .redeemed, .member, .roleChanged].contains(found.state) else { return found }
    let owner = try owner(of: zone.id, reader)
    found.title = try title(of: zone, reader)
    found.ownerName = owner?.displayName ?? ""
    found.ownerAccountName = owner?.name ?? ""
    found.ownRole = grant?.role
    found.participantCount = try reader.grants(in: zone.id).count
    return found
  }

  /// The state of a join for an account that is not in the zone and has not redeemed this invite.
  private func state(
    of join: KeptJoin, invite: Invite, at now: Int64, _ reader: any HubReader
  ) throws -> PendingJoin.State {
    do {
      try gate.check(.join, by: join.account, in: join.zone, reader)
    } catch InviteError.switchedOff {
      return .switchedOff
    }
    switch invite.state(now: now) {
    case .expired: return .expired
    case .revoked: return .revoked
    case .exhausted: return .exhausted
    case .active: break
    }
    guard invite.isFor(accountNamed: try reader.account(join.account)?.nameKey) else {
      return .forOther
    }
    return invite.role == join.role ? .open : .roleChanged
  }

  private func owner(of zone: ZoneID, _ reader: any HubReader) throws -> Account? {
    try reader.grants(in: zone).first { $0.role == .owner }
      .flatMap { try reader.account($0.account) }
  }
}
