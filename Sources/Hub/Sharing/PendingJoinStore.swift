import SyncProtocol

/// A decision about an invite as the hub keeps it: no key of the invite is in it.
public struct KeptJoin: Equatable, Sendable {
  /// Follows from account and invite.
  public let id: String
  public let account: AccountID
  public let inviteID: String
  public let zone: ZoneID
  public let kind: ZoneKind
  /// What the zone and its owner were called when the account saw them last.
  public var title: String
  public var ownerName: String
  public var ownerAccountName: String
  /// What the invite gave then.
  public var role: Role
  /// When the invite ends, milliseconds since 1970.
  public let expiresAt: Int64
  public var choice: String
  /// Milliseconds since 1970.
  public let createdAt: Int64

  public init(
    account: AccountID, inviteID: String, zone: ZoneID, kind: ZoneKind, title: String,
    ownerName: String, ownerAccountName: String, role: Role, expiresAt: Int64, choice: String,
    createdAt: Int64
  ) {
    id = PendingJoin.id(of: account, by: inviteID)
    self.account = account
    self.inviteID = inviteID
    self.zone = zone
    self.kind = kind
    self.title = title
    self.ownerName = ownerName
    self.ownerAccountName = ownerAccountName
    self.role = role
    self.expiresAt = expiresAt
    self.choice = choice
    self.createdAt = createdAt
  }
}

/// What a store knows of joins that are not finished.
public protocol PendingJoinReader {
  func pendingJoin(_ id: String, of account: AccountID) throws -> KeptJoin?
  /// An account's, the oldest first.
  func pendingJoins(of account: AccountID) throws -> [KeptJoin]
}

/// What a store keeps of joins that are not finished. They go with their account.
public protocol PendingJoinWriter {
  /// Keeps a join; of one with its id everything is replaced but when it was kept first.
  func putPendingJoin(_ join: KeptJoin) throws
  func removePendingJoin(_ id: String, of account: AccountID) throws
  /// Removes an account's joins until `count` are left: first those that were not redeemed, the
  /// oldest first. The one with id `kept` stays.
  func trimPendingJoins(of account: AccountID, to count: Int, keeping kept: String) throws
  /// Removes joins that were not redeemed and whose invite was revoked or has expired by `moment`.
  func removePendingJoins(endedBy moment: Int64) throws
}
