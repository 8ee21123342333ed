import Hub
import SyncProtocol

/// The commands that administer accounts, for the machine's administrator.
enum AccountCommands {
  static let all = [list, create, password, disable, enable, admin]

  private struct Row: Encodable {
    let name: String
    let displayName: String
    let id: String
    let isAdministrator: Bool
    let isDisabled: Bool
    let createdAtMilliseconds: Int64

    init(_ account: Account) {
      name = account.name
      displayName = account.displayName
      id = account.id
      isAdministrator = account.isAdministrator
      isDisabled = account.isDisabled
      createdAtMilliseconds = account.createdAt
    }

    var text: String {
      var marks: [String] = []
      if isAdministrator { marks.append("administrator") }
      if isDisabled { marks.append("disabled") }
      let shown = name == displayName ? name : "\(name) (\(displayName))"
      return marks.isEmpty ? shown : "\(shown): \(marks.joined(separator: ", "))"
    }
  }

  private static let name = Command.Operand(name: "NAME", help: "the name to sign in with")

  static let list = Command(
    path: ["account", "list"], summary: "List who has an account",
    details: "Shows every account of the hub, in the order of their names.",
    options: [.data, .json],
    examples: [.init("hearth account list", "one line per account")]
  ) { invocation in
    let hub = try LocalHub(DataFolder(invocation))
    var rows: [Row] = []
    var last: String?
    while true {
      let page = try hub.accounts.accounts(after: last, by: .commandLine)
      guard let key = page.last?.nameKey else { break }
      rows += page.map(Row.init)
      last = key
    }
    return try invocation.report(rows) {
      rows.isEmpty ? "Nobody has an account yet." : rows.map(\.text).joined(separator: "\n")
    }
  }

  static let create = Command(
    path: ["account", "create"], summary: "Make an account, whatever the sign-up policy says",
    details: """
      Asks for the password, or reads it from standard input when that is no terminal. The first \
      account of a hub is its administrator.
      """,
    operands: [name],
    options: [
      .data, .value("display-name", "TEXT", "what others see; the name by default"), .json,
    ],
    examples: [
      .init("hearth account create ana", "asks for a password, twice"),
      .init("hearth account create ben --display-name 'Ben K.' < password.txt", "in a script"),
    ]
  ) { invocation in
    let folder = DataFolder(invocation)
    try folder.create()
    let hub = try LocalHub(folder, path: folder.hub)
    let password = try newPassword(invocation)
    let account = try hub.accounts.create(
      name: try invocation.requiredOperand(0), displayName: invocation["display-name"] ?? "",
      password: password, by: .commandLine)
    return try invocation.report(Row(account)) { "Made the account \(Row(account).text)." }
  }

  static let password = Command(
    path: ["account", "password"], summary: "Give an account a new password",
    details: """
      Asks for the password, or reads it from standard input when that is no terminal. Every \
      browser and device of the account has to sign in again.
      """,
    operands: [name], options: [.data, .json],
    examples: [.init("hearth account password ana", "for who has forgotten theirs")]
  ) { invocation in
    let hub = try LocalHub(DataFolder(invocation))
    let account = try hub.account(named: try invocation.requiredOperand(0))
    let password = try newPassword(invocation)
    try hub.accounts.resetPassword(of: account.id, to: password, by: .commandLine)
    return try report(account.id, hub, invocation) { "\($0.name) has a new password." }
  }

  static let disable = Command(
    path: ["account", "disable"], summary: "Lock an account and end its sessions",
    details: """
      Nothing of the account is deleted; hearth account enable lets it in again. It says so when \
      that leaves a family without a parent who can sign in.
      """,
    operands: [name], options: [.data, .json],
    examples: [.init("hearth account disable ben", "for a lost phone with a saved password")]
  ) { invocation in
    let hub = try LocalHub(DataFolder(invocation))
    let account = try hub.account(named: try invocation.requiredOperand(0))
    try hub.accounts.setDisabled(true, account.id, by: .commandLine)
    let families = try hub.hub.familiesWithoutParent(of: account.id)
    return try report(account.id, hub, invocation) { shown in
      let warnings = families.map {
        "No parent of \($0) can sign in now: nobody decides about it or lets its children in."
      }
      return (["\(shown.name) is locked out."] + warnings).joined(separator: "\n")
    }
  }

  static let enable = Command(
    path: ["account", "enable"], summary: "Let a disabled account in again",
    details: "Its sessions stay ended: the person signs in again.",
    operands: [name], options: [.data, .json],
    examples: [.init("hearth account enable ben", "undoes hearth account disable")]
  ) { try change($0, "may sign in again") { try $0.setDisabled(false, $1, by: .commandLine) } }

  static let admin = Command(
    path: ["account", "admin"], summary: "Make an account an administrator, or no longer",
    details: "There is always one administrator who can sign in.",
    operands: [name], options: [.data, .flag("remove", "take the right away"), .json],
    examples: [
      .init("hearth account admin ben", "Ben may administer the hub, too"),
      .init("hearth account admin ben --remove", "no longer"),
    ]
  ) { invocation in
    let isAdministrator = !invocation.has("remove")
    return try change(
      invocation, isAdministrator ? "is an administrator now" : "is no administrator any more"
    ) { try $0.setAdministrator(isAdministrator, $1, by: .commandLine) }
  }

  private static func change(
    _ invocation: Invocation, _ outcome: String, _ body: (Accounts, AccountID) throws -> Void
  ) throws -> ExitCode {
    let hub = try LocalHub(DataFolder(invocation))
    let account = try hub.account(named: try invocation.requiredOperand(0))
    try body(hub.accounts, account.id)
    return try report(account.id, hub, invocation) { "\($0.name) \(outcome)." }
  }

  private static func report(
    _ id: AccountID, _ hub: LocalHub, _ invocation: Invocation, _ text: (Account) -> String
  ) throws -> ExitCode {
    guard let account = try hub.accounts.account(id) else {
      throw CommandFailure.refused("the account is gone")
    }
    return try invocation.report(Row(account)) { text(account) }
  }

  static func newPassword(_ invocation: Invocation) throws -> String {
    try newSecret("password", invocation)
  }

  /// Asks for something secret, twice if a person types it.
  ///
  /// - Parameter word: what it is.
  static func newSecret(_ word: String, _ invocation: Invocation) throws -> String {
    let prompt = word.prefix(1).uppercased() + word.dropFirst() + ": "
    guard let secret = invocation.terminal.readSecret(prompt) else {
      throw CommandFailure.usage("no \(word) came on standard input")
    }
    // A script has nothing to mistype.
    guard invocation.terminal.isInteractive else { return secret }
    guard invocation.terminal.readSecret("Again: ") == secret else {
      throw CommandFailure.refused("the two were not the same; nothing was changed")
    }
    return secret
  }
}
