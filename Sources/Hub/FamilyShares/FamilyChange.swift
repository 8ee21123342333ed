import SyncProtocol

/// What leaving a family, perhaps for another one, takes from somebody and gives to them.
public struct FamilyChange: Equatable, Sendable {
  /// A home or a group by its title.
  public struct Place: Equatable, Sendable {
    public let zone: ZoneID
    public let kind: ZoneKind
    public let title: String
  }

  /// Whether a plan of a family permits sharing. `nil` where nothing changes, or no plan is needed.
  public enum PlanChange: Equatable, Sendable { case inherited, lost }

  /// What they have by the family alone.
  public var lost: [Place] = []
  /// What is theirs, and no longer shared with the family.
  public var ended: [Place] = []
  /// How many zones of other people they get. Which ones is not theirs to know before.
  public var gainedCount = 0
  /// Their open invites that end.
  public var inviteCount = 0
  public var plan: PlanChange?
  /// Tablets of the family that they have made: these work only while they are a parent there.
  public var tabletCount = 0
}

extension Hub {
  /// What would follow if an account left its family; nothing is changed.
  ///
  /// - Parameter inviteID: of the invite to the other family that it joins in the same step. The
  ///   caller has shown that the account may use it.
  ///
  /// Throws `SharingError.notFound` for an account without a family, and `InviteError.unknown`.
  public func familyChange(
    of account: AccountID, joining inviteID: String? = nil
  ) throws -> FamilyChange {
    try store.read { reader in
      guard let (former, own) = try reader.family(of: account, schema) else {
        throw SharingError.notFound
      }
      let invite = try inviteID.map { id in
        guard let found = try reader.invite(id) else { throw InviteError.unknown }
        return found
      }
      var change = FamilyChange()
      for share in try reader.familyShares(with: former.id) {
        guard let zone = try reader.zone(share.zone), zone.isAlive,
          let grant = try reader.grant(in: zone.id, for: account)
        else { continue }
        let place = FamilyChange.Place(
          zone: zone.id, kind: zone.kind, title: try title(of: zone, reader))
        if grant.role == .owner {
          change.ended.append(place)
        } else if let member = try reader.familyShareMember(account, of: zone.id),
          member.direct == nil
        {
          change.lost.append(place)
        }
      }
      if let invite {
        change.gainedCount = try reader.familyShares(with: invite.zone).count {
          try gives($0, to: account, as: invite.role, reader)
        }
      }
      change.inviteCount = try endingInvites(of: account, in: former.id, invite, reader)
      if isManager(own.role, of: former.kind) {
        change.tabletCount = try reader.kiosks(in: former.id).count { $0.createdBy == account }
      }
      change.plan = try planChange(of: account, former.id, invite?.zone, reader)
      return change
    }
  }

  /// Whether somebody who comes into a family gets a zone that is shared with it: as
  /// `Draft.followFamilies` decides it.
  private func gives(
    _ share: FamilyShare, to account: AccountID?, as familyRole: Role, _ reader: any HubReader
  ) throws -> Bool {
    guard share.roles.role(forFamilyRole: familyRole) != nil,
      let zone = try reader.zone(share.zone), zone.isAlive, let kind = schema.zoneKinds[zone.kind]
    else { return false }
    let grants = try reader.grants(in: zone.id)
    let isOut = try reader.familyShareMembers(of: zone.id).contains {
      $0.account == account && $0.isOut
    }
    return try !isOut && !grants.contains { $0.account == account }
      && grants.count < kind.maxParticipants
      && gate.admits(toZoneOf: grants.first { $0.role == .owner }?.account, reader)
  }

  /// How many zones somebody gets who comes into a family by an invite; `nil` for no family.
  func sharedCount(
    of zone: HubZone, _ invite: Invite, _ viewer: AccountID?, _ reader: any HubReader
  ) throws -> Int? {
    guard schema.isFamily(zone.kind) else { return nil }
    return try reader.familyShares(with: zone.id).count {
      try gives($0, to: viewer, as: invite.role, reader)
    }
  }

  /// Those to the family, and for who becomes a child those to everything.
  private func endingInvites(
    of account: AccountID, in family: ZoneID, _ invite: Invite?, _ reader: any HubReader
  ) throws -> Int {
    let becomesChild = invite.map { !$0.role.canWrite } ?? false
    let zones =
      becomesChild ? try reader.memberships(of: account).map(\.zone.id) : [family]
    let now = now()
    return try zones.reduce(0) { count, zone in
      try count
        + reader.invites(in: zone).count {
          $0.createdBy == account && $0.state(now: now) == .active
        }
    }
  }

  private func planChange(
    of account: AccountID, _ former: ZoneID, _ next: ZoneID?, _ reader: any HubReader
  ) throws -> FamilyChange.PlanChange? {
    guard try reader.planMode() == .enforced else { return nil }
    let now = now()
    func counts(in family: ZoneID?) throws -> Bool {
      let members = try family.map { try reader.grants(in: $0).map(\.account) } ?? []
      return try (members + [account]).contains {
        try reader.plan(of: $0)?.counts(at: now) == true
      }
    }
    let (before, after) = (try counts(in: former), try counts(in: next))
    return before == after ? nil : after ? .inherited : .lost
  }
}
