import Household

extension Household {
  /// How many homes one account may own on a hub with no setting of its own; homes shared with it
  /// do not count (X21).
  package static let defaultMaxOwnedHomes = 10
  /// The values that the hub's setting may have.
  package static let maxOwnedHomes = 1...100
}
