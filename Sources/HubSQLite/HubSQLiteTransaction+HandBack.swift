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

  func handedBack(of changeSet: ChangeSetID) throws -> [HandedBackPart] {
    try connection.query(
      "SELECT zoneID, epoch, sequence, fingerprint FROM handedBack WHERE changeSet = ?",
      .text(changeSet.description)
    ) {
      HandedBackPart(
        zone: $0.text(0), epoch: $0.text(1), sequence: $0.integer(2),
        fingerprint: UInt32(exactly: $0.integer(3)))
    }
  }

  func noteHandedBack(_ changeSet: ChangeSetID, _ part: HandedBackPart) throws {
    try connection.execute(
      """
      INSERT INTO handedBack (changeSet, zoneID, epoch, sequence, fingerprint)
      VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
      """, .text(changeSet.description), .text(part.zone), .text(part.epoch),
      .integer(part.sequence),
      .integer(part.fingerprint.map(Int64.init) ?? -1))
  }
}
