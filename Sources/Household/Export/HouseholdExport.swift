import SQLite
import SyncProtocol

/// The household of a replica as text for other programs: rows for JSON, and Homebox's table for
/// each home. It is handed on row by row, so that a household of any size takes little memory.
package enum HouseholdExport {
  /// Takes the text as UTF-8 in pieces, in their order.
  package typealias Sink = ([UInt8]) throws -> Void

  /// Writes every row of every table as JSON, a line each, with every column that is not null.
  package static func writeJSON(in connection: Connection, to sink: @escaping Sink) throws {
    var text = ExportText(sink)
    try text.write("{\"format\":\"hearth-household\",\"tables\":{")
    for (index, table) in Household.schema.tables.map(\.name).sorted().enumerated() {
      try text.write("\(index == 0 ? "" : ",")\n\"\(table)\":[")
      try writeRows(of: table, in: connection, to: &text)
      try text.write("]")
    }
    try text.write("},\n\"version\":\(Household.schema.version)}\n")
    try text.finish()
  }

  private static func writeRows(
    of table: String, in connection: Connection, to text: inout ExportText
  ) throws {
    let columns = try connection.columns(of: table).enumerated().sorted { $0.element < $1.element }
    var isFirst = true
    try connection.forEach("SELECT * FROM \"\(table)\" ORDER BY 1") { row in
      var writer = WireWriter(capacity: 1024)
      writer.object { writer in
        for (index, column) in columns {
          // The household keeps no bytes in its tables.
          switch row.value(Int32(index)) {
          case .integer(let integer):
            writer.key(column)
            writer.integer(integer)
          case .real(let real):
            writer.key(column)
            writer.real(real)
          case .text(let text):
            writer.key(column)
            writer.string(text)
          case .null, .blob: break
          }
        }
      }
      try text.write(isFirst ? "\n" : ",\n")
      try text.write(writer.bytes)
      isFirst = false
    }
  }

  package static func homes(in connection: Connection) throws -> [(id: String, name: String)] {
    try connection.query("SELECT id, name FROM homes ORDER BY nameKey, id") {
      ($0.text(0), $0.text(1))
    }
  }

  private static let columns: [(header: String, sql: String)] = [
    (
      // What the row was imported with, so that its first source finds it again.
      "HB.import_ref",
      "coalesce(CASE i.importSource WHEN 'homebox-ref' THEN i.importRef END, i.id)"
    ), ("HB.location", "place.path"),
    (
      "HB.tags",
      """
      (SELECT group_concat(l.name, '; ') FROM itemLabels AS il JOIN labels AS l ON l.id = il.labelID
        WHERE il.homeID = i.homeID AND il.itemID = i.id)
      """
    ),
    ("HB.asset_id", "i.assetID"), ("HB.archived", "i.isArchived"), ("HB.url", "i.url"),
    ("HB.name", "i.name"), ("HB.quantity", "i.quantity"), ("HB.description", "i.description"),
    ("HB.insured", "i.isInsured"), ("HB.notes", "i.notes"), ("HB.purchase_price", "i.priceMinor"),
    ("HB.purchase_from", "i.purchasedFrom"), ("HB.purchase_date", "i.purchasedOn"),
    ("HB.manufacturer", "i.manufacturer"), ("HB.model_number", "i.model"),
    ("HB.serial_number", "i.serial"), ("HB.lifetime_warranty", "i.isLifetimeWarranty"),
    ("HB.warranty_expires", "i.warrantyUntil"), ("HB.warranty_details", "i.warrantyDetails"),
    ("HB.sold_to", "i.soldTo"), ("HB.sold_price", "i.soldMinor"), ("HB.sold_date", "i.soldOn"),
    ("HB.sold_notes", "i.soldNotes"), ("HB.field.Currency", "i.currency"),
  ]

  /// Writes a home's items as Homebox does, those that are archived last.
  ///
  /// - Returns: how many items there are.
  @discardableResult
  package static func writeCSV(
    of home: String, in connection: Connection, to sink: @escaping Sink
  ) throws -> Int {
    try writeCSV(csvQuery, of: [home], [], in: connection, to: sink)
  }

  /// Writes items of any homes as Homebox does, one home after the other.
  ///
  /// - Returns: how many items there are.
  @discardableResult
  package static func writeCSV(
    ofItems ids: [RecordID], in connection: Connection, to sink: @escaping Sink
  ) throws -> Int {
    try writeCSV(
      query(and: "AND i.id IN (SELECT value FROM json_each(?2))"),
      of: homes(in: connection).map(\.id), [IDList.value(ids)], in: connection, to: sink)
  }

  private static func writeCSV(
    _ query: String, of homes: [String], _ parameters: [Value], in connection: Connection,
    to sink: @escaping Sink
  ) throws -> Int {
    var text = ExportText(sink)
    try text.write(columns.map(\.header).map(cell).joined(separator: ",") + "\r\n")
    var itemCount = 0
    for home in homes {
      try connection.forEach(query, [.text(home)] + parameters) { row in
        let currency = row.text(Int32(columns.count))
        for (index, column) in columns.enumerated() {
          if index > 0 { try text.write(",") }
          try text.write(cell(Self.text(row.value(Int32(index)), of: column.header, currency)))
        }
        try text.write("\r\n")
        itemCount += 1
      }
    }
    try text.finish()
    return itemCount
  }

  /// In the order of an index: nothing is sorted, so that nothing is kept.
  package static let csvQuery = query(and: "")

  private static func query(and condition: String) -> String {
    """
    WITH RECURSIVE place (id, path) AS (
      SELECT id, replace(name, '/', '∕') FROM locations WHERE homeID = ?1 AND parentID IS NULL
      UNION ALL
      SELECT l.id, place.path || ' / ' || replace(l.name, '/', '∕')
        FROM locations AS l JOIN place ON l.homeID = ?1 AND l.parentID = place.id)
    SELECT \(columns.map(\.sql).joined(separator: ", ")), i.currency
      FROM items AS i LEFT JOIN place ON place.id = i.locationID
      WHERE i.homeID = ?1 \(condition) ORDER BY i.isArchived, i.nameKey, i.id
    """
  }

  private static func text(_ value: Value, of header: String, _ currency: String) -> String {
    switch value {
    case .text(let text): text
    // Homebox writes "0" for a price that nobody knows; of nothing it is not.
    case .integer(0) where header.hasSuffix("_price"): "0.00"
    case .integer(let integer) where header.hasSuffix("_price"):
      amount(integer, decimals: CurrencyCode.exponent(currency) ?? 2)
    case .integer(let integer) where header == "HB.quantity": String(integer)
    case .integer(let integer): integer == 0 ? "false" : "true"
    case .null, .real, .blob: ""
    }
  }

  static func amount(_ minor: Int64, decimals: Int) -> String {
    let digits = String(minor.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = minor < 0 ? "-" : ""
    return decimals == 0
      ? sign + padded : "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }

  /// What a spreadsheet takes for the beginning of a formula.
  private static let formulaStarts: Set<UInt8> = [0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D]

  /// Quoted where it must be. What a spreadsheet would run as a formula gets an apostrophe, as in
  /// Homebox; importing the table takes it off again (D-WEB-5).
  private static func cell(_ text: String) -> String {
    let start = text.utf8.first { $0 != 0x27 }
    return quoted(start.map(formulaStarts.contains) == true ? "'" + text : text)
  }

  /// Comma, quotation mark, line breaks and tab. Bytes: a line break of two is one character.
  private static let quotedBytes: Set<UInt8> = [0x2C, 0x22, 0x0D, 0x0A, 0x09]

  static func quoted(_ text: String) -> String {
    guard text.utf8.contains(where: quotedBytes.contains) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
