import Household
import SQLite

/// What goes with a routine when it is deleted, for whoever is asked before.
package struct RoutineLoss: Equatable, Sendable {
  /// The stars that people have earned by it.
  package let stars: Int64
  /// How much was noted and shown of it.
  package let count: Int

  /// Whether it can be deleted at once; otherwise it can be archived only.
  package var canBeDeleted: Bool { count <= DeleteRoutine.maxEvents }

  package init(of routine: Routine, in connection: Connection) throws {
    let parameters: [Value] = [.text(routine.familyID), .text(routine.id)]
    // Of several approvals of one person and day one counts, as in `Stars`.
    stars =
      try connection.query(
        """
        SELECT stars, min(id) FROM routineApprovals
          WHERE familyID = ? AND routineID = ? AND \(RoutineApproval.countsSQL)
          GROUP BY personID, day
        """, parameters
      ) { $0.integer(0) }.reduce(0) { $0.addingSaturating($1) }
    count = try ["routineEvents", "routineApprovals", "stepPictures", "routineProofs"]
      .reduce(0) { count, table in
        let found = try connection.query(
          "SELECT count(*) FROM \(table) WHERE familyID = ? AND routineID = ?", parameters
        ) { Int($0.integer(0)) }
        return count + (found.first ?? 0)
      }
  }
}
