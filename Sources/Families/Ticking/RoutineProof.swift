import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// A photo that shows that a routine was done on a day. Children add their own, and the hub refuses
/// one in the name of somebody else.
package struct RoutineProof: Record, Identifiable {
  package let id: RecordID
  package let familyID: ZoneID
  package let routineID: RecordID
  /// `YYYY-MM-DD`.
  package let day: String
  package let personID: AccountID
  package let file: StoredPhoto
  /// Milliseconds since 1970.
  package let createdAt: Int64
  package let createdBy: AccountID

  package static let sql = RecordSQL(
    "routineProofs",
    ["id", "familyID", "routineID", "day", "personID"] + PictureColumns.names + [
      "createdAt", "createdBy",
    ])

  package var values: [Value] {
    [.text(id), .text(familyID), .text(routineID), .text(day), .text(personID)]
      + PictureColumns.values(of: file) + [.integer(createdAt), .text(createdBy)]
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    familyID = row.text()
    routineID = row.text()
    day = row.text()
    personID = row.text()
    file = PictureColumns.read(&row)
    createdAt = row.instant()
    createdBy = row.text()
  }

  init(
    id: RecordID, of routine: Routine, on day: CalendarDay, personID: AccountID,
    _ file: StoredPhoto, createdAt: Int64, createdBy: AccountID
  ) {
    (self.id, familyID, routineID, self.day) = (id, routine.familyID, routine.id, day.text)
    (self.personID, self.file) = (personID, file)
    (self.createdAt, self.createdBy) = (createdAt, createdBy)
  }

  /// More photos of one routine and day than these are not shown.
  package static let maxPerDay = 10

  /// Those of a routine on a day, the latest first.
  ///
  /// - Parameter person: whom they are about; `nil` for anybody.
  package static func of(
    _ routine: RecordID, on day: CalendarDay, by person: AccountID? = nil, in family: ZoneID,
    _ connection: Connection
  ) throws -> [RoutineProof] {
    try all(
      where: """
        familyID = ?1 AND routineID = ?2 AND day = ?3 AND (?4 IS NULL OR personID = ?4)
          ORDER BY createdAt DESC, id DESC LIMIT ?5
        """,
      [
        .text(family), .text(routine), .text(day.text), Value(person),
        .integer(Int64(maxPerDay)),
      ], in: connection)
  }

  /// Those of a routine on some days, the latest first, of each day as many as are shown of one.
  package static func of(
    _ routine: RecordID, on days: ClosedRange<CalendarDay>, in family: ZoneID,
    _ connection: Connection
  ) throws -> [RoutineProof] {
    try (days.lowerBound.daysSince1970...days.upperBound.daysSince1970).flatMap {
      try of(routine, on: CalendarDay(daysSince1970: $0), in: family, connection)
    }
  }

  /// Those that show that an entry was done: where everybody does it their own only, and none that
  /// a parent has looked at and not found enough.
  package static func counting(
    for entry: DayBoard.Entry, on day: CalendarDay, _ connection: Connection
  ) throws -> [RoutineProof] {
    let routine = entry.routine
    let person = routine.plan.mode == .each ? entry.personID : nil
    let proofs = try of(routine.id, on: day, by: person, in: routine.familyID, connection)
    guard !proofs.isEmpty else { return [] }
    let children = Set(
      try FamilyPerson.all(of: routine.familyID, in: connection).filter { $0.role == .child }
        .map(\.id))
    let events = try RoutineEvent.about(day...day, of: routine, in: connection)
    let undos = events.filter { $0.kind == .undo }
    let undone = Set(undos.compactMap(\.undoesID))
    let refused = Set(undos.filter { !children.contains($0.createdBy) }.compactMap(\.undoesID))
    let done = events.filter { $0.kind == .done && (person == nil || $0.personID == person) }
    // Times of ticks alone are compared, which mostly are by the clock by which the photo is.
    let refusedAt = done.filter { refused.contains($0.id) }.map(\.createdAt).max()
    return proofs.filter { proof in
      // With a photo it is noted as done in one write.
      let stands = done.contains {
        $0.stepID == nil && !undone.contains($0.id) && $0.createdBy == proof.createdBy
          && $0.createdAt == proof.createdAt
      }
      return stands || proof.createdAt > refusedAt ?? .min
    }
  }

  static let schema = TableSchema(
    "routineProofs", in: [.family], zoneColumn: "familyID",
    registers: [
      .text("routineID", .id, rule: .appendOnly),
      RegisterSchema(
        .text("day", maxBytes: TextLimit.date.maxBytes, form: .day), rule: .appendOnly),
      .text("personID", .id, rule: .appendOnly),
    ] + PictureColumns.registers + [
      .instant("createdAt", rule: .appendOnly), .text("createdBy", .id, rule: .appendOnly),
    ],
    references: [ReferenceSchema("routineID", to: "routines", .contained)],
    insertRole: .readOnly, authorRegisters: ["createdBy"])

  static let tableSQL = """
    CREATE TABLE routineProofs (
      id TEXT PRIMARY KEY NOT NULL,
      \(FamilySQL.family),
      routineID TEXT NOT NULL,
      day TEXT NOT NULL CHECK (\(SQLShape.date("day"))),
      personID TEXT NOT NULL,
      \(PictureColumns.sql),
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL,
      \(FamilySQL.reference("routineID", "routines"))
    ) STRICT;
    -- The photos of a routine on a day.
    CREATE INDEX routineProofsByDay ON routineProofs(familyID, routineID, day, createdAt, id);
    -- Whether a file is still in use.
    CREATE INDEX routineProofsByBlob ON routineProofs(blobHash);
    """
}

/// Notes that a routine was done, with a photo that shows it, whose file is in the blob store.
package struct ProveRoutine: Sendable {
  package var task: RoutineTask
  package var file: StoredPhoto

  package init(_ task: RoutineTask, _ file: StoredPhoto) { (self.task, self.file) = (task, file) }

  /// Returns the entry as it is then.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    var check = InputCheck()
    check.file(file)
    guard check.problems.isEmpty else { throw FamilyFailure.invalid(check.problems) }
    var whole = task
    whole.stepID = nil
    let note = try RoutineNote(whole, transaction)
    try RoutineProof(
      id: transaction.newID(), of: note.entry.routine, on: task.day, personID: task.personID, file,
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID
    ).insert(in: transaction.connection)
    var tick = TickRoutine(whole)
    tick.isProven = true
    return try tick(transaction)
  }
}
