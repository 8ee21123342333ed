import SyncProtocol

extension Hub {
  /// What a commit changed, for observers.
  public struct Notice: Sendable {
    /// The new heads of the changed zones.
    public var zones: [ZoneID: Int64] = [:]
    /// Accounts whose list of zones has changed.
    public var accounts: Set<AccountID> = []
    /// Whether the sharing flags have changed, which concerns everybody.
    public var isAboutFlags = false

    public init() {}

    public var isEmpty: Bool { zones.isEmpty && accounts.isEmpty && !isAboutFlags }
  }
}
