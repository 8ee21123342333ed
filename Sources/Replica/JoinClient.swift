import SyncProtocol

/// Asks the hub about pending joins: what somebody has decided about an invite, and how far joining
/// has come. Any device of the account may continue.
///
/// Every function throws `HubClientError` only. Another account's join is refused `notFound`, like
/// a join that does not exist.
public protocol JoinClient: Sendable {
  /// Keeps a decision about an invite, without joining. There is one join for each invite; the last
  /// decision counts.
  ///
  /// Refused for the reasons of `preview`, and `ownInvite`, `alreadyMember`, `alreadyUsedByYou` or
  /// `inviteForOther`; `outOfRange` if the choice is longer than 2,000 bytes or contains a NUL
  /// character. Not refused to a member whose join with this very invite is unfinished.
  func keepJoin(_ key: InviteKey, choice: String) async throws(HubClientError) -> PendingJoin
  /// The account's pending joins, oldest first.
  func pendingJoins() async throws(HubClientError) -> [PendingJoin]
  /// Replaces the choice of a join.
  ///
  /// - Parameter role: the role that the person was shown and agreed to; `nil` keeps the one agreed
  ///   to before.
  func setJoinChoice(
    _ id: String, _ choice: String, seeing role: Role?
  ) async throws(HubClientError)
  /// Joins.
  ///
  /// Refused for the reasons of `redeem`, and `inviteChanged` if the invite gives another role than
  /// the account has seen. A repeated call returns the zone and uses up nothing. The join stays,
  /// marked redeemed, until it is forgotten.
  func redeemJoin(_ id: String) async throws(HubClientError) -> ZoneID
  /// Forgets a join; participants stay in the zone. Does nothing if it is forgotten already.
  func forgetJoin(_ id: String) async throws(HubClientError)
  /// Which of the asker's own names occur in the zone of an invite, and how many records it has:
  /// what a merge would meet. Changes nothing. Without queries it only counts.
  ///
  /// Refused for the reasons of `redeem`; `inviteReadOnly` if there are queries and the invite does
  /// not let its holder write; `outOfRange` for registers that the schema does not make matchable,
  /// and beyond the limits of `MatchRequest`.
  func matchInvite(
    _ subject: MatchSubject, queries: [MatchQuery]
  ) async throws(HubClientError) -> MatchReply
}

extension JoinClient {
  /// Replaces the choice of a join; the role that the account has seen stays.
  public func setJoinChoice(_ id: String, _ choice: String) async throws(HubClientError) {
    try await setJoinChoice(id, choice, seeing: nil)
  }
}
