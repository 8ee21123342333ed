import SQLite
import Splitting
import SyncProtocol

/// Who owes whom in a group, through which expenses (S2-DEBT-1). Its cost does not depend on how
/// many expenses there are.
package struct GroupDebts: Equatable, Sendable {
  /// What one member owes another.
  package struct Debt: Equatable, Sendable {
    package let currency: String
    package let debtor: RecordID
    package let creditor: RecordID
    /// In minor units, above zero.
    package let amount: Int128
    /// How many expenses and payments are between the two.
    package let partCount: Int

    package init(
      currency: String, debtor: RecordID, creditor: RecordID, amount: Int128, partCount: Int
    ) {
      (self.currency, self.debtor, self.creditor) = (currency, debtor, creditor)
      (self.amount, self.partCount) = (amount, partCount)
    }
  }

  /// An expense between two members.
  package struct Part: Equatable, Sendable {
    package let expenseID: RecordID
    /// What it adds to the debt, in minor units; negative for what reduces it.
    package let amount: Int64
  }

  /// Two members in a currency, of whom the first may owe the second.
  package struct Pair: Equatable, Sendable {
    package let currency: String
    package let debtor: RecordID
    package let creditor: RecordID

    package init(currency: String, debtor: RecordID, creditor: RecordID) {
      (self.currency, self.debtor, self.creditor) = (currency, debtor, creditor)
    }
  }

  /// By currency, debtor and creditor.
  package let debts: [Debt]

  /// Expenses whose amounts do not fit each other count for nothing.
  package static func of(_ group: ZoneID, in connection: Connection) throws -> GroupDebts {
    let debts = try connection.query(
      """
      SELECT currency, firstID, secondID, count, amount, amountHigh FROM groupDebts
        WHERE groupID = ?
      """, .text(group)
    ) { row -> Debt? in
      let amount = Int128(low: row.integer(4), high: row.integer(5))
      guard amount != 0 else { return nil }
      let (first, second) = (row.text(1), row.text(2))
      return Debt(
        currency: row.text(0), debtor: amount > 0 ? first : second,
        creditor: amount > 0 ? second : first, amount: amount > 0 ? amount : 0 &- amount,
        partCount: Int(clamping: row.integer(3)))
    }.compactMap(\.self)
    return GroupDebts(
      debts: debts.sorted {
        ($0.currency, $0.debtor, $0.creditor) < ($1.currency, $1.debtor, $1.creditor)
      })
  }

  /// The expenses and payments between two members in a currency, latest first.
  package static func parts(
    of debt: Debt, in group: ZoneID, limit: Int, _ connection: Connection
  ) throws -> [Part] {
    let pair = Pair(currency: debt.currency, debtor: debt.debtor, creditor: debt.creditor)
    return try parts(between: pair, in: group, limit: limit, connection).rows
  }

  /// The same, page by page.
  ///
  /// - Parameter cursor: the end of the page before.
  package static func parts(
    between pair: Pair, in group: ZoneID, after cursor: ExpenseList.Cursor? = nil, limit: Int,
    _ connection: Connection
  ) throws -> (rows: [Part], next: ExpenseList.Cursor?) {
    let isOrdered = pair.debtor < pair.creditor
    var condition = "groupID = ? AND currency = ? AND firstID = ? AND secondID = ?"
    var parameters: [Value] = [
      .text(group), .text(pair.currency), .text(isOrdered ? pair.debtor : pair.creditor),
      .text(isOrdered ? pair.creditor : pair.debtor),
    ]
    if let cursor {
      condition += """
         AND (day, createdAt) <= (?, ?) AND ((day, createdAt) < (?, ?) OR expenseID > ?)
        """
      let end: [Value] = [.text(cursor.day), .integer(cursor.createdAt)]
      parameters += end + end + [.text(cursor.id)]
    }
    let found = try connection.query(
      """
      SELECT expenseID, amount, day, createdAt FROM expenseDebts WHERE \(condition)
        ORDER BY day DESC, createdAt DESC, expenseID LIMIT ?
      """, parameters + [.integer(Int64(limit.addingSaturating(1)))]
    ) { row in
      (
        part: Part(
          expenseID: row.text(0), amount: isOrdered ? row.integer(1) : 0 &- row.integer(1)),
        end: ExpenseList.Cursor(day: row.text(2), createdAt: row.integer(3), id: row.text(0))
      )
    }
    let shown = found.prefix(limit)
    return (shown.map(\.part), found.count > limit ? shown.last?.end : nil)
  }
}

extension Splitting::Expense {
  /// An expense of which everybody's part is known.
  ///
  /// - Parameter total: in minor units.
  init(_ shares: [ExpenseMoney.Share], of total: Int64, _ currency: String) throws(Problem) {
    try self.init(
      currency: currency,
      payers: shares.filter { $0.paidMinor != 0 }.map { PersonAmount($0.memberID, $0.paidMinor) },
      split: Split(
        amount: total, mode: .exact,
        participants: shares.map { Participant($0.memberID, weight: $0.owedMinor) }))
  }
}
