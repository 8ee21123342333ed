import SyncProtocol

/// Who may create an account on this hub. Anyone may create the first one.
public enum SignUps: String, Sendable, CaseIterable {
  case open
  /// Anyone with a valid invite.
  case inviteOnly
  case closed
}

/// Why no account was made.
public enum CreateAccountError: Error, Equatable, Sendable {
  /// Not 1–64 visible characters.
  case invalidName
  case nameTaken
  case password(PasswordProblem)
  case signUpsClosed
  /// This hub requires a valid invite, and there was none.
  case inviteNeeded
  case tooManyAttempts(retryAfterSeconds: Int)
}

/// The accounts of a hub, and how people sign in to them.
///
/// Synchronous: hashing a password takes a tenth of a second and writing waits for the disk, so
/// call it from a thread that may block.
public final class Accounts: Sendable {
  /// The most accounts created from one address in 15 minutes.
  static let maxSignUpsPerAddress = 20
  /// The most sessions of one account; a further one replaces the least recently used.
  public static let maxSessionsPerAccount = 100

  public let signUps: SignUps
  let store: any HubStore
  let hasher: PasswordHasher
  let now: @Sendable () -> Int64
  let randomBytes: @Sendable (Int) -> [UInt8]
  let signInLimits: AttemptLimits
  let devices: KnownDevices
  private let signUpLimits = RateLimiter(
    maxAttempts: Accounts.maxSignUpsPerAddress, windowSeconds: 15 * 60)
  let wrongSecrets = RateLimiter(
    maxAttempts: Accounts.maxWrongSecretsPerAddress,
    windowSeconds: Accounts.wrongSecretWindowSeconds)
  private let createPersonalZone: @Sendable (Account, any HubWriter) throws -> Void

  /// - Parameters:
  ///   - secret: at least 16 secret bytes of this hub, by which it knows devices again that have
  ///     signed in before; random for one that forgets them when it ends.
  ///   - now: the wall clock, milliseconds since 1970.
  ///   - createPersonalZone: creates the account's personal zone, in the account's transaction.
  public init(
    store: any HubStore, signUps: SignUps, hasher: PasswordHasher = PasswordHasher(),
    signInLimits: AttemptLimits = .signIn(),
    secret: [UInt8] = SecureRandom.bytes(32),
    now: @escaping @Sendable () -> Int64,
    randomBytes: @escaping @Sendable (Int) -> [UInt8] = SecureRandom.bytes,
    createPersonalZone: @escaping @Sendable (Account, any HubWriter) throws -> Void
  ) {
    self.store = store
    self.signUps = signUps
    self.hasher = hasher
    self.signInLimits = signInLimits
    devices = KnownDevices(key: KnownDevices.key(from: secret))
    self.now = now
    self.randomBytes = randomBytes
    self.createPersonalZone = createPersonalZone
  }

  /// Creates an account and its personal zone. The first account of a hub is an administrator.
  ///
  /// - Parameters:
  ///   - displayName: the name that others see; if empty, the account's name.
  ///   - inviteID: the invite that the person has; the caller has checked its token or code.
  ///   - address: where the request came from.
  @discardableResult
  public func create(
    name: String, displayName: String = "", password: String, inviteID: String? = nil,
    address: String?
  ) throws -> Account {
    try create(name: name, displayName: displayName, password: password, address: address) {
      try self.admit(inviteID: inviteID, nameKey: $1, reader: $0)
    }
  }

  /// Creates an account for somebody else, whatever the hub's policy is. Throws `AccountError` if
  /// the actor may not do this.
  @discardableResult
  public func create(
    name: String, displayName: String = "", password: String, by actor: Actor
  ) throws -> Account {
    try create(name: name, displayName: displayName, password: password, address: nil) {
      reader, _ in try self.require(actor, reader)
    }
  }

  private func create(
    name: String, displayName: String, password: String, address: String?,
    admit: (any HubReader, _ nameKey: String) throws -> Void
  ) throws -> Account {
    guard let (name, nameKey) = AccountRules.name(name) else {
      throw CreateAccountError.invalidName
    }
    if let problem = AccountRules.check(password: password, nameKey: nameKey) {
      throw CreateAccountError.password(problem)
    }
    if let address,
      let seconds = signUpLimits.take(AttemptLimits.network(of: address), now: now())
    {
      throw CreateAccountError.tooManyAttempts(retryAfterSeconds: seconds)
    }
    func check(_ reader: any HubReader) throws {
      try admit(reader, nameKey)
      if try reader.account(named: nameKey) != nil { throw CreateAccountError.nameTaken }
    }
    // Checked twice: here, so that no password is hashed in vain, and in the transaction.
    try store.read(check)
    let hash = try hash(password)
    return try store.write { writer in
      try check(writer)
      var random = ByteGenerator(bytes: randomBytes)
      let account = Account(
        id: UUIDs.v7(milliseconds: now(), using: &random), name: name, nameKey: nameKey,
        displayName: AccountRules.displayName(displayName) ?? name, passwordHash: hash,
        isAdministrator: try writer.accountCount() == 0, createdAt: now(),
        personalZone: UUIDs.v7(milliseconds: now(), using: &random))
      try add(account, writer)
      return account
    }
  }

  /// Stores a new account, with its personal zone.
  func add(_ account: Account, _ writer: any HubWriter) throws {
    try writer.putAccount(account)
    try createPersonalZone(account, writer)
  }

  private func admit(inviteID: String?, nameKey: String, reader: any HubReader) throws {
    if try reader.accountCount() == 0 { return }
    switch signUps {
    case .open: return
    case .closed: throw CreateAccountError.signUpsClosed
    case .inviteOnly:
      guard let inviteID, let invite = try reader.invite(inviteID),
        invite.state(now: now()) == .active, invite.isFor(accountNamed: nameKey),
        try reader.zone(invite.zone)?.isAlive == true
      else { throw CreateAccountError.inviteNeeded }
    }
  }

  /// Hashes a password, outside of transactions, so that no writer waits for it.
  func hash(_ password: String) throws -> String {
    // A lack of memory for hashing counts as being busy.
    guard let hash = hasher.hash(password) else { throw HubStoreError.busy }
    return hash
  }
}
