import SyncProtocol

extension Household {
  /// Homes that one account may own on a hub that was not told otherwise; shared ones do not count
  /// (X21).
  package static let defaultMaxOwnedHomes = 10
  /// What a hub can be told.
  package static let maxOwnedHomes = 1...100

  /// The schema of a hub on which one account may own so many homes. Replicas do not count: one too
  /// many that was made offline is refused by the hub and kept.
  package static func schema(maxOwnedHomes: Int) -> SyncSchema {
    var kinds = schema.zoneKinds
    kinds[.home]?.maxOwned = maxOwnedHomes
    return SyncSchema(
      version: schema.version, tables: schema.tables.filter { !$0.isHubOwned }, zoneKinds: kinds)
  }
}
