import SyncProtocol

/// That a zone is shared with the family of its owner, for as long as they own the one and are a
/// parent in the other.
public struct FamilyShare: Equatable, Sendable {
  public let zone: ZoneID
  public let family: ZoneID
  public var roles: FamilyRoles
  /// Milliseconds since 1970.
  public let since: Int64

  public init(zone: ZoneID, family: ZoneID, roles: FamilyRoles, since: Int64) {
    self.zone = zone
    self.family = family
    self.roles = roles
    self.since = since
  }
}

/// What is kept of somebody beside their grant in a zone that is shared with a family: what they
/// have without the family, so that it stays when the share ends.
public struct FamilyShareMember: Equatable, Sendable {
  public let zone: ZoneID
  public let account: AccountID
  /// The role that they were given themselves; `nil` for none.
  public var direct: Role?
  /// Whether they have left the zone or were removed from it: the family gives it to them no more.
  public var isOut: Bool

  public init(zone: ZoneID, account: AccountID, direct: Role?, isOut: Bool) {
    self.zone = zone
    self.account = account
    self.direct = direct
    self.isOut = isOut
  }
}

/// Reading what is shared with families from a store.
public protocol FamilyShareReader {
  func familyShare(of zone: ZoneID) throws -> FamilyShare?
  /// What is shared with a family, ordered by zone.
  func familyShares(with family: ZoneID) throws -> [FamilyShare]
  /// What is shared with any family, ordered by zone.
  func familyShares() throws -> [FamilyShare]
  /// Ordered by account.
  func familyShareMembers(of zone: ZoneID) throws -> [FamilyShareMember]
}

/// Writing what is shared with families to a store.
public protocol FamilyShareWriter {
  /// Replaces the zone's previous share; its members stay.
  func putFamilyShare(_ share: FamilyShare) throws
  /// Removes also its members.
  func removeFamilyShare(of zone: ZoneID) throws
  func putFamilyShareMember(_ member: FamilyShareMember) throws
  func removeFamilyShareMember(_ account: AccountID, of zone: ZoneID) throws
}

extension FamilyRoles {
  /// What somebody with a role in the family gets.
  func role(forFamilyRole role: Role) -> Role? { role.canWrite ? parents : children }
}

extension SyncSchema {
  /// Whether a kind of zone is a family: it restricts its readers, who are its children.
  func isFamily(_ kind: ZoneKind) -> Bool { zoneKinds[kind]?.restrictsReaders == true }
}

extension HubReader {
  /// The family that an account is in, with its grant there; `nil` for none.
  func family(of account: AccountID, _ schema: SyncSchema) throws -> (
    zone: HubZone, grant: HubGrant
  )? {
    guard schema.hasRestrictingKinds else { return nil }
    return try memberships(of: account).first { schema.isFamily($0.zone.kind) }
      .map { ($0.zone, $0.grant) }
  }

  /// What is kept of somebody in a zone that is shared with a family; `nil` for who is not in it by
  /// the family.
  func familyShareMember(_ account: AccountID, of zone: ZoneID) throws -> FamilyShareMember? {
    guard try familyShare(of: zone) != nil else { return nil }
    return try familyShareMembers(of: zone).first { $0.account == account && !$0.isOut }
  }

  /// Whether a zone's family no longer gives it to somebody who has nothing else there: they have
  /// left the family while the zone was deleted.
  func isTakenByFamily(_ grant: HubGrant, _ schema: SyncSchema) throws -> Bool {
    guard let share = try familyShare(of: grant.zone),
      let member = try familyShareMember(grant.account, of: grant.zone), member.direct == nil
    else { return false }
    guard try zone(share.family)?.isAlive == true,
      let own = try self.grant(in: share.family, for: grant.account)
    else { return true }
    return share.roles.role(forFamilyRole: own.role) == nil
  }
}
