import SQLite

/// A hub's file as an earlier program left it: what its migrations did since is undone, one after
/// the other. What the file held for the newer program alone is gone.
package enum OlderHub {
  /// How to undo each migration, the first of them that of version `first + 1`.
  private static let undoing = [
    "DROP TABLE deletedZones",
    "DROP TABLE accessTokens; DROP TABLE keptAnswers",
    "DROP TABLE recordChanges; ALTER TABLE log DROP COLUMN before",
    "DROP TABLE calendarFeeds",
    "DROP TABLE pendingJoins",
    "ALTER TABLE accessTokens DROP COLUMN mayShare",
    "ALTER TABLE invites DROP COLUMN allowsMerge",
    "DROP TABLE sharingFlags; DROP TABLE planSettings; DROP TABLE plans",
    "ALTER TABLE sharingFlags DROP COLUMN hidesShared",
    "DROP TABLE recordKeys",
    "ALTER TABLE grants DROP COLUMN since",
    """
    CREATE TABLE answers (
      replica TEXT NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL,
      PRIMARY KEY (replica, number)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO answers SELECT replica, number, answer FROM judged WHERE answer IS NOT NULL;
    DROP TABLE judged;
    ALTER TABLE acknowledgements DROP COLUMN unhashedThrough;
    ALTER TABLE holds DROP COLUMN accountID; ALTER TABLE holds DROP COLUMN since;
    ALTER TABLE holds DROP COLUMN nextReplica; ALTER TABLE holds DROP COLUMN nextUntil
    """,
    "DROP TABLE blobUploads; DROP TABLE blobNames; DROP TABLE blobNamesInCopies",
    "DROP INDEX deletedContent; ALTER TABLE records DROP COLUMN isEmptied",
    "DROP TABLE countedBlobs; DROP TABLE countedBytes",
    """
    UPDATE state SET clock = max(clock, coalesce((SELECT max(clock) FROM zones), 0));
    ALTER TABLE zones DROP COLUMN clock;
    DROP INDEX liveRecordsByID; DROP INDEX deadRecordsByID;
    CREATE INDEX recordsByID ON records (id)
    """,
    "DROP TABLE sealingKeys; DROP TABLE formerEpochs; DROP TABLE handedBack",
    """
    DROP TABLE restores; DROP TABLE awaitedDevices; ALTER TABLE notices DROP COLUMN stateAt
    """,
    "ALTER TABLE handedBack DROP COLUMN time",
    """
    CREATE TABLE handedBackBefore (
      changeSet TEXT NOT NULL, zoneID TEXT NOT NULL, time INTEGER,
      PRIMARY KEY (changeSet, zoneID)
    ) STRICT, WITHOUT ROWID;
    INSERT OR IGNORE INTO handedBackBefore SELECT changeSet, zoneID, NULL FROM handedBack;
    DROP TABLE handedBack; ALTER TABLE handedBackBefore RENAME TO handedBack
    """,
    """
    CREATE TABLE handedBackBefore (
      changeSet TEXT NOT NULL, zoneID TEXT NOT NULL, fingerprint INTEGER NOT NULL,
      PRIMARY KEY (changeSet, zoneID, fingerprint)
    ) STRICT, WITHOUT ROWID;
    INSERT OR IGNORE INTO handedBackBefore SELECT changeSet, zoneID, fingerprint FROM handedBack;
    DROP TABLE handedBack; ALTER TABLE handedBackBefore RENAME TO handedBack
    """,
    "DROP TABLE zoneCopyParts",
    "DROP TABLE keptAccounts; DROP TABLE admissions",
    """
    DROP TABLE kiosks; DROP TABLE pins;
    DROP INDEX sessionsByKiosk; ALTER TABLE sessions DROP COLUMN kioskID
    """,
    "DROP TABLE switches; DROP TABLE told; DROP TABLE mailAddresses; DROP TABLE mails",
    "DROP TABLE familyShares; DROP TABLE familyShareMembers",
    "DROP TABLE keptAccountsMade",
    "DROP TABLE kioskPeople",
  ]
  private static let first = 3

  /// Takes the file back to a version from 3 on.
  package static func downgrade(_ connection: Connection, to version: Int) throws {
    let current = try Migrations.version(of: connection)
    precondition(
      current == first + undoing.count, "no way back from version \(current) is known")
    for undo in undoing[(version - first)...].reversed() {
      try connection.executeScript(undo)
    }
    try connection.executeScript("PRAGMA user_version=\(version)")
  }
}
