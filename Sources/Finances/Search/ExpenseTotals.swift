import Household
import SQLite
import SyncProtocol

/// What some expenses of a group come to, by currency.
package struct ExpenseTotals: Equatable, Sendable {
  package struct Sums: Equatable, Sendable {
    /// Expenses and refunds; payments are counted by themselves.
    package var count = 0
    /// What was spent; what was refunded is taken away.
    package var amount: Int128 = 0
    /// The part of one member in it.
    package var own: Int128 = 0
    package var paymentCount = 0
    package var payments: Int128 = 0
    /// What the member that is asked about has in it.
    package var about = GroupBalances.Sums()

    package init(
      count: Int = 0, amount: Int128 = 0, own: Int128 = 0, paymentCount: Int = 0,
      payments: Int128 = 0
    ) {
      (self.count, self.amount, self.own) = (count, amount, own)
      (self.paymentCount, self.payments) = (paymentCount, payments)
    }
  }

  package internal(set) var currencies: [String: Sums] = [:]
  /// Expenses whose amounts do not fit each other: they count for nothing.
  package private(set) var incompleteCount = 0
  /// Whether everything is in it; otherwise only the latest.
  package internal(set) var isWhole = true
  /// Whether all were counted; otherwise the sums are right and there are more than `count`.
  package internal(set) var isCounted = true

  /// All of them, also payments and those that count for nothing.
  package var count: Int {
    currencies.values.reduce(incompleteCount) {
      $0.addingSaturating($1.count).addingSaturating($1.paymentCount)
    }
  }

  /// The most expenses that are added up.
  package static let maxCount = 20_000

  /// What a selection comes to.
  ///
  /// - Parameters:
  ///   - own: the member whose part is told; `nil` for none.
  ///   - member: the member that is asked about, see ``Sums/about``; `nil` for none.
  ///   - limit: at most this many are added up, and passed.
  package init(
    of selection: ExpenseSelection, in group: ZoneID, own: RecordID?,
    about member: RecordID? = nil, limit: Int = maxCount, _ connection: Connection
  ) throws {
    var left = limit
    isWhole = try selection.forEach(in: group, looks: limit, connection) { id in
      guard left > 0 else { return false }
      left -= 1
      try add(id, group, own, member, connection)
      return true
    }
  }

  private mutating func add(
    _ id: RecordID, _ group: ZoneID, _ own: RecordID?, _ member: RecordID?,
    _ connection: Connection
  ) throws {
    try connection.forEach(
      """
      SELECT x.currency, x.kind, x.isIncomplete, x.shares, e.amountMinor
        FROM expenseIndex AS x CROSS JOIN expenses AS e ON e.id = x.expenseID
        WHERE x.expenseID = ? AND x.groupID = ?
      """, [.text(id), .text(group)]
    ) { row in
      guard !row.bool(2) else {
        incompleteCount = incompleteCount.addingSaturating(1)
        return
      }
      let amount = Int128(row.integer(4))
      var sums = currencies[row.text(0)] ?? Sums()
      let asked = member.map { Self.part(of: $0, row.text(3)) } ?? (paid: 0, owed: 0)
      if row.text(1) == ExpenseMoney.Kind.transfer.rawValue {
        sums.paymentCount = sums.paymentCount.addingSaturating(1)
        sums.payments &+= amount
        sums.about.sent &+= asked.paid
        sums.about.received &+= asked.owed
      } else {
        sums.count = sums.count.addingSaturating(1)
        sums.amount &+= amount
        sums.about.paid &+= asked.paid
        sums.about.owed &+= asked.owed
        if let own { sums.own &+= Self.part(of: own, row.text(3)).owed }
      }
      currencies[row.text(0)] = sums
    }
  }

  /// What a member paid and their part, from lines of `member paid owed`. Bytes are compared:
  /// taking every line apart as text costs more than reading it.
  private static func part(
    of member: RecordID, _ shares: String
  ) -> (paid: Int128, owed: Int128) {
    shares.utf8.split(separator: UInt8(ascii: "\n")).reduce(into: (paid: 0, owed: 0)) { sum, line in
      guard line.starts(with: member.utf8) else { return }
      let parts = line.split(separator: UInt8(ascii: " "))
      guard parts.count == 3, parts[0].elementsEqual(member.utf8) else { return }
      sum.paid &+= Int64(Substring(parts[1])).map { Int128($0) } ?? 0
      sum.owed &+= Int64(Substring(parts[2])).map { Int128($0) } ?? 0
    }
  }
}

/// Some expenses of a group: those that somebody picked, or all that a filter finds.
package enum ExpenseSelection: Equatable, Sendable {
  case expenses([RecordID])
  case matching(ExpenseList.Filter)

  /// The most that can be picked one by one.
  package static let maxPicked = 2000

  /// Tells of each, latest first where a filter finds them, until the body says no.
  ///
  /// - Parameter looks: at most this many that do not match are passed.
  /// - Returns: whether it came to the end.
  @discardableResult
  package func forEach(
    in group: ZoneID, looks: Int, _ connection: Connection, _ body: (RecordID) throws -> Bool
  ) throws -> Bool {
    var isStopped = false
    switch self {
    case .expenses(let ids):
      for id in ids.prefix(Self.maxPicked) {
        guard try body(id) else { return false }
      }
      return ids.count <= Self.maxPicked
    case .matching(let filter):
      let end = try ExpenseSearch(filter, in: group, connection).scan(after: nil, looks: looks) {
        isStopped = try !body($0.id)
        return !isStopped
      }
      return !isStopped && end == nil
    }
  }
}
