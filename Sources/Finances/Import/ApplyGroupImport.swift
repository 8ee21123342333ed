import Household
import Importing
import Replica
import SQLite
import SyncProtocol
import Values

/// Writes the plan of an import, or one part of it: group, members and categories first, then
/// expenses.
///
/// The part is written completely or not at all. What somebody has imported since the plan was made
/// is not written twice.
package struct ApplyGroupImport: Sendable {
  package var plan: GroupImportPlan
  package var part: GroupImportPart
  /// The ids that the first part has made or found.
  package var ids: GroupImportIDs
  /// The files that were kept, by the hash that the document gives them. A receipt or picture whose
  /// file is missing here, and that the person does not have, is left out.
  package var files: [String: KeptFile]
  /// What the author is called, if the plan makes a group in which they are nobody of the file.
  package var ownName: String
  /// Whether the caller knows that nothing has changed since the plan was made; if so, the first
  /// part does not make it again to compare.
  package var isCurrent = false

  package enum Failure: Error, Equatable {
    /// The group has changed since the plan was made, which has to be shown first.
    case stale
  }

  /// What was written.
  package struct Result: Equatable, Sendable {
    package internal(set) var ids = GroupImportIDs()
    package internal(set) var expenseCount = 0
    package internal(set) var memberCount = 0
    package internal(set) var categoryCount = 0
    package internal(set) var repeatingCount = 0
    package internal(set) var receiptCount = 0
    package internal(set) var trace = GroupImportTrace()

    package init() {}

    /// Adds the result of a later part.
    package mutating func add(_ part: Result) {
      ids = part.ids
      expenseCount += part.expenseCount
      memberCount += part.memberCount
      categoryCount += part.categoryCount
      repeatingCount += part.repeatingCount
      receiptCount += part.receiptCount
      trace.add(part.trace)
    }
  }

  package init(
    _ plan: GroupImportPlan, part: GroupImportPart? = nil, ids: GroupImportIDs = GroupImportIDs(),
    files: [String: KeptFile] = [:], ownName: String
  ) {
    self.plan = plan
    self.part = part ?? GroupImportPart(expenses: plan.buckets.indices, isFirst: true)
    self.ids = ids
    self.files = files
    self.ownName = ownName
  }

  /// Throws ``Failure`` and `FinanceFailure`.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Result {
    switch plan.problem {
    case .groupNotFound: throw FinanceFailure.groupNotFound
    case .readOnlyGroup: throw FinanceFailure.readOnlyGroup
    case .tooManyMembers(let max):
      throw FinanceFailure.invalid([InputProblem(field: .members, reason: .tooMany(max: max))])
    case .nameTwice:
      throw FinanceFailure.invalid([InputProblem(field: .members, reason: .nameTaken)])
    case nil: break
    }
    if case .group(let id) = plan.choices.target {
      try transaction.requireWritable(group: id)
    } else if let id = ids.groupID {
      try transaction.requireWritable(group: id)
    }
    if part.isFirst, !isCurrent {
      let now = try GroupImportPlan(plan.document, plan.choices, in: transaction.connection)
      guard now.mark == plan.mark else { throw Failure.stale }
    }
    try transaction.connection.makeRoom()
    var writer = GroupImportWriter(self, transaction)
    return try writer.write()
  }
}

/// A piece of an import that is written at once.
package struct GroupImportPart: Equatable, Sendable {
  /// Of the expenses of the document.
  package let expenses: Range<Int>
  package let isFirst: Bool

  /// The most expenses of a part: others can write between two parts.
  package static let maxExpenses = 2_000

  /// A plan in parts, in order.
  package static func all(of plan: GroupImportPlan) -> [GroupImportPart] {
    var bounds = [0]
    var count = 0
    for (index, bucket) in plan.buckets.enumerated() where bucket == .new {
      if count == maxExpenses {
        bounds.append(index)
        count = 0
      }
      count += 1
    }
    bounds.append(plan.buckets.count)
    return zip(bounds, bounds.dropFirst()).enumerated().map { number, range in
      GroupImportPart(expenses: range.0..<range.1, isFirst: number == 0)
    }
  }
}

/// The ids known so far in an import, in the order of the document's lists.
package struct GroupImportIDs: Equatable, Sendable {
  package internal(set) var groupID: ZoneID?
  var members: [RecordID] = []
  var categories: [RecordID?] = []

  package init() {}
}

/// Writes one part of a plan.
struct GroupImportWriter {
  let plan: GroupImportPlan
  let part: GroupImportPart
  let ownName: String
  let files: [String: KeptFile]
  let transaction: WriteTransaction
  var result = ApplyGroupImport.Result()

  init(_ apply: ApplyGroupImport, _ transaction: WriteTransaction) {
    (plan, part, ownName, files) = (apply.plan, apply.part, apply.ownName, apply.files)
    self.transaction = transaction
    result.ids = apply.ids
  }

  var connection: Connection { transaction.connection }
  var document: ImportedGroup { plan.document }

  mutating func write() throws -> ApplyGroupImport.Result {
    if part.isFirst {
      let group = try writeGroup()
      result.ids.groupID = group
      try writePeople(group)
      try writeCategories(group)
      try writeRepeating(group)
      try writeRates(group)
    }
    guard let group = result.ids.groupID else { throw FinanceFailure.groupNotFound }
    result.trace.groupID = group
    let expenses = part.expenses.filter { plan.buckets[$0] == .new }.map { index in
      let source = document.expenses[index]
      let id = isPlanted(.importDoubled) ? transaction.newID() : plan.id(of: source, in: group)
      return (id: id, source: source)
    }
    // Their rows then follow each other in the indexes, instead of changing pages all over them.
    for (id, source) in expenses.sorted(by: { $0.id < $1.id }) {
      try write(id, source, in: group)
    }
    return result
  }

  private mutating func writeGroup() throws -> ZoneID {
    guard case .newGroup(let name) = plan.choices.target else {
      if case .group(let id) = plan.choices.target { return id }
      throw FinanceFailure.groupNotFound
    }
    var details = GroupDetails(
      name: name, currency: document.currency ?? mostUsedCurrency ?? plan.choices.currency)
    if let colour = document.colorIndex, (0...11).contains(colour) { details.colorIndex = colour }
    details.note = document.note
    details.simplifies = document.simplifies ?? true
    details.isArchived = document.isArchived
    var check = InputCheck()
    let clean = check.clean(details, GroupDetails.fields)
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    details = clean
    // A picture that is none is left away.
    var emoji = InputCheck()
    let picture = emoji.emoji(document.emoji)
    if emoji.problems.isEmpty { details.emoji = picture }
    let group = Group(
      id: transaction.newID(), details: details, createdAt: transaction.nowMilliseconds)
    try group.insert(in: connection)
    try writePicture(group.id)
    result.trace.isNewGroup = true
    if document.format != .hearth {
      try ExpenseCategory.insertDefaults(into: group.id, transaction)
    }
    return group.id
  }

  private var mostUsedCurrency: String? {
    var counts: [String: Int] = [:]
    for expense in document.expenses { counts[expense.currency, default: 0] += 1 }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }

  private mutating func writePeople(_ group: ZoneID) throws {
    for (index, person) in plan.people.enumerated() {
      if let id = person.memberID {
        try remember(person.name, of: id)
        result.ids.members.append(id)
        continue
      }
      var details = MemberDetails(name: person.memberName)
      let source = document.people[index]
      details.payment = source.payment
      details.weight = source.weight.map { $0.clamped(to: GroupMember.weights) } ?? 1
      details.isArchived = source.isArchived
      details.otherNames = source.otherNames
      details.otherNames = details.otherNames(adding: [person.name])
      var check = InputCheck()
      details = check.clean(details, MemberDetails.fields)
      guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
      var member = GroupMember(
        id: transaction.newID(), groupID: group, details: details,
        createdAt: transaction.nowMilliseconds)
      if result.trace.isNewGroup, plan.choices.ownPerson == index {
        member.accountID = transaction.accountID
        member.details.isArchived = false
      }
      try insert(member)
      result.ids.members.append(member.id)
    }
    guard result.trace.isNewGroup, plan.choices.ownPerson == nil else { return }
    // Whoever makes a group is in it (D-CLM-5).
    var check = InputCheck()
    let name = check.name(ownName, .members)
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    if plan.people.contains(where: { NameKey.make($0.memberName) == NameKey.make(name) }) {
      throw FinanceFailure.invalid([InputProblem(field: .members, reason: .nameTaken)])
    }
    var member = GroupMember(
      id: transaction.newID(), groupID: group, details: MemberDetails(name: name),
      createdAt: transaction.nowMilliseconds)
    member.accountID = transaction.accountID
    try insert(member)
  }

  private mutating func insert(_ member: GroupMember) throws {
    try member.insert(in: connection)
    result.memberCount += 1
    result.trace.members.append(.init(id: member.id, mark: member.mark))
  }

  /// Keeps the name of the file with the member, so that the next import finds them.
  private func remember(_ name: String, of id: RecordID) throws {
    guard let old = try GroupMember.find(id, in: connection) else {
      throw FinanceFailure.memberNotFound
    }
    var member = old
    member.details.otherNames = old.details.otherNames(adding: [name])
    if member.details.otherNames != old.details.otherNames {
      try member.update(from: old, in: connection)
    }
  }

  private mutating func writeCategories(_ group: ZoneID) throws {
    var byKey = try ExpenseCategory.of(group, in: connection).reduce(into: [:]) {
      $0[$1.nameKey] = $1.id
    }
    var ids = Set(byKey.values)
    for source in document.categories {
      var details = CategoryDetails(name: String(source.name.prefix(TextLimit.name.maxCharacters)))
      details.colorIndex = source.colorIndex.map { $0.clamped(to: 0...11) } ?? 0
      var emoji = InputCheck()
      let picture = emoji.emoji(source.emoji)
      if emoji.problems.isEmpty { details.emoji = picture }
      var check = InputCheck()
      details = check.clean(details, CategoryDetails.fields)
      let key = NameKey.make(details.name)
      if let known = byKey[key] {
        result.ids.categories.append(known)
        continue
      }
      guard check.problems.isEmpty, byKey.count < ExpenseCategory.maxPerZone else {
        result.ids.categories.append(nil)
        continue
      }
      let natural = ExpenseCategory.id(named: details.name, in: group)
      let category = ExpenseCategory(
        id: ids.contains(natural) ? transaction.newID() : natural, zoneID: group,
        details: details)
      try category.insert(in: connection)
      byKey[key] = category.id
      ids.insert(category.id)
      result.ids.categories.append(category.id)
      result.categoryCount += 1
      result.trace.categories.append(.init(id: category.id, mark: category.mark))
    }
  }

  private mutating func write(
    _ id: RecordID, _ source: ImportedExpense, in group: ZoneID
  ) throws {
    // Somebody has imported it since the plan was made.
    guard try Expense.Row.find(id, in: connection) == nil else { return }
    let money = plan.money(of: source, result.ids.members)
    var check = InputCheck()
    let details = check.clean(
      plan.details(of: source, category: source.category.flatMap { result.ids.categories[$0] }),
      ExpenseDetails.fields)
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    if let problem = money.problem { throw FinanceFailure.unbalanced(problem) }
    var row = Expense.Row(
      id: id, groupID: group, details: details, money: money,
      createdAt: (source.createdAt ?? transaction.nowMilliseconds)
        .clamped(to: TimeLimit.milliseconds),
      createdBy: transaction.accountID)
    (row.importSource, row.importRef) = (plan.source(of: source), plan.reference(of: source))
    try row.insert(in: connection)
    for part in money.parts(transaction.newID) {
      try part.insert(into: id, of: group, connection)
    }
    try writeReceipts(source, below: row)
    try writeComments(source, below: row)
    result.expenseCount += 1
    let extras =
      source.receipts.isEmpty && source.comments.isEmpty
      ? ExpenseExtras() : try ExpenseExtras(of: id, in: group, connection)
    result.trace.expenses.append(.init(id: id, mark: Expense.mark(row, money, extras)))
  }
}
