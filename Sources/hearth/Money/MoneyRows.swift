import Finances
import Household
import SyncProtocol
import Values
import Wording

// What the commands about money print with --json. Names are those of the JSON API; sums that can
// be beyond 64 bits are decimal texts.

/// A value that is printed as `null` where there is none, as in the JSON API.
struct OrNull<Value: Encodable & Sendable>: Encodable, Sendable {
  let value: Value?

  init(_ value: Value?) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value { try container.encode(value) } else { try container.encodeNil() }
  }
}

/// A group.
struct GroupRow: WrittenRow {
  let id: String
  let name: String
  let currency: String
  let emoji: String
  let colorIndex: Int
  let note: String
  let simplifies: Bool
  let isArchived: Bool
  /// `owner`, `editor` or `viewer`.
  let role: String
  /// Members that are not archived.
  let memberCount: Int
  /// The member that the person is; `null` if they have not said so.
  let ownMemberID: OrNull<String>
  let createdAt: String
  /// What the person is owed in each currency, negative for what they owe.
  var balances: [NetRow]?
  var members: [MemberRow]?
  var categories: [CategoryRow]?
  /// Whether the hub has what a command has written.
  var isSent: Bool?

  init(_ row: GroupList.Row) {
    let details = row.group.details
    (id, name, currency, emoji) = (row.id, details.name, details.currency, details.emoji)
    (colorIndex, note) = (details.colorIndex, details.note)
    (simplifies, isArchived) = (details.simplifies, details.isArchived)
    role = row.role.commandWord
    (memberCount, ownMemberID) = (row.memberCount, OrNull(row.ownMemberID))
    createdAt = TimeText.text(row.group.createdAt)
  }
}

/// What somebody is owed in a currency.
struct NetRow: Encodable {
  let currency: String
  let netMinor: String

  init(_ net: Money) {
    currency = net.currency
    netMinor = String(net.minor)
  }
}

/// A member of a group.
struct MemberRow: WrittenRow {
  let id: String
  let groupID: String
  let name: String
  let payment: String
  let weight: Int64
  let isArchived: Bool
  /// The account that is this person; `null` if nobody has said so.
  let accountID: OrNull<String>
  let isYou: Bool
  let createdAt: String
  var isSent: Bool?

  /// - Parameter you: the account that reads it.
  init(_ member: GroupMember, you: AccountID) {
    let details = member.details
    (id, groupID, name) = (member.id, member.groupID, details.name)
    (payment, weight, isArchived) = (details.payment, details.weight, details.isArchived)
    (accountID, isYou) = (OrNull(member.accountID), member.accountID == you)
    createdAt = TimeText.text(member.createdAt)
  }

  /// The member as the reader's account is shown them.
  init(_ member: GroupMember, _ reader: MoneyReader) throws {
    let payments = try PaymentDetails(in: member.groupID, reader.connection)
    self.init(payments.shown(member), you: reader.accountID)
  }
}

/// A category of a group or of a person's own.
struct CategoryRow: WrittenRow {
  let id: String
  let name: String
  let emoji: String
  let colorIndex: Int
  var isSent: Bool?

  init(_ category: some Finances::Category) {
    (id, name) = (category.id, category.details.name)
    (emoji, colorIndex) = (category.details.emoji, category.details.colorIndex)
  }
}

/// The amounts of an expense, or of one that comes again.
struct AmountsRow: Encodable, Sendable {
  struct Payer: Encodable {
    let memberID: String
    let amountMinor: Int64
  }

  struct Line: Encodable {
    let name: String
    let amountMinor: Int64
    let sharers: [Sharer]
  }

  struct Sharer: Encodable {
    let memberID: String
    let weight: Int64

    init(_ sharer: ExpenseMoney.Sharer) { (memberID, weight) = (sharer.memberID, sharer.weight) }
  }

  let currency: String
  let amountMinor: Int64
  /// A mode of --split.
  let split: String
  let payers: [Payer]
  /// Who shares it, with what was entered for each by the mode.
  let sharers: [Sharer]
  let lines: [Line]

  init(_ money: ExpenseMoney) {
    (currency, amountMinor, split) = (money.currency, money.amountMinor, money.mode.rawValue)
    payers = money.shares.filter { $0.paidMinor != 0 }.map {
      Payer(memberID: $0.memberID, amountMinor: $0.paidMinor)
    }
    sharers = money.sharers.map { Sharer($0) }
    lines = money.lines.map { line in
      Line(
        name: line.name, amountMinor: line.amountMinor,
        sharers: line.sharers.map { Sharer($0) })
    }
  }
}

/// A row with its amounts beside the rest.
struct Amounted<Row: WrittenRow>: WrittenRow {
  private(set) var row: Row
  let amounts: AmountsRow

  var isSent: Bool? {
    get { row.isSent }
    set { row.isSent = newValue }
  }

  func encode(to encoder: any Encoder) throws {
    try row.encode(to: encoder)
    try amounts.encode(to: encoder)
  }
}

/// An expense or a payment.
typealias ExpenseRow = Amounted<ExpenseOwnRow>

extension ExpenseRow {
  init(_ expense: Finances::Expense) {
    self.init(row: ExpenseOwnRow(expense), amounts: AmountsRow(expense.money))
  }
}

/// An expense or a payment without what was entered of its amounts.
struct ExpenseOwnRow: WrittenRow {
  struct Share: Encodable {
    let memberID: String
    let paidMinor: Int64
    let owedMinor: Int64
  }

  let id: String
  let groupID: String
  let title: String
  let day: String
  let note: String
  let place: String
  let categoryID: OrNull<String>
  /// `expense`, or `payment` from one member to another.
  let kind: String
  let shares: [Share]
  /// Whether its parts do not come to its amount, so that it counts for nothing.
  let isIncomplete: Bool
  let createdAt: String
  /// The account that entered it.
  let createdBy: String
  var isSent: Bool?

  init(_ expense: Finances::Expense) {
    let (details, money) = (expense.details, expense.money)
    (id, groupID, title) = (expense.id, expense.groupID, details.title)
    (day, note, place) = (details.day ?? "", details.note, details.place)
    categoryID = OrNull(details.categoryID)
    kind = money.kind == .transfer ? "payment" : "expense"
    shares = money.shares.map {
      Share(memberID: $0.memberID, paidMinor: $0.paidMinor, owedMinor: $0.owedMinor)
    }
    isIncomplete = money.problem != nil
    createdAt = TimeText.text(expense.row.createdAt)
    createdBy = expense.row.createdBy
  }
}

/// An expense that comes again.
typealias RepeatingRow = Amounted<RepeatingOwnRow>

extension RepeatingRow {
  init(_ repeating: RepeatingExpense) {
    self.init(row: RepeatingOwnRow(repeating), amounts: AmountsRow(repeating.money))
  }

  func columns(_ words: Catalogue) -> [String] {
    let (count, unit) = (row.everyCount, row.everyUnit)
    return [
      row.title, words.money(Money(amounts.amountMinor, amounts.currency)),
      count == 1 ? "every \(unit)" : "every \(count) \(unit)s",
      row.isPaused ? "paused" : row.nextOn.value.map { "next \($0)" } ?? "ended",
      row.endsOn.value.map { "until \($0)" } ?? "", row.id,
    ]
  }
}

/// An expense that comes again, without its amounts.
struct RepeatingOwnRow: WrittenRow {
  let id: String
  let groupID: String
  let title: String
  let note: String
  let place: String
  let categoryID: OrNull<String>
  let startsOn: String
  let everyCount: Int64
  /// `week`, `month` or `year`.
  let everyUnit: String
  let endsOn: OrNull<String>
  let isPaused: Bool
  /// The day of the next one; `null` if there is none any more.
  let nextOn: OrNull<String>
  var isSent: Bool?

  init(_ repeating: RepeatingExpense) {
    let details = repeating.details
    (id, groupID, title) = (repeating.id, repeating.groupID, details.title)
    (note, place, categoryID) = (details.note, details.place, OrNull(details.categoryID))
    (startsOn, everyCount) = (details.startsOn ?? "", details.everyCount)
    (everyUnit, endsOn) = (details.everyUnit.rawValue, OrNull(details.endsOn))
    (isPaused, nextOn) = (details.isPaused, OrNull(repeating.row.nextOn))
  }
}

/// What some expenses of a group come to.
struct ExpenseTotalsRow: Encodable, Sendable {
  struct Row: Encodable {
    let currency: String
    /// Expenses and refunds.
    let count: Int
    let amountMinor: String
    /// The person's part; `null` for somebody who is no member.
    let ownMinor: OrNull<String>
    let paymentCount: Int
    let paymentsMinor: String
  }

  let currencies: [Row]
  /// Expenses that do not add up, and count for nothing.
  let incompleteCount: Int
  /// Whether everything is in it; otherwise only the latest.
  let isWhole: Bool

  init(_ totals: ExpenseTotals, isMember: Bool) {
    currencies = totals.currencies.sorted { $0.key < $1.key }.map { code, sums in
      Row(
        currency: code, count: sums.count, amountMinor: String(sums.amount),
        ownMinor: OrNull(isMember ? String(sums.own) : nil), paymentCount: sums.paymentCount,
        paymentsMinor: String(sums.payments))
    }
    (incompleteCount, isWhole) = (totals.incompleteCount, totals.isWhole)
  }

  func lines(_ names: MoneyNames) -> [String] {
    func money(_ minor: String, _ row: Row) -> String {
      names.money(Int128(minor) ?? 0, row.currency)
    }
    var lines = currencies.map { row in
      let own = row.ownMinor.value.map { ", your part \(money($0, row))" } ?? ""
      let spent =
        row.count == 0
        ? nil : "\(row.count.counted("expense")): \(money(row.amountMinor, row))\(own)"
      let paid =
        row.paymentCount == 0
        ? nil : "\(row.paymentCount.counted("payment")): \(money(row.paymentsMinor, row))"
      return [spent, paid].compactMap(\.self).joined(separator: "; ")
    }
    if incompleteCount > 0 { lines.append("\(incompleteCount) do not add up, and are in no sum.") }
    if !isWhole { lines.append("Only the latest \(ExpenseTotals.maxCount) are added up.") }
    return lines
  }
}

extension SyncProtocol.Role {
  /// The role as the JSON API names it.
  var commandWord: String {
    switch self {
    case .owner: "owner"
    case .readWrite: "editor"
    case .readOnly: "viewer"
    }
  }
}
