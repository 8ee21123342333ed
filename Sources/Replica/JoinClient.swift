import SyncProtocol

/// Asks the hub for joins that are not finished: what somebody has decided about an invite and how
/// far it came. Any device of the account may go on with it.
///
/// Every function throws `HubClientError` only. A join that is another account's is refused
/// `notFound`, like one that there is not.
public protocol JoinClient: Sendable {
  /// Keeps a decision about an invite, one for each invite: the last one counts. Lets nobody in.
  /// Refused like a preview, and `ownInvite`, `alreadyMember`, `alreadyUsedByYou` and
  /// `inviteForOther`; `outOfRange` when the choice is longer than 2,000 bytes or has a NUL
  /// character. A member whose join by this very invite is not finished is not refused.
  func keepJoin(_ key: InviteKey, choice: String) async throws(HubClientError) -> PendingJoin
  /// The account's, the oldest first.
  func pendingJoins() async throws(HubClientError) -> [PendingJoin]
  /// Replaces a choice.
  ///
  /// - Parameter role: what the person was shown and agreed to; `nil`: no other than before.
  func setJoinChoice(
    _ id: String, _ choice: String, seeing role: Role?
  ) async throws(HubClientError)
  /// Joins. Refused like `redeem`, and `inviteChanged` when the invite gives another role than the
  /// account has seen. Doing it again returns the zone and counts nothing. The join stays, marked
  /// redeemed, until it is forgotten.
  func redeemJoin(_ id: String) async throws(HubClientError) -> ZoneID
  /// Forgets a join; who is in the zone stays. One that is forgotten already changes nothing.
  func forgetJoin(_ id: String) async throws(HubClientError)
  /// Which of one's own names are in the zone that an invite leads to, and how many records are
  /// there: what a merge would meet. Changes nothing. Without queries it only counts.
  ///
  /// Refused like `redeem`, `inviteReadOnly` when there are queries and the invite gives no right
  /// to write, and `outOfRange` for what the schema does not let be asked for and beyond the limits
  /// of `MatchRequest`.
  func matchInvite(
    _ subject: MatchSubject, queries: [MatchQuery]
  ) async throws(HubClientError) -> MatchReply
}

extension JoinClient {
  /// Replaces a choice; the role that the account has seen stays.
  public func setJoinChoice(_ id: String, _ choice: String) async throws(HubClientError) {
    try await setJoinChoice(id, choice, seeing: nil)
  }
}
