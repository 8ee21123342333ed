import SQLite
import SyncProtocol

/// The engine's own tables in a replica's file, beside those of the domain.
enum ReplicaSchema {
  /// Frozen: a change needs a new script at the end of `Replica.migrations`.
  static let sql = """
    -- One row: who this replica is and how far it is.
    CREATE TABLE syncState (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      accountID TEXT NOT NULL,
      incarnation TEXT NOT NULL,
      epoch TEXT NOT NULL DEFAULT '',
      -- The number of the last change set made here; never goes back.
      lastNumber INTEGER NOT NULL DEFAULT 0,
      -- The greatest number below which every answer is stored here.
      acknowledged INTEGER NOT NULL DEFAULT 0,
      clock INTEGER NOT NULL DEFAULT 0,
      -- The hub's clock minus ours at the last answer, milliseconds.
      clockOffset INTEGER NOT NULL DEFAULT 0,
      accountSequence INTEGER NOT NULL DEFAULT 0,
      schemaVersion INTEGER NOT NULL DEFAULT 0,
      lastContactAt INTEGER
    ) STRICT;
    -- The zones this replica holds. `id` is the id of the zone's root record.
    CREATE TABLE syncZones (
      id TEXT PRIMARY KEY NOT NULL,
      kind TEXT NOT NULL,
      role TEXT NOT NULL,
      grantID TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      -- The zone was made here and the hub does not know it yet.
      isNew INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    -- Change sets that the hub has not confirmed, in their order.
    CREATE TABLE syncPending (
      number INTEGER PRIMARY KEY,
      body BLOB NOT NULL,
      -- What to put back to get the confirmed state: effects, in the order to apply them.
      undo BLOB NOT NULL,
      -- NULL: no answer yet. Else the sequences at which the hub accepted it.
      answer BLOB,
      -- The sent bytes are the stored ones from the first try on.
      isSent INTEGER NOT NULL DEFAULT 0,
      -- It cannot be shown over the confirmed state and waits for the hub's answer unseen.
      isHidden INTEGER NOT NULL DEFAULT 0,
      writtenAt INTEGER NOT NULL,
      mutationCount INTEGER NOT NULL
    ) STRICT;
    -- Change sets that the hub refused, kept for the person who wrote them.
    CREATE TABLE syncParked (
      number INTEGER PRIMARY KEY,
      body BLOB NOT NULL,
      reason TEXT NOT NULL,
      tableName TEXT,
      recordID TEXT,
      detail TEXT NOT NULL,
      writtenAt INTEGER NOT NULL,
      parkedAt INTEGER NOT NULL
    ) STRICT;
    -- A hub-confirmed transaction under way: its bytes are stored before they are sent.
    CREATE TABLE syncConfirming (
      number INTEGER PRIMARY KEY,
      body BLOB NOT NULL,
      answer BLOB
    ) STRICT;
    -- The version of each aggregate: the change set that wrote it.
    CREATE TABLE syncVersions (
      tableName TEXT NOT NULL,
      recordID TEXT NOT NULL,
      register TEXT NOT NULL,
      changeSet TEXT NOT NULL,
      PRIMARY KEY (tableName, recordID, register)
    ) STRICT, WITHOUT ROWID;
    -- Registers and whole records that this program's schema does not know, kept for a newer one.
    CREATE TABLE syncUnknown (
      tableName TEXT NOT NULL,
      recordID TEXT NOT NULL,
      zoneID TEXT NOT NULL,
      registers BLOB NOT NULL,
      -- Why it is here: 'unknown', or the constraint of this program that it breaks.
      reason TEXT NOT NULL,
      PRIMARY KEY (tableName, recordID)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX syncUnknownByZone ON syncUnknown(zoneID);
    -- What this replica wrote and the hub accepted, kept to be pushed again after a hub's restore.
    CREATE TABLE syncAcknowledged (
      number INTEGER PRIMARY KEY,
      body BLOB NOT NULL,
      acceptedAt INTEGER NOT NULL
    ) STRICT;
    -- Pages of a pull that is not complete.
    CREATE TABLE syncStaged (
      id INTEGER PRIMARY KEY,
      body BLOB NOT NULL
    ) STRICT;
    """
}

extension ReplicaSchema {
  /// Zones that cannot be shown, and when they are loaded anew.
  static let aside = """
    CREATE TABLE syncAside (
      zoneID TEXT PRIMARY KEY NOT NULL,
      reason TEXT NOT NULL,
      detail TEXT NOT NULL,
      since INTEGER NOT NULL,
      tries INTEGER NOT NULL,
      nextTryAt INTEGER NOT NULL,
      head INTEGER NOT NULL,
      schemaVersion INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Finds what was accepted long ago without reading the change sets themselves.
  static let acknowledgedByTime = """
    CREATE INDEX syncAcknowledgedByTime ON syncAcknowledged (acceptedAt);
    """

  /// The hub's log entries as it sealed them, kept in case the hub is restored from a backup.
  static let sealed = """
    CREATE TABLE syncSealed (
      id INTEGER PRIMARY KEY,
      epoch TEXT NOT NULL,
      zoneID TEXT NOT NULL,
      receivedAt INTEGER NOT NULL,
      -- The epoch of the restored hub that has it again.
      handedTo TEXT NOT NULL,
      body BLOB NOT NULL
    ) STRICT;
    CREATE INDEX syncSealedByTime ON syncSealed (receivedAt);
    CREATE INDEX syncSealedByZone ON syncSealed (zoneID);
    """
}

extension ReplicaSchema {
  /// Puts the state of each change set and each zone into one column.
  ///
  /// Before, it followed from several columns, from tables, and from negative sequences. Columns
  /// that nothing read are dropped.
  static let states = """
    CREATE TABLE syncPendingByState (
      number INTEGER PRIMARY KEY,
      -- 'waiting': shown until the hub has judged it. 'hidden': the same, but it cannot be shown.
      -- 'answered': accepted, and what it did is still to be pulled.
      -- Hub-confirmed, and seen by nobody before it is pulled: 'asked', accepted 'confirmed'.
      state TEXT NOT NULL
        CHECK (state IN ('waiting', 'hidden', 'answered', 'asked', 'confirmed')),
      -- At which sequences of which zones the hub has accepted it.
      answer BLOB CHECK ((answer IS NULL) = (state NOT IN ('answered', 'confirmed'))),
      body BLOB NOT NULL,
      -- What to put back to get the confirmed state: effects, in the order to apply them.
      undo BLOB NOT NULL,
      writtenAt INTEGER NOT NULL
    ) STRICT;
    INSERT INTO syncPendingByState (number, state, answer, body, undo, writtenAt)
      SELECT number,
        CASE WHEN answer IS NOT NULL THEN 'answered' WHEN isHidden <> 0 THEN 'hidden'
          ELSE 'waiting' END,
        answer, body, undo, writtenAt FROM syncPending;
    INSERT INTO syncPendingByState (number, state, answer, body, undo, writtenAt)
      SELECT number, CASE WHEN answer IS NULL THEN 'asked' ELSE 'confirmed' END, answer, body,
        x'5b5d', (SELECT coalesce(max(lastContactAt), 0) FROM syncState)
      FROM syncConfirming WHERE number NOT IN (SELECT number FROM syncPending);
    DROP TABLE syncPending;
    DROP TABLE syncConfirming;
    ALTER TABLE syncPendingByState RENAME TO syncPending;
    -- A hub-confirmed transaction is found without reading what is pending.
    CREATE INDEX syncConfirmations ON syncPending (number) WHERE state IN ('asked', 'confirmed');
    CREATE TABLE syncZonesByState (
      id TEXT PRIMARY KEY NOT NULL,
      kind TEXT NOT NULL,
      role TEXT NOT NULL,
      grantID TEXT NOT NULL,
      -- The sequence of the zone's log up to which it is here, when it is 'current'.
      sequence INTEGER NOT NULL CHECK (sequence >= 0),
      -- 'new': made here, and the hub does not know it yet. 'current': as the hub had it.
      -- 'stale': to be loaded anew. 'restored': the same, and compared with what the hub has lost.
      state TEXT NOT NULL CHECK (state IN ('new', 'current', 'stale', 'restored'))
    ) STRICT;
    INSERT INTO syncZonesByState (id, kind, role, grantID, sequence, state)
      SELECT id, kind, role, grantID, max(sequence, 0),
        CASE WHEN isNew <> 0 THEN 'new' WHEN sequence >= 0 THEN 'current'
          WHEN sequence = -2 THEN 'restored' ELSE 'stale' END
      FROM syncZones;
    DROP TABLE syncZones;
    ALTER TABLE syncZonesByState RENAME TO syncZones;
    ALTER TABLE syncState DROP COLUMN acknowledged;
    """
}

/// One row of `syncZones`.
public struct ZoneRow: Equatable, Sendable {
  /// How much of a zone is here.
  public enum State: String, Sendable {
    /// Created here; the hub does not know it yet.
    case new
    /// The hub's state at `sequence`.
    case current
    /// To be loaded anew with the next pull.
    case stale
    /// From before a restore of the hub: to be loaded anew, and compared to find what the hub has
    /// lost.
    case restored
  }

  public let id: ZoneID
  public var kind: ZoneKind
  public var role: Role
  public var grantID: String
  /// The sequence of the zone's log up to which the zone is here, while it is `current`.
  public var sequence: Int64
  public var state: State

  public var isNew: Bool { state == .new }
  public var isCurrent: Bool { state == .current }

  static let columns = "id, kind, role, grantID, sequence, state"
  private static let byID = "SELECT \(columns) FROM syncZones WHERE id = ?"
  private static let inOrder = "SELECT \(columns) FROM syncZones ORDER BY id"
  private static let restored = """
    SELECT \(columns) FROM syncZones WHERE state = 'restored' ORDER BY id
    """

  init(_ row: Statement) {
    id = row.text(0)
    // Only the engine writes these columns, from the same enums.
    kind = ZoneKind(rawValue: row.text(1))!
    role = Role(rawValue: row.text(2))!
    grantID = row.text(3)
    sequence = row.integer(4)
    state = State(rawValue: row.text(5))!
  }

  /// A zone as a cut tells of it.
  init(_ head: ZoneHead, state: State) {
    id = head.zone
    kind = head.kind
    role = head.role
    grantID = head.grant
    sequence = head.head
    self.state = state
  }

  /// Writes the row, in place of the one before.
  func save(_ connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO syncZones (id, kind, role, grantID, sequence, state)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET role = excluded.role,
        grantID = excluded.grantID, sequence = excluded.sequence, state = excluded.state
      """, .text(id), .text(kind.rawValue), .text(role.rawValue), .text(grantID),
      .integer(sequence), .text(state.rawValue))
  }

  public static func find(_ id: ZoneID, in connection: Connection) throws -> ZoneRow? {
    try connection.first(byID, .text(id)) { ZoneRow($0) }
  }

  public static func all(in connection: Connection) throws -> [ZoneRow] {
    try connection.query(inOrder) { ZoneRow($0) }
  }

  /// Those from before a restore of the hub.
  static func restored(in connection: Connection) throws -> [ZoneRow] {
    try connection.query(restored) { ZoneRow($0) }
  }
}

extension Replica {
  /// How far the hub's clock is ahead of this machine's, in milliseconds, as far as the hub has
  /// told it.
  public static func clockOffset(in connection: Connection) throws -> Int64 {
    try connection.first("SELECT clockOffset FROM syncState") { $0.integer(0) } ?? 0
  }
}
