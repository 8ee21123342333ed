import SyncProtocol

/// A zone that its owner has deleted, and whose content is still in the store.
public struct DeletedZone: Equatable, Sendable {
  public let zone: ZoneID
  /// The change set that deleted it; the tombstones of its records bear this id.
  public let changeSet: ChangeSetID
  /// Who deleted it.
  public let account: AccountID
  /// Milliseconds since 1970.
  public let deletedAt: Int64
  /// How many records of each table were deleted with it, without those that only the hub writes.
  public let counts: [String: Int]
  /// Whether its content is being removed for good, so that it cannot be restored.
  public let isPurging: Bool

  public init(
    zone: ZoneID, changeSet: ChangeSetID, account: AccountID, deletedAt: Int64,
    counts: [String: Int], isPurging: Bool = false
  ) {
    self.zone = zone
    self.changeSet = changeSet
    self.account = account
    self.deletedAt = deletedAt
    self.counts = counts
    self.isPurging = isPurging
  }
}

/// Reading deleted zones from a store.
public protocol DeletedZoneReader {
  func deletedZone(_ id: ZoneID) throws -> DeletedZone?
  /// The deleted zones that the account owned, most recently deleted first.
  func deletedZones(ownedBy account: AccountID) throws -> [DeletedZone]
  /// The zones that were deleted before `moment` (milliseconds since 1970), and those whose content
  /// is being removed.
  func deletedZones(before moment: Int64) throws -> [ZoneID]
  /// The records that were deleted with the zone.
  func records(of zone: DeletedZone) throws -> [HubRecord]
  /// The number of live records of each table in a zone, without those that only the hub writes.
  func liveCounts(of zone: ZoneID) throws -> [String: Int]
}

/// Writing deleted zones to a store.
public protocol DeletedZoneWriter {
  /// Stores that a zone was deleted or is being removed, replacing what was stored about it.
  func putDeletedZone(_ zone: DeletedZone) throws
  /// Removes a zone from the deleted ones because it was restored.
  func removeDeletedZone(_ id: ZoneID) throws
  /// Removes the content of up to `limit` records of a deleted zone.
  ///
  /// When none is left, also removes its log, its invites and its entry among the deleted zones.
  /// Tombstones without content stay, so that late changes can be judged.
  ///
  /// - Returns: whether nothing is left.
  func purgeRecords(of zone: DeletedZone, limit: Int) throws -> Bool
}
