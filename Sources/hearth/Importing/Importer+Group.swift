import Finances
import Household
import Hub
import Importing
import Intake
import Replica
import SQLite
import SyncProtocol
import Values
import Wording

/// What came of an import into a group, or would.
struct GroupImportRow: Encodable {
  struct Person: Encodable {
    let name: String
    /// What they are called in the group.
    let memberName: String
    let isNew: Bool
  }

  struct Balance: Encodable {
    let name: String
    let currency: String
    let beforeMinor: String
    let afterMinor: String
  }

  struct Fault: Encodable {
    /// `null` for the whole file.
    let line: OrNull<Int>
    let text: String
    let sentence: String
    let shown: String

    private enum CodingKeys: String, CodingKey { case line, text, sentence }

    init(_ problem: ExpenseImportProblem) {
      let words = Catalogue()
      (line, text) = (OrNull(problem.line), problem.text)
      sentence = words.expenseProblem(problem)
      shown = (words.place(of: problem).map { $0 + ": " } ?? "") + sentence
    }
  }

  /// An expense of which the file does not tell who paid how much.
  struct UnknownPayer: Encodable {
    let line: Int
    let title: String
    /// Who is taken to have paid something.
    let payers: [String]
    let sentence: String

    init(_ expense: ImportedExpense, in plan: GroupImportPlan) {
      (line, title) = (expense.line, expense.title)
      payers = plan.payers(of: expense)
      sentence = Catalogue().unknownPayers(of: expense.title)
    }
  }

  private static let maxShownProblems = 20

  let isDryRun: Bool
  let source: String
  let groupName: String
  private(set) var groupID: OrNull<String>
  private(set) var newCount: Int
  let presentCount: Int
  let leftOutCount: Int
  let newCategories: [String]
  let people: [Person]
  let balances: [Balance]
  let unknownPayers: [UnknownPayer]
  private(set) var receiptCount: Int
  let missingReceiptCount: Int
  private(set) var problems: [Fault]
  private(set) var undoID: OrNull<String>

  init(_ plan: GroupImportPlan, named name: String, isDryRun: Bool) {
    self.isDryRun = isDryRun
    source = plan.document.format.rawValue
    groupName = name
    if case .group(let id) = plan.choices.target {
      groupID = OrNull(id)
    } else {
      groupID = .init(nil)
    }
    (newCount, presentCount) = (plan.newCount, plan.presentCount)
    leftOutCount = plan.document.leftOutCount + plan.refusedCount
    newCategories = plan.newCategories
    people = plan.people.map {
      Person(name: $0.name, memberName: $0.memberName, isNew: $0.memberID == nil)
    }
    balances = plan.balances.map {
      Balance(
        name: $0.name, currency: $0.currency, beforeMinor: String($0.before),
        afterMinor: String($0.after))
    }
    unknownPayers = plan.unknownPayers.map { UnknownPayer($0, in: plan) }
    (receiptCount, missingReceiptCount) = (plan.receiptCount, plan.missingReceiptCount)
    problems =
      plan.notes.map { Fault(ExpenseImportProblem($0)) }
      + ExpenseImportProblem.refused(by: plan).map(Fault.init)
    undoID = .init(nil)
  }

  mutating func add(_ outcome: GroupImportOutcome) {
    groupID = OrNull(outcome.result.ids.groupID)
    newCount = outcome.result.expenseCount
    receiptCount = outcome.result.receiptCount
    problems += outcome.refused.map { Fault(ExpenseImportProblem($0)) }
    undoID = OrNull(outcome.undoID)
  }

  var text: String {
    let first = """
      \(isDryRun ? "Would import" : "Imported") \(newCount) expenses into \(groupName); \
      \(presentCount) were there already.
      """
    let words = Catalogue()
    let nets = TextColumns(
      balances.map { balance in
        let after = Int64(clamping: Int128(balance.afterMinor) ?? 0)
        return [balance.name, words.signed(Money(after, balance.currency))]
      })
    var lines = [first]
    if !balances.isEmpty { lines.append(nets.text) }
    lines += problems.prefix(Self.maxShownProblems).map(\.shown)
    lines += unknownPayers.prefix(Self.maxShownProblems).map { "line \($0.line): \($0.sentence)" }
    if leftOutCount > 0 { lines.append("\(leftOutCount) rows stay out.") }
    if missingReceiptCount > 0 {
      lines.append("\(missingReceiptCount) receipts stay out: their files are not in this file.")
    }
    if let id = undoID.value { lines.append("hearth group undo-import \(id) takes it back.") }
    return lines.joined(separator: "\n")
  }
}

extension Importer {
  /// What the command line says of an import into a group.
  struct GroupRequest: Sendable {
    /// The path of the file.
    var path: String
    /// The group by its id or name; `nil` for the one that has some of the file already, or a new
    /// one.
    var group: String?
    var newGroup: String?
    var currency: String?
    var roles: [ExpenseColumns.Role]?
    /// Who is who, each as `NAME=MEMBER`.
    var people: [String] = []
    /// Who of the file the account is, in a new group.
    var own: String?
    /// Which group of an archive.
    var archived: String?
    var isDryRun: Bool

    var name: String { String(path.split(separator: "/").last ?? "") }
  }

  /// Imports expenses of another program, another Hearth or a table into a group.
  func bring(
    _ request: GroupRequest, progress: @escaping @Sendable (String) -> Void
  ) async throws -> GroupImportRow {
    try await hub.withReplica(of: account, in: directory) { replica, transport in
      guard try replica.hiddenZones() == nil else {
        throw CommandFailure.refused(
          "nothing was imported: the account's groups may be hidden now")
      }
      let (plan, ownName, name) = try replica.read { try prepare(request, in: $0) }
      if let problem = plan.problem { throw Self.refusal(problem) }
      var row = GroupImportRow(plan, named: name, isDryRun: request.isDryRun)
      guard !request.isDryRun, !plan.isEmpty else { return row }
      let history = GroupImportHistory(
        beside: ImportHistory(directory: hub.folder.history))
      let outcome = try await hub.withIntake(of: account.id, imageProgram: imageProgram) {
        try await PaperIntake(pictures: $0, textProblem: { .notAPaper(fileName: $0) }).run(
          plan, from: request.path, named: request.name, ownName: ownName, history: history,
          now: Posix.nowMilliseconds(),
          progress: { step in
            let what = step.areFiles ? "Receipts" : "Writing"
            progress("\(what): \(step.doneCount) of \(step.totalCount) …")
          },
          write: { reliance, body in
            try interruption.beginPart()
            return try await replica.confirm(relyingOn: reliance, via: transport, body)
          })
      }
      row.add(outcome)
      return row
    }
  }

  private func prepare(
    _ request: GroupRequest, in connection: Connection
  ) throws -> (plan: GroupImportPlan, ownName: String, name: String) {
    let groups = try GroupList.rows(of: account.id, in: connection)
    let group = try request.group.map { wanted in
      try Choice(
        kind: "group", in: "", place: "--group", all: groups.map { ($0.id, $0.group.details.name) }
      )
      .find(wanted).map { groups[$0] }.get()
    }
    let profile = try Profile.own(in: connection)
    let ownName = profile.flatMap { $0.displayName.isEmpty ? nil : $0.displayName } ?? account.name
    var settings = ImportSettings(profile)
    settings.currency = request.currency ?? group?.group.details.currency ?? settings.currency
    let document = try read(request, settings)
    var choices: GroupImportChoices
    if let group {
      choices = GroupImportChoices(target: .group(group.id), currency: settings.currency)
      choices.people = try people(request, document, of: group.id, in: connection)
    } else if let name = request.newGroup {
      choices = GroupImportChoices(target: .newGroup(name), currency: settings.currency)
      choices.ownPerson = document.person(called: ownName)
    } else {
      choices = try GroupImportChoices(
        for: document, named: request.name, among: groups.filter(\.role.canWrite).map(\.id),
        ownName: ownName, currency: settings.currency, in: connection)
    }
    if let own = request.own { choices.ownPerson = try person(own, document, "--own") }
    let plan = try GroupImportPlan(document, choices, in: connection)
    switch choices.target {
    case .newGroup(let name): return (plan, ownName, name)
    case .group(let id):
      return (plan, ownName, groups.first { $0.id == id }?.group.details.name ?? "")
    }
  }

  private func read(
    _ request: GroupRequest, _ settings: ImportSettings
  ) throws -> ImportedGroup {
    do {
      return try document(of: request, settings)
    } catch let failure as ImportFailure {
      throw CommandFailure.refused(failure.sentence { Catalogue().expenseFileProblem($0) })
    }
  }

  private func document(
    of request: GroupRequest, _ settings: ImportSettings
  ) throws -> ImportedGroup {
    let file = try ExpenseFile.open(request.path, name: request.name)
    if let archived = request.archived, !file.groups.contains(archived) {
      throw CommandFailure.refused(
        "--archived: the archive has \(file.groups.joined(separator: ", ")), not '\(archived)'")
    }
    let columns = request.roles.flatMap { file.columns?.with($0) }
    let document = try file.read(settings.options, columns: columns, group: request.archived)
    guard document.columns?.missing.isEmpty ?? true else {
      let headings = document.columns?.columns.map(\.heading).joined(separator: ", ") ?? ""
      throw CommandFailure.refused(
        """
        \(request.path): say with --columns what the columns hold: a day, a title, an amount and \
        who paid are needed; they are called \(headings)
        """)
    }
    return document
  }

  private func person(_ name: String, _ document: ImportedGroup, _ place: String) throws -> Int {
    try Choice(
      kind: "person", in: " in the file", place: place,
      all: NumberedNames.of(document.people.map(\.name)).enumerated().map { ("\($0)", $1) }
    ).find(name).get()
  }

  private func people(
    _ request: GroupRequest, _ document: ImportedGroup, of group: ZoneID,
    in connection: Connection
  ) throws -> [Int: GroupImportChoices.Person] {
    let members = try GroupMember.of(group, in: connection)
    return try request.people.reduce(into: [:]) { people, text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else {
        throw CommandFailure.usage("--person is NAME=MEMBER, not '\(text)'")
      }
      let number = try person(String(parts[0]), document, "--person")
      guard !parts[1].isEmpty else { return people[number] = .newMember }
      people[number] = try Choice(
        kind: "member", in: " in the group", place: "--person",
        all: members.map { ($0.id, $0.details.name) }
      ).find(String(parts[1])).map { .member(members[$0].id) }.get()
    }
  }

  private static func refusal(_ problem: GroupImportPlan.Problem) -> CommandFailure {
    switch problem {
    case .groupNotFound: .refused("the account does not have this group any more")
    case .readOnlyGroup: .refused("the account may only view this group")
    case .tooManyMembers(let max):
      .refused("a group has at most \(max) members; say with --person who of the file is who")
    case .nameTwice(let name):
      .refused("two members would be called \(name); say with --person who of the file is who")
    }
  }
}
