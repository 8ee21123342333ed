import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// Changes what comes; what was made before stays as it is. What goes on after a pause goes on with
/// the next one that is due from today on.
package struct EditRepeating: Sendable {
  package var repeatingID: RecordID
  package var details: RepeatingDetails
  package var money: ExpenseMoney
  /// What the form showed when it was opened; only differences from it are written. `nil` for what
  /// is stored now.
  package var base: (details: RepeatingDetails, money: ExpenseMoney)?
  /// The person's day.
  package var today: CalendarDay

  package init(
    repeatingID: RecordID, details: RepeatingDetails, money: ExpenseMoney,
    base: (details: RepeatingDetails, money: ExpenseMoney)? = nil, today: CalendarDay
  ) {
    self.repeatingID = repeatingID
    self.details = details
    self.money = money
    self.base = base
    self.today = today
  }

  /// Throws `changedMeanwhile` if somebody else has changed the same field of what is made, or the
  /// amounts, too: whoever comes second sees both and chooses. Of a schedule the later one counts.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> RepeatingExpense {
    let connection = transaction.connection
    let old = try RepeatingExpense.writable(repeatingID, transaction)
    let shownMoney = base?.money ?? old.money
    // Amounts that nobody has changed stay as they are: also a payment of two who are one by now.
    let details = try AddRepeating.clean(
      details, money == shownMoney ? nil : money, in: old.groupID, connection)
    // The day is left out: it is that of the schedule.
    var contested = ExpenseDetails.fields.contested(
      shown: (base?.details ?? old.details).expense(on: nil),
      stored: old.details.expense(on: nil), typed: details.expense(on: nil))
    if money != shownMoney, shownMoney != old.money, money != old.money {
      contested.append(.money)
    }
    guard contested.isEmpty else { throw FinanceFailure.changedMeanwhile(contested) }
    var (shown, row) = (old.row, old.row)
    if let base { shown.details = base.details }
    row.details = details
    let goesOn = shown.details.isPaused && !details.isPaused
    if details.schedule != shown.details.schedule || goesOn {
      row.nextOn = RepeatingExpense.next(of: details, from: today)
    }
    _ = try row.update(from: shown, over: old.row, in: connection)
    if money != shownMoney { try old.write(money, transaction) }
    return try RepeatingExpense.find(repeatingID, in: connection) ?? old
  }
}

/// Makes nothing of it for now, or goes on with the next one that is due from today on.
package struct PauseRepeating: Sendable {
  package var repeatingID: RecordID
  package var isPaused: Bool
  /// The person's day.
  package var today: CalendarDay

  package init(repeatingID: RecordID, isPaused: Bool, today: CalendarDay) {
    self.repeatingID = repeatingID
    self.isPaused = isPaused
    self.today = today
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> RepeatingExpense {
    let old = try RepeatingExpense.writable(repeatingID, transaction)
    var row = old.row
    row.details.isPaused = isPaused
    if !isPaused, old.details.isPaused {
      row.nextOn = RepeatingExpense.next(of: row.details, from: today)
    }
    try row.update(from: old.row, in: transaction.connection)
    return try RepeatingExpense(row, in: transaction.connection)
  }
}

/// Ends it: nothing more is made; what was made stays.
package struct EndRepeating: Sendable {
  package var repeatingID: RecordID

  package init(repeatingID: RecordID) { self.repeatingID = repeatingID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> RepeatingExpense {
    let old = try RepeatingExpense.writable(repeatingID, transaction)
    try old.deleteParts(in: transaction.connection)
    try old.row.delete(in: transaction.connection)
    return old
  }
}

/// Lets what was ended go on, under its id.
package struct RestoreRepeating: Sendable {
  package var repeating: RepeatingExpense

  package init(_ repeating: RepeatingExpense) { self.repeating = repeating }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    try transaction.requireWritable(group: repeating.groupID)
    guard try RepeatingExpense.Row.find(repeating.id, in: connection) == nil else {
      throw FinanceFailure.alreadyThere
    }
    var row = repeating.row
    if let category = row.details.categoryID,
      try ExpenseCategory.find(category, in: connection) == nil
    {
      row.details.categoryID = nil
    }
    let members = try Set(GroupMember.of(row.groupID, in: connection).map(\.id))
    guard repeating.money.shares.allSatisfy({ members.contains($0.memberID) }) else {
      throw FinanceFailure.memberNotFound
    }
    try row.insert(in: connection)
    for part in repeating.money.parts(transaction.newID) {
      try part.insert(into: row.id, of: row.groupID, below: .repeating, connection)
    }
  }
}

extension RepeatingExpense {
  /// One with the right to change its group; throws if either is missing.
  static func writable(
    _ id: RecordID, _ transaction: WriteTransaction
  ) throws -> RepeatingExpense {
    guard let found = try find(id, in: transaction.connection) else {
      throw FinanceFailure.repeatingNotFound
    }
    try transaction.requireWritable(group: found.groupID)
    return found
  }

  /// The next day of another schedule: none before today, as what was stays as it was.
  fileprivate static func next(of details: RepeatingDetails, from today: CalendarDay) -> String? {
    details.schedule?.next(from: today)?.text
  }

  fileprivate func write(_ money: ExpenseMoney, _ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    try connection.execute(
      """
      UPDATE repeatingExpenses SET kind = ?, currency = ?, amountMinor = ?, mode = ?
        WHERE id = ?
      """,
      [
        .text(money.kind.rawValue), .text(money.currency), .integer(money.amountMinor),
        .text(money.mode.rawValue), .text(id),
      ])
    try deleteParts(in: connection)
    for part in money.parts(transaction.newID) {
      try part.insert(into: id, of: groupID, below: .repeating, connection)
    }
  }

  fileprivate func deleteParts(in connection: Connection) throws {
    try connection.execute(
      "DELETE FROM repeatingParts WHERE groupID = ? AND repeatingID = ?", .text(groupID),
      .text(id))
  }

  /// Lets one member stand for another in all that repeats in their group.
  static func combine(
    _ gone: GroupMember, into stays: GroupMember, _ transaction: WriteTransaction
  ) throws {
    let connection = transaction.connection
    let named = try connection.query(
      "SELECT DISTINCT repeatingID FROM repeatingParts WHERE groupID = ? AND memberID = ?",
      .text(gone.groupID), .text(gone.id)
    ) { $0.text(0) }
    for id in named {
      guard let found = try find(id, in: connection) else { continue }
      let joined = found.money.combining(gone.id, into: stays.id)
      // Amounts beyond what a number holds; the hub would refuse them.
      if let problem = joined.problem { throw FinanceFailure.unbalanced(problem) }
      // What they paid each other again and again, nobody pays any more.
      if joined.isToOneself {
        try found.deleteParts(in: connection)
        try found.row.delete(in: connection)
      } else {
        try found.write(joined, transaction)
      }
    }
  }
}
