import SyncProtocol

/// Counts the records that accounts own, for the change sets of one turn: a push of many change
/// sets asks the store only once.
final class OwnedRecords {
  private let max: Int
  private var owners: [ZoneID: AccountID?] = [:]
  private var counts: [AccountID: Int] = [:]
  /// What the present change set adds to or takes from each owner's count.
  private var pending: [AccountID: Int] = [:]
  /// Whether the present change set makes, deletes or hands over zones. Asked before it is written,
  /// which gives each of its zones a new head.
  private var changesZones = false

  /// - Parameter owners: the owners of zones when the turn began.
  init(max: Int, owners: [ZoneID: AccountID] = [:]) {
    self.max = max
    self.owners = owners.mapValues { $0 }
  }

  /// Throws if the zones of an owner grow, in total, beyond what the owner may have.
  fileprivate func check(_ deltas: [ZoneID: Int], in draft: Draft) throws {
    pending = [:]
    changesZones = !draft.changedZones.isEmpty
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
    // The creator of a zone owns it.
    if let grant = draft.grants.last(where: { $0.zone == zone && $0.role == .owner }) {
      return grant.account
    }
    if let known = owners[zone] { return known }
    try draft.require(zone)
    let owner = try draft.writer.owner(ofZone: zone)
    owners[zone] = .some(owner)
    return owner
  }

  /// Notes that the change set was committed.
  func commit(_ draft: Draft) {
    // Zones were created, deleted or handed over: everything is counted again.
    guard draft.grants.isEmpty, draft.removedGrants.isEmpty, !changesZones else {
      (owners, counts) = ([:], [:])
      return
    }
    for (owner, delta) in pending where counts[owner] != nil {
      counts[owner, default: 0] += delta
    }
  }
}

extension AccountLimits {
  /// The `detail` of a refusal for too many records.
  static let recordsDetail = "records of one account"
  /// The `detail` of a refusal for too many additions.
  static let additionsDetail = "additions of one account in a day"
}

extension Judge {
  /// Checks the limit of what those add who may only add.
  func checkAdditions() throws {
    guard addedCount > 0, let additions, !isPlanted(.additionsUnlimited) else { return }
    if additions.take(addedCount, by: author, now: now) != nil {
      throw Refusal(.limit, nil, AccountLimits.additionsDetail)
    }
  }

  /// Checks the limit of records. Only an increase is refused: a full account can still edit, move
  /// records between its own zones, and delete.
  func checkRecords() throws {
    try draft.owned.check(draft.countDeltas(), in: draft)
  }
}
