import Hub
import HubSQLite
import SyncProtocol
import Testing

@Suite struct SessionTests {
  @Test("a token is 256 random bits, stored as a hash, and shown by no description")
  func token() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let ann = try accounts.add("ann")
    let one = try accounts.signIn("ann")
    let other = try accounts.signIn("ann")
    #expect(one.token.text.utf8.count == 43)
    #expect(one.token.text != other.token.text)
    #expect(one.session.tokenHash == SHA256.hexadecimal(of: one.token.text))
    var text = "\(one) \(String(reflecting: one))"
    dump(one, to: &text)
    #expect(!text.contains(one.token.text))
    let stored = try hub.store.connection.query("SELECT * FROM sessions") { row in
      (0..<row.columnCount).map { row.text($0) }
    }
    #expect(stored.count == 2)
    #expect(!stored.joined().contains { $0.contains(one.token.text) })
    try #expect(accounts.sessions(of: ann.id).count == 2)
  }

  @Test("SHA-256 is SHA-256")
  func sha256() {
    #expect(
      SHA256.hexadecimal(of: "abc")
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      SHA256.hexadecimal(of: "")
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test("what is no token is nobody's", arguments: ["", "x", String(repeating: "A", count: 43)])
  func nobody(_ text: String) throws {
    try #expect(TestHub().accounts().verify(text) == nil)
  }

  @Test(
    "a session lives for its time after its last use",
    arguments: [(Session.Kind.browser, 30 as Int64), (.device, 365)])
  func sliding(_ kind: Session.Kind, _ days: Int64) throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    try accounts.add("ann")
    let signedIn = try accounts.signIn("ann", kind: kind)
    func isValid() throws -> Bool { try accounts.verify(signedIn.token.text) != nil }
    for _ in 0..<3 {
      hub.advance(days: days - 1)
      try #expect(isValid())
    }
    hub.advance(days: days)
    try #expect(!isValid())
    try #expect(accounts.sessions(of: signedIn.account.id).isEmpty)
  }

  @Test("a use is written at most every 5 minutes")
  func useInterval() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let ann = try accounts.add("ann")
    let signedIn = try accounts.signIn("ann")
    var writes = 0
    hub.store.connection.injectedFailure = { sql in
      if sql.contains("INTO sessions") { writes += 1 }
      return nil
    }
    for _ in 0..<5 {
      hub.advance(minutes: 1)
      _ = try accounts.verify(signedIn.token.text)
    }
    #expect(writes == 1)
    try #expect(accounts.sessions(of: ann.id).first?.lastUsedAt == hub.now)
  }

  @Test("a hub that cannot write still knows who is signed in")
  func readOnly() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    try accounts.add("ann")
    let signedIn = try accounts.signIn("ann")
    hub.advance(minutes: 10)
    hub.store.connection.injectedFailure = { sql in
      sql.contains("INTO sessions") ? HubStoreError.storage("full") : nil
    }
    try #expect(accounts.verify(signedIn.token.text) != nil)
  }

  @Test("D-SYN-15 a device that was lost is signed out from another, and its token is void")
  func endOne() throws {
    let accounts = try TestHub().accounts()
    let ann = try accounts.add("ann")
    let ben = try accounts.add("ben")
    let browser = try accounts.signIn("ann")
    let phone = try accounts.openSession(for: ann.id, kind: .device, label: "phone")
    try #expect(accounts.sessions(of: ann.id).map(\.label).sorted() == ["Firefox", "phone"])
    try accounts.endSession(phone.session.id, of: ben.id)
    try #expect(accounts.verify(phone.token.text) != nil)
    try accounts.endSession(phone.session.id, of: ann.id)
    try #expect(accounts.verify(phone.token.text) == nil)
    try #expect(accounts.verify(browser.token.text) != nil)
  }

  @Test("all other sessions end at once")
  func endOthers() throws {
    let accounts = try TestHub().accounts()
    let ann = try accounts.add("ann")
    let signedIn = try (0..<4).map { _ in try accounts.signIn("ann") }
    try accounts.endSessions(of: ann.id, except: signedIn[2].session.id)
    let valid = try signedIn.map { try accounts.verify($0.token.text) != nil }
    #expect(valid == [false, false, true, false])
  }

  @Test("a session that was ended while it was used does not come back")
  func endedWhileUsed() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let ann = try accounts.add("ann")
    let signedIn = try accounts.signIn("ann")
    hub.advance(minutes: 10)
    var isEnded = false
    hub.store.connection.injectedFailure = { sql in
      // Between the look-up and the note of the use.
      if sql == "BEGIN IMMEDIATE", !isEnded {
        isEnded = true
        _ = try? hub.store.connection.execute("DELETE FROM sessions")  // Cannot fail here.
      }
      return nil
    }
    try #expect(accounts.verify(signedIn.token.text) == nil)
    try #expect(accounts.sessions(of: ann.id).isEmpty)
  }

  @Test("an account has at most 100 sessions; the one used longest ago goes")
  func maxSessions() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    let ann = try accounts.add("ann")
    let first = try accounts.openSession(for: ann.id, kind: .device, label: "first")
    for index in 0..<100 {
      hub.advance(minutes: 1)
      _ = try accounts.openSession(for: ann.id, kind: .device, label: "\(index)")
    }
    try #expect(accounts.sessions(of: ann.id).count == 100)
    try #expect(accounts.verify(first.token.text) == nil)
  }
}
