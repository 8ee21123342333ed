import SQLite
import SyncProtocol
import Values

// What members spend by month and category, as the index keeps it beside the expenses.
extension BalanceIndex.Entry {
  /// The parts of its members; nothing for a payment, which is no spending.
  var spending: [(spent: BalanceIndex.Spent, minor: Int64)] {
    let isSpending =
      kind == ExpenseMoney.Kind.expense.rawValue || isPlanted(.paymentsAreSpending)
    guard !isIncomplete, isSpending else { return [] }
    return parts.filter { $0.owedMinor != 0 }.map { share in
      (
        BalanceIndex.Spent(
          groupID: groupID, currency: currency, month: String(day.prefix(7)),
          categoryID: categoryID, memberID: share.memberID), share.owedMinor
      )
    }
  }
}

/// What a group has spent in a year in one currency, by month and category, and a member's part of
/// it. Its cost does not depend on how many expenses there are.
package struct GroupSpending: Equatable, Sendable {
  /// In minor units.
  package struct Sums: Equatable, Sendable {
    package var all: Int128 = 0
    package var own: Int128 = 0
  }

  /// By month, 1…12.
  package var months: [Int: Sums] = [:]
  /// By category; empty for none.
  package var categories: [RecordID: Sums] = [:]
  package var total = Sums()

  /// - Parameter member: whose part is told, too.
  package init(
    of group: ZoneID, in currency: String, year: Int, member: RecordID?, _ connection: Connection
  ) throws {
    let years = String(year)
    let found = try connection.query(
      """
      SELECT month, categoryID, memberID, amount, amountHigh FROM groupSpending
        WHERE groupID = ? AND currency = ? AND month >= ? AND month < ?
      """, .text(group), .text(currency), .text(years + "-"), .text(years + "-~")
    ) { row in
      (
        row.text(0), row.text(1), row.text(2),
        Int128(low: row.integer(3), high: row.integer(4))
      )
    }
    for (month, category, who, amount) in found {
      let own = who == member ? amount : 0
      if let number = Int(month.suffix(2)) {
        months[number, default: Sums()].all &+= amount
        months[number, default: Sums()].own &+= own
      }
      categories[category, default: Sums()].all &+= amount
      categories[category, default: Sums()].own &+= own
      total.all &+= amount
      total.own &+= own
    }
  }

  /// The years in which a group has spent something, the latest first; at most twenty.
  package static func years(of group: ZoneID, _ connection: Connection) throws -> [Int] {
    try connection.query(
      """
      SELECT DISTINCT substr(month, 1, 4) FROM groupSpending WHERE groupID = ?
        ORDER BY 1 DESC LIMIT 20
      """, .text(group)
    ) { Int($0.text(0)) }.compactMap(\.self)
  }
}

/// The years of a page about spending.
package enum SpendingYears {
  /// The year to begin with: the latest that has begun, as what is entered for later is yet to be
  /// spent. If all are still to come, the next one; without any, this one.
  ///
  /// - Parameter years: the latest first.
  package static func first(of years: [Int], today: CalendarDay) -> Int {
    years.first { $0 <= today.year } ?? years.last ?? today.year
  }
}
