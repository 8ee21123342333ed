import SyncProtocol

/// Why an invite does not let someone in. Closed; each case has its page.
public enum InviteError: Error, Equatable, Sendable {
  case unknown, expired, revoked, exhausted
  /// The home it was for was deleted.
  case zoneGone
  /// The actor owns the home himself.
  case own
  /// The actor was removed after he had joined with it; it is no way back in.
  case alreadyUsedByYou
  /// The number of uses or the life asked for is out of range, the name it is for is none, or what
  /// is kept or asked for is more than it may be.
  case outOfRange
  /// It is for an account of another name.
  case forOther
  /// It leads to another kind of zone than the asker expects.
  case otherKind
  /// Sharing is not open to those whom it would take now; see `SharingGate`.
  case switchedOff
  /// Beginning to share needs a plan at this hub, and the actor has none.
  case planRequired
  /// The actor is in the zone already.
  case alreadyMember
  /// It gives another role than the actor has seen.
  case changed
  /// Only who may write there may ask for it.
  case readOnly
}

/// What someone may know of a zone before he joins it: no more than this.
public struct InvitePreview: Equatable, Sendable {
  public let inviteID: String
  public let zone: ZoneID
  public let kind: ZoneKind
  public let title: String
  public let ownerName: String
  /// The owner's account name, which he cannot make look like someone else's display name.
  public let ownerAccountName: String
  public let role: Role
  public let expiresAt: Int64
  public let participantCount: Int
  public let recordCount: Int
  /// The viewer's own role, when he is in the zone already.
  public let ownRole: Role?
  /// The name of the only account that may use it.
  public let boundTo: String?
  /// It is for somebody else than the viewer: of the zone nothing is told but its kind.
  public let isForOther: Bool
  /// Whether who joins by it may merge a zone of their own into it.
  public let allowsMerge: Bool
}

extension Hub {
  /// How long an invite may live and how often it may be used.
  public static let inviteLifeMilliseconds: ClosedRange<Int64> = 60_000...(30 * 86_400_000)
  public static let inviteUses: ClosedRange<Int> = 1...50

  /// Makes an invite. The caller has made token and code and passes their hashes; they are nowhere
  /// else kept, so they can be shown only once.
  public func createInvite(_ invite: Invite) throws {
    _ = try createInvite(invite, onlyWhenUnshared: false)
  }

  /// The same; `false`, and nothing made, when the zone is shared and must not be.
  func createInvite(_ invite: Invite, onlyWhenUnshared: Bool) throws -> Bool {
    guard Self.inviteUses.contains(invite.maxUses), invite.role != .owner,
      Self.inviteLifeMilliseconds.contains(invite.expiresAt - invite.createdAt),
      invite.boundTo.map({ AccountRules.name($0) != nil && invite.maxUses == 1 }) ?? true
    else { throw InviteError.outOfRange }
    return try change(by: invite.createdBy) { writer, draft, stamp in
      try requireOwner(of: invite.zone, invite.createdBy, writer)
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
  }

  /// Takes an invite back at once. Revoking it twice changes nothing.
  public func revokeInvite(_ id: String, by actor: AccountID) throws {
    try change(by: actor) { writer, draft, stamp in
      guard let invite = try writer.invite(id) else { throw SharingError.notFound }
      try requireOwner(of: invite.zone, actor, writer)
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

  /// Keeps the invite, and what everyone in the zone may see of it as a record.
  private func store(
    _ invite: Invite, writer: any HubWriter, draft: Draft, stamp: Stamp
  ) throws {
    try writer.putInvite(invite)
    var record =
      try draft.record(RecordPlace(zone: invite.zone, id: invite.id))
      ?? HubRecord(zone: invite.zone, table: "invites", id: invite.id)
    let values: SortedMap<FieldValue> = [
      "role": .text(invite.role.rawValue), "createdBy": .text(invite.createdBy),
      "createdAt": .integer(invite.createdAt), "expiresAt": .integer(invite.expiresAt),
      "maxUses": .integer(Int64(invite.maxUses)), "usedCount": .integer(Int64(invite.usedCount)),
      "revokedAt": invite.revokedAt.map(FieldValue.integer) ?? .null,
    ]
    for (name, value) in values where record.registers[name]?.value != value {
      record.registers[name] = Register(value, stamp)
    }
    try draft.put(record)
  }

  /// What an invite leads to. Changes nothing, whoever looks and however often.
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
        role: invite.role, expiresAt: invite.expiresAt, participantCount: grants.count,
        recordCount: zone.recordCount, ownRole: own?.role, boundTo: invite.boundTo,
        isForOther: false, allowsMerge: invite.allowsMerge)
    }
  }

  /// What a zone is called now; empty for a kind without names.
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

  /// Lets an account into the invite's zone with the role its creator fixed.
  ///
  /// Validity, count, grant and record change in one commit under the writer's lock. Once in, a
  /// second try changes nothing; once removed, the invite is no way back. The owner gets a notice.
  ///
  /// - Parameter kind: what the asker believes to join; another kind is refused.
  @discardableResult
  public func redeem(
    inviteID: String, by account: AccountID, as kind: ZoneKind? = nil
  ) throws -> ZoneID {
    try change(by: account) { writer, draft, stamp in
      try admit(
        account, by: inviteID, as: kind, writer: writer, draft: draft, stamp: stamp)
    }
  }

  /// Lets an account in, in the change that is being made.
  ///
  /// - Parameter role: what the asker has seen that the invite gives; another one is refused.
  func admit(
    _ account: AccountID, by inviteID: String, as kind: ZoneKind? = nil, seeing role: Role? = nil,
    writer: any HubWriter, draft: Draft, stamp: Stamp
  ) throws -> ZoneID {
    guard var invite = try writer.invite(inviteID) else { throw InviteError.unknown }
    guard let zone = try writer.zone(invite.zone), zone.isAlive else {
      throw InviteError.zoneGone
    }
    guard kind == nil || kind == zone.kind else { throw InviteError.otherKind }
    if let grant = try writer.grant(in: invite.zone, for: account) {
      if grant.role == .owner { throw InviteError.own }
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
    invite.usedCount += 1
    try store(invite, writer: writer, draft: draft, stamp: stamp)
    try writer.putRedemption(of: invite.id, by: account, at: now())
    let grant = HubGrant(
      zone: invite.zone, account: account, role: invite.role,
      grantID: isPlanted(.grantNumbered) ? "\(now())" : stamp.changeSet.description,
      inviteID: invite.id)
    let name = person?.displayName ?? ""
    try draft.put(grant, name: name, cause: invite.id, stamp: stamp, now: now())
    let notice = AccountNotice(
      id: UUIDs.v5(stamp.changeSet.description, account), kind: .inviteUsed, zone: zone.id,
      title: try title(of: zone, writer), person: name, personID: account, at: now())
    for owner in try writer.grants(in: zone.id) where owner.role == .owner {
      try writer.keep(notice, for: owner.account)
    }
    return invite.zone
  }
}

extension InvitePreview {
  /// What somebody learns of an invite that is for an account of another name: its name.
  fileprivate init(forOther invite: Invite, kind: ZoneKind) {
    self.init(
      inviteID: invite.id, zone: "", kind: kind, title: "", ownerName: "", ownerAccountName: "",
      role: invite.role, expiresAt: invite.expiresAt, participantCount: 0, recordCount: 0,
      ownRole: nil, boundTo: invite.boundTo, isForOther: true, allowsMerge: false)
  }
}
