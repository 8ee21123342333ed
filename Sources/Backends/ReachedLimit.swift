import SyncProtocol

/// Which limit of the hub a refused change would have gone beyond.
package enum ReachedLimit: Equatable, Sendable, CaseIterable {
  /// What one account may own: the owner of the home or group in which it was to be.
  case recordsOfOwner
  /// What one home, group or family may hold.
  case recordsOfZone
  /// The homes, groups or families of one account.
  case ownedZones
  /// The families that one account may be in.
  case memberships
  /// What an account may add in a day where it may change nothing.
  case additions
  /// What may be changed at once.
  case oneChange
  /// One that only a newer hub knows.
  case other

  /// - Parameter detail: as the hub says it (docs/protocol.md).
  package init(_ refusal: Refusal) {
    self =
      switch refusal.detail {
      case "records of one account": .recordsOfOwner
      case "records in one zone": .recordsOfZone
      case "zones of one owner": .ownedZones
      case "zones of one account": .memberships
      case "additions of one account in a day": .additions
      case "mutations in one change set", "bytes written by one change set", "mutations": .oneChange
      default: .other
      }
  }
}
