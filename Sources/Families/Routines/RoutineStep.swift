import Household
import SQLite
import SyncProtocol

/// One step of a routine, with its picture.
package struct RoutineStep: Equatable, Sendable, Identifiable {
  package var id: RecordID
  package var title: String
  /// Empty, or one emoji.
  package var emoji = ""
  /// Whether the routine is done without it.
  package var isOptional = false

  package init(id: RecordID, title: String, emoji: String = "", isOptional: Bool = false) {
    (self.id, self.title, self.emoji, self.isOptional) = (id, title, emoji, isOptional)
  }

  /// The steps of a routine in order.
  static func of(
    _ routine: RecordID, in family: ZoneID, _ connection: Connection
  ) throws -> [RoutineStep] {
    try connection.query(
      """
      SELECT id, title, emoji, isOptional FROM routineSteps
        WHERE familyID = ? AND routineID = ? ORDER BY position, id
      """, [.text(family), .text(routine)]
    ) {
      RoutineStep(id: $0.text(0), title: $0.text(1), emoji: $0.text(2), isOptional: $0.bool(3))
    }
  }

  func insert(
    into routine: RecordID, of family: ZoneID, at position: Int, _ connection: Connection
  ) throws {
    try connection.execute(
      """
      INSERT INTO routineSteps (id, routineID, familyID, position, title, emoji, isOptional)
        VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(id), .text(routine), .text(family), .integer(Int64(position)), .text(title),
        .text(emoji), .integer(isOptional ? 1 : 0),
      ])
  }

  /// All steps are one register, so that their order is what one parent has seen.
  static let register = RegisterSchema(
    aggregate: "steps", columns: [.integer("inOrder", 0...1, defaultValue: 0)],
    child: ChildSchema(
      "routineSteps", parentColumn: "routineID", zoneColumn: "familyID",
      columns: [
        .text("id", maxBytes: TextLimit.id.maxBytes),
        .integer("position", 0...Int64(Routine.maxSteps)),
        .text("title", maxBytes: TextLimit.name.maxBytes),
        .text("emoji", maxBytes: TextLimit.emoji.maxBytes, defaultValue: ""),
        .integer("isOptional", 0...1, defaultValue: 0),
      ])
  ) { content in
    guard case .map(let map) = content, case .list(let rows)? = map["routineSteps"] else {
      return "no steps"
    }
    return rows.count <= Routine.maxSteps ? nil : "too many steps"
  }

  static let tableSQL = """
    CREATE TABLE routineSteps (
      id TEXT PRIMARY KEY NOT NULL,
      routineID TEXT NOT NULL,
      \(FamilySQL.family),
      position INTEGER NOT NULL,
      title TEXT NOT NULL,
      emoji TEXT NOT NULL DEFAULT '',
      isOptional INTEGER NOT NULL DEFAULT 0 CHECK (isOptional IN (0, 1)),
      \(FamilySQL.reference("routineID", "routines"))
    ) STRICT;
    CREATE INDEX routineStepsByRoutine ON routineSteps(routineID, familyID, position);
    """
}
