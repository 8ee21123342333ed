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

  func handedBack(of changeSet: ChangeSetID) throws -> [HandedBackPart] {
    try note("handedBack")
    return try base.handedBack(of: changeSet)
  }

  func noteHandedBack(_ changeSet: ChangeSetID, _ part: HandedBackPart) throws {
    try note("noteHandedBack", zones: [part.zone])
    try base.noteHandedBack(changeSet, part)
  }
}
