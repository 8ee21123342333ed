import SQLite

/// A replica's file as an earlier program left it: what the engine's migrations did since is
/// undone, one after the other. What the file held for the newer program alone is gone.
package enum OlderReplica {
  /// How to undo each migration, the first of them that of version 2.
  private static let undoing = [
    "DROP TABLE syncAside",
    "DROP INDEX syncAcknowledgedByTime",
    """
    ALTER TABLE syncState ADD COLUMN acknowledged INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE syncConfirming (
      number INTEGER PRIMARY KEY, body BLOB NOT NULL, answer BLOB
    ) STRICT;
    INSERT INTO syncConfirming SELECT number, body, answer FROM syncPending
      WHERE state IN ('asked', 'confirmed');
    CREATE TABLE olderPending (
      number INTEGER PRIMARY KEY, body BLOB NOT NULL, undo BLOB NOT NULL, answer BLOB,
      isSent INTEGER NOT NULL DEFAULT 0, isHidden INTEGER NOT NULL DEFAULT 0,
      writtenAt INTEGER NOT NULL, mutationCount INTEGER NOT NULL
    ) STRICT;
    INSERT INTO olderPending
      SELECT number, body, undo, answer, 0, state = 'hidden', writtenAt, 1 FROM syncPending
      WHERE state NOT IN ('asked', 'confirmed');
    DROP TABLE syncPending;
    ALTER TABLE olderPending RENAME TO syncPending;
    CREATE TABLE olderZones (
      id TEXT PRIMARY KEY NOT NULL, kind TEXT NOT NULL, role TEXT NOT NULL, grantID TEXT NOT NULL,
      sequence INTEGER NOT NULL, isNew INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    INSERT INTO olderZones
      SELECT id, kind, role, grantID,
        CASE state WHEN 'current' THEN sequence WHEN 'restored' THEN -2 ELSE -1 END,
        state = 'new'
      FROM syncZones;
    DROP TABLE syncZones;
    ALTER TABLE olderZones RENAME TO syncZones
    """,
    "DROP TABLE syncSealed",
  ]

  /// The version that this program's files have.
  package static let current = undoing.count + 1

  /// Takes a file, which nobody may have open, or a database in memory back to a version.
  package static func downgrade(_ connection: Connection, to version: Int) throws {
    for undo in undoing[(version - 1)...].reversed() { try connection.executeScript(undo) }
    let isFile = try connection.first("SELECT 1 FROM sqlite_schema WHERE name = 'replicaFile'") {
      _ in true
    }
    guard isFile == true else { return }
    try connection.execute("UPDATE replicaFile SET engineVersion = ?", .integer(Int64(version)))
  }
}
