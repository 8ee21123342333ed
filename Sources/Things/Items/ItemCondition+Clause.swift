import Household
import SQLite
import SyncProtocol

/// The conditions of a search text as SQL.
extension ItemCondition {
  /// Returns `nil` for a condition on words, which `ItemSearch` tests itself.
  init?(_ clause: ItemFilter.Clause, _ filter: ItemFilter, in connection: Connection) throws {
    guard var condition = try Self.of(clause.test, filter, in: connection) else { return nil }
    if clause.isExcluded {
      if let opposite = Self.opposite(of: clause.test, filter) {
        condition = opposite
      } else {
        // An unknown value, such as a missing price, does not meet the condition either.
        condition.test = "NOT coalesce(\(condition.test), 0)"
        condition.candidates = nil
      }
    }
    self = condition
  }

  private static func of(
    _ test: ItemFilter.Test, _ filter: ItemFilter, in connection: Connection
  ) throws -> ItemCondition? {
    switch test {
    case .label(let name):
      return labels(try NamedRecords.ids(in: "labels", name, filter.homeID, connection))
    case .place(let name):
      let named = try NamedRecords.ids(in: "locations", name, filter.homeID, connection)
      return try inside(named, filter, in: connection)
    case .home(let name):
      return ItemCondition(
        test: "+i.homeID IN (SELECT value FROM json_each(?))",
        testParameters: [
          IDList.value(try NamedRecords.ids(in: "homes", name, filter.homeID, connection))
        ])
    case .value(let range): return value(range, filter)
    case .price(let range):
      return ItemCondition(
        test: "(+i.currency = ? AND +i.priceMinor BETWEEN ? AND ?)",
        testParameters: [
          .text(range.currency), .integer(range.minMinor ?? 0),
          .integer(range.maxMinor ?? Int64.max),
        ])
    case .quantity(let range):
      return ItemCondition(
        test: "i.quantity BETWEEN ? AND ?",
        testParameters: [.integer(range.min ?? 0), .integer(range.max ?? Int64.max)])
    case .has(let feature): return has(feature, filter)
    case .status(let status): return self.status(status, filter)
    case .warranty(let range): return warranty(range, filter)
    case .bought(let range):
      return ItemCondition(
        test: "i.purchasedOn BETWEEN ? AND ?", testParameters: bounds(range))
    case .added(_, let from, let to): return added(from, to, filter)
    case .text: return nil
    }
  }

  /// The condition for items that lack a feature, where an index knows them; otherwise `nil`.
  private static func opposite(
    of test: ItemFilter.Test, _ filter: ItemFilter
  ) -> ItemCondition? {
    switch test {
    case .has(.photo): photo(false, filter)
    case .has(.serial): withoutSerial(filter)
    case .has(.price): unpriced(filter)
    case .has(.room): nowhere(filter)
    default: nil
    }
  }

  private static func has(_ feature: ItemFilter.Feature, _ filter: ItemFilter) -> ItemCondition {
    func condition(_ test: String) -> ItemCondition {
      ItemCondition(test: test, testParameters: [])
    }
    switch feature {
    case .photo: return photo(true, filter)
    case .receipt:
      return ItemCondition(
        test: "(SELECT x.hasReceipt FROM itemIndex AS x WHERE x.itemID = i.id)",
        testParameters: [],
        candidates: """
          SELECT x.itemID FROM homes AS h CROSS JOIN itemIndex AS x
            ON x.homeID = h.id AND x.hasReceipt = 1
            WHERE h.id = coalesce(?, h.id)
          """, candidateParameters: [Value(filter.homeID)])
    case .serial: return condition("+i.serial <> ''")
    case .price: return condition("+i.priceMinor IS NOT NULL")
    case .warranty: return condition("(+i.warrantyUntil IS NOT NULL OR i.isLifetimeWarranty)")
    case .notes: return condition("i.notes <> ''")
    case .room: return condition("+i.locationID IS NOT NULL")
    case .label:
      return condition(
        "EXISTS (SELECT 1 FROM itemLabels AS il WHERE il.homeID = i.homeID AND il.itemID = i.id)")
    }
  }

  static func status(
    _ status: ItemFilter.Status, _ filter: ItemFilter
  ) -> ItemCondition {
    switch status {
    case .sold:
      return ItemCondition(test: "(\(ItemRow.isSoldSQL))", testParameters: [])
    case .insured: return ItemCondition(test: "i.isInsured", testParameters: [])
    case .lent:
      var condition = ItemCondition(test: "+i.lentTo <> ''", testParameters: [])
      // The index holds no archived items. It is named because the planner prefers the index of all
      // items that are not archived, which is longer.
      if filter.archive == .outside {
        condition.candidates = """
          SELECT i.id FROM homes AS h CROSS JOIN items AS i INDEXED BY itemsLent
            ON i.homeID = h.id AND i.lentTo <> '' AND i.isArchived = 0
            WHERE h.id = coalesce(?, h.id)
          """
        condition.candidateParameters = [Value(filter.homeID)]
      }
      return condition
    }
  }

  private static func warranty(_ range: DayRange, _ filter: ItemFilter) -> ItemCondition {
    var condition = ItemCondition(
      test: "+i.warrantyUntil BETWEEN ? AND ?", testParameters: bounds(range))
    if filter.archive == .outside {
      condition.candidates = """
        SELECT i.id FROM homes AS h CROSS JOIN items AS i
          ON i.homeID = h.id AND i.warrantyUntil BETWEEN ? AND ? AND i.isArchived = 0
          WHERE h.id = coalesce(?, h.id)
        """
      condition.candidateParameters = bounds(range) + [Value(filter.homeID)]
    }
    return condition
  }

  private static func added(_ from: Int64?, _ to: Int64?, _ filter: ItemFilter) -> ItemCondition {
    let bounds: [Value] = [.integer(from ?? 0), .integer(to ?? Int64.max)]
    return ItemCondition(
      test: "+i.createdAt BETWEEN ? AND ?", testParameters: bounds,
      candidates: """
        SELECT i.id FROM homes AS h CROSS JOIN items AS i
          ON i.homeID = h.id AND \(filter.archive.test("i.isArchived"))
            AND i.createdAt BETWEEN ? AND ?
          WHERE h.id = coalesce(?, h.id)
        """,
      candidateParameters: filter.archive.parameters + bounds + [Value(filter.homeID)])
  }

  /// The bounds of a range as text, since days compare as text.
  private static func bounds(_ range: DayRange) -> [Value] {
    [.text(range.from ?? ""), .text(range.to ?? "~")]
  }
}

extension ItemFilter {
  /// Whether a condition names a label, place or home that does not exist.
  package func namesNothing(_ clause: Clause, in connection: Connection) throws -> Bool {
    switch clause.test {
    case .label(let name):
      try NamedRecords.ids(in: "labels", name, homeID, connection).isEmpty
    case .place(let name):
      try NamedRecords.ids(in: "locations", name, homeID, connection).isEmpty
    case .home(let name): try NamedRecords.ids(in: "homes", name, homeID, connection).isEmpty
    default: false
    }
  }
}
