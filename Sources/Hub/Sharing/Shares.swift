import SyncProtocol

extension Hub {
  /// The share of a zone; there is only one. Throws `SharingError.notFound` if nobody else is in
  /// the zone or invited, or if the asker is not in it.
  public func share(of zone: ZoneID, by actor: AccountID) throws -> Share {
    let now = now()
    return try store.read { reader in
      guard let found = try reader.zone(zone), found.isAlive,
        let own = try reader.grant(in: zone, for: actor)
      else { throw SharingError.notFound }
      let grants = try reader.grants(in: zone)
      let open = try reader.invites(in: zone).filter { $0.state(now: now) == .active }
      guard grants.count > 1 || !open.isEmpty else { throw SharingError.notFound }
      let members = try grants.map { grant in
        Share.Member(
          account: grant.account, name: try reader.account(grant.account)?.displayName ?? "",
          role: grant.role,
          isOffered: try own.role == .owner && grant.role != .owner
            && isOffered(zone, to: grant.account, reader))
      }
      return Share(
        zone: zone, kind: found.kind, title: try title(of: found, reader), role: own.role,
        members: members.filter { $0.role == .owner } + members.filter { $0.role != .owner },
        invites: isManager(own.role, of: found.kind) ? open.map { Share.OpenInvite($0) } : [])
    }
  }

  /// Whether anyone but the owner is in the zone, or can join it.
  func isShared(_ zone: ZoneID, _ reader: any HubReader) throws -> Bool {
    let now = now()
    return try reader.grants(in: zone).count > 1
      || reader.invites(in: zone).contains { $0.state(now: now) == .active }
  }
}

extension Share.OpenInvite {
  fileprivate init(_ invite: Invite) {
    self.init(
      id: invite.id, role: invite.role, expiresAt: invite.expiresAt, maxUses: invite.maxUses,
      usedCount: invite.usedCount, boundTo: invite.boundTo, allowsMerge: invite.allowsMerge)
  }
}

extension Invitations {
  /// Shares a zone by making an invite; a zone that is shared already stays as it is.
  ///
  /// - Returns: the share, with the new invite's secrets if one was made.
  public func share(_ request: InviteRequest, by account: AccountID) throws -> Share {
    let issued = try issue(request, by: account, onlyWhenUnshared: true)
    var share = try hub.share(of: request.zone, by: account)
    share.issued = issued
    return share
  }
}
