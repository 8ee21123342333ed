import SyncProtocol

/// Records that accounts own, as far as the change sets of one turn have asked: each push of many
/// asks the store once.
final class OwnedRecords {
  private let max: Int
  private var owners: [ZoneID: AccountID?] = [:]
  private var counts: [AccountID: Int] = [:]
  /// What the change set that is judged now adds to each owner's, or takes from it.
  private var pending: [AccountID: Int] = [:]

  /// - Parameter owners: of zones, as they were when the turn began.
  init(max: Int, owners: [ZoneID: AccountID] = [:]) {
    self.max = max
    self.owners = owners.mapValues { $0 }
  }

  /// Throws when the zones of somebody grow, all together, beyond what he may own.
  fileprivate func check(_ deltas: [ZoneID: Int], in draft: Draft) throws {
    pending = [:]
    for (zone, delta) in deltas {
      guard let owner = try owner(of: zone, in: draft) else { continue }
      pending[owner, default: 0] += delta
    }
    if isPlanted(.recordLimitIgnored) { return }
    let growing = pending.filter { $0.value > 0 }
    try draft.require(accounts: growing.keys)
    let unknown = growing.keys.filter { counts[$0] == nil }.sorted()
    if !unknown.isEmpty {
      let found = try draft.writer.ownedRecordCounts(of: unknown)
      for owner in unknown { counts[owner] = found[owner] ?? 0 }
    }
    for (owner, added) in growing where (counts[owner] ?? 0) + added > max {
      throw Refusal(.limit, nil, AccountLimits.recordsDetail)
    }
  }

  private func owner(of zone: ZoneID, in draft: Draft) throws -> AccountID? {
    // Whoever makes a zone owns it.
    if let grant = draft.grants.last(where: { $0.zone == zone && $0.role == .owner }) {
      return grant.account
    }
    if let known = owners[zone] { return known }
    try draft.require(zone)
    let owner = try draft.writer.owner(ofZone: zone)
    owners[zone] = .some(owner)
    return owner
  }

  /// Takes in that the change set was committed.
  func commit(_ draft: Draft) {
    // Zones that come, go or change hands are counted anew.
    guard draft.grants.isEmpty, draft.removedGrants.isEmpty, draft.changedZones.isEmpty else {
      (owners, counts) = ([:], [:])
      return
    }
    for (owner, delta) in pending where counts[owner] != nil {
      counts[owner, default: 0] += delta
    }
  }
}

extension AccountLimits {
  /// What a refusal says of records.
  static let recordsDetail = "records of one account"
}

extension Judge {
  /// Only what adds records is refused: a full account is still edited, moved within, and emptied.
  func checkRecords() throws {
    try draft.owned.check(draft.countDeltas(), in: draft)
  }
}
