import SyncProtocol

/// Why an invite does not admit somebody. The list is closed: each case has its page.
public enum InviteError: Error, Equatable, Sendable {
  case unknown, expired, revoked, exhausted
  /// The zone of the invite was deleted.
  case zoneGone
  /// The actor owns the zone.
  case own
  /// The actor joined with this invite and was removed afterwards; it does not readmit them.
  case alreadyUsedByYou
  /// The number of uses or the lifetime is out of range, the account name it is bound to is
  /// invalid, or a choice or request exceeds a limit.
  case outOfRange
  /// It is for an account of another name.
  case forOther
  /// The invite is for another kind of zone than the asker expects.
  case otherKind
  /// Sharing is not open to the people whom the request would admit; see `SharingGate`.
  case switchedOff
  /// Beginning to share needs a plan at this hub, and the actor has none.
  case planRequired
  /// The actor is in the zone already.
  case alreadyMember
  /// The invite gives another role than the one the actor has seen.
  case changed
  /// Only somebody whom the invite lets write in the zone may ask this.
  case readOnly
}

/// All that a person may know of a zone before joining it.
public struct InvitePreview: Equatable, Sendable {
  public let inviteID: String
  public let zone: ZoneID
  public let kind: ZoneKind
  public let title: String
  public let ownerName: String
  /// The owner's account name, which, unlike a display name, cannot be made to look like another
  /// person's.
  public let ownerAccountName: String
  /// What the viewer becomes by it: for somebody in the zone it is more than `ownRole` only where
  /// the invite gives it to them.
  public let role: Role
  public let expiresAt: Int64
  public let participantCount: Int
  public let recordCount: Int
  /// The viewer's own role, if they are in the zone already.
  public let ownRole: Role?
  /// The name of the only account that may use it.
  public let boundTo: String?
  /// Whether the invite is for another account: then only the zone's kind is told.
  public let isForOther: Bool
  /// Whether a person who joins with it may merge a zone of their own into this one.
  public let allowsMerge: Bool
  /// How many zones that are shared with it somebody gets who joins; `nil` for a zone with which
  /// none can be shared.
  public let sharedCount: Int?
}

extension Hub {
  /// The possible lifetimes of an invite in milliseconds and, below, its possible numbers of uses.
  public static let inviteLifeMilliseconds: ClosedRange<Int64> = 60_000...(30 * 86_400_000)
  public static let inviteUses: ClosedRange<Int> = 1...50

  /// Stores a new invite. The caller has made its token and code and passes only their hashes, so
  /// the secrets can be shown only once.
  public func createInvite(_ invite: Invite) throws {
    _ = try createInvite(invite, onlyWhenUnshared: false)
  }

  /// The same; `false`, without storing anything, if the zone is shared although it must not be.
  func createInvite(_ invite: Invite, onlyWhenUnshared: Bool) throws -> Bool {
    guard Self.inviteUses.contains(invite.maxUses), invite.role != .owner,
      Self.inviteLifeMilliseconds.contains(invite.expiresAt - invite.createdAt),
      invite.boundTo.map({ AccountRules.name($0) != nil && invite.maxUses == 1 }) ?? true
    else { throw InviteError.outOfRange }
    let isMade = try change(by: invite.createdBy) { writer, draft, stamp in
      try requireManager(of: invite.zone, invite.createdBy, writer)
      try checkUnrestricted(invite.createdBy, writer)
      try checkBeginning(in: invite.zone, by: invite.createdBy, writer)
      let maker = try writer.account(invite.createdBy)
      if invite.boundTo != nil, invite.isFor(accountNamed: maker?.nameKey) {
        throw InviteError.outOfRange
      }
      if onlyWhenUnshared, try isShared(invite.zone, writer) { return false }
      guard try writer.invite(invite.id) == nil else { return true }
      try store(invite, writer: writer, draft: draft, stamp: stamp)
      return true
    }
    if isMade, invite.boundTo != nil { try tellInvited(by: invite) }
    return isMade
  }

  /// Tells the account that an invite is for. In a transaction of its own: the one that made the
  /// invite locks other accounts. The notice has the invite's id, so it is told once.
  private func tellInvited(by invite: Invite) throws {
    guard let key = invite.boundTo.flatMap({ AccountRules.name($0)?.key }) else { return }
    var told = Notice()
    try store.write { writer in
      guard let person = try writer.account(named: key), !person.isDisabled,
        let zone = try writer.zone(invite.zone), zone.isAlive,
        try writer.grant(in: zone.id, for: person.id) == nil,
        let maker = try writer.account(invite.createdBy)
      else { return }
      let notice = AccountNotice(
        id: invite.id, kind: .invited, zone: zone.id, title: try title(of: zone, writer),
        person: maker.displayName, personID: maker.id, at: invite.createdAt)
      try writer.keep(notice, for: person.id)
      told.accounts = [person.id]
    }
    announce(told)
  }

  /// Revokes an invite at once. Does nothing if it is revoked already.
  public func revokeInvite(_ id: String, by actor: AccountID) throws {
    try change(by: actor) { writer, draft, stamp in
      guard let invite = try writer.invite(id) else { throw SharingError.notFound }
      try requireManager(of: invite.zone, actor, writer)
      guard invite.revokedAt == nil else { return }
      try revoke(invite, writer: writer, draft: draft, stamp: stamp)
    }
  }

  func revoke(
    _ invite: Invite, writer: any HubWriter, draft: Draft, stamp: Stamp
  ) throws {
    var invite = invite
    invite.revokedAt = now()
    try store(invite, writer: writer, draft: draft, stamp: stamp)
  }

  /// Stores the invite, and the record that shows it to everyone in the zone.
  func store(
    _ invite: Invite, writer: any HubWriter, draft: Draft, stamp: Stamp
  ) throws {
    try writer.putInvite(invite)
    try draft.show(invite, stamp: stamp)
  }

  /// What an invite offers. Changes nothing, however often it is called.
  public func preview(inviteID: String, viewer: AccountID?) throws -> InvitePreview {
    try store.read { reader in
      guard let invite = try reader.invite(inviteID) else { throw InviteError.unknown }
      guard let zone = try reader.zone(invite.zone), zone.isAlive else {
        throw InviteError.zoneGone
      }
      let grants = try reader.grants(in: zone.id)
      let own = grants.first { $0.account == viewer }
      if own == nil {
        try gate.check(.join, by: viewer, in: zone.id, reader)
        try checkUsable(invite)
      }
      let nameKey = try viewer.flatMap { try reader.account($0) }?.nameKey
      guard own != nil || invite.isFor(accountNamed: nameKey) else {
        return InvitePreview(forOther: invite, kind: zone.kind)
      }
      let owner = try grants.first { $0.role == .owner }.flatMap { try reader.account($0.account) }
      return InvitePreview(
        inviteID: invite.id, zone: zone.id, kind: zone.kind, title: try title(of: zone, reader),
        ownerName: owner?.displayName ?? "", ownerAccountName: owner?.name ?? "",
        role: try shownRole(of: invite, to: own, reader), expiresAt: invite.expiresAt,
        participantCount: grants.count,
        recordCount: zone.recordCount, ownRole: own?.role, boundTo: invite.boundTo,
        isForOther: false, allowsMerge: invite.allowsMerge,
        sharedCount: try sharedCount(of: zone, invite, viewer, reader))
    }
  }

  /// The zone's present title; empty for a kind without a title register.
  func title(of zone: HubZone, _ reader: any HubReader) throws -> String {
    guard let register = schema.zoneKinds[zone.kind]?.titleRegister else { return "" }
    let root = try reader.record(RecordPlace(zone: zone.id, id: zone.id))
    return root?.registers[register]?.value.text ?? ""
  }

  func checkUsable(_ invite: Invite) throws {
    switch invite.state(now: now()) {
    case .active: return
    case .revoked: throw InviteError.revoked
    case .expired: throw InviteError.expired
    case .exhausted: throw InviteError.exhausted
    }
  }

  /// Admits an account to the invite's zone with the role that its creator chose.
  ///
  /// The check, the count, the grant and the record are part of one commit. A repeated call by a
  /// participant changes nothing; after a removal the invite does not readmit. Somebody who is in
  /// the zone with a lower role gets the invite's, once. The owner gets a notice.
  ///
  /// - Parameters:
  ///   - kind: the kind of zone that the asker expects; another kind is refused.
  ///   - leaving: another zone of the same kind, which the account leaves in the same commit, where
  ///     it may not be in both. Throws `SharingError.isOwner` if it is the account's own.
  @discardableResult
  public func redeem(
    inviteID: String, by account: AccountID, as kind: ZoneKind? = nil, leaving: ZoneID? = nil
  ) throws -> ZoneID {
    try change(by: account) { writer, draft, stamp in
      try admit(
        account, by: inviteID, as: kind, leaving: leaving, writer: writer, draft: draft,
        stamp: stamp)
    }
  }

  /// Admits an account as part of an open change.
  ///
  /// - Parameter role: the role that the asker has seen; if the invite gives another one, it is
  ///   refused.
  func admit(
    _ account: AccountID, by inviteID: String, as kind: ZoneKind? = nil, seeing role: Role? = nil,
    leaving: ZoneID? = nil, writer: any HubWriter, draft: Draft, stamp: Stamp
  ) throws -> ZoneID {
    guard var invite = try writer.invite(inviteID) else { throw InviteError.unknown }
    guard let zone = try writer.zone(invite.zone), zone.isAlive else {
      throw InviteError.zoneGone
    }
    guard kind == nil || kind == zone.kind else { throw InviteError.otherKind }
    if let grant = try writer.grant(in: invite.zone, for: account) {
      if grant.role == .owner { throw InviteError.own }
      // Whoever came in by another way meanwhile has not been asked whether they want more.
      if role == nil, try isHigher(invite, than: grant, writer) {
        try upgrade(grant, by: invite, writer: writer, draft: draft, stamp: stamp)
        return invite.zone
      }
      guard isPlanted(.redeemCountsTwice) else { return invite.zone }
    } else if try writer.hasRedeemed(invite.id, account: account),
      !isPlanted(.redeemAfterRevoke)
    {
      throw InviteError.alreadyUsedByYou
    }
    try gate.check(.join, by: account, in: zone.id, writer)
    if !isPlanted(.redeemIgnoresLimit) { try checkUsable(invite) }
    let person = try writer.account(account)
    guard invite.isFor(accountNamed: person?.nameKey) else { throw InviteError.forOther }
    guard role == nil || role == invite.role else { throw InviteError.changed }
    if let kind = schema.zoneKinds[zone.kind],
      try writer.grants(in: zone.id).count >= kind.maxParticipants
    {
      throw SharingError.tooManyParticipants(limit: kind.maxParticipants)
    }
    try checkKeepers(of: account, made: invite, writer)
    try checkMemberships(of: account, in: zone.kind, leaving: leaving, writer)
    try leave(leaving, for: zone, account, writer: writer, draft: draft, stamp: stamp)
    invite.usedCount += 1
    try store(invite, writer: writer, draft: draft, stamp: stamp)
    try writer.putRedemption(of: invite.id, by: account, at: now())
    let grant = HubGrant(
      zone: invite.zone, account: account, role: invite.role,
      grantID: isPlanted(.grantNumbered) ? "\(now())" : stamp.changeSet.description,
      inviteID: invite.id)
    let name = person?.displayName ?? ""
    try draft.put(grant, name: name, cause: invite.id, stamp: stamp, now: now())
    let title = try title(of: zone, writer)
    for manager in try writer.grants(in: zone.id)
    where isManager(manager.role, of: zone.kind) && manager.account != account {
      // Of a home or a group its owner is told, whoever made the invite: the former owner may have.
      let isOwn = manager.account == invite.createdBy || !schema.isFamily(zone.kind)
      let notice = AccountNotice(
        id: UUIDs.v5(stamp.changeSet.description, account),
        kind: isOwn ? .inviteUsed : .personJoined, zone: zone.id, title: title, person: name,
        personID: account, at: now())
      try writer.keep(notice, for: manager.account)
    }
    return invite.zone
  }
}

extension Hub {
  /// Takes an account out of the zone that it leaves for another of the same kind, as part of the
  /// change that admits it there.
  private func leave(
    _ left: ZoneID?, for zone: HubZone, _ account: AccountID, writer: any HubWriter, draft: Draft,
    stamp: Stamp
  ) throws {
    guard let left, left != zone.id, !isPlanted(.leavingForgotten) else { return }
    guard let former = try writer.zone(left), former.isAlive, former.kind == zone.kind,
      let grant = try writer.grant(in: left, for: account)
    else { throw SharingError.notFound }
    guard grant.role != .owner || isPlanted(.ownerChangesZones) else { throw SharingError.isOwner }
    try take(grant, writer: writer, draft: draft, stamp: stamp)
  }
}

extension InvitePreview {
  /// What a person learns of an invite for another account: the name of that account.
  fileprivate init(forOther invite: Invite, kind: ZoneKind) {
    self.init(
      inviteID: invite.id, zone: "", kind: kind, title: "", ownerName: "", ownerAccountName: "",
      role: invite.role, expiresAt: invite.expiresAt, participantCount: 0, recordCount: 0,
      ownRole: nil, boundTo: invite.boundTo, isForOther: true, allowsMerge: false,
      sharedCount: nil)
  }
}
