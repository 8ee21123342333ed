import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// Adds an expense or a payment to a group.
package struct AddExpense: Sendable {
  package var groupID: ZoneID
  package var details: ExpenseDetails
  package var money: ExpenseMoney
  /// The program it is imported from, and its id there.
  package var origin: (source: String, ref: String)?

  package init(groupID: ZoneID, _ details: ExpenseDetails, _ money: ExpenseMoney) {
    self.groupID = groupID
    self.details = details
    self.money = money
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Expense {
    try transaction.requireWritable(group: groupID)
    let details = try ExpenseCheck(groupID, transaction.connection).clean(details, money)
    var row = Expense.Row(
      id: transaction.newID(), groupID: groupID, details: details, money: money,
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID)
    (row.importSource, row.importRef) = (origin?.source, origin?.ref)
    return try Expense.insert(row, money, transaction)
  }
}

extension AddExpense {
  /// Throws what is wrong with the details of an expense whose amounts cannot be read.
  package static func check(
    _ details: ExpenseDetails, in group: ZoneID, _ connection: Connection
  ) throws {
    _ = try ExpenseCheck(group, connection).clean(details)
  }
}

extension Expense {
  static func insert(
    _ row: Row, _ money: ExpenseMoney, _ transaction: WriteTransaction
  ) throws -> Expense {
    try row.insert(in: transaction.connection)
    for part in money.parts(transaction.newID) {
      try part.insert(into: row.id, of: row.groupID, transaction.connection)
    }
    return try Expense(row, in: transaction.connection)
  }
}

/// What may be stored as an expense of a group.
struct ExpenseCheck {
  private let groupID: ZoneID
  private let connection: Connection

  init(_ groupID: ZoneID, _ connection: Connection) {
    self.groupID = groupID
    self.connection = connection
  }

  /// Returns the cleaned details; throws what is wrong with them or with the amounts, where these
  /// are known.
  func clean(_ details: ExpenseDetails, _ money: ExpenseMoney? = nil) throws -> ExpenseDetails {
    var check = InputCheck()
    let clean = check.clean(details, ExpenseDetails.fields)
    if clean.day == nil { check.fail(.day, .missing) }
    if Coordinates.place(clean.place).isOutOfRange {
      check.fail(.place, .noSuchPoint)
    }
    if let category = clean.categoryID,
      try ExpenseCategory.find(category, in: connection)?.groupID != groupID
    {
      check.fail(.categoryID, .notInThisHome)
    }
    guard let money else {
      guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
      return clean
    }
    let members = try GroupMember.of(groupID, in: connection).map(\.id)
    let named = money.shares.map(\.memberID) + money.lines.flatMap { $0.sharers.map(\.memberID) }
    if !Set(named).isSubset(of: members) { check.fail(.members, .notInThisHome) }
    for line in money.lines { _ = check.line(line.name, .lines, .name) }
    // Each share, each line and each who shares one is a row.
    let rowCount = money.lines.reduce(money.shares.count) { $0 + 1 + $1.sharers.count }
    if rowCount > ChildSchema.maxRows {
      check.fail(.lines, .tooMany(max: ChildSchema.maxRows))
    }
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    if let problem = money.problem { throw FinanceFailure.unbalanced(problem) }
    // The hub takes such a payment, as members who were combined leave one; nobody enters it.
    if money.isToOneself, !isPlanted(.paymentToOneself) {
      throw FinanceFailure.unbalanced(.notAPayment)
    }
    return clean
  }
}

extension InputField {
  static let lines = InputField("lines")
  static let place = InputField("place")
}
