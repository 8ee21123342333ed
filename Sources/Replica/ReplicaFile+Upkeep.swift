import SQLite

extension ReplicaFile {
  /// Upkeep for once a day: lets go of what was kept for a hub that is restored and is two weeks
  /// old, of what `step` knows to be gone, and of what the write-ahead log still has of either.
  /// Blocks; others write between the steps.
  ///
  /// - Parameter step: rids what the program derives from rows, such as a search index, of rows
  ///   that are gone: a part of it, in a transaction of its own, given the time in milliseconds
  ///   since 1970. Returns whether there is more to do, and is then called again.
  public func removeDeleted(
    _ step: (_ connection: Connection, _ now: Int64) throws -> Bool = { _, _ in false }
  ) throws {
    while try withReplica(.local, { try $0.removeDeleted(step) }) {}
    try withReplica(.local) { try $0.emptyLog() }
  }
}

extension Replica {
  /// How long emptying the write-ahead log waits for those who read.
  private static let maxEmptyingMilliseconds = 200

  func removeDeleted(_ step: (Connection, Int64) throws -> Bool) throws -> Bool {
    try transaction {
      try forgetExpired(acceptedNow)
      return try step(connection, environment.now())
    }
  }

  /// Moves the write-ahead log into the file and empties it. Left for another time while somebody
  /// reads for long, and while a transaction is open that waits for the hub.
  func emptyLog() throws {
    guard !isRehearsing else { return }
    try connection.executeScript("PRAGMA busy_timeout=\(Self.maxEmptyingMilliseconds)")
    defer {
      // It fails for no value; to wait less than others do would do little harm.
      try? connection.executeScript("PRAGMA busy_timeout=\(Connection.busyMilliseconds)")
    }
    try connection.executeScript("PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
