import SyncProtocol

/// Invites that give somebody who is in a zone already a higher role there (D-INV-4).
extension Hub {
  /// Whether an invite gives more than somebody has in its zone, and has not been used by them:
  /// whoever got their role by it and was given a lower one since has had what it gives.
  func isHigher(
    _ invite: Invite, than grant: HubGrant, _ reader: any HubReader
  ) throws -> Bool {
    guard grant.role != .owner, invite.role > grant.role else { return false }
    if isPlanted(.upgradeRepeated) { return true }
    return try !reader.hasRedeemed(invite.id, account: grant.account)
  }

  /// The role that an invite shows to a viewer: to somebody in its zone whom it would not raise, no
  /// more than they have.
  func shownRole(
    of invite: Invite, to grant: HubGrant?, _ reader: any HubReader
  ) throws -> Role {
    guard let grant, invite.role > grant.role else { return invite.role }
    guard try isHigher(invite, than: grant, reader) else { return grant.role }
    do {
      try checkUpgrade(grant, by: invite, reader)
      return invite.role
    } catch is InviteError {
      return grant.role
    } catch is SharingError {
      return grant.role
    }
  }

  /// Throws `InviteError` or `SharingError` if an invite gives somebody in its zone nothing.
  private func checkUpgrade(
    _ grant: HubGrant, by invite: Invite, _ reader: any HubReader
  ) throws {
    try gate.check(.join, by: grant.account, in: invite.zone, reader)
    if !isPlanted(.upgradeUnchecked) { try checkUsable(invite) }
    guard try invite.isFor(accountNamed: reader.account(grant.account)?.nameKey) else {
      throw InviteError.forOther
    }
    if invite.role.canWrite { try checkNotKept(grant.account, in: invite.zone, reader) }
    try checkKeepers(of: grant.account, made: invite, reader)
  }

  /// Gives somebody in a zone the higher role of an invite, as part of an open change. It uses the
  /// invite up like joining, and is a role of their own, whatever their family gives them.
  ///
  /// The grant stays the same one: what they have written on their devices counts still.
  func upgrade(
    _ grant: HubGrant, by invite: Invite, writer: any HubWriter, draft: Draft, stamp: Stamp
  ) throws {
    try checkUpgrade(grant, by: invite, writer)
    var (grant, invite) = (grant, invite)
    if try writer.familyShareMember(grant.account, of: grant.zone) != nil {
      draft.directRoles[grant.zone] = [grant.account: invite.role]
      draft.followedShares.insert(grant.zone)
    } else {
      try draft.setDirect(grant.account, in: grant.zone, stamp: stamp)
    }
    invite.usedCount += 1
    try store(invite, writer: writer, draft: draft, stamp: stamp)
    try writer.putRedemption(of: invite.id, by: grant.account, at: now())
    (grant.role, grant.inviteID) = (invite.role, invite.id)
    let name = try writer.account(grant.account)?.displayName ?? ""
    try draft.put(grant, name: name, cause: "", stamp: stamp, now: now())
    guard let zone = try writer.zone(grant.zone) else { return }
    let notice = AccountNotice(
      id: UUIDs.v5(stamp.changeSet.description, grant.account), kind: .inviteUsed, zone: zone.id,
      title: try title(of: zone, writer), person: name, personID: grant.account, at: now())
    for manager in try writer.grants(in: zone.id)
    where isManager(manager.role, of: zone.kind) && manager.account != grant.account {
      // As with joining: of a home or a group its owner is told, whoever made the invite.
      guard manager.account == invite.createdBy || !schema.isFamily(zone.kind) else { continue }
      try writer.keep(notice, for: manager.account)
    }
  }
}
