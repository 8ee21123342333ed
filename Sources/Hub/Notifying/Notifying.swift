import SyncProtocol

/// Something an account was told of. What it says is read where it is shown: here is only its id.
public struct Told: Equatable, Sendable {
  /// The same each time, made of what it is about.
  public let id: String
  /// When it happened, milliseconds since 1970.
  public let at: Int64
  /// Whether the person has seen it.
  public var isSeen: Bool
  /// Whether a mail that says it was queued, or need not be written any more.
  public var isMailed: Bool

  public init(id: String, at: Int64, isSeen: Bool = false, isMailed: Bool = false) {
    self.id = id
    self.at = at
    self.isSeen = isSeen
    self.isMailed = isMailed
  }

  /// The most that are kept of one account; the oldest make room.
  public static let maxPerAccount = 500
}

/// An account's address for mail; each account has at most one.
public struct MailAddress: Equatable, Sendable {
  public let account: AccountID
  public var address: String
  /// Milliseconds since 1970, like the one below.
  public var addedAt: Int64
  /// When its owner pressed the link in the first mail; `nil` until then, and no other mail goes
  /// there.
  public var confirmedAt: Int64?
  /// SHA-256 of the secret in that link, hexadecimal; `nil` once it was pressed.
  public var confirmHash: String?
  /// The secret in the link that ends all mail. It does nothing else, and each mail has it, so it
  /// is kept as it is.
  public var stopSecret: String

  public init(
    account: AccountID, address: String, addedAt: Int64, confirmedAt: Int64? = nil,
    confirmHash: String?, stopSecret: String
  ) {
    self.account = account
    self.address = address
    self.addedAt = addedAt
    self.confirmedAt = confirmedAt
    self.confirmHash = confirmHash
    self.stopSecret = stopSecret
  }
}

/// A mail on its way.
public struct QueuedMail: Equatable, Sendable {
  public enum State: String, Sendable, CaseIterable {
    case waiting
    /// Sent, and kept for as long as it counts towards the account's mails of a day.
    case sent
    /// Given up.
    case failed
  }

  /// Also the first part of its Message-ID: a mail that a crash sends twice has one id.
  public let id: String
  public let account: AccountID
  public let address: String
  public let subject: String
  public var body: String
  /// The link that ends all mail.
  public let stopLink: String
  /// Milliseconds since 1970, like the one below.
  public let createdAt: Int64
  /// When it is tried next; of one that was sent, when the mail server took it.
  public var nextAt: Int64
  public var attempts: Int
  public var state: State
  /// What the mail server said last; empty if nothing.
  public var problem: String

  public init(
    id: String, account: AccountID, address: String, subject: String, body: String,
    stopLink: String, createdAt: Int64, nextAt: Int64, attempts: Int = 0, state: State = .waiting,
    problem: String = ""
  ) {
    self.id = id
    self.account = account
    self.address = address
    self.subject = subject
    self.body = body
    self.stopLink = stopLink
    self.createdAt = createdAt
    self.nextAt = nextAt
    self.attempts = attempts
    self.state = state
    self.problem = problem
  }

  /// The growing waits between tries of one mail, in milliseconds: a minute, and up to six hours.
  public static let waitMilliseconds: [Int64] = [1, 5, 15, 60, 180, 360].map { $0 * 60_000 }

  /// How long a mail waits after so many tries, in milliseconds.
  public static func waitMilliseconds(after attempts: Int) -> Int64 {
    waitMilliseconds[min(max(attempts, 1), waitMilliseconds.count) - 1]
  }
}

/// How mail stands, for administrators.
public struct MailState: Equatable, Sendable {
  public var waiting: Int
  public var sent: Int
  public var failed: Int
  /// What the mail server said last of a mail that waits or was given up; empty if nothing.
  public var problem: String
  /// When the mail server took a mail last, milliseconds since 1970; `nil` if it has taken none of
  /// those that are kept.
  public var lastSentAt: Int64?
  /// When a mail could not be sent last, of those that wait or were given up, milliseconds since
  /// 1970.
  public var lastFailedAt: Int64?

  public init(
    waiting: Int, sent: Int, failed: Int, problem: String, lastSentAt: Int64? = nil,
    lastFailedAt: Int64? = nil
  ) {
    self.waiting = waiting
    self.sent = sent
    self.failed = failed
    self.problem = problem
    self.lastSentAt = lastSentAt
    self.lastFailedAt = lastFailedAt
  }
}

/// Reading what accounts want to be told, and mail, from a store.
public protocol NotifyingReader {
  /// The account's switches by their names, which the hub does not know; those that it has not
  /// touched are missing.
  func switches(of account: AccountID) throws -> [String: Bool]
  /// What the account was told of, in any order.
  func told(of account: AccountID) throws -> [Told]
  func mailAddress(of account: AccountID) throws -> MailAddress?
  func mailAddress(confirmHash: String) throws -> MailAddress?
  func mailAddress(stopSecret: String) throws -> MailAddress?
  /// The confirmed addresses after an account, ordered by account.
  func mailAddresses(after account: AccountID?, limit: Int) throws -> [MailAddress]
  /// The mails that wait and whose time has come, the first one first.
  func dueMail(now: Int64, limit: Int) throws -> [QueuedMail]
  /// How many mails were queued for an account since a moment.
  func mailCount(of account: AccountID, since: Int64) throws -> Int
  func mailState() throws -> MailState
}

/// Writing what accounts want to be told, and mail, to a store.
public protocol NotifyingWriter {
  func putSwitch(_ name: String, _ isOn: Bool, of account: AccountID) throws
  /// Adds to what the account was told of. What was seen or mailed stays so; the oldest beyond
  /// `Told.maxPerAccount` are removed.
  func putTold(_ told: [Told], of account: AccountID) throws
  /// Replaces the account's previous address.
  func putMailAddress(_ address: MailAddress) throws
  /// Removes the account's address and the mails that wait for it.
  func removeMailAddress(of account: AccountID) throws
  /// Stores a mail, or what became of one that is stored.
  func putMail(_ mail: QueuedMail) throws
  /// Removes mails that were sent or given up, and were queued before a moment.
  func trimMail(before: Int64) throws
}
