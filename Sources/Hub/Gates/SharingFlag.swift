import SyncProtocol

/// Who at this hub may share (`sharedHomesEnabled`), and whether what is shared may be written: one
/// version of it. Nothing kept means open: a hub ships with it true.
public struct SharingFlag: Equatable, Sendable {
  public enum State: String, Sendable, CaseIterable {
    case open
    /// Some accounts: those listed, and a share of all others that follows from their ids.
    case cohort
    /// Nobody begins to share or joins; what is shared goes on.
    case closed
    /// That, and what is shared may only be read: the kill switch.
    case killed
  }

  /// Counts up from 1; 0 when nobody has changed it.
  public var version: Int64
  public var state: State
  /// Of a cohort: how many of a hundred accounts, by ``place(of:)``.
  public var percent: Int
  /// Of a cohort: accounts that are in it whatever their place.
  public var listed: [AccountID]
  /// Internal mode: devices may be told to show or to hide sharing.
  public var allowsOverride: Bool
  /// While it is killed, what is shared is not even shown. In any other state it is `false`.
  public var hidesShared: Bool
  /// Milliseconds since 1970.
  public var changedAt: Int64
  /// The name of the account that changed it; empty for somebody at the hub's machine.
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

  /// Most accounts that a cohort lists by name.
  public static let maxListed = 1000

  /// Whether an account may begin to share, and others may join what it owns.
  public func includes(_ account: AccountID) -> Bool {
    switch state {
    case .open: true
    case .cohort: listed.contains(account) || Self.place(of: account) < percent
    case .closed, .killed: false
    }
  }

  /// Where an account stands among a hundred: 0 to 99, the same on every hub and for ever, so that
  /// a share that grows takes nobody out again.
  public static func place(of account: AccountID) -> Int {
    let digits = SHA256.hexadecimal(of: "sharedHomesEnabled \(account)").utf8.prefix(8)
    return digits.reduce(0) { ($0 * 16 + Self.value($1)) % 100 }
  }

  private static func value(_ digit: UInt8) -> Int {
    Int(digit) - (digit < UInt8(ascii: "a") ? Int(UInt8(ascii: "0")) : 87)
  }
}

/// What an administrator wants the flag to be from now on; `nil` leaves a part as it is.
public struct SharingFlagChange: Equatable, Sendable {
  public var state: SharingFlag.State
  public var percent: Int?
  /// Names of accounts, as they sign in.
  public var names: [String]?
  public var allowsOverride: Bool?
  /// Means something with `killed`; every other state shows everything again.
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

/// Why a flag or a plan was not changed.
public enum GateError: Error, Equatable, Sendable {
  /// The share of accounts is not 0 to 100.
  case percentOutOfRange
  case noSuchAccount(String)
  case tooManyListed
  /// A plan that ends before it begins.
  case dateInThePast
}
