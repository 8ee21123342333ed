import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// Lets an expense come again from a day on. Those that are due are made by ``MakeDueExpense``.
package struct AddRepeating: Sendable {
  package var groupID: ZoneID
  package var details: RepeatingDetails
  package var money: ExpenseMoney
  /// The expense that is the first one; the next one comes after its day. `nil` if there is none.
  package var first: RecordID?

  package init(
    groupID: ZoneID, _ details: RepeatingDetails, _ money: ExpenseMoney, first: RecordID? = nil
  ) {
    self.groupID = groupID
    self.details = details
    self.money = money
    self.first = first
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> RepeatingExpense {
    try transaction.requireWritable(group: groupID)
    let connection = transaction.connection
    let details = try Self.clean(details, money, in: groupID, connection)
    try Self.requireFewDue(details, atMilliseconds: transaction.nowMilliseconds)
    if try RepeatingExpense.count(in: groupID, connection) >= RepeatingExpense.maxPerGroup {
      throw FinanceFailure.invalid([
        InputProblem(field: .everyUnit, reason: .tooMany(max: RepeatingExpense.maxPerGroup))
      ])
    }
    var row = RepeatingExpense.Row(
      id: transaction.newID(), groupID: groupID, details: details, money: money,
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID)
    let start = details.startsOn.flatMap { CalendarDay($0) }
    row.nextOn =
      first == nil
      ? details.startsOn : start.flatMap { details.schedule?.next(after: $0)?.text }
    try row.insert(in: connection)
    for part in money.parts(transaction.newID) {
      try part.insert(into: row.id, of: groupID, below: .repeating, connection)
    }
    return try RepeatingExpense(row, in: connection)
  }

  /// The most that can be due when it begins: five years of months. From a year that was mistyped
  /// there would be no end of them.
  package static let maxDue = 60

  private static func requireFewDue(
    _ details: RepeatingDetails, atMilliseconds now: Int64
  ) throws {
    // Whose day it is where the person is makes no difference to a limit.
    let today = CalendarDay(daysSince1970: Int(now / 86_400_000))
    let last = min(today, details.endsOn.flatMap { CalendarDay($0) } ?? today)
    guard let earliest = details.schedule?.earliestStart(of: maxDue, by: last) else { return }
    throw FinanceFailure.invalid([
      InputProblem(
        field: InputField("day"), reason: .startsTooEarly(earliest: earliest, max: maxDue))
    ])
  }

  /// Returns the cleaned details; throws what is wrong with them or with the amounts, where these
  /// are known.
  package static func clean(
    _ details: RepeatingDetails, _ money: ExpenseMoney?, in group: ZoneID,
    _ connection: Connection
  ) throws -> RepeatingDetails {
    var problems: [InputProblem] = []
    do {
      _ = try ExpenseCheck(group, connection).clean(details.expense(on: details.startsOn), money)
    } catch FinanceFailure.invalid(let found) {
      problems = found
    }
    var check = InputCheck()
    let clean = check.clean(details, RepeatingDetails.fields)
    // What an expense has as well was told above.
    let own: Set<InputField> = [.everyCount, .everyUnit, .endsOn]
    problems += check.problems.filter { own.contains($0.field) }
    if let end = clean.endsOn, let start = clean.startsOn, end < start {
      problems.append(InputProblem(field: .endsOn, reason: .tooEarly))
    }
    guard problems.isEmpty else { throw FinanceFailure.invalid(problems) }
    return clean
  }
}

extension InputField {
  package static let everyUnit = InputField("everyUnit")
}
