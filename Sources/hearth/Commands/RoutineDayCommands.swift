import Families
import Household
import Replica
import SyncProtocol
import Values

/// The commands about one day of a family: what is to be done, by whom, and what was done.
enum RoutineDayCommands {
  static let all = [
    day, tick, untick, approve, refuse, skip, swap, undoTurn, absences, away, back,
  ]

  static let on = Command.Option.value(
    "on", "DATE", "the day, YYYY-MM-DD; by default the family's today")
  static let who = Command.Option.value(
    "for", "NAME", "whose; by default the account's own, or whose turn it is")
  private static let step = Command.Option.value(
    "step", "TITLE", "one step, by its title or id; by default the routine with all its steps")

  private static let day = Command(
    path: ["routine", "day"], summary: "Show what is to be done in the family on a day",
    details: """
      Each routine with whose it is, what is done of it, and what waits for a parent; of today \
      also what waits of the days before.
      """,
    options: [on] + MoneyPlace.options,
    examples: [
      .init("hearth routine day", "today"),
      .init("hearth routine day --on 2026-12-24 --device ./device --json", "without the hub"),
    ]
  ) { invocation in
    let (row, said) = try await invocation.read { reader in
      let family = try reader.family()
      let day = try reader.day(invocation["on"], of: family)
      let board = try DayBoard(of: family.id, on: day, in: reader.connection)
      let names = try reader.names(of: family)
      let row = FamilyDayRow(
        familyID: family.id, day: day.text, away: board.away.sorted(),
        entries: board.entries.map { DayEntryRow($0, on: day) },
        waiting: try day == reader.today(of: family)
          ? WaitingRoutine.all(of: family.id, through: day, in: reader.connection)
            .filter { $0.day != day }.map { DayEntryRow($0.entry, on: $0.day) } : [])
      let waiting = row.waiting.map { columns($0, names) + [$0.day] }
      return (
        row,
        (
          day: TextColumns(row.entries.map { columns($0, names) }).text,
          waiting: TextColumns(waiting).text
        )
      )
    }
    return try invocation.report(row) {
      let day = row.entries.isEmpty ? "Nothing is to be done on \(row.day)." : said.day
      return row.waiting.isEmpty ? day : "\(day)\n\nOf other days, for a parent:\n\(said.waiting)"
    }
  }

  private static let tick = note(
    "tick", "Note that a routine or a step was done",
    "Everybody in the family may, also for others. What is done already stays as it is.",
    options: [step], example: ("hearth routine tick Teeth --step Top --for Cyd", "one step")
  ) { task, transaction in
    try TickRoutine(task)(transaction)
  }

  private static let untick = note(
    "untick", "Take back what was noted of a routine or a step", "Everybody in the family may.",
    options: [step], example: ("hearth routine untick Teeth --for Cyd", "it was not done")
  ) { task, transaction in
    try UntickRoutine(task)(transaction)
  }

  private static let approve = note(
    "approve", "Find a routine done", "Parents may. Does nothing where nothing waits.",
    example: ("hearth routine approve Room --for Cyd", "it is tidy")
  ) { task, transaction in
    try ApproveRoutine(task)(transaction)
  }

  private static let refuse = note(
    "refuse", "Find a routine not done",
    "Parents may. What was ticked is taken back; does nothing where nothing waits.",
    example: ("hearth routine refuse Room --for Cyd", "it is not tidy")
  ) { task, transaction in
    try RefuseRoutine(task)(transaction)
  }

  private static let skip = note(
    "skip", "Leave a turn to the next one", "Everybody in the family may.",
    example: ("hearth routine skip Dishes", "whoever is next does them")
  ) { task, transaction in
    try SkipTurn(task)(transaction)
  }

  private static let swap = note(
    "swap", "Give the turn of a day to somebody else in the routine",
    "Everybody in the family may. --for names who does it.",
    example: ("hearth routine swap Dishes --for Bob", "Bob does them")
  ) { task, transaction in
    do {
      return try SwapTurn(task)(transaction)
    } catch FamilyFailure.personNotFound {
      throw CommandFailure.refused("--for: they take no turns in that routine")
    }
  }

  private static let undoTurn = note(
    "undo-turn", "Take back that a turn of a day was skipped or given away",
    "Everybody in the family may.",
    example: ("hearth routine undo-turn Dishes", "whose turn it was has it again")
  ) { task, transaction in
    try UndoTurn(task)(transaction)
  }

  /// What the command line says about a routine's day.
  static func task(_ invocation: Invocation, _ reader: MoneyReader) throws -> RoutineTask {
    let family = try reader.family()
    let routine = try reader.routine(try invocation.requiredOperand(0), of: family)
    let day = try reader.day(invocation["on"], of: family)
    let personID: AccountID
    if let name = invocation["for"] {
      personID = try reader.person(name, of: family, at: "--for").id
    } else {
      let board = try DayBoard(of: family.id, on: day, in: reader.connection)
      let entry = board.entry(of: routine.id, for: reader.accountID)
      personID = entry?.personID ?? reader.accountID
    }
    return RoutineTask(
      routineID: routine.id, day: day, personID: personID,
      stepID: try invocation["step"].map { try reader.step($0, of: routine, at: "--step") },
      today: reader.today(of: family))
  }

  private static func note(
    _ word: String, _ summary: String, _ details: String, options: [Command.Option] = [],
    example: (line: String, meaning: String),
    _ useCase: @escaping @Sendable (RoutineTask, WriteTransaction) throws -> DayBoard.Entry
  ) -> Command {
    Command(
      path: ["routine", word], summary: summary, details: details,
      operands: [RoutineCommands.routine], options: [on, who] + options + MoneyPlace.options,
      examples: [.init(example.line, example.meaning)]
    ) { invocation in
      return try await invocation.write(shown, saying: "Noted.") { reader in
        let task = try RoutineDayCommands.task(invocation, reader)
        return MoneyChange { DayEntryRow(try useCase(task, $0), on: task.day) }
      }
    }
  }

  // MARK: Absences

  private static let absences = Command(
    path: ["routine", "absences"], summary: "List who is away, and when",
    details: "Those that are not over yet, the first to end first.", options: MoneyPlace.options,
    examples: [.init("hearth routine absences", "from today on")]
  ) { invocation in
    let (rows, said) = try await invocation.read { reader in
      let family = try reader.family()
      let rows = try Absence.of(family.id, from: reader.today(of: family), in: reader.connection)
      let names = try reader.names(of: family)
      return (rows.map { AbsenceRow($0) }, TextColumns(rows.map { columns($0, names) }).text)
    }
    return try invocation.report(RowList(items: rows)) { rows.isEmpty ? "Nobody is away." : said }
  }

  private static let away = Command(
    path: ["routine", "away"], summary: "Note that somebody is away: turns pass them by",
    details: "Parents may.",
    operands: [
      .init(name: "PERSON", help: "a name or an id; me is the account itself"),
      .init(name: "FROM", help: "the first day, YYYY-MM-DD"),
      .init(name: "UNTIL", help: "the last day, YYYY-MM-DD"),
    ], options: [.note] + MoneyPlace.options,
    examples: [
      .init("hearth routine away Bob 2026-07-01 2026-07-14 --note Lisbon", "two weeks")
    ]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    var details = AbsenceDetails(
      from: try invocation.requiredOperand(1), through: try invocation.requiredOperand(2))
    details.note = invocation["note"] ?? ""
    return try await invocation.write(shown, saying: "Noted.") { [details] reader in
      let family = try reader.family()
      let add = AddAbsence(
        familyID: family.id, personID: try reader.person(wanted, of: family, at: "PERSON").id,
        details: details)
      return MoneyChange { try add($0) }
    }
  }

  private static let back = Command(
    path: ["routine", "back"], summary: "Remove an absence: somebody is there after all",
    details: "Parents may.",
    operands: [.init(name: "ABSENCE", help: "its id, as hearth routine absences shows it")],
    options: MoneyPlace.options,
    examples: [
      .init("hearth routine back 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11", "the journey is off")
    ]
  ) { invocation in
    let id = try invocation.requiredOperand(0)
    return try await invocation.write(shown, saying: "Removed.") { reader in
      let family = try reader.family()
      guard try Absence.find(id, in: reader.connection)?.familyID == family.id else {
        throw CommandFailure.refused(
          "there is no absence '\(id)'; hearth routine absences shows their ids")
      }
      let delete = DeleteAbsence(absenceID: id)
      return MoneyChange { try delete($0) }
    }
  }

  // MARK: Showing

  static func shown(
    _ row: DayEntryRow, _ reader: MoneyReader
  ) throws -> (row: DayEntryRow, text: String) {
    let names = try reader.names(of: try reader.family())
    return (row, columns(row, names).joined(separator: "  "))
  }

  private static func columns(_ row: DayEntryRow, _ names: [AccountID: String]) -> [String] {
    let who = row.personID.value.map { names[$0] ?? "somebody who left" } ?? "whoever comes first"
    let done = row.steps.count(where: \.isDone)
    let by = row.doneBy.filter { $0 != row.personID.value }.compactMap { names[$0] }
    return [
      row.title, row.partOfDay, who, row.state,
      row.steps.isEmpty ? "" : "\(done) of \(row.steps.count) steps",
      by.isEmpty ? "" : "by \(by.joined(separator: ", "))",
    ]
  }

  private static func columns(_ absence: Absence, _ names: [AccountID: String]) -> [String] {
    [
      names[absence.personID] ?? "somebody who left", absence.details.startsOn ?? "",
      absence.details.endsOn ?? "", absence.details.note, absence.id,
    ]
  }

  private static func shown(
    _ absence: Absence, _ reader: MoneyReader
  ) throws -> (row: AbsenceRow, text: String) {
    let names = try reader.names(of: try reader.family())
    return (AbsenceRow(absence), columns(absence, names).joined(separator: "  "))
  }
}
