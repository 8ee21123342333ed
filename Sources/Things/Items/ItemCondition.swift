import Household
import SQLite
import SyncProtocol

/// One part of a filter, except its words, as SQL: a test of an item `i`, and where an index knows
/// them, the items that meet it.
struct ItemCondition {
  var test: String
  var testParameters: [Value]
  /// A query for item ids. It may return an item twice, and items that fail other parts of the
  /// filter.
  var candidates: String?
  var candidateParameters: [Value] = []

  static func all(_ filter: ItemFilter, in connection: Connection) throws -> [ItemCondition] {
    var conditions: [ItemCondition] = []
    switch filter.place {
    case .inside(let id): conditions.append(try inside([id], filter, in: connection))
    case .nowhere: conditions.append(nowhere(filter))
    case nil: break
    }
    if let key = filter.labelKey { conditions.append(try label(key, filter, in: connection)) }
    if let hasPhoto = filter.hasPhoto { conditions.append(photo(hasPhoto, filter)) }
    if filter.lacksSerial { conditions.append(withoutSerial(filter)) }
    if filter.lacksReceipt { conditions.append(withoutReceipt(filter)) }
    if filter.isLent { conditions.append(status(.lent, filter)) }
    if filter.isUnpriced { conditions.append(unpriced(filter)) }
    if let day = filter.unseenSince { conditions.append(unseen(since: day)) }
    if let range = filter.value { conditions.append(value(range, filter)) }
    for clause in filter.clauses {
      if let condition = try ItemCondition(clause, filter, in: connection) {
        conditions.append(condition)
      }
    }
    return conditions
  }

  static func inside(
    _ roots: [RecordID], _ filter: ItemFilter, in connection: Connection
  ) throws -> ItemCondition {
    let places = try connection.query(
      """
      WITH RECURSIVE below(homeID, id) AS (
        SELECT homeID, id FROM locations WHERE id IN (SELECT value FROM json_each(?))
        UNION
        SELECT l.homeID, l.id FROM below AS b
          JOIN locations AS l ON l.homeID = b.homeID AND l.parentID = b.id
      )
      SELECT id FROM below
      """, IDList.value(roots)
    ) { $0.text(0) }
    let list = IDList.value(places)
    return ItemCondition(
      // The `+` keeps SQLite on the index of the list's order when that is walked.
      test: "+i.locationID IN (SELECT value FROM json_each(?))", testParameters: [list],
      candidates: """
        SELECT i.id FROM locations AS l CROSS JOIN items AS i
          ON i.homeID = l.homeID AND i.locationID = l.id AND \(filter.archive.test("i.isArchived"))
          WHERE l.id IN (SELECT value FROM json_each(?))
        """, candidateParameters: filter.archive.parameters + [list])
  }

  static func nowhere(_ filter: ItemFilter) -> ItemCondition {
    ItemCondition(
      test: "+i.locationID IS NULL", testParameters: [],
      candidates: """
        SELECT i.id FROM homes AS h CROSS JOIN items AS i
          ON i.homeID = h.id AND i.locationID IS NULL AND \(filter.archive.test("i.isArchived"))
          WHERE h.id = coalesce(?, h.id)
        """, candidateParameters: filter.archive.parameters + [Value(filter.homeID)])
  }

  private static func label(
    _ key: String, _ filter: ItemFilter, in connection: Connection
  ) throws -> ItemCondition {
    labels(
      try connection.query(
        "SELECT id FROM labels WHERE nameKey = ? AND homeID = coalesce(?, homeID)", .text(key),
        Value(filter.homeID)
      ) { $0.text(0) })
  }

  static func labels(_ ids: [RecordID]) -> ItemCondition {
    let labels = IDList.value(ids)
    return ItemCondition(
      // The `+` makes SQLite go through the few labels of the item instead of looking up each
      // label.
      test: """
        EXISTS (SELECT 1 FROM itemLabels AS il WHERE il.homeID = i.homeID AND il.itemID = i.id
          AND +il.labelID IN (SELECT value FROM json_each(?)))
        """, testParameters: [labels],
      candidates: """
        SELECT il.itemID FROM json_each(?) AS c CROSS JOIN labels AS l ON l.id = c.value
          CROSS JOIN itemLabels AS il ON il.homeID = l.homeID AND il.labelID = l.id
        """, candidateParameters: [labels])
  }

  static func photo(_ isThere: Bool, _ filter: ItemFilter) -> ItemCondition {
    let test = """
      EXISTS (SELECT 1 FROM photos AS p WHERE p.homeID = i.homeID AND p.itemID = i.id)
      """
    guard isThere else {
      return ItemCondition(
        test: "NOT \(test)", testParameters: [],
        candidates: """
          SELECT x.itemID FROM homes AS h CROSS JOIN itemIndex AS x
            ON x.homeID = h.id AND x.hasPhoto = 0
            WHERE h.id = coalesce(?, h.id)
          """, candidateParameters: [Value(filter.homeID)])
    }
    return ItemCondition(
      test: test, testParameters: [],
      candidates: """
        SELECT p.itemID FROM homes AS h CROSS JOIN photos AS p
          ON p.homeID = h.id AND p.itemID > ''
          WHERE h.id = coalesce(?, h.id)
        """, candidateParameters: [Value(filter.homeID)])
  }

  static func withoutSerial(_ filter: ItemFilter) -> ItemCondition {
    ItemCondition(
      test: "+i.serial = ''", testParameters: [],
      candidates: """
        SELECT x.itemID FROM homes AS h CROSS JOIN itemIndex AS x
          ON x.homeID = h.id AND x.hasSerial = 0
          WHERE h.id = coalesce(?, h.id)
        """, candidateParameters: [Value(filter.homeID)])
  }

  private static func withoutReceipt(_ filter: ItemFilter) -> ItemCondition {
    ItemCondition(
      test: """
        NOT EXISTS (SELECT 1 FROM attachments AS a
          WHERE a.homeID = i.homeID AND a.itemID = i.id AND a.kind = 'receipt')
        """, testParameters: [],
      candidates: """
        SELECT x.itemID FROM homes AS h CROSS JOIN itemIndex AS x
          ON x.homeID = h.id AND x.hasReceipt = 0
          WHERE h.id = coalesce(?, h.id)
        """, candidateParameters: [Value(filter.homeID)])
  }

  /// Has no candidates, because no index knows them: such a list is always of one place, whose
  /// items are known.
  private static func unseen(since day: String) -> ItemCondition {
    ItemCondition(test: "coalesce(i.lastSeenOn, '') < ?", testParameters: [.text(day)])
  }

  static func unpriced(_ filter: ItemFilter) -> ItemCondition {
    ItemCondition(
      test: "+i.priceMinor IS NULL", testParameters: [],
      candidates: """
        SELECT i.id FROM (
            SELECT DISTINCT homeID, currency FROM itemTotals
              WHERE \(filter.archive.test("isArchived")) AND homeID = coalesce(?, homeID)) AS t
          CROSS JOIN items AS i ON i.homeID = t.homeID AND \(filter.archive.test("i.isArchived"))
            AND i.currency = t.currency AND i.priceMinor * i.quantity IS NULL
        """,
      candidateParameters: filter.archive.parameters + [Value(filter.homeID)]
        + filter.archive.parameters)
  }

  static func value(
    _ range: ItemFilter.ValueRange, _ filter: ItemFilter
  ) -> ItemCondition {
    let parameters: [Value] = [
      .text(range.currency), .integer(range.minMinor ?? 0),
      .integer(range.maxMinor ?? Int64.max),
    ]
    return ItemCondition(
      test: "(+i.currency = ? AND +(i.priceMinor * i.quantity) BETWEEN ? AND ?)",
      testParameters: parameters,
      candidates: """
        SELECT i.id FROM homes AS h CROSS JOIN items AS i
          ON i.homeID = h.id AND \(filter.archive.test("i.isArchived")) AND i.currency = ?
            AND i.priceMinor * i.quantity BETWEEN ? AND ?
          WHERE h.id = coalesce(?, h.id)
        """,
      candidateParameters: filter.archive.parameters + parameters + [Value(filter.homeID)])
  }
}
