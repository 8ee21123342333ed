import Importing
import Intake
import Things
import Wording

/// The report of an import, or of a dry run.
struct ImportReportShape: Sendable {
  /// How many rows, and how many problems, one response lists.
  static let maxListed = 1000

  private let plan: ImportPlan
  private let isDryRun: Bool
  private var homeIDs: [String] = []
  private var photoCount: Int
  private var refusedPhotos: [ImportProblemRow] = []

  init(_ plan: ImportPlan, isDryRun: Bool) {
    self.plan = plan
    self.isDryRun = isDryRun
    homeIDs = plan.homes.compactMap(\.existingID)
    photoCount = plan.photos.count
  }

  /// Adds the results that only running the import can give.
  mutating func add(_ outcome: ImportRun.Outcome) {
    homeIDs = outcome.result.homeIDs
    photoCount = outcome.result.photoCount
    refusedPhotos = outcome.refusedPhotos.map { ImportProblemRow($0) }
  }

  var json: JSON {
    func count(_ kind: PlannedItem.Bucket.Kind) -> JSON {
      .integer(Int64(plan.items(in: kind).count))
    }
    func number(_ count: Int) -> JSON { .integer(Int64(count)) }
    let words = Catalogue()
    let rows = plan.problemRows(words)
    let problems =
      (rows.blocking + refusedPhotos).map { Self.json($0, isBlocking: true, words) }
      + rows.notices.map { Self.json($0, isBlocking: false, words) }
    return [
      "isDryRun": .bool(isDryRun),
      "items": [
        "new": count(.new), "updated": count(.updated), "unchanged": count(.unchanged),
        "needsFixing": count(.needsFixing),
      ],
      "homeIDs": .array(homeIDs.map { .string($0) }),
      "newHomes": .array(plan.homes.filter(\.isMade).map { .string($0.name) }),
      "newLocationCount": number(plan.locations.count { $0.existingID == nil }),
      "newLabelCount": number(plan.labels.count { $0.existingID == nil }),
      "newPolicyCount": number(plan.policies.count { $0.existingID == nil }),
      "photoCount": number(photoCount),
      "rows": .array(plan.items.prefix(Self.maxListed).map(row)),
      "rowCount": number(plan.items.count),
      "problems": .array(Array(problems.prefix(Self.maxListed))),
      "problemCount": number(problems.count),
    ]
  }

  private func row(_ item: PlannedItem) -> JSON {
    var (id, changes): (String?, [ImportChange]) = (nil, [])
    switch item.bucket {
    case .updated(let known, let changed): (id, changes) = (known, changed)
    case .unchanged(let known): id = known
    case .new, .needsFixing, .skipped: break
    }
    return [
      "name": .string(plan.document.items[item.index].name),
      "outcome": .string("\(item.bucket.kind)"), "itemID": JSON(id),
      "changes": .array(
        changes.map { change in
          [
            "field": .string(change.field.rawValue), "old": .string(change.old),
            "new": .string(change.new),
          ]
        }),
    ]
  }

  /// The report of restoring Hearth's own archive, or of a dry run. Rows are not listed: each
  /// either exists already or is restored as the archive has it.
  static func json(
    _ plan: RestorePlan, _ outcome: RestoreRun.Outcome?, isDryRun: Bool
  ) -> JSON {
    func number(_ table: String) -> JSON { .integer(Int64(plan.newCounts[table] ?? 0)) }
    let words = Catalogue()
    let rows = outcome?.refused.map { ImportProblemRow($0) } ?? plan.missingFiles
    let mended = plan.mendedRows
    let problems =
      rows.prefix(maxListed).map { json($0, isBlocking: true, words) }
      + mended.prefix(maxListed).map { json($0, isBlocking: $0.reason == .partLeftOut, words) }
    let homes = outcome?.result.homeIDs ?? plan.homes.compactMap(\.existingID)
    return [
      "isDryRun": .bool(isDryRun),
      "items": [
        "new": number("items"), "updated": 0,
        "unchanged": .integer(Int64(plan.presentCounts["items"] ?? 0)), "needsFixing": 0,
      ],
      "homeIDs": .array(homes.map { .string($0) }),
      "newHomes": .array(plan.homes.filter { $0.existingID == nil }.map { .string($0.name) }),
      "newLocationCount": number("locations"), "newLabelCount": number("labels"),
      "newPolicyCount": number("policies"),
      "photoCount": outcome.map { .integer(Int64($0.result.photoCount)) } ?? number("photos"),
      "rows": [], "rowCount": 0,
      "problems": .array(Array(problems.prefix(maxListed))),
      "problemCount": .integer(Int64(rows.count + mended.count)),
    ]
  }

  private static func json(
    _ row: ImportProblemRow, isBlocking: Bool, _ words: Catalogue
  ) -> JSON {
    [
      "file": .string(row.file), "line": JSON(row.line.map { Int64($0) }),
      "column": JSON(row.column), "text": .string(row.text),
      "reason": .string(row.reason.name),
      "isBlocking": .bool(isBlocking), "sentence": .string(words.problem(row)),
    ]
  }

  // MARK: Schema

  static func object(_ properties: [JSON.Member]) -> JSON {
    [
      "type": "object", "additionalProperties": false,
      "required": .array(properties.map { .string($0.name) }), "properties": .object(properties),
    ]
  }

  static let number: JSON = ["type": "integer"]
  static let text: JSON = ["type": "string"]
  static let maybe: JSON = ["type": ["string", "null"]]
  private static let texts: JSON = ["type": "array", "items": ["type": "string"]]

  static let schema = object([
    .init("isDryRun", ["type": "boolean"]),
    .init(
      "items",
      object(
        ["new", "updated", "unchanged", "needsFixing"].map { JSON.Member($0, number) })),
    .init("homeIDs", texts), .init("newHomes", texts), .init("newLocationCount", number),
    .init("newLabelCount", number), .init("newPolicyCount", number), .init("photoCount", number),
    .init("rows", ["type": "array", "items": rowSchema]),
    .init("rowCount", ["type": "integer", "description": "Also those beyond the first 1000."]),
    .init("problems", ["type": "array", "items": problemSchema]),
    .init("problemCount", number),
  ])

  private static let rowSchema = object([
    .init("name", text),
    .init(
      "outcome",
      ["type": "string", "enum": ["new", "updated", "unchanged", "needsFixing", "skipped"]]),
    .init("itemID", maybe),
    .init(
      "changes",
      [
        "type": "array",
        "items": object([.init("field", text), .init("old", text), .init("new", text)]),
      ]),
  ])

  private static let problemSchema = object([
    .init("file", text), .init("line", ["type": ["integer", "null"]]), .init("column", maybe),
    .init("text", text), .init("reason", text), .init("isBlocking", ["type": "boolean"]),
    .init("sentence", text),
  ])

  static let example: JSON = [
    "isDryRun": true,
    "items": ["new": 1, "updated": 0, "unchanged": 0, "needsFixing": 0],
    "homeIDs": [.string(Examples.home)], "newHomes": [], "newLocationCount": 0,
    "newLabelCount": 0, "newPolicyCount": 0, "photoCount": 0,
    "rows": [["name": "Kettle", "outcome": "new", "itemID": nil, "changes": []]],
    "rowCount": 1, "problems": [], "problemCount": 0,
  ]
}
