import SyncProtocol

/// Asks the hub about deleted zones. A restored zone comes with the next pull.
///
/// Every function throws `HubClientError` only.
public protocol DeletedZoneClient: Sendable {
  /// The deleted zones that the account may restore, the most recently deleted first.
  func deletedZones() async throws(HubClientError) -> [DeletedZoneSummary]
  /// Restores a deleted zone. Does nothing if it is restored already.
  ///
  /// - Parameter isAlone: only the owner gets access again.
  func restoreZone(_ zone: ZoneID, isAlone: Bool) async throws(HubClientError)
  /// Removes a deleted zone's content for good. Does nothing if it is removed already.
  func purgeDeletedZone(_ zone: ZoneID) async throws(HubClientError)
}
