import Foundation
import Hub
import SyncProtocol
import Testing
import Threads

@Suite struct SignInTests {
  @Test("the right name, however written, and password sign in")
  func signsIn() throws {
    let accounts = try TestHub().accounts()
    let ann = try accounts.add("Ann", password: "caf\u{e9} au lait")
    let signedIn = try accounts.signIn(" ANN ", "cafe\u{301} au lait")
    #expect(signedIn.account == ann)
    try #expect(accounts.verify(signedIn.token.text)?.account == ann)
  }

  @Test("a wrong password and a name that nobody has get the same answer")
  func wrong() throws {
    let accounts = try TestHub().accounts()
    try accounts.add("ann")
    for (name, password) in [
      ("ann", "correct horsf"), ("ben", TestHub.password), ("", ""), ("ann", ""),
      ("ann", String(repeating: "x", count: 5000)), (String(repeating: "x", count: 5000), "x"),
    ] {
      #expect(throws: SignInError.wrongNameOrPassword) { try accounts.signIn(name, password) }
    }
  }

  @Test(
    "guesses from one address wait ever longer, up to 15 minutes, and the name waits nowhere else")
  func limitedByAddressAndName() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    try accounts.add("ann")
    func guess() throws { _ = try accounts.signIn("Ann", "wrong", address: "192.0.2.1") }
    for _ in 0..<5 { #expect(throws: SignInError.wrongNameOrPassword) { try guess() } }
    for wait in [5, 10, 20, 40, 80, 160, 320, 640, 900, 900] {
      #expect(throws: SignInError.tooManyAttempts(retryAfterSeconds: wait)) { try guess() }
      hub.advance(seconds: Int64(wait))
      #expect(throws: SignInError.wrongNameOrPassword) { try guess() }
    }
    #expect(throws: SignInError.tooManyAttempts(retryAfterSeconds: 900)) {
      try accounts.signIn("ann", address: "192.0.2.1")
    }
    _ = try accounts.signIn("ann", address: "192.0.2.99")
    hub.advance(minutes: 15)
    _ = try accounts.signIn("ann", address: "192.0.2.1")
    // Whoever knew the password begins anew.
    for _ in 0..<5 { #expect(throws: SignInError.wrongNameOrPassword) { try guess() } }
  }

  @Test("a name that is guessed from everywhere is slow for strangers, and never shut")
  func slowedByName() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    try accounts.add("ann")
    for index in 0..<50 {
      #expect(throws: SignInError.wrongNameOrPassword) {
        try accounts.signIn("ann", "wrong", address: "192.0.2.\(index)")
      }
    }
    #expect(throws: SignInError.tooManyAttempts(retryAfterSeconds: 10)) {
      try accounts.signIn("ann", address: "198.51.100.1")
    }
    hub.advance(seconds: 10)
    _ = try accounts.signIn("ann", address: "198.51.100.1")
  }

  @Test(
    "a device that has signed in before is not held up by others who guess, even at its address")
  func knownDevice() throws {
    let hub = try TestHub()
    let accounts = hub.accounts()
    try accounts.add("ann")
    try accounts.add("ben")
    let proof = try accounts.signIn("ann", address: "192.0.2.1").deviceProof
    for name in ["ann", "ben", "cy"] {
      for _ in 0..<40 { _ = try? accounts.signIn(name, "wrong", address: "192.0.2.1") }
    }
    for index in 0..<60 {
      _ = try? accounts.signIn("ann", "wrong", address: "198.51.100.\(index)")
    }
    func enter(_ name: String, _ proof: String?, _ password: String = TestHub.password) throws
      -> SignedIn
    {
      try accounts.signIn(
        name: name, password: password, kind: .browser, label: "Firefox", address: "192.0.2.1",
        deviceProof: proof)
    }
    let again = try enter("Ann", proof)
    // A proof is for its name and from this hub alone, and nobody can make one.
    let last = proof.last == "0" ? "1" : "0"
    for other in [nil, "", "x", String(proof.dropLast()) + last, proof + "0", proof.uppercased()] {
      #expect(throws: SignInError.self, "\(other ?? "none")") { try enter("ann", other) }
    }
    #expect(throws: SignInError.self) { try enter("ben", proof) }
    // It is no way to guess, either.
    for _ in 0..<5 {
      #expect(throws: SignInError.wrongNameOrPassword) {
        try enter("ann", again.deviceProof, "wrong")
      }
    }
    #expect(throws: SignInError.tooManyAttempts(retryAfterSeconds: 5)) {
      try enter("ann", again.deviceProof)
    }
  }

  @Test("a device knows three people, and forgets the one who came first")
  func sharedDevice() throws {
    let hub = try TestHub()
    let secret = [UInt8](repeating: 9, count: 32)
    let accounts = hub.accounts(secret: secret)
    let names = ["ann", "ben", "cy", "dot"]
    for name in names { try accounts.add(name) }
    var proof: String?
    func enter(_ name: String) throws {
      proof = try accounts.signIn(
        name: name, password: TestHub.password, kind: .browser, label: "Tablet",
        address: "192.0.2.1", deviceProof: proof
      ).deviceProof
    }
    for name in names + ["dot"] { try enter(name) }
    for _ in 0..<40 {
      for name in names { _ = try? accounts.signIn(name, "wrong", address: "192.0.2.1") }
    }
    #expect(throws: SignInError.self) { try enter("ann") }
    for name in ["ben", "cy", "dot"] { try enter(name) }
    // The same hub knows it after it was started again.
    let restarted = hub.accounts(secret: secret)
    for _ in 0..<40 { _ = try? restarted.signIn("ben", "wrong", address: "192.0.2.1") }
    _ = try restarted.signIn(
      name: "ben", password: TestHub.password, kind: .browser, label: "Tablet",
      address: "192.0.2.1", deviceProof: proof)
  }

  @Test("names that nobody has are limited like others, so that the limit tells nothing")
  func unknownLimited() throws {
    let accounts = try TestHub().accounts()
    try accounts.add("ann")
    for _ in 0..<5 {
      #expect(throws: SignInError.wrongNameOrPassword) { try accounts.signIn("nobody") }
    }
    #expect(throws: SignInError.tooManyAttempts(retryAfterSeconds: 5)) {
      try accounts.signIn("nobody")
    }
  }

  @Test("one address cannot try many names; signing in oneself gives no new tries")
  func limitedByAddress() throws {
    let accounts = try TestHub().accounts(
      limits: AttemptLimits(
        .init(
          pair: .open,
          address: .init(
            free: 5, firstWait: 900_000, longestWait: 900_000, forgetAfter: 3_600_000),
          name: .open, total: .open)))
    try accounts.add("ann")
    for index in 0..<5 {
      #expect(throws: SignInError.wrongNameOrPassword) {
        try accounts.signIn("name \(index)", address: "192.0.2.1")
      }
      if index < 4 { _ = try accounts.signIn("ann", address: "192.0.2.1") }
    }
    #expect(throws: SignInError.tooManyAttempts(retryAfterSeconds: 900)) {
      try accounts.signIn("ann", address: "::ffff:192.0.2.1")
    }
    _ = try accounts.signIn("ann", address: "192.0.2.2")
  }

  @Test("signing in rightly is not counted")
  func successNotCounted() throws {
    let accounts = try TestHub().accounts()
    try accounts.add("ann")
    for _ in 0..<50 { _ = try accounts.signIn("ann", address: "192.0.2.1") }
  }

  @Test("attempts at the same time get no more tries than one after the other")
  func limitedTogether() throws {
    let accounts = try TestHub().accounts()
    try accounts.add("ann")
    let wrong = Lock(0)
    let group = DispatchGroup()
    for _ in 0..<4 {
      group.enter()
      Thread.detachNewThread {
        for _ in 0..<10 {
          do {
            _ = try accounts.signIn("ann", "wrong password")
          } catch SignInError.wrongNameOrPassword {
            wrong.withLock { $0 += 1 }
          } catch {}  // Refused before the password was looked at.
        }
        group.leave()
      }
    }
    group.wait()
    #expect(wrong.withLock { $0 } == 5)
  }

  @Test("changing the password ends the other sessions and the old password")
  func changePassword() throws {
    let accounts = try TestHub().accounts()
    let ann = try accounts.add("ann")
    let here = try accounts.signIn("ann")
    let there = try accounts.signIn("ann", kind: .device)
    func change(_ current: String, _ new: String) throws {
      try accounts.changePassword(
        of: ann.id, from: current, to: new, keeping: here.session.id, address: nil)
    }
    #expect(throws: SignInError.wrongNameOrPassword) { try change("wrong", "battery staple") }
    #expect(throws: AccountError.password(.tooShort)) { try change(TestHub.password, "short") }
    try change(TestHub.password, "battery staple")
    try #expect(accounts.verify(here.token.text) != nil)
    try #expect(accounts.verify(there.token.text) == nil)
    #expect(throws: SignInError.wrongNameOrPassword) { try accounts.signIn("ann") }
    _ = try accounts.signIn("ann", "battery staple")
  }

  @Test("the current password cannot be guessed by changing it")
  func changeLimited() throws {
    let accounts = try TestHub().accounts()
    let ann = try accounts.add("ann")
    func change() throws {
      try accounts.changePassword(
        of: ann.id, from: "a guess", to: "battery staple", keeping: nil, address: nil)
    }
    for _ in 0..<5 { #expect(throws: SignInError.wrongNameOrPassword) { try change() } }
    #expect(throws: SignInError.tooManyAttempts(retryAfterSeconds: 5)) { try change() }
    // Others who guess at signing in keep nobody from changing their password.
    let here = try accounts.signIn("ann", address: "192.0.2.1")
    for _ in 0..<40 { _ = try? accounts.signIn("ann", "wrong", address: "192.0.2.1") }
    try accounts.changePassword(
      of: ann.id, from: TestHub.password, to: "battery staple", keeping: here.session.id,
      address: "192.0.2.1")
  }

  @Test("a hash of another cost is renewed at the next sign-in")
  func renewed() throws {
    let hub = try TestHub()
    let ann = try hub.accounts().add("ann")
    let costlier = Accounts(
      store: hub.store, signUps: .open,
      hasher: PasswordHasher(cost: .init(operations: 2, memoryBytes: 16384)), now: { hub.now },
      createPersonalZone: TestHub.createZone)
    _ = try costlier.signIn("ann")
    let renewed = try #require(try costlier.account(ann.id)).passwordHash
    #expect(renewed != ann.passwordHash)
    #expect(renewed.contains("m=16,t=2"))
    _ = try costlier.signIn("ann")
    try #expect(costlier.account(ann.id)?.passwordHash == renewed)
  }
}

@Suite struct AdministrationTests {
  @Test("a disabled account is out at once and cannot sign in, and comes back when enabled")
  func disabled() throws {
    let accounts = try TestHub().accounts()
    let ann = try accounts.add("ann")
    let ben = try accounts.add("ben")
    let session = try accounts.signIn("ben")
    try accounts.setDisabled(true, ben.id, by: .account(ann.id))
    try #expect(accounts.verify(session.token.text) == nil)
    #expect(throws: SignInError.disabled) { try accounts.signIn("ben") }
    #expect(throws: SignInError.wrongNameOrPassword) { try accounts.signIn("ben", "wrong") }
    #expect(throws: SignInError.disabled) {
      try accounts.openSession(for: ben.id, kind: .device, label: "phone")
    }
    try accounts.setDisabled(false, ben.id, by: .commandLine)
    try #expect(accounts.verify(session.token.text) == nil)
    _ = try accounts.signIn("ben")
  }

  @Test("only an administrator administers")
  func permission() throws {
    let accounts = try TestHub().accounts()
    let ann = try accounts.add("ann")
    let ben = try accounts.add("ben")
    let actor = Accounts.Actor.account(ben.id)
    #expect(throws: AccountError.notAllowed) { try accounts.setDisabled(true, ann.id, by: actor) }
    #expect(throws: AccountError.notAllowed) {
      try accounts.setAdministrator(true, ben.id, by: actor)
    }
    #expect(throws: AccountError.notAllowed) {
      try accounts.resetPassword(of: ann.id, to: "battery staple", by: actor)
    }
    #expect(throws: AccountError.notAllowed) { try accounts.accounts(by: actor) }
    try #expect(accounts.accounts(by: .account(ann.id)).map(\.name) == ["ann", "ben"])
    try accounts.setAdministrator(true, ben.id, by: .account(ann.id))
    try accounts.setDisabled(true, ann.id, by: actor)
    #expect(throws: AccountError.notAllowed) {
      try accounts.setDisabled(true, ben.id, by: .account(ann.id))
    }
  }

  @Test("the last administrator stays one who can sign in")
  func lastAdministrator() throws {
    let accounts = try TestHub().accounts()
    let ann = try accounts.add("ann")
    let ben = try accounts.add("ben")
    #expect(throws: AccountError.lastAdministrator) {
      try accounts.setDisabled(true, ann.id, by: .commandLine)
    }
    #expect(throws: AccountError.lastAdministrator) {
      try accounts.setAdministrator(false, ann.id, by: .commandLine)
    }
    try #expect(accounts.account(ann.id)?.isDisabled == false)
    try accounts.setAdministrator(true, ben.id, by: .commandLine)
    try accounts.setAdministrator(false, ann.id, by: .commandLine)
  }

  @Test("a password that was reset ends all sessions")
  func reset() throws {
    let accounts = try TestHub().accounts()
    let ann = try accounts.add("ann")
    let session = try accounts.signIn("ann")
    try accounts.resetPassword(of: ann.id, to: "battery staple", by: .commandLine)
    try #expect(accounts.verify(session.token.text) == nil)
    _ = try accounts.signIn("ann", "battery staple")
    #expect(throws: AccountError.notFound) {
      try accounts.resetPassword(of: "none", to: "battery staple", by: .commandLine)
    }
    #expect(throws: AccountError.password(.isTheName)) {
      let cy = try accounts.add("cyrano de b")
      try accounts.resetPassword(of: cy.id, to: "Cyrano de B", by: .commandLine)
    }
  }
}

extension AttemptPacer.Pace {
  /// Nobody waits.
  fileprivate static let open = Self(
    free: 1_000_000, firstWait: 1, longestWait: 1, forgetAfter: 1)
}
