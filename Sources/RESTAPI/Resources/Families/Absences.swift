import Families
import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// The fields of an absence that a request can send.
struct AbsenceDraft: Sendable {
  var personID = ""
  var details = AbsenceDetails(from: nil, through: nil)
}

extension Shape<AbsenceDraft> {
  static let absence = Shape(
    name: "Absence",
    fields: [.id("personID", \.personID, "Who is away.", example: Examples.child)]
      + Field<AbsenceDraft>.all(AbsenceDetails.fields, at: \.details).map { field in
        var field = field
        field.isRequired = field.name != "note"
        return field
      },
    readOnly: [.init("id", ["type": "string"]), .init("familyID", ["type": "string"])])
}

/// When somebody in a family is away: routines leave them out, and turns pass them by.
enum AbsencesResource: Resource {
  static let tag = "Absences"

  static let schemas: [JSON.Member] = [
    .init("Absence", Shape.absence.schema), .init("NewAbsence", Shape.absence.newSchema),
    Page.schema(of: "Absence"),
  ]

  private static let path = "\(FamiliesResource.path)/{familyID}/absences"
  private static let absenceID = Parameter(
    "absenceID", .id, example: .string(Examples.absence), "The absence.")
  private static let parameters = [FamiliesResource.familyID, absenceID]

  static let operations = [
    Operation(
      method: .get, path: path, id: "listAbsences", summary: "Who is away, and when",
      details: "The first to end comes first.", scope: .read,
      pathParameters: [FamiliesResource.familyID],
      query: [
        Parameter(
          "from", .text(maxLength: 10), example: "2026-06-14",
          "Those that are not over before this day; the family's today when it is not said.")
      ] + Parameter.paging,
      outcome: .json("AbsencePage", example: Page.json([example], next: nil)), handler: list),
    Operation(
      method: .post, path: path, id: "addAbsence", summary: "Note that somebody is away",
      details: "Parents may.", scope: .write, pathParameters: [FamiliesResource.familyID],
      body: .json(
        "NewAbsence",
        example: [
          "personID": .string(Examples.child), "startsOn": "2026-07-01", "endsOn": "2026-07-14",
        ]), status: .created, outcome: .json("Absence", example: example), isVersioned: true,
      handler: add),
    Operation(
      method: .get, path: "\(path)/{absenceID}", id: "getAbsence", summary: "One absence",
      scope: .read, pathParameters: parameters, outcome: .json("Absence", example: example),
      isVersioned: true, handler: get),
    Operation(
      method: .delete, path: "\(path)/{absenceID}", id: "deleteAbsence",
      summary: "Remove an absence", details: "Parents may.", scope: .write,
      pathParameters: parameters, status: .noContent, outcome: .nothing, isVersioned: true,
      handler: delete),
  ]

  private static func find(_ call: Call, in connection: Connection) throws -> Absence {
    try call.requireFamily(in: connection)
    guard let absence = try Absence.find(call.path("absenceID"), in: connection),
      absence.familyID == call.familyID
    else { throw Problem.notFound }
    return absence
  }

  private static let list: Operation.Handler = { call in
    let (wanted, limit) = (try call.day("from"), call.limit)
    let cursor = try call.query("cursor").map { text throws(Problem) in
      guard let cursor = Absence.Cursor(rank: text) else { throw Page.badCursor }
      return cursor
    }
    return .json(
      try await call.read { connection in
        let family = try call.requireFamily(in: connection)
        let from = try wanted ?? call.today(of: family, in: connection)
        let found = try Absence.page(
          of: family.id, from: from, after: cursor, limit: limit + 1, in: connection)
        let shown = found.prefix(limit)
        return Page.json(
          shown.map(json), next: found.count > limit ? shown.last.map { $0.rank } : nil)
      })
  }

  private static let get: Operation.Handler = { call in
    .record(try await call.read { json(try find(call, in: $0)) })
  }

  private static let add: Operation.Handler = { call in
    var draft = AbsenceDraft()
    try Shape.absence.take(call.body, into: &draft, isNew: true)
    let shown = try await call.write { [draft] transaction in
      try call.requireParent(in: transaction.connection)
      try call.requirePerson(draft.personID, "personID", in: transaction.connection)
      return json(
        try AddAbsence(
          familyID: call.familyID, personID: draft.personID, details: draft.details)(transaction))
    }
    return .added(shown, to: "\(FamiliesResource.path)/\(call.familyID)/absences")
  }

  private static let delete: Operation.Handler = { call in
    try await call.write(in: call.familyID) { transaction in
      let absence = try find(call, in: transaction.connection)
      try call.requireParent(in: transaction.connection)
      try call.checkVersion(json(absence))
      try DeleteAbsence(absenceID: absence.id)(transaction)
    }
    return .done
  }

  private static func json(_ absence: Absence) -> JSON {
    .object(
      [.init("id", .string(absence.id)), .init("familyID", .string(absence.familyID))]
        + Shape.absence.shown(
          AbsenceDraft(personID: absence.personID, details: absence.details)))
  }

  private static let example = json(
    Absence(
      id: Examples.absence, familyID: Examples.family, personID: Examples.child,
      details: AbsenceDetails(from: "2026-07-01", through: "2026-07-14")))
}

extension Absence {
  /// Its place in a list, as `next` has it.
  fileprivate var rank: String {
    Rank([details.endsOn ?? "", details.startsOn ?? "", id]).description
  }
}

extension Absence.Cursor {
  /// `nil` for a text that is none.
  fileprivate init?(rank text: String) {
    let words = Rank.text(text)?.split(separator: "\u{1F}", omittingEmptySubsequences: false)
    guard let words, words.count == 3, CalendarDay(String(words[0])) != nil, !words[2].isEmpty
    else { return nil }
    self.init(endsOn: String(words[0]), startsOn: String(words[1]), id: String(words[2]))
  }
}
