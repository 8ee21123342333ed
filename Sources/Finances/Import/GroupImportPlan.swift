import Household
import Importing
import SQLite
import SyncProtocol
import Values

/// Where the expenses of a file go, and who is who: the choices of a person.
package struct GroupImportChoices: Equatable, Sendable {
  package enum Target: Equatable, Sendable {
    case group(ZoneID)
    /// A new group of this name.
    case newGroup(String)
  }

  /// Whom somebody of the file is.
  package enum Person: Equatable, Hashable, Sendable {
    case member(RecordID)
    /// Somebody new, with the name of the file.
    case newMember
  }

  package var target: Target
  /// By the person's number in the file; others are found by their names.
  package var people: [Int: Person] = [:]
  /// Who of the file the author is, in a new group.
  package var ownPerson: Int?
  /// The currency of a new group whose file names none.
  package var currency: String

  package init(target: Target, currency: String) {
    self.target = target
    self.currency = currency
  }
}

/// What importing the expenses of a file would do, for the person to look at first. Writes nothing.
///
/// An expense is known by the program it is from and its identity there, so that importing a file
/// again adds only what is new in it.
package struct GroupImportPlan: Sendable {
  /// Somebody of the file, and whom they become.
  package struct Person: Equatable, Sendable {
    /// With a number, if somebody before them has the same.
    package let name: String
    /// The member here; `nil` if one is made.
    package let memberID: RecordID?
    /// The name that they have in the group.
    package let memberName: String
    /// Whether the person has chosen it, or the name was the same.
    package let isChosen: Bool
  }

  package enum Bucket: Equatable, Sendable {
    case new
    /// It is in the group already, and stays as it is there.
    case present
    case leftOut(Refusal)
  }

  /// Why an expense that could be read cannot be stored.
  package enum Refusal: Equatable, Sendable {
    case invalid([InputProblem])
    case unbalanced(ExpenseMoney.Problem)
    /// Its people are one member of the group, whose balance it would not change.
    case ownOnly
  }

  /// What somebody is owed in a currency, before and after.
  package struct Balance: Equatable, Sendable {
    package let name: String
    package let currency: String
    package let before: Int128
    package let after: Int128
  }

  package static let maxShown = 50

  package let document: ImportedGroup
  package let choices: GroupImportChoices
  package private(set) var people: [Person] = []
  /// Names that several people of the file have, who stay apart.
  private var namesakes: [String] = []
  /// One for each expense of the document.
  package private(set) var buckets: [Bucket] = []
  package private(set) var newCount = 0
  package private(set) var presentCount = 0
  package private(set) var refusedCount = 0
  /// Categories that are made, by name.
  package private(set) var newCategories: [String] = []
  package private(set) var balances: [Balance] = []
  /// The members of the group, for the choices of a page; empty for a new one.
  package private(set) var members: [GroupMember] = []
  /// Why nothing can be imported into the group.
  package private(set) var problem: Problem?
  /// What repeats and is not in the group, by its place in the document.
  package internal(set) var newRepeating: [Int] = []
  /// How many of what repeats cannot be stored.
  package internal(set) var refusedRepeatingCount = 0
  /// Rates that the group does not have, by their places in the document.
  package internal(set) var newRates: [Int] = []
  /// The files of the archive that come along: the picture of a new group, and receipts.
  package internal(set) var files: [FileToKeep] = []
  /// The receipts of groups that the person has, by hash: the hub lets them name no other files.
  var knownFiles: [String: StoredPaper] = [:]
  var knownPicture: StoredPhoto?
  /// How many receipts of new expenses come along, and how many stay out, as their files are
  /// neither in the archive nor here.
  package internal(set) var receiptCount = 0
  package internal(set) var missingReceiptCount = 0
  /// How many receipts are more than an expense can have.
  package internal(set) var surplusReceiptCount = 0
  /// Whether the picture of a new group stays out, as its file is nowhere.
  package internal(set) var isPictureMissing = false
  /// The categories of the group by the keys of their names.
  private(set) var knownCategories: [String: RecordID] = [:]

  package enum Problem: Equatable, Sendable {
    case groupNotFound
    case readOnlyGroup
    case tooManyMembers(max: Int)
    /// Somebody of the file is to be a new member, of a name that a member of the group has.
    case nameTwice(String)
  }

  /// - Parameter connection: in a read transaction.
  package init(
    _ document: ImportedGroup, _ choices: GroupImportChoices, in connection: Connection
  ) throws {
    self.document = document
    self.choices = choices
    var stored = Stored()
    if case .group(let id) = choices.target {
      guard try Group.find(id, in: connection) != nil else {
        problem = .groupNotFound
        return
      }
      members = try GroupMember.of(id, in: connection)
      stored = try Stored(of: id, in: connection)
      knownCategories = try ExpenseCategory.of(id, in: connection).reduce(into: [:]) {
        $0[$1.nameKey] = $1.id
      }
    } else if document.format != .hearth {
      for category in ExpenseCategory.defaults { knownCategories[NameKey.make(category.name)] = "" }
    }
    planPeople()
    planCategories()
    planExpenses(stored)
    try planFiles(connection)
    try planRepeating(connection)
    try planRates(connection)
    try planBalances(connection)
  }

  /// Whether importing would write nothing.
  package var isEmpty: Bool {
    if case .newGroup = choices.target { return document.expenses.isEmpty && people.isEmpty }
    return newCount == 0 && newRepeating.isEmpty && newRates.isEmpty
  }

  /// A number that differs, within one run of the program, when the plan would do something else.
  package var mark: Int {
    var hasher = Hasher()
    switch choices.target {
    case .group(let id): hasher.combine(id)
    case .newGroup(let name): hasher.combine("new \(name)")
    }
    for person in people {
      hasher.combine(person.memberID)
      hasher.combine(person.memberName)
    }
    hasher.combine(choices.ownPerson)
    for bucket in buckets { hasher.combine(bucket == .new) }
    hasher.combine(newRepeating)
    hasher.combine(newRates)
    hasher.combine(files.map(\.blobHash))
    hasher.combine(missingReceiptCount)
    return hasher.finalize()
  }

  // MARK: Who is who

  private mutating func planPeople() {
    var byName: [String: GroupMember] = [:]
    for member in members.reversed() {
      for name in member.details.otherNames.split(whereSeparator: \.isNewline) {
        byName[NameKey.make(String(name))] = member
      }
    }
    let memberNames = NumberedNames.of(members.map(\.details.name))
    for (member, name) in zip(members, memberNames) { byName[NameKey.make(name)] = member }
    let byID = Dictionary(members.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var newNames = Set(memberNames.map(NameKey.make))
    var newCount = 0
    let names = document.people.map { Self.memberName($0.name) }
    for (index, name) in NumberedNames.of(names).enumerated() {
      let isNumbered = name != names[index]
      if isNumbered { namesakes.append(names[index]) }
      var found = byName[NameKey.make(name)]
      switch choices.people[index] {
      case .member(let id): found = byID[id] ?? found
      case .newMember: found = nil
      case nil: break
      }
      people.append(
        Person(
          name: isNumbered ? name : document.people[index].name, memberID: found?.id,
          memberName: found?.details.name ?? name,
          isChosen: choices.people[index] != nil || found != nil))
      guard found == nil else { continue }
      newCount += 1
      if !newNames.insert(NameKey.make(name)).inserted, problem == nil {
        problem = .nameTwice(name)
      }
    }
    if members.count + newCount > GroupMember.maxPerGroup {
      problem = .tooManyMembers(max: GroupMember.maxPerGroup)
    }
  }

  /// What is wrong with the file, and what the person should know of it.
  package var notes: [ExpenseProblem] {
    let told = Set(document.problems.filter { $0.reason == .nameTwice }.map(\.text))
    let more = namesakes.map { ExpenseProblem(line: nil, text: $0, reason: .nameTwice) }
    var seen = told
    return document.problems + more.filter { seen.insert($0.text).inserted }
  }

  /// A name that a member can have.
  private static func memberName(_ name: String) -> String {
    let clean = InputText.line(name)
    return InputText.isVisible(clean) ? String(clean.prefix(TextLimit.name.maxCharacters)) : "?"
  }

  private mutating func planCategories() {
    var keys = Set(knownCategories.keys)
    for category in document.categories {
      let name = Self.memberName(category.name)
      if keys.insert(NameKey.make(name)).inserted, keys.count <= ExpenseCategory.maxPerZone {
        newCategories.append(name)
      }
    }
  }

  // MARK: Expenses

  /// What is in the group already.
  private struct Stored {
    var ids: Set<RecordID> = []
    var group: ZoneID?

    init() {}

    init(of group: ZoneID, in connection: Connection) throws {
      self.group = group
      try connection.forEach("SELECT id FROM expenses WHERE groupID = ?", [.text(group)]) { row in
        ids.insert(row.text(0))
      }
    }
  }

  private mutating func planExpenses(_ stored: Stored) {
    buckets.reserveCapacity(document.expenses.count)
    // Stand-ins: which members they become changes nothing of what is checked.
    let stands = people.enumerated().map { $1.memberID ?? "new \($0)" }
    for expense in document.expenses {
      let bucket: Bucket
      if let group = stored.group, isStored(expense, in: group, stored.ids) {
        bucket = .present
      } else if let refusal = refusal(of: expense, stands) {
        bucket = .leftOut(refusal)
      } else {
        bucket = .new
      }
      switch bucket {
      case .new: newCount += 1
      case .present: presentCount += 1
      case .leftOut: refusedCount += 1
      }
      buckets.append(bucket)
    }
  }

  private func isStored(
    _ expense: ImportedExpense, in group: ZoneID, _ ids: Set<RecordID>
  ) -> Bool {
    if let id = Self.documentID(of: expense, from: document.format), ids.contains(id) {
      return true
    }
    return ids.contains(id(of: expense, in: group))
  }

  private func refusal(of expense: ImportedExpense, _ members: [RecordID]) -> Refusal? {
    var check = InputCheck()
    let details = check.clean(self.details(of: expense, category: nil), ExpenseDetails.fields)
    if details.day == nil { check.fail(.day, .missing) }
    guard check.problems.isEmpty else { return .invalid(check.problems) }
    let money = money(of: expense, members)
    let rowCount = money.lines.reduce(money.shares.count) { $0 + 1 + $1.sharers.count }
    guard rowCount <= ChildSchema.maxRows else {
      return .invalid([InputProblem(field: .lines, reason: .tooMany(max: ChildSchema.maxRows))])
    }
    if money.kind == .transfer, money.shares.count < 2 { return .ownOnly }
    return money.problem.map { .unbalanced($0) }
  }

  private mutating func planBalances(_ connection: Connection) throws {
    struct Key: Hashable {
      let member: RecordID
      let currency: String
    }
    var before: [Key: Int128] = [:]
    var names: [RecordID: String] = [:]
    if case .group(let id) = choices.target {
      for (currency, sums) in try GroupBalances.of(id, in: connection).sums {
        for (member, sum) in sums { before[Key(member: member, currency: currency)] = sum.net }
      }
    }
    for member in members { names[member.id] = member.details.name }
    let stands = people.enumerated().map { $1.memberID ?? "new \($0)" }
    for (stand, person) in zip(stands, people) { names[stand] = person.memberName }
    var after = before
    for (expense, bucket) in zip(document.expenses, buckets) where bucket == .new {
      for part in expense.parts {
        after[Key(member: stands[part.person], currency: expense.currency), default: 0] +=
          Int128(part.paidMinor) - Int128(part.owedMinor)
      }
    }
    balances = after.filter { $0.value != 0 || (before[$0.key] ?? 0) != 0 }.map { key, net in
      Balance(
        name: names[key.member] ?? "", currency: key.currency, before: before[key] ?? 0,
        after: net)
    }.sorted { ($0.currency, $1.after, $0.name) < ($1.currency, $0.after, $1.name) }
  }
}

extension GroupImportPlan {
  /// Whether a group has some of the expenses of a file already; a few of them are looked for.
  package static func isKnown(
    _ document: ImportedGroup, in group: ZoneID, _ connection: Connection
  ) throws -> Bool {
    let step = max(1, document.expenses.count / 20)
    for index in stride(from: 0, to: document.expenses.count, by: step) {
      let expense = document.expenses[index]
      var ids = [id(of: expense, from: document.format, in: group)]
      if let id = documentID(of: expense, from: document.format) { ids.append(id) }
      for id in ids where try Expense.Row.find(id, in: connection)?.groupID == group {
        return true
      }
    }
    return false
  }

  /// The id that an expense has in the group of this program that wrote the file.
  private static func documentID(
    of expense: ImportedExpense, from format: ExpenseFormat
  ) -> RecordID? {
    expense.documentID ?? (format == .hearth ? expense.identity : nil)
  }

  /// The program that an expense is from.
  static func source(of expense: ImportedExpense, from format: ExpenseFormat) -> String {
    expense.source ?? format.rawValue
  }

  func source(of expense: ImportedExpense) -> String {
    String(
      Self.source(of: expense, from: document.format).prefix(TextLimit.importSource.maxCharacters))
  }

  /// Its id there, or what it says in short.
  func reference(of expense: ImportedExpense) -> String {
    expense.identity.utf8.count <= TextLimit.importRef.maxCharacters
      ? InputText.line(expense.identity) : UUIDs.v5("expense", expense.identity)
  }

  /// The id of an expense follows from its source, so that two people who import one file write one
  /// row.
  func id(of expense: ImportedExpense, in group: ZoneID) -> RecordID {
    Self.id(of: expense, from: document.format, in: group)
  }

  private static func id(
    of expense: ImportedExpense, from format: ExpenseFormat, in group: ZoneID
  ) -> RecordID {
    UUIDs.beside(group, "\(source(of: expense, from: format)) \(expense.identity)")
  }

  /// A title that is too long stands whole in the note.
  func details(of expense: ImportedExpense, category: RecordID?) -> ExpenseDetails {
    var details = ExpenseDetails(title: expense.title, day: expense.day)
    details.note = expense.note
    let max = TextLimit.name.maxCharacters
    if expense.title.count > max {
      details.title = expense.title.prefix(max - 1) + "…"
      details.note = [expense.title, expense.note].filter { !$0.isEmpty }.joined(separator: "\n")
    }
    details.place = expense.place
    details.categoryID = category
    return details
  }

  /// The amounts, with a member for each person of the file. Two people who are one member have one
  /// part.
  func money(of expense: ImportedExpense, _ members: [RecordID]) -> ExpenseMoney {
    let mode = ExpenseMoney.Mode(rawValue: expense.mode.rawValue) ?? .exact
    let money = ExpenseMoney(
      kind: expense.kind == .payment ? .transfer : .expense, currency: expense.currency,
      amountMinor: expense.amountMinor, mode: mode,
      shares: expense.parts.map { part in
        ExpenseMoney.Share(
          members[part.person], paidMinor: part.paidMinor, owedMinor: part.owedMinor,
          weight: part.weight)
      },
      lines: expense.lines.map { line in
        ExpenseMoney.Line(
          name: line.name, amountMinor: line.amountMinor,
          sharers: line.sharers.map {
            ExpenseMoney.Sharer(members[$0.person], weight: $0.weight)
          })
      })
    guard let first = money.shares.first?.memberID else { return money }
    // Combining somebody with themselves adds up what is there twice.
    let hasTwice = Set(money.shares.map(\.memberID)).count < money.shares.count
    return hasTwice ? money.combining(first, into: first) : money
  }
}
