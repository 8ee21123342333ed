import SQLite
import SyncProtocol

extension HubSQLite {
  /// The blobs that live records of living zones name in a text field of one table, and those of
  /// deleted zones that can still be brought back: what `BlobFolder.sweep` is to keep.
  ///
  /// Reads all records of the table: for work that is done now and then.
  ///
  /// - Parameter diedAfter: records of living zones that were deleted later than this may still be
  ///   brought back, and count, too; milliseconds since 1970.
  public func blobNames(
    inTable table: String, field: String, diedAfter: Int64 = .max
  ) throws -> Set<String> {
    try read { reader in
      // The store's readers are its own.
      guard let reader = reader as? HubSQLiteTransaction else { return [] }
      let names = try reader.connection.query(
        """
        SELECT DISTINCT coalesce(
          json_extract(CAST(r.content AS TEXT), ?), json_extract(CAST(r.content AS TEXT), ?))
        FROM records AS r JOIN zones AS z ON z.id = r.zoneID
          LEFT JOIN deletedZones AS d ON d.zoneID = r.zoneID
        WHERE r.tableName = ?
          AND ((z.isAlive = 1 AND (r.isDead = 0 OR (r.movedToID IS NULL AND r.diedTime > ?)))
          OR (d.isPurging = 0 AND (r.isDead = 0 OR r.diedChangeSet = d.changeSet)))
        """, .text(RegisterCoding.path(of: field)), .text(RegisterCoding.firstPath(of: field)),
        .text(table), .integer(HybridTime(milliseconds: diedAfter).bits)
      ) { $0.optionalText(0) }
      return Set(names.compactMap(\.self))
    }
  }

  /// The blobs that are named by records in copies that were kept for whoever lost a zone.
  ///
  /// Reads all copies: for work that is done now and then.
  ///
  /// - Parameter now: copies that have expired count no more; milliseconds since 1970.
  public func blobNamesInCopies(
    inTable table: String, field: String, now: Int64
  ) throws -> Set<String> {
    try read { reader in
      // The store's readers are its own.
      guard let reader = reader as? HubSQLiteTransaction else { return [] }
      let names = try reader.connection.query(
        """
        SELECT DISTINCT json_extract(e.value, '$.r.' || ?)
        FROM zoneCopies AS c, json_each(CAST(c.bytes AS TEXT)) AS e
        WHERE c.expiresAt > ? AND json_extract(e.value, '$.t') = ?
        """, .text(field), .integer(now), .text(table)
      ) { $0.optionalText(0) }
      return Set(names.compactMap(\.self))
    }
  }
}
