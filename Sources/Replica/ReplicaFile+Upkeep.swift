import SQLite

extension ReplicaFile {
  /// Daily upkeep: deletes change sets and log entries that were kept for two weeks in case the hub
  /// is restored, derived data that `step` removes, and their remains in the write-ahead log.
  /// Blocks; others can write between the steps.
  ///
  /// - Parameter step: removes a part of what the program derives from rows, such as a search
  ///   index, for rows that are gone, in a transaction of its own. Its second argument is the time
  ///   in milliseconds since 1970. Called again as long as it returns `true`.
  public func removeDeleted(
    _ step: (_ connection: Connection, _ now: Int64) throws -> Bool = { _, _ in false }
  ) throws {
    while try withReplica(.local, { try $0.removeDeleted(step) }) {}
    try withReplica(.local) { try $0.emptyLog() }
  }

  /// Writes to tables that are derived from rows, in a transaction of its own: `step` must not write
  /// to synced ones. Blocks.
  public func derive<Result>(_ step: (Connection) throws -> Result) throws -> Result {
    try withReplica(.local) { replica in
      try replica.transaction { try step(replica.connection) }
    }
  }
}

extension Replica {
  /// How long emptying the write-ahead log waits for readers, in milliseconds.
  private static let maxEmptyingMilliseconds = 200

  func removeDeleted(_ step: (Connection, Int64) throws -> Bool) throws -> Bool {
    try transaction {
      try forgetExpired(acceptedNow)
      return try step(connection, environment.now())
    }
  }

  /// Moves the write-ahead log into the file and empties it. Gives up while somebody reads for
  /// long, and does nothing while a rehearsal is open.
  func emptyLog() throws {
    guard !isRehearsing else { return }
    try connection.executeScript("PRAGMA busy_timeout=\(Self.maxEmptyingMilliseconds)")
    defer {
      // It does not fail for any value; a shorter wait than elsewhere would do little harm.
      try? connection.executeScript("PRAGMA busy_timeout=\(Connection.busyMilliseconds)")
    }
    try connection.executeScript("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
