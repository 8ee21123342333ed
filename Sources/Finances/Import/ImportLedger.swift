import Household
import Importing
import Replica
import SQLite
import SyncProtocol
import Values

/// Brings a ledger back that ``LedgerDocument`` has written. What is there already stays as it is,
/// so that importing a document again adds nothing.
package struct ImportLedger: Sendable {
  package enum Failure: Error, Equatable {
    /// It is no ledger that this program has written, or damaged.
    case notALedger
    case newerVersion
    /// A table of which some columns are not known; see ``ExpenseColumns/missingOfOwn``.
    case missingColumns(ExpenseColumns)
    /// The table of everything that this program writes for spreadsheets. It has others' shares and
    /// no ids, so that nothing of it would be known again.
    case spreadsheet
    /// An element cannot be stored, such as `entries[3]`, for these reasons; nothing was written.
    case invalid(place: String, [InputProblem])
  }

  /// What was written.
  package struct Result: Equatable, Sendable {
    package fileprivate(set) var entryCount = 0
    package fileprivate(set) var categoryCount = 0
    package fileprivate(set) var budgetCount = 0
    package fileprivate(set) var noteCount = 0
    /// What was there already.
    package fileprivate(set) var presentCount = 0
    /// The rows of a table that cannot be read, at most ``ImportedGroup/maxProblems``, and what
    /// else is to be known of it.
    package fileprivate(set) var problems: [ExpenseProblem] = []
    package fileprivate(set) var leftOutCount = 0
    /// The records that were made.
    package fileprivate(set) var made = Made()
  }

  /// The records that one import has made, from which ``UndoLedgerImport`` takes it back.
  package struct Made: Equatable, Sendable {
    package fileprivate(set) var entries: [LedgerEntry] = []
    package fileprivate(set) var categories: [LedgerCategory] = []
    package fileprivate(set) var budgets: [LedgerBudget] = []
    package fileprivate(set) var notes: [LedgerNote] = []

    package var count: Int { entries.count + categories.count + budgets.count + notes.count }
  }

  /// The most bytes of a document.
  package static let maxBytes = 64 << 20

  private let document: JSON
  /// Of a table: what its columns hold.
  package private(set) var columns: ExpenseColumns?
  /// The categories of the document, as they are here.
  private var categories: [RecordID: RecordID] = [:]
  private var result = Result()

  package init(_ bytes: [UInt8]) throws(Failure) {
    guard bytes.count <= Self.maxBytes,
      // Whatever is wrong with it, it is none of ours.
      let document = try? JSONReader.read(bytes),
      document["format"]?.text == LedgerDocument.format,
      let version = document.number("version")
    else { throw .notALedger }
    guard version <= LedgerDocument.version else { throw .newerVersion }
    self.document = document
  }

  /// Opens a file: a document, an archive of everything that has one, or a table of income and
  /// spending. Throws ``Failure``, and `ImportFailure` if the file cannot be read.
  ///
  /// - Parameters:
  ///   - options: of a table: the currency of amounts that name none, and where it was made.
  ///   - roles: of a table: what its columns hold, one for each; `nil` for what they seem to hold.
  package init(
    path: String, name: String, _ options: ImportOptions, roles: [ExpenseColumns.Role]? = nil
  ) throws {
    let file = try FileBytes(path: path, name: name)
    let start = try file.prefix(maxBytes: 16)
    if start.starts(with: [0x50, 0x4B]) {
      let zip = try ExpenseFile.zip(path, name: name)
      guard let entry = zip.entries.first(where: { $0.name == LedgerDocument.archivedName }) else {
        throw Failure.notALedger
      }
      try self.init(zip.bytes(of: entry, maxBytes: Self.maxBytes))
    } else if let first = start.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }),
      [0x7B, 0x5B].contains(first)
    {
      guard file.byteCount <= Self.maxBytes else { throw Failure.notALedger }
      try self.init(file.bytes(at: 0, maxBytes: file.byteCount))
    } else {
      try self.init(
        table: ExpenseFile.open(path, name: name, limits: options.limits), options, roles)
    }
  }

  /// Reads a table. Its rows are known again by what they say, or by the ids that they have.
  private init(
    table: ExpenseFile, _ options: ImportOptions, _ roles: [ExpenseColumns.Role]?
  ) throws {
    guard let guessed = table.columns else { throw Failure.notALedger }
    guard guessed.columns.map(\.heading) != LedgerTable.heads else { throw Failure.spreadsheet }
    let columns = (roles.map { guessed.with($0) } ?? guessed).ofOwn
    guard columns.missingOfOwn.isEmpty else { throw Failure.missingColumns(columns) }
    self.columns = columns
    let group = try table.readOwn(options, columns: columns)
    result.problems = group.problems
    result.leftOutCount = group.leftOutCount
    document = [
      "format": .string(LedgerDocument.format), "version": .integer(LedgerDocument.version),
      "categories": .array(
        group.categories.enumerated().map { index, category in
          [
            "id": .string("\(index)"),
            "name": .string(String(category.name.prefix(TextLimit.name.maxCharacters))),
          ]
        }),
      "entries": .array(group.expenses.map(Self.entry)),
    ]
  }

  private static func entry(_ row: ImportedExpense) -> JSON {
    .object([
      // No other ledger's entries have ids like this.
      .init("id", .string("row: \(row.identity)")), .init("title", .string(row.title)),
      .init("kind", .string(row.amountMinor < 0 ? "spending" : "income")),
      .init("amountMinor", .integer(Int64(row.amountMinor.magnitude))),
      .init("currency", .string(row.currency)), .init("day", .string(row.day)),
      .init("categoryID", row.category.map { .string("\($0)") } ?? .null),
      .init("note", .string(row.note)),
    ])
  }

  /// Throws ``Failure``.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Result {
    var copy = self
    try copy.write(transaction)
    return copy.result
  }

  private mutating func write(_ transaction: WriteTransaction) throws {
    let profile = try transaction.ownProfile()
    try transaction.connection.makeRoom()
    try each("categories") { try $0.writeCategory($1, profile, transaction) }
    try each("entries") { try $0.writeEntry($1, profile, transaction) }
    try each("budgets") { try $0.writeBudget($1, transaction) }
    try each("notes") { try $0.writeNote($1, profile, transaction) }
  }

  private mutating func each(
    _ list: String, _ write: (inout ImportLedger, JSON) throws -> Void
  ) throws {
    for (index, element) in (document[list]?.elements ?? []).enumerated() {
      do {
        try write(&self, element)
      } catch FinanceFailure.invalid(let problems) {
        throw Failure.invalid(place: "\(list)[\(index)]", problems)
      }
    }
  }

  private mutating func writeCategory(
    _ element: JSON, _ profile: Profile, _ transaction: WriteTransaction
  ) throws {
    let details = element.details(over: CategoryDetails(name: ""), CategoryDetails.fields)
    let key = NameKey.make(InputText.line(details.name))
    let known = try LedgerCategory.own(in: transaction.connection)
    let id = element["id"]?.text ?? ""
    if let same = known.first(where: { $0.id == id }) ?? known.first(where: { $0.nameKey == key }) {
      categories[id] = same.id
      result.presentCount += 1
      return
    }
    let category = try AddLedgerCategory(details)(transaction)
    categories[id] = category.id
    result.categoryCount += 1
    result.made.categories.append(category)
  }

  private mutating func writeEntry(
    _ element: JSON, _ profile: Profile, _ transaction: WriteTransaction
  ) throws {
    let connection = transaction.connection
    var details = element.details(over: LedgerEntryDetails(title: ""), LedgerEntryDetails.fields)
    details.categoryID = details.categoryID.flatMap { categories[$0] }
    let source = element["id"]?.text ?? ""
    // Another person's entries get ids that follow from theirs, as no two records have one id.
    let id =
      document["id"]?.text == profile.id && TextLimit.id.maxBytes >= source.utf8.count
        && !source.isEmpty ? source : UUIDs.beside(profile.id, "imported entry: \(source)")
    guard try LedgerEntry.find(id, in: connection) == nil else {
      result.presentCount += 1
      return
    }
    let created = element.number("createdAt") ?? transaction.nowMilliseconds
    let entry = LedgerEntry(
      id: id, profileID: profile.id, details: try LedgerEntry.clean(details, connection),
      createdAt: created.clamped(to: TimeLimit.milliseconds))
    try entry.insert(in: connection)
    result.entryCount += 1
    result.made.entries.append(entry)
  }

  private mutating func writeBudget(
    _ element: JSON, _ transaction: WriteTransaction
  ) throws {
    guard let month = element["month"]?.text.flatMap({ LedgerMonth($0) }) else {
      throw FinanceFailure.invalid([InputProblem(field: .day, reason: .missing)])
    }
    let category = element["categoryID"]?.text
    if let category, categories[category] == nil {
      throw FinanceFailure.invalid([InputProblem(field: .categoryID, reason: .notInThisHome)])
    }
    let set = SetLedgerBudget(
      categoryID: category.flatMap { categories[$0] }, month: month,
      amountMinor: element.number("amountMinor") ?? -1,
      currency: element["currency"]?.text ?? "", isOnce: element.number("isOnce") == 1)
    if try set.stored(in: transaction) != nil {
      result.presentCount += 1
      return
    }
    result.made.budgets.append(try set(transaction))
    result.budgetCount += 1
  }

  private mutating func writeNote(
    _ element: JSON, _ profile: Profile, _ transaction: WriteTransaction
  ) throws {
    guard let group = element["groupID"]?.text, let expense = element["expenseID"]?.text,
      [group, expense].allSatisfy({ !$0.isEmpty && $0.utf8.count <= TextLimit.id.maxBytes })
    else {
      throw FinanceFailure.invalid([InputProblem(field: .title, reason: .missing)])
    }
    guard try LedgerNote.of(expense, in: transaction.connection) == nil else {
      result.presentCount += 1
      return
    }
    var details = element.details(over: LedgerNoteDetails(), LedgerNoteDetails.fields)
    details.categoryID = details.categoryID.flatMap { categories[$0] }
    details = try LedgerNote.clean(details, transaction.connection)
    let note = LedgerNote(
      id: LedgerNote.id(of: expense, for: profile.id), profileID: profile.id, groupID: group,
      expenseID: expense, details: details, kept: try element["kept"].map { try kept($0) })
    try note.insert(in: transaction.connection)
    result.noteCount += 1
    result.made.notes.append(note)
  }

  private func kept(_ element: JSON) throws(FinanceFailure) -> KeptShare {
    var check = InputCheck()
    let title = check.name(element["title"]?.text ?? "", .title)
    let group = InputText.line(element["groupName"]?.text ?? "")
    let currency = check.currency(element["currency"]?.text ?? "")
    let day = element["day"]?.text.flatMap { CalendarDay($0) }?.text
    if day == nil { check.fail(.day, .missing) }
    let minor = element.number("amountMinor")
    if minor.map({ !ExpenseMoney.amounts.contains($0) }) ?? true {
      check.fail(.amountMinor, .missing)
    }
    // A document of an older version has no conversion.
    let converted = element.number("convertedMinor")
    let code = element["convertedCurrency"]?.text.map { check.currency($0) }
    let flow = element["flow"]?.text.flatMap { LedgerFlow(rawValue: $0) }
    if flow == nil { check.fail(.kind, .missing) }
    guard check.problems.isEmpty, let day, let minor, let flow else {
      throw .invalid(check.problems)
    }
    return KeptShare(
      title: title, groupName: String(group.prefix(TextLimit.name.maxCharacters)), day: day,
      flow: flow, amountMinor: minor, currency: currency,
      converted: converted.flatMap { minor in code.map { Money(minor, $0) } })
  }
}

extension JSON {
  fileprivate func number(_ name: String) -> Int64? {
    if case .integer(let number) = self[name] { number } else { nil }
  }

  /// The details of a record, as ``SyncProtocol/WireWriter`` writes them.
  fileprivate func details<Details>(
    over standard: Details, _ fields: [RecordField<Details>]
  ) -> Details {
    var details = standard
    for field in fields {
      switch self[field.name] {
      case .string(let text): field.take(.text(text), into: &details)
      case .integer(let number): field.take(.integer(number), into: &details)
      default: break
      }
    }
    return details
  }
}
