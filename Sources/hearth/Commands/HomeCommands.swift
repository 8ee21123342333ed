import HearthDomain
import FoundationEssentials
import Household
import Hub
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
    let (hub, owner) = try open(invocation)
    let rows = try zones(of: owner, hub).map(Row.init)
    if try hub.hidesShared { invocation.terminal.complain("hearth: \(CommandFailure.hiddenNote)") }
    try invocation.report(rows) {
      rows.isEmpty
        ? "\(owner.name) has deleted no home in the last 30 days."
        : rows.map(\.text).joined(separator: "\n")
    }
    return .ok
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
    let (hub, owner) = try open(invocation)
    let wanted = try invocation.requiredOperand(0)
    let key = NameKey.make(wanted)
    let found = try zones(of: owner, hub).filter {
      $0.zone == wanted || NameKey.make($0.title) == key
    }
    guard let home = found.first else {
      let failure = CommandFailure.refused(
        """
        \(owner.name) has no deleted home '\(wanted)'; hearth home deleted lists those that can be \
        restored
        """)
      throw try hub.hidesShared ? failure.whileHiding : failure
    }
    guard found.count == 1 else {
      throw CommandFailure.refused(
        "several deleted homes are called '\(wanted)'; say which by its id: hearth home deleted")
    }
    try hub.restoreZone(home.zone, by: owner.id, isAlone: invocation.has("alone"))
    try invocation.report(Row(home)) { "\(home.title) is back." }
    return .ok
  }

  /// The hub for the machine's administrator, without the account's limit of homes.
  private static func open(_ invocation: Invocation) throws -> (Hub, Account) {
    let local = try LocalHub(DataFolder(invocation))
    let schema = HearthDomain.schema(maxOwnedHomes: Household.maxOwnedHomes.upperBound)
    return (
      Hub(store: local.store, schema: schema, now: Posix.nowMilliseconds),
      try local.account(named: invocation["account"])
    )
  }

  private static func zones(of owner: Account, _ hub: Hub) throws -> [DeletedZoneSummary] {
    let isHiding = try hub.hidesShared
    return try hub.deletedZones(of: owner.id).filter {
      $0.kind == .home && (!isHiding || $0.members.isEmpty)
    }
  }
}
