import Families
import HTTPServer
import Household
import Importing
import Intake
import Replica
import SyncProtocol
import Things
import Values
import Wording

/// A family in a file: written, brought back, and taken back again.
enum FamilyFilesResource: Resource {
  static let tag = "Family files"
  static let schemas: [JSON.Member] = [
    .init("FamilyImport", FamilyImportShape.schema),
    .init("PastFamilyImport", FamilyImportShape.pastSchema), Page.schema(of: "PastFamilyImport"),
    .init("UndoneFamilyImport", FamilyImportShape.undoneSchema),
  ]

  private static let path = "/api/v1/family-imports"
  /// The largest file to import, in bytes.
  private static let maxFileBytes = 200_000_000
  private static let importID = Parameter(
    "importID", .id, example: "7Zk0aVxWq3Rb9sTn2yLm4g", "The import.")

  static let operations = [
    Operation(
      method: .get, path: "\(FamiliesResource.path)/{familyID}/export", id: "exportFamily",
      summary: "A family as one archive, which can be brought back",
      details: """
        Its settings, people's names and faces, routines with their steps and pictures, absences, \
        what was ticked and approved, photos, rewards and wishes. No e-mail address, sign-in name, \
        code or PIN is in it.
        """,
      scope: .read, pathParameters: [FamiliesResource.familyID],
      outcome: .content("application/zip"), handler: export),
    Operation(
      method: .post, path: path, id: "importFamily", summary: "Bring a family back from a file",
      details: """
        It becomes a family of the account's own. An account that is in a family already can bring \
        back that one, and any into one that has nothing in it yet. What is there stays as it is, \
        so sending a file again adds nothing. Whoever is not in the family stays a name. What does \
        not fit together is mended or left out, and listed.
        """,
      scope: .write, needsAllHomes: true,
      query: [
        Parameter("dryRun", .flag, example: true, "Only say what would happen."),
        Parameter(
          "people", .text(maxLength: 4000), example: .string("cyd:" + Examples.child),
          """
          Who is who, as `ID:ACCOUNT` with commas between: ids of the file, and accounts of the \
          family; with nothing behind the colon only the name stays.
          """),
      ],
      body: .file(
        ["application/zip", "application/jsonl", "application/octet-stream"],
        maxBytes: maxFileBytes),
      outcome: .json("FamilyImport", example: FamilyImportShape.example),
      conflicts: ["`in_another_family`: the account is in another family with something in it."],
      handler: bring),
    Operation(
      method: .get, path: path, id: "listFamilyImports",
      summary: "The families that were brought back in the last 30 days",
      details: "The newest first.", scope: .read, needsAllHomes: true, query: Parameter.paging,
      outcome: .json(
        "PastFamilyImportPage", example: Page.json([FamilyImportShape.pastExample], next: nil)),
      handler: list),
    Operation(
      method: .delete, path: "\(path)/{importID}", id: "undoFamilyImport",
      summary: "Take back that a family was brought back",
      details: """
        What the import made goes. What somebody has changed since stays, and so does a routine of \
        which something was done since. A family that it made goes as a whole if nothing was added \
        and nobody else is in it.
        """,
      scope: .write, needsAllHomes: true, pathParameters: [importID],
      outcome: .json("UndoneFamilyImport", example: FamilyImportShape.undoneExample),
      handler: undo),
  ]

  private static let export: Operation.Handler = { call in
    try await call.zip { connection, now, sink in
      try call.requireFamily(in: connection)
      return try ArchiveWriter(
        documents: FamilyDocument.archived(in: connection), in: connection, now: now, to: sink)
    }
  }

  private static let bring: Operation.Handler = { call in
    guard call.hidden == nil else { throw Problem.sharedHomesHidden }
    return try await ImportResource.reading(call) { path in
      let pool = call.api.means.hubPool
      let archive: FamilyArchive
      do {
        archive = try await pool.run { try FamilyArchive(path: path, name: "family.zip") }
      } catch let failure as FamilyArchive.Failure {
        throw unreadable(Catalogue().familyFile(failure))
      } catch let failure as ImportFailure {
        throw unreadable(Catalogue().problem(ImportFileProblem(failure)))
      }
      let choices = try choices(call)
      let name = call.account.name
      let plan = try await call.read { connection in
        let shown = try Profile.own(in: connection)?.displayName ?? ""
        return try FamilyImportPlan(
          archive, choices: choices, own: (call.account.id, shown.isEmpty ? name : shown),
          in: connection)
      }
      let isDryRun = call.flag("dryRun") ?? false
      guard !isDryRun, !plan.isEmpty else {
        return .json(FamilyImportShape.json(plan, nil, isDryRun: isDryRun))
      }
      let outcome = try await call.intake.run(
        plan, history: call.familyImports, now: call.api.means.now(),
        write: { try await ImportResource.write(call, relyingOn: $0, $1) })
      return .json(FamilyImportShape.json(plan, outcome, isDryRun: false))
    }
  }

  private static func unreadable(_ sentence: String) -> Problem {
    Problem(.unprocessableContent, "unreadable_file", sentence)
  }

  private static func choices(_ call: Call) throws(Problem) -> [AccountID: AccountID] {
    var choices: [AccountID: AccountID] = [:]
    for pair in (call.query("people") ?? "").split(separator: ",") {
      let parts = pair.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, choices.updateValue(String(parts[1]), forKey: String(parts[0])) == nil
      else {
        throw .badQuery([
          Problem.Fault("people", "malformed", "must be ID:ACCOUNT, each person once")
        ])
      }
    }
    return choices
  }

  private static let list: Operation.Handler = { call in
    let (account, now, history) = (call.account.id, call.api.means.now(), call.familyImports)
    let entries = try await call.api.means.hubPool.run {
      history.entries(of: account, now: now)
    }
    return .json(
      try Page.json(
        entries, of: call,
        // The newest first.
        rank: { [Rank.word(Int64.max - max(0, $0.importedAt)), $0.id] },
        show: { FamilyImportShape.json($0) }))
  }

  private static let undo: Operation.Handler = { call in
    let (account, now, history) = (call.account.id, call.api.means.now(), call.familyImports)
    let id = call.path("importID")
    let pool = call.api.means.hubPool
    let found = try await pool.run { try history.find(id, of: account, now: now) }
    guard let found else { throw Problem.notFound }
    let undo = UndoFamilyImport(found.trace)
    let plan = try await call.read { try undo.plan(in: $0) }
    for part in plan.parts {
      try await call.workspace.write(relyingOn: undo.reliance) { try undo(plan, part: part, $0) }
    }
    try await pool.run { history.remove(id, of: account) }
    return .json(FamilyImportShape.json(plan))
  }
}

extension Call {
  fileprivate var familyImports: FamilyImportHistory {
    FamilyImportHistory(beside: api.means.history)
  }
}

extension FamilyImportPlan.Refusal: ProblemConvertible {
  var problem: Problem {
    let sentence = Catalogue().familyRefusal(self)
    return switch self {
    case .inAnotherFamily: Problem(.conflict, "in_another_family", sentence)
    case .parentsOnly: .readOnlyFamily
    case .tooMany: Problem(.unprocessableContent, "too_many", sentence)
    case .unknownPerson: .badQuery([Problem.Fault("people", "not_in_this_family", sentence)])
    }
  }
}

/// What is told of bringing a family back.
enum FamilyImportShape {
  private static let counts: JSON = [
    "type": "object", "additionalProperties": ["type": "integer"],
    "description": "How many there are of each: `routine`, `tick`, `approval` and so on.",
  ]
  private static let flag: JSON = ["type": "boolean"]
  private static let text = ImportReportShape.text
  private static let maybe = ImportReportShape.maybe
  private static let number = ImportReportShape.number

  private static func object(_ properties: [JSON.Member]) -> JSON {
    ImportReportShape.object(properties)
  }

  static let schema = object([
    .init("isDryRun", flag), .init("name", text),
    .init("familyID", maybe),
    .init("new", counts), .init("present", counts),
    .init(
      "people",
      [
        "type": "array",
        "items": object([
          .init("id", text), .init("name", text),
          .init("personID", maybe),
        ]),
      ]),
    .init(
      "problems",
      [
        "type": "array",
        "items": object([
          .init("line", number), .init("reason", text), .init("isLeftOut", flag),
          .init("sentence", text),
        ]),
      ]),
    .init("problemCount", number),
    .init("undoID", maybe),
  ])

  static let pastSchema = object([
    .init("id", text), .init("fileName", text),
    .init("importedAt", ["type": "string", "format": "date-time"]), .init("recordCount", number),
  ])

  static let undoneSchema = object([
    .init("removedCount", number), .init("keptCount", number), .init("isWhole", flag),
  ])

  static func json(
    _ plan: FamilyImportPlan, _ outcome: FamilyImportOutcome?, isDryRun: Bool
  ) -> JSON {
    let archive = plan.archive
    let late = outcome?.result.problems ?? []
    return [
      "isDryRun": .bool(isDryRun), "name": .string(archive.familyName),
      "familyID": text(outcome?.result.familyID ?? plan.familyID),
      "new": named(outcome?.result.counts ?? plan.newCounts), "present": named(plan.presentCounts),
      "people": .array(
        plan.people.map {
          [
            "id": .string($0.id), "name": .string($0.person.name), "personID": text($0.accountID),
          ]
        }),
      "problems": .array((archive.problems + late).map(json)),
      "problemCount": .integer(Int64(archive.problemCount + late.count)),
      "undoID": text(outcome?.undoID),
    ]
  }

  private static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  private static func named(_ counts: [FamilyArchive.Subject: Int]) -> JSON {
    .object(
      FamilyArchive.Subject.allCases.compactMap { subject in
        counts[subject].map { JSON.Member(subject.rawValue, .integer(Int64($0))) }
      })
  }

  private static func json(_ problem: FamilyArchive.Problem) -> JSON {
    [
      "line": .integer(Int64(problem.line)), "reason": .string(problem.reason.rawValue),
      "isLeftOut": .bool(problem.reason.isLeftOut),
      "sentence": .string(Catalogue().familyProblem(problem)),
    ]
  }

  static func json(_ entry: FamilyImportHistory.Entry) -> JSON {
    [
      "id": .string(entry.id), "fileName": .string(entry.fileName),
      "importedAt": .string(TimeText.text(entry.importedAt)),
      "recordCount": .integer(Int64(entry.newItemCount)),
    ]
  }

  static func json(_ plan: UndoFamilyImport.Plan) -> JSON {
    [
      "removedCount": .integer(Int64(plan.records.count)),
      "keptCount": .integer(Int64(plan.keptCount)), "isWhole": .bool(plan.isWhole),
    ]
  }

  static let example: JSON = [
    "isDryRun": false, "name": "Lindqvist", "familyID": .string(Examples.family),
    "new": ["routine": 3, "tick": 412], "present": .object([]),
    "people": [["id": "cyd", "name": "Cyd", "personID": .string(Examples.child)]],
    "problems": [
      [
        "line": 17, "reason": "noSuchDay", "isLeftOut": true,
        "sentence": "Line 17, a tick: left out, as there is no such day.",
      ]
    ],
    "problemCount": 1, "undoID": "7Zk0aVxWq3Rb9sTn2yLm4g",
  ]
  static let pastExample: JSON = [
    "id": "7Zk0aVxWq3Rb9sTn2yLm4g", "fileName": "family.zip",
    "importedAt": .string(Examples.instant), "recordCount": 415,
  ]
  static let undoneExample: JSON = ["removedCount": 415, "keptCount": 0, "isWhole": true]
}
