import Replica
import SQLite
import SyncProtocol
import Household

/// Changes an expense or a payment.
package struct EditExpense: Sendable {
  package var expenseID: RecordID
  package var details: ExpenseDetails
  package var money: ExpenseMoney
  /// What the form showed when it was opened; only differences from it are written. `nil` for the
  /// expense as it is now.
  package var base: (details: ExpenseDetails, money: ExpenseMoney)?

  package init(
    expenseID: RecordID, details: ExpenseDetails, money: ExpenseMoney,
    base: (details: ExpenseDetails, money: ExpenseMoney)? = nil
  ) {
    self.expenseID = expenseID
    self.details = details
    self.money = money
    self.base = base
  }

  /// Throws `changedMeanwhile` if somebody else has changed the same field or the amounts, too:
  /// whoever comes second sees both and chooses. What only one of them has changed is merged.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Expense {
    let connection = transaction.connection
    let old = try Expense.writable(expenseID, transaction)
    let shownMoney = base?.money ?? old.money
    // Amounts that nobody has changed stay as they are: also a payment of two who are one by now.
    let details = try ExpenseCheck(old.groupID, connection).clean(
      details, money == shownMoney ? nil : money)
    var contested = ExpenseDetails.fields.contested(
      shown: base?.details ?? old.details, stored: old.details, typed: details)
    if money != shownMoney, shownMoney != old.money, money != old.money {
      contested.append(.money)
    }
    if !contested.isEmpty, !isPlanted(.laterEditWins) {
      throw FinanceFailure.changedMeanwhile(contested)
    }
    var (shown, row) = (old.row, old.row)
    if let base, !isPlanted(.formIgnoresBase) { shown.details = base.details }
    row.details = details
    _ = try row.update(from: shown, over: old.row, in: connection)
    if money != shownMoney { try old.write(money, transaction) }
    return try Expense.find(expenseID, in: connection) ?? old
  }
}

extension InputField {
  /// The amount, who paid, and how it is split: one field, as they add up only together.
  package static let money = InputField("money")
}

extension [RecordField<ExpenseDetails>] {
  /// The fields that two people have changed, each to something else.
  package func contested(
    shown: ExpenseDetails, stored: ExpenseDetails, typed: ExpenseDetails
  ) -> [InputField] {
    filter { field in
      let (was, now, own) = (
        field.value(of: shown), field.value(of: stored), field.value(of: typed)
      )
      return now != was && own != was && own != now
    }.map { InputField($0.name) }
  }
}

extension Expense {
  /// An expense with the right to change its group; throws if either is missing.
  static func writable(_ id: RecordID, _ transaction: WriteTransaction) throws -> Expense {
    guard let expense = try find(id, in: transaction.connection) else {
      throw FinanceFailure.expenseNotFound
    }
    try transaction.requireWritable(group: expense.groupID)
    return expense
  }

  func write(_ money: ExpenseMoney, _ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    try connection.execute(
      "UPDATE expenses SET kind = ?, currency = ?, amountMinor = ?, mode = ? WHERE id = ?",
      [
        .text(money.kind.rawValue), .text(money.currency), .integer(money.amountMinor),
        .text(money.mode.rawValue), .text(id),
      ])
    try deleteParts(in: connection)
    for part in money.parts(transaction.newID) {
      try part.insert(into: id, of: groupID, connection)
    }
  }

  func deleteParts(in connection: Connection) throws {
    try connection.execute(
      "DELETE FROM expenseParts WHERE groupID = ? AND expenseID = ?", .text(groupID), .text(id))
  }
}
