import Household
import SQLite
import SyncProtocol
import Values

/// A parent has looked at what somebody did and found it done. Only parents write here.
package struct RoutineApproval: Record, Identifiable {
  package let id: RecordID
  package let familyID: ZoneID
  package let routineID: RecordID
  /// `YYYY-MM-DD`.
  package let day: String
  package let personID: AccountID
  /// What the routine was worth when it was approved. A child cannot write here, so no child gives
  /// itself stars.
  package let stars: Int
  /// The approval that this one takes back.
  package let undoesID: RecordID?
  /// Milliseconds since 1970.
  package let createdAt: Int64
  package let createdBy: AccountID

  package static let sql = RecordSQL(
    "routineApprovals",
    [
      "id", "familyID", "routineID", "day", "personID", "stars", "undoesID", "createdAt",
      "createdBy",
    ])

  package var values: [Value] {
    [
      .text(id), .text(familyID), .text(routineID), .text(day), .text(personID),
      .integer(Int64(stars)), Value(undoesID), .integer(createdAt), .text(createdBy),
    ]
  }

  init(
    id: RecordID, of routine: Routine, on day: CalendarDay, personID: AccountID, stars: Int = 0,
    undoesID: RecordID? = nil, createdAt: Int64, createdBy: AccountID
  ) {
    (self.id, familyID, routineID, self.day) = (id, routine.familyID, routine.id, day.text)
    (self.stars, self.undoesID) = (stars, undoesID)
    (self.personID, self.createdAt, self.createdBy) = (personID, createdAt, createdBy)
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    familyID = row.text()
    routineID = row.text()
    day = row.text()
    personID = row.text()
    stars = Int(row.integer(in: RoutineDetails.starCounts))
    undoesID = row.optionalText()
    createdAt = row.instant()
    createdBy = row.text()
  }

  package static func about(
    _ days: ClosedRange<CalendarDay>, of family: ZoneID, in connection: Connection
  ) throws -> [RoutineApproval] {
    try all(
      where: "familyID = ? AND day BETWEEN ? AND ? ORDER BY day, id",
      [.text(family), .text(days.lowerBound.text), .text(days.upperBound.text)], in: connection)
  }

  /// Those of one routine, from a first to a last day.
  static func about(
    _ days: ClosedRange<CalendarDay>, of routine: Routine, in connection: Connection
  ) throws -> [RoutineApproval] {
    try all(
      where: "familyID = ? AND routineID = ? AND day BETWEEN ? AND ? ORDER BY day, id",
      [
        .text(routine.familyID), .text(routine.id), .text(days.lowerBound.text),
        .text(days.upperBound.text),
      ], in: connection)
  }

  /// The approvals that count: those that no other of the same routine and day takes back.
  package static func counting(_ approvals: [RoutineApproval]) -> [RoutineApproval] {
    var undone: [RecordID: [RoutineApproval]] = [:]
    for approval in approvals {
      if let id = approval.undoesID { undone[id, default: []].append(approval) }
    }
    return approvals.filter { approval in
      approval.undoesID == nil
        && undone[approval.id]?.contains {
          $0.routineID == approval.routineID && $0.day == approval.day
            && $0.personID == approval.personID
        } != true
    }
  }

  /// Whether an approval counts, in SQL: what ``counting(_:)`` says.
  static let countsSQL = """
    undoesID IS NULL
      AND NOT EXISTS (
        SELECT 1 FROM routineApprovals AS undone
          WHERE undone.familyID = routineApprovals.familyID
            AND undone.undoesID = routineApprovals.id
            AND +undone.routineID = routineApprovals.routineID
            AND +undone.day = routineApprovals.day
            AND +undone.personID = routineApprovals.personID)
    """

  static let schema = TableSchema(
    "routineApprovals", in: [.family], zoneColumn: "familyID",
    registers: [
      .text("routineID", .id, rule: .appendOnly),
      RegisterSchema(
        .text("day", maxBytes: TextLimit.date.maxBytes, form: .day), rule: .appendOnly),
      .text("personID", .id, rule: .appendOnly),
      .integer("stars", RoutineDetails.starCounts, defaultValue: 0, rule: .appendOnly),
      .text("undoesID", .id, isNullable: true, rule: .appendOnly),
      .instant("createdAt", rule: .appendOnly),
      .text("createdBy", .id, rule: .appendOnly),
    ],
    references: [ReferenceSchema("routineID", to: "routines", .contained)],
    authorRegisters: ["createdBy"])

  static let tableSQL = """
    CREATE TABLE routineApprovals (
      id TEXT PRIMARY KEY NOT NULL,
      \(FamilySQL.family),
      routineID TEXT NOT NULL,
      day TEXT NOT NULL CHECK (\(SQLShape.date("day"))),
      personID TEXT NOT NULL,
      stars INTEGER NOT NULL DEFAULT 0 CHECK (stars BETWEEN 0 AND 100),
      undoesID TEXT,
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL,
      \(FamilySQL.reference("routineID", "routines"))
    ) STRICT;
    CREATE INDEX routineApprovalsByDay ON routineApprovals(familyID, day, id);
    -- The stars of a month.
    CREATE INDEX routineApprovalsByPerson ON routineApprovals(familyID, personID, day);
    CREATE INDEX routineApprovalsUndone ON routineApprovals(familyID, undoesID)
      WHERE undoesID IS NOT NULL;
    CREATE INDEX routineApprovalsByRoutine ON routineApprovals(familyID, routineID, day);
    """
}
