import SyncProtocol

/// An invitation to a zone. Its token and code are stored only as hashes.
public struct Invite: Equatable, Sendable {
  public let id: String
  public let zone: ZoneID
  public let role: Role
  public let createdBy: AccountID
  public let createdAt: Int64
  public let expiresAt: Int64
  public let maxUses: Int
  public var usedCount: Int
  public var revokedAt: Int64?
  /// SHA-256 of the 128-bit token in the link, hexadecimal.
  public let tokenHash: String
  /// Keyed hash of the short code.
  public let codeHash: String
  /// The name of the only account that may use it, as it was typed; `nil` lets anyone use it who
  /// has its key.
  public let boundTo: String?
  /// Whether a person who joins with it may merge a zone of their own into this one.
  public let allowsMerge: Bool

  public init(
    id: String, zone: ZoneID, role: Role, createdBy: AccountID, createdAt: Int64,
    expiresAt: Int64, maxUses: Int, usedCount: Int = 0, revokedAt: Int64? = nil,
    tokenHash: String, codeHash: String, boundTo: String? = nil, allowsMerge: Bool = true
  ) {
    self.id = id
    self.zone = zone
    self.role = role
    self.createdBy = createdBy
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.maxUses = maxUses
    self.usedCount = usedCount
    self.revokedAt = revokedAt
    self.tokenHash = tokenHash
    self.codeHash = codeHash
    self.boundTo = boundTo
    self.allowsMerge = allowsMerge
  }

  /// Whether an account with a name key may use it; `nil` for somebody who has no account yet.
  public func isFor(accountNamed key: String?) -> Bool {
    guard let boundTo else { return true }
    return key == AccountRules.name(boundTo)?.key
  }

  /// Whether an invite admits anyone.
  public enum State: String, Sendable { case active, revoked, expired, exhausted }

  /// The first that applies of revoked, expired and exhausted; otherwise active (D-INV-22).
  public func state(now: Int64) -> State {
    if revokedAt != nil { return .revoked }
    if expiresAt <= now { return .expired }
    return usedCount >= maxUses ? .exhausted : .active
  }
}

/// Reading invites from a store.
public protocol InviteReader {
  func invite(_ id: String) throws -> Invite?
  func invite(tokenHash: String) throws -> Invite?
  /// Invites with this code's hash, newest first; codes are short and may repeat over time.
  func invites(codeHash: String) throws -> [Invite]
  func invites(in zone: ZoneID) throws -> [Invite]
  /// All invites that are active at a moment (milliseconds since 1970), ordered by zone. Reads
  /// every invite, so call it rarely.
  func openInvites(at moment: Int64) throws -> [Invite]
  func hasRedeemed(_ inviteID: String, account: AccountID) throws -> Bool
}

/// Writing invites to a store.
public protocol InviteWriter {
  func putInvite(_ invite: Invite) throws
  func putRedemption(of inviteID: String, by account: AccountID, at: Int64) throws
}
