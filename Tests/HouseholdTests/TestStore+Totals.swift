import SQLite

extension TestStore {
  func storedTotals() throws -> [String] { try Self.storedTotals(in: connection) }

  /// What the totals must be, counted anew from the items.
  static func recount(in connection: Connection) throws -> [String] {
    try totals(
      """
      WITH own AS (
        SELECT i.*, EXISTS (SELECT 1 FROM photos AS p WHERE p.itemID = i.id) AS hasPhoto,
            serial <> '' AS hasSerial
          FROM items AS i
      )
      SELECT json_array(homeID, coalesce(locationID, ''), isArchived, currency, count(*),
        count(priceMinor), sum(hasPhoto), sum(hasSerial),
        coalesce(sum(priceMinor * quantity), 0))
        FROM own GROUP BY homeID, locationID, isArchived, currency
      UNION ALL
      SELECT json_array(l.labelID, i.currency, count(*), count(i.priceMinor), sum(i.hasPhoto),
        sum(i.hasSerial), coalesce(sum(i.priceMinor * i.quantity), 0))
        FROM itemLabels AS l JOIN own AS i ON i.id = l.itemID WHERE i.isArchived = 0
        GROUP BY l.labelID, i.currency
      ORDER BY 1
      """, in: connection)
  }

  /// Each total that is stored.
  static func storedTotals(in connection: Connection) throws -> [String] {
    try totals(
      """
      SELECT json_array(homeID, locationID, isArchived, currency, itemCount, pricedCount,
        photoCount, serialCount, value) FROM itemTotals
      UNION ALL
      SELECT json_array(labelID, currency, itemCount, pricedCount, photoCount, serialCount,
        value) FROM labelTotals ORDER BY 1
      """, in: connection)
  }

  private static func totals(_ sql: String, in connection: Connection) throws -> [String] {
    try connection.query(sql) { $0.text(0) }
  }
}
