import Household
import Importing
import SyncProtocol

/// What importing a document would do, row by row, for the person to review first (a dry run).
///
/// A plan depends only on the document, the choices and the database. `ApplyImport` therefore makes
/// it again in its own transaction, and refuses if the household has changed since it was shown.
package struct ImportPlan: Equatable, Sendable {
  package let document: ImportDocument
  package let choices: ImportChoices
  package internal(set) var homes: [PlannedHome] = []
  package internal(set) var locations: [PlannedLocation] = []
  package internal(set) var labels: [PlannedLabel] = []
  /// One for each item of the document, in its order.
  package internal(set) var items: [PlannedItem] = []
  package internal(set) var policies: [PlannedPolicy] = []
  /// Rows other than items that the household's rules refuse.
  package internal(set) var refused: [RefusedRow] = []

  package func items(in bucket: PlannedItem.Bucket.Kind) -> [PlannedItem] {
    items.filter { $0.bucket.kind == bucket }
  }

  /// Whether the file has rows that name no home, so that a home must be chosen for them.
  package var needsHome: Bool { document.needsHome }

  /// Whether applying the plan would write anything.
  package var isEmpty: Bool {
    !items.contains { $0.bucket.kind == .new || $0.bucket.kind == .updated }
      && !homes.contains { $0.isMade || !$0.photos.isEmpty }
      && !locations.contains { $0.existingID == nil || !$0.photos.isEmpty }
      && !labels.contains { $0.existingID == nil }
      && !policies.contains { $0.existingID == nil && $0.problems.isEmpty }
  }

  /// The photos whose files must be stored before the plan is applied, each file once.
  package var photos: [ImportedPhoto] {
    var seen: Set<String> = []
    let all =
      items.flatMap { $0.bucket.isWritten ? $0.photos : [] } + locations.flatMap(\.photos)
      + homes.flatMap(\.photos)
    return all.filter { seen.insert($0.entryName).inserted }
  }
}

/// A home, place, label or policy of the file that cannot be stored as it is.
package struct RefusedRow: Equatable, Sendable {
  package let source: SourceLine
  package let name: String
  package let problem: InputProblem
}

/// The person's choices for an import.
package struct ImportChoices: Equatable, Sendable {
  /// The home for rows that name none. If there are such rows, it or ``newHomeName`` is needed.
  package var homeID: ZoneID?
  /// The name of a home to create for such rows if ``homeID`` is `nil`; `nil` to create none.
  package var newHomeName: String?
  /// The household's home for a home of the file, by its index there. A home without an entry is
  /// found by its id or name, or else created.
  package var homes: [Int: ZoneID] = [:]
  /// Items to leave out, by index.
  package var skipped: Set<Int> = []
  /// The currency of items for which the file names none.
  package var currency: String

  package init(homeID: ZoneID? = nil, currency: String) {
    self.homeID = homeID
    self.currency = currency
  }
}

extension ImportDocument {
  /// Whether there are rows that name no home.
  package var needsHome: Bool {
    homes.isEmpty || items.contains { $0.homeIndex == nil }
      || locations.contains { $0.homeIndex == nil }
      || policies.contains { $0.homeIndexes.isEmpty && !$0.problems.contains(where: \.isBlocking) }
  }
}

/// A home of the file. `existingID` is `nil` if it does not exist yet.
package struct PlannedHome: Equatable, Sendable {
  /// Index into the document's homes; `nil` for the home of rows that name none.
  package let index: Int?
  package let name: String
  package let existingID: ZoneID?
  package let photos: [ImportedPhoto]
  package let problems: [InputProblem]
  /// Whether anything goes into it, or the file has a row of its own for it. Otherwise it is not
  /// created: a file whose rows all need fixing leaves nothing behind.
  var isNeeded = true

  /// Whether the import creates it.
  package var isMade: Bool { existingID == nil && isNeeded }
}

/// A place named by rows of the file. `existingID` is `nil` if the import creates it.
package struct PlannedLocation: Equatable, Sendable {
  /// Index into the plan's homes.
  package let home: Int
  /// Index into the plan's locations, always less than this one's; `nil` directly in the home.
  package let parent: Int?
  package let path: [String]
  package let existingID: RecordID?
  /// Index into the document's locations; `nil` if none describes it.
  let source: Int?
  /// Photos the place does not have yet.
  package let photos: [ImportedPhoto]
}

/// A label on items of the file, in one home.
package struct PlannedLabel: Equatable, Sendable {
  /// Index into the plan's homes.
  package let home: Int
  package let name: String
  package let existingID: RecordID?
  /// Index into the document's labels; `nil` if none describes it.
  let source: Int?
}

/// A policy of the file in one home.
package struct PlannedPolicy: Equatable, Sendable {
  /// Index into the document's policies.
  package let index: Int
  /// Index into the plan's homes.
  package let home: Int
  package let existingID: RecordID?
  package let problems: [InputProblem]
}

/// What the import does with one item of the file.
package struct PlannedItem: Equatable, Sendable {
  /// Index into the document's items.
  package let index: Int
  package let bucket: Bucket
  /// Index into the plan's homes; `nil` while no home is known.
  package let home: Int?
  /// Index into the plan's locations.
  package let location: Int?
  /// Indexes into the plan's labels.
  package let labels: [Int]
  package let fields: [CustomField]
  package let photos: [ImportedPhoto]
  /// The details to be stored; for an existing item they include what the file does not mention.
  let details: ItemDetails
  /// Likewise for the day the item was last seen.
  let lastSeenOn: String?
  let source: String
  let reference: String
  /// Whether the item is in a home other than the one its row goes to; it stays there.
  package internal(set) var isElsewhere = false
  /// An item to be changed, as it was when the plan was made; otherwise `nil`.
  let before: Before?

  /// A class, because an item is large and most rows have none.
  final class Before: Equatable, Sendable {
    let item: Item
    init(_ item: Item) { self.item = item }
    static func == (left: Before, right: Before) -> Bool { left.item == right.item }
  }

  package enum Bucket: Equatable, Sendable {
    case new
    case updated(RecordID, [ImportChange])
    case unchanged(RecordID)
    /// The problems found by the file's reader, and by the household's rules; never both empty.
    case needsFixing([ImportProblem], [InputProblem])
    /// Left out by choice.
    case skipped

    package enum Kind: CaseIterable, Sendable { case new, updated, unchanged, needsFixing, skipped }

    package var kind: Kind {
      switch self {
      case .new: .new
      case .updated: .updated
      case .unchanged: .unchanged
      case .needsFixing: .needsFixing
      case .skipped: .skipped
      }
    }

    var isWritten: Bool { kind == .new || kind == .updated }
  }
}

/// One field that an import changes.
package struct ImportChange: Equatable, Sendable {
  package let field: InputField
  /// As stored: text, or a whole number of minor units. For places and labels, their names.
  package let old: String
  package let new: String
}
