import SyncProtocol

/// The address at which an account's calendar can be read without signing in; each account has at
/// most one. Only the hash of its secret is stored.
public struct CalendarFeed: Equatable, Sendable {
  public let account: AccountID
  /// SHA-256 of the secret, hexadecimal.
  public let secretHash: String
  /// Milliseconds since 1970, like the one below.
  public let createdAt: Int64
  /// `nil` if it has not been used yet. May be a few minutes old, see
  /// `Session.useIntervalMilliseconds`.
  public var lastUsedAt: Int64?

  public init(
    account: AccountID, secretHash: String, createdAt: Int64, lastUsedAt: Int64? = nil
  ) {
    self.account = account
    self.secretHash = secretHash
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }
}

/// The secret in a calendar's address: 128 random bits as 32 hexadecimal digits, which survive
/// programs that convert addresses to lower case.
///
/// Only its hash is stored. Printing or logging the value does not reveal it; `text` is shown once,
/// to the person who made it.
public struct CalendarSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// Random bytes in a secret.
  public static let byteCount = 16

  /// The secret itself.
  public let text: String

  init(random: (Int) -> [UInt8]) {
    let bytes = random(Self.byteCount)
    precondition(bytes.count == Self.byteCount, "a secret needs all of its random bytes")
    let digits = Array("0123456789abcdef".utf8)
    text = String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The hash of any text, whether it has the form of a secret or not.
  static func hash(of text: String) -> String { SHA256.hexadecimal(of: "calendar " + text) }

  public var description: String { "a calendar's secret" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Reading calendar feeds from a store.
public protocol CalendarFeedReader {
  func calendarFeed(secretHash: String) throws -> CalendarFeed?
  func calendarFeed(of account: AccountID) throws -> CalendarFeed?
}

/// Writing calendar feeds to a store.
public protocol CalendarFeedWriter {
  /// Replaces the account's previous feed.
  func putCalendarFeed(_ feed: CalendarFeed) throws
  func removeCalendarFeed(of account: AccountID) throws
}
