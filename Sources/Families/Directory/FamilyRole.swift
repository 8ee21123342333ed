import SyncProtocol

/// What somebody is in a family. It says nothing about homes and groups: there, a person has the
/// role that they were given.
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

  /// What a child may not do, wherever they are: in the family, and in homes and groups, also in
  /// those that are theirs. The hub refuses it, however it is asked
  /// (`ZoneKindSchema.restrictsReaders`).
  package static let keptFromChildren: [Act] = [
    .invite, .giveRoles, .handOver, .deleteZone, .seeAmounts,
  ]

  package enum Act: CaseIterable, Sendable {
    /// Inviting somebody, or beginning to share.
    case invite
    /// Giving somebody another role.
    case giveRoles
    /// Handing over what one owns, and taking over what is offered.
    case handOver
    /// Deleting a home, a group or a family as a whole, or merging it into another.
    case deleteZone
    /// Seeing and changing amounts of money in homes of others (``AmountVeil``, decision 0073).
    /// What every replica's reads are made of keeps them from it, not the hub.
    case seeAmounts
    /// Adding and changing routines, approving, noting who is away.
    case planRoutines
    /// Ticking, undoing, skipping and swapping.
    case tick
  }

  /// Whether somebody who is this in their family may do that, as far as the family says.
  package func may(_ act: Act) -> Bool {
    self == .parent || act == .tick
  }
}
