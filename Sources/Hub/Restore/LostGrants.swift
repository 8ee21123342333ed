import SyncProtocol

/// Accounts that were admitted after the backup: a restored hub does not know of it until it is
/// handed back.
extension HubReader {
  /// Whether a grant in a zone comes from a change set that this hub has neither made nor judged.
  ///
  /// Who has changed families has left the one and come to the other by the same change set; that
  /// its part in the one has been handed back says nothing of the other.
  func isLost(grant: String, in zone: ZoneID, _ state: HubState) throws -> Bool {
    guard let id = ChangeSetID(grant) else { return false }
    if try handedBack(of: id).contains(where: { $0.zone == zone }) { return false }
    guard let epoch = id.hubEpoch else { return try judged(id) == nil }
    if epoch == state.epoch { return false }
    return try lastNumber(ofFormerEpoch: epoch).map { id.number > $0 } ?? true
  }

  /// Whether this hub does not know that an account was in a zone, in which it is not now. If the
  /// hub does know, the account was removed, or the zone was deleted.
  func hasForgotten(
    _ id: ZoneID, grantedBy grant: String, to account: AccountID, _ state: HubState
  ) throws -> Bool {
    guard let zone = try zone(id) else { return true }
    // The participants at a zone's deletion are kept for good.
    if !zone.isAlive, try self.grant(in: id, for: account) != nil { return false }
    return try isLost(grant: grant, in: id, state)
  }
}
