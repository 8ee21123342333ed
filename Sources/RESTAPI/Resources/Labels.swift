import Replica
import SQLite
import SyncProtocol
import Things

/// The fields of a label that a request can send.
struct LabelDraft: RecordDraft {
  var homeID = ""
  var details = LabelDetails(name: "")
}

extension Shape<LabelDraft> {
  static let label = Shape(
    name: "Label",
    fields: [.id("homeID", \.homeID, "The home it is in.", example: Examples.home)]
      + Field.all(LabelDetails.fields, at: \.details),
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

  private static let taken = "`name_taken`: the home has a label of that name."

  private typealias Handlers = NamedHandlers<Label>

  static let operations = [
    Operation(
      method: .get, path: Label.path, id: "listLabels", summary: "The labels of a home, by name",
      scope: .read,
      query: [Parameter.homeID(isRequired: true, "The home.")] + Parameter.paging,
      outcome: .json("LabelPage", example: Page.json([example], next: nil)),
      handler: Handlers.list),
    Operation(
      method: .post, path: Label.path, id: "addLabel", summary: "Add a label", scope: .write,
      body: .json("NewLabel", example: ["homeID": .string(Examples.home), "name": "Tools"]),
      status: .created, outcome: .json("Label", example: example), isVersioned: true,
      conflicts: [taken], handler: Handlers.add),
    Operation(
      method: .get, path: "\(Label.path)/{labelID}", id: "getLabel", summary: "One label",
      scope: .read, pathParameters: [Label.parameter],
      outcome: .json("Label", example: example), isVersioned: true, handler: Handlers.get),
    Operation(
      method: .patch, path: "\(Label.path)/{labelID}", id: "changeLabel", summary: "Change a label",
      details: "Only what is sent is changed.", scope: .write, pathParameters: [Label.parameter],
      body: .change("LabelChange", example: ["emoji": "🔧"]),
      outcome: .json("Label", example: example), isVersioned: true, conflicts: [taken],
      handler: Handlers.change),
    Operation(
      method: .delete, path: "\(Label.path)/{labelID}", id: "deleteLabel",
      summary: "Delete a label; its items stay", scope: .write, pathParameters: [Label.parameter],
      status: .noContent, outcome: .nothing, isVersioned: true, handler: Handlers.delete),
  ]

  private static let example = Label.json(
    id: Examples.label, createdAt: Examples.instant,
    LabelDraft(homeID: Examples.home, details: LabelDetails(name: "Tools")))
}

extension Label: NamedRecord {
  static let path = "/api/v1/labels"
  static let parameter = Parameter(
    "labelID", .id, example: .string(Examples.label), "The label.")
  static let shape = Shape.label

  var draft: LabelDraft { LabelDraft(homeID: homeID, details: details) }

  static func add(_ draft: LabelDraft, _ transaction: WriteTransaction) throws -> Label {
    try AddLabel(homeID: draft.homeID, draft.details)(transaction)
  }

  func change(to draft: LabelDraft, _ transaction: WriteTransaction) throws -> Label {
    try EditLabel(labelID: id, details: draft.details, base: details)(transaction)
  }

  func delete(_ transaction: WriteTransaction) throws { try DeleteLabel(labelID: id)(transaction) }
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
