import SyncProtocol

/// A decision about an invite as the hub stores it; it does not contain the invite's key.
public struct KeptJoin: Equatable, Sendable {
  /// Follows from account and invite, see `PendingJoin.id(of:by:)`.
  public let id: String
  public let account: AccountID
  public let inviteID: String
  public let zone: ZoneID
  public let kind: ZoneKind
  /// The titles and names when the account last saw them.
  public var title: String
  public var ownerName: String
  public var ownerAccountName: String
  /// The role that the invite gave then.
  public var role: Role
  /// When the invite expires, milliseconds since 1970.
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

/// Reading pending joins from a store.
public protocol PendingJoinReader {
  func pendingJoin(_ id: String, of account: AccountID) throws -> KeptJoin?
  /// An account's pending joins, oldest first.
  func pendingJoins(of account: AccountID) throws -> [KeptJoin]
}

/// Writing pending joins to a store. They are deleted with their account.
public protocol PendingJoinWriter {
  /// Stores a join; if its id is stored already, replaces everything except `createdAt`.
  func putPendingJoin(_ join: KeptJoin) throws
  func removePendingJoin(_ id: String, of account: AccountID) throws
  /// Removes an account's joins until `count` are left: the ones that were not redeemed first,
  /// oldest first. The one with the id `kept` stays.
  func trimPendingJoins(of account: AccountID, to count: Int, keeping kept: String) throws
  /// Removes unredeemed joins whose invite was revoked or had expired by `moment` (milliseconds
  /// since 1970).
  func removePendingJoins(endedBy moment: Int64) throws
}
