import Household
import Replica
import SQLite
import SyncProtocol
import Things
import Values

/// The fields of an item that a request can send.
struct ItemDraft: Sendable {
  var homeID: String
  var details: ItemDetails
  var labelIDs: [String] = []
  var fields: [CustomField] = []
  /// Whether the draft has a currency; without one a default is chosen.
  var hasCurrency: Bool { !details.currency.isEmpty }
}

extension ItemDraft {
  /// An empty draft.
  init() {
    homeID = ""
    details = ItemDetails(name: "", currency: "")
  }

  init(_ page: ItemPage) {
    homeID = page.item.homeID
    details = page.item.details
    labelIDs = page.labels.map(\.id)
    fields = page.fields.map { CustomField(id: $0.id, name: $0.name, value: $0.value) }
  }
}

extension Shape<ItemDraft> {
  static let maxLabels = 100

  static let item = Shape(
    name: "Item",
    fields: [
      .id("homeID", \.homeID, "The home; another one moves the item.", example: Examples.home)
    ]
      + Field.all(ItemDetails.fields, at: \.details) + [labelIDs, customFields],
    readOnly: [
      .init("id", ["type": "string"]),
      .init("homeName", ["type": "string", "description": "The name of the item's home."]),
      .init(
        "labels",
        [
          "type": "array",
          "items": [
            "type": "object", "required": ["id", "name"],
            "properties": ["id": ["type": "string"], "name": ["type": "string"]],
          ],
        ]),
      .init("photoCount", ["type": "integer"]),
      .init("createdAt", ["type": "string", "format": "date-time"]),
    ])

  private static let labelIDs = Field<ItemDraft>(
    name: "labelIDs",
    schema: [
      "type": "array", "maxItems": .integer(Int64(maxLabels)), "items": ["type": "string"],
      "description": "Labels of the home; replaces those that the item has.",
      "examples": [[.string(Examples.label)]],
    ],
    show: { .array($0.labelIDs.map { .string($0) }) },
    take: { (json: JSON, draft: inout ItemDraft) throws(Problem.Fault) in
      draft.labelIDs = try Taken(json, "labelIDs").texts(maxCount: maxLabels)
    })

  private static let customFields = Field<ItemDraft>(
    name: "fields",
    schema: [
      "type": "array", "maxItems": .integer(Int64(CustomField.maxPerItem)),
      "items": [
        "type": "object", "additionalProperties": false, "required": ["name", "value"],
        "properties": ["name": ["type": "string"], "value": ["type": "string"]],
      ],
      "description": "Fields of your own, in their order; replaces those that the item has.",
      "examples": [[["name": "Voltage", "value": "230 V"]]],
    ],
    show: { draft in
      .array(draft.fields.map { ["name": .string($0.name), "value": .string($0.value)] })
    },
    take: { (json: JSON, draft: inout ItemDraft) throws(Problem.Fault) in
      draft.fields = try customFields(json, known: draft.fields)
    })

  /// Reads custom fields. A field whose name already exists keeps its record.
  private static func customFields(
    _ json: JSON, known: [CustomField]
  ) throws(Problem.Fault) -> [CustomField] {
    let wrong = Problem.Fault(
      "fields", "wrong_type", "must be a list of objects with a name and a value, both texts")
    guard let elements = json.elements else { throw wrong }
    var rest = known
    var fields: [CustomField] = []
    for element in elements {
      guard case .object(let members) = element, members.count == 2,
        let name = element["name"]?.text, let value = element["value"]?.text
      else { throw wrong }
      let index = rest.firstIndex { $0.name == name }
      let id = index.flatMap { rest.remove(at: $0).id }
      fields.append(CustomField(id: id, name: name, value: value))
    }
    return fields
  }
}

extension Field {
  /// The required id of a record.
  static func id(
    _ name: String, _ path: Path<Draft, String>, _ description: String, example: String
  ) -> Field {
    var field = Field(
      name: name,
      schema: [
        "type": "string", "minLength": 1, "maxLength": 64, "description": .string(description),
        "examples": [.string(example)],
      ],
      show: { .string($0[keyPath: path]) },
      take: { (json: JSON, draft: inout Draft) throws(Problem.Fault) in
        draft[keyPath: path] = try Taken(json, name).text(orNull: nil)
      })
    field.isRequired = true
    return field
  }
}

extension ItemPage {
  /// The item as somebody sees it who may not see the amounts of its home. What is read in the
  /// transaction that writes still has them.
  func seen(in connection: Connection) throws -> ItemPage {
    guard try AmountVeil.hides(item.homeID, in: connection) else { return self }
    var page = self
    page.item.details = ItemDetails.fields.withoutAmounts(item.details)
    return page
  }

  /// The item as the API shows it.
  var json: JSON {
    .object(
      [
        .init("id", .string(item.id)), .init("homeName", .string(homeName)),
        .init(
          "labels",
          .array(labels.map { ["id": .string($0.id), "name": .string($0.name)] })),
        .init("photoCount", .integer(Int64(photos.count))),
        .init("createdAt", .string(TimeText.text(item.createdAt))),
      ] + Shape.item.shown(ItemDraft(self)))
  }
}
