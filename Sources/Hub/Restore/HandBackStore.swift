import SyncProtocol

/// One zone's part of a change set that has come back.
public struct HandedBackPart: Hashable, Sendable {
  public var zone: ZoneID
  /// Of the change set's content, see `LogEntry.fingerprint`; `nil` where that was not told.
  public var fingerprint: UInt32?

  public init(zone: ZoneID, fingerprint: UInt32?) {
    self.zone = zone
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
  /// Does nothing for one that is noted, with this fingerprint in this zone.
  func noteHandedBack(_ changeSet: ChangeSetID, _ part: HandedBackPart) throws
}
