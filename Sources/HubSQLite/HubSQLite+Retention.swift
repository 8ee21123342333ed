import Hub
import SQLite
import SyncProtocol

extension HubSQLite {
  /// Removes from the logs of all zones what `retention` does not keep, and copies of zones that
  /// have expired. Blocks; work for now and then. Others push and pull meanwhile.
  ///
  /// - Parameter now: the wall clock, milliseconds since 1970.
  /// - Returns: how many entries were removed.
  @discardableResult
  public func trimLogs(
    _ retention: LogRetention = LogRetention(), now: Int64 = WallClock.nowMilliseconds()
  ) throws -> Int64 {
    try write { try $0.trimZoneCopies(now: now, perZone: Hub.maxCopiesPerZone) }
    var removed: Int64 = 0
    for (zone, floor, target) in try staleLogs(retention, now: now) {
      var floor = floor
      while floor < target {
        let next = min(target, floor + max(1, retention.maxEntriesPerCommit))
        try write { try $0.trimLog(of: zone, through: next) }
        removed += next - floor
        floor = next
      }
    }
    return removed
  }

  /// Moves the write-ahead log into the file and empties it, so that what was removed is in neither.
  /// Left for another time while somebody reads for long: writes wait for it.
  public func emptyWriteAheadLog() throws {
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

  /// The zones whose logs may be trimmed, with their floors as they are and as they may be.
  private func staleLogs(
    _ retention: LogRetention, now: Int64
  ) throws -> [(zone: ZoneID, floor: Int64, target: Int64)] {
    try read { reader in
      // The store's readers are its own.
      guard let reader = reader as? HubSQLiteTransaction else { return [] }
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
        return target.map { (zone, floor, $0) }
      }
    }
  }
}
