import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// Changes a routine. What was done of it stays as it was.
package struct EditRoutine: Sendable {
  package var routineID: RecordID
  package var details: RoutineDetails
  package var plan: RoutinePlan
  package var steps: [RoutineStep]
  package var inOrder: Bool
  /// What the form showed when it was opened; only differences from it are written. `nil` for what
  /// is stored now.
  package var base: Routine?
  /// The family's day.
  package var today: CalendarDay

  package init(
    routineID: RecordID, _ details: RoutineDetails, _ plan: RoutinePlan, steps: [RoutineStep],
    inOrder: Bool, base: Routine? = nil, today: CalendarDay
  ) {
    (self.routineID, self.details, self.plan) = (routineID, details, plan)
    (self.steps, self.inOrder, self.base, self.today) = (steps, inOrder, base, today)
  }

  /// Throws `changedMeanwhile` if somebody else has changed the same of plan and steps: whoever
  /// comes second looks at both and chooses.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Routine {
    let connection = transaction.connection
    let old = try Routine.planned(routineID, transaction)
    let shown = base ?? old
    var check = InputCheck()
    let clean = try check.routine(
      details, plan, steps, of: old.familyID, named: old.plan.people, connection)
    guard check.problems.isEmpty else { throw FamilyFailure.invalid(check.problems) }
    let planChanges = !plan.says(shown.plan)
    let stepsChange = clean.steps != shown.steps || inOrder != shown.row.inOrder
    if planChanges, !shown.plan.says(old.plan), !plan.says(old.plan),
      !isPlanted(.formOverwritesPlan)
    {
      throw FamilyFailure.changedMeanwhile
    }
    let isStale = shown.steps != old.steps || shown.row.inOrder != old.row.inOrder
    if stepsChange, isStale { throw FamilyFailure.changedMeanwhile }
    var (row, before) = (old.row, old.row)
    before.write(shown.details)
    row.write(clean.details)
    _ = try row.update(from: before, over: old.row, in: connection)
    if planChanges { try write(try begun(old, connection), over: old, transaction) }
    if stepsChange { try write(clean.steps, over: old, transaction) }
    return try Routine.find(routineID, in: connection) ?? old
  }

  /// The new plan, whose turns begin today with whoever is next by the old one. Who is new comes
  /// last. Where the same people were put in another order, this order counts.
  private func begun(_ old: Routine, _ connection: Connection) throws -> RoutinePlan {
    var plan = plan
    plan.turnsFrom = max(today, plan.schedule.startsOn)
    guard plan.mode == .turns, old.plan.mode == .turns else { return plan }
    let isSame = plan.people == old.plan.people
    guard isSame || Set(plan.people) != Set(old.plan.people) else { return plan }
    if isSame, isPlanted(.planChangeRestartsTurns) { return plan }
    let members = Set(try FamilyPerson.all(of: old.familyID, in: connection).map(\.id))
    let queue = try DayBoard.queue(of: old, before: today, among: members, in: connection)
    plan.people =
      queue.filter(plan.people.contains) + plan.people.filter { !queue.contains($0) }
    return plan
  }

  private func write(
    _ plan: RoutinePlan, over old: Routine, _ transaction: WriteTransaction
  ) throws {
    var row = old.row
    row.write(plan)
    let connection = transaction.connection
    try connection.execute(
      """
      UPDATE routines SET scheduleKind = ?, weekdays = ?, everyCount = ?, startsOn = ?, endsOn = ?,
          mode = ?, turnsFrom = ?
        WHERE id = ?
      """,
      [
        .text(row.scheduleKind), .integer(row.weekdays), .integer(row.everyCount),
        .text(row.startsOn), Value(row.endsOn), .text(row.mode), .text(row.turnsFrom),
        .text(row.id),
      ])
    try connection.execute(
      "DELETE FROM routinePeople WHERE familyID = ? AND routineID = ?", .text(old.familyID),
      .text(old.id))
    try plan.insertPeople(into: old.id, of: old.familyID, transaction.newID, connection)
  }

  private func write(
    _ steps: [RoutineStep], over old: Routine, _ transaction: WriteTransaction
  ) throws {
    let connection = transaction.connection
    try connection.execute(
      "UPDATE routines SET inOrder = ? WHERE id = ?", .integer(inOrder ? 1 : 0), .text(old.id))
    try old.deleteSteps(in: connection)
    let own = Set(old.steps.map(\.id))
    for (position, step) in steps.enumerated() {
      var step = step
      // A step keeps its id, by which today's ticks name it; a new one gets one.
      if !own.contains(step.id) { step.id = transaction.newID() }
      try step.insert(into: old.id, of: old.familyID, at: position, connection)
    }
  }
}

extension RoutinePlan {
  /// Whether it says the same as another, as far as people see it: not from when on turns are
  /// counted.
  func says(_ other: RoutinePlan) -> Bool {
    schedule == other.schedule && mode == other.mode && people == other.people
  }
}

/// Puts a routine out of the way, or brings it back.
package struct ArchiveRoutine: Sendable {
  package var routineID: RecordID
  package var isArchived: Bool

  package init(routineID: RecordID, isArchived: Bool) {
    (self.routineID, self.isArchived) = (routineID, isArchived)
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let old = try Routine.planned(routineID, transaction)
    var row = old.row
    row.details.isArchived = isArchived
    try row.update(from: old.row, in: transaction.connection)
  }
}

/// Deletes a routine with all that was done of it. Returns what restores it.
package struct DeleteRoutine: Sendable {
  package var routineID: RecordID

  package init(routineID: RecordID) { self.routineID = routineID }

  /// A routine and what was done of it.
  package struct Deleted: Equatable, Sendable {
    package let routine: Routine
    package let events: [RoutineEvent]
    package let approvals: [RoutineApproval]
    package let pictures: [StepPicture]
    package let proofs: [RoutineProof]

    var count: Int { events.count + approvals.count + pictures.count + proofs.count }
  }

  /// More than this, and a routine can be archived only.
  package static let maxEvents = 5000

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Deleted {
    let connection = transaction.connection
    let routine = try Routine.planned(routineID, transaction)
    let parameters: [Value] = [.text(routine.familyID), .text(routine.id)]
    let its = "familyID = ? AND routineID = ?"
    let deleted = Deleted(
      routine: routine, events: try RoutineEvent.all(where: its, parameters, in: connection),
      approvals: try RoutineApproval.all(where: its, parameters, in: connection),
      pictures: try StepPicture.all(where: its, parameters, in: connection),
      proofs: try RoutineProof.all(where: its, parameters, in: connection))
    if deleted.count > Self.maxEvents {
      throw FamilyFailure.invalid([
        InputProblem(field: InputField("title"), reason: .tooMany(max: Self.maxEvents))
      ])
    }
    for event in deleted.events { try event.delete(in: connection) }
    for approval in deleted.approvals { try approval.delete(in: connection) }
    for picture in deleted.pictures { try picture.delete(in: connection) }
    for proof in deleted.proofs { try proof.delete(in: connection) }
    try routine.deleteSteps(in: connection)
    try connection.execute("DELETE FROM routinePeople WHERE \(its)", parameters)
    try routine.row.delete(in: connection)
    return deleted
  }
}

/// Restores a deleted routine under its id, with what was done of it.
package struct RestoreRoutine: Sendable {
  package var deleted: DeleteRoutine.Deleted

  package init(_ deleted: DeleteRoutine.Deleted) { self.deleted = deleted }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let connection = transaction.connection
    let routine = deleted.routine
    try transaction.requireParent(of: routine.familyID)
    guard try Routine.Row.find(routine.id, in: connection) == nil else {
      throw FamilyFailure.alreadyThere
    }
    try routine.row.insert(in: connection)
    try routine.plan.insertPeople(
      into: routine.id, of: routine.familyID, transaction.newID, connection)
    for (position, step) in routine.steps.enumerated() {
      try step.insert(into: routine.id, of: routine.familyID, at: position, connection)
    }
    for event in deleted.events { try event.insert(in: connection) }
    for approval in deleted.approvals { try approval.insert(in: connection) }
    for picture in deleted.pictures { try picture.insert(in: connection) }
    for proof in deleted.proofs { try proof.insert(in: connection) }
  }
}

extension Routine {
  /// A routine that the person may plan. Throws `routineNotFound`, and `parentsOnly` for a child.
  static func planned(_ id: RecordID, _ transaction: WriteTransaction) throws -> Routine {
    guard let routine = try find(id, in: transaction.connection) else {
      throw FamilyFailure.routineNotFound
    }
    try transaction.requireParent(of: routine.familyID)
    return routine
  }

  func deleteSteps(in connection: Connection) throws {
    try connection.execute(
      "DELETE FROM routineSteps WHERE familyID = ? AND routineID = ?", .text(familyID), .text(id))
  }
}
