import SQLite
import SyncProtocol

/// Whether a replica's file is what its engine wrote.
///
/// SQLite notices most damage when it reads it, and some never: a page that was replaced by another
/// of the same kind is a good page. `PRAGMA quick_check` takes some 0.15 s for 100,000 records of
/// 50 MB, so it runs at opening only where the file was not closed; `PRAGMA integrity_check`, which
/// also compares the indexes with their tables, takes 1 s and is for `checkHealth`.
enum ReplicaFileHealth {
  /// Whether whoever had the file last has not closed it: then its write-ahead log lies beside it.
  static func wasLeftOpen(_ path: String, in folder: any ReplicaFolder) -> Bool {
    folder.size(of: path + "-wal") > 0
  }

  /// Looks at what the engine relies on, before it does: its own rows, and the schema's tables.
  ///
  /// - Parameter isThorough: with every page of the file.
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

  /// Whether SQLite finds nothing wrong with a table by itself.
  static func isSound(table: String, _ connection: Connection) throws -> Bool {
    try isSound("quick_check(\(table))", connection)
  }

  private static func isSound(_ pragma: String, _ connection: Connection) throws -> Bool {
    try connection.first("PRAGMA \(pragma)") { $0.text(0) } == "ok"
  }

  /// The tables that rows are read from, with the columns that are named.
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

  /// What is stored as JSON must read: SQLite does not notice when the end of a long value is gone.
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

  /// One row, or none in a file that is being made.
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
  /// Reads every page, compares the indexes with their tables, and reads what waits: some 1 s for
  /// 100,000 records, in which others read and write. For the background, after a start and now and
  /// then. Blocks.
  ///
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
