import SyncProtocol

/// Asks the hub for everything that is not synced: the signed-in account, sharing, invites.
///
/// Works in process beside a hub, and over HTTP on a device. What it changes reaches the replica
/// with the next pull.
///
/// Every function throws `HubClientError` only.
public protocol HubClient: DeletedZoneClient, HistoryClient, JoinClient {
  func account() async throws(HubClientError) -> AccountSummary
  /// What sharing allows the account now.
  func sharingNews() async throws(HubClientError) -> SharingNews
  /// Changes the display name, which others see in every zone that the account is in.
  func setDisplayName(_ name: String) async throws(HubClientError)
  func sessions() async throws(HubClientError) -> [SessionSummary]
  /// Ends one of the account's own sessions. Does nothing if it has ended already.
  func endSession(_ id: String) async throws(HubClientError)
  func createInvite(_ request: InviteRequest) async throws(HubClientError) -> IssuedInvite
  func revokeInvite(_ id: String) async throws(HubClientError)
  /// What an invite offers; changes nothing.
  func preview(_ key: InviteKey) async throws(HubClientError) -> InviteOffer
  /// Joins with an invite. Returns the zone, which the replica has after a pull.
  ///
  /// - Parameters:
  ///   - kind: the kind of zone that the person expects; another kind is refused.
  ///   - leaving: a zone of that kind that the account leaves in the same commit. Without it, the
  ///     hub refuses `inOther` who may be in no more zones of the kind.
  func redeem(
    _ key: InviteKey, as kind: ZoneKind?, leaving: ZoneID?
  ) async throws(HubClientError) -> ZoneID
  func setRole(
    _ role: Role, of account: AccountID, in zone: ZoneID
  ) async throws(HubClientError)
  /// Removes somebody from a zone, or the account itself.
  func remove(_ account: AccountID, from zone: ZoneID) async throws(HubClientError)
  /// Removes everyone but the owner and revokes all invites.
  func stopSharing(_ zone: ZoneID) async throws(HubClientError)
  /// Offers one of the account's own zones to a participant.
  func offerOwnership(
    of zone: ZoneID, to account: AccountID
  ) async throws(HubClientError)
  /// Withdraws such an offer. Does nothing if there is none.
  func withdrawOffer(of zone: ZoneID, to account: AccountID) async throws(HubClientError)
  /// Who is in a zone; its owner also learns of invites and offers. Refused `notFound` if the zone
  /// is not shared.
  func share(of zone: ZoneID) async throws(HubClientError) -> Share
  /// Accepts the zone that a notice offers.
  func acceptOwnership(notice id: String) async throws(HubClientError)
  /// The notices that the account has not dismissed, newest first.
  func notices() async throws(HubClientError) -> [AccountNotice]
  /// The content of the zone that a notice is about, as it was when the account lost access: a JSON
  /// array of effects.
  func zoneCopy(ofNotice id: String) async throws(HubClientError) -> [UInt8]
  /// Dismisses a notice, and deletes its copy of the zone. Does nothing if it was dismissed
  /// already.
  func dismissNotice(_ id: String) async throws(HubClientError)
}

extension HubClient {
  /// Joins with an invite and leaves nothing for it; without `kind`, whatever it is for.
  public func redeem(
    _ key: InviteKey, as kind: ZoneKind? = nil
  ) async throws(HubClientError) -> ZoneID {
    try await redeem(key, as: kind, leaving: nil)
  }
}

/// Why the hub did not do what was asked.
public enum HubClientError: Error, Equatable, Sendable {
  case refused(SharingRefusal)
  /// Invite codes were tried too often.
  case tooManyAttempts(retryAfterSeconds: Int)
  /// The hub could not be asked, or could not answer.
  case transport(TransportError)
}
