import HearthDomain
import Replica
import SQLite
import SyncProtocol
import Testing

/// The sync schema and the SQL are written by hand, each in its language; these keep them one.
@Suite struct SchemaTests {
  private struct Column {
    var type: String
    var isRequired: Bool
    var defaultText: String?
    var isKey: Bool
  }

  /// References that a table got later: of one column, since SQLite adds no others to a table.
  private static let addedLater: Set<String> = ["attachments.maintenanceID"]

  private static var tables: [TableSchema] { HearthDomain.schema.tables.filter { !$0.isHubOwned } }

  /// A replica's file in memory, without the engine.
  private static func store() throws -> Connection {
    let connection = try Connection(path: ":memory:")
    for script in HearthDomain.migrations { try connection.executeScript(script) }
    try connection.executeScript(TableSchema.hubOwnedSQL)
    return connection
  }

  private func columns(of table: String, _ connection: Connection) throws -> [String: Column] {
    let rows = try connection.query("PRAGMA table_info(\(table))") { row in
      (
        row.text(1),
        Column(
          type: row.text(2), isRequired: row.bool(3), defaultText: row.optionalText(4),
          isKey: row.bool(5))
      )
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  @Test(
    "each column is in exactly one register, or is the key or the zone column",
    arguments: tables)
  func columnsAreRegisters(table: TableSchema) throws {
    let columns = try columns(of: table.name, Self.store())
    var expected = Set(table.columns.map(\.name))
    #expect(expected.count == table.columns.count)
    expected.insert("id")
    if let zone = table.zoneColumn { expected.insert(zone) }
    #expect(Set(columns.keys) == expected)
  }

  @Test("types, nullability and defaults agree", arguments: tables)
  func columnsAgree(table: TableSchema) throws {
    let columns = try columns(of: table.name, Self.store())
    #expect(columns["id"].map { $0.isKey && $0.isRequired && $0.type == "TEXT" } == true)
    for column in table.columns {
      let found = try #require(columns[column.name])
      let type =
        switch column.kind {
        case .text: "TEXT"
        case .integer: "INTEGER"
        case .real: "REAL"
        case .blob: "BLOB"
        }
      #expect(found.type == type, "\(table.name).\(column.name)")
      #expect(found.isRequired == !column.isNullable, "\(table.name).\(column.name)")
      let defaultText: String? =
        switch column.defaultValue {
        case .text(let text): "'\(text)'"
        case .integer(let integer): String(integer)
        default: nil
        }
      #expect(found.defaultText == defaultText, "\(table.name).\(column.name)")
    }
  }

  @Test(
    "what is kept of a deleted record is enough for a device to store it when it is brought back")
  func keptIsEnough() {
    let targets = Set(
      Self.tables.flatMap(\.references).compactMap { reference in
        if case .revive = reference.rule { reference.target } else { nil }
      })
    #expect(targets.contains("groupMembers"))
    for table in Self.tables where targets.contains(table.name) {
      let needed = table.registers.filter { register in
        register.columns.contains { !$0.isNullable && $0.defaultValue.isNull }
      }
      #expect(Set(needed.map(\.name)).subtracting(table.keptWhenDeleted) == [], "\(table.name)")
    }
  }

  @Test(
    "D-HOM-13 S1-4.2-a each reference stays in its zone, waits for the commit and cascades nothing",
    arguments: tables)
  func referencesAgree(table: TableSchema) throws {
    let connection = try Self.store()
    struct Key: Hashable {
      var target: String
      var columns: [String]
    }
    var keys: [Int64: (target: String, columns: [String])] = [:]
    try connection.forEach("PRAGMA foreign_key_list(\(table.name))") { row in
      keys[row.integer(0), default: (row.text(2), [])].columns.append(
        "\(row.text(3))>\(row.text(4))")
      #expect(row.text(5) == "NO ACTION")
      #expect(row.text(6) == "NO ACTION")
    }
    var expected: Set<Key> = []
    let zone = table.zoneColumn ?? "id"
    if let zone = table.zoneColumn {
      let root = try #require(
        table.zoneKinds.first.flatMap { HearthDomain.schema.zoneKinds[$0]?.rootTable })
      expected.insert(Key(target: root, columns: ["\(zone)>id"]))
    }
    for reference in table.references where !reference.isInChild {
      let isLater = Self.addedLater.contains("\(table.name).\(reference.column)")
      expected.insert(
        Key(
          target: reference.target,
          columns: (isLater ? [] : ["\(zone)>\(zone)"]) + ["\(reference.column)>id"]))
      let column = try #require(table.register(ofColumn: reference.column)?.columns.first)
      if reference.rule == .nullify { #expect(column.isNullable) }
    }
    #expect(Set(keys.values.map { Key(target: $0.target, columns: $0.columns) }) == expected)
    let sql = try #require(
      try connection.first("SELECT sql FROM sqlite_schema WHERE name = ?", .text(table.name)) {
        $0.text(0)
      })
    let references = sql.split(separator: "REFERENCES", omittingEmptySubsequences: false).count - 1
    let deferred = sql.split(separator: "DEFERRABLE INITIALLY DEFERRED").count - 1
    #expect(references == deferred)
    #expect(sql.hasSuffix("STRICT"))
  }

  @Test("D-INV-2 what is told of a home to whom it is offered: names that they have, and counts")
  func matchable() {
    let matchable = Self.tables.filter { !$0.matchable.isEmpty }
    #expect(
      Dictionary(uniqueKeysWithValues: matchable.map { ($0.name, $0.matchable) }) == [
        "locations": ["nameKey"], "labels": ["nameKey"], "fieldPresets": ["nameKey"],
        "policies": ["nameKey", "policyNumber"],
      ])
    #expect(Self.tables.compactMap(\.matchParent) == ["parentID"])
    #expect(
      Set(Self.tables.filter(\.isCounted).map(\.name))
        == ["locations", "labels", "fieldPresets", "policies", "items"])
  }

  @Test("no unique constraint but the key and (homeID, id), no trigger, no view")
  func nothingUnique() throws {
    let connection = try Self.store()
    for table in Self.tables {
      try connection.forEach(
        """
        SELECT l.name, group_concat(i.name) FROM pragma_index_list('\(table.name)') AS l,
          pragma_index_info(l.name) AS i WHERE l."unique" GROUP BY l.name
        """
      ) { row in
        let zoned = "\(table.zoneColumn ?? "id"),id"
        #expect(["id", zoned].contains(row.text(1)), "\(table.name): \(row.text(0))")
      }
    }
    let others = try connection.query(
      "SELECT name FROM sqlite_schema WHERE type IN ('trigger', 'view')"
    ) { $0.text(0) }
    #expect(others.isEmpty)
  }

  @Test("the engine finds the rows below a record by their parent, and reads no other")
  func childRows() throws {
    let connection = try Self.store()
    let children = Self.tables.flatMap(\.registers).compactMap(\.child)
    #expect(!children.isEmpty)
    for child in children {
      let plan = try connection.query(
        "EXPLAIN QUERY PLAN SELECT * FROM \(child.table) WHERE \(child.parentColumn) = 'x'"
      ) { $0.text(3) }
      #expect(plan.allSatisfy { $0.hasPrefix("SEARCH") }, "\(child.table): \(plan)")
    }
  }

  @Test("each foreign key of a child has an index that finds its rows")
  func referencesAreIndexed() throws {
    let connection = try Self.store()
    for table in Self.tables {
      for reference in table.references {
        let child = reference.isInChild ? table.register(reference.register)?.child : nil
        let zone = child?.zoneColumn ?? table.zoneColumn ?? "id"
        let plan = try connection.query(
          """
          EXPLAIN QUERY PLAN SELECT 1 FROM \(child?.table ?? table.name)
            WHERE \(zone) = ? AND \(reference.column) = ?
          """, "a", "b"
        ) { $0.text(3) }
        let isLater = Self.addedLater.contains("\(table.name).\(reference.column)")
        let found =
          isLater
          ? "(\(reference.column)=? AND \(zone)=?" : "(\(zone)=? AND \(reference.column)=?"
        #expect(plan.allSatisfy { $0.contains(found) }, "\(plan)")
      }
    }
  }

  @Test(
    "fresh roots pass the hub's checks and can be stored",
    arguments: [ZoneKind.personal, .home])
  func freshRoots(kind: ZoneKind) throws {
    let zone = try #require(HearthDomain.schema.zoneKinds[kind])
    let table = try #require(HearthDomain.schema.table(zone.rootTable))
    let id = UUIDs.v5("test", "fresh")
    #expect(
      table.check(zone.freshRoot, isInsert: true, record: RecordKey(table.name, id)) == nil)
    #expect(Set(zone.freshRoot.keys) == Set(table.registers.map(\.name)))
    let registers = zone.freshRoot.sorted { $0.key < $1.key }
    let values = registers.map { entry -> Value in
      switch entry.value {
      case .text(let text): .text(text)
      case .integer(let integer): .integer(integer)
      default: .null
      }
    }
    try Self.store().execute(
      """
      INSERT INTO \(table.name)(id, \(registers.map(\.key).joined(separator: ", ")))
        VALUES (?\(String(repeating: ", ?", count: registers.count)))
      """, [.text(id)] + values)
  }
}

extension TableSchema: CustomTestStringConvertible {
  public var testDescription: String { name }
}
