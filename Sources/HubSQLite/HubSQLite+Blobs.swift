import Hub
import SQLite
import SyncProtocol

extension HubSQLite {
  public func blobNamesToKeep(
    in fields: [(table: String, field: String)], now: Int64
  ) throws -> Set<String> {
    try readConnection { connection in
      let ofLarge = fields.isEmpty ? [] : try Self.blobNamesInLargeCopies(now: now, connection)
      return try fields.reduce(into: ofLarge) { names, place in
        names.formUnion(
          try Self.blobNames(
            inTable: place.table, field: place.field,
            diedAfter: now - Hub.keepDeletedMilliseconds, connection))
        names.formUnion(
          try Self.blobNamesInCopies(
            inTable: place.table, field: place.field, now: now, connection))
      }
    }
  }

  /// The blobs that records name in a text field of one table: live records of living zones, and
  /// records of deleted zones that can still be restored.
  package func blobNames(inTable table: String, field: String) throws -> Set<String> {
    try readConnection {
      try Self.blobNames(inTable: table, field: field, diedAfter: .max, $0)
    }
  }

  private func readConnection(
    _ body: (Connection) throws -> Set<String>
  ) throws -> Set<String> {
    try read { reader in
      guard let reader = reader as? HubSQLiteTransaction else {
        preconditionFailure("the store's readers are its own")
      }
      return try body(reader.connection)
    }
  }

  /// - Parameter diedAfter: records of living zones that were deleted after this time count too;
  ///   milliseconds since 1970.
  private static func blobNames(
    inTable table: String, field: String, diedAfter: Int64, _ connection: Connection
  ) throws -> Set<String> {
    let names = try connection.query(
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

  /// The blobs named by copies that are stored in parts, whose fields cannot be searched.
  private static func blobNamesInLargeCopies(
    now: Int64, _ connection: Connection
  ) throws -> Set<String> {
    Set(
      try connection.query(
        """
        SELECT m.blob FROM zoneCopies AS c JOIN blobNamesInCopies AS m ON m.copyID = c.id
        WHERE c.expiresAt > ? AND length(c.bytes) = 0
        """, .integer(now)
      ) { $0.text(0) })
  }

  /// - Parameter now: milliseconds since 1970; copies that have expired by then do not count.
  private static func blobNamesInCopies(
    inTable table: String, field: String, now: Int64, _ connection: Connection
  ) throws -> Set<String> {
    let names = try connection.query(
      """
      SELECT DISTINCT json_extract(e.value, '$.r.' || ?)
      FROM zoneCopies AS c, json_each(CAST(c.bytes AS TEXT)) AS e
      WHERE c.expiresAt > ? AND length(c.bytes) > 0 AND json_extract(e.value, '$.t') = ?
      """, .text(field), .integer(now), .text(table)
    ) { $0.optionalText(0) }
    return Set(names.compactMap(\.self))
  }
}
