import SyncProtocol

extension Hub {
  /// What a commit changed, for those who wait for it.
  public struct Notice: Sendable {
    /// The new heads.
    public var zones: [ZoneID: Int64] = [:]
    /// Accounts whose list of zones has changed.
    public var accounts: Set<AccountID> = []
    /// What may be shared has changed, for everybody.
    public var isAboutFlags = false

    public init() {}

    public var isEmpty: Bool { zones.isEmpty && accounts.isEmpty && !isAboutFlags }
  }
}
