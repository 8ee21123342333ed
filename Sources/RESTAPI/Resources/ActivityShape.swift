import Household
import Replica
import SyncProtocol
import Values

/// The JSON of the history of a home, group or family.
enum ActivityShape {
  static let schemas: [JSON.Member] = [
    .init("Activity", .record(members)), .init("ActivityChange", .record(changeMembers)),
    .init("ActivityUndo", .record([.init("reverted", keys), .init("left", keys)])),
    Page.schema(of: "Activity"),
  ]

  private static let members: [JSON.Member] = [
    .init(
      "id", ["type": "string", "description": "The number of the change where it happened."]),
    .init("at", ["type": "string", "format": "date-time"]),
    .init(
      "by",
      [
        "type": "object", "required": ["id", "name"],
        "properties": ["id": ["type": "string"], "name": ["type": "string"]],
        "description": "Who did it; the name is empty when the account is gone.",
      ]),
    .init(
      "canUndo", ["type": "boolean", "description": "Whether whoever may edit can take it back."]),
    .init(
      "counts",
      [
        "type": "array", "items": .record([kind, table, .init("count", ["type": "integer"])]),
        "description": "All that it did, counted.",
      ]),
    .init(
      "changes",
      [
        "type": "array", "items": ["$ref": "#/components/schemas/ActivityChange"],
        "description": "One by one; of a list the first 40 of each, of one change all of them.",
      ]),
  ]

  private static let kind = JSON.Member(
    "kind", ["type": "string", "enum": ["added", "changed", "removed"]])
  private static let table = JSON.Member(
    "of", ["type": "string", "description": "The kind of record, such as `items`."])

  private static let changeMembers: [JSON.Member] = [
    kind, table, .init("id", ["type": "string"]),
    .init(
      "fields",
      [
        "type": "array",
        "items": .record([
          .init("name", ["type": "string"]), .init("before", [:]), .init("after", [:]),
        ]),
        "description": "What was changed, as it is stored: yes and no are 1 and 0.",
      ]),
  ]

  private static let keys: JSON = [
    "type": "array", "items": .record([table, .init("id", ["type": "string"])]),
  ]

  static let example: JSON = [
    "id": "41", "at": .string(Examples.instant),
    "by": ["id": .string(Examples.account), "name": "Ana"], "canUndo": true,
    "counts": [["kind": "changed", "of": "items", "count": 1]],
    "changes": [
      [
        "kind": "changed", "of": "items", "id": .string(Examples.item),
        "fields": [["name": "name", "before": "Pot", "after": "Kettle"]],
      ]
    ],
  ]

  static let undoExample: JSON = [
    "reverted": [["of": "items", "id": .string(Examples.item)]], "left": [],
  ]

  /// - Parameter isUndoable: whether changes can be taken back where it happened.
  static func json(_ entry: HistoryEntry, isUndoable: Bool = true) -> JSON {
    // Of a home nothing is combined, so that this holds for homes and for groups.
    [
      "id": .string(String(entry.sequence)), "at": .string(TimeText.text(entry.at)),
      "by": ["id": .string(entry.author), "name": .string(entry.authorName)],
      "canUndo": .bool(isUndoable && entry.canTakeBackInGroup),
      "counts": .array(
        entry.counts.map {
          [
            "kind": .string($0.kind.word), "of": .string($0.table),
            "count": .integer(Int64($0.count)),
          ]
        }),
      "changes": .array(entry.changes.map(json)),
    ]
  }

  private static func json(_ change: RecordChange) -> JSON {
    // For a changed record, `before` has all its registers and `after` only those that differ.
    let registers =
      change.kind == .patch ? change.after : change.before.merging(change.after) { $1 }
    let fields = registers.keys.map { name -> JSON in
      [
        "name": .string(name), "before": value(change.before[name], name, of: change.table),
        "after": value(change.after[name], name, of: change.table),
      ]
    }
    return [
      "kind": .string(change.kind.word), "of": .string(change.table), "id": .string(change.id),
      "fields": .array(fields),
    ]
  }

  /// What came of taking a change back.
  static func json(_ outcome: Reversal.Outcome) -> JSON {
    ["reverted": json(outcome.reverted), "left": json(outcome.left)]
  }

  private static func json(_ keys: [RecordKey]) -> JSON {
    .array(keys.map { ["of": .string($0.table), "id": .string($0.id)] })
  }

  private static func value(_ value: SyncProtocol.FieldValue?, _ name: String, of table: String)
    -> JSON
  {
    if name == "role", ["participants", "invites"].contains(table),
      let role = value?.text.flatMap({ SyncProtocol.Role(rawValue: $0) })
    {
      return .string(role.word)
    }
    return value.map { json($0) } ?? .null
  }

  private static func json(_ value: SyncProtocol.FieldValue) -> JSON {
    switch value {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let text): .string(text)
    // No household record has a blob, and JSON has no form for it.
    case .blob: .null
    case .list(let list): .array(list.map { json($0) })
    case .map(let map): .object(map.map { JSON.Member($0.key, json($0.value)) })
    }
  }
}
