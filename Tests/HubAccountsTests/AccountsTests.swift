import Foundation
import Hub
import HubSQLite
import SyncProtocol
import Testing
import Threads

@Suite struct CreateAccountTests {
  @Test("the first account is administrator, later ones are not")
  func firstIsAdministrator() throws {
    let accounts = try TestHub().accounts()
    try #expect(accounts.isEmpty())
    try #expect(accounts.add("ann").isAdministrator)
    try #expect(!accounts.add("ben").isAdministrator)
    try #expect(!accounts.isEmpty())
  }

  @Test("of many who sign up first at once exactly one becomes administrator")
  func firstRace() throws {
    let hub = try TestHub()
    let accounts = hub.accounts(.closed)
    let outcomes = Lock<[Result<Account, any Error>]>([])
    let group = DispatchGroup()
    for index in 0..<8 {
      group.enter()
      Thread.detachNewThread {
        let outcome = Result { try accounts.add("person \(index)") }
        outcomes.withLock { $0.append(outcome) }
        group.leave()
      }
    }
    group.wait()
    let made = outcomes.withLock { $0 }.compactMap { try? $0.get() }  // The others were refused.
    #expect(made.count == 1)
    #expect(made.first?.isAdministrator == true)
    try #expect(hub.store.read { try $0.accountCount() } == 1)
  }

  @Test("an account and its personal zone are made together or not at all")
  func personalZone() throws {
    struct Broken: Error {}
    let hub = try TestHub()
    let broken = Accounts(
      store: hub.store, signUps: .open, hasher: PasswordHasher(cost: .least), now: { hub.now },
      createPersonalZone: { account, writer in
        try TestHub.createZone(for: account, writer: writer)
        throw Broken()
      })
    #expect(throws: Broken.self) { try broken.add("ann") }
    try #expect(hub.store.read { try $0.accountCount() } == 0)

    let account = try hub.accounts().add("ann")
    let memberships = try hub.store.read { try $0.memberships(of: account.id) }
    #expect(memberships.map(\.zone.id) == [account.personalZone])
    #expect(account.id != account.personalZone)
  }

  @Test("names are 1 to 64 characters that can be seen, and unique however they are written")
  func names() throws {
    let accounts = try TestHub().accounts()
    for name in [
      "", "   ", String(repeating: "x", count: 65), "a\u{0}b", "ann\u{200b}", "\u{202e}nna",
      "a\u{7f}", "e" + String(repeating: "\u{301}", count: 300),
    ] {
      #expect(throws: CreateAccountError.invalidName) { try accounts.add(name) }
    }
    let account = try accounts.add("  J\u{f6}rg   Stra\u{df}er ")
    #expect(account.name == "J\u{f6}rg Stra\u{df}er")
    #expect(account.displayName == account.name)
    for name in ["jo\u{308}rg strasser", "J\u{d6}RG STRASSER", "J\u{f6}rg\tStra\u{df}er"] {
      #expect(throws: CreateAccountError.nameTaken) { try accounts.add(name) }
      try #expect(accounts.account(named: name)?.id == account.id)
    }
    try accounts.add(String(repeating: "y", count: 64))
  }

  @Test("a display name loses what could make it look like another")
  func displayName() throws {
    let accounts = try TestHub().accounts()
    func displayName(_ text: String, _ name: String) throws -> String {
      try accounts.create(
        name: name, displayName: text, password: TestHub.password, address: nil
      ).displayName
    }
    try #expect(displayName(" Ann \u{202e}\n Other\u{0} ", "ann") == "Ann Other")
    try #expect(displayName("\u{200b}", "ben") == "ben")
    try #expect(displayName("\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}", "cy") == "👨‍👩‍👧")
    try #expect(displayName(String(repeating: "d", count: 90), "dan").count == 64)
  }

  @Test("passwords have at least 10 characters, at most 1024 bytes, and are not the name")
  func passwords() throws {
    let accounts = try TestHub().accounts()
    func problem(_ password: String) -> PasswordProblem? {
      do {
        _ = try accounts.add("Some Body Else", password: password)
        return nil
      } catch CreateAccountError.password(let problem) {
        return problem
      } catch {
        Issue.record(error)
        return nil
      }
    }
    #expect(problem("123456789") == .tooShort)
    #expect(problem(String(repeating: "e\u{301}", count: 9)) == .tooShort)
    #expect(problem(String(repeating: "x", count: 1025)) == .tooLong)
    #expect(problem(" some  body ELSE ") == .isTheName)
    #expect(problem(String(repeating: "x", count: 1024)) == nil)
  }

  @Test("a closed hub takes nobody after the first, but its administrator and command line may add")
  func closed() throws {
    let accounts = try TestHub().accounts(.closed)
    let first = try accounts.add("ann")
    #expect(throws: CreateAccountError.signUpsClosed) { try accounts.add("ben") }
    let ben = try accounts.create(
      name: "ben", password: TestHub.password, by: .account(first.id))
    #expect(throws: AccountError.notAllowed) {
      try accounts.create(name: "cy", password: TestHub.password, by: .account(ben.id))
    }
    #expect(throws: CreateAccountError.nameTaken) {
      try accounts.create(name: "Ben", password: TestHub.password, by: .commandLine)
    }
    _ = try accounts.create(name: "cy", password: TestHub.password, by: .commandLine)
  }

  @Test("an invite that works opens a hub that is for invited people only")
  func inviteOnly() throws {
    let hub = try TestHub()
    let accounts = hub.accounts(.inviteOnly)
    try accounts.add("ann")
    try hub.addInvite("good")
    try hub.addInvite("over", expiresAt: hub.now)
    func create(_ inviteID: String?) throws {
      _ = try accounts.create(
        name: "ben", password: TestHub.password, inviteID: inviteID, address: nil)
    }
    for inviteID in [nil, "none", "over"] {
      #expect(throws: CreateAccountError.inviteNeeded) { try create(inviteID) }
    }
    try hub.store.write { try $0.putZone(HubZone(id: "home", kind: .home, isAlive: false)) }
    #expect(throws: CreateAccountError.inviteNeeded) { try create("good") }
    try hub.store.write { try $0.putZone(HubZone(id: "home", kind: .home)) }
    try create("good")
  }

  @Test("one address cannot make accounts without end")
  func signUpLimit() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    func create(_ index: Int, from address: String) throws {
      _ = try accounts.create(
        name: "person \(index)", password: TestHub.password, address: address)
    }
    for index in 0..<20 { try create(index, from: "2001:db8::\(index)") }
    #expect(throws: CreateAccountError.tooManyAttempts(retryAfterSeconds: 900)) {
      try create(20, from: "2001:db8::ffff")
    }
    try create(21, from: "2001:db8:1::1")
    hub.advance(minutes: 15)
    try create(22, from: "2001:db8::1")
  }

  @Test("a password is stored as an argon2id hash only")
  func hashed() throws {
    let hub = try TestHub()
    let accounts = Accounts(
      store: hub.store, signUps: .open, now: { hub.now }, createPersonalZone: TestHub.createZone)
    let account = try accounts.add("ann")
    #expect(account.passwordHash.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
    _ = try accounts.signIn("ann")
  }
}
