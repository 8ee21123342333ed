import Household
import Replica
import SQLite
import SyncProtocol

/// A picture of a step, for a child who does not read. Only parents add one; where two were added at
/// once, the later one is shown.
package struct StepPicture: Record, Identifiable {
  package let id: RecordID
  package let familyID: ZoneID
  package let routineID: RecordID
  package let stepID: RecordID
  package let file: StoredPhoto
  /// Milliseconds since 1970.
  package let createdAt: Int64
  package let createdBy: AccountID

  package static let sql = RecordSQL(
    "stepPictures",
    ["id", "familyID", "routineID", "stepID"] + PictureColumns.names + ["createdAt", "createdBy"])

  package var values: [Value] {
    [.text(id), .text(familyID), .text(routineID), .text(stepID)]
      + PictureColumns.values(of: file) + [.integer(createdAt), .text(createdBy)]
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    familyID = row.text()
    routineID = row.text()
    stepID = row.text()
    file = PictureColumns.read(&row)
    createdAt = row.instant()
    createdBy = row.text()
  }

  fileprivate init(
    id: RecordID, of routine: Routine, stepID: RecordID, _ file: StoredPhoto, createdAt: Int64,
    createdBy: AccountID
  ) {
    (self.id, familyID, routineID) = (id, routine.familyID, routine.id)
    (self.stepID, self.file) = (stepID, file)
    (self.createdAt, self.createdBy) = (createdAt, createdBy)
  }

  /// The picture that each step of some routines shows.
  package static func shown(
    of routines: [RecordID], in family: ZoneID, _ connection: Connection
  ) throws -> [RecordID: StepPicture] {
    var shown: [RecordID: StepPicture] = [:]
    for routine in routines {
      for picture in try all(of: routine, in: family, connection) {
        shown[picture.stepID] = picture
      }
    }
    return shown
  }

  /// Those of a routine, the earliest first.
  static func all(
    of routine: RecordID, in family: ZoneID, _ connection: Connection
  ) throws -> [StepPicture] {
    try all(
      where: "familyID = ? AND routineID = ? ORDER BY createdAt, id LIMIT ?",
      [.text(family), .text(routine), .integer(Int64(Routine.maxSteps * 4))], in: connection)
  }

  static let schema = TableSchema(
    "stepPictures", in: [.family], zoneColumn: "familyID",
    registers: [
      .text("routineID", .id, rule: .appendOnly), .text("stepID", .id, rule: .appendOnly),
    ] + PictureColumns.registers + [
      .instant("createdAt", rule: .appendOnly), .text("createdBy", .id, rule: .appendOnly),
    ],
    references: [ReferenceSchema("routineID", to: "routines", .contained)],
    authorRegisters: ["createdBy"])

  static let tableSQL = """
    CREATE TABLE stepPictures (
      id TEXT PRIMARY KEY NOT NULL,
      \(FamilySQL.family),
      routineID TEXT NOT NULL,
      stepID TEXT NOT NULL,
      \(PictureColumns.sql),
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL,
      \(FamilySQL.reference("routineID", "routines"))
    ) STRICT;
    -- The pictures of a routine.
    CREATE INDEX stepPicturesByRoutine ON stepPictures(familyID, routineID, createdAt, id);
    -- Whether a file is still in use.
    CREATE INDEX stepPicturesByBlob ON stepPictures(blobHash);
    """
}

/// Gives a step a picture whose file is already in the blob store, in place of the one it has;
/// without a file it takes the picture away.
package struct SetStepPicture: Sendable {
  package var routineID: RecordID
  package var stepID: RecordID
  package var file: StoredPhoto?

  package init(routineID: RecordID, stepID: RecordID, file: StoredPhoto?) {
    (self.routineID, self.stepID, self.file) = (routineID, stepID, file)
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    let routine = try Routine.planned(routineID, transaction)
    guard routine.steps.contains(where: { $0.id == stepID }) else {
      throw FamilyFailure.routineNotFound
    }
    if let file {
      var check = InputCheck()
      check.file(file)
      guard check.problems.isEmpty else { throw FamilyFailure.invalid(check.problems) }
    }
    let steps = Set(routine.steps.map(\.id))
    // Pictures of steps that are gone go along.
    for picture in try StepPicture.all(of: routineID, in: routine.familyID, connection)
    where picture.stepID == stepID || !steps.contains(picture.stepID) {
      try picture.delete(in: connection)
    }
    guard let file else { return }
    try StepPicture(
      id: transaction.newID(), of: routine, stepID: stepID, file,
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID
    ).insert(in: connection)
  }
}
