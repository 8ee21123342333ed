import Hub
import SyncProtocol

/// The commands that control who may share at a hub, for the machine's administrator.
enum FlagCommands {
  static let all = [show, set]

  private struct Row: Encodable {
    let version: Int64
    let state: String
    let percent: Int
    let allowed: [String]
    let allowsOverride: Bool
    let hidesShared: Bool
    let changedAtMilliseconds: Int64
    let changedBy: String

    init(_ flag: SharingFlag, _ hub: Hub) throws {
      version = flag.version
      state = flag.state.rawValue
      percent = flag.percent
      allowed = try hub.names(listedIn: flag)
      allowsOverride = flag.allowsOverride
      hidesShared = flag.hidesShared
      changedAtMilliseconds = flag.changedAt
      changedBy = flag.changedBy
    }

    var text: String {
      let meaning = hidesShared ? FlagCommands.hiding : FlagCommands.meaning[state] ?? state
      var text = "Sharing is \(meaning)"
      if state == SharingFlag.State.cohort.rawValue {
        text += ": \(percent) % of all accounts"
        if !allowed.isEmpty { text += ", and \(allowed.joined(separator: ", "))" }
      }
      if allowsOverride { text += " (internal mode)" }
      guard version > 0 else { return text + "; nobody has changed that." }
      let who = changedBy.isEmpty ? "the command line" : changedBy
      return text + "; version \(version), \(Posix.stamp(changedAtMilliseconds)), by \(who)."
    }
  }

  private struct Report: Encodable {
    let current: Row
    /// The newest first.
    let history: [Row]
  }

  private static let meaning = [
    "open": "open to everybody", "cohort": "open to some", "closed": "closed",
    "killed": "paused: shared homes can only be read",
  ]
  private static let hiding = "paused, and shared homes are hidden"
  private static let shownVersions = 20

  static let show = Command(
    path: ["flags"], summary: "Show to whom sharing is open, and how that came to be",
    details: "May run beside the server. hearth flags set changes it.",
    options: [.data, .json],
    examples: [.init("hearth flags", "one line for now, and one for each change before")]
  ) { invocation in
    let hub = try LocalHub(DataFolder(invocation)).hub
    let history = try hub.sharingFlags(limit: shownVersions).map { try Row($0, hub) }
    let report = Report(current: try Row(try hub.sharingFlag(), hub), history: history)
    return try invocation.report(report) {
      ([report.current.text] + history.dropFirst().map { "before: \($0.text)" })
        .joined(separator: "\n")
    }
  }

  static let set = Command(
    path: ["flags", "set"], summary: "Open sharing, close it, or pause it",
    details: """
      open: everybody invites and joins. cohort: some invite, --percent of all accounts and those \
      named with --allow (alone: only those); whoever they invite may join. closed: nobody \
      invites or joins, what is shared goes on. kill: that, and shared homes can only be read; what devices write meanwhile \
      waits and is sent by itself afterwards. With --hide shared homes are not even shown: everybody \
      sees what is theirs alone, and nothing is deleted; --show ends that alone, every other state \
      ends it, too. Revoking invites, removing people and leaving always \
      works. A server that runs beside it notices within a second.
      """,
    operands: [.init(name: "STATE", help: "open, cohort, closed or kill")],
    options: [
      .value("percent", "N", "of a cohort: 0 to 100; always the same accounts"),
      .value("allow", "NAMES", "of a cohort: accounts beside the share, separated by commas"),
      .flag("hide", "with kill: shared homes are not shown meanwhile"),
      .flag("show", "with kill: they are"),
      .flag("internal", "devices may be told to show or to hide sharing"),
      .flag("no-internal", "they may not"), .data, .json,
    ],
    examples: [
      .init("hearth flags set cohort --percent 5 --allow ana,ben", "ship dark, begin with a few"),
      .init("hearth flags set kill", "in an emergency"),
      .init("hearth flags set kill --hide", "when nobody may even see what is shared"),
      .init("hearth flags set open", "for everybody, again"),
    ]
  ) { invocation in
    let hub = try LocalHub(DataFolder(invocation)).hub
    let word = try invocation.requiredOperand(0)
    guard let state = word == "kill" ? .killed : SharingFlag.State(rawValue: word) else {
      throw CommandFailure.usage("'\(word)' is none of open, cohort, closed and kill")
    }
    var percent = try invocation["percent"].map { text throws(CommandFailure) -> Int in
      guard let percent = Int(text) else {
        throw .usage("--percent is a number from 0 to 100, not '\(text)'")
      }
      return percent
    }
    guard !(invocation.has("internal") && invocation.has("no-internal")) else {
      throw CommandFailure.usage("--internal and --no-internal exclude each other")
    }
    guard !(invocation.has("hide") && invocation.has("show")) else {
      throw CommandFailure.usage("--hide and --show exclude each other")
    }
    guard state == .killed || !invocation.has("hide") else {
      throw CommandFailure.usage("--hide goes with kill: hearth flags set kill --hide")
    }
    let names = invocation["allow"].map { names in
      names.split(separator: ",").map { String($0) }
    }
    guard state == .cohort || (percent == nil && names == nil) else {
      throw CommandFailure.usage("--percent and --allow go with cohort")
    }
    // A share from before, when it was something else, is nothing that anybody has said now.
    if state == .cohort, percent == nil, try hub.sharingFlag().state != .cohort {
      guard names?.isEmpty == false else {
        throw CommandFailure.usage("say for whom: hearth flags set cohort --percent 5 --allow ana")
      }
      percent = 0
    }
    let flag = try hub.changeSharingFlag(
      SharingFlagChange(
        state: state, percent: percent, names: names,
        allowsOverride: invocation.has("internal")
          ? true : invocation.has("no-internal") ? false : nil,
        hidesShared: invocation.has("hide") ? true : invocation.has("show") ? false : nil),
      by: .commandLine)
    let row = try Row(flag, hub)
    return try invocation.report(row) { row.text }
  }
}
