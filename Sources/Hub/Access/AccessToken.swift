import SyncProtocol

/// A key that a person gave to a program of theirs, such as a script or a home automation. Only the
/// hash of its secret is stored.
public struct AccessToken: Equatable, Sendable {
  /// What a program may do with the token.
  public enum Scope: String, Sendable, CaseIterable {
    case read
    /// Includes reading.
    case write
    /// Includes reading and writing; also invites, roles and leaving zones.
    case sharing

    /// Whether this scope permits what the other one requires.
    public func includes(_ other: Scope) -> Bool {
      switch (self, other) {
      case (.sharing, _), (_, .read), (.write, .write): true
      case (.read, .write), (.read, .sharing), (.write, .sharing): false
      }
    }
  }

  public let id: String
  public let account: AccountID
  /// The name by which the person recognises it.
  public let name: String
  /// SHA-256 of the secret, hexadecimal.
  public let secretHash: String
  public let scope: Scope
  /// The only home that it gives access to; `nil` for every home of the account.
  public let home: ZoneID?
  /// Milliseconds since 1970, like the two below.
  public let createdAt: Int64
  /// `nil` if it has not been used yet. May be a few minutes old, see
  /// `Session.useIntervalMilliseconds`.
  public var lastUsedAt: Int64?
  /// `nil` if it works until it is revoked.
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
/// Only its hash is stored. Printing or logging the value does not reveal it; `text` is shown once,
/// to the person who made it.
public struct AccessSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// Lets programs that search for leaked secrets recognise one.
  public static let prefix = "hearth_"

  /// The secret itself.
  public let text: String

  /// `nil` if `text` does not have the form of a secret.
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

/// Reading access tokens from a store.
public protocol AccessTokenReader {
  func accessToken(secretHash: String) throws -> AccessToken?
  /// The account's tokens, newest first.
  func accessTokens(of account: AccountID) throws -> [AccessToken]
}

/// Writing access tokens to a store.
public protocol AccessTokenWriter {
  func putAccessToken(_ token: AccessToken) throws
  func removeAccessToken(_ id: String) throws
  func removeAccessTokens(of account: AccountID) throws
}
