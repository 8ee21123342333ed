import SyncProtocol

/// Zones and accounts that a transaction has locked, or needs to lock.
///
/// The lock of a zone covers its head, records, tombstones, unique keys, log, grants and hold, and
/// what is kept of it after its deletion. The lock of an account covers its list of zones, the
/// totals of what it owns, and its notices.
public struct HubLocks: Equatable, Sendable {
  /// The zones, including ones that do not exist yet.
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

/// Thrown when a change set concerns more than its transaction has locked.
///
/// Judging starts again in another transaction, which locks that too. Locks are never added to an
/// open transaction, because two transactions could then wait for each other.
public struct NeedsLocks: Error, Equatable, Sendable {
  public let more: HubLocks

  public init(_ more: HubLocks) { self.more = more }
}

extension ChangeSet {
  /// The zones and accounts that a change set names and that must be locked before it is judged.
  ///
  /// Zones to which its records have moved, and further accounts concerned, are found only in
  /// judging.
  func namedLocks(author: AccountID) -> HubLocks {
    var locks = HubLocks(zones: Set(grants.keys), accounts: [author])
    var last: ZoneID?
    for mutation in mutations {
      // Nearly all mutations are in the same zone as the one before.
      if mutation.zone != last { locks.zones.insert(mutation.zone) }
      last = mutation.zone
      if let zone = mutation.destination?.zone { locks.zones.insert(zone) }
    }
    for case .zone(let zone, _) in preconditions { locks.zones.insert(zone) }
    return locks
  }
}
