import Household
import Replica
import SQLite
import SyncProtocol
import Values

/// Adds a routine.
package struct AddRoutine: Sendable {
  package var familyID: ZoneID
  package var details: RoutineDetails
  package var plan: RoutinePlan
  package var steps: [RoutineStep]
  /// Whether the steps are done in their order.
  package var inOrder: Bool

  package init(
    familyID: ZoneID, _ details: RoutineDetails, _ plan: RoutinePlan, steps: [RoutineStep] = [],
    inOrder: Bool = false
  ) {
    (self.familyID, self.details, self.plan) = (familyID, details, plan)
    (self.steps, self.inOrder) = (steps, inOrder)
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Routine {
    try transaction.requireParent(of: familyID)
    let connection = transaction.connection
    var check = InputCheck()
    let clean = try check.routine(details, plan, steps, of: familyID, connection)
    let count = try connection.first(
      "SELECT count(*) FROM routines WHERE familyID = ?", .text(familyID)
    ) { $0.integer(0) }
    if count ?? 0 >= Int64(Routine.maxPerFamily) {
      check.fail(InputField("title"), .tooMany(max: Routine.maxPerFamily))
    }
    guard check.problems.isEmpty else { throw FamilyFailure.invalid(check.problems) }
    // Whoever asks for another first day has the first turn on it.
    var plan = plan
    plan.turnsFrom = plan.schedule.startsOn
    let row = Routine.Row(
      id: transaction.newID(), familyID: familyID, details: clean.details, plan: plan,
      inOrder: inOrder, createdAt: transaction.nowMilliseconds, createdBy: transaction.accountID)
    try row.insert(in: connection)
    try plan.insertPeople(into: row.id, of: familyID, transaction.newID, connection)
    for (position, step) in clean.steps.enumerated() {
      var step = step
      // An id that the form brings along may belong to a step of another routine.
      step.id = transaction.newID()
      try step.insert(into: row.id, of: familyID, at: position, connection)
    }
    return try Routine(row, in: connection)
  }
}

extension AddRoutine {
  /// A copy of a routine, with nothing done of it: it begins on a day of its own and ends on none,
  /// and is not archived.
  ///
  /// - Parameter people: who is in the family; others are left out.
  package init(copyOf stored: Routine, among people: [AccountID], from day: CalendarDay) {
    var (details, plan) = (stored.details, stored.plan)
    details.isArchived = false
    plan.people.removeAll { !people.contains($0) }
    (plan.schedule.startsOn, plan.schedule.endsOn, plan.turnsFrom) = (day, nil, day)
    let steps = stored.steps.map { step in
      var step = step
      step.id = ""
      return step
    }
    self.init(
      familyID: stored.familyID, details, plan, steps: steps, inOrder: stored.row.inOrder)
  }
}

extension InputCheck {
  /// Checks all of a routine; returns the cleaned details and steps. Steps without a title and
  /// without a picture are left out.
  ///
  /// - Parameter named: whom the stored plan names; of these, those who have left may stay in it.
  mutating func routine(
    _ details: RoutineDetails, _ plan: RoutinePlan, _ steps: [RoutineStep], of family: ZoneID,
    named: [AccountID] = [], _ connection: Connection
  ) throws -> (details: RoutineDetails, steps: [RoutineStep]) {
    let details = clean(details, RoutineDetails.fields)
    let people = try Set(FamilyPerson.all(of: family, in: connection).map(\.id))
    if plan.people.isEmpty { fail(.routinePeople, .missing) }
    if plan.people.count > RoutinePlan.maxPeople {
      fail(.routinePeople, .tooMany(max: RoutinePlan.maxPeople))
    }
    if Set(plan.people).count < plan.people.count { fail(.routinePeople, .nameTaken) }
    if !people.union(named).isSuperset(of: plan.people) { fail(.routinePeople, .notInThisHome) }
    let schedule = plan.schedule
    if schedule.kind == .weekdays, schedule.weekdays.isEmpty { fail(.weekdays, .missing) }
    range(schedule.everyCount, .everyDays, RoutineSchedule.counts)
    if !(1000...9999).contains(schedule.startsOn.year) || !schedule.startsOn.exists {
      fail(.startsOn, .notADate)
    }
    if let end = schedule.endsOn, end < schedule.startsOn { fail(.endsOn, .tooEarly) }
    var clean: [RoutineStep] = []
    for step in steps {
      var step = step
      step.title = line(step.title, .steps, .name)
      step.emoji = emoji(step.emoji)
      if step.title.isEmpty, step.emoji.isEmpty { continue }
      clean.append(step)
    }
    if clean.count > Routine.maxSteps { fail(.steps, .tooMany(max: Routine.maxSteps)) }
    return (details, clean)
  }
}

extension InputField {
  package static let routinePeople = InputField("people")
  package static let weekdays = InputField("weekdays")
  package static let everyDays = InputField("everyCount")
  package static let steps = InputField("steps")
}
