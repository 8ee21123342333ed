import Hub
import Replica
import SyncProtocol
import Threads

/// Calls the hub's sharing and account functions for one account, in the same process.
public struct LocalHubClient: HubClient {
  private let hub: Hub
  private let accounts: Accounts
  private let invitations: Invitations
  private let accountID: AccountID
  private let sessionID: String?
  private let address: String?
  private let pool: ThreadPool

  /// - Parameters:
  ///   - sessionID: the session of the request, if there is one.
  ///   - address: the client's address, for the limit on attempts.
  ///   - pool: the threads on which the hub works; a change waits for the disk there.
  public init(
    hub: Hub, accounts: Accounts, invitations: Invitations, accountID: AccountID,
    sessionID: String?, address: String?, pool: ThreadPool
  ) {
    self.hub = hub
    self.accounts = accounts
    self.invitations = invitations
    self.accountID = accountID
    self.sessionID = sessionID
    self.address = address
    self.pool = pool
  }

  public func account() async throws(HubClientError) -> AccountSummary {
    try await ask {
      guard let account = try accounts.account(accountID) else { throw AccountError.notFound }
      return AccountSummary(account)
    }
  }

  public func sharingNews() async throws(HubClientError) -> SharingNews {
    try await ask { try hub.sharingNews(for: accountID) }
  }

  public func setDisplayName(_ name: String) async throws(HubClientError) {
    try await ask { try hub.setDisplayName(name, of: accountID) }
  }

  public func sessions() async throws(HubClientError) -> [SessionSummary] {
    try await ask {
      try accounts.sessions(of: accountID).map { SessionSummary($0, current: sessionID) }
    }
  }

  public func endSession(_ id: String) async throws(HubClientError) {
    try await ask { try accounts.endSession(id, of: accountID) }
  }

  public func createInvite(
    _ request: InviteRequest
  ) async throws(HubClientError) -> IssuedInvite {
    try await ask { try invitations.issue(request, by: accountID) }
  }

  public func revokeInvite(_ id: String) async throws(HubClientError) {
    try await ask { try hub.revokeInvite(id, by: accountID) }
  }

  public func preview(_ key: InviteKey) async throws(HubClientError) -> InviteOffer {
    try await ask {
      let invite = try invitations.find(key, by: accountID, address: address)
      return InviteOffer(try hub.preview(inviteID: invite.id, viewer: accountID))
    }
  }

  public func redeem(
    _ key: InviteKey, as kind: ZoneKind?, leaving: ZoneID?
  ) async throws(HubClientError) -> ZoneID {
    try await ask {
      let invite = try invitations.find(key, by: accountID, address: address)
      return try hub.redeem(inviteID: invite.id, by: accountID, as: kind, leaving: leaving)
    }
  }

  public func setRole(
    _ role: Role, of account: AccountID, in zone: ZoneID
  ) async throws(HubClientError) {
    try await ask { try hub.setRole(role, of: account, in: zone, by: accountID) }
  }

  public func remove(_ account: AccountID, from zone: ZoneID) async throws(HubClientError) {
    try await ask { try hub.remove(account, from: zone, by: accountID) }
  }

  public func stopSharing(_ zone: ZoneID) async throws(HubClientError) {
    try await ask { try hub.stopSharing(zone, by: accountID) }
  }

  public func offerOwnership(
    of zone: ZoneID, to account: AccountID
  ) async throws(HubClientError) {
    try await ask { try hub.offerOwnership(of: zone, to: account, by: accountID) }
  }

  public func withdrawOffer(
    of zone: ZoneID, to account: AccountID
  ) async throws(HubClientError) {
    try await ask { try hub.withdrawOffer(of: zone, to: account, by: accountID) }
  }

  public func share(of zone: ZoneID) async throws(HubClientError) -> Share {
    try await ask { try hub.share(of: zone, by: accountID) }
  }

  public func acceptOwnership(notice id: String) async throws(HubClientError) {
    try await ask { try hub.acceptOwnership(notice: id, by: accountID) }
  }

  public func notices() async throws(HubClientError) -> [AccountNotice] {
    try await ask { try hub.notices(of: accountID) }
  }

  public func zoneCopy(ofNotice id: String) async throws(HubClientError) -> [UInt8] {
    try await ask { try hub.copy(ofNotice: id, of: accountID) }
  }

  public func dismissNotice(_ id: String) async throws(HubClientError) {
    try await ask { try hub.dismissNotice(id, of: accountID) }
  }

  public func deletedZones() async throws(HubClientError) -> [DeletedZoneSummary] {
    try await ask { try hub.deletedZones(of: accountID) }
  }

  public func restoreZone(_ zone: ZoneID, isAlone: Bool) async throws(HubClientError) {
    try await ask { try hub.restoreZone(zone, by: accountID, isAlone: isAlone) }
  }

  public func purgeDeletedZone(_ zone: ZoneID) async throws(HubClientError) {
    try await ask { try hub.purgeDeletedZone(zone, by: accountID) }
  }

  public func history(_ request: HistoryRequest) async throws(HubClientError) -> HistoryPage {
    try await ask { try hub.history(request, as: accountID) }
  }

  public func keepJoin(
    _ key: InviteKey, choice: String
  ) async throws(HubClientError) -> PendingJoin {
    try await ask {
      let invite = try invitations.find(key, by: accountID, address: address)
      return try hub.keepJoin(inviteID: invite.id, choice: choice, by: accountID)
    }
  }

  public func pendingJoins() async throws(HubClientError) -> [PendingJoin] {
    try await ask { try hub.pendingJoins(of: accountID) }
  }

  public func setJoinChoice(
    _ id: String, _ choice: String, seeing role: Role?
  ) async throws(HubClientError) {
    try await ask { try hub.setJoinChoice(id, choice, seeing: role, by: accountID) }
  }

  public func redeemJoin(_ id: String) async throws(HubClientError) -> ZoneID {
    try await ask { try hub.redeemJoin(id, by: accountID) }
  }

  public func forgetJoin(_ id: String) async throws(HubClientError) {
    try await ask { try hub.forgetJoin(id, of: accountID) }
  }

  public func matchInvite(
    _ subject: MatchSubject, queries: [MatchQuery]
  ) async throws(HubClientError) -> MatchReply {
    try await ask {
      try invitations.matches(
        MatchRequest(subject, queries: queries), by: accountID, address: address)
    }
  }

  private func ask<Answer: Sendable>(
    _ body: @escaping @Sendable () throws -> Answer
  ) async throws(HubClientError) -> Answer {
    do {
      return try await pool.run(body)
    } catch let error as AttemptLimits.TooManyAttempts {
      throw .tooManyAttempts(retryAfterSeconds: error.retryAfterSeconds)
    } catch is ThreadPool.Busy {
      throw .transport(.busy(retryAfterSeconds: 1))
    } catch HubStoreError.busy {
      throw .transport(.busy(retryAfterSeconds: 1))
    } catch HubStoreError.storage {
      throw .transport(.noRoom)
    } catch AccountError.notFound {
      throw .transport(.unauthorised)
    } catch {
      if let refusal = SharingRefusal(error) { throw .refused(refusal) }
      throw .transport(.interrupted(reason: "\(error)"))
    }
  }
}
