import Hub
import SQLite
import SyncProtocol

extension HubSQLiteSchema {
  /// Who has uploaded which blob, and in which zones records name it. The names in existing records
  /// and copies are added; at that time only tables of households named blobs.
  static let blobNames = """
    -- Who has sent all bytes of a blob.
    CREATE TABLE blobUploads (
      accountID TEXT NOT NULL CHECK (accountID <> ''),
      blob TEXT NOT NULL CHECK (blob <> ''),
      uploadedAt INTEGER NOT NULL,
      PRIMARY KEY (accountID, blob)
    ) STRICT, WITHOUT ROWID;
    -- Forgetting those of a blob that is gone.
    CREATE INDEX blobUploadsByBlob ON blobUploads (blob);
    -- Records that name a blob. One that has moved away counts where it is.
    CREATE TABLE blobNames (
      blob TEXT NOT NULL,
      zoneID TEXT NOT NULL REFERENCES zones (id) DEFERRABLE INITIALLY DEFERRED,
      liveCount INTEGER NOT NULL CHECK (liveCount >= 0),
      deletedCount INTEGER NOT NULL CHECK (deletedCount >= 0 AND liveCount + deletedCount > 0),
      PRIMARY KEY (blob, zoneID)
    ) STRICT, WITHOUT ROWID;
    -- What a zone names, for its copy and for when its content is removed.
    CREATE INDEX blobNamesByZone ON blobNames (zoneID);
    CREATE TABLE blobNamesInCopies (
      copyID TEXT NOT NULL
        REFERENCES zoneCopies (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      blob TEXT NOT NULL,
      PRIMARY KEY (copyID, blob)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO blobNames (blob, zoneID, liveCount, deletedCount)
    SELECT blob, zoneID, sum(isDead = 0), sum(isDead) FROM (
      SELECT zoneID, isDead,
        coalesce(json_extract(CAST(content AS TEXT), '$[3].blobHash'),
          json_extract(CAST(content AS TEXT), '$.blobHash[2]')) AS blob
      FROM records
      WHERE tableName IN ('photos', 'attachments') AND (isDead = 0 OR movedToID IS NULL)
    ) WHERE blob IS NOT NULL GROUP BY blob, zoneID;
    INSERT INTO blobNamesInCopies (copyID, blob)
    SELECT DISTINCT c.id, json_extract(e.value, '$.r.blobHash')
    FROM zoneCopies AS c, json_each(CAST(c.bytes AS TEXT)) AS e
    WHERE json_extract(e.value, '$.t') IN ('photos', 'attachments')
      AND json_extract(e.value, '$.r.blobHash') IS NOT NULL;
    """
}

extension HubSQLite {
  /// Those of some blobs that an account may name. Each is looked up in the indexes by itself, so
  /// the cost depends on how many zones name it, not on how many records do.
  package static let nameableBlobsQuery = """
    SELECT b.value FROM json_each(?1) AS b WHERE
      EXISTS (SELECT 1 FROM blobUploads WHERE accountID = ?2 AND blob = b.value)
      OR EXISTS (
        SELECT 1 FROM blobNames AS n CROSS JOIN grants AS g CROSS JOIN zones AS z
        WHERE n.blob = b.value AND g.zoneID = n.zoneID AND g.accountID = ?2 AND z.id = n.zoneID
          AND (z.isAlive = 1
            OR EXISTS (SELECT 1 FROM deletedZones WHERE zoneID = z.id AND isPurging = 0)))
      OR EXISTS (
        SELECT 1 FROM notices AS n CROSS JOIN zoneCopies AS c CROSS JOIN blobNamesInCopies AS m
        WHERE n.accountID = ?2 AND c.id = n.copyID AND c.expiresAt > ?3 AND m.copyID = c.id
          AND m.blob = b.value)
    """
}

extension HubSQLiteTransaction {
  func blobs(
    _ names: [String], thatMayBeNamedBy account: AccountID, now: Int64
  ) throws -> Set<String> {
    let list = FieldValue.list(names.map(FieldValue.text)).wireBytes
    return Set(
      try connection.query(
        HubSQLite.nameableBlobsQuery, .text(String(decoding: list, as: UTF8.self)),
        .text(account), .integer(now)
      ) { $0.text(0) })
  }

  func hasUploaded(_ blob: String, _ account: AccountID) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM blobUploads WHERE accountID = ? AND blob = ?", .text(account), .text(blob)
    ) { _ in true } ?? false
  }

  func hasCopy(
    of zone: ZoneID, for account: AccountID, naming blob: String, now: Int64
  ) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM notices AS n JOIN zoneCopies AS c ON c.id = n.copyID
        JOIN blobNamesInCopies AS m ON m.copyID = c.id
      WHERE n.accountID = ? AND c.zoneID = ? AND c.expiresAt > ? AND m.blob = ?
      """, .text(account), .text(zone), .integer(now), .text(blob)
    ) { _ in true } ?? false
  }

  func noteUpload(_ blob: String, by account: AccountID, now: Int64) throws {
    try connection.execute(
      """
      INSERT INTO blobUploads (accountID, blob, uploadedAt) VALUES (?, ?, ?)
      ON CONFLICT (accountID, blob) DO UPDATE SET uploadedAt = excluded.uploadedAt
      """, .text(account), .text(blob), .integer(now))
  }

  func forgetUploads(_ blob: String, before: Int64) throws {
    try connection.execute(
      "DELETE FROM blobUploads WHERE blob = ? AND uploadedAt < ?", .text(blob), .integer(before))
  }

  func countBlobNames(_ changes: [BlobNameCount]) throws {
    for change in changes {
      try countBlobName(change.blob, in: change.zone, live: change.live, deleted: change.deleted)
    }
  }

  private func countBlobName(
    _ blob: String, in zone: ZoneID, live: Int, deleted: Int
  ) throws {
    let counts = try connection.first(
      "SELECT liveCount, deletedCount FROM blobNames WHERE blob = ? AND zoneID = ?",
      .text(blob), .text(zone)
    ) { [$0.integer(0), $0.integer(1)] }
    // Of records older than this table, only those of households are counted.
    let live = max(0, (counts?[0] ?? 0) + Int64(live))
    let deleted = max(0, (counts?[1] ?? 0) + Int64(deleted))
    guard live + deleted > 0 else {
      try connection.execute(
        "DELETE FROM blobNames WHERE blob = ? AND zoneID = ?", .text(blob), .text(zone))
      return
    }
    try connection.execute(
      """
      INSERT INTO blobNames (blob, zoneID, liveCount, deletedCount) VALUES (?, ?, ?, ?)
      ON CONFLICT (blob, zoneID)
      DO UPDATE SET liveCount = excluded.liveCount, deletedCount = excluded.deletedCount
      """, .text(blob), .text(zone), .integer(live), .integer(deleted))
  }

  /// Stores that a copy names the blobs which live records of the zone name now.
  func putBlobNames(ofCopy copy: String, of zone: ZoneID) throws {
    try connection.execute(
      """
      INSERT INTO blobNamesInCopies (copyID, blob)
      SELECT ?, blob FROM blobNames WHERE zoneID = ? AND liveCount > 0 ON CONFLICT DO NOTHING
      """, .text(copy), .text(zone))
  }
}
