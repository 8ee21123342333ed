import SQLite
import SyncProtocol

/// Leaves amounts of money out of what somebody reads who does not see them: who is restricted by
/// a zone (`ZoneKindSchema.restrictsReaders`), in all zones of others whose kind says so
/// (`ZoneKindSchema.hidesAmounts`). Nothing in the file changes, and whoever writes knows it all.
///
/// Reads go through connections on which the name of each table with amounts stands for a view
/// that has nothing in their place. Which columns these are follows from the schema, so an amount
/// that is added to it is left out by itself. A query that gets past the views to such a column
/// fails.
package struct AmountVeil: Sendable {
  private struct View: Sendable {
    let table: String
    /// SQL for whether a row is in one of the zones.
    let isVeiled: String
    /// The columns with amounts, and what stands in their place.
    let columns: [String: Hiding.Table.Blank]
  }

  /// A query for the ids of the zones whose amounts are not seen.
  private let zones: String
  private let views: [View]

  /// `nil` if the schema hides amounts from nobody.
  package init?(schema: SyncSchema, tables: [Hiding.Table]) {
    guard let zones = Self.zones(schema) else { return nil }
    self.zones = zones
    let kinds = Set(schema.zoneKinds.filter(\.value.hidesAmounts).keys)
    var views: [View] = []
    func add(_ table: String, _ isVeiled: String, _ columns: [String: Hiding.Table.Blank]) {
      if !columns.isEmpty { views.append(View(table: table, isVeiled: isVeiled, columns: columns)) }
    }
    func blanks(_ columns: [ColumnSchema]) -> [String: Hiding.Table.Blank] {
      columns.filter(\.isAmount).reduce(into: [:]) { $0[$1.name] = .null }
    }
    for table in schema.tables where !table.zoneKinds.isDisjoint(with: kinds) {
      add(table.name, "\(table.zoneColumn ?? "id") IN (\(zones))", blanks(table.columns))
      for child in table.aggregates.compactMap(\.child) {
        guard let zone = child.zoneColumn else { continue }
        add(child.table, "\(zone) IN (\(zones))", blanks(child.columns))
      }
    }
    for table in tables {
      switch table.rows {
      case .none, .words: break
      case .ofZones(let column): add(table.name, "\(column) IN (\(zones))", table.amounts)
      case .about(let target, let column):
        let zone = schema.table(target)?.zoneColumn ?? "id"
        add(
          table.name,
          "\(column) IN (SELECT id FROM main.\(target) WHERE \(zone) IN (\(zones)))",
          table.amounts)
      }
    }
    self.views = views
  }

  /// The zones whose amounts the account does not see; `nil` for a schema that hides none.
  private static func zones(_ schema: SyncSchema) -> String? {
    func list(_ kinds: [ZoneKind: ZoneKindSchema]) -> String {
      kinds.keys.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
    }
    let restricting = list(schema.zoneKinds.filter(\.value.restrictsReaders))
    let veiling = list(schema.zoneKinds.filter(\.value.hidesAmounts))
    guard !restricting.isEmpty, !veiling.isEmpty else { return nil }
    let readers = Role.allCases.filter { !$0.canWrite }.map { "'\($0.rawValue)'" }
      .joined(separator: ", ")
    return """
      SELECT v.id FROM main.syncZones AS v WHERE v.kind IN (\(veiling)) AND v.role <> 'owner'
        AND EXISTS (SELECT 1 FROM main.syncZones AS r
          WHERE r.kind IN (\(restricting)) AND r.role IN (\(readers))
            AND NOT EXISTS (SELECT 1 FROM main.syncAside AS a
              WHERE a.zoneID = r.id AND a.reason = 'forgotten'))
      """
  }

  /// Whether the account does not see the amounts of a zone.
  ///
  /// - Parameter connection: one that a `ReplicaFile` reads or writes by.
  package static func hides(_ zone: ZoneID, in connection: Connection) throws -> Bool {
    try hiddenZones(in: connection).contains(zone)
  }

  /// The zones whose amounts the account does not see.
  ///
  /// - Parameter connection: one that a `ReplicaFile` reads or writes by.
  package static func hiddenZones(in connection: Connection) throws -> Set<ZoneID> {
    let isKnown = try connection.first(
      "SELECT 1 FROM temp.sqlite_schema WHERE name = '\(list)'"
    ) { _ in true }
    guard isKnown == true else { return [] }
    return Set(try connection.query("SELECT id FROM temp.\(list)") { $0.text(0) })
  }

  /// The name of the view that lists the zones, on each connection on which something is hidden or
  /// written.
  private static let list = "unseenAmounts"

  /// Lets a connection tell which zones' amounts the account does not see; it still reads them.
  func introduce(to connection: Connection) throws {
    try connection.executeScript("CREATE TEMP VIEW \(Self.list) AS \(zones)")
  }

  /// Whether there are zones whose amounts the account does not see.
  func isOn(in connection: Connection) throws -> Bool {
    try connection.first("SELECT EXISTS (\(zones))") { $0.bool(0) } ?? false
  }

  /// Makes the views on a read-only connection, and forbids it to read the amounts anywhere else.
  ///
  /// The views ask each time who may see what, so the connection stays right when that changes.
  func setUp(_ connection: Connection) throws {
    // A view has no indexes that a statement could name.
    connection.ignoresIndexNames = true
    try introduce(to: connection)
    var hidden: [String: Set<String>] = [:]
    for view in views {
      let columns = try connection.query("SELECT name FROM pragma_table_info(?)", .text(view.table))
      { $0.text(0) }
      guard !columns.isEmpty else { continue }
      hidden[view.table] = Set(view.columns.keys)
      let shown = columns.map { column -> String in
        guard let blank = view.columns[column] else { return column }
        return "CASE WHEN \(view.isVeiled) THEN \(blank.rawValue) ELSE \(column) END AS \(column)"
      }
      try connection.executeScript(
        """
        CREATE TEMP VIEW \(view.table) AS SELECT \(shown.joined(separator: ", "))
          FROM main.\(view.table)
        """)
    }
    connection.limitReading { read in
      if read.schema == "temp" || read.view.map({ hidden[$0] != nil }) == true { return true }
      return hidden[read.table]?.contains(read.column) != true
    }
  }
}

extension HistoryEntry {
  /// The entry with none of the amounts that its changes tell, for somebody who does not see them.
  /// What was changed is still told.
  package func withoutAmounts(_ schema: SyncSchema) -> HistoryEntry {
    var entry = self
    for index in entry.changes.indices {
      let table = schema.table(entry.changes[index].table)
      for column in table?.columns ?? [] where column.isAmount {
        entry.changes[index].before[column.name] = nil
        entry.changes[index].after[column.name] = nil
      }
    }
    return entry
  }
}
