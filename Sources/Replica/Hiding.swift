import SQLite
import SyncProtocol

/// Leaves shared zones out of everything that is read, while `isOn` says so (I1-3): the zones that
/// more than one account has, with everything in them. Nothing in the file changes.
///
/// Reads go through connections on which each table's name stands for a view of the visible rows.
/// Queries need not know about this: a query that gets past the views, or that reads a table not
/// described here, fails.
public struct Hiding: Sendable {
  /// A table that is not synced, and how its rows belong to zones.
  public struct Table: Sendable {
    enum Rows: Sendable {
      /// No row is about a zone.
      case none
      /// Each row belongs to a zone, named by its id.
      case ofZones(column: String)
      /// Each row is about a record of a synced table, named by its id.
      case about(table: String, column: String)
      /// A full-text index over another table: a query may ask which rows have a word, and no more.
      case words
    }

    /// What stands in the place of an amount that somebody does not see.
    public enum Blank: String, Sendable {
      case null = "NULL"
      case zero = "0"
    }

    package let name: String
    let rows: Rows
    /// The columns that tell of amounts of money, see ``AmountVeil``.
    var amounts: [String: Blank] = [:]

    /// A table that tells nothing about any zone.
    public static func open(_ name: String) -> Table { Table(name: name, rows: .none) }
    /// A table whose rows belong to zones.
    public static func ofZones(
      _ name: String, column: String, amounts: [String: Blank] = [:]
    ) -> Table {
      Table(name: name, rows: .ofZones(column: column), amounts: amounts)
    }
    /// A table whose rows are about records of a synced table.
    public static func about(
      _ table: String, _ name: String, column: String, amounts: [String: Blank] = [:]
    ) -> Table {
      Table(name: name, rows: .about(table: table, column: column), amounts: amounts)
    }
    /// A full-text index without content of its own.
    public static func words(_ name: String) -> Table { Table(name: name, rows: .words) }
  }

  /// Whether shared zones are hidden now; asked before each read. It must not wait.
  let isOn: @Sendable () throws -> Bool
  let tables: [Table]
  /// Columns of synced tables that name another zone: their rows are also hidden if that zone is.
  let naming: [String: [String]]

  /// Describes what is hidden, and when.
  ///
  /// - Parameters:
  ///   - tables: the domain's tables that are not synced.
  ///   - naming: columns of synced tables that hold the id of another zone.
  ///   - isOn: whether shared zones are hidden now; asked before each read.
  public init(
    tables: [Table], naming: [String: [String]] = [:], isOn: @escaping @Sendable () throws -> Bool
  ) {
    self.tables = tables
    self.naming = naming
    self.isOn = isOn
  }

  /// Leaves hidden zones, or amounts that the account does not see, out of what a read-only
  /// connection of one's own reads from now on.
  public func limit(_ connection: Connection, schema: SyncSchema) throws {
    if try isOn() { return try HidingViews(self, schema: schema).setUp(connection) }
    guard let veil = AmountVeil(schema: schema, tables: tables), try veil.isOn(in: connection)
    else { return }
    try veil.setUp(connection)
  }
}

/// The zones of an account, while its shared ones are hidden.
public struct HiddenZones: Equatable, Sendable {
  /// The zones that other accounts have too; at least one.
  public var hidden: Set<ZoneID>
  /// The zones that only this account has.
  public var visible: Set<ZoneID>

  public init(hidden: Set<ZoneID>, visible: Set<ZoneID>) {
    self.hidden = hidden
    self.visible = visible
  }

  /// Whether a change set writes in a hidden zone, or moves something there.
  public func conceal(_ changeSet: ChangeSet) -> Bool {
    changeSet.mutations.contains { mutation in
      hidden.contains(mutation.zone)
        || mutation.destination.map { hidden.contains($0.zone) } == true
    }
  }
}

/// The views for one schema, and the tables that may be read beside them.
struct HidingViews: Sendable {
  /// The zones that the account owns and nobody else is in.
  static let visible = """
    SELECT v.id FROM main.syncZones AS v WHERE v.role = 'owner'
      AND (SELECT count(*) FROM main.participants AS o WHERE o.zoneID = v.id) < 2
    """
  /// Tables of the engine that tell nothing about the content of zones.
  private static let engine: Set<String> = ["syncState", "replicaFile"]

  /// The condition of each view, with the table that it stands for.
  let conditions: [(table: String, condition: String)]
  private let open: Set<String>
  private let words: Set<String>

  init(_ hiding: Hiding, schema: SyncSchema) {
    var conditions: [(table: String, condition: String)] = [
      ("syncZones", Self.isVisible("id")), ("syncUnknown", Self.isVisible("zoneID")),
      ("syncAside", Self.isVisible("zoneID")),
    ]
    for table in schema.tables {
      let others = hiding.naming[table.name] ?? []
      let parts =
        [Self.isVisible(table.zoneColumn ?? "id")]
        // A zone that the account does not have any more is gone, not hidden.
        + others.map { column in
          """
          (+\(column) IS NULL OR \(Self.isVisible(column))
            OR +\(column) NOT IN (SELECT id FROM main.syncZones))
          """
        }
      conditions.append((table.name, parts.joined(separator: " AND ")))
      for child in table.aggregates.compactMap(\.child) {
        guard let zone = child.zoneColumn else { continue }
        conditions.append((child.table, Self.isVisible(zone)))
      }
    }
    var (open, words) = (Self.engine, Set<String>())
    for table in hiding.tables {
      switch table.rows {
      case .none: open.insert(table.name)
      case .words: words.insert(table.name)
      case .ofZones(let column): conditions.append((table.name, Self.isVisible(column)))
      case .about(let target, let column):
        let zone = schema.table(target)?.zoneColumn ?? "id"
        conditions.append(
          (
            table.name,
            "+\(column) IN (SELECT id FROM main.\(target) WHERE \(Self.isVisible(zone)))"
          ))
      }
    }
    self.conditions = conditions
    (self.open, self.words) = (open, words)
  }

  /// The unary plus keeps SQLite from searching by this condition, so that query plans stay the
  /// same.
  private static func isVisible(_ column: String) -> String { "+\(column) IN (\(visible))" }

  /// Makes the views on a read-only connection, and forbids it to read anything else.
  func setUp(_ connection: Connection) throws {
    // A view has no indexes that a statement could name.
    connection.ignoresIndexNames = true
    let tables = Set(
      try connection.query("SELECT name FROM main.sqlite_schema WHERE type = 'table'") {
        $0.text(0)
      })
    for (table, condition) in conditions where tables.contains(table) {
      try connection.executeScript(
        "CREATE TEMP VIEW \(table) AS SELECT * FROM main.\(table) WHERE \(condition)")
    }
    let views = Set(conditions.map(\.table))
    connection.limitReading { allows($0, views: views, tables: tables) }
  }

  private func allows(_ read: ColumnRead, views: Set<String>, tables: Set<String>) -> Bool {
    if read.schema == "temp" || read.view.map(views.contains) == true { return true }
    // Not a table of the file: part of the statement, or a function.
    guard tables.contains(read.table) else { return true }
    if open.contains(read.table) { return true }
    if words.contains(read.table) {
      return ["", "rowid", "ROWID", read.table].contains(read.column)
    }
    // The index's own tables, which only the index itself reads.
    if words.contains(where: { read.table.hasPrefix($0 + "_") }) { return true }
    // A statement that reads no column and does not name the file's schema gets the view.
    return read.column.isEmpty && read.schema != "main" && views.contains(read.table)
  }
}

extension ReplicaFile {
  /// Whether shared zones are hidden now.
  public var isHiding: Bool { get throws { try hiding?.isOn() ?? false } }

  /// The account's zones if some are hidden now; `nil` if none is. Runs on the calling thread.
  public func hiddenZones() throws -> HiddenZones? {
    guard try isHiding else { return nil }
    return try readAll { connection in
      let all = Set(try connection.query("SELECT id FROM syncZones") { $0.text(0) })
      let visible = Set(try connection.query(HidingViews.visible) { $0.text(0) })
      let hidden = all.subtracting(visible)
      return hidden.isEmpty ? nil : HiddenZones(hidden: hidden, visible: visible)
    }
  }

  /// Whether any of these ids is that of a zone hidden now, or of a record in one. Runs on the
  /// calling thread.
  public func hides(anyOf ids: Set<String>) throws -> Bool {
    guard !ids.isEmpty, let zones = try hiddenZones() else { return false }
    if !zones.hidden.isDisjoint(with: ids) { return true }
    // Only ids of this form are in tables, and they need no escaping in JSON.
    let list = Value.text(
      "[" + ids.filter(isRecordID).map { "\"\($0)\"" }.joined(separator: ",") + "]")
    return try readAll { connection in
      for table in schema.tables {
        let columns = [table.zoneColumn ?? "id"] + (hiding?.naming[table.name] ?? [])
        let found = try connection.query(
          """
          SELECT DISTINCT \(columns.map { "r.\($0)" }.joined(separator: ", "))
            FROM json_each(?) AS c CROSS JOIN \(table.name) AS r ON r.id = c.value
          """, list
        ) { row in columns.indices.compactMap { row.optionalText(Int32($0)) } }
        if found.contains(where: { !zones.hidden.isDisjoint(with: $0) }) { return true }
      }
      return false
    }
  }
}
