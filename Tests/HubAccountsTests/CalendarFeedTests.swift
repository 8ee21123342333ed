import Hub
import HubSQLite
import SyncProtocol
import Testing

/// The secret address of an account's calendar.
@Suite struct CalendarFeedTests {
  @Test("a calendar's secret has 128 bits, is kept as a hash, and is shown by no description")
  func secret() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let ann = try accounts.add("ann")
    let secret = try accounts.makeCalendarFeed(for: ann.id)
    #expect(secret.text.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    var text = "\(secret) \(String(reflecting: secret))"
    dump(secret, to: &text)
    #expect(!text.contains(secret.text))
    let stored = try hub.store.connection.query("SELECT * FROM calendarFeeds") { row in
      (0..<row.columnCount).map { row.text($0) }
    }
    #expect(stored.count == 1)
    #expect(!stored.joined().contains { $0.contains(secret.text) })
    try #expect(accounts.verifyCalendarSecret(secret.text, address: nil)?.id == ann.id)
    // It opens nothing else, and nothing else opens it.
    try #expect(accounts.verify(secret.text) == nil)
    try #expect(accounts.verifyAccessToken(secret.text, address: nil) == nil)
    let token = try accounts.makeAccessToken(
      for: ann.id, name: "x", scope: .write, lifeDays: nil)
    for other in [
      token.secret.text, try accounts.signIn("ann").token.text, stored[0][1], "",
      String(repeating: "0", count: 32), secret.text.uppercased() + "x", "\0",
    ] {
      try #expect(accounts.verifyCalendarSecret(other, address: nil) == nil)
    }
  }

  @Test("an account has one: a new one takes its place, and removing it ends it")
  func replacing() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let (ann, ben) = (try accounts.add("ann"), try accounts.add("ben"))
    func opens(_ secret: CalendarSecret) throws -> AccountID? {
      try accounts.verifyCalendarSecret(secret.text, address: nil)?.id
    }
    let (old, other) = (
      try accounts.makeCalendarFeed(for: ann.id), try accounts.makeCalendarFeed(for: ben.id)
    )
    let new = try accounts.makeCalendarFeed(for: ann.id)
    try #expect(opens(old) == nil && opens(new) == ann.id && opens(other) == ben.id)
    try accounts.removeCalendarFeed(of: ann.id)
    try #expect(opens(new) == nil && opens(other) == ben.id)
    try #expect(accounts.calendarFeed(of: ann.id) == nil)
  }

  @Test("a changed password and a disabled account end it, for good")
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
      let secret = try accounts.makeCalendarFeed(for: ann.id)
      try #expect(accounts.verifyCalendarSecret(secret.text, address: nil) != nil)
      try end()
      try #expect(accounts.verifyCalendarSecret(secret.text, address: nil) == nil)
      try #expect(accounts.calendarFeed(of: ann.id) == nil)
    }
    #expect(throws: AccountError.notFound) { try accounts.makeCalendarFeed(for: ann.id) }
  }

  @Test("the last use is noted, at most every five minutes")
  func lastUse() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let ann = try accounts.add("ann")
    let secret = try accounts.makeCalendarFeed(for: ann.id)
    func use() throws -> Int64? {
      _ = try accounts.verifyCalendarSecret(secret.text, address: nil)
      return try accounts.calendarFeed(of: ann.id)?.lastUsedAt
    }
    try #expect(accounts.calendarFeed(of: ann.id)?.lastUsedAt == nil)
    let first = hub.now
    try #expect(use() == first)
    hub.advance(minutes: 4)
    try #expect(use() == first)
    hub.advance(minutes: 1)
    try #expect(use() == hub.now)
  }

  @Test("after too many wrong secrets from an address only right ones are looked at")
  func attempts() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let secret = try accounts.makeCalendarFeed(for: try accounts.add("ann").id)
    for _ in 0..<Accounts.maxWrongSecretsPerAddress {
      try #expect(accounts.verifyCalendarSecret("wrong", address: "192.0.2.1") == nil)
    }
    #expect(throws: AttemptLimits.TooManyAttempts.self) {
      try accounts.verifyCalendarSecret("wrong", address: "192.0.2.1")
    }
    try #expect(accounts.verifyCalendarSecret(secret.text, address: "192.0.2.1") != nil)
    try #expect(accounts.verifyCalendarSecret("wrong", address: "192.0.2.2") == nil)
    hub.advance(minutes: 15)
    try #expect(accounts.verifyCalendarSecret("wrong", address: "192.0.2.1") == nil)
  }
}
