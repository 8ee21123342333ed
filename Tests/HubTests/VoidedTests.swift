import Hub
import HubSQLite
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// What a restore voids, who is told, and until when it waits.
@Suite struct VoidedTests {
  private let world: SyncWorld
  private let ann: SyncDevice
  private let bob: SyncDevice
  private let home: ZoneID

  /// A home that Ann shares with Bob.
  init() throws {
    world = try SyncWorld(accounts: ["ann", "bob", "cyd"], seals: false)
    ann = try world.device("ann")
    bob = try world.device("bob")
    home = try ann.addHome("Flat")
    try ann.sync()
    try world.admit("bob", to: home, by: "ann")
    try bob.sync()
  }

  private var accounts: Accounts {
    let now = world.now
    return Accounts(store: world.store, signUps: .closed, now: { now }) { _, _ in }
  }

  @discardableResult
  private func restore(epoch: String = "epoch-2") throws -> HubRestore {
    try world.hub.beginRecovery(until: world.now + Hub.recoveryMilliseconds, epoch: epoch)
  }

  private func invite(_ id: String) throws -> Invite? {
    try world.store.read { try $0.invite(id) }
  }

  @Test("after a restore nobody is in with a session, a token or a calendar link of the backup")
  func keysAreVoid() throws {
    let browser = try accounts.openSession(for: "ann", kind: .browser, label: "Firefox")
    let device = try accounts.openSession(for: "bob", kind: .device, label: "Phone")
    let token = try accounts.makeAccessToken(
      for: "ann", name: "Script", scope: .read, lifeDays: nil)
    let feed = try accounts.makeCalendarFeed(for: "bob")
    let restore = try restore()
    #expect(try accounts.verify(browser.token.text) == nil)
    #expect(try accounts.verify(device.token.text) == nil)
    #expect(try accounts.verifyAccessToken(token.secret.text, address: nil) == nil)
    #expect(try accounts.verifyCalendarSecret(feed.text, address: nil) == nil)
    #expect(restore.voided.sessions == 2)
    #expect(restore.voided.accessTokens == 1)
    #expect(restore.voided.calendarFeeds == 1)
    // Whoever knows the password is in again.
    let again = try accounts.openSession(for: "ann", kind: .browser, label: "Firefox")
    #expect(try accounts.verify(again.token.text)?.account.id == "ann")
  }

  @Test("an invite of the backup lets nobody in, and replicas see that it was taken back")
  func invitesAreVoid() throws {
    let open = try world.invite(to: home, by: "ann")
    let used = try world.invite(to: home, by: "ann")
    try world.hub.redeem(inviteID: used, by: "cyd")
    try world.hub.remove("cyd", from: home, by: "ann")
    try ann.sync()
    let usedBefore = try invite(used)
    #expect(try restore().voided.invites == 1)
    #expect(throws: InviteError.revoked) {
      try world.hub.redeem(inviteID: open, by: "cyd")
    }
    #expect(throws: InviteError.revoked) {
      try world.hub.preview(inviteID: open, viewer: "cyd")
    }
    #expect(try invite(open)?.revokedAt == world.now)
    #expect(try invite(used) == usedBefore)
    try ann.sync()
    let shown = try ann.connection.query(
      "SELECT id FROM invites WHERE revokedAt IS NOT NULL"
    ) { $0.text(0) }
    #expect(shown == [open])
  }

  @Test("a join that is not finished says that its invite was taken back")
  func pendingJoins() throws {
    let open = try world.invite(to: home, by: "ann")
    _ = try world.hub.keepJoin(inviteID: open, choice: "{}", by: "cyd")
    try restore()
    #expect(try world.hub.pendingJoins(of: "cyd").map(\.state) == [.revoked])
  }

  @Test("an offer of the backup to hand a home over can be accepted no more")
  func offers() throws {
    try world.hub.offerOwnership(of: home, to: "bob", by: "ann")
    let offer = try #require(try world.hub.notices(of: "bob").first?.id)
    #expect(try restore().voided.offers == 1)
    #expect(throws: SharingError.notFound) {
      try world.hub.acceptOwnership(notice: offer, by: "bob")
    }
    #expect(try world.hub.role(of: "ann", in: home) == .owner)
  }

  @Test("everybody who can sign in is told once, of the last restore alone")
  func told() throws {
    try world.store.write { writer in
      var cyd = try #require(try writer.account("cyd"))
      cyd.isDisabled = true
      try writer.putAccount(cyd)
    }
    let kept = try world.hub.notices(of: "ann")
    try restore()
    world.now += 5000
    let stateAt = world.now - 3000
    try world.hub.beginRecovery(until: 0, stateAt: stateAt, epoch: "epoch-3")
    for account in ["ann", "bob"] {
      let notices = try world.hub.notices(of: account).filter { $0.kind == .hubRestored }
      #expect(notices.map(\.at) == [world.now])
      #expect(notices.map(\.stateAt) == [stateAt])
    }
    #expect(try world.hub.notices(of: "ann").filter { $0.kind != .hubRestored } == kept)
    #expect(try world.hub.notices(of: "cyd") == [])
  }

  @Test("of a file that nobody knows the age of, the state is that of its last change")
  func lastChange() throws {
    let changed = world.now
    world.now += 3_600_000
    #expect(try restore().stateAt == changed)
  }

  @Test("the devices that were signed in are awaited, each by its label, until they hand back")
  func awaited() throws {
    for label in ["Phone", "Phone", "Laptop"] {
      _ = try accounts.openSession(for: "bob", kind: .device, label: label)
    }
    _ = try accounts.openSession(for: "ann", kind: .browser, label: "Firefox")
    let seen = world.now
    world.now += 60_000
    try restore()
    var report = try #require(try world.hub.recovery())
    #expect(report.restore.epoch == "epoch-2")
    #expect(report.awaited.map(\.device.label) == ["Laptop", "Phone"])
    #expect(report.devices.allSatisfy { $0.name == "bob" && $0.device.lastUsedAt == seen })
    try world.store.write { writer in
      try writer.noteReturn(of: "bob", label: "Phone", taken: 2, refused: 1, at: seen + 5)
      try writer.noteReturn(of: "bob", label: "Phone", taken: 3, refused: 0, at: seen + 9)
      try writer.noteReturn(of: "ann", label: "Tablet", taken: 1, refused: 0, at: seen + 7)
    }
    report = try #require(try world.hub.recovery())
    #expect(report.awaited.map(\.device.label) == ["Laptop"])
    #expect(
      report.returned.map(\.device) == [
        AwaitedDevice(
          account: "ann", label: "Tablet", lastUsedAt: nil, returnedAt: seen + 7, taken: 1),
        AwaitedDevice(
          account: "bob", label: "Phone", lastUsedAt: seen, returnedAt: seen + 9, taken: 5,
          refused: 1),
      ])
    #expect(report.takenCount == 6)
    #expect(report.refusedCount == 1)
    try restore(epoch: "epoch-3")
    #expect(try world.hub.recovery()?.devices == [])
  }

  @Test("an administrator ends the wait; nobody else does, and what waited is judged at once")
  func closed() throws {
    let backup = try world.backup()
    let item = try ann.addItem("chair", in: home)
    try ann.sync()
    try bob.sync()
    try bob.rename(item, "bob's chair")
    try bob.sync()
    try world.restore(backup)
    try bob.sync()
    #expect(try bob.pendingCount == 1)
    #expect(throws: AccountError.notAllowed) {
      try world.hub.closeRecovery(by: .account("bob"))
    }
    try bob.sync()
    #expect(try bob.pendingCount == 1)
    #expect(try world.hub.recovery()?.isWaiting == true)
    #expect(try world.hub.closeRecovery(by: .commandLine))
    #expect(try world.hub.recovery()?.isWaiting == false)
    #expect(try !world.hub.closeRecovery(by: .commandLine))
    world.now += 5000
    try bob.sync()
    #expect(try bob.pendingCount == 0)
    #expect(try bob.refusals.contains(.unknown))
  }

  @Test("a restore that is stopped at any statement has voided everything or nothing")
  func stoppedAnywhere() throws {
    struct Crash: Error {}
    let browser = try accounts.openSession(for: "ann", kind: .browser, label: "Firefox")
    let open = try world.invite(to: home, by: "ann")
    let epoch = try world.store.read { try $0.state().epoch }
    var (stop, isDone) = (0, false)
    while !isDone {
      var left = stop
      world.store.connection.injectedFailure = { _ in
        left -= 1
        return left < 0 ? Crash() : nil
      }
      do {
        try restore()
        isDone = true
      } catch is Crash {}
      world.store.connection.injectedFailure = nil
      let state = try world.store.read { try $0.state() }
      #expect((state.epoch == epoch) == !isDone)
      #expect(try (accounts.verify(browser.token.text) == nil) == isDone)
      #expect(try (invite(open)?.revokedAt != nil) == isDone)
      stop += 1
      try #require(stop < 500)
    }
    #expect(stop > 10)
  }
}
