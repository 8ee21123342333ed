import SyncProtocol

/// Sharing homes and groups with a family. Only a hub decides it.
package protocol FamilyShareBackend: Sendable {
  /// How one of the visitor's zones is shared with their family; `nil` for who decides about none.
  func familySharing(
    of zone: ZoneID, by visitor: Visitor
  ) async throws(BackendError) -> FamilySharing?
  func shareWithFamily(
    _ zone: ZoneID, _ roles: FamilyRoles, by visitor: Visitor
  ) async throws(BackendError)
  func endFamilyShare(of zone: ZoneID, by visitor: Visitor) async throws(BackendError)
  /// The zones that are shared with the visitor's family, as far as they have them.
  func zonesShared(
    with family: ZoneID, by visitor: Visitor
  ) async throws(BackendError) -> Set<ZoneID>
  /// What would follow if the visitor left their family.
  ///
  /// - Parameter inviteID: of the invite to another family that they join in the same step; the hub
  ///   has shown it to them.
  func familyChange(
    of visitor: Visitor, joining inviteID: String?
  ) async throws(BackendError) -> FamilyChangeSummary
}

/// What leaving a family, perhaps for another one, takes from somebody and gives to them.
package struct FamilyChangeSummary: Equatable, Sendable {
  /// A home or a group by its title.
  package struct Place: Equatable, Sendable {
    package var zone: ZoneID
    package var kind: ZoneKind
    package var title: String

    package init(zone: ZoneID, kind: ZoneKind, title: String) {
      (self.zone, self.kind, self.title) = (zone, kind, title)
    }
  }

  package enum PlanChange: Equatable, Sendable { case inherited, lost }

  /// What they have by the family alone.
  package var lost: [Place]
  /// What is theirs, and no longer shared with the family.
  package var ended: [Place]
  /// How many homes and groups of other people they get.
  package var gainedCount: Int
  /// Their open invites that end.
  package var inviteCount: Int
  /// Whether a plan of a family permits them to share; `nil` where nothing changes.
  package var plan: PlanChange?
  /// Tablets of the family that they have made, which stop.
  package var tabletCount: Int

  package init(
    lost: [Place] = [], ended: [Place] = [], gainedCount: Int = 0, inviteCount: Int = 0,
    plan: PlanChange? = nil, tabletCount: Int = 0
  ) {
    self.tabletCount = tabletCount
    (self.lost, self.ended, self.gainedCount) = (lost, ended, gainedCount)
    (self.inviteCount, self.plan) = (inviteCount, plan)
  }
}
