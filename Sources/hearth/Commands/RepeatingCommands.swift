import Finances
import Household
import SyncProtocol
import Values
import Wording

/// The commands about expenses that come again.
enum RepeatingCommands {
  static let all = [list, add, edit, pause, resume, end]

  private static let repeating = Command.Operand(
    name: "REPEATING", help: "its id, as hearth repeating list shows it")

  private static let list = Command(
    path: ["repeating", "list"], summary: "List the expenses of a group that come again",
    details: "The next one first, with how often it comes and its id.",
    operands: [GroupCommands.group], options: MoneyPlace.options,
    examples: [.init("hearth repeating list Flat", "the rent and the like")]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    let (rows, said) = try await invocation.read { reader in
      let group = try reader.group(wanted)
      let rows = try RepeatingExpense.of(group.id, in: reader.connection).map { RepeatingRow($0) }
      return (rows, TextColumns(rows.map { $0.columns(reader.words) }, right: [1]).text)
    }
    return try invocation.report(RowList(items: rows)) {
      rows.isEmpty ? "Nothing repeats there." : said
    }
  }

  private static let add = Command(
    path: ["repeating", "add"], summary: "Let an expense come again and again",
    details: """
      Each one is made on its day by whoever opens the group first, once only, the first one on \
      --date. The 31st stays the 31st; a shorter month has its last day instead. Split as with \
      hearth expense add.
      """,
    operands: [
      GroupCommands.group, .init(name: "TITLE", help: "what it is for"),
      .init(
        name: "AMOUNT", help: "what is paid each time; of a bill, its lines by default",
        isOptional: true),
    ],
    options: schedule + ExpenseTyping.options + MoneyPlace.options,
    examples: [
      .init("hearth repeating add Flat Rent 1280 --date 2026-12-01", "every month"),
      .init("hearth repeating add Flat Cleaning 45 --every '2 weeks'", "from today on"),
    ]
  ) { invocation in
    let wanted = try invocation.requiredOperand(0)
    let title = try invocation.requiredOperand(1)
    let typed = try Schedule(invocation)
    return try await invocation.write(shown, saying: "Added.") { reader in
      let group = try reader.group(wanted)
      let typing = ExpenseTyping(
        invocation: invocation, reader: reader, group: group,
        members: try GroupMember.of(group.id, in: reader.connection))
      var details = RepeatingDetails(try typing.details(title: title))
      typed.apply(to: &details)
      let add = AddRepeating(
        groupID: group.id, details, try typing.money(amount: invocation.operand(2)))
      return MoneyChange { try add($0) }
    }
  }

  private static let edit = Command(
    path: ["repeating", "edit"], summary: "Change an expense that comes again",
    details: """
      Only what is named changes; the split stays as it is and follows the amount. What was made \
      before stays as it is. With another --date or --every the next one is due from today on.
      """,
    operands: [repeating],
    options: [
      .value("title", "TEXT", "what it is for"),
      .value("amount", "AMOUNT", "what is paid each time"),
    ] + schedule + ExpenseTyping.options + MoneyPlace.options,
    examples: [
      .init(
        "hearth repeating edit 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11 --amount 1315",
        "the rent goes up"),
      .init(
        "hearth repeating edit 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11 --until 2027-06-30",
        "until they move out"),
    ]
  ) { invocation in
    let options = ["title", "amount"] + (schedule + ExpenseTyping.options).map(\.name)
    try invocation.requireChange("repeating edit", options)
    let id = try invocation.requiredOperand(0)
    let typed = try Schedule(invocation)
    return try await invocation.write(shown, saying: "Saved.") { reader in
      let stored = try reader.repeating(id)
      let group = try reader.group(stored.groupID)
      var typing = ExpenseTyping(
        invocation: invocation, reader: reader, group: group,
        members: try GroupMember.of(group.id, in: reader.connection))
      typing.stored = (stored.details.expense(on: stored.details.startsOn), stored.money)
      var details = RepeatingDetails(try typing.details(title: invocation["title"]))
      (details.everyCount, details.everyUnit) = (
        stored.details.everyCount, stored.details.everyUnit
      )
      (details.endsOn, details.isPaused) = (stored.details.endsOn, stored.details.isPaused)
      typed.apply(to: &details)
      let amount = invocation["amount"]
      let edit = EditRepeating(
        repeatingID: id, details: details,
        money: try typing.changesMoney(amount: amount)
          ? typing.money(amount: amount) : stored.money,
        base: (stored.details, stored.money), today: reader.today)
      return MoneyChange { try edit($0) }
    }
  }

  private static let schedule: [Command.Option] = [
    .value(
      "every", "N UNIT", "week, month or year, or as many: '2 weeks'; at first every month"),
    .value("until", "DATE", "none behind this day, YYYY-MM-DD, or none for no end; at first none"),
  ]

  /// What was typed of how often it comes, and until when.
  private struct Schedule {
    private var every: (Int64, RepeatSchedule.Unit)?
    /// `none` for no end.
    private var until: String?

    init(_ invocation: Invocation) throws(CommandFailure) {
      if let text = invocation["every"] { every = try RepeatingCommands.every(text) }
      until = invocation["until"]
      if let until, !isEndless, CalendarDay(until) == nil {
        throw .usage("--until is a day as YYYY-MM-DD, or none, not '\(until)'")
      }
    }

    private var isEndless: Bool { until.map { NameKey.make($0) == "none" } ?? false }

    func apply(to details: inout RepeatingDetails) {
      if let every { (details.everyCount, details.everyUnit) = every }
      if let until { details.endsOn = isEndless ? nil : until }
    }
  }

  /// `month`, `weeks` or `2 weeks`.
  private static func every(
    _ text: String
  ) throws(CommandFailure) -> (Int64, RepeatSchedule.Unit) {
    let words = text.split(separator: " ").map(String.init)
    let name = words.last.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 } ?? ""
    let count = words.count == 2 ? Int64(words[0]) : words.count == 1 ? 1 : nil
    guard let unit = RepeatSchedule.Unit(rawValue: name), let count,
      RepeatSchedule.counts.contains(count)
    else {
      throw .usage(
        "--every is week, month or year, or 1 to 100 of them such as '2 weeks', not '\(text)'")
    }
    return (count, unit)
  }

  private static let pause = Command(
    path: ["repeating", "pause"], summary: "Make nothing of what repeats, for now",
    details: "What would have been due meanwhile is left out.",
    operands: [repeating], options: MoneyPlace.options,
    examples: [.init("hearth repeating pause 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11", "for now")]
  ) { invocation in
    try await set(isPaused: true, invocation, "Paused.")
  }

  private static let resume = Command(
    path: ["repeating", "resume"], summary: "Go on with what repeats",
    details: "With the next one that is due from today on.",
    operands: [repeating], options: MoneyPlace.options,
    examples: [.init("hearth repeating resume 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11", "again")]
  ) { invocation in
    try await set(isPaused: false, invocation, "It goes on.")
  }

  private static func set(
    isPaused: Bool, _ invocation: Invocation, _ sentence: String
  ) async throws -> ExitCode {
    let id = try invocation.requiredOperand(0)
    return try await invocation.write(shown, saying: sentence) { reader in
      let pause = PauseRepeating(
        repeatingID: try reader.repeating(id).id, isPaused: isPaused, today: reader.today)
      return MoneyChange { try pause($0) }
    }
  }

  private static let end = Command(
    path: ["repeating", "end"], summary: "End what repeats",
    details: "Nothing more is made; what was made stays.",
    operands: [repeating], options: MoneyPlace.options,
    examples: [.init("hearth repeating end 01931f5e-7c1a-7b6a-9a52-3d1f0a6c2b11", "for good")]
  ) { invocation in
    let id = try invocation.requiredOperand(0)
    return try await invocation.write(shown, saying: "Ended.") { reader in
      let end = EndRepeating(repeatingID: try reader.repeating(id).id)
      return MoneyChange { try end($0) }
    }
  }

  private static func shown(
    _ repeating: RepeatingExpense, _ reader: MoneyReader
  ) -> (row: RepeatingRow, text: String) {
    let row = RepeatingRow(repeating)
    return (row, TextColumns([row.columns(reader.words)]).text)
  }
}
