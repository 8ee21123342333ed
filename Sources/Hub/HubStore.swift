import SyncProtocol

/// The storage of a hub. One contract suite, the target `StoreContract`, runs against every
/// implementation; decision 0033 says what a store must guarantee, and why.
public protocol HubStore: AnyObject, Sendable {
  /// Runs `body` on one consistent snapshot.
  func read<Result>(_ body: (any HubReader) throws -> Result) throws -> Result

  /// Runs `body` by itself, and makes its writes durable before it returns. If `body` throws, its
  /// writes are rolled back. A store may commit several waiting calls together.
  ///
  /// If the first thing that `body` does is to call `HubWriter.lock`, it has to itself what it
  /// locks, and a store may run other writes beside it that lock none of that.
  ///
  /// - Parameters:
  ///   - account: the account in whose turn the write runs; `nil` for the hub's own work.
  ///   - weight: roughly how many records will be written; light writes share a commit with others.
  func write<Result>(
    for account: AccountID?, weight: Int, _ body: (any HubWriter) throws -> Result
  ) throws -> Result

  /// Whether the last write found no room, or so little room is left that the next may not find
  /// any. Cheap: writes nothing.
  var mayLackRoom: Bool { get }
}

extension HubStore {
  /// A light write of the hub itself.
  public func write<Result>(_ body: (any HubWriter) throws -> Result) throws -> Result {
    try write(for: nil, weight: 1, body)
  }
}

/// A zone as the hub stores it; a deleted zone stays as a tombstone.
public struct HubZone: Equatable, Sendable {
  public let id: ZoneID
  public let kind: ZoneKind
  /// The sequence of the last log entry.
  public var head: Int64
  /// Entries up to this sequence are no longer in the log.
  public var floor: Int64
  public var isAlive: Bool
  public var mergedInto: ZoneID?
  public var recordCount: Int
  /// The greatest time among the stamps that were written in the zone or came into it with records.
  public var clock: HybridTime

  public init(
    id: ZoneID, kind: ZoneKind, head: Int64 = 0, floor: Int64 = 0, isAlive: Bool = true,
    mergedInto: ZoneID? = nil, recordCount: Int = 0, clock: HybridTime = .zero
  ) {
    self.clock = clock
    self.id = id
    self.kind = kind
    self.head = head
    self.floor = floor
    self.isAlive = isAlive
    self.mergedInto = mergedInto
    self.recordCount = recordCount
  }
}

/// A record in one zone, or the tombstone it left there.
public struct HubRecord: Equatable, Sendable {
  public let zone: ZoneID
  public let table: String
  public let id: RecordID
  /// The sequence of its last change.
  public var sequence: Int64
  public var isDead: Bool
  /// For a tombstone: the stamp of the deletion or move.
  public var diedAt: Stamp?
  /// Where the record went: to another zone, or into the record of this zone that it was combined
  /// with.
  public var movedTo: RecordPlace?
  /// The registers; a tombstone keeps its last ones, so that the record can be restored.
  public var registers: Registers

  public init(
    zone: ZoneID, table: String, id: RecordID, sequence: Int64 = 0, isDead: Bool = false,
    diedAt: Stamp? = nil, movedTo: RecordPlace? = nil, registers: Registers = [:]
  ) {
    self.zone = zone
    self.table = table
    self.id = id
    self.sequence = sequence
    self.isDead = isDead
    self.diedAt = diedAt
    self.movedTo = movedTo
    self.registers = registers
  }

  public var key: RecordKey { RecordKey(table, id) }
  public var place: RecordPlace { RecordPlace(zone: zone, id: id) }
}

extension HubRecord {
  /// The possible ids of an account's `participants` record in a zone, the usual one first.
  static func participantIDs(of account: AccountID, in zone: ZoneID) -> [RecordID] {
    (0..<8).map { UUIDs.v5(zone, $0 == 0 ? account : "\(account) \($0)") }
  }
}

/// An account's membership of a zone. For a deleted zone the grants are kept as they last were.
public struct HubGrant: Equatable, Sendable {
  public let zone: ZoneID
  public let account: AccountID
  public var role: Role
  /// The id of the change set that granted it.
  public var grantID: String
  /// The redeemed invite; `nil` if the account did not join with one.
  public var inviteID: String?
  /// The zone's head when the grant was made: of what was there before, the account sees the state
  /// at that moment but not the history. Set by the commit.
  public var since: Int64

  public init(
    zone: ZoneID, account: AccountID, role: Role, grantID: String, inviteID: String? = nil,
    since: Int64 = 0
  ) {
    self.since = since
    self.zone = zone
    self.account = account
    self.role = role
    self.grantID = grantID
    self.inviteID = inviteID
  }
}

/// The hub's identity, and whether it is recovering.
public struct HubState: Equatable, Sendable {
  /// Random; new with each hub, and after each restore.
  public var epoch: String
  /// Until when unknown records may still be handed back: milliseconds since 1970, 0 if the hub is
  /// not recovering.
  public var recoveringUntil: Int64
  /// The number of the last change set that the hub made itself.
  public var lastNumber: Int64
  /// The greatest time with which the hub has stamped change sets of its own. The times of pushed
  /// ones are in the clocks of their zones: this is a single row, which no push writes.
  public var clock: HybridTime

  public init(
    epoch: String, recoveringUntil: Int64 = 0, lastNumber: Int64 = 0, clock: HybridTime = .zero
  ) {
    self.epoch = epoch
    self.recoveringUntil = recoveringUntil
    self.lastNumber = lastNumber
    self.clock = clock
  }
}

/// One stored log entry, in its wire form.
public struct StoredEntry: Equatable, Sendable {
  public let zone: ZoneID
  public let sequence: Int64
  public let bytes: [UInt8]

  public init(zone: ZoneID, sequence: Int64, bytes: [UInt8]) {
    self.zone = zone
    self.sequence = sequence
    self.bytes = bytes
  }
}

/// Live records of a zone in their wire form, ordered by id.
public struct StoredRecords: Equatable, Sendable {
  /// A JSON array of effects of the kind `put`.
  public var bytes: [UInt8]
  public var count: Int
  public var last: RecordKey?
  /// Whether no record follows the last one.
  public var isComplete: Bool
  /// The greatest time among the stamps of the records.
  public var clock: HybridTime

  public init(
    bytes: [UInt8], count: Int, last: RecordKey?, isComplete: Bool, clock: HybridTime
  ) {
    self.bytes = bytes
    self.count = count
    self.last = last
    self.isComplete = isComplete
    self.clock = clock
  }
}

/// A change set that the hub has judged.
public struct JudgedChangeSet: Equatable, Sendable {
  /// The hash of its content; `nil` if an older program judged it.
  public var hash: [UInt8]?
  /// `nil` if it was accepted and the replica has acknowledged the answer.
  public var answer: Answer?

  public init(hash: [UInt8]?, answer: Answer?) {
    self.hash = hash
    self.answer = answer
  }
}

public protocol HubReader: AccountReader, AccessTokenReader, CalendarFeedReader, InviteReader,
  KeptAnswerReader, NoticeReader, DeletedZoneReader, HistoryReader, PendingJoinReader,
  MatchReader, GateReader, BlobReader, CountedBlobReader, HandBackReader, RecoveryReader,
  KeptAccountReader, KioskReader, NotifyingReader, FamilyShareReader
{
  func state() throws -> HubState
  func zone(_ id: ZoneID) throws -> HubZone?
  /// Those of the zones that exist, with the account's access.
  func access(of account: AccountID, to zones: [ZoneID]) throws -> [ZoneAccess]
  /// The records and tombstones at these places, in any order.
  func records(at places: [RecordPlace]) throws -> [HubRecord]
  /// For each id, every zone with a record or tombstone of that id and whether that is dead,
  /// ordered by zone. Ids without any may be left out.
  func places(of ids: [RecordID]) throws -> [RecordID: [(zone: ZoneID, isDead: Bool)]]
  /// For each place, the live records of its zone that refer to it, ordered by id. Places without
  /// any may be left out.
  func referrers(to targets: [RecordPlace]) throws -> [RecordPlace: [RecordID]]
  /// The record of the zone that has each unique key; keys that no record has are left out.
  func holders(of keys: [ZoneKey]) throws -> [ZoneKey: RecordID]
  /// Live records of a zone after `after`, ordered by id, until they exceed `maxBytes`.
  func records(of zone: ZoneID, after: RecordID?, maxBytes: Int) throws -> [HubRecord]
  /// The same in their wire form; at least one record if there is any. `aggregates` names the
  /// registers of each table whose versions are included.
  func storedRecords(
    of zone: ZoneID, after: RecordID?, maxBytes: Int, aggregates: [String: Set<String>]
  ) throws -> StoredRecords
  /// Log entries after one sequence and up to another, until they exceed `maxBytes`; at least one.
  func log(
    of zone: ZoneID, after: Int64, through: Int64, maxBytes: Int
  ) throws -> [StoredEntry]
  func grant(in zone: ZoneID, for account: AccountID) throws -> HubGrant?
  func grants(in zone: ZoneID) throws -> [HubGrant]
  /// The account that owns a zone; `nil` if there is none.
  func owner(ofZone zone: ZoneID) throws -> AccountID?
  /// The number of live records in the living zones that each account owns. Accounts that own none
  /// may be left out.
  func ownedRecordCounts(of accounts: [AccountID]) throws -> [AccountID: Int]
  /// The grants of an account in living zones with those zones, ordered by zone.
  func memberships(of account: AccountID) throws -> [(grant: HubGrant, zone: HubZone)]
  /// The sequence of the account's list of zones.
  func accountSequence(of account: AccountID) throws -> Int64
  /// The greatest clock of all zones and the hub itself: how far time has come in the store.
  func latestTime() throws -> HybridTime
  /// The greatest clock of the living zones that an account is in.
  func latestTime(seenBy account: AccountID) throws -> HybridTime
  /// What is known about a replica's incarnation, in one read.
  func standing(ofReplica replica: String) throws -> ReplicaStanding
  /// The judgement of a change set; `nil` if it was not judged.
  func judged(_ changeSet: ChangeSetID) throws -> JudgedChangeSet?
  /// The zone's latest hold, which may have expired.
  func hold(on zone: ZoneID) throws -> Hold?
}

public protocol HubWriter: HubReader, AccountWriter, AccessTokenWriter, CalendarFeedWriter,
  InviteWriter, KeptAnswerWriter, NoticeWriter, DeletedZoneWriter, HistoryWriter,
  DeletedContentWriter, PendingJoinWriter, GateWriter, BlobWriter, CountedBlobWriter,
  HandBackWriter, RecoveryWriter, KeptAccountWriter, KioskWriter, NotifyingWriter,
  FamilyShareWriter
{
  /// Whether the caller has used the store for long: work that need not be in this transaction
  /// should go into another one, after the writers that wait.
  var isTurnOver: Bool { get }
  /// Locks these zones, their owners and these accounts until the transaction ends.
  ///
  /// Must be called once, before anything else: a store locks everything in one order, so that no
  /// two transactions wait for each other. From then on the transaction reads and writes nothing of
  /// other zones and writes nothing of other accounts, except that it may look up the zones in
  /// which ids occur.
  ///
  /// A transaction that does not call this has the whole store to itself.
  ///
  /// - Returns: the owner of each zone that has one.
  func lock(_ locks: HubLocks) throws -> [ZoneID: AccountID]
  func setState(_ state: HubState) throws
  func putZones(_ zones: [HubZone]) throws
  /// Stores records, in this order. The store ensures that an id is alive in at most one zone, and
  /// throws otherwise.
  func putRecords(_ records: [RecordWrite]) throws
  /// Takes unique keys from records that have them, and then gives keys to records. The store
  /// ensures that no two records of a zone have the same key, and throws otherwise.
  func changeKeys(removed: [HeldKey], added: [HeldKey]) throws
  /// Stores log entries. The store ensures that a zone has one entry for each sequence, and throws
  /// otherwise.
  func appendLog(_ entries: [LogWrite]) throws
  func putGrant(_ grant: HubGrant) throws
  func removeGrant(in zone: ZoneID, for account: AccountID) throws
  /// Increments the sequence of the account's list of zones.
  func touchAccount(_ account: AccountID) throws
  func setOwner(ofReplica replica: String, to account: AccountID) throws
  /// Stores an answer. The store ensures that a number is answered only once, and throws otherwise.
  ///
  /// - Parameter hash: the hash of the change set's content, see `ChangeSet.contentHash`.
  func putAnswer(_ answer: Answer, to changeSet: ChangeSetID, hash: [UInt8]) throws
  /// Deletes the answers up to a number that a replica has stored, and remembers the number, which
  /// never decreases.
  ///
  /// Hashes and refusals stay: a replica that has lost its stored answers must not take refused
  /// change sets for done.
  func forgetAnswers(of replica: String, through number: Int64) throws
  /// Raises the zone's floor, and removes the log entries up to it.
  func trimLog(of zone: ZoneID, through floor: Int64) throws
  func putHold(_ hold: Hold, on zone: ZoneID) throws
}
