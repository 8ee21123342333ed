import SyncProtocol

/// One zone's part of a change set that has come back: an entry of a log that was lost.
public struct HandedBackPart: Hashable, Sendable {
  public var zone: ZoneID
  /// The epoch in which it was told. Empty where that is not known: then for all of them. The epoch
  /// of today where nothing was told of the zone, and the change set was done there all the same.
  public var epoch: String
  /// Its place in the zone's log of that epoch.
  public var sequence: Int64
  /// Of the change set's content, see `LogEntry.fingerprint`; `nil` where that was not told.
  public var fingerprint: UInt32?

  public init(zone: ZoneID, epoch: String, sequence: Int64, fingerprint: UInt32?) {
    self.zone = zone
    self.epoch = epoch
    self.sequence = sequence
    self.fingerprint = fingerprint
  }

  /// Whether it is of another change set than one with this fingerprint, under the same number.
  func isOther(than fingerprint: UInt32?) -> Bool {
    guard let own = self.fingerprint, let fingerprint else { return false }
    return own != fingerprint
  }
}

/// What a store knows of what was lost in a restore and has come back.
public protocol HandBackReader {
  /// The public keys with which hubs on this store have sealed what they told.
  func sealingKeys() throws -> [[UInt8]]
  /// The number of the last change set that the hub had made itself in an earlier epoch, as the
  /// backup knows it; `nil` for an epoch of which this store knows nothing.
  func lastNumber(ofFormerEpoch epoch: String) throws -> Int64?
  /// Whether anything was ever handed back.
  func hasHandedBack() throws -> Bool
  /// What was handed back under a number.
  func handedBack(of changeSet: ChangeSetID) throws -> [HandedBackPart]
}

public protocol HandBackWriter: HandBackReader {
  func addSealingKey(_ key: [UInt8], at moment: Int64) throws
  /// Notes an epoch that has ended with a restore.
  func putFormerEpoch(_ epoch: String, lastNumber: Int64) throws
  /// Does nothing for an entry that is noted.
  func noteHandedBack(_ changeSet: ChangeSetID, _ part: HandedBackPart) throws
}
