import Household
import SQLite
import SyncProtocol
import Values

/// When a routine is due, and for whom. It is one register: two parents who change it at once do
/// not end with the days of the one and the people of the other.
package struct RoutinePlan: Equatable, Sendable {
  package enum Mode: String, CaseIterable, Sendable {
    /// Everybody does it.
    case each
    /// Whoever comes first.
    case anyone
    /// One after the other.
    case turns
  }

  package var schedule: RoutineSchedule
  package var mode: Mode
  /// Account ids, in the order of turns.
  package var people: [AccountID]
  /// The day of the first turn in this order. When the people or the days change, the turns begin
  /// anew on that day with whoever was next.
  package var turnsFrom: CalendarDay

  package static let maxPeople = 30
  package static let weekdayMasks: ClosedRange<Int64> = 0...127

  package init(
    _ schedule: RoutineSchedule, _ mode: Mode, people: [AccountID], turnsFrom: CalendarDay? = nil
  ) {
    (self.schedule, self.mode, self.people) = (schedule, mode, people)
    self.turnsFrom = turnsFrom ?? schedule.startsOn
  }

  /// The plan of a stored routine. What a newer program wrote, and this one does not know, is due
  /// on no day rather than on a guessed one.
  init(_ row: Routine.Row, in connection: Connection) throws {
    let start = CalendarDay(row.startsOn) ?? CalendarDay(year: 9999, month: 12, day: 31)
    let kind = RoutineSchedule.Kind(rawValue: row.scheduleKind)
    schedule = RoutineSchedule(
      kind ?? .weekdays, weekdays: kind == nil ? [] : Weekdays(rawValue: row.weekdays),
      everyCount: row.everyCount, from: start, through: row.endsOn.flatMap { CalendarDay($0) })
    mode = Mode(rawValue: row.mode) ?? .each
    turnsFrom = CalendarDay(row.turnsFrom) ?? start
    people = try connection.query(
      """
      SELECT accountID FROM routinePeople WHERE familyID = ? AND routineID = ?
        ORDER BY position, id
      """, [.text(row.familyID), .text(row.id)]
    ) { $0.text(0) }
  }

  /// The days before another one on which a routine that is due some days after it was done was due
  /// in vain, as days since 1970. Those before the turns began anew are not counted.
  ///
  /// - Parameter lastDone: the last day before `day` on which it was done; `nil` if it never was.
  func missed(before day: CalendarDay, lastDone: CalendarDay?) -> Range<Int> {
    let first = max(schedule.firstDue(after: lastDone), turnsFrom).daysSince1970
    let end = schedule.endsOn.map { min(day.daysSince1970, $0.daysSince1970 + 1) }
    return first..<max(first, end ?? day.daysSince1970)
  }

  func insertPeople(
    into routine: RecordID, of family: ZoneID, _ newID: () -> RecordID, _ connection: Connection
  ) throws {
    for (position, person) in people.enumerated() {
      try connection.execute(
        """
        INSERT INTO routinePeople (id, routineID, familyID, position, accountID)
          VALUES (?, ?, ?, ?, ?)
        """,
        [
          .text(newID()), .text(routine), .text(family), .integer(Int64(position)), .text(person),
        ])
    }
  }
}

extension RoutinePlan {
  static let register = RegisterSchema(
    aggregate: "plan",
    columns: [
      .text(
        "scheduleKind", maxBytes: TextLimit.choice.maxBytes,
        choices: Set(RoutineSchedule.Kind.allCases.map(\.rawValue))),
      .integer("weekdays", weekdayMasks), .integer("everyCount", RoutineSchedule.counts),
      .text("startsOn", maxBytes: TextLimit.date.maxBytes, form: .day),
      .text("endsOn", maxBytes: TextLimit.date.maxBytes, isNullable: true, form: .day),
      .text(
        "mode", maxBytes: TextLimit.choice.maxBytes,
        choices: Set(Mode.allCases.map(\.rawValue))),
      .text("turnsFrom", maxBytes: TextLimit.date.maxBytes, form: .day),
    ],
    child: ChildSchema(
      "routinePeople", parentColumn: "routineID", zoneColumn: "familyID",
      columns: [
        .text("id", maxBytes: TextLimit.id.maxBytes),
        .integer("position", 0...Int64(maxPeople)),
        .text("accountID", maxBytes: TextLimit.id.maxBytes),
      ]), validate: check)

  static let peopleSQL = """
    CREATE TABLE routinePeople (
      id TEXT PRIMARY KEY NOT NULL,
      routineID TEXT NOT NULL,
      \(FamilySQL.family),
      position INTEGER NOT NULL,
      accountID TEXT NOT NULL,
      \(FamilySQL.reference("routineID", "routines"))
    ) STRICT;
    CREATE INDEX routinePeopleByRoutine ON routinePeople(routineID, familyID, position);
    """

  /// What the hub and every replica check of a plan: it names somebody, nobody twice, and a day.
  private static let check: @Sendable (FieldValue) -> String? = { content in
    guard case .map(let map) = content, case .list(let rows)? = map["routinePeople"] else {
      return "no people"
    }
    let people = rows.compactMap { row -> String? in
      guard case .map(let row) = row else { return nil }
      return row["accountID"]?.text
    }
    guard !people.isEmpty, people.count == rows.count, people.count <= maxPeople else {
      return "nobody, or too many people"
    }
    guard Set(people).count == people.count else { return "somebody twice" }
    if map["scheduleKind"]?.text == RoutineSchedule.Kind.weekdays.rawValue,
      map["weekdays"] == .integer(0)
    {
      return "no day of the week"
    }
    if let start = map["startsOn"]?.text, let end = map["endsOn"]?.text, end < start {
      return "ends before it begins"
    }
    return nil
  }
}
