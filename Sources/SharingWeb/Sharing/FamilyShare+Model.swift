import Web

/// Shares a home or a group with the person's family: what its parents get, and what its children.
package enum FamilySharePage {
  package struct Model: Equatable, Sendable {
    package var zone: ZoneLink
    package var family: String
    /// The names of the others in the family who get it.
    package var parents: [String] = []
    package var children: [String] = []
    /// Who has left it or was removed from it, and so gets nothing by the family.
    package var out: [String] = []
    /// Who has a role of their own in it.
    package var direct: [String] = []
    /// What they get: a role, or empty for nothing.
    package var parentRole: FieldValue
    package var childRole: FieldValue
    package var isShared: Bool

    package init(
      zone: ZoneLink, family: String, parentRole: FieldValue, childRole: FieldValue, isShared: Bool
    ) {
      (self.zone, self.family, self.isShared) = (zone, family, isShared)
      (self.parentRole, self.childRole) = (parentRole, childRole)
    }
  }
}
