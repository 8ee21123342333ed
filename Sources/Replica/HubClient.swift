import SyncProtocol

/// Asks the hub for what is not synced: who is signed in, sharing, invites. In process beside a
/// hub, over HTTP on a device. What it changes comes to the replica with the next pull.
///
/// Every function throws `HubClientError` only.
public protocol HubClient: DeletedZoneClient, HistoryClient, JoinClient {
  func account() async throws(HubClientError) -> AccountSummary
  /// What sharing is to the account now.
  func sharingNews() async throws(HubClientError) -> SharingNews
  /// Changes the name that others see, wherever one is a participant.
  func setDisplayName(_ name: String) async throws(HubClientError)
  func sessions() async throws(HubClientError) -> [SessionSummary]
  /// Ends a session of one's own. Ending one that is over changes nothing.
  func endSession(_ id: String) async throws(HubClientError)
  func createInvite(_ request: InviteRequest) async throws(HubClientError) -> IssuedInvite
  func revokeInvite(_ id: String) async throws(HubClientError)
  /// What an invite leads to; changes nothing.
  func preview(_ key: InviteKey) async throws(HubClientError) -> InviteOffer
  /// Joins. Returns the zone, which the replica has after a pull.
  ///
  /// - Parameter kind: what the person believes to join; another kind is refused.
  func redeem(_ key: InviteKey, as kind: ZoneKind?) async throws(HubClientError) -> ZoneID
  func setRole(
    _ role: Role, of account: AccountID, in zone: ZoneID
  ) async throws(HubClientError)
  /// Takes somebody, or oneself, out of a zone.
  func remove(_ account: AccountID, from zone: ZoneID) async throws(HubClientError)
  /// Removes everyone but the owner and revokes all invites.
  func stopSharing(_ zone: ZoneID) async throws(HubClientError)
  /// Offers a zone of one's own to somebody who is in it.
  func offerOwnership(
    of zone: ZoneID, to account: AccountID
  ) async throws(HubClientError)
  /// Takes such an offer back. One that there is not changes nothing.
  func withdrawOffer(of zone: ZoneID, to account: AccountID) async throws(HubClientError)
  /// Who has a zone; its owner is also told of invites and offers. Refused `notFound` when the zone
  /// is not shared.
  func share(of zone: ZoneID) async throws(HubClientError) -> Share
  /// Takes over the zone that a notice offers.
  func acceptOwnership(notice id: String) async throws(HubClientError)
  /// What the hub has told the account and it has not dismissed, the newest first.
  func notices() async throws(HubClientError) -> [AccountNotice]
  /// What was in the zone that a notice is about when the account lost it: a JSON array of effects.
  func zoneCopy(ofNotice id: String) async throws(HubClientError) -> [UInt8]
  /// Forgets a notice, and its copy with it. One that is forgotten already changes nothing.
  func dismissNotice(_ id: String) async throws(HubClientError)
}

extension HubClient {
  /// Joins whatever it is that the invite leads to.
  public func redeem(_ key: InviteKey) async throws(HubClientError) -> ZoneID {
    try await redeem(key, as: nil)
  }
}

/// Why the hub did not do what it was asked.
public enum HubClientError: Error, Equatable, Sendable {
  case refused(SharingRefusal)
  /// Codes were tried too often.
  case tooManyAttempts(retryAfterSeconds: Int)
  /// The hub could not be asked, or could not answer.
  case transport(TransportError)
}
