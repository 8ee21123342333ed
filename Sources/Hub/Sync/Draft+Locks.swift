import SyncProtocol

/// A draft reads only what its transaction has locked. Nothing has been written when this throws.
extension Draft {
  /// Throws `NeedsLocks` when the zone is not locked.
  func require(_ zone: ZoneID) throws {
    guard let locks, !locks.zones.contains(zone) else { return }
    throw NeedsLocks(HubLocks(zones: [zone]))
  }

  /// Throws `NeedsLocks` with all of the zones that are not locked.
  func require(zones: some Sequence<ZoneID>) throws {
    guard let locks else { return }
    var more: Set<ZoneID> = []
    var last: ZoneID?
    for zone in zones where zone != last {
      // Nearly all are in the zone of the one before.
      last = zone
      if !locks.zones.contains(zone) { more.insert(zone) }
    }
    if !more.isEmpty { throw NeedsLocks(HubLocks(zones: more)) }
  }

  /// Throws `NeedsLocks` when the account is not locked.
  func require(account: AccountID) throws {
    try require(accounts: [account])
  }

  func require(accounts: some Sequence<AccountID>) throws {
    guard let locks else { return }
    let more = Set(accounts).subtracting(locks.accounts)
    if !more.isEmpty { throw NeedsLocks(HubLocks(accounts: more)) }
  }

  /// Requires locks for the accounts that `tellOfMerges` and `tellOfLeaving` will notify, before
  /// anything is written.
  func requireWitnesses() throws {
    guard locks != nil else { return }
    for (id, account) in removedGrants {
      try require(accounts: try parents(leftBy: account, in: id)?.accounts ?? [])
    }
    for id in changedZones {
      guard let target = try zone(id)?.mergedInto, try zone(target) != nil else { continue }
      let owners = try writer.grants(in: target).filter { $0.role == .owner }
      try require(accounts: owners.map(\.account))
    }
  }
}
