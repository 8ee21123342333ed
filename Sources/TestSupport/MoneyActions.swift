import Finances
import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// What one person of simulated groups remembers between two steps.
final class MoneyMemory {
  /// The form of an expense that is open, with what it showed when it was opened.
  var form: Expense?
  /// The same of what repeats, and of an entry of their own.
  var rule: RepeatingExpense?
  var entry: LedgerEntry?
  var bin = Bin()
  /// What they have imported, the latest last.
  var imports: [Imported] = []

  /// What they have deleted and could bring back.
  struct Bin {
    var expenses: [(expense: Expense, extras: ExpenseExtras)] = []
    var rules: [RepeatingExpense] = []
    var comments: [ExpenseComment] = []
    var receipts: [ExpenseReceipt] = []
    var entries: [LedgerEntry] = []

    /// Without what has come into it since: nothing was deleted then.
    mutating func forgetNew(since old: Bin) {
      expenses.removeLast(max(0, expenses.count - old.expenses.count))
      rules.removeLast(max(0, rules.count - old.rules.count))
      comments.removeLast(max(0, comments.count - old.comments.count))
      receipts.removeLast(max(0, receipts.count - old.receipts.count))
      entries.removeLast(max(0, entries.count - old.entries.count))
    }
  }

  /// An import, with its expenses as it made them.
  struct Imported {
    let group: ZoneID
    let trace: GroupImportTrace
    let expenses: [Expense]
  }
}

/// What people do in simulated groups: the shipping use cases with made-up input.
enum MoneyAction: String, CaseIterable {
  case addExpense, addPayment, enterWrong, openForm, submitForm, deleteExpense, restoreExpense
  case addMember, editMember, removeMember, claimUnasked, addCategory, editCategory
  case deleteCategory, editGroup, addGroup
  case addRepeating, editRepeating, pauseRepeating, endRepeating, restoreRepeating, makeDue
  case addComment, deleteComment, restoreComment, addReceipt, deleteReceipt, restoreReceipt
  case addEntry, editEntry, deleteEntry, restoreEntry, addOwnCategory, editOwnCategory
  case deleteOwnCategory, setBudget, noteShare, forgetShare, changeCurrency

  /// How often each is chosen, where it is not once.
  private static let weights: [MoneyAction: Int] = [
    .addExpense: 8, .addPayment: 3, .openForm: 4, .submitForm: 6, .deleteExpense: 4,
    .restoreExpense: 3, .addMember: 2, .editMember: 2, .removeMember: 2, .deleteCategory: 2,
    .addRepeating: 2, .editRepeating: 3, .makeDue: 6, .addComment: 4, .addReceipt: 2,
    .addEntry: 2, .editEntry: 2, .noteShare: 5,
  ]

  static let weighted: [MoneyAction] = allCases.flatMap {
    Array(repeating: $0, count: weights[$0] ?? 1)
  }
}

/// One person at one device, about to do something in one group.
struct MoneyPerson {
  let device: SimulatedDevice
  let memory: MoneyMemory
  let group: ZoneID
  /// The day, where they are.
  let today: CalendarDay
  /// Whether everything is as large as it may be.
  let isLarge: Bool
  /// Notes what was done, and what was refused by whom it concerns.
  let note: (String) -> Void

  /// Few names, and some that differ in case alone: so that they meet.
  static let names = ["Ana", "ana", "Ben", "Zoë", "ZOË", "Rent", "Food", "food", "Trip"]

  var name: String { device.random.pick(Self.names)! }

  func perform(_ action: MoneyAction, _ transaction: WriteTransaction) throws {
    switch action {
    case .addExpense, .addPayment, .enterWrong, .openForm, .submitForm, .deleteExpense,
      .restoreExpense:
      try performOnExpense(action, transaction)
    case .addMember, .editMember, .removeMember, .claimUnasked:
      try performOnMember(action, transaction)
    case .addCategory, .editCategory, .deleteCategory:
      try performOnCategory(action, transaction)
    case .editGroup:
      guard var details = try Group.find(group, in: transaction.connection)?.details else { return }
      details.name = name
      if device.random.chance(0.3) { details.simplifies.toggle() }
      try EditGroup(groupID: group, details: details)(transaction)
    case .addGroup: try addGroup(transaction)
    case .addRepeating, .editRepeating, .pauseRepeating, .endRepeating, .restoreRepeating,
      .makeDue:
      try performOnRepeating(action, transaction)
    case .addComment, .deleteComment, .restoreComment, .addReceipt, .deleteReceipt,
      .restoreReceipt:
      try performOnExtras(action, transaction)
    case .addEntry, .editEntry, .deleteEntry, .restoreEntry, .addOwnCategory, .editOwnCategory,
      .deleteOwnCategory, .setBudget, .noteShare, .forgetShare, .changeCurrency:
      try performOnLedger(action, transaction)
    }
  }

  func addGroup(_ transaction: WriteTransaction) throws {
    // Some groups are large.
    let count = isLarge || device.random.chance(0.1) ? 19 : device.random.number(0..<4)
    let others = (0..<count).map { "Guest \($0)" }
    try CreateGroup(
      GroupDetails(name: name, currency: device.random.pick(["EUR", "JPY"])!),
      ownName: device.account, others: others)(transaction)
  }

  // MARK: Expenses

  private func performOnExpense(_ action: MoneyAction, _ transaction: WriteTransaction) throws {
    switch action {
    case .addExpense:
      guard let money = try MoneyEntry(self, transaction.connection)?.money() else { return }
      try AddExpense(groupID: group, details(transaction), money)(transaction)
    case .addPayment:
      guard let (from, to) = try twoMembers(transaction) else { return }
      try payOneself(from, transaction)
      try AddExpense(
        groupID: group, details(transaction),
        ExpenseMoney(paying: amount(), currency, from: from, to: to))(transaction)
    case .enterWrong: try enterWrong(transaction)
    case .submitForm: try submitForm(transaction)
    case .restoreExpense:
      // A person deletes in several groups, and what they may do is asked of this one.
      guard let index = memory.bin.expenses.lastIndex(where: { $0.0.groupID == group }) else {
        return
      }
      let (expense, extras) = memory.bin.expenses.remove(at: index)
      let back = try RestoreExpense(expense, with: extras)(transaction)
      try require(
        try back.money == expense.money && back.details.title == expense.details.title
          && ExpenseExtras(of: back, in: transaction.connection) == extras,
        "what is restored is what was deleted", "\(device.name) \(expense.id)")
    default:
      guard let id = try device.pick("expenses", in: group),
        let expense = try Expense.find(id, in: transaction.connection)
      else { return }
      if action == .openForm { return memory.form = expense }
      let extras = try ExpenseExtras(of: expense, in: transaction.connection)
      memory.bin.expenses.append((try DeleteExpense(expenseID: id)(transaction), extras))
    }
  }

  /// What does not add up is refused, with its reason, before anything is written.
  private func enterWrong(_ transaction: WriteTransaction) throws {
    guard var money = try MoneyEntry(self, transaction.connection)?.money(),
      let last = money.shares.indices.last
    else { return }
    switch device.random.number(0..<4) {
    case 0: money.shares[last].owedMinor &+= 1
    case 1: money.shares[0].paidMinor &-= 1
    case 2: money.amountMinor = device.random.pick([.max, .min, 0])!
    default: money.shares.append(money.shares[0])
    }
    let details = try details(transaction)
    let count = transaction.connection.totalChanges
    do {
      try AddExpense(groupID: group, details, money)(transaction)
    } catch FinanceFailure.unbalanced {
      try require(
        transaction.connection.totalChanges == count, "what is refused has written nothing",
        device.name)
      return note("wrong sums refused")
    }
    throw SimulationFailure("what does not add up is refused", "\(device.name) \(money)")
  }

  /// Sends a form that may have been open for long, and checks that it changes what its person has
  /// changed, and nothing that somebody else has changed meanwhile. Whoever changes what somebody
  /// else has changed, too, is told, looks, and decides.
  private func submitForm(_ transaction: WriteTransaction) throws {
    guard let shown = memory.form, shown.groupID == group else { return }
    memory.form = nil
    guard let before = try Expense.find(shown.id, in: transaction.connection) else {
      return note("form of what is gone")
    }
    var (details, money) = (shown.details, shown.money)
    switch device.random.number(0..<6) {
    case 0: details.title = name
    case 1: details.note = "\(device.name) \(device.random.number(0..<1000))"
    case 2: details.categoryID = try device.pick("expenseCategories", in: group)
    case 3: details.day = day
    default: money = try MoneyEntry(self, transaction.connection)?.money() ?? money
    }
    // A category that is gone is not chosen again.
    if let category = details.categoryID,
      try ExpenseCategory.find(category, in: transaction.connection) == nil
    {
      details.categoryID = nil
    }
    let base = (details: shown.details, money: shown.money)
    do {
      let after = try EditExpense(
        expenseID: shown.id, details: details, money: money, base: base)(transaction)
      try check(after, before, shown, details, money)
    } catch FinanceFailure.changedMeanwhile(let fields) {
      let isMoney = money != shown.money && before.money != shown.money && money != before.money
      try require(
        fields == contested(shown, before, details) + (isMoney ? [.money] : []),
        "whoever comes second sees the first", "\(device.name) \(shown.id) \(fields)")
      note("changed meanwhile")
      // Takes their own after all, knowing the other.
      var own = before.details
      for field in ExpenseDetails.fields {
        let value = field.value(of: details)
        if value != field.value(of: shown.details) { field.take(value, into: &own) }
      }
      try EditExpense(
        expenseID: shown.id, details: own, money: isMoney ? money : before.money,
        base: (before.details, before.money))(transaction)
    }
  }

  private func check(
    _ after: Expense, _ before: Expense, _ shown: Expense, _ details: ExpenseDetails,
    _ money: ExpenseMoney
  ) throws {
    let isChanged = money != shown.money
    try require(
      !isChanged || shown.money == before.money || money == before.money,
      "whoever comes second sees the first", "\(device.name) \(shown.id)")
    try require(
      contested(shown, before, details).isEmpty, "whoever comes second sees the first",
      "\(device.name) \(shown.id) details")
    try require(
      after.money.sums == (isChanged ? money : before.money).sums,
      "a form changes what its person changed", "\(device.name) \(shown.id) amounts")
    var (sent, opened) = (before.row, before.row)
    (opened.details, sent.details) = (shown.details, details)
    for (index, column) in Expense.Row.sql.columns.enumerated()
    where !["kind", "currency", "amountMinor", "mode"].contains(column) {
      let isEdited = opened.values[index] != sent.values[index]
      try require(
        after.row.values[index] == (isEdited ? sent : before.row).values[index],
        "a form changes what its person changed", "\(device.name) \(shown.id).\(column)")
    }
  }

  /// A payment has two different people.
  private func payOneself(_ member: RecordID, _ transaction: WriteTransaction) throws {
    let money = ExpenseMoney(
      kind: .transfer, currency: "EUR", amountMinor: 100, mode: .exact,
      shares: [.init(member, paidMinor: 100, owedMinor: 100)])
    do {
      try AddExpense(
        groupID: group, ExpenseDetails(title: "To oneself", day: "2026-03-01"), money)(transaction)
    } catch FinanceFailure.unbalanced(.notAPayment) {
      return
    }
    throw SimulationFailure("a payment has two different people", "\(device.name) \(member)")
  }

  private func contested(
    _ shown: Expense, _ before: Expense, _ details: ExpenseDetails
  ) -> [InputField] {
    ExpenseDetails.fields.contested(
      shown: shown.details, stored: before.details, typed: details)
  }

  func details(_ transaction: WriteTransaction) throws -> ExpenseDetails {
    var details = ExpenseDetails(title: name, day: day)
    if device.random.chance(0.6) {
      details.categoryID = try device.pick("expenseCategories", in: group)
    }
    return details
  }

  var currency: String { device.random.pick(["EUR", "EUR", "EUR", "JPY", "KWD"])! }
  var day: String {
    device.random.pick(["2026-01-31", "2026-02-28", "2026-03-01", "2024-02-29"])!
  }

  /// Above zero; sometimes as large as there is.
  func amount() -> Int64 {
    switch device.random.unit() {
    case ..<(isLarge ? 0.3 : 0.03): ExpenseMoney.amounts.upperBound
    case ..<0.3: Int64(device.random.number(1..<10))
    default: Int64(device.random.number(1..<100_000))
    }
  }

  func members(_ connection: Connection) throws -> [RecordID] {
    try GroupMember.of(group, in: connection).filter { !$0.details.isArchived }.map(\.id)
  }

  func twoMembers(_ transaction: WriteTransaction) throws -> (RecordID, RecordID)? {
    let members = try members(transaction.connection).shuffled(using: &device.random)
    return members.count < 2 ? nil : (members[0], members[1])
  }

  // MARK: Members and categories

  private func performOnMember(_ action: MoneyAction, _ transaction: WriteTransaction) throws {
    if action == .addMember {
      let name = device.random.chance(0.5) ? name : "Guest \(device.random.number(0..<1000))"
      try AddMember(groupID: group, MemberDetails(name: name))(transaction)
      return
    }
    guard let id = try device.pick("groupMembers", in: group),
      let member = try GroupMember.find(id, in: transaction.connection)
    else { return }
    switch action {
    case .editMember:
      var details = member.details
      switch device.random.number(0..<3) {
      case 0: details.name = name
      case 1: details.isArchived.toggle()
      default: details.weight = Int64(device.random.number(0..<4))
      }
      try EditMember(memberID: id, details: details)(transaction)
    // A program that does not wait for the hub to decide.
    case .claimUnasked: try ClaimMember(memberID: id)(transaction)
    default: try RemoveMember(memberID: id)(transaction)
    }
  }

  private func performOnCategory(_ action: MoneyAction, _ transaction: WriteTransaction) throws {
    if action == .addCategory {
      try AddCategory(groupID: group, CategoryDetails(name: name))(transaction)
      return
    }
    guard let id = try device.pick("expenseCategories", in: group),
      let category = try ExpenseCategory.find(id, in: transaction.connection)
    else { return }
    if action == .deleteCategory {
      try DeleteCategory(categoryID: id)(transaction)
      let left = try transaction.connection.first(
        "SELECT count(*) FROM expenses WHERE categoryID = ?", .text(id)
      ) { $0.integer(0) }
      return try require(
        left == 0, "expenses stay without their category", "\(device.name) \(id): \(left ?? 0)")
    }
    var details = category.details
    details.name = name
    try EditCategory(categoryID: id, details: details)(transaction)
  }
}

extension ExpenseMoney {
  /// Without the order in which members are named.
  fileprivate var sums: [RecordID: [Int64]] {
    Dictionary(shares.map { ($0.memberID, [$0.paidMinor, $0.owedMinor, amountMinor]) }) { $1 }
  }
}
