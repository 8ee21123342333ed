import HearthDomain
import HubSQLite
import SQLite

/// Queries of a hub's file for its administrator, on a read-only connection.
enum HubFile {
  static func counts(
    _ folder: DataFolder
  ) throws -> (accounts: Int, homes: Int, deletedHomes: Int, records: Int64) {
    let connection = try Connection(path: folder.hub, mode: .readOnly)
    func count(_ sql: String) throws -> Int64 {
      try connection.first(sql) { $0.integer(0) } ?? 0
    }
    return (
      Int(try count("SELECT count(*) FROM accounts")),
      Int(try count("SELECT count(*) FROM zones WHERE kind = 'home' AND isAlive = 1")),
      Int(
        try count(
          """
          SELECT count(*) FROM deletedZones AS d JOIN zones AS z ON z.id = d.zoneID
          WHERE z.kind = 'home' AND d.isPurging = 0
          """)),
      try count("SELECT count(*) FROM records WHERE isDead = 0")
    )
  }

  /// The damage that SQLite finds, and rows whose foreign key has no target; at most ten lines of
  /// each.
  static func damage(_ path: String) throws -> [String] {
    try Connection(path: path, mode: .readOnly).damage()
  }

  /// One line for each inconsistency: a log with a gap between its trimmed part and the head, a
  /// wrong record count, or a live zone among the deleted ones.
  static func inconsistentZones(_ path: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    let logs = try connection.query(
      """
      SELECT z.id FROM zones AS z WHERE z.head - z.floor <>
        (SELECT count(*) FROM log AS l WHERE l.zoneID = z.id AND l.sequence > z.floor)
        OR z.head < coalesce((SELECT max(sequence) FROM log AS l WHERE l.zoneID = z.id), 0)
      """
    ) { "the log of zone \($0.text(0)) has a gap" }
    let counts = try connection.query(
      """
      SELECT z.id FROM zones AS z WHERE z.isAlive = 1 AND z.recordCount <>
        (SELECT count(*) FROM records AS r WHERE r.zoneID = z.id AND r.isDead = 0
            AND r.tableName NOT IN ('participants', 'invites'))
      """
    ) { "zone \($0.text(0)) does not hold as many records as it says" }
    let deleted = try connection.query(
      "SELECT zoneID FROM deletedZones JOIN zones ON id = zoneID WHERE isAlive = 1"
    ) { "zone \($0.text(0)) is kept as a deleted one, and is not deleted" }
    return logs + counts + deleted
  }

  /// The groups that are there.
  static func groups(_ path: String) throws -> [String] {
    try Connection(path: path, mode: .readOnly).query(
      "SELECT id FROM zones WHERE kind = 'group' AND isAlive = 1 ORDER BY id"
    ) { $0.text(0) }
  }

  /// Items in a zone without a home. The hub accepts none, so there are none unless the file was
  /// changed from outside (D-HOM-7).
  static func homelessItems(_ path: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .readOnly)
    return try connection.query(
      """
      SELECT r.id, r.zoneID FROM records AS r JOIN zones AS z ON z.id = r.zoneID AND z.isAlive = 1
        WHERE r.tableName = 'items' AND r.isDead = 0 AND NOT EXISTS (
          SELECT 1 FROM records AS h
            WHERE h.zoneID = r.zoneID AND h.tableName = 'homes' AND h.isDead = 0)
        ORDER BY r.number
      """
    ) { "item \($0.text(0)) of zone \($0.text(1)) is in no home" }
  }

  /// The hashes of photos, attachments and receipts that live records refer to, or records of deleted homes
  /// that can be restored.
  ///
  /// - Parameter mode: `immutable` for a file that nobody writes to.
  static func files(_ path: String, mode: Connection.Mode = .readOnly) throws -> Set<String> {
    let connection = try Connection(path: path, mode: mode)
    // A record's values are its fourth part; the first versions of the program wrote a register as
    // [time, "change set", value].
    let register = HearthDomain.fileRegister
    let names = try HearthDomain.fileTables.flatMap { table in
      try connection.query(
        """
        SELECT DISTINCT coalesce(json_extract(CAST(content AS TEXT), '$[3].\(register)'),
            json_extract(CAST(content AS TEXT), '$.\(register)[2]'))
          FROM records AS r JOIN zones AS z ON z.id = r.zoneID
            LEFT JOIN deletedZones AS d ON d.zoneID = r.zoneID
          WHERE tableName = ? AND ((r.isDead = 0 AND z.isAlive = 1)
            OR (d.isPurging = 0 AND (r.isDead = 0 OR r.diedChangeSet = d.changeSet)))
        """, .text(table)
      ) { $0.optionalText(0) }
    }
    return Set(names.compactMap(\.self))
  }

  /// What photos, attachments and receipts belong to, as far as records say, by the hashes of their files.
  static func owners(ofFiles hashes: [String], _ path: String) throws -> [String: String] {
    guard !hashes.isEmpty else { return [:] }
    let connection = try Connection(path: path, mode: .readOnly)
    // As in `files(_:mode:)`: in either form of a register.
    func register(_ name: String) -> String {
      "coalesce(json_extract(c, '$[3].\(name)'), json_extract(c, '$.\(name)[2]'))"
    }
    func name(
      _ table: String, _ id: String, in zone: String, by column: String = "name"
    ) throws -> String? {
      try connection.first(
        """
        SELECT \(register(column)) FROM (SELECT CAST(content AS TEXT) AS c FROM records
          WHERE zoneID = ? AND tableName = ? AND id = ?)
        """, .text(zone), .text(table), .text(id)
      ) { $0.optionalText(0) } ?? nil
    }
    let wanted = hashes.map { "'\($0.filter(\.isHexDigit))'" }.joined(separator: ", ")
    let tables = HearthDomain.fileTables.map { "'\($0)'" }.joined(separator: ", ")
    let rows = try connection.query(
      """
      SELECT \(register(HearthDomain.fileRegister)) AS hash, tableName, zoneID, \(register("itemID")),
        \(register("expenseID"))
        FROM (SELECT CAST(content AS TEXT) AS c, tableName, zoneID FROM records
          WHERE tableName IN (\(tables)))
        WHERE hash IN (\(wanted))
      """
    ) { ($0.text(0), $0.text(1), $0.text(2), $0.optionalText(3) ?? $0.optionalText(4)) }
    var owners: [String: String] = [:]
    for (hash, table, zone, itemID) in rows where owners[hash] == nil {
      let item = try itemID.flatMap { id in
        try table == "expenseReceipts"
          ? name("expenses", id, in: zone, by: "title") : name("items", id, in: zone)
      }
      let home =
        try name("homes", zone, in: zone) ?? name("groups", zone, in: zone)
        ?? name("families", zone, in: zone)
      let kind =
        switch table {
        case "photos": "a photo"
        case "expenseReceipts": "a receipt"
        case "groupPictures": "the picture"
        case "stepPictures": "the picture of a step"
        case "routineProofs": "a photo of a routine"
        default: "a paper"
        }
      guard item != nil || home != nil else { continue }
      owners[hash] = kind + (item.map { " of \($0)" } ?? "") + (home.map { " in \($0)" } ?? "")
    }
    return owners
  }
}
