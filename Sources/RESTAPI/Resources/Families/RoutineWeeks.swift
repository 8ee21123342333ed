import Families
import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// A routine over a week: who did it on which day, what was noted, and how often in a row; and the
/// week of a family or of one person.
enum RoutineWeeksResource: Resource {
  static let tag = "Routine weeks"

  static let schemas: [JSON.Member] = [
    .init(
      "RoutineWeek",
      .record([
        .init("familyID", ["type": "string"]), .init("routineID", ["type": "string"]),
        .init("firstDay", FamilySchema.day), .init("lastDay", FamilySchema.day),
        .init("today", FamilySchema.day),
        .init("days", ["type": "array", "items": daySchema]),
        .init(
          "history",
          [
            "type": "array", "items": noteSchema,
            "description": .string(
              "What was noted about these days, the last first; at most "
                + "\(RoutineDays.maxNotes), also what was taken back."),
          ]),
        .init(
          "streaks",
          [
            "type": "array",
            "items": .record([
              .init("personID", person("Who; null for all together.")),
              .init("count", ["type": "integer"]),
            ]),
            "description": """
            How often in a row it was done up to today; empty where the family has no streaks.
            """,
          ]),
      ])),
    .init(
      "FamilyWeek",
      .record([
        .init("familyID", ["type": "string"]),
        .init("personID", person("Whose week it is; null for everybody's.")),
        .init("firstDay", FamilySchema.day), .init("lastDay", FamilySchema.day),
        .init("today", FamilySchema.day),
        .init("days", ["type": "array", "items": familyDaySchema]),
      ])),
  ]

  private static let familyDaySchema = JSON.record([
    .init("day", FamilySchema.day),
    .init("away", FamilySchema.people("Who is away, of those whose week it is.")),
    .init(
      "entries",
      [
        "type": "array",
        "items": .record(
          [.init("routineID", ["type": "string"]), .init("title", ["type": "string"])]
            + entryMembers),
        "description": .string("In the order of the day; at most \(FamilyWeek.maxEntries)."),
      ]),
    .init(
      "entryCount", ["type": "integer", "description": "How many there are on the day in all."]),
  ])

  private static let daySchema = JSON.record([
    .init("day", FamilySchema.day),
    .init("away", FamilySchema.people("Who of the routine is away.")),
    .init(
      "entries",
      [
        "type": "array",
        "items": .record(entryMembers),
      ]),
  ])

  private static let entryMembers: [JSON.Member] = [
    .init(
      "personID",
      person("Who is to do it; null for whoever comes first, or if nobody has the turn.")),
    .init(
      "mark",
      [
        "type": "string",
        "enum": .array(DayBoard.Entry.Mark.allCases.map { .string($0.rawValue) }),
        "description": """
        `waiting`: to be approved. What is not done is `open` today, `missing` on a day that is \
        over and `planned` on one to come.
        """,
      ]),
    .init("doneBy", FamilySchema.people("Who has done something of it.")),
    .init("doneSteps", ["type": "integer"]), .init("stepCount", ["type": "integer"]),
  ]

  private static let noteSchema = JSON.record([
    .init("id", ["type": "string"]), .init("day", FamilySchema.day),
    .init(
      "what",
      [
        "type": "string",
        "enum": .array(RoutineDays.Note.What.words.map { .string($0) }),
      ]),
    .init("personID", ["type": "string", "description": "Whom it is about."]),
    .init("stepID", person("The step; null for the routine as a whole.")),
    .init("otherID", person("Who does it instead.")),
    .init("stars", ["type": "integer", "description": "What an approval was worth."]),
    .init("at", ["type": "string", "format": "date-time"]),
    .init("by", ["type": "string", "description": "The account that noted it."]),
  ])

  private static func person(_ description: String) -> JSON {
    ["type": ["string", "null"], "description": .string(description)]
  }

  static let operations = [
    Operation(
      method: .get, path: "\(RoutinesResource.path)/{routineID}/week", id: "getRoutineWeek",
      summary: "A week of a routine: who did it, what was noted, and streaks",
      details: "From Monday to Sunday.", scope: .read, pathParameters: RoutinesResource.parameters,
      query: [on], outcome: .json("RoutineWeek", example: example), isVersioned: true,
      handler: get),
    Operation(
      method: .get, path: "\(FamiliesResource.path)/{familyID}/week", id: "getFamilyWeek",
      summary: "A week of a family, or of one person in it",
      details: """
        From Monday to Sunday. With `personID`: what that person is to do, or may, and what they \
        have done for others.
        """,
      scope: .read, pathParameters: [FamiliesResource.familyID],
      query: [
        on,
        Parameter(
          "personID", .id, example: .string(Examples.child), "Whose week; everybody's without it."),
      ], outcome: .json("FamilyWeek", example: familyExample), isVersioned: true,
      handler: getFamily),
  ]

  private static let on = Parameter(
    "on", .text(maxLength: 10), example: "2026-06-14",
    "A day of the week as YYYY-MM-DD; the family's today when it is not said.")

  private static let getFamily: Operation.Handler = { call in
    let (wanted, person) = (try call.day("on"), call.query("personID"))
    let json = try await call.read { connection -> JSON in
      let family = try call.requireFamily(in: connection)
      let today = try call.today(of: family, in: connection)
      let range = RoutineDays.week(of: wanted ?? today)
      let week = try FamilyWeek(of: family.id, on: range, for: person, in: connection)
      guard person == nil || week.people.contains(where: { $0.id == person }) else {
        throw Problem.badQuery([.notInThisFamily("personID")])
      }
      return [
        "familyID": .string(family.id), "personID": JSON(person),
        "firstDay": .string(range.lowerBound.text), "lastDay": .string(range.upperBound.text),
        "today": .string(today.text),
        "days": .array(week.days.map { familyDay($0, today: today) }),
      ]
    }
    return .record(json)
  }

  private static func familyDay(_ shown: FamilyWeek.Day, today: CalendarDay) -> JSON {
    [
      "day": .string(shown.day.text), "away": .array(shown.away.sorted().map { .string($0) }),
      "entries": .array(
        shown.entries.map {
          .object(
            [
              .init("routineID", .string($0.routine.id)),
              .init("title", .string($0.routine.details.title)),
            ] + entry($0, on: shown.day, today: today))
        }),
      "entryCount": .integer(Int64(shown.entryCount)),
    ]
  }

  private static let get: Operation.Handler = { call in
    let wanted = try call.day("on")
    let json = try await call.read { connection -> JSON in
      let routine = try RoutinesResource.find(call, in: connection)
      let family = try call.requireFamily(in: connection)
      let today = try call.today(of: family, in: connection)
      let range = RoutineDays.week(of: wanted ?? today)
      let week = try RoutineDays(of: routine, on: range, in: connection)
      return [
        "familyID": .string(family.id), "routineID": .string(routine.id),
        "firstDay": .string(range.lowerBound.text), "lastDay": .string(range.upperBound.text),
        "today": .string(today.text),
        "days": .array(week.days.map { day($0, today: today) }),
        "history": .array(week.notes.map(note)),
        "streaks": .array(
          try week.streaks(today: today, in: connection).map { streak in
            ["personID": JSON(streak.person), "count": .integer(Int64(streak.count))]
          }),
      ]
    }
    return .record(json)
  }

  private static func day(_ shown: RoutineDays.Day, today: CalendarDay) -> JSON {
    [
      "day": .string(shown.day.text), "away": .array(shown.away.sorted().map { .string($0) }),
      "entries": .array(
        shown.entries.map { .object(entry($0, on: shown.day, today: today)) }),
    ]
  }

  private static func entry(
    _ entry: DayBoard.Entry, on day: CalendarDay, today: CalendarDay
  ) -> [JSON.Member] {
    [
      .init("personID", JSON(entry.personID)),
      .init("mark", .string(entry.mark(on: day, today: today).rawValue)),
      .init("doneBy", .array(entry.doneBy.map { .string($0) })),
      .init("doneSteps", .integer(Int64(entry.doneCount))),
      .init("stepCount", .integer(Int64(entry.steps.count))),
    ]
  }

  private static func note(_ note: RoutineDays.Note) -> JSON {
    [
      "id": .string(note.id), "day": .string(note.day.text), "what": .string(note.what.word),
      "personID": .string(note.personID), "stepID": JSON(note.what.stepID),
      "otherID": JSON(note.what.otherID), "stars": .integer(Int64(note.what.stars)),
      "at": .string(TimeText.text(note.at)), "by": .string(note.by),
    ]
  }

  private static let example: JSON = [
    "familyID": .string(Examples.family), "routineID": .string(Examples.routine),
    "firstDay": "2026-06-08", "lastDay": "2026-06-14", "today": "2026-06-14",
    "days": [
      [
        "day": "2026-06-14", "away": [],
        "entries": [
          [
            "personID": .string(Examples.child), "mark": "open",
            "doneBy": [.string(Examples.child)], "doneSteps": 1, "stepCount": 2,
          ]
        ],
      ]
    ],
    "history": [
      [
        "id": .string(Examples.entry), "day": "2026-06-14", "what": "done",
        "personID": .string(Examples.child), "stepID": .string(Examples.step), "otherID": nil,
        "stars": 0, "at": .string(Examples.instant), "by": .string(Examples.child),
      ]
    ], "streaks": [["personID": .string(Examples.child), "count": 5]],
  ]

  private static let familyExample: JSON = [
    "familyID": .string(Examples.family), "personID": .string(Examples.child),
    "firstDay": "2026-06-08", "lastDay": "2026-06-14", "today": "2026-06-14",
    "days": [
      [
        "day": "2026-06-14", "away": [],
        "entries": [
          [
            "routineID": .string(Examples.routine), "title": "Brush teeth",
            "personID": .string(Examples.child), "mark": "open",
            "doneBy": [.string(Examples.child)], "doneSteps": 1, "stepCount": 2,
          ]
        ], "entryCount": 1,
      ]
    ],
  ]
}
