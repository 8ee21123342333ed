import SyncProtocol

/// One zone's part of a change set that has come back: an entry of a lost log.
public struct HandedBackPart: Hashable, Sendable {
  public var zone: ZoneID
  /// The epoch of the entry. Empty if unknown: it then counts for all epochs. The present epoch if
  /// no entry of this zone was handed back, but the change set has changed the zone.
  public var epoch: String
  /// Its sequence in the zone's log of that epoch.
  public var sequence: Int64
  /// The change set's fingerprint, see `LogEntry.fingerprint`; `nil` if unknown.
  public var fingerprint: UInt32?

  public init(zone: ZoneID, epoch: String, sequence: Int64, fingerprint: UInt32?) {
    self.zone = zone
    self.epoch = epoch
    self.sequence = sequence
    self.fingerprint = fingerprint
  }

  /// Whether it belongs to another change set of the same number, by its fingerprint.
  func isOther(than fingerprint: UInt32?) -> Bool {
    guard let own = self.fingerprint, let fingerprint else { return false }
    return own != fingerprint
  }
}

/// Reading from a store what was lost in a restore and has been handed back.
public protocol HandBackReader {
  /// The public keys with which hubs of this store have sealed log entries.
  func sealingKeys() throws -> [[UInt8]]
  /// The number of the last change set that the hub itself made in an earlier epoch, as far as the
  /// backup knows; `nil` for an epoch that this store does not know.
  func lastNumber(ofFormerEpoch epoch: String) throws -> Int64?
  /// Whether anything was ever handed back.
  func hasHandedBack() throws -> Bool
  /// The parts that were handed back under a number.
  func handedBack(of changeSet: ChangeSetID) throws -> [HandedBackPart]
}

public protocol HandBackWriter: HandBackReader {
  func addSealingKey(_ key: [UInt8], at moment: Int64) throws
  /// Stores an epoch that a restore has ended.
  func putFormerEpoch(_ epoch: String, lastNumber: Int64) throws
  /// Stores a part that was handed back. Does nothing if it is stored already.
  func noteHandedBack(_ changeSet: ChangeSetID, _ part: HandedBackPart) throws
}
