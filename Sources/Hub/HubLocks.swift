import SyncProtocol

/// Zones and accounts that a transaction has to itself, or needs.
///
/// With a zone go its head, records and tombstones, their keys, its log, its grants, its hold, and
/// what is kept of it once it is deleted. With an account go its list of zones, what it owns in
/// all, and what it is told.
public struct HubLocks: Equatable, Sendable {
  /// Zones, those that are not there yet among them.
  public var zones: Set<ZoneID>
  public var accounts: Set<AccountID>

  public init(zones: Set<ZoneID> = [], accounts: Set<AccountID> = []) {
    self.zones = zones
    self.accounts = accounts
  }

  public var isEmpty: Bool { zones.isEmpty && accounts.isEmpty }

  public mutating func formUnion(_ others: HubLocks) {
    zones.formUnion(others.zones)
    accounts.formUnion(others.accounts)
  }

  public func isSuperset(of others: HubLocks) -> Bool {
    zones.isSuperset(of: others.zones) && accounts.isSuperset(of: others.accounts)
  }

  public func subtracting(_ others: HubLocks) -> HubLocks {
    HubLocks(
      zones: zones.subtracting(others.zones), accounts: accounts.subtracting(others.accounts))
  }
}

/// A change set concerns more than its transaction has locked: judging it begins again in another
/// one, which locks that, too. Locks are never added to a transaction: two of them would wait for
/// each other.
public struct NeedsLocks: Error, Equatable, Sendable {
  public let more: HubLocks

  public init(_ more: HubLocks) { self.more = more }
}

extension ChangeSet {
  /// What it names: it must be locked before the change set is judged. Where something has gone
  /// since, and whom else it concerns, is found in judging.
  func namedLocks(author: AccountID) -> HubLocks {
    var locks = HubLocks(zones: Set(grants.keys), accounts: [author])
    var last: ZoneID?
    for mutation in mutations {
      // Nearly all are in the zone of the one before.
      if mutation.zone != last { locks.zones.insert(mutation.zone) }
      last = mutation.zone
      if let zone = mutation.destination?.zone { locks.zones.insert(zone) }
    }
    for case .zone(let zone, _) in preconditions { locks.zones.insert(zone) }
    return locks
  }
}
