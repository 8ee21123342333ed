import Household
import Replica
import SyncProtocol
import Values

/// A parent does not find a routine done: what was ticked is taken back, and it is open again. Does
/// nothing where nothing waits.
package struct RefuseRoutine: Sendable {
  package var routineID: RecordID
  package var day: CalendarDay
  package var personID: AccountID

  package init(routineID: RecordID, day: CalendarDay, personID: AccountID) {
    (self.routineID, self.day, self.personID) = (routineID, day, personID)
  }

  /// Throws `parentsOnly` for a child, and `notDue` where there is nothing to look at.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    let connection = transaction.connection
    guard let routine = try Routine.find(routineID, in: connection) else {
      throw FamilyFailure.routineNotFound
    }
    try transaction.requireParent(of: routine.familyID)
    let board = try DayBoard(of: routine.familyID, on: day, in: connection)
    guard let entry = board.entry(of: routine.id, for: personID) else {
      throw FamilyFailure.notDue
    }
    guard entry.state == .waiting else { return entry }
    return try UntickRoutine(routineID: routineID, day: day, personID: personID)(transaction)
  }
}

extension DayBoard {
  /// Somebody's own entry of a routine; in turns, and where anyone may, the one that there is.
  package func entry(of routine: RecordID, for person: AccountID) -> Entry? {
    entries.first {
      $0.routine.id == routine && ($0.personID == person || $0.routine.plan.mode != .each)
    }
  }
}
