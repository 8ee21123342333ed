import SyncProtocol

/// A person who can sign in.
public struct Account: Equatable, Sendable {
  public let id: AccountID
  /// As the person typed it.
  public var name: String
  /// The folded name, by which the account is looked up; unique.
  public var nameKey: String
  /// The name that others see.
  public var displayName: String
  /// argon2id, in libsodium's text form; empty for an account without a password, which is let in
  /// by those who keep it.
  public var passwordHash: String
  /// Whether it may administer the hub.
  public var isAdministrator: Bool
  /// Whether it cannot sign in; a disabled account has no sessions.
  public var isDisabled: Bool
  /// Milliseconds since 1970.
  public let createdAt: Int64
  /// The account's personal zone, made with it if the schema has personal zones.
  public var personalZone: ZoneID

  public init(
    id: AccountID, name: String, nameKey: String, displayName: String, passwordHash: String,
    isAdministrator: Bool, isDisabled: Bool = false, createdAt: Int64, personalZone: ZoneID
  ) {
    self.id = id
    self.name = name
    self.nameKey = nameKey
    self.displayName = displayName
    self.passwordHash = passwordHash
    self.isAdministrator = isAdministrator
    self.isDisabled = isDisabled
    self.createdAt = createdAt
    self.personalZone = personalZone
  }
}

/// A signed-in browser or device. Only the hash of its token is stored.
public struct Session: Equatable, Sendable {
  /// The kind of client that is signed in; sessions of devices last longer.
  public enum Kind: String, Sendable { case browser, device }

  public let id: String
  public let account: AccountID
  public let kind: Kind
  /// SHA-256 of the token, hexadecimal.
  public let tokenHash: String
  /// How the person recognises it: browser and system, or the device's name.
  public var label: String
  /// Milliseconds since 1970, like the two below.
  public let createdAt: Int64
  public var lastUsedAt: Int64
  public var expiresAt: Int64
  /// The kiosk at which somebody picked their face; such a session is short.
  public let kiosk: String?

  public init(
    id: String, account: AccountID, kind: Kind, tokenHash: String, label: String,
    createdAt: Int64, lastUsedAt: Int64, expiresAt: Int64, kiosk: String? = nil
  ) {
    self.kiosk = kiosk
    self.id = id
    self.account = account
    self.kind = kind
    self.tokenHash = tokenHash
    self.label = label
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.expiresAt = expiresAt
  }
}

/// Reading accounts and sessions from a store.
public protocol AccountReader {
  func account(_ id: AccountID) throws -> Account?
  /// The account by its folded name.
  func account(named nameKey: String) throws -> Account?
  func accountCount() throws -> Int
  /// Accounts ordered by name key, from the one after `after`.
  func accounts(after: String?, limit: Int) throws -> [Account]
  func session(tokenHash: String) throws -> Session?
  func sessions(of account: AccountID) throws -> [Session]
}

/// Writing accounts and sessions to a store.
public protocol AccountWriter {
  func putAccount(_ account: Account) throws
  func putSession(_ session: Session) throws
  func removeSession(_ id: String) throws
  /// Ends the sessions of an account, except the one with the id `kept`.
  func removeSessions(of account: AccountID, except kept: String?) throws
  /// Removes expired sessions; `now` in milliseconds since 1970.
  func removeExpiredSessions(now: Int64) throws
}
