import SyncProtocol

/// A restore of the hub from a backup, or from an older copy of its file.
public struct HubRestore: Equatable, Sendable {
  /// How many of each kind the restore made void; people must get new ones.
  public struct Voided: Equatable, Sendable {
    public var sessions = 0
    public var accessTokens = 0
    public var calendarFeeds = 0
    public var invites = 0
    /// Offers to hand a zone over.
    public var offers = 0

    public init() {}
  }

  /// The epoch that began with the restore.
  public let epoch: String
  /// Milliseconds since 1970, like the one below.
  public let restoredAt: Int64
  /// The time of the restored state: when the backup was made or, for a file that somebody copied
  /// back, its last change. `nil` if nothing was ever changed.
  public let stateAt: Int64?
  public var voided: Voided

  public init(epoch: String, restoredAt: Int64, stateAt: Int64?, voided: Voided = Voided()) {
    self.epoch = epoch
    self.restoredAt = restoredAt
    self.stateAt = stateAt
    self.voided = voided
  }
}

/// A device that was signed in when the backup was made, or that has returned since although it was
/// not.
///
/// An account's devices with the same label count as one, because the hub knows a device that signs
/// in again only by its label.
public struct AwaitedDevice: Equatable, Sendable {
  public let account: AccountID
  /// How the person recognises it.
  public let label: String
  /// When it was last used before the backup, milliseconds since 1970; `nil` if it was not signed
  /// in then.
  public let lastUsedAt: Int64?
  /// When it last handed something back, milliseconds since 1970; `nil` if it has not.
  public var returnedAt: Int64?
  /// How many lost changes it has brought back.
  public var taken: Int
  /// How many lost changes of it could not be taken back.
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

/// Reading the last restore from a store.
public protocol RecoveryReader {
  /// The last restore; `nil` for a hub that was never restored.
  func lastRestore() throws -> HubRestore?
  /// The devices, ordered by account and label.
  func awaitedDevices() throws -> [AwaitedDevice]
}

/// Writing the last restore to a store.
public protocol RecoveryWriter {
  /// Stores a restore and the awaited devices, replacing the previous ones.
  func putRestore(_ restore: HubRestore, awaiting devices: [AwaitedDevice]) throws
  /// Notes that a device has handed something back: adds to the numbers of the account's device
  /// with that label, which is no longer awaited. A device that was not awaited is added to the
  /// others.
  ///
  /// - Parameter moment: milliseconds since 1970.
  func noteReturn(
    of account: AccountID, label: String, taken: Int, refused: Int, at moment: Int64) throws
}
