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
    unknownPayerCount = coming.count(where: \.isPayerUnknown)
    roundedCount = coming.count(where: \.isRounded)
    rows = coming.prefix(maxImportRows).map { GroupImportPage.Row($0, plan.people) }
    let all = document.problems.map { GroupImportPage.Problem($0) }
    problems =
      zip(document.problems, all).filter(\.0.leavesOut).map(\.1)
      + GroupImportPage.Problem.refused(by: plan)
    notices = zip(document.problems, all).filter { !$0.0.leavesOut }.map(\.1)
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
    _ done: ApplyGroupImport.Result, of plan: GroupImportPlan,
    refused: [UnkeptFile], in connection: Connection
  ) throws {
    let id = done.ids.groupID ?? ""
    let name = try Group.find(id, in: connection)?.details.name ?? ""
    self.init(
      group: ZoneLink(.group, id: id, name: name), newCount: done.expenseCount,
      presentCount: plan.presentCount, leftOutCount: plan.document.leftOutCount + plan.refusedCount,
      memberCount: done.memberCount)
    balances = plan.balances.map { GroupImportPage.Balance($0) }
    problems =
      plan.document.problems.filter(\.leavesOut).map { GroupImportPage.Problem($0) }
      + GroupImportPage.Problem.refused(by: plan) + refused.map { GroupImportPage.Problem($0) }
    files = GroupImportPage.Files(plan)
    files.receiptCount = done.receiptCount
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

extension GroupImportPage.Problem {
  init(_ problem: ExpenseProblem) {
    self.init(
      line: problem.line, text: problem.text, reason: GroupImportReason(problem.reason))
  }

  /// A file that was refused; its expense or group came without it.
  fileprivate init(_ refused: UnkeptFile) {
    let row = ImportProblemRow(refused)
    let reason: GroupImportReason =
      switch row.reason {
      case .photoMissing: .fileMissing
      case .photoTooLarge(let max): .fileTooLarge(maxBytes: max)
      case .photoRefused(let problem): .unfit(problem)
      default: .fileDamaged
      }
    self.init(line: nil, text: row.text, reason: reason)
  }

  /// Expenses that could be read but cannot be stored.
  fileprivate static func refused(by plan: GroupImportPlan) -> [Self] {
    var problems: [Self] = []
    for (expense, bucket) in zip(plan.document.expenses, plan.buckets) {
      guard case .leftOut(let refusal) = bucket, problems.count < ImportedGroup.maxProblems else {
        continue
      }
      let reason: GroupImportReason =
        switch refusal {
        case .invalid(let problems):
          problems.first.map { .unfit(FieldProblem($0, text: expense.title)) } ?? .incomplete
        case .unbalanced: .doesNotAddUp
        case .ownOnly: .ownOnly
        }
      problems.append(Self(line: expense.line, text: expense.title, reason: reason))
    }
    return problems
  }
}

extension GroupImportReason {
  fileprivate init(_ reason: ExpenseProblem.Reason) {
    switch reason {
    case .cell(let cell): self.init(cell)
    case .missingTitle: self = .missingTitle
    case .zeroAmount: self = .zeroAmount
    case .unbalanced(let by, let currency): self = .unbalanced(Money(by, currency).magnitude)
    case .partsDiffer: self = .partsDiffer
    case .ownOnly: self = .ownOnly
    case .unknownPerson: self = .unknownPerson
    case .ambiguousNames: self = .ambiguousNames
    case .nobodyPaid: self = .nobodyPaid
    case .nobodyShares: self = .nobodyShares
    case .deletedThere: self = .deletedThere
    case .incomplete: self = .incomplete
    case .totalDiffers(let said, let found, let currency):
      self = .totalDiffers(said: Money(said, currency), found: Money(found, currency))
    case .currencyAssumed(let code): self = .currencyAssumed(code)
    case .sharedByAll: self = .sharedByAll
    case .weightUnknown: self = .weightUnknown
    case .repeats: self = .repeats
    case .readAsWindows: self = .readAsWindows
    case .nameTwice: self = .nameTwice
    }
  }

  private init(_ cell: ImportProblem.Reason) {
    switch cell {
    case .ambiguousAmount: self = .ambiguousAmount
    case .amountTooLarge: self = .amountTooLarge
    case .tooManyDecimals: self = .tooManyDecimals
    case .ambiguousCurrency, .unknownCurrency: self = .unknownCurrency
    case .unreadableDate, .yearOutOfRange: self = .unreadableDate
    case .ambiguousDate: self = .ambiguousDate
    case .impossibleDate: self = .impossibleDate
    case .wrongWidth(let expected, let found): self = .wrongWidth(expected: expected, found: found)
    case .strayQuote: self = .strayQuote
    // What else a cell can be wrong with occurs in no amount and no day.
    default: self = .unreadableAmount
    }
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
