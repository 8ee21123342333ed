import SQLite
import SyncProtocol

/// What the members of a group have paid and owe, for each currency (D-DBT-1).
package struct GroupBalances: Equatable, Sendable {
  /// The sums of one member in one currency, in minor units.
  package struct Sums: Equatable, Sendable {
    /// Paid for expenses.
    package var paid: Int128 = 0
    /// Their shares in expenses.
    package var owed: Int128 = 0
    /// Given to other members.
    package var sent: Int128 = 0
    /// Received from other members.
    package var received: Int128 = 0

    /// What they are owed, or owe where it is negative.
    package var net: Int128 { paid - owed + sent - received }

    package init() {}
  }

  /// By currency, and there by member. Over the members of a currency the sum of `net` is 0.
  package var sums: [String: [RecordID: Sums]] = [:]
  /// Expenses whose amounts do not fit each other. They count for nothing (D-GRP-4).
  package var incomplete: [RecordID] = []

  package init() {}

  /// The currencies, sorted.
  package var currencies: [String] { sums.keys.sorted() }

  /// What each member is owed in a currency, without those for whom it is nothing.
  package func net(in currency: String) -> [RecordID: Int128] {
    (sums[currency] ?? [:]).compactMapValues { $0.net == 0 ? nil : $0.net }
  }

  package static func of(_ group: ZoneID, in connection: Connection) throws -> GroupBalances {
    var balances = GroupBalances()
    try connection.forEach(
      """
      SELECT currency, memberID, kind, paid, paidHigh, owed, owedHigh FROM groupBalances
        WHERE groupID = ?
      """, [.text(group)]
    ) { row in
      let paid = Int128(low: row.integer(3), high: row.integer(4))
      let owed = Int128(low: row.integer(5), high: row.integer(6))
      var sums = balances.sums[row.text(0)]?[row.text(1)] ?? Sums()
      if row.text(2) == ExpenseMoney.Kind.transfer.rawValue {
        sums.sent += paid
        sums.received += owed
      } else {
        sums.paid += paid
        sums.owed += owed
      }
      balances.sums[row.text(0), default: [:]][row.text(1)] = sums
    }
    balances.incomplete = try connection.query(
      "SELECT expenseID FROM expenseIndex WHERE groupID = ? AND isIncomplete = 1 ORDER BY expenseID",
      .text(group)
    ) { $0.text(0) }
    return balances
  }

  /// How many expenses and payments of a group are in these currencies and add up: so many are
  /// missing from sums that leave the currencies out (D-DBT-4).
  package static func count(
    of group: ZoneID, in currencies: [String], _ connection: Connection
  ) throws -> Int {
    try currencies.reduce(0) { sum, currency in
      let found = try connection.first(
        """
        SELECT (SELECT count(*) FROM expenses WHERE groupID = ?1 AND currency = ?2)
          - (SELECT count(*) FROM expenseIndex
              WHERE groupID = ?1 AND isIncomplete = 1 AND currency = ?2)
        """, .text(group), .text(currency)
      ) { Int($0.integer(0)) }
      return sum + (found ?? 0)
    }
  }

  /// The expenses of all groups whose amounts do not fit each other (D-GRP-4).
  package static func incomplete(
    in connection: Connection
  ) throws -> [(expense: RecordID, group: ZoneID)] {
    try connection.query(
      """
      SELECT expenseID, groupID FROM expenseIndex WHERE isIncomplete = 1
        ORDER BY groupID, expenseID
      """
    ) { ($0.text(0), $0.text(1)) }
  }
}
