import SyncProtocol

/// A key that a person gave to a program of theirs: a script, or a home's automation. Only the hash
/// of its secret is kept.
public struct AccessToken: Equatable, Sendable {
  /// What a program may do with it.
  public enum Scope: String, Sendable, CaseIterable {
    case read
    /// Reads, too.
    case write
    /// Reads, writes, and says who has homes: invites, roles, leaving.
    case sharing

    /// Whether whoever has this scope may do what wants another.
    public func includes(_ other: Scope) -> Bool {
      switch (self, other) {
      case (.sharing, _), (_, .read), (.write, .write): true
      case (.read, .write), (.read, .sharing), (.write, .sharing): false
      }
    }
  }

  public let id: String
  public let account: AccountID
  /// What the person recognises it by.
  public let name: String
  /// SHA-256 of the secret, hexadecimal.
  public let secretHash: String
  public let scope: Scope
  /// The only home that it opens; `nil`: every home of the account.
  public let home: ZoneID?
  /// Milliseconds since 1970, as the two below.
  public let createdAt: Int64
  /// `nil` while it has not been used. May be some minutes old, see `Session`.
  public var lastUsedAt: Int64?
  /// `nil` for one that works until it is revoked.
  public let expiresAt: Int64?

  public init(
    id: String, account: AccountID, name: String, secretHash: String, scope: Scope,
    home: ZoneID? = nil, createdAt: Int64, lastUsedAt: Int64? = nil, expiresAt: Int64? = nil
  ) {
    self.id = id
    self.account = account
    self.name = name
    self.secretHash = secretHash
    self.scope = scope
    self.home = home
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
    self.expiresAt = expiresAt
  }
}

/// The secret of an access token: `hearth_` and 256 random bits in URL-safe base64.
///
/// Only its hash is stored. Printing or logging it shows nothing of it; `text` is shown once to the
/// person who made it.
public struct AccessSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// Lets programs that look for lost secrets know one when they see it.
  public static let prefix = "hearth_"

  /// The secret itself.
  public let text: String

  /// `nil` when `text` cannot be a secret, whoever made it.
  public init?(_ text: String) {
    guard text.hasPrefix(Self.prefix),
      SessionToken(String(text.dropFirst(Self.prefix.count))) != nil
    else { return nil }
    self.text = text
  }

  init(random: (Int) -> [UInt8]) { text = Self.prefix + SessionToken(random: random).text }

  var hash: String { SHA256.hexadecimal(of: text) }

  public var description: String { "an access token's secret" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a store knows of access tokens.
public protocol AccessTokenReader {
  func accessToken(secretHash: String) throws -> AccessToken?
  /// The one made last first.
  func accessTokens(of account: AccountID) throws -> [AccessToken]
}

/// What a store keeps of access tokens.
public protocol AccessTokenWriter {
  func putAccessToken(_ token: AccessToken) throws
  func removeAccessToken(_ id: String) throws
  func removeAccessTokens(of account: AccountID) throws
}
