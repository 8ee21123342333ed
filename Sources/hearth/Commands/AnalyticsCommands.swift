import FoundationEssentials
import SQLite
import Usage
import Values

/// The commands about usage counts, for the machine's administrator.
enum AnalyticsCommands {
  static let all = [report, feedback, forget]

  static let report = Command(
    path: ["analytics", "report"], summary: "Show how Hearth is used, from this machine's counts",
    details: """
      Reads analytics.db in the data folder, which never leaves this machine, and says what each \
      figure is made from. It may run beside the server. docs/analytics.md tells what is counted \
      and how to turn it off.
      """,
    operands: [
      .init(
        name: "WHAT",
        help: UsageFigure.Name.allCases.map(\.rawValue).joined(separator: ", ") + "; or all",
        isOptional: true)
    ],
    options: [
      .value(
        "since", "DAY", "for adoption: the day of the launch, by default that of the first event"),
      .data, .json,
    ],
    examples: [
      .init("hearth analytics report", "every figure"),
      .init("hearth analytics report homes-per-user --json", "one, for a program"),
      .init("hearth analytics report adoption --since 2026-06-14", "of 30 days from then"),
    ]
  ) { invocation in
    let wanted = try figure(invocation.operand(0) ?? "all")
    let launch = try invocation["since"].map { try day($0) }
    let folder = DataFolder(invocation)
    let now = Posix.nowMilliseconds()
    let all = try UsageReport(try open(folder), launchAt: launch, now: now)
    if let wanted, let figure = all.figure(wanted) {
      try invocation.report(figure) { text(figure).joined(separator: "\n") }
    } else {
      try invocation.report(all) { text(all) }
    }
    return .ok
  }

  static let feedback = Command(
    path: ["analytics", "feedback"], summary: "Show what people said about Hearth",
    details: "The newest first, without names: they were asked for their opinion, not for that.",
    options: [.value("limit", "N", "how many, by default 50"), .data, .json],
    examples: [.init("hearth analytics feedback", "what was kept in the account pages' form")]
  ) { invocation in
    let text = invocation["limit"] ?? "50"
    guard let limit = Int(text), (1...10_000).contains(limit) else {
      throw CommandFailure.usage("analytics feedback: --limit is 1 to 10000, not '\(text)'")
    }
    let rows = try open(DataFolder(invocation)).feedback(limit: limit)
    return try invocation.report(rows) {
      rows.isEmpty
        ? "Nobody has said anything yet."
        : rows.map { row in
          let words = row.words.isEmpty ? "" : "\n    " + row.words.replacing("\n", with: "\n    ")
          return "\(Posix.stamp(row.at).prefix(10))  \(row.topic): \(row.rating) of 5\(words)"
        }.joined(separator: "\n")
    }
  }

  private struct Forgotten: Encodable {
    let account: String
    let removedCount: Int
  }

  static let forget = Command(
    path: ["analytics", "forget"], summary: "Remove what was counted of somebody",
    details: """
      Removes their events and their feedback for good. They are counted again from then on, \
      unless they have turned that off in their account page.
      """,
    operands: [.init(name: "NAME", help: "the name that the account signs in with")],
    options: [.data, .json],
    examples: [.init("hearth analytics forget ana", "everything that was counted of Ana")]
  ) { invocation in
    let folder = DataFolder(invocation)
    let account = try LocalHub(folder).account(named: try invocation.requiredOperand(0))
    let store = try open(folder)
    guard let settings = try UsageSettings(path: folder.analyticsSettings) else {
      throw CommandFailure.refused(
        "\(folder.analyticsSettings) is missing: nobody can tell whose events are whose")
    }
    let count = try store.forget(accountID: account.id, settings: settings)
    return try invocation.report(Forgotten(account: account.name, removedCount: count)) {
      "Removed \(count) events and words of feedback of \(account.name)."
    }
  }

  // MARK: Reading

  private static func open(_ folder: DataFolder) throws -> UsageStore {
    try folder.requireHub()
    guard Posix.exists(folder.analytics) else {
      throw CommandFailure.refused(
        """
        nothing was counted in \(folder.path) yet; the server counts unless it runs with \
        --analytics off
        """)
    }
    do {
      return try UsageStore(path: folder.analytics)
    } catch let error as SQLiteError where error.isCorrupt {
      throw CommandFailure.unusable(
        "\(folder.analytics) is damaged; the next start of the server moves it aside")
    } catch let error as Migrations.NewerVersion {
      throw CommandFailure.unusable(
        """
        \(folder.analytics) was written by a newer Hearth (\(error.found), this program knows \
        \(error.supported)); install that one
        """)
    }
  }

  private static func figure(_ word: String) throws(CommandFailure) -> UsageFigure.Name? {
    if word == "all" { return nil }
    guard let name = UsageFigure.Name(rawValue: word) else {
      let names = UsageFigure.Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw .usage("analytics report: there is no '\(word)'; it is one of \(names), or all")
    }
    return name
  }

  /// The first moment of a day in UTC, milliseconds since 1970.
  private static func day(_ text: String) throws(CommandFailure) -> Int64 {
    guard let day = CalendarDay(text) else {
      throw .usage("analytics report: --since is a day like 2026-06-14, not '\(text)'")
    }
    return Int64(day.daysSince1970) * 86_400_000
  }

  // MARK: Words

  private static func text(_ report: UsageReport) -> String {
    guard let first = report.firstEventAt else { return "Nothing has been counted yet." }
    var lines = ["\(report.eventCount) events since \(Posix.stamp(first).prefix(10))."]
    if report.droppedCount > 0 {
      lines.append("\(report.droppedCount) found no room and are in no figure.")
    }
    for figure in report.figures { lines += [""] + text(figure) }
    return lines.joined(separator: "\n")
  }

  private static func text(_ figure: UsageFigure) -> [String] {
    var head = "\(figure.name.rawValue): \(value(figure))"
    if let target = figure.target {
      head += ", hoped for \(number(target))\(figure.unit == .percent ? " %" : "")"
    }
    if let isMet = figure.isMet { head += isMet ? " (met)" : " (not met)" }
    if figure.isProvisional { head += ", not complete yet" }
    var lines = [head, "    \(figure.definition)"]
    lines += figure.parts.map { "    \($0.label): \($0.numerator) of \($0.denominator)" }
    return lines
  }

  private static func value(_ figure: UsageFigure) -> String {
    guard let value = figure.value else { return "nobody to count" }
    return "\(number(value))\(figure.unit == .percent ? " %" : "") "
      + "(\(figure.numerator) of \(figure.denominator))"
  }

  /// The number with at most one decimal.
  private static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    // The shortest text that means the number, which has one digit behind the point at most.
    return tenths.truncatingRemainder(dividingBy: 10) == 0
      ? String(Int(tenths / 10)) : "\(tenths / 10)"
  }
}
