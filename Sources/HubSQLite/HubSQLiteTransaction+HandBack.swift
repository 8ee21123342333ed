import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  func sealingKeys() throws -> [[UInt8]] {
    try connection.query("SELECT key FROM sealingKeys ORDER BY since DESC") { $0.blob(0) }
  }

  func addSealingKey(_ key: [UInt8], at moment: Int64) throws {
    try connection.execute(
      "INSERT INTO sealingKeys (key, since) VALUES (?, ?) ON CONFLICT (key) DO NOTHING",
      .blob(key), .integer(moment))
  }

  func lastNumber(ofFormerEpoch epoch: String) throws -> Int64? {
    try connection.first("SELECT lastNumber FROM formerEpochs WHERE epoch = ?", .text(epoch)) {
      $0.integer(0)
    }
  }

  func putFormerEpoch(_ epoch: String, lastNumber: Int64) throws {
    try connection.execute(
      """
      INSERT INTO formerEpochs (epoch, lastNumber) VALUES (?, ?)
      ON CONFLICT (epoch) DO UPDATE SET lastNumber = excluded.lastNumber
      """, .text(epoch), .integer(lastNumber))
  }

  func hasHandedBack() throws -> Bool {
    try connection.first("SELECT 1 FROM handedBack LIMIT 1") { _ in true } ?? false
  }

  func zonesHandedBack(of changeSet: ChangeSetID) throws -> [ZoneID] {
    try connection.query(
      "SELECT zoneID FROM handedBack WHERE changeSet = ?", .text(changeSet.description)
    ) { $0.text(0) }
  }

  func timeHandedBack(of changeSet: ChangeSetID) throws -> HybridTime? {
    try connection.first(
      "SELECT time FROM handedBack WHERE changeSet = ? AND time IS NOT NULL",
      .text(changeSet.description)
    ) { HybridTime(bits: $0.integer(0)) }
  }

  func noteHandedBack(
    _ changeSet: ChangeSetID, in zone: ZoneID, time: HybridTime?
  ) throws {
    try connection.execute(
      "INSERT INTO handedBack (changeSet, zoneID, time) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      .text(changeSet.description), .text(zone), time.map { .integer($0.bits) } ?? .null)
  }
}
