import Household
import SQLite
import SyncProtocol
import Values

/// Something that is done again and again: what, when and by whom.
package struct Routine: Identifiable, Equatable, Sendable {
  package var row: Row
  /// When it is due, and for whom.
  package var plan: RoutinePlan
  /// In order; without steps it is done in one.
  package var steps: [RoutineStep]

  package var id: RecordID { row.id }
  package var familyID: ZoneID { row.familyID }
  package var details: RoutineDetails { row.details }

  package static let maxPerFamily = 500
  package static let maxSteps = 50

  package static func find(_ id: RecordID, in connection: Connection) throws -> Routine? {
    guard let row = try Row.find(id, in: connection) else { return nil }
    return try Routine(row, in: connection)
  }

  /// Those of a family by the part of the day, and by name within it.
  package static func of(
    _ family: ZoneID, isArchived: Bool = false, in connection: Connection
  ) throws -> [Routine] {
    try Row.all(
      where: "familyID = ? AND isArchived = ? ORDER BY nameKey, id LIMIT ?",
      [.text(family), .integer(isArchived ? 1 : 0), .integer(Int64(maxPerFamily))],
      in: connection
    ).map { try Routine($0, in: connection) }
      .enumerated().sorted {
        ($0.element.details.partOfDay.order, $0.offset)
          < ($1.element.details.partOfDay.order, $1.offset)
      }.map(\.element)
  }

  /// The titles of all routines of a family, the archived ones too.
  package static func titles(
    of family: ZoneID, in connection: Connection
  ) throws -> [RecordID: String] {
    try connection.query("SELECT id, title FROM routines WHERE familyID = ?", .text(family)) {
      ($0.text(0), $0.text(1))
    }.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  package init(_ row: Row, in connection: Connection) throws {
    self.row = row
    plan = try RoutinePlan(row, in: connection)
    steps = try RoutineStep.of(row.id, in: row.familyID, connection)
  }

  /// The row of the table, without what is below it.
  package struct Row: Record, Identifiable {
    package let id: RecordID
    package let familyID: ZoneID
    package var details: RoutineDetails
    package var nameKey: String
    var scheduleKind: String
    var weekdays: Int64
    var everyCount: Int64
    var startsOn: String
    var endsOn: String?
    var mode: String
    var turnsFrom: String
    /// Whether the steps are done in their order.
    package var inOrder: Bool
    /// Milliseconds since 1970.
    package let createdAt: Int64
    /// The account that entered it.
    package let createdBy: AccountID
  }
}

/// The details of a routine, but for its plan and its steps.
package struct RoutineDetails: Equatable, Sendable {
  package var title: String
  /// Empty, or one emoji: what a child who cannot read goes by.
  package var emoji = ""
  /// A `PaletteColour`, 0–11.
  package var colorIndex = 0
  package var note = ""
  package var partOfDay = PartOfDay.any
  /// Whether it comes before everything else of the day.
  package var isFirst = false
  /// Whether a parent looks at it before it counts as done.
  package var asksApproval = false
  /// Whether a photo shows that it was done; a parent looks at it.
  package var asksPhoto = false
  /// Whether the steps that are required come before the others.
  package var requiredFirst = false
  /// How many stars it is worth, 0–100, in a family that has stars.
  package var stars = 0
  /// An archived routine is due on no day; what was done of it stays.
  package var isArchived = false

  package enum PartOfDay: String, CaseIterable, Sendable {
    case morning, afternoon, evening, any

    package var order: Int {
      switch self {
      case .morning: 0
      case .afternoon: 1
      case .evening: 2
      case .any: 3
      }
    }
  }

  package static let starCounts: ClosedRange<Int64> = 0...100

  package init(title: String) { self.title = title }

  /// In the order in which a row is read.
  package static let fields: [RecordField<RoutineDetails>] = [
    .name("title", \.title, "What is done.", example: "Brush teeth"),
    .emoji("emoji", \.emoji, "One emoji, or empty.", example: "🪥"),
    .number("colorIndex", \.colorIndex.asField, 0...11, standard: 0, "One of 12 colours."),
    .lines("note", \.note, "How it is done."),
    .choice(
      "partOfDay", \.partOfDay.asField, PartOfDay.allCases.map(\.rawValue),
      "The part of the day in which it is done."),
    .flag("isFirst", \.isFirst, "Whether it comes before everything else."),
    .flag("asksApproval", \.asksApproval, "Whether a parent approves it."),
    .flag("asksPhoto", \.asksPhoto, "Whether a photo shows that it was done."),
    .flag("requiredFirst", \.requiredFirst, "Whether required steps come before the others."),
    .number("stars", \.stars.asField, starCounts, standard: 0, "How many stars it is worth."),
    .flag("isArchived", \.isArchived, "Whether it is out of the way."),
  ]
}

extension Routine.Row {
  package static let sql = RecordSQL(
    "routines",
    ["id", "familyID"] + RoutineDetails.fields.columns() + [
      "nameKey", "scheduleKind", "weekdays", "everyCount", "startsOn", "endsOn", "mode",
      "turnsFrom", "inOrder", "createdAt", "createdBy",
    ])

  package var values: [Value] {
    [.text(id), .text(familyID)] + RoutineDetails.fields.values(of: details) + [
      .text(nameKey), .text(scheduleKind), .integer(weekdays), .integer(everyCount),
      .text(startsOn), Value(endsOn), .text(mode), .text(turnsFrom), .integer(inOrder ? 1 : 0),
      .integer(createdAt), .text(createdBy),
    ]
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    familyID = row.text()
    details = RoutineDetails(title: row.text())
    details.emoji = row.text()
    details.colorIndex = row.int()
    details.note = row.text()
    details.partOfDay = RoutineDetails.PartOfDay(rawValue: row.text()) ?? .any
    details.isFirst = row.bool()
    details.asksApproval = row.bool()
    details.asksPhoto = row.bool()
    details.requiredFirst = row.bool()
    details.stars = row.int()
    details.isArchived = row.bool()
    nameKey = row.text()
    scheduleKind = row.text()
    weekdays = row.integer()
    everyCount = row.integer(in: RoutineSchedule.counts)
    startsOn = row.text()
    endsOn = row.optionalText()
    mode = row.text()
    turnsFrom = row.text()
    inOrder = row.bool()
    createdAt = row.instant()
    createdBy = row.text()
  }

  init(
    id: RecordID, familyID: ZoneID, details: RoutineDetails, plan: RoutinePlan, inOrder: Bool,
    createdAt: Int64, createdBy: AccountID
  ) {
    (self.id, self.familyID, self.details, self.inOrder) = (id, familyID, details, inOrder)
    (self.createdAt, self.createdBy) = (createdAt, createdBy)
    nameKey = NameKey.make(details.title)
    (scheduleKind, weekdays, everyCount) = ("", 0, 1)
    (startsOn, mode, turnsFrom) = ("", "", "")
    write(plan)
  }

  mutating func write(_ plan: RoutinePlan) {
    let schedule = plan.schedule
    (scheduleKind, weekdays) = (schedule.kind.rawValue, schedule.weekdays.rawValue)
    (everyCount, startsOn) = (schedule.everyCount, schedule.startsOn.text)
    (endsOn, mode) = (schedule.endsOn?.text, plan.mode.rawValue)
    turnsFrom = plan.turnsFrom.text
  }

  /// Shows other details than are stored, as a form did when it was opened.
  package mutating func show(_ details: RoutineDetails, inOrder: Bool) {
    write(details)
    self.inOrder = inOrder
  }

  mutating func write(_ details: RoutineDetails) {
    self.details = details
    nameKey = NameKey.make(details.title)
  }
}

extension Routine {
  /// The tables of rows that travel inside a routine.
  static let childTables = ["routineSteps", "routinePeople"]

  static let schema = TableSchema(
    "routines", in: [.family], zoneColumn: "familyID",
    registers: RoutineDetails.fields.registers() + [
      .nameKey(of: "title"), RoutinePlan.register, RoutineStep.register,
      .instant("createdAt", rule: .appendOnly), .text("createdBy", .id, rule: .appendOnly),
    ], authorRegisters: ["createdBy"])

  static let tableSQL = """
    CREATE TABLE routines (
      id TEXT PRIMARY KEY NOT NULL,
      \(FamilySQL.family),
      title TEXT NOT NULL,
      emoji TEXT NOT NULL DEFAULT '',
      colorIndex INTEGER NOT NULL DEFAULT 0 CHECK (colorIndex BETWEEN 0 AND 11),
      note TEXT NOT NULL DEFAULT '',
      partOfDay TEXT NOT NULL,
      isFirst INTEGER NOT NULL DEFAULT 0 CHECK (isFirst IN (0, 1)),
      asksApproval INTEGER NOT NULL DEFAULT 0 CHECK (asksApproval IN (0, 1)),
      asksPhoto INTEGER NOT NULL DEFAULT 0 CHECK (asksPhoto IN (0, 1)),
      requiredFirst INTEGER NOT NULL DEFAULT 0 CHECK (requiredFirst IN (0, 1)),
      stars INTEGER NOT NULL DEFAULT 0 CHECK (stars BETWEEN 0 AND 100),
      isArchived INTEGER NOT NULL DEFAULT 0 CHECK (isArchived IN (0, 1)),
      nameKey TEXT NOT NULL,
      scheduleKind TEXT NOT NULL,
      weekdays INTEGER NOT NULL,
      everyCount INTEGER NOT NULL,
      startsOn TEXT NOT NULL CHECK (\(SQLShape.date("startsOn"))),
      endsOn TEXT CHECK (\(SQLShape.date("endsOn"))),
      mode TEXT NOT NULL,
      turnsFrom TEXT NOT NULL CHECK (\(SQLShape.date("turnsFrom"))),
      inOrder INTEGER NOT NULL DEFAULT 0 CHECK (inOrder IN (0, 1)),
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL,
      UNIQUE (familyID, id)
    ) STRICT;
    -- The routines of a family by name.
    CREATE INDEX routinesByName ON routines(familyID, isArchived, nameKey, id);
    """
}
