import SyncProtocol

/// Sharing zones with a family (X18). Who gets what of it is decided where a change is written
/// (`Draft.followFamilies`), by whatever it was caused.
extension Hub {
  /// How a zone is shared with its owner's family; `nil` if its owner decides about no family.
  /// Throws `SharingError.notFound` and `notOwner`.
  public func familySharing(of zone: ZoneID, by actor: AccountID) throws -> FamilySharing? {
    try store.read { reader in
      try requireOwner(of: zone, actor, reader)
      guard let (family, own) = try reader.family(of: actor, schema), own.role.canWrite else {
        return nil
      }
      let share = try reader.familyShare(of: zone)
      let kept = try Dictionary(
        uniqueKeysWithValues: reader.familyShareMembers(of: zone).map { ($0.account, $0) })
      let people = try reader.grants(in: family.id).filter { $0.account != actor }.map { grant in
        let role = try reader.grant(in: zone, for: grant.account)?.role
        return FamilySharing.Person(
          account: grant.account, name: try reader.account(grant.account)?.displayName ?? "",
          isParent: grant.role.canWrite, role: role,
          direct: kept[grant.account].map(\.direct) ?? role,
          isOut: kept[grant.account]?.isOut ?? false)
      }
      return FamilySharing(
        family: family.id, familyTitle: try title(of: family, reader), roles: share?.roles,
        people: people.filter(\.isParent) + people.filter { !$0.isParent })
    }
  }

  /// The zones that are shared with a family, for somebody in it: those that they are in.
  public func zonesShared(with family: ZoneID, by actor: AccountID) throws -> [FamilyShare] {
    try store.read { reader in
      guard try reader.zone(family)?.isAlive == true,
        try reader.grant(in: family, for: actor) != nil
      else { throw SharingError.notFound }
      return try reader.familyShares(with: family).filter {
        try reader.zone($0.zone)?.isAlive == true
          && reader.grant(in: $0.zone, for: actor) != nil
      }
    }
  }

  /// Shares a zone with its owner's family, or changes what the family gets of it.
  ///
  /// Throws `SharingError`: `notFound` for a kind of zone that is not shared in this way, and for
  /// somebody who decides about no family; and `InviteError`, as beginning to share does.
  public func shareWithFamily(
    _ zone: ZoneID, _ roles: FamilyRoles, by actor: AccountID
  ) throws {
    guard roles.isUsable else { throw InviteError.outOfRange }
    try change(by: actor) { writer, draft, _ in
      try requireOwner(of: zone, actor, writer)
      try checkUnrestricted(actor, writer)
      guard let kind = try writer.zone(zone)?.kind, let found = schema.zoneKinds[kind],
        kind != .personal, found.managerRole == .owner, found.maxMemberships == nil,
        let (family, own) = try writer.family(of: actor, schema), own.role.canWrite
      else { throw SharingError.notFound }
      let old = try writer.familyShare(of: zone)
      if old == nil {
        try checkBeginning(in: zone, by: actor, writer)
      } else {
        try gate.check(.extend, by: actor, in: zone, writer)
      }
      let there = Set(try writer.grants(in: zone).map(\.account))
      let out = Set(try writer.familyShareMembers(of: zone).filter(\.isOut).map(\.account))
      let new = try writer.grants(in: family.id).count {
        roles.role(forFamilyRole: $0.role) != nil && !there.contains($0.account)
          && !out.contains($0.account)
      }
      guard there.count + new <= found.maxParticipants else {
        throw SharingError.tooManyParticipants(limit: found.maxParticipants)
      }
      try writer.putFamilyShare(
        FamilyShare(
          zone: zone, family: family.id, roles: roles,
          since: old?.family == family.id ? old?.since ?? now() : now()))
      draft.followedShares.insert(zone)
    }
  }

  /// Ends sharing a zone with a family: who is in it by the family alone loses it. Does nothing if
  /// it is not shared with one.
  public func endFamilyShare(of zone: ZoneID, by actor: AccountID) throws {
    try changeCopying(zone, by: actor) { reader in
      try requireOwner(of: zone, actor, reader)
    } _: { _, draft, _ in
      draft.endedShares.insert(zone)
    }
  }

  /// Lets those in who came into a family, or became something else in it, while sharing was closed
  /// to its zones. Each zone in a commit of its own: one that is left out as the hub stops follows
  /// with the next change of it or of the family.
  func letInByFamilies() throws {
    for share in try store.read({ try $0.familyShares() }) {
      // As when they join: who comes in is not told so twice, and the owner is told.
      guard let account = try store.read({ try waiting(for: share, $0) }) else { continue }
      try change(by: account) { _, draft, _ in draft.followedShares.insert(share.zone) }
    }
  }

  /// Somebody who does not have a zone that their family gives them, and may have it now.
  private func waiting(for share: FamilyShare, _ reader: any HubReader) throws -> AccountID? {
    guard let zone = try reader.zone(share.zone), zone.isAlive,
      try reader.zone(share.family)?.isAlive == true,
      let limit = schema.zoneKinds[zone.kind]?.maxParticipants
    else { return nil }
    let grants = try reader.grants(in: zone.id)
    let owner = grants.first { $0.role == .owner }?.account
    guard grants.count < limit, try gate.admits(toZoneOf: owner, reader) else { return nil }
    var known = Set(grants.map(\.account))
    known.formUnion(try reader.familyShareMembers(of: zone.id).filter(\.isOut).map(\.account))
    return try reader.grants(in: share.family).first {
      share.roles.role(forFamilyRole: $0.role) != nil && !known.contains($0.account)
    }?.account
  }

  /// Throws `SharingError.givenByFamily` for a role that is less than what the family gives: it
  /// would change nothing.
  func checkFamilyGives(
    _ role: Role, to member: FamilyShareMember, _ reader: any HubReader
  ) throws {
    guard let share = try reader.familyShare(of: member.zone),
      let grant = try reader.grant(in: share.family, for: member.account),
      let given = share.roles.role(forFamilyRole: grant.role), role < given
    else { return }
    throw SharingError.givenByFamily
  }
}
