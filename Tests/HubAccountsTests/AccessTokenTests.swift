import Hub
import HubSQLite
import SyncProtocol
import Testing

@Suite struct AccessTokenTests {
  private func make(
    _ accounts: Accounts, _ account: Account, _ name: String = "display", days: Int? = 90
  ) throws -> IssuedAccessToken {
    try accounts.makeAccessToken(for: account.id, name: name, scope: .read, lifeDays: days)
  }

  @Test("a token's secret is kept as a hash, and shown by no description")
  func secret() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let ann = try accounts.add("ann")
    let made = try make(accounts, ann)
    #expect(made.secret.text.hasPrefix("hearth_"))
    #expect(made.secret.text.utf8.count == 50)
    #expect(try make(accounts, ann).secret.text != made.secret.text)
    var text = "\(made) \(String(reflecting: made))"
    dump(made, to: &text)
    #expect(!text.contains(made.secret.text))
    let stored = try hub.store.connection.query("SELECT * FROM accessTokens") { row in
      (0..<row.columnCount).map { row.text($0) }
    }
    #expect(stored.count == 2)
    #expect(!stored.joined().contains { $0.contains(made.secret.text.dropFirst(7)) })
    try #expect(accounts.verifyAccessToken(made.secret.text, address: nil)?.account.id == ann.id)
    // A session's token opens no API, and the other way round.
    try #expect(accounts.verify(made.secret.text) == nil)
    let session = try accounts.signIn("ann")
    try #expect(accounts.verifyAccessToken(session.token.text, address: nil) == nil)
  }

  @Test("a token ends with its time, when it is revoked, and for nobody else's asking")
  func ending() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let (ann, ben) = (try accounts.add("ann"), try accounts.add("ben"))
    let (day, forever) = (
      try make(accounts, ann, "day", days: 1), try make(accounts, ann, "forever", days: nil)
    )
    func works(_ made: IssuedAccessToken) throws -> Bool {
      try accounts.verifyAccessToken(made.secret.text, address: nil) != nil
    }
    try #expect(works(day))
    hub.advance(days: 1)
    try #expect(!works(day))
    try #expect(accounts.accessTokens(of: ann.id).map(\.name) == ["forever"])
    try #expect(!accounts.revokeAccessToken(forever.token.id, of: ben.id))
    try #expect(works(forever))
    try #expect(accounts.revokeAccessToken(forever.token.id, of: ann.id))
    try #expect(!works(forever))
  }

  @Test("a changed password and a disabled account end all tokens, for good")
  func passwordAndDisabling() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    try accounts.add("admin")
    let ann = try accounts.add("ann")
    let endings: [() throws -> Void] = [
      {
        try accounts.changePassword(
          of: ann.id, from: TestHub.password, to: "another password", keeping: nil, address: nil)
      },
      { try accounts.resetPassword(of: ann.id, to: "a third password", by: .commandLine) },
      { try accounts.setDisabled(true, ann.id, by: .commandLine) },
    ]
    for end in endings {
      let made = try make(accounts, ann)
      try #expect(accounts.verifyAccessToken(made.secret.text, address: nil) != nil)
      try end()
      try #expect(accounts.verifyAccessToken(made.secret.text, address: nil) == nil)
      try #expect(accounts.accessTokens(of: ann.id).isEmpty)
    }
    #expect(throws: AccountError.notFound) { try make(accounts, ann) }
    try accounts.setDisabled(false, ann.id, by: .commandLine)
    try #expect(accounts.accessTokens(of: ann.id).isEmpty)
  }

  @Test("the last use is noted, at most every five minutes")
  func lastUse() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let ann = try accounts.add("ann")
    let made = try make(accounts, ann)
    func noted() throws -> Int64? { try accounts.accessTokens(of: ann.id).first?.lastUsedAt }
    func use() throws { _ = try accounts.verifyAccessToken(made.secret.text, address: nil) }
    try #expect(noted() == nil)
    try use()
    let first = hub.now
    try #expect(noted() == first)
    hub.advance(minutes: 4)
    try use()
    try #expect(noted() == first)
    hub.advance(minutes: 1)
    try use()
    try #expect(noted() == hub.now)
  }

  @Test("after too many wrong secrets from an address only right ones are looked at")
  func attempts() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let made = try make(accounts, try accounts.add("ann"))
    for _ in 0..<Accounts.maxWrongSecretsPerAddress {
      try #expect(accounts.verifyAccessToken("hearth_wrong", address: "192.0.2.1") == nil)
    }
    #expect(throws: AttemptLimits.TooManyAttempts.self) {
      try accounts.verifyAccessToken("hearth_wrong", address: "192.0.2.1")
    }
    try #expect(accounts.verifyAccessToken(made.secret.text, address: "192.0.2.1") != nil)
    try #expect(accounts.verifyAccessToken("hearth_wrong", address: "192.0.2.2") == nil)
    hub.advance(minutes: 15)
    try #expect(accounts.verifyAccessToken("hearth_wrong", address: "192.0.2.1") == nil)
  }

  @Test("what a token cannot be is refused")
  func limits() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let ann = try accounts.add("ann")
    for name in ["", "  ", "\u{202e}", String(repeating: "n", count: 101)] {
      #expect(throws: AccessTokenError.invalidName) { try make(accounts, ann, name) }
    }
    for days in [0, -1, 3651] {
      #expect(throws: AccessTokenError.lifeOutOfRange) { try make(accounts, ann, days: days) }
    }
    #expect(throws: AccessTokenError.homeNotFound) {
      try accounts.makeAccessToken(
        for: ann.id, name: "n", scope: .read, home: "somebody's", lifeDays: 1)
    }
    for number in 0..<Accounts.maxAccessTokensPerAccount {
      _ = try make(accounts, ann, "\(number)", days: 1)
    }
    #expect(throws: AccessTokenError.tooMany(max: Accounts.maxAccessTokensPerAccount)) {
      try make(accounts, ann)
    }
    // Those that are over make room.
    hub.advance(days: 1)
    _ = try make(accounts, ann)
  }

  @Test("a request that was interrupted is told from one under way, and forgotten after a day")
  func keptAnswers() throws {
    let hub = try TestHub()
    let answers = KeptAnswers(store: hub.store, now: { hub.now })
    let content = KeptAnswer.Content(status: 201, location: "/x", body: [1])
    func begin(_ answers: KeptAnswers, _ request: String = "r") throws -> KeptAnswers.Verdict {
      try answers.begin(key: "k", request: request, of: "ann")
    }
    try #expect(begin(answers) == .go)
    try #expect(begin(answers) == .underWay)
    try #expect(begin(answers, "other") == .otherRequest)
    let restarted = KeptAnswers(store: hub.store, now: { hub.now })
    try #expect(begin(restarted) == .unknown)
    try answers.finish(key: "k", of: "ann", content)
    try #expect(begin(restarted) == .again(content))
    try #expect(restarted.begin(key: "k", request: "r", of: "ben") == .go)
    try restarted.forget(key: "k", of: "ben")
    try #expect(restarted.begin(key: "k", request: "r", of: "ben") == .go)
    hub.advance(days: 1)
    hub.advance(minutes: 1)
    try #expect(begin(restarted) == .go)
  }
}
