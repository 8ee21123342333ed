import Families
import Household
import Replica
import SQLite
import SyncProtocol
import Things
import Values

/// What people do in simulated families: the shipping use cases with made-up input.
enum FamilyAction: String, CaseIterable {
  case addFamily, addHome, addGroup
  case editFamily, setFace, addRoutine, openForm, submitForm, archive, deleteRoutine
  case restoreRoutine, addAbsence, deleteAbsence, restoreAbsence, approve
  case tick, tickStep, untick, untickStep, skip, swap, undoTurn, prove, refuse
  case switchStars, saveReward, wishReward, withdrawWish, grantWish, declineWish, undoDecision

  /// Whether a child may not do it.
  var isForParents: Bool {
    switch self {
    case .editFamily, .setFace, .addRoutine, .submitForm, .archive, .deleteRoutine,
      .restoreRoutine, .addAbsence, .deleteAbsence, .restoreAbsence, .approve, .refuse,
      .switchStars, .saveReward, .grantWish, .declineWish, .undoDecision:
      true
    case .addFamily, .addHome, .addGroup, .openForm, .tick, .tickStep, .untick, .untickStep, .skip,
      .swap, .undoTurn, .prove, .wishReward, .withdrawWish:
      false
    }
  }

  /// How often each is chosen, where it is not once.
  private static let weights: [FamilyAction: Int] = [
    .addFamily: 0, .addHome: 0, .addGroup: 0, .addRoutine: 4, .openForm: 3, .submitForm: 4,
    .addAbsence: 2,
    .tick: 10, .tickStep: 8, .untick: 4, .untickStep: 3, .skip: 5, .swap: 4, .undoTurn: 2,
    .prove: 4,
    .approve: 6,
  ]

  private static let starWeights: [FamilyAction: Int] = [
    .approve: 8, .refuse: 2, .switchStars: 1, .saveReward: 3, .wishReward: 8, .withdrawWish: 2,
    .grantWish: 7, .declineWish: 2, .undoDecision: 3,
  ]

  static let weighted: [FamilyAction] = allCases.flatMap {
    Array(repeating: $0, count: weights[$0] ?? (starWeights[$0] == nil ? 1 : 0))
  }

  /// What is done about stars, beside all else.
  static let weightedOfStars: [FamilyAction] = allCases.flatMap {
    Array(repeating: $0, count: starWeights[$0] ?? 0)
  }
}

/// What a device's person has on the screen, and can have back.
final class FamilyMemory {
  struct Bin {
    var routines: [DeleteRoutine.Deleted] = []
    var absences: [Absence] = []
  }

  var bin = Bin()
  /// A form that is open, as it was shown.
  var form: Routine?
  /// The same of expenses.
  let money = MoneyMemory()
}

/// One person at one device, about to do something in their family.
struct FamilyActor {
  let device: SimulatedDevice
  let memory: FamilyMemory
  let family: ZoneID
  /// The day, by their device's clock.
  let today: CalendarDay
  /// Counts what was done.
  let note: (String) -> Void

  func perform(_ action: FamilyAction, _ transaction: WriteTransaction) throws {
    switch action {
    case .addFamily:
      var details = FamilyDetails(name: name)
      details.hasStars = device.random.chance(0.8)
      try CreateFamily(details)(transaction)
    case .addHome:
      try CreateHome(HomeDetails(name: "Home of \(device.account)"), rooms: [])(transaction)
    case .addGroup: try spender(in: "").addGroup(transaction)
    case .editFamily:
      guard var details = try Family.find(family, in: transaction.connection)?.details else {
        return
      }
      details.name = name
      try EditFamily(familyID: family, details: details)(transaction)
    case .setFace:
      guard let person = try anybody(transaction) else { return }
      var face = FaceDetails()
      face.colorIndex = device.random.number(0..<12)
      try SetFace(familyID: family, accountID: person, details: face)(transaction)
    case .addRoutine, .openForm, .submitForm, .archive, .deleteRoutine, .restoreRoutine:
      try performOnRoutine(action, transaction)
    case .addAbsence, .deleteAbsence, .restoreAbsence:
      try performOnAbsence(action, transaction)
    case .tick, .tickStep, .untick, .untickStep, .skip, .swap, .undoTurn, .prove, .approve,
      .refuse:
      try performOnDay(action, transaction)
    case .switchStars, .saveReward, .wishReward, .withdrawWish, .grantWish, .declineWish,
      .undoDecision:
      try performOnStars(action, transaction)
    }
  }

  /// The same person, about to do something in a group.
  func spender(in group: ZoneID) -> MoneyPerson {
    MoneyPerson(
      device: device, memory: memory.money, group: group, today: today, isLarge: false,
      note: note)
  }

  /// Few names, and some that differ in case alone: so that they meet.
  var name: String { device.random.pick(["Teeth", "teeth", "Table", "Cat", "Bins", "Room"])! }

  private func anybody(_ transaction: WriteTransaction) throws -> AccountID? {
    device.random.pick(try FamilyPerson.all(of: family, in: transaction.connection).map(\.id))
  }

  // MARK: Routines

  private func performOnRoutine(
    _ action: FamilyAction, _ transaction: WriteTransaction
  ) throws {
    let db = transaction.connection
    switch action {
    case .addRoutine:
      guard let plan = try plan(transaction) else { return }
      try AddRoutine(
        familyID: family, details, plan, steps: steps([]), inOrder: device.random.chance(0.3))(
          transaction)
      return
    case .submitForm: return try submit(transaction)
    case .restoreRoutine:
      // What was another family's is not this one's: there its person may be a parent.
      guard let deleted = memory.bin.routines.popLast(), deleted.routine.familyID == family else {
        return
      }
      try RestoreRoutine(deleted)(transaction)
      let back = try Routine.find(deleted.routine.id, in: db)
      return try require(
        back?.plan == deleted.routine.plan && back?.steps == deleted.routine.steps
          && back?.details == deleted.routine.details,
        "what is restored is what was deleted", "\(device.name) \(deleted.routine.id)")
    default: break
    }
    guard let id = try device.pick("routines", in: family) else { return }
    switch action {
    case .openForm: memory.form = try Routine.find(id, in: db)
    case .archive:
      let isArchived = try Routine.find(id, in: db)?.details.isArchived == true
      try ArchiveRoutine(routineID: id, isArchived: !isArchived)(transaction)
    default: memory.bin.routines.append(try DeleteRoutine(routineID: id)(transaction))
    }
  }

  private var details: RoutineDetails {
    var details = RoutineDetails(title: name)
    details.asksApproval = device.random.chance(0.4)
    details.asksPhoto = device.random.chance(0.15)
    details.requiredFirst = device.random.chance(0.3)
    details.isFirst = device.random.chance(0.2)
    details.partOfDay = device.random.pick(RoutineDetails.PartOfDay.allCases)!
    details.stars = device.random.pick([0, 0, 1, 3, 5])!
    return details
  }

  /// - Parameter old: those that there are; some of them stay.
  private func steps(_ old: [RoutineStep]) -> [RoutineStep] {
    var steps = old.filter { _ in device.random.chance(0.8) }
    for _ in 0..<device.random.number(0..<3) {
      steps.append(
        RoutineStep(
          id: "new", title: "\(name) \(device.random.number(0..<9))",
          isOptional: device.random.chance(0.2)))
    }
    return steps
  }

  private func plan(_ transaction: WriteTransaction) throws -> RoutinePlan? {
    let all = try FamilyPerson.all(of: family, in: transaction.connection).map(\.id)
    let people = all.shuffled(using: &device.random).prefix(device.random.number(1..<5))
    guard !people.isEmpty else { return nil }
    let start = CalendarDay(daysSince1970: today.daysSince1970 + device.random.number(-6..<2))
    let kind = device.random.pick(RoutineSchedule.Kind.allCases)!
    let end =
      device.random.chance(0.1)
      ? CalendarDay(daysSince1970: start.daysSince1970 + device.random.number(3..<40)) : nil
    let schedule = RoutineSchedule(
      kind, weekdays: Weekdays(rawValue: Int64(device.random.number(1..<128))),
      everyCount: Int64(device.random.number(1..<4)), from: start, through: end)
    let modes: [RoutinePlan.Mode] = [.each, .anyone, .turns, .turns]
    return RoutinePlan(schedule, device.random.pick(modes)!, people: Array(people))
  }

  /// Sends a form that may have been open for long: it changes what its person has changed.
  private func submit(_ transaction: WriteTransaction) throws {
    guard let shown = memory.form else { return }
    memory.form = nil
    guard shown.familyID == family else { return note("form of another family") }
    guard let before = try Routine.find(shown.id, in: transaction.connection) else {
      return note("form of what is gone")
    }
    var (details, plan, steps) = (shown.details, shown.plan, shown.steps)
    switch device.random.number(0..<5) {
    case 0: details.title = name
    case 1: details.note = "\(device.name) \(device.random.number(0..<1000))"
    case 2: details.stars = device.random.number(0..<9)
    case 3: steps = self.steps(steps)
    default:
      let other = try self.plan(transaction) ?? plan
      // Often the days alone.
      if device.random.chance(0.5) { plan.schedule = other.schedule } else { plan = other }
    }
    let turn = try turn(of: shown.id, transaction)
    let after: Routine
    do {
      after = try EditRoutine(
        routineID: shown.id, details, plan, steps: steps, inOrder: shown.row.inOrder, base: shown,
        today: today)(transaction)
    } catch FamilyFailure.changedMeanwhile {
      note("changed meanwhile")
      return try require(
        before.plan != shown.plan || before.steps != shown.steps
          || before.row.inOrder != shown.row.inOrder,
        "only who comes second is told", "\(device.name) \(shown.id)")
    }
    let isSame =
      (details.title != shown.details.title || after.details.title == before.details.title)
      && (details.note != shown.details.note || after.details.note == before.details.note)
      && (details.stars != shown.details.stars || after.details.stars == before.details.stars)
      && (steps != shown.steps || after.steps == before.steps)
      && (plan != shown.plan || after.plan == before.plan)
    try require(isSame, "a form changes what its person changed", "\(device.name) \(shown.id)")
    let isReordered =
      plan.people != before.plan.people
      && Set(plan.people) == Set(before.plan.people)
    if !isReordered, let turn, plan.people.contains(turn),
      let now = try self.turn(of: shown.id, transaction)
    {
      if plan.schedule != before.plan.schedule { note("days changed under a turn") }
      try require(
        now == turn, "whoever has the turn has it also by a new plan",
        "\(device.name) \(shown.id) \(today.text): \(turn), then \(now)")
    }
    let isOver =
      differ(plan, shown.plan) && differ(before.plan, shown.plan) && differ(plan, before.plan)
      || steps != shown.steps && before.steps != shown.steps
    try require(
      !isOver, "who comes second to a plan is told", "\(device.name) \(shown.id)")
  }

  /// Whose turn a routine is today, as this device sees it.
  private func turn(of routine: RecordID, _ transaction: WriteTransaction) throws -> AccountID? {
    try DayBoard(of: family, on: today, in: transaction.connection).entries
      .first { $0.routine.id == routine && $0.hasTurn }?.personID
  }

  /// Whether two plans say different things to people: not from when on turns are counted.
  private func differ(_ one: RoutinePlan, _ other: RoutinePlan) -> Bool {
    one.schedule != other.schedule || one.mode != other.mode || one.people != other.people
  }

  // MARK: Who is away

  private func performOnAbsence(
    _ action: FamilyAction, _ transaction: WriteTransaction
  ) throws {
    switch action {
    case .addAbsence:
      guard let person = try anybody(transaction) else { return }
      let start = today.daysSince1970 + device.random.number(-2..<4)
      let end = start + device.random.number(0..<10)
      try AddAbsence(
        familyID: family, personID: person,
        details: AbsenceDetails(
          from: CalendarDay(daysSince1970: start).text,
          through: CalendarDay(daysSince1970: end).text))(transaction)
    case .restoreAbsence:
      guard let absence = memory.bin.absences.popLast(), absence.familyID == family else { return }
      try RestoreAbsence(absence)(transaction)
    default:
      guard let id = try device.pick("absences", in: family) else { return }
      memory.bin.absences.append(try DeleteAbsence(absenceID: id)(transaction))
    }
  }
}
