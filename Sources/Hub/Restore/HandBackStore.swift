import SyncProtocol

/// What a store knows of what was lost in a restore and has come back.
public protocol HandBackReader {
  /// The public keys with which hubs on this store have sealed what they told.
  func sealingKeys() throws -> [[UInt8]]
  /// The number of the last change set that the hub had made itself in an earlier epoch, as the
  /// backup knows it; `nil` for an epoch of which this store knows nothing.
  func lastNumber(ofFormerEpoch epoch: String) throws -> Int64?
  /// Whether anything was ever handed back.
  func hasHandedBack() throws -> Bool
  /// The zones in which a change set's part was handed back.
  func zonesHandedBack(of changeSet: ChangeSetID) throws -> [ZoneID]
  /// The time that its replica gave to a change set of which parts were handed back; `nil` where
  /// that is not known.
  func timeHandedBack(of changeSet: ChangeSetID) throws -> HybridTime?
}

public protocol HandBackWriter: HandBackReader {
  func addSealingKey(_ key: [UInt8], at moment: Int64) throws
  /// Notes an epoch that has ended with a restore.
  func putFormerEpoch(_ epoch: String, lastNumber: Int64) throws
  /// - Parameter time: what its replica gave to the change set; `nil` where the hub had taken
  ///    another.
  func noteHandedBack(_ changeSet: ChangeSetID, in zone: ZoneID, time: HybridTime?) throws
}
