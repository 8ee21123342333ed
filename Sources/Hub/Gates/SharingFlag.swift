import SyncProtocol

/// One version of the flag that controls who at this hub may share (`sharedHomesEnabled`), and
/// whether shared zones may be written.
///
/// Without a stored version sharing is open, which is the default.
public struct SharingFlag: Equatable, Sendable {
  public enum State: String, Sendable, CaseIterable {
    case open
    /// Open for some accounts: those listed, and a percentage of all others, chosen by their ids.
    case cohort
    /// Nobody begins to share or joins; zones that are shared stay so.
    case closed
    /// As `closed`, and shared zones can only be read: the kill switch.
    case killed
  }

  /// Counts up from 1; 0 when nobody has changed it.
  public var version: Int64
  public var state: State
  /// For a cohort: the percentage of accounts that it includes, by ``place(of:)``.
  public var percent: Int
  /// For a cohort: accounts that it includes whatever their place.
  public var listed: [AccountID]
  /// Internal mode: devices may be told to show or hide sharing.
  public var allowsOverride: Bool
  /// Whether shared zones are not even shown while the flag is `killed`; otherwise `false`.
  public var hidesShared: Bool
  /// Milliseconds since 1970.
  public var changedAt: Int64
  /// The name of the account that changed it; empty for a command on the hub's machine.
  public var changedBy: String

  public init(
    version: Int64 = 0, state: State = .open, percent: Int = 100, listed: [AccountID] = [],
    allowsOverride: Bool = false, hidesShared: Bool = false, changedAt: Int64 = 0,
    changedBy: String = ""
  ) {
    self.version = version
    self.state = state
    self.percent = percent
    self.listed = listed
    self.allowsOverride = allowsOverride
    self.hidesShared = hidesShared
    self.changedAt = changedAt
    self.changedBy = changedBy
  }

  /// The most accounts that a cohort may list.
  public static let maxListed = 1000

  /// Whether an account may begin to share, and others may join its zones.
  public func includes(_ account: AccountID) -> Bool {
    switch state {
    case .open: true
    case .cohort: listed.contains(account) || Self.place(of: account) < percent
    case .closed, .killed: false
    }
  }

  /// The place of an account among a hundred, 0 to 99: always the same on every hub, so that a
  /// growing percentage excludes nobody again.
  public static func place(of account: AccountID) -> Int {
    let digits = SHA256.hexadecimal(of: "sharedHomesEnabled \(account)").utf8.prefix(8)
    return digits.reduce(0) { ($0 * 16 + Self.value($1)) % 100 }
  }

  private static func value(_ digit: UInt8) -> Int {
    Int(digit) - (digit < UInt8(ascii: "a") ? Int(UInt8(ascii: "0")) : 87)
  }
}

/// A change of the flag by an administrator; `nil` leaves a part unchanged.
public struct SharingFlagChange: Equatable, Sendable {
  public var state: SharingFlag.State
  public var percent: Int?
  /// Names of accounts, as used to sign in.
  public var names: [String]?
  public var allowsOverride: Bool?
  /// Only has an effect with `killed`; any other state shows everything again.
  public var hidesShared: Bool?

  public init(
    state: SharingFlag.State, percent: Int? = nil, names: [String]? = nil,
    allowsOverride: Bool? = nil, hidesShared: Bool? = nil
  ) {
    self.state = state
    self.percent = percent
    self.names = names
    self.allowsOverride = allowsOverride
    self.hidesShared = hidesShared
  }
}

/// Why a flag or a plan could not be changed.
public enum GateError: Error, Equatable, Sendable {
  /// The percentage is not 0 to 100.
  case percentOutOfRange
  case noSuchAccount(String)
  case tooManyListed
  /// The plan would end in the past.
  case dateInThePast
}
