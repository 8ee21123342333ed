import SyncProtocol

/// The address at which an account's calendar can be read without signing in; each account has one
/// at most. Only the hash of its secret is kept.
public struct CalendarFeed: Equatable, Sendable {
  public let account: AccountID
  /// SHA-256 of the secret, hexadecimal.
  public let secretHash: String
  /// Milliseconds since 1970, as the one below.
  public let createdAt: Int64
  /// `nil` while nobody has asked for it. May be some minutes old, see `Session`.
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

/// The secret of a calendar's address: 128 random bits, as 32 hexadecimal digits, which survive
/// programs that write addresses in small letters.
///
/// Only its hash is stored. Printing or logging it shows nothing of it; `text` is shown once to the
/// person who made it.
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

  /// Of whatever came in its place.
  static func hash(of text: String) -> String { SHA256.hexadecimal(of: "calendar " + text) }

  public var description: String { "a calendar's secret" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a store knows of calendars' addresses.
public protocol CalendarFeedReader {
  func calendarFeed(secretHash: String) throws -> CalendarFeed?
  func calendarFeed(of account: AccountID) throws -> CalendarFeed?
}

/// What a store keeps of calendars' addresses.
public protocol CalendarFeedWriter {
  /// Replaces the one that the account had.
  func putCalendarFeed(_ feed: CalendarFeed) throws
  func removeCalendarFeed(of account: AccountID) throws
}
