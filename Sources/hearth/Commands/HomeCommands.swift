import SyncProtocol

/// The commands about deleted homes, for the machine's administrator.
enum HomeCommands {
  static let all = [deleted, restore]

  private struct Row: Encodable {
    let id: String
    let name: String
    let deletedAtMilliseconds: Int64
    let untilMilliseconds: Int64
    let itemCount: Int
    let photoCount: Int
    let others: [String]

    init(_ zone: DeletedZoneSummary) {
      id = zone.zone
      name = zone.title
      deletedAtMilliseconds = zone.at
      untilMilliseconds = zone.until
      itemCount = zone.counts["items"] ?? 0
      photoCount = zone.counts["photos"] ?? 0
      others = zone.members.map(\.name)
    }

    var text: String {
      let people = others.isEmpty ? "" : ", for \(others.joined(separator: ", ")), too"
      return "\(id)  \(name): \(itemCount) items, \(photoCount) photos; deleted "
        + "\(Posix.stamp(deletedAtMilliseconds)), until \(Posix.stamp(untilMilliseconds))\(people)"
    }
  }

  private static let account = Command.Option.value(
    "account", "NAME", "whose homes; needed when there are several accounts")

  static let deleted = Command(
    path: ["home", "deleted"], summary: "List the homes that can be restored",
    details: "A home that its owner deleted is kept for 30 days. Nobody can see what is in it.",
    options: [account, .data, .json],
    examples: [.init("hearth home deleted --account ana", "one line per home, its id first")]
  ) { invocation in
    let rows = try await zones(invocation).all(invocation.terminal).map(Row.init)
    return try invocation.report(rows) {
      rows.isEmpty
        ? "The account has deleted no home in the last 30 days."
        : rows.map(\.text).joined(separator: "\n")
    }
  }

  static let restore = Command(
    path: ["home", "restore"], summary: "Bring a deleted home back as it was",
    details: """
      Everything in it comes back, and everyone who had it has it again and is told. Invites that \
      were open no longer work. It may run beside the server, and does not ask how many homes \
      somebody may own.
      """,
    operands: [.init(name: "HOME", help: "its id, or its name when only one has that name")],
    options: [account, .flag("alone", "nobody but its owner gets it back"), .data, .json],
    examples: [
      .init("hearth home restore Cabin --account ana", "with everyone who had it"),
      .init("hearth home restore Cabin --account ana --alone", "for Ana alone"),
    ]
  ) { invocation in
    let home = try await zones(invocation).restore(
      try invocation.requiredOperand(0), isAlone: invocation.has("alone"))
    return try invocation.report(Row(home)) { "\(home.title) is back." }
  }

  private static func zones(_ invocation: Invocation) throws -> DeletedZones {
    let hub = try LocalHub(DataFolder(invocation))
    return DeletedZones(
      place: .hub(hub, try hub.account(named: invocation["account"])), kind: .home)
  }
}
