import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// Notes that a step, or a routine as a whole, was done on a day. Everybody in the family may, for
/// themselves and for others: a tablet on the wall is everybody's.
///
/// What is ticked already stays as it is.
package struct TickRoutine: RoutineUseCase {
  package var task: RoutineTask
  /// Whether a photo comes with it.
  var isProven = false

  package init(_ task: RoutineTask) { self.task = task }

  /// Returns the entry as it is then. Throws `notDue` where there is nothing to tick, `tooFarAhead`
  /// for a day after tomorrow, `outOfOrder` where other steps come first, and `photoMissing` where
  /// a child is through without the photo that the routine asks for.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    let note = try RoutineNote(task, transaction)
    try note.requireDay()
    let entry = note.entry
    let stepID = task.stepID
    if let stepID, !entry.steps.contains(where: { $0.id == stepID }) {
      throw FamilyFailure.routineNotFound
    }
    // Who presses is told. What two devices have noted at once stays, in whatever order.
    if let stepID, entry.comesLater(stepID), !isPlanted(.anyOrder) {
      throw FamilyFailure.outOfOrder
    }
    var open = entry.steps.filter { !$0.isDone && (stepID == nil || $0.id == stepID) }.map(\.id)
    let done = Set(entry.steps.filter(\.isDone).map(\.id))
    if stepID == nil, entry.state != .open { open = [] }
    let needed = entry.routine.steps.filter { !$0.isOptional }.map(\.id)
    let isComplete = stepID == nil || (!needed.isEmpty && done.union(open).isSuperset(of: needed))
    if isComplete, entry.state == .open, !isProven { try note.requireProof(transaction) }
    for step in open {
      try note.add(.done, stepID: step, transaction)
    }
    // Noted as a whole, so that a step that is added later does not undo the day.
    if isComplete, entry.state == .open { try note.add(.done, transaction) }
    return try note.present(transaction)
  }
}

/// Takes back what was ticked: one step, or all of a day's routine. A parent takes back what was
/// approved of it, too, so that it is looked at again; what a parent has approved no child takes
/// back.
package struct UntickRoutine: RoutineUseCase {
  package var task: RoutineTask

  package init(_ task: RoutineTask) { self.task = task }

  /// Throws `parentsOnly` for a child where a parent has approved it.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    let note = try RoutineNote(task, transaction)
    let role = try transaction.requireMember(of: note.entry.routine.familyID)
    if role == .child, !note.entry.approvals.isEmpty, !isPlanted(.approvedUnticked) {
      throw FamilyFailure.parentsOnly
    }
    let stepID = task.stepID
    let ofOtherSteps = Set(note.entry.steps.filter { $0.id != stepID }.flatMap(\.eventIDs))
    for event in note.entry.eventIDs where stepID == nil || !ofOtherSteps.contains(event) {
      try note.add(.undo, undoesID: event, transaction)
    }
    let takesBack = role == .parent && !isPlanted(.starsKeptWhenUnticked)
    for approval in takesBack ? note.entry.approvals : [] {
      try note.approve(approval.personID, undoes: approval, transaction)
    }
    return try note.present(transaction)
  }
}

/// Leaves a turn to the next one. Of a day that is far ahead the turn can be given away only.
package struct SkipTurn: RoutineUseCase {
  package var task: RoutineTask

  package init(_ task: RoutineTask) { self.task = task }

  /// Returns the entry of whoever has the turn then.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    let note = try RoutineNote(task, transaction)
    try note.requireDay()
    guard note.entry.hasTurn, note.entry.personID == task.personID else {
      throw FamilyFailure.notDue
    }
    // Who has agreed to do it and skips does not do it.
    try note.takeBackSwaps(transaction)
    try note.add(.skip, transaction)
    return try note.present(transaction)
  }
}

/// Gives the turn of a day to somebody else in the routine: the task's person, who does it.
package struct SwapTurn: RoutineUseCase {
  package var task: RoutineTask

  package init(_ task: RoutineTask) { self.task = task }

  /// Throws `notDue` where there are no turns, and where the person is away on the day.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    let note = try RoutineNote(task, transaction)
    guard note.entry.hasTurn else { throw FamilyFailure.notDue }
    guard note.entry.routine.plan.people.contains(task.personID) else {
      throw FamilyFailure.personNotFound
    }
    guard !note.away.contains(task.personID) || isPlanted(.swappedToWhoIsAway) else {
      throw FamilyFailure.notDue
    }
    if note.entry.personID == task.personID { return note.entry }
    // An earlier agreement ends by its name: its device's clock may be ahead of this one's.
    try note.takeBackSwaps(transaction)
    try note.add(.swap, otherID: task.personID, transaction)
    return try note.present(transaction)
  }
}

/// A parent finds a routine done. Does nothing where nothing waits.
package struct ApproveRoutine: RoutineUseCase {
  package var task: RoutineTask

  package init(_ task: RoutineTask) { self.task = task }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    let note = try RoutineNote(task, transaction)
    if !isPlanted(.childApproves) {
      try transaction.requireParent(of: note.entry.routine.familyID)
    }
    try note.requireDay()
    guard note.entry.state == .waiting else { return note.entry }
    // Where it is not everybody's own, it is about whoever has done it.
    let isOwn = note.entry.routine.plan.mode == .each
    for person in isOwn ? [task.personID] : note.entry.doneBy {
      try note.approve(person, transaction)
    }
    return try note.present(transaction)
  }
}

/// Takes back that a turn of the day was skipped or swapped: whose turn it was before has it again.
package struct UndoTurn: RoutineUseCase {
  package var task: RoutineTask

  package init(_ task: RoutineTask) { self.task = task }

  /// Returns the entry of whoever has the turn then.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    let note = try RoutineNote(task, transaction)
    for event in note.entry.turnNotes {
      try note.add(.undo, undoesID: event.id, transaction)
    }
    return try note.present(transaction)
  }
}
