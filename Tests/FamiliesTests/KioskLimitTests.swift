import Families
import Hub
import SyncProtocol
import TestSupport
import Testing
import Threads

/// What slows down whoever guesses PINs at tablets that they make for it.
@Suite struct KioskLimitTests {
  private let home: FamilyWorld
  private let kept: KeptAccounts
  private let clock: Lock<Int64>

  /// Ann and Bob are parents, Cyd a child with an account of its own.
  init() throws {
    home = try FamilyWorld()
    let (hub, clock) = (home.world.hub, Lock(home.world.now))
    self.clock = clock
    kept = KeptAccounts(
      hub: hub,
      accounts: Accounts(
        store: home.world.store, signUps: .closed, hasher: PasswordHasher(cost: .least),
        now: { clock.withLock { $0 } },
        createPersonalZone: { try hub.createPersonalZone(for: $0, writer: $1) }))
    try kept.setPin("0417", .digits, of: "cyd", by: "cyd")
  }

  private func wait(_ milliseconds: Int64) {
    home.world.now += milliseconds
    clock.withLock { $0 += milliseconds }
  }

  private func tablet(by maker: AccountID = "bob") throws -> String {
    try kept.makeKiosk(in: home.family, label: "Kitchen", by: maker).text
  }

  /// How many wrong PINs are tried before the next one has to wait.
  private func guesses(at tablet: String, upTo most: Int) throws -> Int {
    for tried in 0..<most {
      do {
        _ = try kept.enter(kiosk: tablet, as: "cyd", pin: "1111")
      } catch KioskError.tooManyAttempts {
        return tried
      } catch KioskError.wrongPin {}
    }
    return most
  }

  @Test("a PIN is guessed no faster at many new tablets, and its child comes in at its usual one")
  func newTablets() throws {
    let usual = try tablet(by: "ann")
    _ = try kept.enter(kiosk: usual, as: "cyd", pin: "0417")
    var tried = 0
    for _ in 0..<6 { tried += try guesses(at: try tablet(), upTo: 5) }
    #expect(tried == 5)
    let told = try home.world.hub.notices(of: "ann").filter { $0.kind == .pinGuessed }
    #expect(told.count == 1)
    // However long it goes on.
    for _ in 0..<20 {
      wait(24 * 3_600_000)
      _ = try guesses(at: try tablet(), upTo: 8)
      for old in try kept.kiosks(in: home.family, by: "ann").prefix(1) {
        try kept.endKiosk(old.id, in: home.family, by: "ann")
      }
      _ = try kept.enter(kiosk: usual, as: "cyd", pin: "0417")
    }
  }

  @Test("who guesses twice at each new tablet is told of all the same")
  func fewAtEach() throws {
    for _ in 0..<3 { #expect(try guesses(at: try tablet(), upTo: 1) == 1) }
    let told = try home.world.hub.notices(of: "ann").filter { $0.kind == .pinGuessed }
    #expect(told.count == 1)
  }

  @Test("tablets are limited by day, also those that have ended, and in total")
  func limits() throws {
    for _ in 0..<KeptAccounts.maxKiosksMadePerDay { _ = try tablet() }
    #expect(throws: KioskError.tooManyMadeToday) { try tablet() }
    let newest = try #require(try kept.kiosks(in: home.family, by: "ann").first)
    try kept.endKiosk(newest.id, in: home.family, by: "ann")
    // By whomever.
    #expect(throws: KioskError.tooManyMadeToday) { try tablet(by: "ann") }
    wait(24 * 3_600_000)
    _ = try tablet()
    while try kept.kiosks(in: home.family, by: "ann").count < KeptAccounts.maxKiosksPerZone {
      _ = try tablet(by: "ann")
      wait(4 * 3_600_000)
    }
    #expect(throws: KioskError.tooManyKiosks) { try tablet() }
    // Those of a parent who is one no more are no obstacle: nobody sees them.
    try home.world.hub.setRole(.readOnly, of: "bob", in: home.family, by: "ann")
    _ = try tablet(by: "ann")
  }
}
