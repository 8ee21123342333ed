import Hub
import SQLite
import SyncProtocol

extension HubSQLite {
  /// Moves the write-ahead log into the file and empties it, so that neither contains what was
  /// removed. Gives up while somebody reads for long, because writes must wait for it.
  public func eraseRemoved() throws {
    try withWriter { connection in
      try connection.executeScript(
        """
        PRAGMA busy_timeout=\(Self.maxEmptyingMilliseconds);
        PRAGMA wal_checkpoint(TRUNCATE);
        PRAGMA busy_timeout=\(Connection.busyMilliseconds)
        """)
    }
  }

  private static let maxEmptyingMilliseconds = 200

  /// Uses a read-only connection of its own.
  public func damage() throws -> [String] {
    do {
      switch backing {
      case .file: return try Connection(path: path, mode: .readOnly).damage()
      case .memory(let lock, _): return try lock.withLock { try $0.connection.damage() }
      }
    } catch let error as SQLiteError {
      throw Self.storeError(error, path: path)
    }
  }

  public func staleLogs(_ retention: LogRetention, now: Int64) throws -> [StaleLog] {
    try read { reader in
      guard let reader = reader as? HubSQLiteTransaction else {
        preconditionFailure("the store's readers are its own")
      }
      let zones = try reader.connection.query(
        "SELECT id, floor, head FROM zones WHERE head - floor > ?",
        .integer(retention.minEntriesPerZone)
      ) { (zone: $0.text(0), floor: $0.integer(1), head: $0.integer(2)) }
      return try zones.compactMap { zone, floor, head in
        let target = try reader.connection.first(
          """
          SELECT sequence FROM log WHERE zoneID = ? AND sequence <= ? AND committedAt < ?
          ORDER BY sequence DESC LIMIT 1
          """, .text(zone), .integer(head - retention.minEntriesPerZone),
          .integer(now - retention.maxAgeMilliseconds)
        ) { $0.integer(0) }
        return target.map { StaleLog(zone: zone, floor: floor, target: $0) }
      }
    }
  }
}
