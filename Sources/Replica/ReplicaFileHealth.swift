import SQLite
import SyncProtocol

/// Checks whether a replica's file is as its engine wrote it.
///
/// SQLite notices most damage when it reads it, but some never: a page that was replaced by another
/// of the same kind looks valid. `PRAGMA quick_check` takes about 0.15 s for 100,000 records of 50
/// MB, so it runs on opening only if the file was not closed properly. `PRAGMA integrity_check`,
/// which also compares indexes with their tables, takes 1 s; `checkHealth` runs it.
enum ReplicaFileHealth {
  /// Whether the last process did not close the file: then its write-ahead log is still beside it.
  static func wasLeftOpen(_ path: String, in folder: any ReplicaFolder) -> Bool {
    folder.size(of: path + "-wal") > 0
  }

  /// Checks what the engine relies on before it uses it: its own rows, and the schema's tables.
  ///
  /// - Parameter isThorough: whether to check every page of the file as well.
  /// - Throws: `ReplicaFileError.corrupt`.
  static func inspect(
    _ connection: Connection, path: String, schema: SyncSchema, isThorough: Bool
  ) throws {
    guard try hasTables(of: schema, connection), try hasState(connection),
      try hasZones(connection)
    else { throw ReplicaFileError.corrupt(path: path) }
    if isThorough { try check("quick_check", connection, path: path) }
  }

  static func check(_ pragma: String, _ connection: Connection, path: String) throws {
    // One problem is enough.
    guard try isSound("\(pragma)(1)", connection) else {
      throw ReplicaFileError.corrupt(path: path)
    }
  }

  /// Whether SQLite finds nothing wrong with one table.
  static func isSound(table: String, _ connection: Connection) throws -> Bool {
    try isSound("quick_check(\(table))", connection)
  }

  private static func isSound(_ pragma: String, _ connection: Connection) throws -> Bool {
    try connection.first("PRAGMA \(pragma)") { $0.text(0) } == "ok"
  }

  /// Whether the tables have all the columns that the engine reads.
  private static func hasTables(of schema: SyncSchema, _ connection: Connection) throws -> Bool {
    for table in schema.tables {
      let wanted = ["id"] + [table.zoneColumn].compactMap(\.self) + table.columns.map(\.name)
      guard try Set(connection.columns(of: table.name)).isSuperset(of: wanted) else { return false }
      for child in table.registers.compactMap(\.child) {
        let wanted = [child.parentColumn] + child.columns.map(\.name)
        guard try Set(connection.columns(of: child.table)).isSuperset(of: wanted) else {
          return false
        }
      }
    }
    let engine = try connection.first(
      """
      SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('syncState',
        'syncZones', 'syncPending', 'syncParked', 'syncVersions', 'syncUnknown',
        'syncAcknowledged', 'syncStaged')
      """
    ) { $0.integer(0) }
    return engine == 8
  }

  /// Throws if stored JSON cannot be read: SQLite does not notice when the end of a long value is
  /// missing.
  static func checkStoredForms(_ connection: Connection, path: String) throws {
    do {
      try connection.forEach("SELECT body, undo, state, answer FROM syncPending", []) { row in
        _ = try ChangeSet(wireBytes: row.blob(0))
        _ = try [LocalUndo](wireBytes: row.blob(1))
        _ = try ChangeSetState(
          name: row.text(2), answer: row.isNull(3) ? nil : Answer(wireBytes: row.blob(3)))
      }
      for table in ["syncParked", "syncAcknowledged"] {
        try connection.forEach("SELECT body FROM \(table)", []) { row in
          _ = try ChangeSet(wireBytes: row.blob(0))
        }
      }
      try connection.forEach("SELECT registers FROM syncUnknown", []) { row in
        _ = try FieldValue(wireBytes: row.blob(0))
      }
    } catch let error where error is WireError || error is ChangeSetState.Unreadable {
      throw ReplicaFileError.corrupt(path: path)
    }
  }

  /// Whether the engine's state is one valid row, or none in a new file.
  private static func hasState(_ connection: Connection) throws -> Bool {
    let rows = try connection.query(
      """
      SELECT typeof(accountID) = 'text' AND typeof(epoch) = 'text' AND id = 1
        AND typeof(lastNumber) = 'integer' AND lastNumber >= 0
        AND typeof(clock) = 'integer' AND clock >= 0, incarnation FROM syncState
      """
    ) { $0.bool(0) && ChangeSetID.isReplica($0.text(1)) }
    return rows.isEmpty || rows == [true]
  }

  private static func hasZones(_ connection: Connection) throws -> Bool {
    try connection.query("SELECT kind, role, state FROM syncZones") {
      ZoneKind(rawValue: $0.text(0)) != nil && Role(rawValue: $0.text(1)) != nil
        && ZoneRow.State(rawValue: $0.text(2)) != nil
    }.allSatisfy(\.self)
  }
}

extension ReplicaFile {
  /// Reads every page, compares the indexes with their tables, and decodes the waiting change sets.
  /// Takes about 1 s for 100,000 records; others can read and write meanwhile. For the background,
  /// after a start and from time to time. Blocks.
  /// - Throws: `ReplicaFileError.corrupt`; `salvage` is for a file that is.
  public func checkHealth() throws(ReplicaFileError) {
    do {
      try readAll { connection in
        try ReplicaFileHealth.inspect(connection, path: path, schema: schema, isThorough: false)
        try ReplicaFileHealth.check("integrity_check", connection, path: path)
        try ReplicaFileHealth.checkStoredForms(connection, path: path)
      }
    } catch {
      throw ReplicaFileError(error, path: path)
    }
  }
}
