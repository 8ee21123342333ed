import SyncProtocol

extension Household {
  /// How many homes one account may own on a hub with no setting of its own; homes shared with it
  /// do not count (X21).
  package static let defaultMaxOwnedHomes = 10
  /// The values that the hub's setting may have.
  package static let maxOwnedHomes = 1...100

  /// The schema of a hub on which one account may own `maxOwnedHomes` homes.
  ///
  /// Replicas do not count: a home too many that was made offline is refused by the hub, and
  /// parked.
  package static func schema(maxOwnedHomes: Int) -> SyncSchema {
    var kinds = schema.zoneKinds
    kinds[.home]?.maxOwned = maxOwnedHomes
    return SyncSchema(
      version: schema.version, tables: schema.tables.filter { !$0.isHubOwned }, zoneKinds: kinds)
  }
}
