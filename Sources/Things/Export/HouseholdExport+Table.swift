import Household
import Importing
import SQLite
import SyncProtocol
import Values

// A home's items in the table format of Homebox, with extra columns for everything else about an
// item. Homebox keeps those as custom fields; importing the table into Hearth restores them.
extension HouseholdExport {
  private struct Column {
    let header: String
    let sql: String
    let kind: Kind

    init(_ header: String, _ sql: String, _ kind: Kind = .text) {
      (self.header, self.sql, self.kind) = (header, sql, kind)
    }

    init(_ column: HearthColumn) {
      let kind: Kind =
        switch column.kind {
        case .line, .day, .currency: .text
        case .number: .count
        case .amount: .amount
        case .instant: .instant
        }
      self.init(column.header, "i.\(column.register)", kind)
    }

    enum Kind { case text, count, flag, amount, instant }
  }

  private static let homeboxColumns: [Column] = [
    Column(
      // The reference that the row was imported with, so that its first source recognises it.
      "HB.import_ref",
      "coalesce(CASE i.importSource WHEN 'homebox-ref' THEN i.importRef END, i.id)"
    ), Column("HB.location", "place.path"),
    Column(
      "HB.tags",
      """
      (SELECT group_concat(replace(l.name, ';', '；'), '; ') FROM itemLabels AS il
        JOIN labels AS l ON l.id = il.labelID WHERE il.homeID = i.homeID AND il.itemID = i.id)
      """
    ),
    Column("HB.asset_id", "i.assetID"), Column("HB.archived", "i.isArchived", .flag),
    Column("HB.url", "i.url"), Column("HB.name", "i.name"),
    Column("HB.quantity", "i.quantity", .count), Column("HB.description", "i.description"),
    Column("HB.insured", "i.isInsured", .flag), Column("HB.notes", "i.notes"),
    Column("HB.purchase_price", "i.priceMinor", .amount),
    Column("HB.purchase_from", "i.purchasedFrom"), Column("HB.purchase_date", "i.purchasedOn"),
    Column("HB.manufacturer", "i.manufacturer"), Column("HB.model_number", "i.model"),
    Column("HB.serial_number", "i.serial"),
    Column("HB.lifetime_warranty", "i.isLifetimeWarranty", .flag),
    Column("HB.warranty_expires", "i.warrantyUntil"),
    Column("HB.warranty_details", "i.warrantyDetails"), Column("HB.sold_to", "i.soldTo"),
    Column("HB.sold_price", "i.soldMinor", .amount), Column("HB.sold_date", "i.soldOn"),
    Column("HB.sold_notes", "i.soldNotes"),
  ]
  private static let columns = homeboxColumns + HearthColumn.all.map { Column($0) }

  /// Writes a home's items in Homebox's format, archived ones last.
  ///
  /// - Returns: the number of items.
  @discardableResult
  package static func writeCSV(
    of home: String, in connection: Connection, to sink: @escaping Sink
  ) throws -> Int {
    try writeCSV(csvQuery, of: [home], items: nil, in: connection, to: sink)
  }

  /// Writes items of any homes in Homebox's format, home by home.
  ///
  /// - Returns: the number of items.
  @discardableResult
  package static func writeCSV(
    ofItems ids: [RecordID], in connection: Connection, to sink: @escaping Sink
  ) throws -> Int {
    try writeCSV(
      query(and: "AND i.id IN (SELECT value FROM json_each(?2))"),
      of: homes(in: connection).map(\.id), items: IDList.value(ids), in: connection, to: sink)
  }

  private static func writeCSV(
    _ query: String, of homes: [String], items: Value?, in connection: Connection,
    to sink: @escaping Sink
  ) throws -> Int {
    var text = ExportText(sink)
    let own = try OwnFieldColumns(of: homes, items: items, in: connection)
    let header = columns.map(\.header) + own.headers
    try text.write(header.map(ExportText.cell).joined(separator: ",") + "\r\n")
    var itemCount = 0
    for home in homes {
      try connection.forEach(query, [.text(home)] + (items.map { [$0] } ?? [])) { row in
        let currency = row.text(Int32(columns.count))
        for (index, column) in columns.enumerated() {
          if index > 0 { try text.write(",") }
          try text.write(ExportText.cell(Self.text(row.value(Int32(index)), column.kind, currency)))
        }
        let id = row.text(Int32(columns.count + 1))
        for value in try own.values(of: id, home: home, in: connection) {
          try text.write("," + ExportText.cell(value))
        }
        try text.write("\r\n")
        itemCount += 1
      }
    }
    try text.finish()
    return itemCount
  }

  /// Follows the order of an index, so SQLite need not sort, or hold rows in memory.
  package static let csvQuery = query(and: "")

  private static func query(and condition: String) -> String {
    """
    WITH RECURSIVE place (id, path, depth) AS (
      SELECT id, replace(name, '/', '∕'), 1 FROM locations
        WHERE homeID = ?1 AND parentID IS NULL
      UNION ALL
      SELECT l.id, place.path || ' / ' || replace(l.name, '/', '∕'), place.depth + 1
        FROM locations AS l JOIN place ON l.homeID = ?1 AND l.parentID = place.id
        WHERE place.depth < \(LocationTree.maxShownDepth))
    SELECT \(columns.map(\.sql).joined(separator: ", ")), i.currency, i.id
      FROM items AS i LEFT JOIN place ON place.id = i.locationID
      WHERE i.homeID = ?1 \(condition) ORDER BY i.isArchived, i.nameKey, i.id
    """
  }

  private static func text(_ value: Value, _ kind: Column.Kind, _ currency: String) -> String {
    switch (value, kind) {
    case (.text(let text), _): text
    // Homebox writes "0" for an unknown price; here only a known price of zero is written.
    case (.integer(0), .amount): "0.00"
    case (.integer(let minor), .amount):
      amount(minor, decimals: Currency(code: currency)?.exponent ?? 2)
    case (.integer(let instant), .instant): MovingBoxWriter.instant(milliseconds: instant)
    case (.integer(let integer), .flag): integer == 0 ? "false" : "true"
    case (.integer(let integer), _): String(integer)
    default: ""
    }
  }
}

/// The columns of custom fields: one for each name, ignoring case.
///
/// An item may have two fields with the same name; the second has a column of its own.
private struct OwnFieldColumns {
  private struct Key: Hashable {
    let nameKey: String
    /// Which of an item's fields with this name, counted from 1.
    let number: Int
  }

  private(set) var headers: [String] = []
  private var indexes: [Key: Int] = [:]

  init(of homes: [String], items: Value?, in connection: Connection) throws {
    var found: [Key: String] = [:]
    let condition = items == nil ? "" : "AND itemID IN (SELECT value FROM json_each(?2))"
    for home in homes {
      var item = ""
      var counts: [String: Int] = [:]
      try connection.forEach(
        """
        SELECT itemID, name FROM itemFields WHERE homeID = ?1 \(condition)
          ORDER BY itemID, sortOrder, id
        """, [.text(home)] + (items.map { [$0] } ?? [])
      ) { row in
        if row.text(0) != item { (item, counts) = (row.text(0), [:]) }
        let name = row.text(1)
        let key = Self.key(name, &counts)
        // Chooses the same spelling whichever item comes first.
        found[key] = found[key].map { min($0, name) } ?? name
      }
    }
    let keys = found.keys.sorted { ($0.nameKey, $0.number) < ($1.nameKey, $1.number) }
    for key in keys {
      indexes[key] = headers.count
      headers.append(HearthColumn.header(ofField: found[key] ?? "", number: key.number))
    }
  }

  private static func key(_ name: String, _ counts: inout [String: Int]) -> Key {
    let nameKey = NameKey.make(name)
    counts[nameKey, default: 0] += 1
    return Key(nameKey: nameKey, number: counts[nameKey] ?? 1)
  }

  /// The values of one item, one for each header.
  func values(of item: RecordID, home: ZoneID, in connection: Connection) throws -> [String] {
    var values = [String](repeating: "", count: headers.count)
    if headers.isEmpty { return values }
    var counts: [String: Int] = [:]
    try connection.forEach(
      """
      SELECT name, value FROM itemFields WHERE homeID = ? AND itemID = ? ORDER BY sortOrder, id
      """, [.text(home), .text(item)]
    ) { row in
      if let index = indexes[Self.key(row.text(0), &counts)] { values[index] = row.text(1) }
    }
    return values
  }
}
