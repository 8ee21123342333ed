import SyncProtocol

/// How a hub came back from a backup, or with an older file.
public struct HubRestore: Equatable, Sendable {
  /// What was void with it: whoever had one of these gets a new one.
  public struct Voided: Equatable, Sendable {
    public var sessions = 0
    public var accessTokens = 0
    public var calendarFeeds = 0
    public var invites = 0
    /// Offers to hand a zone over.
    public var offers = 0

    public init() {}
  }

  /// The epoch that began with it.
  public let epoch: String
  /// Milliseconds since 1970, as the one below.
  public let restoredAt: Int64
  /// The moment whose state the hub has again: when the backup was made; of a file that somebody
  /// copied back, its last change. `nil` when nothing was ever changed in it.
  public let stateAt: Int64?
  public var voided: Voided

  public init(epoch: String, restoredAt: Int64, stateAt: Int64?, voided: Voided = Voided()) {
    self.epoch = epoch
    self.restoredAt = restoredAt
    self.stateAt = stateAt
    self.voided = voided
  }
}

/// A device that was signed in when the backup was made, or that came back after it without having
/// been. An account's devices of one label count as one: a device that signs in again has its
/// label, and nothing else that the hub would know it by.
public struct AwaitedDevice: Equatable, Sendable {
  public let account: AccountID
  /// What the person recognises it by.
  public let label: String
  /// When it was last seen before the backup, milliseconds since 1970; `nil` for one that was not.
  public let lastUsedAt: Int64?
  /// When it last handed something back, milliseconds since 1970; `nil` while it has not.
  public var returnedAt: Int64?
  /// How many changes that the restore had lost came back with it.
  public var taken: Int
  /// How many of them could not be taken.
  public var refused: Int

  public init(
    account: AccountID, label: String, lastUsedAt: Int64?, returnedAt: Int64? = nil,
    taken: Int = 0, refused: Int = 0
  ) {
    self.account = account
    self.label = label
    self.lastUsedAt = lastUsedAt
    self.returnedAt = returnedAt
    self.taken = taken
    self.refused = refused
  }
}

/// What a store knows of the last restore.
public protocol RecoveryReader {
  /// `nil` for a hub that was never restored.
  func lastRestore() throws -> HubRestore?
  /// By account and label.
  func awaitedDevices() throws -> [AwaitedDevice]
}

/// What a store keeps of the last restore.
public protocol RecoveryWriter {
  /// Keeps a restore and the devices that are awaited, in the place of those before.
  func putRestore(_ restore: HubRestore, awaiting devices: [AwaitedDevice]) throws
  /// A device has handed something back: adds to what is known of the account's device of that
  /// label, which is awaited no longer. One that nobody awaited is kept beside the others.
  ///
  /// - Parameter moment: milliseconds since 1970.
  func noteReturn(
    of account: AccountID, label: String, taken: Int, refused: Int, at moment: Int64) throws
}
