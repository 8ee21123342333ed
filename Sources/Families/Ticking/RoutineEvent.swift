import Household
import SQLite
import SyncProtocol
import Values

/// Something that happened with a routine on one of the family's days. Events are only added: what
/// counts today follows from all of them, in whatever order devices heard of them.
///
/// Taking back names the events that it takes back. So no clock decides, and of two tablets on
/// which the same step is ticked at once neither undoes the other.
package struct RoutineEvent: Record, Identifiable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The step, or the routine without steps, was done.
    case done
    /// The person leaves the turn to the next one.
    case skip
    /// The other person does it.
    case swap
    /// Takes another event back.
    case undo
  }

  package let id: RecordID
  package let familyID: ZoneID
  package let routineID: RecordID
  /// `YYYY-MM-DD`: the day that it is about, whenever it was noted.
  package let day: String
  package let kind: Kind?
  /// Whom it is about.
  package let personID: AccountID
  /// Of a swap: who does it.
  package let otherID: AccountID?
  package let stepID: RecordID?
  package let undoesID: RecordID?
  /// Milliseconds since 1970, by the clock of the device.
  package let createdAt: Int64
  /// The account that noted it.
  package let createdBy: AccountID

  package static let sql = RecordSQL(
    "routineEvents",
    [
      "id", "familyID", "routineID", "day", "kind", "personID", "otherID", "stepID", "undoesID",
      "createdAt", "createdBy",
    ])

  package var values: [Value] {
    [
      .text(id), .text(familyID), .text(routineID), .text(day), .text(kind?.rawValue ?? ""),
      .text(personID), Value(otherID), Value(stepID), Value(undoesID), .integer(createdAt),
      .text(createdBy),
    ]
  }

  init(
    id: RecordID, of routine: Routine, on day: CalendarDay, _ kind: Kind, personID: AccountID,
    otherID: AccountID? = nil, stepID: RecordID? = nil, undoesID: RecordID? = nil,
    createdAt: Int64, createdBy: AccountID
  ) {
    (self.id, familyID, routineID) = (id, routine.familyID, routine.id)
    (self.day, self.kind, self.personID) = (day.text, kind, personID)
    (self.otherID, self.stepID, self.undoesID) = (otherID, stepID, undoesID)
    (self.createdAt, self.createdBy) = (createdAt, createdBy)
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    familyID = row.text()
    routineID = row.text()
    day = row.text()
    kind = Kind(rawValue: row.text())
    personID = row.text()
    otherID = row.optionalText()
    stepID = row.optionalText()
    undoesID = row.optionalText()
    createdAt = row.instant()
    createdBy = row.text()
  }

  /// The events that count: those that no other takes back. What takes back is not among them.
  ///
  /// Only an event of the same routine and day takes one back, so that a day says the same whichever
  /// other days are read with it.
  package static func counting(_ events: [RoutineEvent]) -> [RoutineEvent] {
    if isPlanted(.undoByTime) { return countingByTime(events) }
    var undone: [RecordID: [RoutineEvent]] = [:]
    for event in events where event.kind == .undo {
      if let id = event.undoesID { undone[id, default: []].append(event) }
    }
    return events.filter { event in
      guard event.kind != nil, event.kind != .undo else { return false }
      return undone[event.id]?.contains {
        $0.routineID == event.routineID && $0.day == event.day
      } != true
    }
  }

  /// The bug `undoByTime`.
  private static func countingByTime(_ events: [RoutineEvent]) -> [RoutineEvent] {
    events.filter { event in
      event.kind != nil && event.kind != .undo
        && !events.contains { undo in
          undo.kind == .undo && undo.createdAt >= event.createdAt
            && (undo.undoesID == event.id
              || undo.routineID == event.routineID && undo.day == event.day
                && undo.personID == event.personID)
        }
    }
  }

  /// Whether no other event takes one back, in SQL: what ``counting(_:)`` says.
  static let countsSQL = """
    NOT EXISTS (
      SELECT 1 FROM routineEvents AS undone
        WHERE undone.familyID = routineEvents.familyID AND undone.undoesID = routineEvents.id
          AND +undone.routineID = routineEvents.routineID AND +undone.day = routineEvents.day
          AND undone.kind = 'undo')
    """

  /// The events about the days of a family, from a first to a last one.
  package static func about(
    _ days: ClosedRange<CalendarDay>, of family: ZoneID, in connection: Connection
  ) throws -> [RoutineEvent] {
    try all(
      where: "familyID = ? AND day BETWEEN ? AND ? ORDER BY day, id",
      [.text(family), .text(days.lowerBound.text), .text(days.upperBound.text)], in: connection)
  }
}

extension RoutineEvent {
  /// The events about the days of one routine, from a first to a last one.
  static func about(
    _ days: ClosedRange<CalendarDay>, of routine: Routine, in connection: Connection
  ) throws -> [RoutineEvent] {
    try all(
      where: "familyID = ? AND routineID = ? AND day BETWEEN ? AND ? ORDER BY day, id",
      [
        .text(routine.familyID), .text(routine.id), .text(days.lowerBound.text),
        .text(days.upperBound.text),
      ], in: connection)
  }

  /// Children read in the zone of a family, and add to this table: they tick.
  static let schema = TableSchema(
    "routineEvents", in: [.family], zoneColumn: "familyID",
    registers: [
      .text("routineID", .id, rule: .appendOnly),
      RegisterSchema(
        .text("day", maxBytes: TextLimit.date.maxBytes, form: .day), rule: .appendOnly),
      .text("kind", .choice, choices: Set(Kind.allCases.map(\.rawValue)), rule: .appendOnly),
      .text("personID", .id, rule: .appendOnly),
      .text("otherID", .id, isNullable: true, rule: .appendOnly),
      .text("stepID", .id, isNullable: true, rule: .appendOnly),
      .text("undoesID", .id, isNullable: true, rule: .appendOnly),
      .instant("createdAt", rule: .appendOnly),
      .text("createdBy", .id, rule: .appendOnly),
    ],
    references: [ReferenceSchema("routineID", to: "routines", .contained)],
    insertRole: .readOnly, authorRegisters: ["createdBy"])

  static let tableSQL = """
    CREATE TABLE routineEvents (
      id TEXT PRIMARY KEY NOT NULL,
      \(FamilySQL.family),
      routineID TEXT NOT NULL,
      day TEXT NOT NULL CHECK (\(SQLShape.date("day"))),
      kind TEXT NOT NULL,
      personID TEXT NOT NULL,
      otherID TEXT,
      stepID TEXT,
      undoesID TEXT,
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL,
      \(FamilySQL.reference("routineID", "routines"))
    ) STRICT;
    -- The events of a day.
    CREATE INDEX routineEventsByDay ON routineEvents(familyID, day, id);
    -- What was done of a routine, the last days first.
    CREATE INDEX routineEventsByRoutine ON routineEvents(familyID, routineID, day);
    -- Turns that were skipped or swapped.
    CREATE INDEX routineEventsOfTurns ON routineEvents(familyID, routineID, day)
      WHERE kind IN ('skip', 'swap');
    -- The days on which a routine was done as a whole: streaks go back over them.
    CREATE INDEX routineEventsOfWhole ON routineEvents(familyID, routineID, day)
      WHERE kind = 'done' AND stepID IS NULL;
    -- Whether an event was taken back.
    CREATE INDEX routineEventsUndone ON routineEvents(familyID, undoesID)
      WHERE undoesID IS NOT NULL;
    """
}
