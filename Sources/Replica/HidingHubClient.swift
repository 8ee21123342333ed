import SyncProtocol

/// The hub's answers while shared zones are hidden (I1-3): whatever tells of zones that others have
/// too is left out. Everything else goes through, including what revokes or withdraws something.
public struct HidingHubClient: HubClient {
  private let client: any HubClient
  private let zones: HiddenZones

  public init(_ client: any HubClient, zones: HiddenZones) {
    self.client = client
    self.zones = zones
  }

  private func require(_ zone: ZoneID) throws(HubClientError) {
    guard zones.visible.contains(zone) else { throw .refused(.switchedOff) }
  }

  // MARK: Answers about zones

  /// The notices about the account's unshared zones, and those about no zone.
  public func notices() async throws(HubClientError) -> [AccountNotice] {
    try await client.notices().filter {
      $0.zone.isEmpty || zones.visible.contains($0.zone)
    }
  }

  public func zoneCopy(ofNotice id: String) async throws(HubClientError) -> [UInt8] {
    guard try await notices().contains(where: { $0.id == id }) else {
      throw .refused(.switchedOff)
    }
    return try await client.zoneCopy(ofNotice: id)
  }

  /// The deleted zones in which nobody else was.
  public func deletedZones() async throws(HubClientError) -> [DeletedZoneSummary] {
    try await client.deletedZones().filter(\.members.isEmpty)
  }

  /// None: what is joined belongs to somebody else.
  public func pendingJoins() async throws(HubClientError) -> [PendingJoin] { [] }

  public func history(
    _ request: HistoryRequest
  ) async throws(HubClientError) -> HistoryPage {
    try require(request.zone)
    return try await client.history(request)
  }

  public func share(of zone: ZoneID) async throws(HubClientError) -> Share {
    try require(zone)
    return try await client.share(of: zone)
  }

  public func preview(_ key: InviteKey) async throws(HubClientError) -> InviteOffer {
    throw .refused(.switchedOff)
  }

  public func matchInvite(
    _ subject: MatchSubject, queries: [MatchQuery]
  ) async throws(HubClientError) -> MatchReply {
    throw .refused(.switchedOff)
  }

  public func keepJoin(
    _ key: InviteKey, choice: String
  ) async throws(HubClientError) -> PendingJoin {
    throw .refused(.switchedOff)
  }

  // MARK: Requests that are passed on

  public func account() async throws(HubClientError) -> AccountSummary {
    try await client.account()
  }

  public func sharingNews() async throws(HubClientError) -> SharingNews {
    try await client.sharingNews()
  }

  public func setDisplayName(_ name: String) async throws(HubClientError) {
    try await client.setDisplayName(name)
  }

  public func sessions() async throws(HubClientError) -> [SessionSummary] {
    try await client.sessions()
  }

  public func endSession(_ id: String) async throws(HubClientError) {
    try await client.endSession(id)
  }

  public func createInvite(
    _ request: InviteRequest
  ) async throws(HubClientError) -> IssuedInvite {
    try await client.createInvite(request)
  }

  public func revokeInvite(_ id: String) async throws(HubClientError) {
    try await client.revokeInvite(id)
  }

  public func redeem(
    _ key: InviteKey, as kind: ZoneKind?, leaving: ZoneID?
  ) async throws(HubClientError) -> ZoneID {
    try await client.redeem(key, as: kind, leaving: leaving)
  }

  public func setRole(
    _ role: Role, of account: AccountID, in zone: ZoneID
  ) async throws(HubClientError) {
    try await client.setRole(role, of: account, in: zone)
  }

  public func remove(_ account: AccountID, from zone: ZoneID) async throws(HubClientError) {
    try await client.remove(account, from: zone)
  }

  public func stopSharing(_ zone: ZoneID) async throws(HubClientError) {
    try await client.stopSharing(zone)
  }

  public func offerOwnership(
    of zone: ZoneID, to account: AccountID
  ) async throws(HubClientError) {
    try await client.offerOwnership(of: zone, to: account)
  }

  public func withdrawOffer(
    of zone: ZoneID, to account: AccountID
  ) async throws(HubClientError) {
    try await client.withdrawOffer(of: zone, to: account)
  }

  public func acceptOwnership(notice id: String) async throws(HubClientError) {
    try await client.acceptOwnership(notice: id)
  }

  public func dismissNotice(_ id: String) async throws(HubClientError) {
    try await client.dismissNotice(id)
  }

  public func restoreZone(_ zone: ZoneID, isAlone: Bool) async throws(HubClientError) {
    try await client.restoreZone(zone, isAlone: isAlone)
  }

  public func purgeDeletedZone(_ zone: ZoneID) async throws(HubClientError) {
    try await client.purgeDeletedZone(zone)
  }

  public func setJoinChoice(
    _ id: String, _ choice: String, seeing role: Role?
  ) async throws(HubClientError) {
    try await client.setJoinChoice(id, choice, seeing: role)
  }

  public func redeemJoin(_ id: String) async throws(HubClientError) -> ZoneID {
    try await client.redeemJoin(id)
  }

  public func forgetJoin(_ id: String) async throws(HubClientError) {
    try await client.forgetJoin(id)
  }
}
