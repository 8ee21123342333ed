import Families
import Household
import Hub
import Replica
import SyncProtocol
import TestSupport
import Testing
import Things
import Threads

/// Accounts that parents keep for their children, and the family's tablet.
@Suite struct KeptAccountTests {
  private let home: FamilyWorld
  private let accounts: Accounts
  private let kept: KeptAccounts
  private let child: AccountID
  private let clock: Lock<Int64>

  /// Ann and Bob are parents, Cyd a child with an account of its own, and Mia one that is kept.
  init() throws {
    home = try FamilyWorld()
    let (hub, clock) = (home.world.hub, Lock(home.world.now))
    self.clock = clock
    accounts = Accounts(
      store: home.world.store, signUps: .closed, hasher: PasswordHasher(cost: .least),
      now: { clock.withLock { $0 } },
      createPersonalZone: { try hub.createPersonalZone(for: $0, writer: $1) })
    kept = KeptAccounts(hub: hub, accounts: accounts)
    child = try kept.create(displayName: "Mia", in: home.family, by: "ann").id
  }

  private func signIn(_ code: String) throws -> SignedIn {
    try kept.signIn(code: code, label: "Tablet", address: "192.0.2.7")
  }

  private func wait(_ milliseconds: Int64) {
    home.world.now += milliseconds
    clock.withLock { $0 += milliseconds }
  }

  private func code() throws -> String {
    try kept.issueCode(for: child, by: "bob").code.text
  }

  @Test("a parent makes an account for a child, which is in the family as a child from then on")
  func made() throws {
    try home.sync()
    let people = try FamilyPerson.all(of: home.family, in: home.bob.connection)
    let mia = try #require(people.first { $0.id == child })
    #expect(mia.name == "Mia" && mia.role == .child)
    #expect(try kept.kept(in: home.family, by: "bob").map(\.id) == [child])
  }

  @Test("a child, somebody outside and an owner of a home make no account that they keep")
  func strangers() throws {
    #expect(throws: SharingError.notOwner) {
      try kept.create(displayName: "Pet", in: home.family, by: "cyd")
    }
    #expect(throws: SharingError.notFound) {
      try kept.create(displayName: "Pet", in: home.family, by: "dan")
    }
    let own = try home.dan.write { try CreateHome(HomeDetails(name: "Flat"))($0).id }
    try home.dan.sync()
    #expect(throws: KeepingError.notKeptThere) {
      try kept.create(displayName: "Pet", in: own, by: "dan")
    }
    #expect(throws: KeepingError.invalidName) {
      try kept.create(displayName: "\u{200b} ", in: home.family, by: "ann")
    }
    for (stranger, error) in [("cyd", KeepingError.notFound), ("dan", .notFound)] {
      #expect(throws: error) { try kept.issueCode(for: child, by: stranger) }
      #expect(throws: error) { try kept.sessions(of: child, by: stranger) }
      #expect(throws: error) { try kept.remove(child, by: stranger) }
      #expect(throws: error) {
        try kept.release(child, name: "mine", password: "a long password", by: stranger)
      }
    }
    // Nobody keeps an account that has a password.
    #expect(throws: KeepingError.notFound) { try kept.issueCode(for: "cyd", by: "ann") }
  }

  @Test("a child is added also when every short name with its own is taken")
  func namesUsedUp() throws {
    try home.world.store.write { writer in
      for number in 1000...9999 where try writer.account(named: "mia \(number)") == nil {
        try writer.putAccount(
          Account(
            id: "taken\(number)", name: "Mia \(number)", nameKey: "mia \(number)",
            displayName: "Mia", passwordHash: "", isAdministrator: false, createdAt: 0,
            personalZone: "zone\(number)"))
      }
    }
    let second = try kept.create(displayName: "Mia", in: home.family, by: "ann")
    #expect(second.displayName == "Mia" && second.name.hasPrefix("Mia "))
    #expect(try home.world.store.read { try $0.account(named: second.nameKey) }?.id == second.id)
  }

  @Test("a family and a parent make 30 accounts in 30 days, with those that they removed")
  func accountsMade() throws {
    for _ in 1..<KeptAccounts.maxMade {
      let made = try kept.create(displayName: "Mia", in: home.family, by: "ann").id
      try kept.remove(made, by: "ann")
    }
    for parent in ["ann", "bob"] {
      #expect(throws: KeepingError.tooManyMade) {
        try kept.create(displayName: "Mia", in: home.family, by: parent)
      }
    }
    // Nor does she begin anew in another family.
    try kept.remove(child, by: "ann")
    try home.ann.write { try DeleteFamily(familyID: home.family)($0) }
    try home.ann.sync()
    let other = try home.ann.write { try CreateFamily(FamilyDetails(name: "Other"))($0).id }
    try home.ann.sync()
    #expect(throws: KeepingError.tooManyMade) {
      try kept.create(displayName: "Mia", in: other, by: "ann")
    }
    wait(KeptAccounts.makingMilliseconds + 1)
    try kept.create(displayName: "Mia", in: other, by: "ann")
  }

  @Test("parents are told once a day that codes are tried while one of theirs lets a child in")
  func guessed() throws {
    func guess(_ count: Int = Invitations.guessesUntilTold) {
      for number in 0..<count {
        wait(1000)
        #expect(throws: KeepingError.wrongCode) {
          try kept.signIn(
            code: "ZZZZ-9999", label: "Tablet",
            address: "10.0.\(home.world.now / 1000 % 250).\(number)")
        }
      }
    }
    func told(_ account: AccountID) throws -> [AccountNotice] {
      try home.world.hub.notices(of: account).filter { $0.kind == .codeGuessed }
    }
    // No code is open, and what cannot be one is no guess.
    guess()
    #expect(throws: KeepingError.wrongCode) { try signIn("hello") }
    #expect(try told("ann").isEmpty)
    let open = try code()
    guess(Invitations.guessesUntilTold - 1)
    #expect(try told("ann").isEmpty)
    guess(1)
    for parent in ["ann", "bob"] {
      let notice = try #require(try told(parent).first)
      #expect(notice.zone == home.family && notice.personID == child && notice.person == "Mia")
    }
    #expect(try told("cyd").isEmpty && told("dan").isEmpty && told(child).isEmpty)
    guess()
    #expect(try told("ann").count == 1)
    #expect(try signIn(open).account.id == child)
    // A code that is over could be found no more.
    wait(24 * 3_600_000)
    _ = try code()
    wait(KeptAccounts.admissionMilliseconds)
    guess()
    #expect(try told("ann").count == 1)
    _ = try code()
    guess()
    #expect(try told("ann").count == 2)
  }

  @Test("a code lets the child in once, for ten minutes, and the newest alone")
  func codes() throws {
    let first = try code()
    let second = try code()
    #expect(throws: KeepingError.wrongCode) { try signIn(first) }
    let signedIn = try signIn(second.lowercased().replacing("-", with: " "))
    #expect(signedIn.account.id == child)
    #expect(throws: KeepingError.wrongCode) { try signIn(second) }
    let late = try code()
    wait(KeptAccounts.admissionMilliseconds)
    #expect(throws: KeepingError.wrongCode) { try signIn(late) }
  }

  @Test("a code is void once whoever made it is no parent of the family any more")
  func codeOfFormerParent() throws {
    let code = try code()
    try home.world.hub.setRole(.readOnly, of: "bob", in: home.family, by: "ann")
    #expect(throws: KeepingError.wrongCode) { try signIn(code) }
    #expect(try kept.sessions(of: child, by: "ann").isEmpty)
  }

  @Test("who guesses codes waits longer each time, and nobody at another address does")
  func guessing() throws {
    var waited = false
    for _ in 0..<40 where !waited {
      do { _ = try signIn("AAAA-2222") } catch is AttemptLimits.TooManyAttempts {
        waited = true
      } catch KeepingError.wrongCode {}
    }
    #expect(waited)
    let code = try code()
    #expect(
      try kept.signIn(code: code, label: "Tablet", address: "198.51.100.1").account.id == child)
  }

  @Test("a parent sees where the child is signed in and ends it")
  func devices() throws {
    let signedIn = try signIn(try code())
    let sessions = try kept.sessions(of: child, by: "ann")
    #expect(sessions.map(\.label) == ["Tablet"])
    try kept.endSession(sessions[0].id, of: child, by: "ann")
    #expect(try kept.sessions(of: child, by: "ann").isEmpty)
    #expect(signedIn.account.id == child)
  }

  @Test("the child can neither leave nor become a parent nor be thrown out while it is kept")
  func stays() throws {
    let hub = home.world.hub
    #expect(throws: SharingError.kept) { try hub.remove(child, from: home.family, by: child) }
    #expect(throws: SharingError.kept) { try hub.remove(child, from: home.family, by: "ann") }
    #expect(throws: SharingError.kept) {
      try hub.setRole(.readWrite, of: child, in: home.family, by: "ann")
    }
    #expect(throws: SharingError.kept) { try hub.stopSharing(home.family, by: "ann") }
    #expect(throws: SharingError.kept) {
      try hub.offerOwnership(of: home.family, to: child, by: "ann")
    }
    // A hand-made deletion of the family is refused as well: nobody would keep the child.
    try home.ann.write { try DeleteFamily(familyID: home.family)($0) }
    try home.ann.sync()
    #expect(try home.ann.refusals.last == .permission)
    try home.sync()
    #expect(try Family.own(in: home.bob.connection)?.id == home.family)
  }

  @Test("D-INV-4 it joins what its parents share, nothing else, and becomes no parent by an invite")
  func joins() throws {
    let hub = home.world.hub
    func invite(by account: AccountID, _ device: SyncDevice) throws -> String {
      let own = try device.write { try CreateHome(HomeDetails(name: "Flat"))($0).id }
      try device.sync()
      return try home.world.invite(to: own, by: account)
    }
    let foreign = try invite(by: "dan", home.dan)
    #expect(throws: SharingError.kept) { try hub.redeem(inviteID: foreign, by: child) }
    try hub.redeem(inviteID: try invite(by: "bob", home.bob), by: child)
    let parent = try home.world.invite(to: home.family, by: "ann")
    #expect(throws: SharingError.kept) { try hub.redeem(inviteID: parent, by: child) }
    let family = try home.dan.write { try CreateFamily(FamilyDetails(name: "Other"))($0).id }
    try home.dan.sync()
    let other = try home.world.invite(to: family, by: "dan")
    #expect(throws: SharingError.kept) {
      try hub.redeem(inviteID: other, by: child, as: .family, leaving: home.family)
    }
  }

  @Test("grown up it signs in with its own name and password, and nobody keeps it")
  func grownUp() throws {
    #expect(throws: CreateAccountError.password(.tooShort)) {
      try kept.release(child, name: "mia", password: "short", by: "ann")
    }
    #expect(throws: CreateAccountError.nameTaken) {
      try kept.release(child, name: "bob", password: "a long password", by: "ann")
    }
    try kept.setPin("1234", .digits, of: child, by: "bob")
    try kept.release(child, name: "mia", password: "a long password", by: "ann")
    #expect(throws: KeepingError.notFound) { try kept.issueCode(for: child, by: "ann") }
    try home.world.hub.setRole(.readWrite, of: child, in: home.family, by: "ann")
    // The PIN that parents and perhaps a brother know is none any more.
    let tablet = try tablet()
    #expect(throws: KioskError.needsPin) { try kept.enter(kiosk: tablet, as: child, pin: "1234") }
    try home.world.hub.remove(child, from: home.family, by: child)
  }

  @Test("an account without a password cannot be signed in to with any")
  func noPassword() throws {
    let name = try #require(try home.world.store.read { try $0.account(child) }).name
    for password in ["", " ", "!", "a long password"] {
      #expect(throws: SignInError.wrongNameOrPassword) {
        try accounts.signIn(
          name: name, password: password, kind: .browser, label: "Firefox", address: nil)
      }
    }
  }

  @Test("removed it is out of everything, and its name stays on what it did")
  func removed() throws {
    let signedIn = try signIn(try code())
    try kept.remove(child, by: "bob")
    try home.sync()
    let people = try FamilyPerson.all(of: home.family, in: home.ann.connection)
    #expect(!people.contains { $0.id == child })
    #expect(try accounts.verify(signedIn.token.text) == nil)
    #expect(try home.world.store.read { try $0.account(child) }?.isDisabled == true)
  }

  @Test(
    "a kept account makes no access token and no calendar: its keepers could not see and end them"
  )
  func noToken() throws {
    #expect(throws: SharingError.kept) { try accounts.makeCalendarFeed(for: child) }
    #expect(throws: SharingError.kept) {
      try accounts.makeAccessToken(for: child, name: "Robot", scope: .sharing, lifeDays: nil)
    }
    _ = try accounts.makeAccessToken(for: "cyd", name: "Robot", scope: .read, lifeDays: nil)
  }

  // MARK: - The family's tablet

  private func tablet() throws -> String {
    try kept.makeKiosk(in: home.family, label: "Kitchen", by: "ann").text
  }

  @Test("a child that is kept presses its face, a parent a PIN, and who has none is not let in")
  func faces() throws {
    let tablet = try tablet()
    let people = try kept.people(atKiosk: tablet)
    #expect(people.first { $0.account == child }?.canEnter == true)
    #expect(people.first { $0.account == "bob" }?.canEnter == false)
    #expect(throws: KioskError.needsPin) { try kept.enter(kiosk: tablet, as: "bob", pin: "") }
    #expect(throws: KioskError.notFound) { try kept.enter(kiosk: tablet, as: "dan", pin: "") }
    try kept.setPin("2468", .digits, of: "bob", by: "bob")
    #expect(throws: KioskError.wrongPin) { try kept.enter(kiosk: tablet, as: "bob", pin: "2467") }
    let bob = try kept.enter(kiosk: tablet, as: "bob", pin: "2468")
    #expect(try kept.lock(of: bob.session) == nil)
    let mia = try kept.enter(kiosk: tablet, as: child, pin: "")
    #expect(try kept.lock(of: mia.session) == home.family)
    try kept.setPin("1239", .pictures, of: child, by: "ann")
    #expect(throws: KioskError.wrongPin) { try kept.enter(kiosk: tablet, as: child, pin: "") }
    _ = try kept.enter(kiosk: tablet, as: child, pin: "1239")
  }

  @Test("a session at the tablet is over a quarter of an hour after its last use")
  func shortSessions() throws {
    let mia = try kept.enter(kiosk: try tablet(), as: child, pin: "")
    wait(10 * 60_000)
    #expect(try accounts.verify(mia.token.text) != nil)
    wait(10 * 60_000)
    #expect(try accounts.verify(mia.token.text) != nil)
    wait(Session.kioskMilliseconds)
    #expect(try accounts.verify(mia.token.text) == nil)
    // What a page asks by itself is no use of it.
    let again = try kept.enter(kiosk: try tablet(), as: child, pin: "")
    wait(10 * 60_000)
    #expect(try accounts.verify(again.token.text, isUse: false) != nil)
    wait(10 * 60_000)
    #expect(try accounts.verify(again.token.text) == nil)
  }

  @Test("a parent's session at the tablet is over five minutes after its last use")
  func shorterSessions() throws {
    try kept.setPin("2468", .digits, of: "bob", by: "bob")
    let bob = try kept.enter(kiosk: try tablet(), as: "bob", pin: "2468")
    for _ in 0..<4 {
      wait(4 * 60_000)
      #expect(try accounts.verify(bob.token.text) != nil)
    }
    wait(4 * 60_000)
    #expect(try accounts.verify(bob.token.text, isUse: false) != nil)
    wait(60_000)
    #expect(try accounts.verify(bob.token.text) == nil)
  }

  @Test("only its keepers set a kept child's PIN, and everybody else their own")
  func whosePin() throws {
    #expect(throws: KeepingError.notFound) {
      try kept.setPin("1234", .digits, of: child, by: child)
    }
    #expect(throws: KeepingError.notFound) {
      try kept.setPin("1234", .digits, of: "bob", by: "ann")
    }
    #expect(throws: KeepingError.notFound) { try kept.removePin(of: child, by: "cyd") }
    try kept.setPin("1234", .digits, of: "cyd", by: "cyd")
    for bad in ["", "123", "123456789", "12 4", "１２３４", "12a4"] {
      #expect(throws: KioskError.invalidPin) { try kept.setPin(bad, .digits, of: "cyd", by: "cyd") }
    }
    for bad in ["1230", "123", "12345"] {
      #expect(throws: KioskError.invalidPin) {
        try kept.setPin(bad, .pictures, of: "cyd", by: "cyd")
      }
    }
  }

  @Test("who guesses a PIN waits longer each time, the parents are told, and others come in")
  func guessedPin() throws {
    let (tablet, other) = (try tablet(), try tablet())
    try kept.setPin("1239", .pictures, of: child, by: "ann")
    // Her usual one.
    _ = try kept.enter(kiosk: other, as: child, pin: "1239")
    func told() throws -> [AccountNotice] {
      try home.world.hub.notices(of: "bob").filter { $0.kind == .pinGuessed }
    }
    var tries = 0
    var seconds: Int?
    while seconds == nil, tries < 30 {
      tries += 1
      do {
        _ = try kept.enter(kiosk: tablet, as: child, pin: "1111")
      } catch KioskError.tooManyAttempts(let wait) {
        seconds = wait
      } catch KioskError.wrongPin {}
    }
    #expect(seconds == 10 && tries == 6)
    let notices = try told()
    #expect(notices.map(\.person) == ["Mia"] && notices.first?.title == "Lindqvist")
    #expect(try home.world.hub.notices(of: "cyd").allSatisfy { $0.kind != .pinGuessed })
    // At her usual tablet, and with a code, nobody is kept out.
    _ = try kept.enter(kiosk: other, as: child, pin: "1239")
    _ = try signIn(try code())
    wait(10_000)
    _ = try kept.enter(kiosk: tablet, as: child, pin: "1239")
    // As long as it goes on they are told again, at most once a day.
    func guess(_ count: Int) {
      for _ in 0..<count {
        wait(400_000)
        #expect(throws: KioskError.wrongPin) {
          try kept.enter(kiosk: tablet, as: child, pin: "1111")
        }
      }
    }
    guess(20)
    #expect(try told().count == 1)
    wait(24 * 3_600_000)
    guess(20)
    #expect(try told().count == 2)
  }

  @Test("a child with an account of its own may leave its family; one that is kept does not")
  func leaving() throws {
    let hub = home.world.hub
    #expect(throws: SharingError.kept) { try hub.remove(child, from: home.family, by: child) }
    #expect(try hub.role(of: child, in: home.family) == .readOnly)
    try hub.remove("cyd", from: home.family, by: "cyd")
    #expect(try hub.role(of: "cyd", in: home.family) == nil)
  }

  @Test("pressing a face again and again signs a child out of nothing of its own")
  func pressedFace() throws {
    let own = try signIn(try code())
    let tablet = try tablet()
    var last: SignedIn?
    for _ in 0...Accounts.maxSessionsPerAccount {
      last = try kept.enter(kiosk: tablet, as: child, pin: "")
    }
    #expect(try accounts.verify(own.token.text) != nil)
    #expect(try accounts.verify(try #require(last).token.text) != nil)
    #expect(try kept.sessions(of: child, by: "ann").count == 2)
  }

  @Test(
    "a tablet ends with what is signed in there: by a parent, or once its maker decides no more")
  func ends() throws {
    let tablet = try tablet()
    let mia = try kept.enter(kiosk: tablet, as: child, pin: "")
    let id = try #require(try kept.kiosks(in: home.family, by: "bob").first).id
    #expect(throws: SharingError.notOwner) {
      try kept.endKiosk(id, in: home.family, by: "cyd")
    }
    try kept.endKiosk(id, in: home.family, by: "bob")
    #expect(try kept.kiosk(secret: tablet) == nil)
    #expect(try accounts.verify(mia.token.text) == nil)
    let second = try kept.makeKiosk(in: home.family, label: "Hall", by: "bob").text
    #expect(try kept.kiosk(secret: second)?.zone == home.family)
    // Who leaves is told that it stops.
    #expect(try home.world.hub.familyChange(of: "bob").tabletCount == 1)
    #expect(try home.world.hub.familyChange(of: "cyd").tabletCount == 0)
    try home.world.hub.setRole(.readOnly, of: "bob", in: home.family, by: "ann")
    #expect(try kept.kiosk(secret: second) == nil)
    // It is none, so it is not listed; it comes back with its maker.
    #expect(try kept.kiosks(in: home.family, by: "ann").isEmpty)
    #expect(throws: KioskError.notFound) { try kept.enter(kiosk: second, as: child, pin: "") }
    #expect(throws: SharingError.notOwner) {
      try kept.makeKiosk(in: home.family, label: "Mine", by: "bob")
    }
  }

  @Test("a family whose parents are all locked out is named, and only then")
  func lockedOut() throws {
    let hub = home.world.hub
    func lock(_ id: AccountID) throws {
      try home.world.store.write { writer in
        var account = try #require(try writer.account(id))
        account.isDisabled = true
        try writer.putAccount(account)
      }
    }
    try lock("bob")
    for person in ["ann", "bob", "cyd", "dan"] {
      #expect(try hub.familiesWithoutParent(of: person).isEmpty)
    }
    try lock("ann")
    #expect(try hub.familiesWithoutParent(of: "ann") == ["Lindqvist"])
    #expect(try hub.familiesWithoutParent(of: "cyd").isEmpty)
  }

  @Test("after a restore no code of the backup lets a child in, and no tablet is one")
  func restored() throws {
    let (code, tablet) = (try code(), try tablet())
    try home.world.hub.beginRecovery(until: home.world.now + Hub.recoveryMilliseconds)
    #expect(throws: KeepingError.wrongCode) { try signIn(code) }
    #expect(try kept.kiosk(secret: tablet) == nil)
    #expect(try kept.kept(in: home.family, by: "ann").map(\.id) == [child])
  }
}
