import Backends
import Glibc
import Household
import Hub
import HubHTTP
import LocalTransport
import Replica
import SyncProtocol

/// `hearth join`: joins an account of this hub to a shared home, and decides what happens to the
/// account's own homes.
enum JoinCommand {
  static let command = Command(
    path: ["join"], summary: "Join a home by an invite, and say what becomes of one's own",
    details: """
      What a browser does step by step, for an account of this hub. With things of its own an \
      account has to choose: alongside keeps its homes beside the shared one; merge moves one of \
      them into it, places, labels and policies of the same name becoming one; fresh joins, and \
      then removes all homes of its own that nobody else has (for 30 days they can be restored). \
      A merge can be taken back in the browser for 30 days. The same command again changes nothing \
      that is done already, and goes on where it was stopped. An account that can only view the \
      home and uses an invite for an editor becomes one with --upgrade.
      """,
    operands: [.init(name: "INVITE", help: "its link, or its code, such as ABC-2345")],
    options: [
      .value("choice", "CHOICE", "alongside, merge or fresh; needed when the account has things"),
      .value("home", "HOME", "the own home to merge: its id, or its name"),
      .flag("upgrade", "become an editor of a home that the account can only view"),
      .flag("separate", "a merge combines nothing, also what has the same name"),
      .value(
        "confirm", "NAME", "the shared home's name, typed to let a fresh start remove the rest"),
      .flag("dry-run", "only say what would happen; nothing is joined"),
      .value("account", "NAME", "who joins; may be left out when there is one account"),
      .data, .json,
    ],
    examples: [
      .init(
        "hearth join KTR-2345 --account ben --dry-run", "which home it is, and what can be done"),
      .init("hearth join KTR-2345 --account ben --choice alongside", "both are kept"),
      .init(
        "hearth join http://hearth.local:8080/i/kY3v9xQ2 --account ben --choice merge --home Flat",
        "the flat goes into the shared home"),
    ]
  ) { invocation in
    let request = try Request(invocation)
    let hub = try LocalHub(DataFolder(invocation))
    let account = try hub.account(named: invocation["account"])
    let client = LocalHubClient(
      hub: hub.hub, accounts: hub.accounts,
      invitations: Invitations(
        hub: hub.hub, codeKey: try HubFolder(path: hub.folder.path).codeKey),
      accountID: account.id, sessionID: nil, address: nil, pool: hub.pool)
    try Posix.makeFolder(hub.folder.replicas)
    let report = try await hub.withReplica(of: account, in: hub.folder.replicas) {
      try await Joining(account: account, client: client, replica: $0, transport: $1)(request)
    }
    return try invocation.report(report) { report.text }
  }

  enum Choice: String, Encodable { case alongside, merge, fresh }

  struct Request: Sendable {
    let key: InviteKey
    let choice: Choice?
    let home: String?
    let isSeparate: Bool
    let confirmation: String?
    let isDryRun: Bool
    let upgrades: Bool

    init(_ invocation: Invocation) throws {
      let typed = InviteKey.shown(in: try invocation.requiredOperand(0))
      guard !typed.isEmpty else { throw CommandFailure.usage("join: this is no link and no code") }
      key = InviteKey(typed: typed)
      choice = try invocation["choice"].map { text in
        guard let choice = Choice(rawValue: text) else {
          throw CommandFailure.usage("join: --choice is alongside, merge or fresh, not '\(text)'")
        }
        return choice
      }
      home = invocation["home"]
      isSeparate = invocation.has("separate")
      confirmation = invocation["confirm"]
      isDryRun = invocation.has("dry-run")
      upgrades = invocation.has("upgrade")
      if choice == .merge, home == nil {
        throw CommandFailure.usage("join: say with --home which home of the account is to go")
      }
      guard choice == .merge || (home == nil && !isSeparate) else {
        throw CommandFailure.usage("join: --home and --separate are for --choice merge")
      }
    }
  }
}
