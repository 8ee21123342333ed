import FoundationEssentials
import Household
import SQLite
import SyncProtocol
import TimeZones
import Values

extension ExpenseList {
  /// Which expenses are wanted; all where nothing is said. Every condition that is set must hold.
  package struct Filter: Equatable, Sendable {
    /// Only what this member has paid or shares.
    package var memberID: RecordID?
    /// Only what this member has paid.
    package var payerID: RecordID?
    /// Only what this member shares or, of payments, gets.
    package var sharerID: RecordID?
    package var categoryID: RecordID?
    /// Only what has no category.
    package var isWithoutCategory = false
    package var currency: String?
    package var days = DayRange()
    /// Only payments, or only what is spent: expenses and refunds.
    package var isPayment: Bool?
    /// Every word must occur somewhere in the expense, as the beginning of a word.
    package var search = ""
    /// Further conditions of a search text.
    package var clauses: [Clause] = []
    /// The member that “me” means in a search; `nil` if the person is none.
    package var ownMemberID: RecordID?

    package init(
      memberID: RecordID? = nil, categoryID: RecordID? = nil, currency: String? = nil
    ) {
      self.memberID = memberID
      self.categoryID = categoryID
      self.currency = currency
    }

    /// Adds the words and conditions of a search text.
    package mutating func add(_ query: ExpenseSearchQuery) {
      search = query.words
      clauses += query.clauses
    }
  }
}

extension ExpenseList.Filter {
  /// Adds a search text of a program, all of which must be understood.
  ///
  /// - Parameters:
  ///   - account: who searches.
  ///   - today: the person's day.
  /// - Throws: ``RefusedSearch`` for what cannot be looked for.
  package mutating func add(
    _ text: String, in group: Group, by account: AccountID, today: CalendarDay,
    _ timeZone: CivilTimeZone, _ connection: Connection
  ) throws {
    ownMemberID = try GroupMember.of(account, in: group.id, connection)?.id
    let query = ExpenseSearchQuery(
      text,
      SearchSetting(currency: group.details.currency, today: today.text, timeZone: timeZone))
    try RefusedSearch.check(query, of: text) { [self] in
      try namesNothing($0, in: group.id, connection)
    }
    add(query)
  }

  /// Whether a condition names a member or category that the group does not have.
  package func namesNothing(
    _ clause: Clause, in group: ZoneID, _ connection: Connection
  ) throws -> Bool {
    switch clause.test {
    case .own(.payer(let name)), .own(.sharer(let name)), .own(.participant(let name)):
      try members(name, in: group, connection).isEmpty
    case .category(let name): try categories(name, in: group, connection).isEmpty
    default: false
    }
  }

  /// The members that a name means.
  func members(
    _ name: String, in group: ZoneID, _ connection: Connection
  ) throws -> [RecordID] {
    let all = try connection.query(
      "SELECT id, nameKey FROM groupMembers WHERE groupID = ?", .text(group)
    ) { (id: $0.text(0), nameKey: $0.text(1)) }
    if let own = ownMemberID, NameKey.make(name) == NameKey.make("me"),
      !all.contains(where: { $0.nameKey == NameKey.make(name) })
    {
      return [own]
    }
    return NamedRecords.ids(named: name, among: all)
  }

  /// The categories that a name means.
  func categories(
    _ name: String, in group: ZoneID, _ connection: Connection
  ) throws -> [RecordID] {
    NamedRecords.ids(
      named: name,
      among: try connection.query(
        "SELECT id, nameKey FROM expenseCategories WHERE groupID = ?", .text(group)
      ) { (id: $0.text(0), nameKey: $0.text(1)) })
  }
}
