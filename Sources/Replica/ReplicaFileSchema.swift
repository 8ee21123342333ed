import SQLite

/// The schema of a replica's file: two frozen lists of migrations, the engine's and the domain's,
/// which grow independently.
///
/// A single version number could not tell where each list ends once the other has grown, so each
/// part has its own, in `replicaFile`. The engine's scripts run first: the domain's tables may
/// refer to the engine's (participants, invites), never the reverse. Both lists are applied in one
/// transaction.
enum ReplicaFileSchema {
  /// "HRpl" in `PRAGMA application_id`: marks a replica's file of this program, as opposed to a
  /// hub's.
  static let applicationID = 0x4852_706c

  /// Frozen, like every migration.
  private static let versionsSQL = """
    -- One row: the schema versions of this file's parts, and which incarnation file it goes with.
    CREATE TABLE IF NOT EXISTS replicaFile (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      engineVersion INTEGER NOT NULL DEFAULT 0,
      domainVersion INTEGER NOT NULL DEFAULT 0,
      incarnationMark TEXT NOT NULL DEFAULT ''
    ) STRICT;
    INSERT INTO replicaFile (id) VALUES (1) ON CONFLICT (id) DO NOTHING;
    PRAGMA application_id = \(applicationID);
    """

  /// Refuses a file of another kind, before anything is written to it.
  static func inspect(
    _ path: String, in folder: any ReplicaFolder = SystemFolder()
  ) throws {
    guard folder.exists(path) else { return }
    let connection = try Connection.toRead(folder.databasePath(path))
    let id = try connection.first("PRAGMA application_id") { Int($0.integer(0)) }
    let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.integer(0) }
    guard id == applicationID || tables == 0 else {
      throw ReplicaFileError.notAReplica(path: path)
    }
  }

  /// The versions of a file's two parts, and those to which opening it would upgrade them; `nil` if
  /// there is no file yet.
  static func versions(
    _ path: String, in folder: any ReplicaFolder, domain: Migrations
  ) throws -> (found: [Int], supported: [Int])? {
    guard folder.exists(path) else { return nil }
    try inspect(path, in: folder)
    let connection = try Connection(path: folder.databasePath(path), mode: .readOnly)
    let isMade = try connection.first(
      "SELECT 1 FROM sqlite_schema WHERE name = 'replicaFile'"
    ) { _ in true }
    // A file whose creation was interrupted holds nothing.
    guard isMade == true else { return nil }
    let found = try connection.first("SELECT engineVersion, domainVersion FROM replicaFile") {
      [Int($0.integer(0)), Int($0.integer(1))]
    }
    return found.map { ($0, [Replica.migrations.count, domain.scripts.count]) }
  }

  static func migrate(_ connection: Connection, domain: Migrations) throws {
    try connection.transaction {
      try connection.executeScript(versionsSQL)
      let found = try connection.first("SELECT engineVersion, domainVersion FROM replicaFile") {
        (Int($0.integer(0)), Int($0.integer(1)))
      }
      let (engineVersion, domainVersion) = found ?? (0, 0)
      try run(Replica.migrations, from: engineVersion, part: "engine", on: connection)
      try run(domain.scripts, from: domainVersion, part: "domain", on: connection)
      try connection.execute(
        "UPDATE replicaFile SET engineVersion = ?, domainVersion = ?",
        .integer(Int64(Replica.migrations.count)), .integer(Int64(domain.scripts.count)))
    }
  }

  private static func run(
    _ scripts: [String], from version: Int, part: String, on connection: Connection
  ) throws {
    guard version <= scripts.count else {
      throw ReplicaFileError.newerVersion(part: part, found: version, supported: scripts.count)
    }
    for script in scripts[version...] { try connection.executeScript(script) }
  }
}
