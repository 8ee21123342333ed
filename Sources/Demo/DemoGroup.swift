import Finances
import Household
import Replica
import SyncProtocol
import Values

/// A made-up group for the demonstration.
package struct DemoGroup: Sendable {
  /// Who has an account, by the name in the group.
  package enum Person: String, Sendable {
    case robin = "Robin"
    case alex = "Alex"
  }

  /// Somebody without an account.
  package struct Member: Sendable {
    package var name: String
    package var payment = ""
    package var weight: Int64 = 1
  }

  /// Some time of a group, and whether all that is owed is paid at its end.
  package struct Chapter: Sendable {
    package var expenses: [(day: CalendarDay, expense: DemoExpense)]
    /// The day on which everybody pays; `nil` if they have not yet.
    package var settledOn: CalendarDay?
  }

  package let name: String
  package let emoji: String
  package let color: PaletteColour
  package let note: String
  package let currency: String
  /// Who has made it; the other one has joined.
  package let owner: Person
  package let others: [Member]
  /// Categories beside those that each group has.
  package var categories: [CategoryDetails] = []
  /// What has happened, for a day on which somebody looks.
  package let chapters: @Sendable (_ today: CalendarDay) -> [Chapter]
  /// What the one who has joined has entered.
  package let joined: [DemoExpense]

  /// The groups in the order in which they are made.
  package static let all = [flat, trip, couple]

  package var partner: Person { owner == .robin ? .alex : .robin }

  /// The lines of a text as expenses.
  ///
  /// - Precondition: all lines can be read.
  package static func expenses(_ list: String) -> [DemoExpense] {
    list.split(separator: "\n").map { line in
      guard let expense = DemoExpense(String(line)) else {
        preconditionFailure("a line of the demonstration that cannot be read: \(line)")
      }
      return expense
    }
  }

  /// Expenses whose days count from today.
  package static func chapter(
    _ expenses: [DemoExpense], today: CalendarDay, settledDays: Int? = nil
  ) -> Chapter {
    Chapter(
      expenses: expenses.map { (today.adding($0.days), $0) },
      settledOn: settledDays.map { today.adding($0) })
  }
}

extension CalendarDay {
  func adding(_ days: Int) -> CalendarDay { CalendarDay(daysSince1970: daysSince1970 + days) }
}

/// Creates a group of the demonstration with its members and categories, with the same use cases as
/// people's own groups.
package struct MakeDemoGroup: Sendable {
  package var group: DemoGroup

  package init(_ group: DemoGroup) { self.group = group }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> ZoneID {
    var details = GroupDetails(name: group.name, currency: group.currency)
    (details.emoji, details.colorIndex, details.note) = (
      group.emoji, group.color.rawValue, group.note
    )
    let made = try CreateGroup(
      details, ownName: group.owner.rawValue, others: [group.partner.rawValue])(transaction)
    for other in group.others {
      var member = MemberDetails(name: other.name)
      (member.payment, member.weight) = (other.payment, other.weight)
      try AddMember(groupID: made.id, member)(transaction)
    }
    for category in group.categories {
      try AddCategory(groupID: made.id, category)(transaction)
    }
    return made.id
  }
}

/// Adds what happened in some time of a group.
package struct AddDemoExpenses: Sendable {
  package var group: DemoGroup
  package var groupID: ZoneID
  package var expenses: [(day: CalendarDay, expense: DemoExpense)]

  package init(_ group: DemoGroup, _ groupID: ZoneID, _ chapter: DemoGroup.Chapter) {
    (self.group, self.groupID, expenses) = (group, groupID, chapter.expenses)
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let members = try GroupMember.of(groupID, in: transaction.connection)
    let names = [group.owner.rawValue, group.partner.rawValue] + group.others.map(\.name)
    let setting = DemoExpense.Setting(
      members: names.compactMap { name in
        members.first { $0.details.name == name }.map { (name, $0.id) }
      }, currency: group.currency)
    let categories = try ExpenseCategory.of(groupID, in: transaction.connection)
    for (day, expense) in expenses {
      var details = ExpenseDetails(title: expense.title, day: day.text)
      details.note = expense.note
      details.categoryID = categories.first { $0.details.name == expense.category }?.id
      try AddExpense(groupID: groupID, details, expense.money(in: setting))(transaction)
    }
  }
}

/// Says who the partner is in a group that they have joined, and adds what they have entered.
package struct JoinDemoGroup: Sendable {
  package var group: DemoGroup
  package var groupID: ZoneID
  package var today: CalendarDay

  package init(_ group: DemoGroup, _ groupID: ZoneID, today: CalendarDay) {
    (self.group, self.groupID, self.today) = (group, groupID, today)
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let members = try GroupMember.of(groupID, in: transaction.connection)
    guard let own = members.first(where: { $0.details.name == group.partner.rawValue }) else {
      throw FinanceFailure.memberNotFound
    }
    try ClaimMember(memberID: own.id)(transaction)
    try AddDemoExpenses(group, groupID, DemoGroup.chapter(group.joined, today: today))(transaction)
  }
}

/// The first of the payments that settle a group, recorded as if it had been made; `false` when
/// nobody owes anything any more.
package struct SettleDemoGroup: Sendable {
  package var groupID: ZoneID
  package var day: CalendarDay

  package init(_ groupID: ZoneID, on day: CalendarDay) {
    (self.groupID, self.day) = (groupID, day)
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws -> Bool {
    let balances = try GroupBalances.of(groupID, in: transaction.connection)
    for currency in balances.currencies {
      guard let transfer = try balances.settlement(in: currency).transfers.first else { continue }
      try SettleUp(
        groupID: groupID, from: transfer.from, to: transfer.to,
        amountMinor: Int64(clamping: transfer.amount), currency: currency, day: day.text,
        title: "Payment")(transaction)
      return true
    }
    return false
  }
}
