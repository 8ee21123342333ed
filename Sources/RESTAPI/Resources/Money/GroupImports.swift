import Finances
import HTTPServer
import Household
import Importing
import Intake
import Replica
import SQLite
import SyncProtocol
import Values
import Wording

/// Shared expenses of another program, another Hearth or a table, brought into a group and taken
/// back again.
enum GroupImportsResource: Resource {
  static let tag = "Group files"
  static let schemas: [JSON.Member] = [
    .init("GroupImport", GroupImportShape.schema),
    .init("PastGroupImport", ExpenseFiles.pastSchema), Page.schema(of: "PastGroupImport"),
    .init("UndoneGroupImport", GroupImportShape.undoneSchema),
  ]

  private static let path = "/api/v1/group-imports"
  private static let importID = Parameter(
    "groupImportID", .id, example: "7Zk0aVxWq3Rb9sTn2yLm4g", "The import.")

  static let operations = [
    Operation(
      method: .post, path: path, id: "importGroup", summary: "Import expenses into a group",
      details: """
        From Splitwise or Cospend (CSV), Spliit, IHateMoney or Hearth (JSON), an archive of \
        Hearth, or any table. What is there already stays as it is, so sending a file again adds \
        only what is new in it. Rows that cannot be read or do not add up are listed and stay \
        out. Without `groupID` and `newGroup` it goes to the group that has some of it already, \
        else to a new one. Look with `dryRun` first: `people` are numbered there.
        """,
      scope: .write, needsAllHomes: true,
      query: [
        Parameter("dryRun", .flag, example: true, "Only say what would happen."),
        Parameter(
          "groupID", .id, example: .string(Examples.group), "The group that it goes to."),
        Parameter(
          "newGroup", .text(maxLength: 100), example: "Flat", "The name of a group that is made."),
        Parameter(
          "people", .text(maxLength: 8000), example: .string("0:" + Examples.member),
          """
          Who of the file is who in the group, as `NUMBER:MEMBER` with commas between; with \
          nothing behind the colon they become a new member. Others are found by their names.
          """),
        Parameter(
          "own", .integer(0...999), example: 0, "The number of who you are, in a new group."),
        Parameter(
          "archived", .text(maxLength: 500), example: "groups/1 Flat/group.json",
          "Which of the `archivedGroups`, of an archive; the first one if it is not said."),
        ExpenseFiles.columns(ExpenseColumns.rolesOfGroup), ExpenseFiles.currency,
      ],
      body: .file(ExpenseFiles.types, maxBytes: ImportResource.maxFileBytes),
      outcome: .json("GroupImport", example: GroupImportShape.example),
      conflicts: ["`stale`: the group changed meanwhile."], handler: bring),
    Operation(
      method: .get, path: path, id: "listGroupImports",
      summary: "The imports into groups of the last 30 days", details: "The newest first.",
      scope: .read, needsAllHomes: true, query: Parameter.paging,
      outcome: .json(
        "PastGroupImportPage", example: Page.json([ExpenseFiles.pastExample], next: nil)),
      handler: { call in try await ExpenseFiles.page(call.groupImports, call) }),
    Operation(
      method: .delete, path: "\(path)/{groupImportID}", id: "undoGroupImport",
      summary: "Undo an import into a group",
      details: """
        What the import made goes. What somebody has changed since stays, and so does whoever \
        other expenses name. A group that it made goes as a whole if nothing else is in it.
        """,
      scope: .write, needsAllHomes: true, pathParameters: [importID],
      outcome: .json("UndoneGroupImport", example: GroupImportShape.undoneExample),
      handler: undo),
  ]

  private static let bring: Operation.Handler = { call in
    let roles = try ExpenseFiles.roles(call, among: ExpenseColumns.rolesOfGroup)
    let people = try people(call)
    // A hidden group may have some of it already.
    guard call.hidden == nil || call.query("groupID") != nil else {
      throw Problem.sharedHomesHidden
    }
    return try await ImportResource.reading(call) { path in
      let fileName = ImportResource.fileName(of: call.request.contentType)
      let settings = try await settings(call)
      let document = try await read(path, fileName, settings, roles, call)
      try call.requireAwaited()
      let version = call.workspace.version
      let (plan, name, ownName) = try await call.read { connection in
        let ownName = call.account.displayName
        var choices = try choices(for: document, ownName, settings, call, in: connection)
        choices.people = people
        if let own = call.query("own") { choices.ownPerson = Int(own) }
        try check(choices, document, in: connection)
        let plan = try GroupImportPlan(document, choices, in: connection)
        return (plan, try groupName(choices, in: connection), ownName)
      }
      if let problem = plan.problem { throw problem.problem }
      let isDryRun = call.flag("dryRun") ?? false
      guard !isDryRun, !plan.isEmpty else {
        return .json(GroupImportShape.json(plan, named: name, nil, isDryRun: isDryRun))
      }
      let papers = PaperIntake(
        pictures: call.intake, textProblem: { .notAPaper(fileName: $0) })
      let outcome = try await papers.run(
        plan, from: path, named: fileName, ownName: ownName, history: call.groupImports,
        now: call.api.means.now(), isCurrent: { call.workspace.version == version },
        write: { try await ImportResource.write(call, relyingOn: $0, $1) })
      if let group = outcome.result.ids.groupID {
        let written = outcome.result
        if call.query("groupID") == nil {
          call.count(.groupCreated(group: group, members: written.memberCount))
        }
        call.count(.expensesImported(group: group, expenses: written.expenseCount))
      }
      return .json(GroupImportShape.json(plan, named: name, outcome, isDryRun: false))
    }
  }

  /// The currency of amounts that name none is the group's, or else the person's own.
  private static func settings(_ call: Call) async throws -> ImportSettings {
    var settings = try await ImportResource.settings(call)
    guard call.query("currency") == nil, let group = call.query("groupID") else {
      return settings
    }
    let own = try await call.read { try Group.find(group, in: $0)?.details.currency }
    settings.currency = own ?? settings.currency
    return settings
  }

  private static func read(
    _ path: String, _ name: String, _ settings: ImportSettings, _ roles: [ExpenseColumns.Role]?,
    _ call: Call
  ) async throws -> ImportedGroup {
    let archived = call.query("archived")
    do {
      return try await call.api.means.hubPool.run {
        var limits = ImportLimits()
        limits.maxTableBytes = ImportResource.maxFileBytes
        let file = try ExpenseFile.open(path, name: name, limits: limits)
        if let archived, !file.groups.contains(archived) {
          throw Problem.badQuery([
            Problem.Fault("archived", "unknown_group", "is no group of this archive")
          ])
        }
        let columns = roles.flatMap { file.columns?.with($0) }
        var document = try file.read(settings.options, columns: columns, group: archived)
        document.archivedGroups = file.groups
        if let columns = document.columns, !columns.missing.isEmpty {
          throw ExpenseFiles.missing(columns.missing, of: columns)
        }
        return document
      }
    } catch let failure as ImportFailure {
      throw ExpenseFiles.unreadable(Catalogue().expenseFileProblem(ImportFileProblem(failure)))
    }
  }

  private static func choices(
    for document: ImportedGroup, _ ownName: String, _ settings: ImportSettings, _ call: Call,
    in connection: Connection
  ) throws -> GroupImportChoices {
    if let group = call.query("groupID") {
      try call.require(group)
      guard try Group.find(group, in: connection) != nil else { throw Problem.notFound }
      guard try Role.own(in: group, connection).canWrite else { throw Problem.readOnlyGroup }
      return GroupImportChoices(target: .group(group), currency: settings.currency)
    }
    if let name = call.query("newGroup") {
      var choices = GroupImportChoices(target: .newGroup(name), currency: settings.currency)
      choices.ownPerson = document.person(called: ownName)
      return choices
    }
    let groups = try GroupList.rows(of: call.account.id, in: connection).filter(\.role.canWrite)
    return try GroupImportChoices(
      for: document, named: "Import", among: groups.map(\.id), ownName: ownName,
      currency: settings.currency, in: connection)
  }

  private static func groupName(
    _ choices: GroupImportChoices, in connection: Connection
  ) throws -> String {
    switch choices.target {
    case .newGroup(let name): name
    case .group(let id): try Group.find(id, in: connection)?.details.name ?? ""
    }
  }

  /// Throws for numbers of nobody in the file and for members of other groups.
  private static func check(
    _ choices: GroupImportChoices, _ document: ImportedGroup, in connection: Connection
  ) throws {
    let numbers = document.people.indices
    if let own = choices.ownPerson, !numbers.contains(own) {
      throw Problem.badQuery([
        Problem.Fault("own", "unknown_person", "must be the number of somebody of the file")
      ])
    }
    var members: Set<RecordID> = []
    if case .group(let id) = choices.target {
      members = Set(try GroupMember.of(id, in: connection).map(\.id))
    }
    for (number, person) in choices.people {
      guard numbers.contains(number) else {
        throw Problem.badQuery([
          Problem.Fault("people", "unknown_person", "\(number) is the number of nobody in the file")
        ])
      }
      if case .member(let id) = person, !members.contains(id) {
        throw Problem.badQuery([.notInThisGroup("people")])
      }
    }
  }

  private static func people(
    _ call: Call
  ) throws(Problem) -> [Int: GroupImportChoices.Person] {
    var people: [Int: GroupImportChoices.Person] = [:]
    for pair in (call.query("people") ?? "").split(separator: ",") {
      let parts = pair.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let number = Int(parts[0]), number >= 0,
        people.updateValue(
          parts[1].isEmpty ? .newMember : .member(String(parts[1])), forKey: number) == nil
      else {
        throw .badQuery([
          Problem.Fault("people", "malformed", "must be NUMBER:MEMBER, each person once")
        ])
      }
    }
    return people
  }

  private static let undo: Operation.Handler = { call in
    let id = call.path("groupImportID")
    let trace = try await ExpenseFiles.find(id, in: call.groupImports, call)
    // If this stops between two parts, the next try undoes the rest.
    var result = UndoGroupImport.Result()
    for part in try await call.read({ try trace.steps(in: $0) }) {
      let undo = UndoGroupImport(part)
      let group = try await call.read { try undo.deletedGroup(in: $0) }
      let reliance: Replica.Reliance =
        group.map { Replica.Reliance(zones: [$0], accountList: true) } ?? .nothing
      result.add(try await call.workspace.write(relyingOn: reliance) { try undo($0) })
    }
    try await ExpenseFiles.remove(id, from: call.groupImports, call)
    return .json(GroupImportShape.json(result))
  }
}

extension Call {
  fileprivate var groupImports: GroupImportHistory {
    GroupImportHistory(beside: api.means.history)
  }
}

extension GroupImportPlan.Problem: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .groupNotFound: .notFound
    case .readOnlyGroup: .readOnlyGroup
    case .tooManyMembers(let max):
      .badQuery([
        Problem.Fault(
          "people", "too_many", "a group has at most \(max) members; say who of them is who")
      ])
    case .nameTwice(let name):
      .badQuery([
        Problem.Fault("people", "name_taken", "two members would be called \(name)")
      ])
    }
  }
}

extension ApplyGroupImport.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .stale: Problem(.conflict, "stale", "the group changed meanwhile; send it again")
    }
  }
}

extension GroupImportRun.Stopped: ProblemConvertible {
  var problem: Problem { (Problem(cause) ?? .failure).with(kept: .partly) }
}
