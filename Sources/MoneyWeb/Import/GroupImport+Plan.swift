import Finances
import Household
import Importing
import Replica
import SQLite
import SyncProtocol
import Values
import Web

// What the pages of an import show of its plan.

extension GroupImportPage.Preview {
  init(_ plan: GroupImportPlan, _ entry: GroupImportShelf.Entry, _ reader: PageReader) throws {
    let document = plan.document
    var (groupID, name): (ZoneID?, String) = (nil, "")
    switch plan.choices.target {
    case .group(let id): groupID = id
    case .newGroup(let new): name = new
    }
    self.init(
      id: entry.id, fileName: entry.fileName, source: GroupImportSource(document.format),
      groups: try reader.writableGroups(), groupID: groupID, newGroupName: name,
      newCount: plan.newCount, presentCount: plan.presentCount,
      leftOutCount: document.leftOutCount + plan.refusedCount, currency: plan.choices.currency)
    people = plan.people.map { GroupImportPage.Person(name: $0.name, memberID: $0.memberID) }
    members = plan.members.map { MemberName($0, you: reader.accountID) }
    ownPerson = plan.choices.ownPerson
    asksForCurrency = document.problems.contains {
      if case .currencyAssumed = $0.reason { true } else { false }
    }
    newCategories = plan.newCategories
    balances = plan.balances.map { GroupImportPage.Balance($0) }
    let coming = zip(document.expenses, plan.buckets).filter { $0.1 == .new }.map(\.0)
    unknownPayerCount = plan.unknownPayers.count
    roundedCount = coming.count(where: \.isRounded)
    rows = coming.prefix(maxImportRows).map { GroupImportPage.Row($0, plan.people) }
    let all = plan.notes.map { GroupImportPage.Problem($0) }
    problems =
      zip(plan.notes, all).filter(\.0.leavesOut).map(\.1)
      + GroupImportPage.Problem.refused(by: plan)
    notices = zip(plan.notes, all).filter { !$0.0.leavesOut }.map(\.1)
    files = GroupImportPage.Files(plan)
    hasColumns = document.columns != nil
    archived = document.archivedGroups
    archivedGroup = entry.target.group ?? archived.first ?? ""
    switch plan.problem {
    case .groupNotFound, .readOnlyGroup: obstacle = .groupGone
    case .tooManyMembers(let max): obstacle = .tooManyMembers(max: max)
    case .nameTwice(let name): obstacle = .nameTwice(name)
    case nil: break
    }
  }
}

extension GroupImportPage.Result {
  init(
    _ outcome: GroupImportOutcome, of plan: GroupImportPlan, in connection: Connection
  ) throws {
    let done = outcome.result
    let id = done.ids.groupID ?? ""
    let name = try Group.find(id, in: connection)?.details.name ?? ""
    self.init(
      group: ZoneLink(.group, id: id, name: name), newCount: done.expenseCount,
      presentCount: plan.presentCount, leftOutCount: plan.document.leftOutCount + plan.refusedCount,
      memberCount: done.memberCount)
    balances = plan.balances.map { GroupImportPage.Balance($0) }
    problems =
      plan.document.problems.filter(\.leavesOut).map { GroupImportPage.Problem($0) }
      + GroupImportPage.Problem.refused(by: plan)
      + outcome.refused.map { GroupImportPage.Problem($0) }
    files = GroupImportPage.Files(plan)
    files.receiptCount = done.receiptCount
    undoID = outcome.undoID
  }
}

extension GroupImportPage.Files {
  fileprivate init(_ plan: GroupImportPlan) {
    self.init(
      receiptCount: plan.receiptCount, missingCount: plan.missingReceiptCount,
      surplusCount: plan.surplusReceiptCount, isPictureMissing: plan.isPictureMissing)
  }
}

extension GroupImportPage.Balance {
  fileprivate init(_ balance: GroupImportPlan.Balance) {
    self.init(
      name: balance.name, before: Money(balance.before, balance.currency),
      after: Money(balance.after, balance.currency))
  }
}

extension GroupImportPage.Row {
  fileprivate init(_ expense: ImportedExpense, _ people: [GroupImportPlan.Person]) {
    self.init(
      title: expense.title, day: CalendarDay(expense.day),
      amount: Money(expense.amountMinor, expense.currency),
      payers: expense.parts.filter { $0.paidMinor != 0 }.map { people[$0.person].memberName },
      isPayerUnknown: expense.isPayerUnknown, isPayment: expense.kind == .payment)
  }
}

extension GroupImportSource {
  fileprivate init(_ format: ExpenseFormat) {
    self = GroupImportSource(rawValue: format.rawValue) ?? .table
  }
}

extension GroupImportPage.Failure {
  init(_ error: any Error, requestID: String) {
    if case FinanceFailure.invalid(let problems) = error, !problems.isEmpty {
      self = .fields(problems.map { FieldProblem($0, text: "") })
    } else {
      self = .other(ErrorReason(error, requestID: requestID))
    }
  }
}

extension GroupImportPage.Columns {
  init(_ entry: GroupImportShelf.Entry, _ columns: ExpenseColumns) {
    self.init(
      id: entry.id, fileName: entry.fileName,
      columns: columns.columns.map {
        .init(heading: $0.heading, sample: $0.sample, role: $0.role.rawValue)
      })
    missing = columns.missing.map { GroupImportPage.MissingColumn($0) }
  }
}

extension GroupImportPage.MissingColumn {
  init(_ missing: ExpenseColumns.Missing) {
    switch missing {
    case .day: self = .day
    case .title: self = .title
    case .amount: self = .amount
    case .payer: self = .payer
    case .twice(let heading): self = .twice(heading)
    }
  }
}
