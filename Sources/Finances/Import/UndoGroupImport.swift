import Household
import Replica
import SQLite
import SyncProtocol

/// A record of everything that one import has written into a group, kept so that
/// ``UndoGroupImport`` can undo it.
package struct GroupImportTrace: Codable, Equatable, Sendable {
  package var groupID: ZoneID?
  package var isNewGroup = false
  package var members: [MarkedRecord] = []
  package var categories: [MarkedRecord] = []
  package var expenses: [MarkedRecord] = []
  package var repeating: [MarkedRecord] = []
  package var rates: [MarkedRecord] = []

  package init() {}

  /// Whether there is nothing to undo.
  package var isEmpty: Bool {
    !isNewGroup && members.isEmpty && categories.isEmpty && expenses.isEmpty
      && repeating.isEmpty && rates.isEmpty
  }

  /// Adds what a later part of the import wrote.
  package mutating func add(_ part: GroupImportTrace) {
    groupID = groupID ?? part.groupID
    isNewGroup = isNewGroup || part.isNewGroup
    members += part.members
    categories += part.categories
    expenses += part.expenses
    repeating += part.repeating
    rates += part.rates
  }

  /// The most expenses that one transaction removes.
  private static let maxExpensesPerPart = 1000

  /// The trace in pieces, to be undone in this order: expenses first, and what they name last.
  package var parts: [GroupImportTrace] {
    var rest = self
    var parts: [GroupImportTrace] = []
    while rest.expenses.count > Self.maxExpensesPerPart {
      var part = GroupImportTrace()
      part.groupID = groupID
      part.expenses = Array(rest.expenses.suffix(Self.maxExpensesPerPart))
      rest.expenses.removeLast(part.expenses.count)
      parts.append(part)
    }
    return parts + [rest]
  }

  /// What to undo, each in a transaction of its own and in this order: a group that goes as a whole
  /// goes in one, however much is in it, and is then restored as a whole, too.
  package func steps(in connection: Connection) throws -> [GroupImportTrace] {
    try UndoGroupImport(self).deletedGroup(in: connection) == nil ? parts : [self]
  }
}

/// Undoes an import: deletes what it made, and what nobody has changed since or added a receipt or
/// a comment to.
///
/// Members stay whom another expense names or who have said that this is them; a group goes if it
/// was made by the import and nothing else is in it.
package struct UndoGroupImport: Sendable {
  package var trace: GroupImportTrace

  package init(_ trace: GroupImportTrace) { self.trace = trace }

  /// What was undone, or would be.
  package struct Result: Equatable, Sendable {
    package var expenseCount = 0
    package var memberCount = 0
    package var categoryCount = 0
    package var repeatingCount = 0
    package var rateCount = 0
    /// The name of the group that goes.
    package var group: String?
    /// Titles of expenses that somebody has changed since, and that stay as they are.
    package var kept: [String] = []

    package init() {}

    /// Adds the result of a later part of the same undo.
    package mutating func add(_ part: Result) {
      expenseCount += part.expenseCount
      memberCount += part.memberCount
      categoryCount += part.categoryCount
      repeatingCount += part.repeatingCount
      rateCount += part.rateCount
      group = group ?? part.group
      kept += part.kept
    }

    package var isEmpty: Bool {
      expenseCount + memberCount + categoryCount + repeatingCount + rateCount == 0 && group == nil
    }
  }

  /// What undoing the import would do now. Writes nothing.
  package func result(in connection: Connection) throws -> Result {
    try Plan(trace, in: connection).result
  }

  /// The group, if it would be deleted. A hub-confirmed transaction relies on it, and on the
  /// account's list of zones.
  package func deletedGroup(in connection: Connection) throws -> ZoneID? {
    guard trace.isNewGroup else { return nil }
    let plan = try Plan(trace, in: connection)
    return plan.result.group == nil ? nil : trace.groupID
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Result {
    let plan = try Plan(trace, in: transaction.connection)
    guard let group = trace.groupID, !plan.result.isEmpty else { return plan.result }
    try transaction.requireWritable(group: group)
    try transaction.connection.makeRoom()
    if plan.result.group != nil {
      try DeleteGroup(groupID: group)(transaction)
      return plan.result
    }
    for id in plan.repeating { try EndRepeating(repeatingID: id)(transaction) }
    for id in plan.rates { try RemoveRate(rateID: id)(transaction) }
    for id in plan.expenses { try DeleteExpense(expenseID: id)(transaction) }
    for id in plan.categories { try DeleteCategory(categoryID: id)(transaction) }
    for id in plan.members { try RemoveMember(memberID: id)(transaction) }
    return plan.result
  }

  /// What goes, and what stays.
  private struct Plan {
    var expenses: [RecordID] = []
    var members: [RecordID] = []
    var categories: [RecordID] = []
    var repeating: [RecordID] = []
    var rates: [RecordID] = []
    var result = Result()

    init(_ trace: GroupImportTrace, in connection: Connection) throws {
      guard let groupID = trace.groupID, let group = try Group.find(groupID, in: connection) else {
        return
      }
      try findExpenses(trace.expenses, in: groupID, connection)
      let gone = Set(expenses)
      repeating = try trace.repeating.filter { made in
        let row = try RepeatingExpense.Row.find(made.id, in: connection)
        return row?.groupID == groupID && row?.mark == made.mark
      }.map(\.id)
      rates = try trace.rates.filter { made in
        try ManualRate.find(made.id, in: connection)?.mark == made.mark
      }.map(\.id)
      (result.repeatingCount, result.rateCount) = (repeating.count, rates.count)
      try findMembers(trace.members, in: group, gone, connection)
      for made in trace.categories {
        guard let category = try ExpenseCategory.find(made.id, in: connection),
          category.mark == made.mark, category.groupID == groupID,
          try isUnused(category, without: gone, connection)
        else { continue }
        categories.append(made.id)
      }
      result.categoryCount = categories.count
      if trace.isNewGroup, try isAll(of: group, trace, connection) {
        result.group = group.details.name
        // The own member goes with the group.
        result.memberCount = trace.members.count
      }
    }

    private mutating func findExpenses(
      _ made: [MarkedRecord], in group: ZoneID, _ connection: Connection
    ) throws {
      if made.count > Self.manyExpenses { try connection.makeRoom() }
      let extended = try Self.extended(in: group, connection)
      var kept: [(index: Int, title: String)] = []
      // In the order of the indexes, of which each page is then read once.
      for (index, made) in made.enumerated().sorted(by: { $0.element.id < $1.element.id }) {
        guard let expense = try Expense.find(made.id, in: connection), expense.groupID == group
        else { continue }
        let extras =
          extended.contains(made.id) ? try ExpenseExtras(of: expense, in: connection) : .init()
        // Nobody has changed it since, nor said something about it.
        if isPlanted(.importUndoTakesEdits)
          || Expense.mark(expense.row, expense.money, extras) == made.mark
        {
          expenses.append(made.id)
        } else {
          kept.append((index, expense.details.title))
        }
      }
      result.expenseCount = expenses.count
      result.kept = kept.sorted { $0.index < $1.index }.map(\.title)
    }

    private static let manyExpenses = 1000

    /// Which expenses of a group have a receipt or a comment.
    private static func extended(
      in group: ZoneID, _ connection: Connection
    ) throws -> Set<RecordID> {
      var found: Set<RecordID> = []
      for table in ["expenseReceipts", "expenseComments"] {
        try connection.forEach("SELECT expenseID FROM \(table) WHERE groupID = ?", [.text(group)]) {
          found.insert($0.text(0))
        }
      }
      return found
    }

    private mutating func findMembers(
      _ made: [MarkedRecord], in group: Group, _ gone: Set<RecordID>, _ connection: Connection
    ) throws {
      for made in made {
        guard let member = try GroupMember.find(made.id, in: connection),
          member.groupID == group.id,
          member.accountID == nil
        else { continue }
        // An expense names them, or one that repeats.
        let others = try connection.first(
          """
          SELECT (SELECT count(DISTINCT expenseID) FROM expenseParts
              WHERE groupID = ?1 AND memberID = ?2)
            + (SELECT count(DISTINCT repeatingID) FROM repeatingParts
              WHERE groupID = ?1 AND memberID = ?2)
          """, .text(group.id), .text(made.id)
        ) { Int($0.integer(0)) }
        let own = try others == 0 ? 0 : count(of: made.id, in: group.id, among: gone, connection)
        if others == own { members.append(made.id) }
      }
      result.memberCount = members.count
    }

    private func count(
      of member: RecordID, in group: ZoneID, among gone: Set<RecordID>, _ connection: Connection
    ) throws -> Int {
      var found: Set<RecordID> = []
      try connection.forEach(
        "SELECT expenseID FROM expenseParts WHERE groupID = ? AND memberID = ?",
        [.text(group), .text(member)]
      ) { row in
        let id = row.text(0)
        if gone.contains(id) { found.insert(id) }
      }
      let ended = Set(repeating)
      try connection.forEach(
        "SELECT repeatingID FROM repeatingParts WHERE groupID = ? AND memberID = ?",
        [.text(group), .text(member)]
      ) { row in
        let id = row.text(0)
        if ended.contains(id) { found.insert(id) }
      }
      return found.count
    }

    private func isUnused(
      _ category: ExpenseCategory, without gone: Set<RecordID>, _ connection: Connection
    ) throws -> Bool {
      var isUnused = true
      try connection.forEach(
        "SELECT id FROM expenses WHERE groupID = ? AND categoryID = ?",
        [.text(category.groupID), .text(category.id)]
      ) { row in if !gone.contains(row.text(0)) { isUnused = false } }
      let ended = Set(repeating)
      try connection.forEach(
        "SELECT id FROM repeatingExpenses WHERE groupID = ? AND categoryID = ?",
        [.text(category.groupID), .text(category.id)]
      ) { row in if !ended.contains(row.text(0)) { isUnused = false } }
      return isUnused
    }

    /// Whether nothing is in the group but what the import has made, and the author is alone in it.
    private func isAll(
      of group: Group, _ trace: GroupImportTrace, _ connection: Connection
    ) throws -> Bool {
      let role = try connection.first(
        "SELECT role FROM syncZones WHERE id = ?", .text(group.id)
      ) { Role(rawValue: $0.text(0)) }
      let count = try connection.first(
        """
        SELECT (SELECT count(*) FROM expenses WHERE groupID = ?1)
          + (SELECT count(*) FROM repeatingExpenses WHERE groupID = ?1)
        """, .text(group.id)
      ) { Int($0.integer(0)) }
      let made = Set(trace.members.map(\.id))
      let members = try GroupMember.of(group.id, in: connection)
      let accounts = members.count { $0.accountID != nil }
      return role == .owner && count == expenses.count + repeating.count && accounts <= 1
        && members.allSatisfy { made.contains($0.id) }
    }
  }
}

extension Expense {
  /// A hash of an expense with its amounts, and which receipts and comments it has; the same in
  /// every run of the program.
  static func mark(_ row: Row, _ money: ExpenseMoney, _ extras: ExpenseExtras) -> String {
    let shares = money.shares.map {
      "\($0.memberID) \($0.paidMinor) \($0.owedMinor) \($0.weight.map(String.init) ?? "-")"
    }
    let lines = money.lines.map { line in
      "\(line.name) \(line.amountMinor) "
        + line.sharers.map { "\($0.memberID) \($0.weight)" }.joined(separator: " ")
    }
    let ids = (extras.receipts.map(\.id) + extras.comments.map(\.id)).sorted()
    return UUIDs.v5("expense", ([row.mark] + shares + lines + ids).joined(separator: "\u{1f}"))
  }
}
