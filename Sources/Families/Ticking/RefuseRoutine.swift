import Household
import Replica
import SyncProtocol
import Values

/// A parent does not find a routine done: what was ticked is taken back, and it is open again. Does
/// nothing where nothing waits.
package struct RefuseRoutine: RoutineUseCase {
  package var task: RoutineTask

  package init(_ task: RoutineTask) { self.task = task }

  /// Throws `parentsOnly` for a child, and `notDue` where there is nothing to look at.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    let connection = transaction.connection
    guard let routine = try Routine.find(task.routineID, in: connection) else {
      throw FamilyFailure.routineNotFound
    }
    try transaction.requireParent(of: routine.familyID)
    let board = try DayBoard(of: routine.familyID, on: task.day, in: connection)
    guard let entry = board.entry(of: routine.id, for: task.personID) else {
      throw FamilyFailure.notDue
    }
    guard entry.state == .waiting else { return entry }
    var whole = task
    whole.stepID = nil
    return try UntickRoutine(whole)(transaction)
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
