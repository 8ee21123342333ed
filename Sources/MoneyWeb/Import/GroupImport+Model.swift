import FoundationEssentials
import Values
import Web

/// Importing expenses from a file: choose, see what would happen and say who is who, watch, read
/// the result.
package enum GroupImportPage {
  /// The name of a group of an archive, from `groups/1 Flat/group.json`.
  package static func archivedName(_ path: String) -> String {
    let parts = path.split(separator: "/")
    guard parts.count > 2 else { return path }
    return parts[1].drop { $0.isNumber }.trimmed
  }

  /// Choosing the file.
  package struct Choose: Equatable, Sendable {
    /// Groups in which the person may write.
    package var groups: [ZoneLink]
    /// The one that is offered first; `nil` for a new one.
    package var groupID: String?
    package var problem: ImportFileProblem?
    package var maxBytes: Int64
    /// What can still be taken back, the newest first.
    package var recent: [RecentImport] = []
  }

  /// Saying what the columns of a table hold.
  package struct Columns: Equatable, Sendable {
    package struct Column: Equatable, Sendable {
      package var heading: String
      /// What stands in the first row below it.
      package var sample = ""
      /// What it is read as, as in the form.
      package var role: String
    }

    package var id: String
    package var fileName: String
    package var columns: [Column]
    /// What has to be said before the table can be read; empty when nothing does.
    package var missing: [MissingColumn] = []
    /// Whether it is a table of somebody's own money.
    package var isOwn = false

    var roles: [ColumnRole] {
      isOwn
        ? [.leftOut, .day, .title, .amount, .currency, .category, .note, .kind, .id]
        : ColumnRole.allCases
    }
  }

  package enum MissingColumn: Equatable, Sendable {
    case day, title, amount, payer
    case twice(String)
  }

  /// What one column can hold.
  package enum ColumnRole: String, CaseIterable, Equatable, Sendable {
    case leftOut = ""
    case day, title, amount, currency, category, payer, sharers, note, place, kind, split, details,
      id
    case paid, owed, net
  }

  /// Somebody of the file.
  package struct Person: Equatable, Sendable {
    package var name: String
    /// The member that they are; `nil` for somebody new.
    package var memberID: String?
  }

  package struct Row: Equatable, Sendable {
    package var title: String
    package var day: CalendarDay?
    package var amount: Money
    /// Who paid.
    package var payers: [String]
    /// Whether the file does not tell who of them paid how much.
    package var isPayerUnknown = false
    package var isPayment = false
  }

  package struct Balance: Equatable, Sendable {
    package var name: String
    package var before: Money
    package var after: Money
  }

  package typealias Problem = ExpenseImportProblem

  /// The receipts and the picture that a document names.
  package struct Files: Equatable, Sendable {
    package var receiptCount = 0
    /// Receipts whose files are neither in the archive nor here.
    package var missingCount = 0
    /// Receipts that are more than an expense can have.
    package var surplusCount = 0
    package var isPictureMissing = false
  }

  /// Why an import could not be done, or not to its end.
  package enum Failure: Equatable, Sendable {
    case other(ErrorReason)
    case fields([FieldProblem])
  }

  /// What would happen; nothing has yet.
  package struct Preview: Equatable, Sendable {
    package var id: String
    package var fileName: String
    /// The program that it is from.
    package var source: GroupImportSource
    package var groups: [ZoneLink]
    /// The group it goes to; `nil`: a new one is made.
    package var groupID: String?
    package var newGroupName: String
    package var newCount: Int
    package var presentCount: Int
    package var leftOutCount: Int
    package var people: [Person] = []
    /// Members whom somebody of the file can be.
    package var members: [MemberName] = []
    /// Who of the people is the reader, in a new group; `nil` for nobody.
    package var ownPerson: Int?
    package var ownName = ""
    package var currency: String
    /// Whether amounts name no currency, so that it is asked for.
    package var asksForCurrency = false
    package var rows: [Row] = []
    package var newCategories: [String] = []
    package var balances: [Balance] = []
    /// Rows that stay out, and why.
    package var problems: [Problem] = []
    package var notices: [Problem] = []
    /// Expenses in which the file does not tell who paid how much.
    package var unknownPayerCount = 0
    package var roundedCount = 0
    package var files = Files()
    /// Whether the group changed since the person saw the preview before.
    package var isStale = false
    /// Whether other choices were made than those that were shown.
    package var isChanged = false
    /// The groups of an archive, of which one is chosen.
    package var archived: [String] = []
    package var archivedGroup = ""
    /// Whether the columns were named by the person and can be named anew.
    package var hasColumns = false
    package var failure: Failure?
    /// Why nothing can be imported like this.
    package var obstacle: Obstacle?

    /// Whether importing would write anything.
    var isAnythingNew: Bool { obstacle == nil && (newCount > 0 || groupID == nil) }
  }

  package enum Obstacle: Equatable, Sendable {
    case groupGone
    case tooManyMembers(max: Int)
    case nameTwice(String)
  }

  /// What was done.
  package struct Result: Equatable, Sendable {
    package var group: ZoneLink
    package var newCount: Int
    package var presentCount: Int
    package var leftOutCount: Int
    package var memberCount: Int
    package var balances: [Balance] = []
    package var problems: [Problem] = []
    package var files = Files()
    /// The id with which the import can be undone; `nil` when there is nothing to undo.
    package var undoID: String?
  }

  package enum Model: Equatable, Sendable {
    case choose(Choose)
    case columns(Columns)
    case preview(Preview)
    case progress(ImportProgress)
    case result(Result)
  }

  /// Asks before an import is taken back.
  package struct Undo: Equatable, Sendable {
    package var id: String
    package var fileName: String
    package var importedAt: Date
    package var expenseCount = 0
    package var memberCount = 0
    package var categoryCount = 0
    /// The group that goes because nothing else is in it.
    package var group: String?
    /// Titles of expenses that were changed since.
    package var kept: [String] = []

    package init(id: String, fileName: String, importedAt: Date) {
      self.id = id
      self.fileName = fileName
      self.importedAt = importedAt
    }

    var isEmpty: Bool { expenseCount + memberCount + categoryCount == 0 && group == nil }
  }
}

/// The program that a file is from.
package enum GroupImportSource: String, CaseIterable, Equatable, Sendable {
  case splitwise, spliit, ihatemoney, cospend, hearth, table
}
