import Hub
import SQLite
import SyncProtocol

extension HubSQLiteTransaction {
  func notices(of account: AccountID) throws -> [AccountNotice] {
    try connection.query(
      """
      SELECT n.id, n.kind, n.zoneID, n.title, n.person, n.personID, n.at, c.expiresAt,
        n.stateAt
      FROM notices AS n LEFT JOIN zoneCopies AS c ON c.id = n.copyID WHERE n.accountID = ?
      ORDER BY n.at DESC, n.id
      """, .text(account)
    ) { row in
      AccountNotice(
        id: row.text(0), kind: try choice(row.text(1)), zone: row.text(2), title: row.text(3),
        person: row.text(4), personID: row.text(5), at: row.integer(6),
        copyUntil: row.optionalInteger(7), stateAt: row.optionalInteger(8))
    }
  }

  func zoneCopy(ofNotice id: String, of account: AccountID) throws -> ZoneCopy? {
    let copy = try connection.first(
      """
      SELECT c.id, c.zoneID, c.madeAt, c.expiresAt, c.bytes
      FROM notices AS n JOIN zoneCopies AS c ON c.id = n.copyID
      WHERE n.accountID = ? AND n.id = ?
      """, .text(account), .text(id)
    ) { row in
      ZoneCopy(
        id: row.text(0), zone: row.text(1), madeAt: row.integer(2), expiresAt: row.integer(3),
        bytes: row.blob(4))
    }
    guard let copy, copy.bytes.isEmpty else { return copy }
    var bytes: [UInt8] = []
    try connection.forEach(
      "SELECT bytes FROM zoneCopyParts WHERE zoneID = ? AND copyID = ? ORDER BY part",
      [.text(copy.zone), .text(copy.id)]
    ) { bytes += $0.blob(0) }
    return ZoneCopy(
      id: copy.id, zone: copy.zone, madeAt: copy.madeAt, expiresAt: copy.expiresAt, bytes: bytes)
  }

  func putZoneCopyPart(
    _ bytes: [UInt8], _ part: Int, ofCopy id: String, of zone: ZoneID, now: Int64
  ) throws {
    try connection.execute(
      """
      INSERT INTO zoneCopyParts (zoneID, copyID, part, putAt, bytes) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (zoneID, copyID, part) DO NOTHING
      """, .text(zone), .text(id), .integer(Int64(part)), .integer(now), .blob(bytes))
  }

  func removeZoneCopyPart(of zone: ZoneID, besides copy: String) throws -> Bool {
    try connection.execute(
      """
      DELETE FROM zoneCopyParts WHERE number IN (
        SELECT number FROM zoneCopyParts
        WHERE zoneID = ?1 AND copyID <> ?2 AND copyID NOT IN (SELECT id FROM zoneCopies) LIMIT 1)
      """, .text(zone), .text(copy)) > 0
  }

  func trimZoneCopyParts(putBefore: Int64, count: Int) throws -> Int {
    try connection.execute(
      """
      DELETE FROM zoneCopyParts WHERE number IN (
        SELECT number FROM zoneCopyParts
        WHERE putAt < ? AND copyID NOT IN (SELECT id FROM zoneCopies) LIMIT ?)
      """, .integer(putBefore), .integer(Int64(count)))
  }

  func putZoneCopy(_ copy: ZoneCopy) throws {
    try connection.execute(
      """
      INSERT INTO zoneCopies (id, zoneID, madeAt, expiresAt, bytes) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (id) DO NOTHING
      """, .text(copy.id), .text(copy.zone), .integer(copy.madeAt), .integer(copy.expiresAt),
      .blob(copy.bytes))
    try putBlobNames(ofCopy: copy.id, of: copy.zone)
  }

  func trimZoneCopies(now: Int64, perZone count: Int) throws {
    try connection.execute(
      """
      DELETE FROM zoneCopies WHERE expiresAt <= ?1
        OR id NOT IN (SELECT copyID FROM notices WHERE copyID IS NOT NULL)
        OR (SELECT count(*) FROM zoneCopies AS newer WHERE newer.zoneID = zoneCopies.zoneID
          AND (newer.madeAt, newer.id) > (zoneCopies.madeAt, zoneCopies.id)) >= ?2
      """, .integer(now), .integer(Int64(count)))
  }

  func putNotice(_ notice: AccountNotice, for account: AccountID, copy: String?) throws {
    try connection.execute(
      """
      INSERT INTO notices
        (id, accountID, kind, zoneID, title, person, personID, at, copyID, stateAt)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (accountID, id) DO NOTHING
      """,
      .text(notice.id), .text(account), .text(notice.kind.rawValue), .text(notice.zone),
      .text(notice.title), .text(notice.person), .text(notice.personID), .integer(notice.at),
      Value(copy), Value(notice.stateAt))
  }

  func removeNotice(_ id: String, of account: AccountID) throws {
    try connection.execute(
      "DELETE FROM notices WHERE accountID = ? AND id = ?", .text(account), .text(id))
  }

  func trimNotices(of account: AccountID, to count: Int) throws {
    try connection.execute(
      """
      DELETE FROM notices WHERE accountID = ?1 AND id NOT IN (
        SELECT id FROM notices WHERE accountID = ?1 ORDER BY at DESC, id LIMIT ?2)
      """, .text(account), .integer(Int64(count)))
  }
}
