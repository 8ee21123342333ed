/// What the members of a family get of a zone that is shared with it: a role for the parents and
/// one for the children.
public struct FamilyRoles: Equatable, Sendable {
  /// The role of who may write in the family; `nil` for no access.
  public var parents: Role?
  /// The role of who only reads in the family; `nil` for no access.
  public var children: Role?

  public init(parents: Role?, children: Role?) {
    self.parents = parents
    self.children = children
  }

  /// Whether somebody gets something, and nobody the zone itself.
  public var isUsable: Bool {
    let given = [parents, children].compactMap { $0 }
    return !given.isEmpty && !given.contains(.owner)
  }
}

/// How a zone is shared with its owner's family, for its owner.
public struct FamilySharing: Equatable, Sendable {
  /// Somebody else in the family.
  public struct Person: Equatable, Sendable {
    public let account: AccountID
    public let name: String
    public let isParent: Bool
    /// What they may do in the zone now; `nil` if they are not in it.
    public let role: Role?
    /// The role that they keep when the share ends.
    public let direct: Role?
    /// Whether they have left the zone or were removed from it, and so stay out.
    public let isOut: Bool

    public init(
      account: AccountID, name: String, isParent: Bool, role: Role?, direct: Role?, isOut: Bool
    ) {
      self.account = account
      self.name = name
      self.isParent = isParent
      self.role = role
      self.direct = direct
      self.isOut = isOut
    }
  }

  public let family: ZoneID
  public let familyTitle: String
  /// What the family gets; `nil` if the zone is not shared with it.
  public let roles: FamilyRoles?
  /// The others in the family, parents first.
  public let people: [Person]

  public init(family: ZoneID, familyTitle: String, roles: FamilyRoles?, people: [Person]) {
    self.family = family
    self.familyTitle = familyTitle
    self.roles = roles
    self.people = people
  }
}
