import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// A routine of one day, for one person: what somebody ticks, skips, swaps or approves.
package struct RoutineTask: Equatable, Sendable {
  package var routineID: RecordID
  package var day: CalendarDay
  package var personID: AccountID
  /// `nil` for the routine as a whole, and with it for all its steps.
  package var stepID: RecordID?
  /// The family's day now.
  package var today: CalendarDay

  /// How many days ahead something may be done. A person who travels, or whose clock is wrong, may
  /// be a day ahead of the others.
  package static let maxDaysAhead = 1

  package init(
    routineID: RecordID, day: CalendarDay, personID: AccountID, stepID: RecordID? = nil,
    today: CalendarDay
  ) {
    (self.routineID, self.day, self.personID, self.stepID) = (routineID, day, personID, stepID)
    self.today = today
  }

  /// Whether nothing of a day can be done yet.
  package static func isTooFarAhead(_ day: CalendarDay, of today: CalendarDay) -> Bool {
    day.daysSince1970 - today.daysSince1970 > maxDaysAhead
  }
}

/// A use case that notes something about a routine of one day.
package protocol RoutineUseCase: Sendable {
  var task: RoutineTask { get }

  init(_ task: RoutineTask)
}

extension RoutineUseCase {
  package init(
    routineID: RecordID, day: CalendarDay, personID: AccountID, stepID: RecordID? = nil,
    today: CalendarDay
  ) {
    self.init(
      RoutineTask(
        routineID: routineID, day: day, personID: personID, stepID: stepID, today: today))
  }
}

/// What is to be noted about the entry of a day.
struct RoutineNote {
  let entry: DayBoard.Entry
  /// Who is away on the day.
  let away: Set<AccountID>
  private let task: RoutineTask

  init(_ task: RoutineTask, _ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    guard let routine = try Routine.find(task.routineID, in: connection) else {
      throw FamilyFailure.routineNotFound
    }
    try transaction.requireMember(of: routine.familyID)
    let board = try DayBoard(of: routine.familyID, on: task.day, in: connection)
    guard board.people.contains(where: { $0.id == task.personID }) else {
      throw FamilyFailure.personNotFound
    }
    guard let entry = board.entry(of: task.routineID, for: task.personID) else {
      throw FamilyFailure.notDue
    }
    (self.entry, self.task, away) = (entry, task, board.away)
  }

  func add(
    _ kind: RoutineEvent.Kind, stepID: RecordID? = nil, otherID: AccountID? = nil,
    undoesID: RecordID? = nil, _ transaction: WriteTransaction
  ) throws {
    try RoutineEvent(
      id: transaction.newID(), of: entry.routine, on: task.day, kind, personID: task.personID,
      otherID: otherID, stepID: stepID, undoesID: undoesID,
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID
    ).insert(in: transaction.connection)
  }

  /// Throws `tooFarAhead` for a day of which nothing can be done yet. What was noted of it, by a
  /// device with a wrong clock, can be taken back.
  func requireDay() throws {
    if RoutineTask.isTooFarAhead(task.day, of: task.today), !isPlanted(.anyDayAhead) {
      throw FamilyFailure.tooFarAhead
    }
  }

  /// Throws `photoMissing` if the routine asks for a photo, and there is none of the day that
  /// counts (``RoutineProof/counting(for:on:_:)``). A parent needs none: they have looked.
  func requireProof(_ transaction: WriteTransaction) throws {
    let routine = entry.routine
    guard routine.details.asksPhoto, !isPlanted(.photoNotAsked),
      try transaction.requireMember(of: routine.familyID) == .child
    else { return }
    let proofs = try RoutineProof.counting(for: entry, on: task.day, transaction.connection)
    if proofs.isEmpty { throw FamilyFailure.photoMissing }
  }

  /// Notes that a parent has found it done, or takes an approval back.
  func approve(
    _ person: AccountID, undoes approval: RoutineApproval? = nil, _ transaction: WriteTransaction
  ) throws {
    let family = try Family.find(entry.routine.familyID, in: transaction.connection)
    let hasStars = family?.details.hasStars == true || isPlanted(.starsWhileOff)
    let isWorth = approval == nil && hasStars
    try RoutineApproval(
      id: transaction.newID(), of: entry.routine, on: task.day, personID: person,
      stars: isWorth ? entry.routine.details.stars : 0, undoesID: approval?.id,
      createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID
    ).insert(in: transaction.connection)
  }

  /// Takes back who has agreed to do it on the day.
  func takeBackSwaps(_ transaction: WriteTransaction) throws {
    for event in entry.turnNotes where event.kind == .swap {
      try add(.undo, undoesID: event.id, transaction)
    }
  }

  /// The entry as it is now. What is due some days after it was done may not be due any more once
  /// today's ticks were taken back: then nothing of it is done.
  func present(_ transaction: WriteTransaction) throws -> DayBoard.Entry {
    let board = try DayBoard(
      of: entry.routine.familyID, on: task.day, in: transaction.connection)
    return board.entry(of: task.routineID, for: task.personID) ?? entry.untouched
  }
}
