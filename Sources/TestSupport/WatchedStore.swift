import Hub
import SyncProtocol

/// A store that looks at how it is used: it counts calls, and lets a transaction that has locked
/// something touch nothing else. Everything is done by the store that it stands before.
///
/// `@unchecked Sendable` because simulations and directed tests have one thread.
package final class WatchedStore: HubMaintenance, @unchecked Sendable {
  private let base: any HubMaintenance
  /// The calls inside of write transactions since they were last set to nothing, by name.
  package var calls: [String: Int] = [:]
  /// Something that happens between the transactions of others: after so many that write.
  package var afterWrites: (count: Int, body: () throws -> Void)?

  package init(_ base: any HubMaintenance) { self.base = base }

  package func read<Result>(_ body: (any HubReader) throws -> Result) throws -> Result {
    try base.read(body)
  }

  package func write<Result>(
    for account: AccountID?, weight: Int, _ body: (any HubWriter) throws -> Result
  ) throws -> Result {
    let result = try base.write(for: account, weight: weight) { writer in
      let watch = Watch()
      defer { calls.merge(watch.calls, uniquingKeysWith: +) }
      return try body(WatchedTransaction(base: writer, watch: watch))
    }
    if let (count, act) = afterWrites {
      afterWrites = count > 1 ? (count - 1, act) : nil
      if count <= 1 { try act() }
    }
    return result
  }

  package var mayLackRoom: Bool { base.mayLackRoom }

  package func staleLogs(_ retention: LogRetention, now: Int64) throws -> [StaleLog] {
    try base.staleLogs(retention, now: now)
  }

  package func blobNamesToKeep(
    in fields: [(table: String, field: String)], now: Int64
  ) throws -> Set<String> {
    try base.blobNamesToKeep(in: fields, now: now)
  }

  package func eraseRemoved() throws { try base.eraseRemoved() }

  package func damage() throws -> [String] { try base.damage() }

  package func backup(to destination: String) throws { try base.backup(to: destination) }
}

/// A transaction has touched what it has not locked, or has locked late.
package struct OutsideLocks: Error, Equatable {
  package let call: String
  package let what: String
}

/// What a transaction has done so far.
final class Watch {
  var calls: [String: Int] = [:]
  /// `nil`: it has locked nothing, and is alone with everything.
  var locks: HubLocks?

  func isFirst() throws {
    guard calls.isEmpty else {
      throw OutsideLocks(call: "lock", what: "after \(calls.keys.sorted())")
    }
  }
}

/// What stands before a transaction.
struct WatchedTransaction: HubWriter {
  let base: any HubWriter
  let watch: Watch

  var isTurnOver: Bool { base.isTurnOver }

  func note(_ call: String, zones: [ZoneID] = [], accounts: [AccountID] = []) throws {
    watch.calls[call, default: 0] += 1
    guard let locks = watch.locks else { return }
    for zone in zones where !locks.zones.contains(zone) {
      throw OutsideLocks(call: call, what: "zone \(zone)")
    }
    for account in accounts where !locks.accounts.contains(account) {
      throw OutsideLocks(call: call, what: "account \(account)")
    }
  }
}

extension WatchedTransaction {
  func state() throws -> HubState {
    try note("state")
    return try base.state()
  }

  func zone(_ id: ZoneID) throws -> HubZone? {
    try note("zone", zones: [id])
    return try base.zone(id)
  }

  func access(of account: AccountID, to zones: [ZoneID]) throws -> [ZoneAccess] {
    try note("access", zones: zones)
    return try base.access(of: account, to: zones)
  }

  func records(at places: [RecordPlace]) throws -> [HubRecord] {
    try note("records", zones: places.map(\.zone))
    return try base.records(at: places)
  }

  func places(of ids: [RecordID]) throws -> [RecordID: [(zone: ZoneID, isDead: Bool)]] {
    try note("places")
    return try base.places(of: ids)
  }

  func referrers(to targets: [RecordPlace]) throws -> [RecordPlace: [RecordID]] {
    try note("referrers", zones: targets.map(\.zone))
    return try base.referrers(to: targets)
  }

  func holders(of keys: [ZoneKey]) throws -> [ZoneKey: RecordID] {
    try note("holders", zones: keys.map(\.zone))
    return try base.holders(of: keys)
  }

  func records(of zone: ZoneID, after: RecordID?, maxBytes: Int) throws -> [HubRecord] {
    try note("records", zones: [zone])
    return try base.records(of: zone, after: after, maxBytes: maxBytes)
  }

  func storedRecords(
    of zone: ZoneID, after: RecordID?, maxBytes: Int, aggregates: [String: Set<String>]
  ) throws -> StoredRecords {
    try note("storedRecords", zones: [zone])
    return try base.storedRecords(
      of: zone, after: after, maxBytes: maxBytes, aggregates: aggregates)
  }

  func log(of zone: ZoneID, after: Int64, through: Int64, maxBytes: Int) throws -> [StoredEntry] {
    try note("log", zones: [zone])
    return try base.log(of: zone, after: after, through: through, maxBytes: maxBytes)
  }

  func grant(in zone: ZoneID, for account: AccountID) throws -> HubGrant? {
    try note("grant", zones: [zone])
    return try base.grant(in: zone, for: account)
  }

  func grants(in zone: ZoneID) throws -> [HubGrant] {
    try note("grants", zones: [zone])
    return try base.grants(in: zone)
  }

  func owner(ofZone zone: ZoneID) throws -> AccountID? {
    try note("owner", zones: [zone])
    return try base.owner(ofZone: zone)
  }

  func ownedRecordCounts(of accounts: [AccountID]) throws -> [AccountID: Int] {
    try note("ownedRecordCounts", accounts: accounts)
    return try base.ownedRecordCounts(of: accounts)
  }

  func memberships(of account: AccountID) throws -> [(grant: HubGrant, zone: HubZone)] {
    try note("memberships", accounts: [account])
    return try base.memberships(of: account)
  }

  func accountSequence(of account: AccountID) throws -> Int64 {
    try note("accountSequence", accounts: [account])
    return try base.accountSequence(of: account)
  }

  func latestTime() throws -> HybridTime {
    try note("latestTime")
    return try base.latestTime()
  }

  func latestTime(seenBy account: AccountID) throws -> HybridTime {
    try note("latestTime")
    return try base.latestTime(seenBy: account)
  }

  func standing(ofReplica replica: String) throws -> ReplicaStanding {
    try note("standing")
    return try base.standing(ofReplica: replica)
  }

  func judged(_ changeSet: ChangeSetID) throws -> JudgedChangeSet? {
    try note("judged")
    return try base.judged(changeSet)
  }

  func hold(on zone: ZoneID) throws -> Hold? {
    try note("hold", zones: [zone])
    return try base.hold(on: zone)
  }
}

extension WatchedTransaction {
  func lock(_ locks: HubLocks) throws -> [ZoneID: AccountID] {
    try watch.isFirst()
    try note("lock")
    let owners = try base.lock(locks)
    watch.locks = HubLocks(zones: locks.zones, accounts: locks.accounts.union(owners.values))
    return owners
  }

  func setState(_ state: HubState) throws {
    try note("setState")
    // One row, on which all pushes would wait for each other.
    if watch.locks != nil { throw OutsideLocks(call: "setState", what: "the hub's state") }
    try base.setState(state)
  }

  func putZones(_ zones: [HubZone]) throws {
    try note("putZones", zones: zones.map(\.id))
    try base.putZones(zones)
  }

  func putRecords(_ records: [RecordWrite]) throws {
    try note("putRecords", zones: records.map(\.record.zone))
    try base.putRecords(records)
  }

  func changeKeys(removed: [HeldKey], added: [HeldKey]) throws {
    try note("changeKeys", zones: (removed + added).map(\.place.zone))
    try base.changeKeys(removed: removed, added: added)
  }

  func appendLog(_ entries: [LogWrite]) throws {
    try note("appendLog", zones: entries.map(\.entry.zone))
    try base.appendLog(entries)
  }

  func putGrant(_ grant: HubGrant) throws {
    try note("putGrant", zones: [grant.zone], accounts: [grant.account])
    try base.putGrant(grant)
  }

  func removeGrant(in zone: ZoneID, for account: AccountID) throws {
    try note("removeGrant", zones: [zone], accounts: [account])
    try base.removeGrant(in: zone, for: account)
  }

  func touchAccount(_ account: AccountID) throws {
    try note("touchAccount", accounts: [account])
    try base.touchAccount(account)
  }

  func setOwner(ofReplica replica: String, to account: AccountID) throws {
    try note("setOwner")
    try base.setOwner(ofReplica: replica, to: account)
  }

  func putAnswer(_ answer: Answer, to changeSet: ChangeSetID, hash: [UInt8]) throws {
    try note("putAnswer")
    try base.putAnswer(answer, to: changeSet, hash: hash)
  }

  func forgetAnswers(of replica: String, through number: Int64) throws {
    try note("forgetAnswers")
    try base.forgetAnswers(of: replica, through: number)
  }

  func trimLog(of zone: ZoneID, through floor: Int64) throws {
    try note("trimLog", zones: [zone])
    try base.trimLog(of: zone, through: floor)
  }

  func putHold(_ hold: Hold, on zone: ZoneID) throws {
    try note("putHold", zones: [zone])
    try base.putHold(hold, on: zone)
  }
}
