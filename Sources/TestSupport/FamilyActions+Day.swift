import Families
import Household
import Replica
import SQLite
import SyncProtocol
import Values

// What people do about a day, and what each of them sees of that at once.
extension FamilyActor {
  func performOnDay(_ action: FamilyAction, _ transaction: WriteTransaction) throws {
    // Mostly today; sometimes what was forgotten yesterday, or is done a day early, or too early.
    let offset = device.random.pick([0, 0, 0, 0, 0, 0, 0, -1, -1, 1, 1, 2])!
    let day = CalendarDay(daysSince1970: today.daysSince1970 + offset)
    let board = try DayBoard(of: family, on: day, in: transaction.connection)
    guard let entry = pick(action, board.entries) else { return }
    let person = entry.personID ?? entry.doneBy.first ?? device.account
    // A child can tick for others, and presses the wrong thing as well.
    let id = entry.routine.id
    let task = RoutineTask(routineID: id, day: day, personID: person, today: today)
    switch action {
    case .tick:
      let after = try TickRoutine(task)(transaction)
      try checkTicked(entry, after, task, transaction)
    case .tickStep: try tickStep(of: entry, task, transaction)
    case .prove: try prove(entry, task, transaction)
    case .undoTurn:
      let after = try UndoTurn(task)(transaction)
      if !entry.turnNotes.isEmpty { note("turn noted is taken back") }
      try require(
        after.turnNotes.isEmpty, "what was noted of a turn is taken back",
        "\(device.name) \(id) \(day)")
    case .untick: try untick(entry, day, person, nil, transaction)
    case .untickStep:
      guard let step = device.random.pick(entry.steps.filter(\.isDone))?.id else { return }
      try untick(entry, day, person, step, transaction)
    case .skip:
      let after = try SkipTurn(task)(transaction)
      try require(offset <= 1, "nobody skips a turn that is far ahead", "\(device.name) \(task)")
      try require(
        after.personID != person, "who skips has no turn", "\(device.name) \(id) \(day) \(person)")
    case .swap:
      guard let other = device.random.pick(entry.routine.plan.people) else { return }
      let after = try SwapTurn(routineID: id, day: day, personID: other)(transaction)
      try require(
        after.personID == other, "who has agreed to do it has the turn",
        "\(device.name) \(id) \(day) \(other)")
    case .refuse: try refuse(entry, day, person, transaction)
    default: try approve(entry, day, person, transaction)
    }
  }

  private func tickStep(
    of entry: DayBoard.Entry, _ task: RoutineTask, _ transaction: WriteTransaction
  ) throws {
    guard let step = device.random.pick(entry.steps)?.id else { return }
    let isLater = isLater(step, in: entry)
    var task = task
    task.stepID = step
    do {
      let after = try TickRoutine(task)(transaction)
      try require(!isLater, "steps are done in their order", "\(device.name) \(task)")
      try require(
        after.steps.first { $0.id == step }?.isDone == true, "what was ticked is ticked",
        "\(device.name) \(task)")
      try checkTicked(entry, after, task, transaction)
    } catch FamilyFailure.outOfOrder {
      note("another step comes first")
      try require(isLater, "a step that is next can be done", "\(device.name) \(task)")
    }
  }

  /// Whether others come before an open step, by what is stored.
  private func isLater(_ step: RecordID, in entry: DayBoard.Entry) -> Bool {
    let done = Set(entry.steps.filter { !$0.eventIDs.isEmpty }.map(\.id))
    guard !done.contains(step), let own = entry.routine.steps.first(where: { $0.id == step })
    else { return false }
    let needed = entry.routine.steps.filter { !$0.isOptional }.map(\.id)
    let comesLast = entry.routine.details.requiredFirst && own.isOptional
    if comesLast, !done.isSuperset(of: needed) { return true }
    guard entry.routine.row.inOrder else { return false }
    let alike = entry.routine.steps.filter {
      !entry.routine.details.requiredFirst || $0.isOptional == own.isOptional
    }
    return alike.prefix { $0.id != step }.contains { !done.contains($0.id) }
  }

  /// Shows by a photo that it is done.
  private func prove(
    _ entry: DayBoard.Entry, _ task: RoutineTask, _ transaction: WriteTransaction
  ) throws {
    let digit = device.random.pick(Array("0123456789abcdef"))!
    let file = StoredPhoto(
      blobHash: String(repeating: digit, count: 64), byteCount: 1000, kind: .jpeg, width: 40,
      height: 30)
    let after = try ProveRoutine(task, file)(transaction)
    try require(
      task.day.daysSince1970 - today.daysSince1970 <= 1, "nothing is done far ahead",
      "\(device.name) \(task)")
    let shown = try RoutineProof.counting(for: after, on: task.day, transaction.connection)
    try require(
      after.state != .open && (entry.state != .open || shown.contains { $0.file == file }),
      "what a photo shows is done", "\(device.name) \(task)")
    if entry.routine.details.asksPhoto { note("shown by a photo") }
  }

  /// What becomes done is near enough, and of a child that is asked for it there is a photo.
  private func checkTicked(
    _ before: DayBoard.Entry, _ after: DayBoard.Entry, _ task: RoutineTask,
    _ transaction: WriteTransaction
  ) throws {
    try require(
      task.day.daysSince1970 - today.daysSince1970 <= 1, "nothing is done far ahead",
      "\(device.name) \(task)")
    let isChild = try device.zones.contains { $0.id == family && $0.role == .readOnly }
    guard isChild, !device.isBeside, before.routine.details.asksPhoto, before.state == .open,
      after.state != .open
    else { return }
    let isOwn = before.routine.plan.mode == .each
    let photos = try transaction.connection.query(
      "SELECT personID FROM routineProofs WHERE routineID = ? AND day = ?",
      [.text(task.routineID), .text(task.day.text)]
    ) { $0.text(0) }
    try require(
      photos.contains { !isOwn || $0 == task.personID }, "a child shows what it did",
      "\(device.name) \(task)")
  }

  /// Takes back what is ticked: then it is open, as this device sees it.
  private func untick(
    _ entry: DayBoard.Entry, _ day: CalendarDay, _ person: AccountID, _ step: RecordID?,
    _ transaction: WriteTransaction
  ) throws {
    let after = try UntickRoutine(
      routineID: entry.routine.id, day: day, personID: person, stepID: step)(transaction)
    let isChild = try device.zones.contains { $0.id == family && $0.role == .readOnly }
    try require(
      !isChild || device.isBeside || entry.approvals.isEmpty,
      "a child takes back nothing that was approved", "\(device.name) \(entry) \(day)")
    try checkTakenBack(entry, day, transaction)
    // Of a routine that is due some days after it was done another person may be next by now.
    guard after.personID == entry.personID else { return }
    let isOpen =
      step.map { step in after.steps.first { $0.id == step }?.isDone == false }
      ?? (after.state == .open)
    try require(
      isOpen, "what was taken back is open",
      "\(device.name) \(entry) \(day) \(person) \(step ?? "all"): \(after)")
  }

  private func pick(_ action: FamilyAction, _ entries: [DayBoard.Entry]) -> DayBoard.Entry? {
    let fitting = entries.filter { entry in
      switch action {
      case .tick, .tickStep: entry.state == .open
      case .prove: entry.state == .open && entry.routine.details.asksPhoto
      case .undoTurn: !entry.turnNotes.isEmpty
      case .untick, .untickStep: entry.state != .open || entry.doneCount > 0
      case .skip, .swap: entry.routine.plan.mode == .turns
      default: entry.state == .waiting
      }
    }
    return device.random.pick(device.random.chance(0.8) ? fitting : entries)
  }
}
