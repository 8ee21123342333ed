import Finances
import Household
import Importing
import Values
import Wording

/// What is wrong with a row of a file of expenses, or to be known of it.
package struct ExpenseImportProblem: Equatable, Sendable {
  /// Counted from 1; `nil` when the whole file is meant.
  package var line: Int?
  /// Whether ``line`` is the number of an entry of a document, and not a line of a table.
  package var isEntry = false
  /// The text in question; may be empty.
  package var text: String
  package var reason: ExpenseImportReason

  package init(line: Int? = nil, text: String, reason: ExpenseImportReason) {
    self.line = line
    self.text = text
    self.reason = reason
  }
}

/// Why a row stays out, or what the person should know.
package enum ExpenseImportReason: Equatable, Sendable {
  case unreadableAmount, ambiguousAmount, amountTooLarge, tooManyDecimals
  case unknownCurrency
  case unreadableDate, ambiguousDate, impossibleDate
  case wrongWidth(expected: Int, found: Int)
  case strayQuote
  case missingTitle, zeroAmount, partsDiffer, ownOnly, unknownPerson, ambiguousNames
  case unbalanced(Money)
  case nobodyPaid, nobodyShares, deletedThere, incomplete
  /// It can be read but not stored.
  case unfit(FieldProblem)
  case doesNotAddUp
  /// A receipt or picture of an archive.
  case fileMissing, fileDamaged
  case fileTooLarge(maxBytes: Int64)
  // Notices
  case totalDiffers(said: Money, found: Money)
  case currencyAssumed(String)
  case sharedByAll, weightUnknown, repeats, readAsWindows, nameTwice
}

extension ExpenseImportProblem {
  package init(_ problem: ExpenseProblem) {
    self.init(
      line: problem.line, text: problem.text, reason: ExpenseImportReason(problem.reason))
    isEntry = problem.isEntry
  }

  /// A file that was refused; its expense or group came without it.
  package init(_ refused: UnkeptFile) {
    let row = ImportProblemRow(refused)
    let reason: ExpenseImportReason =
      switch row.reason {
      case .photoMissing: .fileMissing
      case .photoTooLarge(let max): .fileTooLarge(maxBytes: max)
      case .photoRefused(let problem): .unfit(problem)
      default: .fileDamaged
      }
    self.init(line: nil, text: row.text, reason: reason)
  }

  /// Expenses that could be read but cannot be stored.
  package static func refused(by plan: GroupImportPlan) -> [Self] {
    var problems: [Self] = []
    for (expense, bucket) in zip(plan.document.expenses, plan.buckets) {
      guard case .leftOut(let refusal) = bucket, problems.count < ImportedGroup.maxProblems else {
        continue
      }
      let reason: ExpenseImportReason =
        switch refusal {
        case .invalid(let problems):
          problems.first.map { .unfit(FieldProblem($0, text: expense.title)) } ?? .incomplete
        case .unbalanced: .doesNotAddUp
        case .ownOnly: .ownOnly
        }
      var problem = Self(line: expense.line, text: expense.title, reason: reason)
      problem.isEntry = plan.document.countsEntries
      problems.append(problem)
    }
    return problems
  }
}

extension ExpenseImportReason {
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
