import SQLite

/// The household of a replica as plain values: rows for JSON, and Homebox's table for each home.
package enum HouseholdExport {
  /// Every row of a table, every column by its name.
  package static func rows(of table: String, in connection: Connection) throws -> [[String: Any]] {
    let columns = try connection.query("SELECT name FROM pragma_table_info(?)", .text(table)) {
      $0.text(0)
    }
    return try connection.query("SELECT * FROM \"\(table)\" ORDER BY 1") { row in
      var values: [String: Any] = [:]
      for (index, column) in columns.enumerated() {
        switch row.value(Int32(index)) {
        case .integer(let integer): values[column] = integer
        case .real(let real): values[column] = real
        case .text(let text): values[column] = text
        // The household keeps no bytes in its tables.
        case .null, .blob: break
        }
      }
      return values
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
        WHERE il.itemID = i.id)
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

  /// A home's items as Homebox writes them.
  package static func csv(
    of home: String, in connection: Connection
  ) throws -> (text: String, itemCount: Int) {
    var lines = [columns.map(\.header).map(cell).joined(separator: ",")]
    try connection.forEach(
      """
      WITH RECURSIVE place (id, path) AS (
        SELECT id, replace(name, '/', '∕') FROM locations WHERE homeID = ?1 AND parentID IS NULL
        UNION ALL
        SELECT l.id, place.path || ' / ' || replace(l.name, '/', '∕')
          FROM locations AS l JOIN place ON l.parentID = place.id)
      SELECT \(columns.map(\.sql).joined(separator: ", ")), i.currency
        FROM items AS i LEFT JOIN place ON place.id = i.locationID
        WHERE i.homeID = ?1 ORDER BY i.nameKey, i.id
      """, [.text(home)]
    ) { row in
      let currency = row.text(Int32(columns.count))
      lines.append(
        columns.enumerated().map { index, column in
          cell(text(row.value(Int32(index)), of: column.header, currency))
        }.joined(separator: ","))
    }
    return (lines.joined(separator: "\r\n") + "\r\n", lines.count - 1)
  }

  private static func text(_ value: Value, of header: String, _ currency: String) -> String {
    switch value {
    case .text(let text): text
    case .integer(let integer) where header.hasSuffix("_price"):
      amount(integer, decimals: CurrencyCode.exponent(currency) ?? 2)
    case .integer(let integer) where header == "HB.quantity": String(integer)
    case .integer(let integer): integer == 0 ? "false" : "true"
    case .null, .real, .blob: ""
    }
  }

  private static func amount(_ minor: Int64, decimals: Int) -> String {
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

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { ",\"\r\n\t".contains($0) || $0 == "\r\n" }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
