import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// Notes that a step, or a routine as a whole, was done on a day. Everybody in the family may, for
/// themselves and for others: a tablet on the wall is everybody's.
///
/// What is ticked already stays as it is.
package struct TickRoutine: Sendable {
  package var routineID: RecordID
  package var day: CalendarDay
  package var personID: AccountID
  /// `nil` for the routine as a whole, and with it for all its steps.
  package var stepID: RecordID?

  package init(
    routineID: RecordID, day: CalendarDay, personID: AccountID, stepID: RecordID? = nil
  ) {
    (self.routineID, self.day, self.personID, self.stepID) = (routineID, day, personID, stepID)
  }

  /// Returns the entry as it is then. Throws `notDue` where there is nothing to tick.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    let note = try RoutineNote(routineID, on: day, of: personID, transaction)
    let entry = note.entry
    if let stepID, !entry.steps.contains(where: { $0.id == stepID }) {
      throw FamilyFailure.routineNotFound
    }
    var open = entry.steps.filter { !$0.isDone && (stepID == nil || $0.id == stepID) }.map(\.id)
    var done = Set(entry.steps.filter(\.isDone).map(\.id))
    if stepID == nil, entry.state != .open { open = [] }
    for step in open {
      try note.add(.done, stepID: step, transaction)
      done.insert(step)
    }
    let needed = entry.routine.steps.filter { !$0.isOptional }.map(\.id)
    let isComplete = stepID == nil || (!needed.isEmpty && done.isSuperset(of: needed))
    // Noted as a whole, so that a step that is added later does not undo the day.
    if isComplete, entry.state == .open { try note.add(.done, transaction) }
    return try note.present(transaction)
  }
}

/// Takes back what was ticked: one step, or all of a day's routine.
package struct UntickRoutine: Sendable {
  package var routineID: RecordID
  package var day: CalendarDay
  package var personID: AccountID
  package var stepID: RecordID?

  package init(
    routineID: RecordID, day: CalendarDay, personID: AccountID, stepID: RecordID? = nil
  ) {
    (self.routineID, self.day, self.personID, self.stepID) = (routineID, day, personID, stepID)
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    let note = try RoutineNote(routineID, on: day, of: personID, transaction)
    let ofOtherSteps = Set(note.entry.steps.filter { $0.id != stepID }.flatMap(\.eventIDs))
    for event in note.entry.eventIDs where stepID == nil || !ofOtherSteps.contains(event) {
      try note.add(.undo, undoesID: event, transaction)
    }
    return try note.present(transaction)
  }
}

/// Leaves a turn to the next one.
package struct SkipTurn: Sendable {
  package var routineID: RecordID
  package var day: CalendarDay
  package var personID: AccountID

  package init(routineID: RecordID, day: CalendarDay, personID: AccountID) {
    (self.routineID, self.day, self.personID) = (routineID, day, personID)
  }

  /// Returns the entry of whoever has the turn then.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    let note = try RoutineNote(routineID, on: day, of: personID, transaction)
    guard note.entry.routine.plan.mode == .turns, note.entry.personID == personID else {
      throw FamilyFailure.notDue
    }
    // Who has agreed to do it and skips does not do it.
    try note.takeBackSwaps(transaction)
    try note.add(.skip, transaction)
    return try note.present(transaction)
  }
}

/// Gives the turn of a day to somebody else in the routine.
package struct SwapTurn: Sendable {
  package var routineID: RecordID
  package var day: CalendarDay
  /// Who does it.
  package var personID: AccountID

  package init(routineID: RecordID, day: CalendarDay, personID: AccountID) {
    (self.routineID, self.day, self.personID) = (routineID, day, personID)
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    let note = try RoutineNote(routineID, on: day, of: personID, transaction)
    guard note.entry.routine.plan.mode == .turns else { throw FamilyFailure.notDue }
    guard note.entry.routine.plan.people.contains(personID) else {
      throw FamilyFailure.personNotFound
    }
    if note.entry.personID == personID { return note.entry }
    // An earlier agreement ends by its name: its device's clock may be ahead of this one's.
    try note.takeBackSwaps(transaction)
    try note.add(.swap, otherID: personID, transaction)
    return try note.present(transaction)
  }
}

/// A parent finds a routine done. Does nothing where nothing waits.
package struct ApproveRoutine: Sendable {
  package var routineID: RecordID
  package var day: CalendarDay
  package var personID: AccountID

  package init(routineID: RecordID, day: CalendarDay, personID: AccountID) {
    (self.routineID, self.day, self.personID) = (routineID, day, personID)
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    let note = try RoutineNote(routineID, on: day, of: personID, transaction)
    if !isPlanted(.childApproves) {
      try transaction.requireParent(of: note.entry.routine.familyID)
    }
    guard note.entry.state == .waiting else { return note.entry }
    // Where everybody may do it, or somebody did it for another, whoever did it is approved.
    let isOwn = note.entry.routine.plan.mode == .each
    let approved = isOwn ? personID : note.entry.doneBy.first ?? personID
    try RoutineApproval(
      id: transaction.newID(), of: note.entry.routine, on: day, personID: approved,
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID
    ).insert(in: transaction.connection)
    return try note.present(transaction)
  }
}

/// What is to be noted about the entry of a day.
private struct RoutineNote {
  let entry: DayBoard.Entry
  private let day: CalendarDay
  private let personID: AccountID

  init(
    _ routineID: RecordID, on day: CalendarDay, of personID: AccountID,
    _ transaction: WriteTransaction
  ) throws {
    let connection = transaction.connection
    guard let routine = try Routine.find(routineID, in: connection) else {
      throw FamilyFailure.routineNotFound
    }
    try transaction.requireMember(of: routine.familyID)
    let board = try DayBoard(of: routine.familyID, on: day, in: connection)
    guard board.people.contains(where: { $0.id == personID }) else {
      throw FamilyFailure.personNotFound
    }
    guard let entry = Self.entry(routineID, personID, board) else { throw FamilyFailure.notDue }
    (self.entry, self.day, self.personID) = (entry, day, personID)
  }

  /// The person's own entry; in turns, and where anyone may, the one that there is.
  private static func entry(
    _ routineID: RecordID, _ personID: AccountID, _ board: DayBoard
  ) -> DayBoard.Entry? {
    board.entries.first {
      $0.routine.id == routineID
        && ($0.personID == personID || $0.routine.plan.mode != .each)
    }
  }

  func add(
    _ kind: RoutineEvent.Kind, stepID: RecordID? = nil, otherID: AccountID? = nil,
    undoesID: RecordID? = nil, _ transaction: WriteTransaction
  ) throws {
    try RoutineEvent(
      id: transaction.newID(), of: entry.routine, on: day, kind, personID: personID,
      otherID: otherID, stepID: stepID, undoesID: undoesID,
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID
    ).insert(in: transaction.connection)
  }

  /// Takes back who has agreed to do it on the day.
  func takeBackSwaps(_ transaction: WriteTransaction) throws {
    let events = try RoutineEvent.all(
      where: "familyID = ? AND routineID = ? AND day = ? ORDER BY id",
      [.text(entry.routine.familyID), .text(entry.routine.id), .text(day.text)],
      in: transaction.connection)
    for event in RoutineEvent.counting(events) where event.kind == .swap {
      try add(.undo, undoesID: event.id, transaction)
    }
  }

  /// The entry as it is now. What is due some days after it was done may not be due any more once
  /// today's ticks were taken back: then nothing of it is done.
  func present(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    let board = try DayBoard(
      of: entry.routine.familyID, on: day, in: transaction.connection)
    return Self.entry(entry.routine.id, personID, board) ?? entry.untouched
  }
}
