import Hub
import SyncProtocol

/// The commands for the access tokens of people's own programs, for the machine's administrator.
enum AccountTokenCommands {
  static let all = [list, make, revoke]

  private struct Row: Encodable {
    let id: String
    let name: String
    let scope: String
    let homeID: String?
    let createdAtMilliseconds: Int64
    let lastUsedAtMilliseconds: Int64?
    let expiresAtMilliseconds: Int64?
    /// The token itself; only when it was just created.
    var secret: String?

    init(_ token: AccessToken) {
      id = token.id
      name = token.name
      scope = token.scope.rawValue
      homeID = token.home
      createdAtMilliseconds = token.createdAt
      lastUsedAtMilliseconds = token.lastUsedAt
      expiresAtMilliseconds = token.expiresAt
    }

    var text: String {
      "\(id)  \(name): \(scope)\(homeID.map { ", only the home \($0)" } ?? "")"
        + (lastUsedAtMilliseconds == nil ? ", not used yet" : "")
    }
  }

  private static let standardLifeDays = 90
  private static let account = Command.Operand(
    name: "NAME", help: "the name that the account signs in with")

  static let list = Command(
    path: ["account", "tokens"], summary: "List the access tokens of an account",
    details: "Shows what each may do and its id, by which it is revoked; never the token itself.",
    operands: [account], options: [.data, .json],
    examples: [.init("hearth account tokens ana", "one line per token")]
  ) { invocation in
    let hub = try LocalHub(DataFolder(invocation))
    let account = try hub.account(named: try invocation.requiredOperand(0))
    let rows = try hub.accounts.accessTokens(of: account.id).map(Row.init)
    return try invocation.report(rows) {
      rows.isEmpty ? "\(account.name) has none." : rows.map(\.text).joined(separator: "\n")
    }
  }

  static let make = Command(
    path: ["account", "token"], summary: "Make an access token for a program of an account",
    details: """
      Prints the token, which is not kept and cannot be shown again. Scripts send it as \
      "Authorization: Bearer TOKEN" to /api/v1; /openapi.json describes what they can do there.
      """,
    operands: [account],
    options: [
      .value("name", "TEXT", "what it is for; must be said", isRequired: true), .data,
      .flag("write", "it may write, too; by default it only reads"),
      .flag("sharing", "it may write, invite people to homes and change what they may do"),
      .value("home", "ID", "the id of the only home that it opens"),
      .value("days", "N", "how long it works, by default 90; 0 is until it is revoked"), .json,
    ],
    examples: [
      .init("hearth account token ana --name display", "reads for 90 days"),
      .init("hearth account token ana --name import --write --days 1", "writes for a day"),
      .init("hearth account token ana --name guests --sharing", "invites people, too"),
    ]
  ) { invocation in
    guard let name = invocation["name"] else {
      throw CommandFailure.usage("account token: say what it is for with --name TEXT")
    }
    let days = try days(invocation)
    let hub = try LocalHub(DataFolder(invocation))
    let account = try hub.account(named: try invocation.requiredOperand(0))
    do {
      let made = try hub.accounts.makeAccessToken(
        for: account.id, name: name, scope: scope(invocation),
        home: invocation["home"], lifeDays: days == 0 ? nil : days)
      var row = Row(made.token)
      row.secret = made.secret.text
      return try invocation.report(row) { made.secret.text }
    } catch let error as AccessTokenError {
      throw CommandFailure.refused(sentence(error, account.name))
    } catch AccountError.notFound {
      throw CommandFailure.refused("\(account.name) is locked out; nothing was made")
    }
  }

  static let revoke = Command(
    path: ["account", "revoke"], summary: "Revoke an access token of an account",
    details: "The program that has it is refused from then on.",
    operands: [account, .init(name: "ID", help: "as hearth account tokens shows it")],
    options: [.data, .json],
    examples: [
      .init("hearth account revoke ana 0198c0de-0000-7000-8000-000000000006", "one token")
    ]
  ) { invocation in
    let hub = try LocalHub(DataFolder(invocation))
    let account = try hub.account(named: try invocation.requiredOperand(0))
    let id = try invocation.requiredOperand(1)
    guard let token = try hub.accounts.accessTokens(of: account.id).first(where: { $0.id == id })
    else {
      throw CommandFailure.refused("\(account.name) has no token \(id)")
    }
    try hub.accounts.revokeAccessToken(id, of: account.id)
    return try invocation.report(Row(token)) { "The token \(token.name) no longer works." }
  }

  private static func scope(_ invocation: Invocation) -> AccessToken.Scope {
    if invocation.has("sharing") { return .sharing }
    return invocation.has("write") ? .write : .read
  }

  private static func days(_ invocation: Invocation) throws(CommandFailure) -> Int {
    guard let text = invocation["days"] else { return standardLifeDays }
    let range = Accounts.accessTokenLifeDays
    guard let days = Int(text), days == 0 || range.contains(days) else {
      throw .usage("account token: --days is 0 to \(range.upperBound), not '\(text)'")
    }
    return days
  }

  private static func sentence(_ error: AccessTokenError, _ name: String) -> String {
    switch error {
    case .invalidName:
      "a token's name has 1 to \(Accounts.maxAccessTokenNameCharacters) characters"
    case .lifeOutOfRange: "a token works for 1 to \(Accounts.accessTokenLifeDays.upperBound) days"
    case .homeNotFound: "\(name) is not in that home"
    case .tooMany(let max): "\(name) has \(max) tokens already; revoke one"
    }
  }
}
