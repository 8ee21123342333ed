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
      for part in query.parts {
        if case .clause(let clause) = part.meaning { clauses.append(clause) }
      }
    }
  }
}

extension ExpenseList.Filter {
  /// One condition of a search text.
  package struct Clause: Equatable, Sendable {
    package var test: Test
    /// Whether to leave out the expenses that meet the test, instead of finding them.
    package var isExcluded: Bool

    package init(_ test: Test, isExcluded: Bool = false) {
      self.test = test
      self.isExcluded = isExcluded
    }
  }

  package enum Test: Equatable, Sendable {
    /// A member with this name or, if there is none, those whose name begins with it, has paid.
    case payer(String)
    /// Such a member shares it or, in a payment, gets it.
    case sharer(String)
    /// Such a member has paid or shares it.
    case participant(String)
    case category(String)
    /// An ISO 4217 code.
    case currency(String)
    /// The amount without its sign: what was refunded counts as what was spent.
    case amount(AmountRange)
    case day(DayRange)
    case kind(Kind)
    case has(Feature)
    /// The amounts do not fit each other.
    case incomplete
    /// These words next to each other; the last may be the beginning of a word.
    case text(TextField, String)
  }

  /// The raw values are the words typed in a search.
  package enum Kind: String, CaseIterable, Sendable {
    case expense, payment, refund

    /// Synonyms of the raw values.
    init?(other word: String) {
      switch word {
      case "expenses": self = .expense
      case "payments", "transfer", "settlement": self = .payment
      case "refunds": self = .refund
      default: return nil
      }
    }

    init(_ kind: ExpenseMoney.Kind, amountMinor: Int64) {
      self = kind == .transfer ? .payment : amountMinor < 0 ? .refund : .expense
    }
  }

  /// Something that an expense may have. The raw values are the words typed in a search.
  package enum Feature: String, CaseIterable, Sendable {
    case receipt, note, place, category, comment

    /// Synonyms of the raw values.
    init?(other word: String) {
      switch word {
      case "receipts", "photo": self = .receipt
      case "notes": self = .note
      case "location": self = .place
      case "comments": self = .comment
      default: return nil
      }
    }
  }

  package enum TextField: Equatable, Sendable { case any, title, note, place }
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
    case .payer(let name), .sharer(let name), .participant(let name):
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
