import SyncProtocol

/// Zones that are shared with a family follow it: who joins it, leaves it or becomes a parent in
/// it, when it is dissolved, and when a zone gets another owner or its owner another family.
///
/// This is the one place that decides what a family gives, part of every commit, so that it holds
/// whatever caused the change: a request, a change set, a restore. Nobody is in a zone by anything
/// but a grant; beside it is kept what somebody has without the family.
extension Draft {
  /// What follows from a commit besides records and grants.
  enum ChangeBeside {
    case put(FamilyShareMember)
    case remove(AccountID, ZoneID)
    case end(ZoneID)
    /// An invite is another one.
    case invite(Invite)
    /// Somebody gets or loses a zone.
    case tell(AccountNotice, AccountID)
  }

  /// Gives and takes what follows from this draft. Nothing is written before it returns.
  func followFamilies(author: AccountID, stamp: Stamp, now: Int64) throws {
    guard schema.hasRestrictingKinds,
      !grants.isEmpty || !removedGrants.isEmpty || !changedZones.isEmpty
        || !followedShares.isEmpty || !endedShares.isEmpty
    else { return }
    let zones = try zonesToFollow()
    let removedBefore = removedGrants.count
    try removeUnshared(author: author, stamp: stamp, now: now)
    try require(zones: zones)
    for id in zones {
      guard let share = try writer.familyShare(of: id) else { continue }
      var following = try Following(share, in: self)
      try following.run(author: author, stamp: stamp, now: now)
    }
    try provideForLosers(removedGrants[removedBefore...], stamp: stamp, now: now)
  }

  /// Takes what somebody has by a family that they leave, where a restored hub does not know that
  /// it was shared: nobody keeps it for longer than the family itself gave it.
  private func removeUnshared(author: AccountID, stamp: Stamp, now: Int64) throws {
    var leaving: Set<AccountID> = []
    for (id, account) in removedGrants {
      if let kind = try zone(id)?.kind, schema.isFamily(kind) { leaving.insert(account) }
    }
    for id in changedZones {
      guard let family = try zone(id), schema.isFamily(family.kind), !family.isAlive else {
        continue
      }
      leaving.formUnion(try writer.grants(in: id).map(\.account))
    }
    for account in leaving.sorted() {
      for (grant, zone) in try writer.memberships(of: account).map({ ($0.grant, $0.zone) })
      where zone.kind != .personal && !schema.isFamily(zone.kind) {
        try require(zones: [zone.id])
        guard try writer.familyShare(of: zone.id) == nil else { continue }
        // An owner takes along what is theirs.
        let people = grant.role == .owner ? try writer.grants(in: zone.id) : [grant]
        for other in people where other.role != .owner {
          guard try cause(of: other.account, in: zone.id) == FamilyShare.cause else { continue }
          guard !removedGrants.contains(where: { $0 == (zone.id, other.account) }) else { continue }
          try removeGrant(in: zone.id, for: other.account, stamp: stamp)
        }
      }
    }
  }

  /// The zones whose share with a family may be concerned, in a fixed order.
  private func zonesToFollow() throws -> [ZoneID] {
    var zones = followedShares.union(endedShares)
    let concerned = Set(grants.map(\.zone)).union(removedGrants.map(\.zone)).union(changedZones)
    for id in concerned {
      guard let kind = try zone(id)?.kind else { continue }
      if schema.isFamily(kind) {
        zones.formUnion(try writer.familyShares(with: id).map(\.zone))
      } else if try writer.familyShare(of: id) != nil {
        zones.insert(id)
      }
    }
    return zones.sorted()
  }

  /// The grants in a zone as they are after this draft.
  func grantsAfter(in zone: ZoneID) throws -> [AccountID: HubGrant] {
    var after = try Dictionary(
      uniqueKeysWithValues: writer.grants(in: zone).map { ($0.account, $0) })
    for grant in grants where grant.zone == zone { after[grant.account] = grant }
    for removed in removedGrants where removed.zone == zone { after[removed.account] = nil }
    return after
  }

  /// Gives a fresh zone to everyone whom a family's share leaves without one of a kind that
  /// everybody has.
  private func provideForLosers(
    _ losses: ArraySlice<(zone: ZoneID, account: AccountID)>, stamp: Stamp, now: Int64
  ) throws {
    for (id, account) in losses {
      guard let zone = try zone(id), let kind = schema.zoneKinds[zone.kind],
        kind.minimumPerAccount > 0
      else { continue }
      let gone = Set(removedGrants.filter { $0.account == account }.map(\.zone))
      // Not those that end in this draft, as with a change set that deletes a home and the family.
      let kept = try writer.memberships(of: account).filter {
        try $0.zone.kind == zone.kind && !gone.contains($0.zone.id)
          && self.zone($0.zone.id)?.isAlive == true
      }.map(\.zone.id)
      let given = try grants.filter {
        try $0.account == account && self.zone($0.zone)?.kind == zone.kind
      }.map(\.zone)
      guard Set(kept).union(given).count < kind.minimumPerAccount else { continue }
      try createFreshZone(kind: zone.kind, for: account, stamp: stamp, now: now)
    }
  }

  /// Writes what `followFamilies` has found.
  func writeBeside() throws {
    for change in changesBeside {
      switch change {
      case .put(let member): try writer.putFamilyShareMember(member)
      case .remove(let account, let zone):
        try writer.removeFamilyShareMember(account, of: zone)
      case .invite(let invite): try writer.putInvite(invite)
      case .end(let zone): try writer.removeFamilyShare(of: zone)
      case .tell(let notice, let account): try writer.keep(notice, for: account)
      }
    }
  }
}

/// Follows one share.
private struct Following {
  let draft: Draft
  let share: FamilyShare
  let zone: HubZone?
  let stored: [AccountID: HubGrant]
  let current: [AccountID: HubGrant]
  let kept: [AccountID: FamilyShareMember]
  let family: [AccountID: HubGrant]
  let owner: AccountID?
  /// Whether the share goes on: its zone's owner still decides about the family.
  let isValid: Bool
  var room: Int
  let mayJoin: Bool

  init(_ share: FamilyShare, in draft: Draft) throws {
    self.draft = draft
    self.share = share
    zone = try draft.zone(share.zone)
    try draft.require(share.family)
    stored = try Dictionary(
      uniqueKeysWithValues: draft.writer.grants(in: share.zone).map { ($0.account, $0) })
    current = try draft.grantsAfter(in: share.zone)
    kept = try Dictionary(
      uniqueKeysWithValues: draft.writer.familyShareMembers(of: share.zone).map {
        ($0.account, $0)
      })
    let isThere =
      try draft.zone(share.family)?.isAlive == true || isPlanted(.familyShareOutlives)
    family = isThere ? try draft.grantsAfter(in: share.family) : [:]
    let owner = current.values.first { $0.role == .owner }?.account
    self.owner = owner
    isValid =
      !draft.endedShares.contains(share.zone)
      && !Self.isEndedBefore(share, kept, current, draft)
      && owner.flatMap { [family] in family[$0]?.role.canWrite } == true
    let limit = zone.flatMap { draft.schema.zoneKinds[$0.kind]?.maxParticipants } ?? 0
    room = limit - current.count
    mayJoin = try draft.gate.admits(toZoneOf: owner, draft.writer)
  }

  /// Whether a restored hub is handed back that nobody has the zone by the family any more: its
  /// owner had ended that, or had removed all of them. Whoever comes into the family then gets
  /// nothing that nobody has said since.
  private static func isEndedBefore(
    _ share: FamilyShare, _ kept: [AccountID: FamilyShareMember], _ current: [AccountID: HubGrant],
    _ draft: Draft
  ) -> Bool {
    guard draft.isHandedBack, !draft.spannedZones.contains(share.family) else { return false }
    let byFamily = kept.values.filter { $0.direct == nil && !$0.isOut }.map(\.account)
    return byFamily.contains { account in
      draft.removedGrants.contains { $0 == (share.zone, account) }
    } && !byFamily.contains { current[$0] != nil }
  }

  mutating func run(author: AccountID, stamp: Stamp, now: Int64) throws {
    guard let zone, zone.isAlive else {
      // A merged zone lives on in the other; a deleted one may come back with its share.
      if zone?.mergedInto != nil { return draft.changesBeside.append(.end(share.zone)) }
      // Who leaves it meanwhile does not get it back with it.
      for account in stored.keys.sorted() where current[account] == nil {
        draft.changesBeside.append(
          .put(FamilyShareMember(zone: share.zone, account: account, direct: nil, isOut: true)))
      }
      return
    }
    let accounts = Set(current.keys).union(stored.keys).union(kept.keys).union(family.keys)
    if draft.locks != nil { try draft.require(accounts: accounts) }
    if !isValid { draft.changesBeside.append(.end(zone.id)) }
    for account in accounts.sorted() where account != owner {
      let (direct, isOut) = try self.direct(of: account)
      let given =
        isValid && !isOut
        ? family[account].flatMap { share.roles.role(forFamilyRole: $0.role) } : nil
      try settle(
        account, direct: direct, given: given, in: zone, author: author, stamp: stamp, now: now)
      guard isValid else { continue }
      if given != nil || isOut {
        let member = FamilyShareMember(
          zone: zone.id, account: account, direct: direct, isOut: isOut)
        if kept[account] != member { draft.changesBeside.append(.put(member)) }
      } else if kept[account] != nil {
        draft.changesBeside.append(.remove(account, zone.id))
      }
    }
    if isValid, let owner, kept[owner] != nil {
      draft.changesBeside.append(.remove(owner, zone.id))
    }
  }

  /// What somebody has without the family, and whether they are out of the zone for good: by what
  /// this draft did to them, else as it was.
  ///
  /// That somebody came in by the family, their record says, too: what a restored hub is handed
  /// back of them is not given to themselves.
  private func direct(of account: AccountID) throws -> (Role?, isOut: Bool) {
    if let role = draft.directRoles[share.zone]?[account] { return (role, false) }
    if draft.removedGrants.contains(where: { $0.zone == share.zone && $0.account == account }),
      current[account] == nil
    {
      // It was taken by the family, of which a restored hub is told as well.
      return (nil, !draft.spannedZones.contains(share.family))
    }
    let wasOwner = stored[account]?.role == .owner
    let isByFamily = try !wasOwner && draft.cause(of: account, in: share.zone) == FamilyShare.cause
    if let given = current[account], given.role != stored[account]?.role, !isByFamily {
      return (given.role, false)
    }
    if let member = kept[account] {
      let isBack =
        isPlanted(.familyRemovedReturns)
        && draft.grants.contains { $0.zone == share.family && $0.account == account }
      return (member.isOut ? nil : member.direct, member.isOut && !isBack)
    }
    return (isByFamily ? nil : stored[account]?.role, false)
  }

  /// Makes somebody's grant what it has to be: the higher of what they have and what they are
  /// given.
  private mutating func settle(
    _ account: AccountID, direct: Role?, given: Role?, in zone: HubZone, author: AccountID,
    stamp: Stamp, now: Int64
  ) throws {
    let name = try draft.writer.account(account)?.displayName ?? ""
    guard let wanted = [direct, given].compactMap({ $0 }).max() else {
      guard current[account] != nil, !isPlanted(.familyLeavingKeeps) else { return }
      try draft.removeGrant(in: zone.id, for: account, stamp: stamp)
      room += 1
      return try tell(.familyLeft, about: account, name, to: owner, author, stamp, now)
    }
    if var grant = current[account] {
      if direct != nil { try draft.setDirect(account, in: zone.id, stamp: stamp) }
      guard grant.role != wanted, !isPlanted(.familyPromotionIgnored) else { return }
      grant.role = wanted
      return try draft.put(grant, name: name, cause: "", stamp: stamp, now: now)
    }
    // Somebody for whom there is no room gets it when somebody else goes, or with another change of
    // the family or of the zone; whom sharing is not open to now, when it opens
    // (`letInByFamilies`).
    guard room > 0, mayJoin, !draft.removedGrants.contains(where: { $0 == (zone.id, account) })
    else { return }
    room -= 1
    try draft.put(
      HubGrant(
        zone: zone.id, account: account, role: wanted, grantID: stamp.changeSet.description),
      name: name, cause: FamilyShare.cause, stamp: stamp, now: now)
    try tell(.familyJoined, about: account, name, to: owner, author, stamp, now)
    guard let owner else { return }
    let person = try draft.writer.account(owner)?.displayName ?? ""
    try tell(.familyShared, about: owner, person, to: account, "", stamp, now)
  }

  private func tell(
    _ kind: AccountNotice.Kind, about person: AccountID, _ name: String, to account: AccountID?,
    _ author: AccountID, _ stamp: Stamp, _ now: Int64
  ) throws {
    guard let account, account != author, let zone else { return }
    let register = draft.schema.zoneKinds[zone.kind]?.titleRegister
    let root = try draft.record(RecordPlace(zone: zone.id, id: zone.id))
    let notice = AccountNotice(
      id: UUIDs.v5(stamp.changeSet.description, "\(kind.rawValue) \(zone.id) \(person)"),
      kind: kind, zone: zone.id,
      title: register.flatMap { root?.registers[$0]?.value.text } ?? "", person: name,
      personID: person, at: now)
    draft.changesBeside.append(.tell(notice, account))
  }
}

extension FamilyShare {
  /// The cause that the record of a participant names who is in the zone by a family.
  public static let cause = "family"
}
