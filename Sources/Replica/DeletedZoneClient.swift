import SyncProtocol

/// Asks the hub for zones that were deleted. What comes back comes with the next pull.
///
/// Every function throws `HubClientError` only.
public protocol DeletedZoneClient: Sendable {
  /// The deleted zones that the account may bring back, the last deleted first.
  func deletedZones() async throws(HubClientError) -> [DeletedZoneSummary]
  /// Brings one back. One that is back already stays as it is.
  ///
  /// - Parameter isAlone: nobody but the owner gets it back.
  func restoreZone(_ zone: ZoneID, isAlone: Bool) async throws(HubClientError)
  /// Removes what was in one, for good. One whose content is gone changes nothing.
  func purgeDeletedZone(_ zone: ZoneID) async throws(HubClientError)
}
