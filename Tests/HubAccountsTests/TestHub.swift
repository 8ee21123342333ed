import Hub
import HubSQLite
import SyncProtocol
import Testing
import Threads

/// A store in memory, accounts over it, and a clock that stands still until a test moves it.
final class TestHub: Sendable {
  private let clock = Lock<Int64>(1_700_000_000_000)
  let store: HubSQLite

  init() throws { store = try HubSQLite(path: ":memory:") }

  var now: Int64 { clock.withLock { $0 } }

  func advance(seconds: Int64 = 0, minutes: Int64 = 0, days: Int64 = 0) {
    clock.withLock { $0 += seconds * 1000 + minutes * 60_000 + days * 86_400_000 }
  }

  func accounts(
    _ signUps: SignUps = .open, limits: AttemptLimits = .signIn(),
    secret: [UInt8] = SecureRandom.bytes(32)
  ) -> Accounts {
    Accounts(
      store: store, signUps: signUps, hasher: PasswordHasher(cost: .least), signInLimits: limits,
      secret: secret, now: { self.now }, createPersonalZone: Self.createZone)
  }

  @Sendable static func createZone(for account: Account, writer: any HubWriter) throws {
    try writer.putZone(HubZone(id: account.personalZone, kind: .personal))
    try writer.putGrant(
      HubGrant(zone: account.personalZone, account: account.id, role: .owner, grantID: "hub.1"))
  }

  static let password = "correct horse"

  /// Adds an active invite to a home, or one that is over.
  func addInvite(_ id: String, expiresAt: Int64? = nil) throws {
    try store.write { writer in
      try writer.putZone(HubZone(id: "home", kind: .home))
      try writer.putInvite(
        Invite(
          id: id, zone: "home", role: .readWrite, createdBy: "ann", createdAt: 1,
          expiresAt: expiresAt ?? now + 1000, maxUses: 1, tokenHash: "t\(id)", codeHash: "c"))
    }
  }
}

extension Accounts {
  @discardableResult
  func add(_ name: String, password: String = TestHub.password) throws -> Account {
    try create(name: name, password: password, address: nil)
  }

  func signIn(
    _ name: String, _ password: String = TestHub.password, kind: Session.Kind = .browser,
    address: String? = nil
  ) throws -> SignedIn {
    try signIn(name: name, password: password, kind: kind, label: "Firefox", address: address)
  }
}
