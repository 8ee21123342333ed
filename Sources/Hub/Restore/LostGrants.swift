import SyncProtocol

/// Who was let in since the backup: a restored hub knows nothing of it until that is handed back.
extension HubReader {
  /// Whether a grant is by a change set that this hub has never made or judged.
  func isLost(grant: String, _ state: HubState) throws -> Bool {
    guard let id = ChangeSetID(grant) else { return false }
    if try !handedBack(of: id).isEmpty { return false }
    guard let epoch = id.hubEpoch else { return try judged(id) == nil }
    if epoch == state.epoch { return false }
    return try lastNumber(ofFormerEpoch: epoch).map { id.number > $0 } ?? true
  }

  /// Whether this hub does not know that an account, which is not in a zone by now, was in it. Of
  /// one that it knows it has heard that the account was removed, or that the zone was deleted.
  func hasForgotten(
    _ id: ZoneID, grantedBy grant: String, to account: AccountID, _ state: HubState
  ) throws -> Bool {
    guard let zone = try zone(id) else { return true }
    // Who was in a zone when it was deleted is known for good.
    if !zone.isAlive, try self.grant(in: id, for: account) != nil { return false }
    return try isLost(grant: grant, state)
  }
}
