import Hub
import SyncProtocol

extension WatchedTransaction {
  func sealingKeys() throws -> [[UInt8]] {
    try note("sealingKeys")
    return try base.sealingKeys()
  }

  func addSealingKey(_ key: [UInt8], at moment: Int64) throws {
    try note("addSealingKey")
    try base.addSealingKey(key, at: moment)
  }

  func lastNumber(ofFormerEpoch epoch: String) throws -> Int64? {
    try note("lastNumber")
    return try base.lastNumber(ofFormerEpoch: epoch)
  }

  func putFormerEpoch(_ epoch: String, lastNumber: Int64) throws {
    try note("putFormerEpoch")
    try base.putFormerEpoch(epoch, lastNumber: lastNumber)
  }

  func hasHandedBack() throws -> Bool {
    try note("hasHandedBack")
    return try base.hasHandedBack()
  }

  func zonesHandedBack(of changeSet: ChangeSetID) throws -> [ZoneID] {
    try note("zonesHandedBack")
    return try base.zonesHandedBack(of: changeSet)
  }

  func timeHandedBack(of changeSet: ChangeSetID) throws -> HybridTime? {
    try note("timeHandedBack")
    return try base.timeHandedBack(of: changeSet)
  }

  func noteHandedBack(
    _ changeSet: ChangeSetID, in zone: ZoneID, time: HybridTime?
  ) throws {
    try note("noteHandedBack", zones: [zone])
    try base.noteHandedBack(changeSet, in: zone, time: time)
  }
}
