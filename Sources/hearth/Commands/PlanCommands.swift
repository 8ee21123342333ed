import FoundationEssentials
import Hub
import SyncProtocol

/// The commands about plans, for the machine's administrator.
enum PlanCommands {
  static let all = [list, mode, give, take]

  private struct Row: Encodable {
    let account: String
    let plan: String
    let untilMilliseconds: Int64?
    let counts: Bool

    init(_ plan: Plan, name: String, now: Int64) {
      account = name
      self.plan = plan.kind.rawValue
      untilMilliseconds = plan.until
      counts = plan.counts(at: now)
    }

    var text: String {
      // The end is the first moment of the next day, so step back to the day that was typed.
      let end =
        untilMilliseconds.map { "until the end of \(Posix.stamp($0 - 1).prefix(10))" }
        ?? "without end"
      return "\(account): \(plan), \(end)\(counts ? "" : " (over)")"
    }
  }

  private struct Report: Encodable {
    let mode: String
    let plans: [Row]
  }

  private static let name = Command.Operand(name: "NAME", help: "the account's sign-in name")

  static let list = Command(
    path: ["plans"], summary: "List who has a plan, and whether sharing asks for one",
    details: """
      Plans are off unless somebody enforces them. Then inviting people and handing a home over \
      need one; joining never does, and what is shared stays shared when a plan ends. hearth plans \
      mode, hearth plans give and hearth plans take change it.
      """,
    options: [.data, .json],
    examples: [.init("hearth plans", "the mode, and one line per plan")]
  ) { invocation in
    try report(try LocalHub(DataFolder(invocation)).hub, invocation)
  }

  static let mode = Command(
    path: ["plans", "mode"], summary: "Say whether sharing asks for a plan",
    details: "A server that runs beside it notices within a second.",
    operands: [.init(name: "MODE", help: "off or enforced")], options: [.data, .json],
    examples: [
      .init("hearth plans mode enforced", "who invites needs a plan"),
      .init("hearth plans mode off", "nobody does"),
    ]
  ) { invocation in
    let hub = try LocalHub(DataFolder(invocation)).hub
    let word = try invocation.requiredOperand(0)
    guard let mode = PlanMode(rawValue: word) else {
      throw CommandFailure.usage("'\(word)' is neither off nor enforced")
    }
    try hub.setPlanMode(mode)
    return try report(hub, invocation)
  }

  static let give = Command(
    path: ["plans", "give"], summary: "Give an account a plan, or another end of it",
    details: """
      A plan belongs to its account and is for all its homes. Two weeks after its end the account \
      invites nobody new; nothing is taken away.
      """,
    operands: [name, .init(name: "PLAN", help: "household")],
    options: [
      .value("until", "DATE", "its last day, YYYY-MM-DD; by default it has no end"), .data, .json,
    ],
    examples: [
      .init("hearth plans give ana household --until 2027-12-31", "to the end of that day")
    ]
  ) { invocation in
    let hub = try LocalHub(DataFolder(invocation)).hub
    let word = try invocation.requiredOperand(1)
    guard let kind = Plan.Kind(rawValue: word) else {
      throw CommandFailure.usage("there is no plan '\(word)'; there is: household")
    }
    let until = try invocation["until"].map { text throws(CommandFailure) in try end(of: text) }
    try hub.givePlan(kind, toAccountNamed: try invocation.requiredOperand(0), until: until)
    return try report(hub, invocation)
  }

  static let take = Command(
    path: ["plans", "take"], summary: "Take an account's plan",
    details: "What it shares stays shared.", operands: [name], options: [.data, .json],
    examples: [.init("hearth plans take ana", "Ana invites nobody new while plans are enforced")]
  ) { invocation in
    let hub = try LocalHub(DataFolder(invocation)).hub
    try hub.takePlan(fromAccountNamed: try invocation.requiredOperand(0))
    return try report(hub, invocation)
  }

  private static func report(_ hub: Hub, _ invocation: Invocation) throws -> ExitCode {
    let now = Posix.nowMilliseconds()
    let report = Report(
      mode: try hub.planMode().rawValue,
      plans: try hub.plans().map { Row($0.plan, name: $0.name, now: now) }
        .sorted { $0.account < $1.account })
    return try invocation.report(report) {
      (["Plans are \(report.mode)."] + report.plans.map(\.text)).joined(separator: "\n")
    }
  }

  /// The end of a day, UTC, in milliseconds since 1970.
  private static func end(of text: String) throws(CommandFailure) -> Int64 {
    let day = try? Date(text + "T00:00:00Z", strategy: .iso8601)
    // Text that is not a date is refused below.
    guard text.utf8.count == 10, let day else {
      throw .usage("--until is a day as YYYY-MM-DD, not '\(text)'")
    }
    let start = Int64(day.timeIntervalSince1970 * 1000)
    // The parser reads 30 February as a day in March.
    guard Posix.stamp(start).prefix(10) == text else {
      throw .usage("--until \(text): the calendar has no such day")
    }
    return start + 86_400_000
  }
}
