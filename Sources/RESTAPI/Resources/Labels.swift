import Household
import Replica
import SQLite
import SyncProtocol

/// What a request says about a label.
struct LabelDraft: Sendable {
  var homeID = ""
  var details = LabelDetails(name: "")
}

extension Shape<LabelDraft> {
  static let label = Shape(
    name: "Label",
    fields: [
      .id("homeID", \.homeID, "The home it is in.", example: Examples.home),
      .text("name", \.details.name, .name, isRequired: true, "What it says.", example: "Tools"),
      .text("emoji", \.details.emoji, .emoji, "One emoji, or empty.", example: "🔧"),
      .number("colorIndex", \.details.colorIndex, Label.colors, "One of 12 colours.", example: 0),
      .text("note", \.details.note, .notes, "What it is for.", example: "Also borrowed ones"),
    ],
    readOnly: [
      .init("id", ["type": "string"]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
    ], fixed: ["homeID"])
}

/// The labels of a home.
enum LabelsResource: Resource {
  static let tag = "Labels"

  static let schemas: [JSON.Member] = [
    .init("Label", Shape.label.schema), .init("NewLabel", Shape.label.newSchema),
    .init("LabelChange", Shape.label.changeSchema), Page.schema(of: "Label"),
  ]

  private static let path = "/api/v1/labels"
  private static let labelID = Parameter(
    "labelID", .id, example: .string(Examples.label), "The label.")
  private static let taken = "`name_taken`: the home has a label of that name."

  static let operations = [
    Operation(
      method: .get, path: path, id: "listLabels", summary: "The labels of a home, by name",
      scope: .read,
      query: [Parameter.homeID(isRequired: true, "The home.")] + Parameter.paging,
      outcome: .json("LabelPage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "addLabel", summary: "Add a label", scope: .write,
      body: .json("NewLabel", example: ["homeID": .string(Examples.home), "name": "Tools"]),
      status: .created, outcome: .json("Label", example: example), isVersioned: true,
      conflicts: [taken], handler: add),
    Operation(
      method: .get, path: "\(path)/{labelID}", id: "getLabel", summary: "One label", scope: .read,
      pathParameters: [labelID], outcome: .json("Label", example: example), isVersioned: true,
      handler: get),
    Operation(
      method: .patch, path: "\(path)/{labelID}", id: "changeLabel", summary: "Change a label",
      details: "Only what is sent is changed.", scope: .write, pathParameters: [labelID],
      body: .change("LabelChange", example: ["emoji": "🔧"]),
      outcome: .json("Label", example: example), isVersioned: true, conflicts: [taken],
      handler: change),
    Operation(
      method: .delete, path: "\(path)/{labelID}", id: "deleteLabel",
      summary: "Delete a label; its items stay", scope: .write, pathParameters: [labelID],
      status: .noContent, outcome: .nothing, isVersioned: true, handler: delete),
  ]

  private static let list: Operation.Handler = { call in
    let (cursor, limit) = (try call.nameCursor(), call.limit)
    let home = call.query("homeID") ?? ""
    return .json(
      try await call.read { connection in
        try call.requireHome(home, in: connection)
        let page = try NamePage<Label>(
          home: home, after: cursor, limit: limit, key: \.nameKey, in: connection)
        return Page.json(page.rows.map(\.json), next: page.next?.description)
      })
  }

  private static let get: Operation.Handler = { call in
    let json = try await call.read { try find(call, in: $0).json }
    return .json(json, tag: json.tag)
  }

  private static func find(_ call: Call, in connection: Connection) throws -> Label {
    guard let label = try Label.find(call.path("labelID"), in: connection) else {
      throw Problem.notFound
    }
    try call.require(label.homeID)
    return label
  }

  private static let add: Operation.Handler = { call in
    var draft = LabelDraft()
    try Shape.label.take(call.body, into: &draft, isNew: true)
    try call.require(draft.homeID)
    let json = try await call.write { [draft] in
      try AddLabel(homeID: draft.homeID, draft.details)($0).json
    }
    return .made(json, at: "\(path)/\(json["id"]?.text ?? "")", tag: json.tag)
  }

  private static let change: Operation.Handler = { call in
    let home = try await call.read { try find(call, in: $0).homeID }
    let json = try await call.write(in: home) { transaction in
      let label = try find(call, in: transaction.connection)
      try call.checkVersion(label.json)
      var draft = LabelDraft(homeID: label.homeID, details: label.details)
      try Shape.label.take(call.body, into: &draft, isNew: false)
      return try EditLabel(
        labelID: label.id, details: draft.details, base: label.details)(transaction).json
    }
    return .json(json, tag: json.tag)
  }

  private static let delete: Operation.Handler = { call in
    let home = try await call.read { try find(call, in: $0).homeID }
    try await call.write(in: home) { transaction in
      let label = try find(call, in: transaction.connection)
      try call.checkVersion(label.json)
      try DeleteLabel(labelID: label.id)(transaction)
    }
    return .done
  }

  private static let example: JSON = .object(
    [
      .init("id", .string(Examples.label)), .init("createdAt", .string(Examples.instant)),
    ]
      + Shape.label.shown(
        LabelDraft(homeID: Examples.home, details: LabelDetails(name: "Tools"))))
}

extension Label {
  fileprivate var json: JSON {
    .object(
      [.init("id", .string(id)), .init("createdAt", .string(TimeText.text(createdAt)))]
        + Shape.label.shown(LabelDraft(homeID: homeID, details: details)))
  }
}

extension AddLabel.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .homeNotFound: .notFound
    case .readOnlyHome: .readOnlyHome
    case .invalid(let problems): Problem(problems)
    case .nameTaken(let id): .nameTaken(by: id)
    }
  }
}

extension EditLabel.Failure: ProblemConvertible {
  var problem: Problem {
    switch self {
    case .labelNotFound: .notFound
    case .readOnlyHome: .readOnlyHome
    case .invalid(let problems): Problem(problems)
    case .nameTaken(let id): .nameTaken(by: id)
    }
  }
}

extension DeleteLabel.Failure: ProblemConvertible {
  var problem: Problem { self == .labelNotFound ? .notFound : .readOnlyHome }
}

extension Problem {
  /// Another record of the home has the name.
  static func nameTaken(by id: RecordID) -> Problem {
    Problem(
      .conflict, "name_taken", "something there has that name already",
      faults: [
        Fault("name", "taken", "is the name of \(id)", limits: [.init("id", .string(id))])
      ])
  }
}
