import SQLite
import SyncProtocol

/// Keeps what is shared out of everything that is read, while somebody says so (I1-3): zones that
/// more than one account has, with all that is in them. Nothing in the file changes.
///
/// Reading goes through connections on which each table's name stands for a view of what is left.
/// No query has to know of it, and one that gets past the views, or reads a table that is not
/// described here, is not run: it fails.
public struct Hiding: Sendable {
  /// What a table that is not synced holds of zones.
  public struct Table: Sendable {
    enum Rows: Sendable {
      /// Nothing of any zone.
      case none
      /// Rows of zones, by the zone's id.
      case ofZones(column: String)
      /// Rows about records of a synced table, by the record's id.
      case about(table: String, column: String)
      /// An index of words over another table: which rows have a word may be asked, no more.
      case words
    }

    let name: String
    let rows: Rows

    /// One that tells nothing of any zone.
    public static func open(_ name: String) -> Table { Table(name: name, rows: .none) }
    /// One whose rows are of zones.
    public static func ofZones(_ name: String, column: String) -> Table {
      Table(name: name, rows: .ofZones(column: column))
    }
    /// One whose rows are about records of a synced table of zones.
    public static func about(_ table: String, _ name: String, column: String) -> Table {
      Table(name: name, rows: .about(table: table, column: column))
    }
    /// A full-text index without content of its own.
    public static func words(_ name: String) -> Table { Table(name: name, rows: .words) }
  }

  /// Asked before each reading. It must not wait.
  let isOn: @Sendable () throws -> Bool
  let tables: [Table]
  /// Columns of synced tables that name another zone: their rows go with that one, too.
  let naming: [String: [String]]

  /// - Parameters:
  ///   - tables: the domain's tables that are not synced.
  ///   - naming: columns of synced tables that hold the id of another zone.
  ///   - isOn: whether what is shared is hidden now; asked before each reading.
  public init(
    tables: [Table], naming: [String: [String]] = [:], isOn: @escaping @Sendable () throws -> Bool
  ) {
    self.tables = tables
    self.naming = naming
    self.isOn = isOn
  }
}

/// Which zones of an account are left while what is shared is hidden.
public struct HiddenZones: Equatable, Sendable {
  /// Those that others have, too; at least one.
  public var hidden: Set<ZoneID>
  /// Those of the account alone.
  public var visible: Set<ZoneID>

  public init(hidden: Set<ZoneID>, visible: Set<ZoneID>) {
    self.hidden = hidden
    self.visible = visible
  }

  /// Whether a change set writes in a hidden zone, or takes something there.
  public func conceal(_ changeSet: ChangeSet) -> Bool {
    changeSet.mutations.contains { mutation in
      hidden.contains(mutation.zone)
        || mutation.destination.map { hidden.contains($0.zone) } == true
    }
  }
}

/// The views of one schema, and what may be read beside them.
struct HidingViews: Sendable {
  /// Zones of the account alone: its own, with nobody else in them.
  static let visible = """
    SELECT v.id FROM main.syncZones AS v WHERE v.role = 'owner'
      AND (SELECT count(*) FROM main.participants AS o WHERE o.zoneID = v.id) < 2
    """
  /// Those of the engine that say nothing of what is in zones.
  private static let engine: Set<String> = ["syncState", "replicaFile"]

  /// The condition of each view, by the table that it stands for.
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
        // What is no zone of the account any more is gone, and not hidden.
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

  /// The unary plus: which rows are left is no way to find them, so the plans stay what they are.
  private static func isVisible(_ column: String) -> String { "+\(column) IN (\(visible))" }

  /// Makes the views on a connection that only reads, and lets it read nothing else.
  func setUp(_ connection: Connection) throws {
    // What a view stands for has no index that a statement could name.
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
    // A name that is no table of the file: of a part of the statement, or of a function.
    guard tables.contains(read.table) else { return true }
    if open.contains(read.table) { return true }
    if words.contains(read.table) {
      return ["", "rowid", "ROWID", read.table].contains(read.column)
    }
    // The index's own tables, which nobody but the index reads.
    if words.contains(where: { read.table.hasPrefix($0 + "_") }) { return true }
    // A statement that looks at no column and does not insist on the file gets the view.
    return read.column.isEmpty && read.schema != "main" && views.contains(read.table)
  }
}

extension ReplicaFile {
  /// Whether what is shared is hidden now.
  public var isHiding: Bool { get throws { try hiding?.isOn() ?? false } }

  /// The account's zones while some of them are hidden; `nil` while none is. Runs on the calling
  /// thread.
  public func hiddenZones() throws -> HiddenZones? {
    guard try isHiding else { return nil }
    return try readAll { connection in
      let all = Set(try connection.query("SELECT id FROM syncZones") { $0.text(0) })
      let visible = Set(try connection.query(HidingViews.visible) { $0.text(0) })
      let hidden = all.subtracting(visible)
      return hidden.isEmpty ? nil : HiddenZones(hidden: hidden, visible: visible)
    }
  }

  /// Whether one of these ids is of a zone that is hidden now, or of a record in one. Runs on the
  /// calling thread.
  public func hides(anyOf ids: Set<String>) throws -> Bool {
    guard !ids.isEmpty, let zones = try hiddenZones() else { return false }
    if !zones.hidden.isDisjoint(with: ids) { return true }
    // No other ids are in any table, and these need no escaping.
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
