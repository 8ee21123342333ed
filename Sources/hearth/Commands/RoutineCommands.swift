import Families
import Household
import SyncProtocol
import Values

/// The commands about the routines of somebody's family.
enum RoutineCommands {
  static let all = [list, show, add, edit, archive, delete]

  static let routine = Command.Operand(
    name: "ROUTINE", help: "the routine: its title, or its id when several have that title")

  private static let list = Command(
    path: ["routine", "list"], summary: "List the routines of the family",
    details: "By the part of the day, with when each is due and for whom.",
    options: [.flag("archived", "those that are out of the way instead")] + MoneyPlace.options,
    examples: [.init("hearth routine list --json", "with their ids, for a program")]
  ) { invocation in
    let (rows, said) = try await invocation.read { reader in
      let family = try reader.family()
      let names = try reader.names(of: family)
      let rows = try Routine.of(
        family.id, isArchived: invocation.has("archived"), in: reader.connection
      ).map { RoutineRow($0) }
      return (rows, TextColumns(rows.map { columns($0, names) }).text)
    }
    return try invocation.report(RowList(items: rows)) {
      rows.isEmpty ? "No routines there." : said
    }
  }

  private static let show = Command(
    path: ["routine", "show"], summary: "Show a routine with its steps", details: "",
    operands: [routine], options: MoneyPlace.options,
    examples: [.init("hearth routine show Teeth", "its steps in order")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    return try await invocation.show { reader in
      try shown(try reader.routine(wanted, of: reader.family()), reader)
    }
  }

  static let fields: [Command.Option] = [
    .values("who", "NAME", "for whom, once for each, in the order of turns"),
    .value("mode", "WORD", "each, anyone or turns; at first each"),
    .value("days", "DAYS", "days of the week, such as mon,thu, or all; at first all"),
    .value("every", "N", "every so many days from --from on"),
    .value("after", "N", "so many days after it was last done"),
    .value("from", "DATE", "the first day, YYYY-MM-DD; at first today"),
    .value("until", "DATE", "the last day, or none for no end"),
    .values("step", "TITLE", "a step, once for each in order; all of them anew"),
    .value("part", "WORD", "morning, afternoon, evening or any"),
    .value("emoji", "EMOJI", "one emoji"), .note,
    .value("first", "WORD", "on or off: whether it comes before everything else"),
    .value("approve", "WORD", "on or off: whether a parent approves it"),
    .value("photo", "WORD", "on or off: whether a photo shows that it was done"),
    .value("stars", "N", "how many stars it is worth, 0 to 100"),
    .value("required-first", "WORD", "on or off: whether required steps come before the others"),
    .value("in-order", "WORD", "on or off: whether steps are done in their order"),
  ]

  private static let add = Command(
    path: ["routine", "add"], summary: "Add a routine to the family", details: "Parents may.",
    operands: [.init(name: "TITLE", help: "what is done")], options: fields + MoneyPlace.options,
    examples: [
      .init(
        "hearth routine add Teeth --who Cyd --part evening --step Top --step Bottom",
        "every evening"),
      .init(
        "hearth routine add Bins --who Ann --who Bob --mode turns --days mon,thu",
        "one after the other"),
    ]
  ) { invocation in
    return try await invocation.write(shown, saying: { "Added \($0.title)." }) { reader in
      let family = try reader.family()
      let today = reader.today(of: family)
      var typed = Typed(
        details: RoutineDetails(title: try invocation.requiredOperand(0)),
        plan: RoutinePlan(RoutineSchedule(.weekdays, from: today), .each, people: []))
      try typed.take(invocation, reader, family)
      guard !typed.plan.people.isEmpty else {
        throw CommandFailure.usage("--who is missing: say for whom the routine is")
      }
      let add = AddRoutine(
        familyID: family.id, typed.details, typed.plan, steps: typed.steps,
        inOrder: typed.inOrder)
      return MoneyChange { try add($0) }
    }
  }

  private static let edit = Command(
    path: ["routine", "edit"], summary: "Change a routine",
    details: """
      Parents may. Only what is named changes; --who and --step are said as a whole. A step keeps \
      what was ticked of it while it keeps its title.
      """,
    operands: [routine],
    options: [.value("title", "TEXT", "what is done")] + fields + MoneyPlace.options,
    examples: [.init("hearth routine edit Bins --days sat", "on another day")]
  ) { invocation in
    try invocation.requireChange("routine edit", ["title"] + fields.map(\.name))
    let wanted = try invocation.requiredOperand(0)
    return try await invocation.write(shown, saying: { "Saved \($0.title)." }) { reader in
      let family = try reader.family()
      let stored = try reader.routine(wanted, of: family)
      var typed = Typed(
        details: stored.details, plan: stored.plan, steps: stored.steps,
        inOrder: stored.row.inOrder)
      if let title = invocation["title"] { typed.details.title = title }
      try typed.take(invocation, reader, family)
      let edit = EditRoutine(
        routineID: stored.id, typed.details, typed.plan, steps: typed.steps,
        inOrder: typed.inOrder, base: stored, today: reader.today(of: family))
      return MoneyChange { try edit($0) }
    }
  }

  private static let archive = Command(
    path: ["routine", "archive"], summary: "Put a routine out of the way, or bring it back",
    details: "Parents may. It is due on no day then, and what was done of it stays.",
    operands: [routine],
    options: [.flag("undo", "bring it back among the others")] + MoneyPlace.options,
    examples: [
      .init("hearth routine archive Teeth", "she does it by herself now"),
      .init("hearth routine archive Teeth --undo", "or not"),
    ]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    let isArchived = !invocation.has("undo")
    let outcome = try await MoneyPlace.open(invocation).write { reader in
      let id = try reader.routine(wanted, of: reader.family()).id
      let archive = ArchiveRoutine(routineID: id, isArchived: isArchived)
      return MoneyChange { transaction in
        try archive(transaction)
        return id
      }
    } show: { id, reader in
      try shown(try reader.routine(id, of: reader.family()), reader)
    }
    return try outcome.row().report(invocation) {
      isArchived ? "Archived \($0.title)." : "\($0.title) is back among the others."
    }
  }

  private static let delete = Command(
    path: ["routine", "delete"], summary: "Delete a routine with all that was done of it",
    details: """
      Parents may. The stars that were earned by it go with it; the answer says how many. It \
      cannot be undone here: hearth routine archive keeps what was done.
      """,
    operands: [routine], options: MoneyPlace.options,
    examples: [.init("hearth routine delete Teeth", "as if it had never been there")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    return try await invocation.write(saying: deleted) { reader in
      let id = try reader.routine(wanted, of: reader.family()).id
      return MoneyChange { transaction in
        do {
          let loss = try Routine.find(id, in: transaction.connection).map {
            try RoutineLoss(of: $0, in: transaction.connection)
          }
          var row = RoutineRow(try DeleteRoutine(routineID: id)(transaction).routine)
          row.starsDeleted = loss?.stars ?? 0
          return row
        } catch FamilyFailure.invalid {
          throw CommandFailure.refused(
            "more was done of it than can be deleted at once; see: hearth routine archive")
        }
      }
    }
  }

  private static func deleted(_ row: RoutineRow) -> String {
    guard let stars = row.starsDeleted, stars > 0 else { return "Deleted \(row.title)." }
    return "Deleted \(row.title), and with it \(stars) \(stars == 1 ? "star" : "stars")."
  }

  // MARK: Reading options

  /// A routine as the command line says it.
  struct Typed {
    var details: RoutineDetails
    var plan: RoutinePlan
    var steps: [RoutineStep] = []
    var inOrder = false

    mutating func take(
      _ invocation: Invocation, _ reader: MoneyReader, _ family: Family
    ) throws {
      if let emoji = invocation["emoji"] { details.emoji = emoji }
      if let note = invocation["note"] { details.note = note }
      if let word = invocation["part"] {
        guard let part = RoutineDetails.PartOfDay(rawValue: word) else {
          throw CommandFailure.usage("--part is morning, afternoon, evening or any, not '\(word)'")
        }
        details.partOfDay = part
      }
      if let word = invocation["first"] {
        details.isFirst = try GroupCommands.isOn(word, "first")
      }
      if let word = invocation["approve"] {
        details.asksApproval = try GroupCommands.isOn(word, "approve")
      }
      if let word = invocation["photo"] {
        details.asksPhoto = try GroupCommands.isOn(word, "photo")
      }
      if let word = invocation["required-first"] {
        details.requiredFirst = try GroupCommands.isOn(word, "required-first")
      }
      if let text = invocation["stars"] {
        guard let stars = Int(text), RoutineDetails.starCounts.contains(Int64(stars)) else {
          throw CommandFailure.usage("--stars is a number from 0 to 100, not '\(text)'")
        }
        details.stars = stars
      }
      if let word = invocation["in-order"] { inOrder = try GroupCommands.isOn(word, "in-order") }
      let titles = invocation.all("step")
      if !titles.isEmpty { steps = Self.steps(titles, known: steps) }
      let names = invocation.all("who")
      if !names.isEmpty {
        plan.people = try names.map { try reader.person($0, of: family, at: "--who").id }
      }
      if let word = invocation["mode"] {
        guard let mode = RoutinePlan.Mode(rawValue: word) else {
          throw CommandFailure.usage("--mode is each, anyone or turns, not '\(word)'")
        }
        plan.mode = mode
      }
      try takeSchedule(invocation)
    }

    private mutating func takeSchedule(_ invocation: Invocation) throws(CommandFailure) {
      let kinds = ["days", "every", "after"].filter { invocation[$0] != nil }
      guard kinds.count <= 1 else {
        throw .usage("--days, --every and --after do not go together; name one of them")
      }
      if let text = invocation["days"] {
        (plan.schedule.kind, plan.schedule.weekdays) = (.weekdays, try Self.weekdays(text))
      }
      for (option, kind) in [
        ("every", RoutineSchedule.Kind.everyDays), ("after", .afterDone),
      ] {
        guard let text = invocation[option] else { continue }
        guard let count = Int64(text), RoutineSchedule.counts.contains(count) else {
          throw .usage("--\(option) is a number of days from 1 to 366, not '\(text)'")
        }
        (plan.schedule.kind, plan.schedule.everyCount) = (kind, count)
      }
      if let text = invocation["from"] { plan.schedule.startsOn = try Self.day(text, "from") }
      if let text = invocation["until"] {
        plan.schedule.endsOn = NameKey.make(text) == "none" ? nil : try Self.day(text, "until")
      }
    }

    private static func day(
      _ text: String, _ option: String
    ) throws(CommandFailure) -> CalendarDay {
      guard let day = CalendarDay(text) else {
        throw .usage("--\(option) is a day as YYYY-MM-DD, not '\(text)'")
      }
      return day
    }

    private static func weekdays(_ text: String) throws(CommandFailure) -> Weekdays {
      if NameKey.make(text) == "all" { return .all }
      var found: [Int] = []
      for word in text.split(separator: ",") {
        let name = NameKey.make(String(word))
        let index = DayNames.all.firstIndex(of: name) ?? DayNames.long.firstIndex(of: name)
        guard let index else {
          throw .usage("--days are some of \(DayNames.all.joined(separator: ",")), not '\(word)'")
        }
        found.append(index)
      }
      return .days(found)
    }

    /// Steps by their titles; one that the routine has stays the same step.
    private static func steps(_ titles: [String], known: [RoutineStep]) -> [RoutineStep] {
      var left = known
      return titles.map { title in
        let key = NameKey.make(title)
        let index = left.firstIndex { NameKey.make($0.title) == key }
        var step = index.map { left.remove(at: $0) } ?? RoutineStep(id: "", title: title)
        step.title = title
        return step
      }
    }
  }

  // MARK: Showing

  private static func columns(_ row: RoutineRow, _ names: [AccountID: String]) -> [String] {
    [
      row.title, row.partOfDay, row.when, row.mode,
      row.people.map { names[$0] ?? "somebody who left" }.joined(separator: ", "), row.id,
    ]
  }

  static func shown(
    _ routine: Routine, _ reader: MoneyReader
  ) throws -> (row: RoutineRow, text: String) {
    let row = RoutineRow(routine)
    let names = try reader.names(of: try reader.family())
    var lines = [columns(row, names).joined(separator: "  ")]
    if !row.note.isEmpty { lines.append(row.note) }
    lines += row.steps.enumerated().map { "  \($0 + 1). \($1.title)" }
    return (row, lines.joined(separator: "\n"))
  }
}
