import SyncProtocol

/// What somebody is in a family, and the one place that says what follows from it: which grant it
/// gives, and what it keeps a child from. `FamilyRoleTests` holds all of it against the hub.
///
/// | in the zone of | a parent has | a child has |
/// |---|---|---|
/// | the family | ``role``; its founder owns it | ``role`` |
/// | what its owner shares with the family | `FamilyRoles.parents` | `FamilyRoles.children` |
/// | any other home or group | what somebody gave them | what somebody gave them |
package enum FamilyRole: String, CaseIterable, Sendable {
  case parent, child

  /// The role that it gives in the family's own zone: what the hub enforces.
  package var role: Role {
    switch self {
    case .parent: .readWrite
    case .child: .readOnly
    }
  }

  /// What somebody with a role in the family's zone is. Whoever has founded the family owns its
  /// zone, and is a parent like the others, but that only they can dissolve it.
  package init(_ role: Role) {
    self = role.canWrite ? .parent : .child
  }

  /// What a child is kept from by being one.
  package enum Act: CaseIterable, Sendable {
    /// Inviting somebody, or beginning to share, whatever it is and also what is their own. The hub
    /// refuses it, however it is asked (``Families``: `restrictsReaders`).
    case invite
    /// Giving somebody another role, as above.
    case giveRoles
    /// Handing over what one owns, and taking over what is offered, as above.
    case handOver
    /// Deleting a home, a group or a family as a whole, or merging it into another, as above.
    case deleteZone
    /// Seeing and changing amounts of money in homes of others. What every replica's reads are made
    /// of keeps them from it, not the hub (`AmountVeil`, decision 0073).
    case seeAmounts
    /// Adding and changing routines, approving, noting who is away: the hub refuses it to who may
    /// only read in the family.
    case planRoutines
    /// Ticking, undoing, skipping and swapping.
    case tick
  }

  /// Whether somebody who is this in their family may do that, as far as the family says.
  package func may(_ act: Act) -> Bool {
    switch act {
    case .invite, .giveRoles, .handOver, .deleteZone, .seeAmounts, .planRoutines: self == .parent
    case .tick: true
    }
  }
}
