import SyncProtocol

/// A zone that its owner has deleted, and whose content the hub still has.
public struct DeletedZone: Equatable, Sendable {
  public let zone: ZoneID
  /// What deleted it: the tombstones of its records bear its id.
  public let changeSet: ChangeSetID
  /// Who deleted it.
  public let account: AccountID
  /// Milliseconds since 1970.
  public let deletedAt: Int64
  /// How many records of each table went with it, without those that the hub alone writes.
  public let counts: [String: Int]
  /// Its content is being removed for good: nobody gets it back.
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

/// What a store knows of deleted zones.
public protocol DeletedZoneReader {
  func deletedZone(_ id: ZoneID) throws -> DeletedZone?
  /// The deleted zones of which the account is the owner, the last deleted first.
  func deletedZones(ownedBy account: AccountID) throws -> [DeletedZone]
  /// The zones that were deleted before `moment`, and those whose content is being removed.
  func deletedZones(before moment: Int64) throws -> [ZoneID]
  /// The records of a zone that its deletion took along.
  func records(of zone: DeletedZone) throws -> [HubRecord]
  /// How many live records of each table a zone has, without those that the hub alone writes.
  func liveCounts(of zone: ZoneID) throws -> [String: Int]
}

/// What a store keeps of deleted zones.
public protocol DeletedZoneWriter {
  /// Keeps that a zone was deleted, or is being removed; what was kept of it before is replaced.
  func putDeletedZone(_ zone: DeletedZone) throws
  /// Forgets that a zone was deleted: it is back.
  func removeDeletedZone(_ id: ZoneID) throws
  /// Removes the content of so many records of a deleted zone. When none is left, its log, its
  /// invites and the zone's place among the deleted ones go, too. What stays are tombstones
  /// without content, by which late changes are judged.
  ///
  /// - Returns: whether nothing is left.
  func purgeRecords(of zone: DeletedZone, limit: Int) throws -> Bool
}
