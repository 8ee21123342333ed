import SyncProtocol

/// Where a hub keeps what it knows. One contract suite, the target `StoreContract`, runs against
/// every implementation; decision 0033 says what a store must guarantee, and why.
public protocol HubStore: AnyObject, Sendable {
  /// Runs `body` on one consistent snapshot.
  func read<Result>(_ body: (any HubReader) throws -> Result) throws -> Result

  /// Runs `body` alone and makes what it wrote durable before it returns. What `body` throws rolls
  /// back what it wrote. A store may commit several waiting calls together.
  ///
  /// When the first thing that `body` does is to call `HubWriter.lock`, it is alone with what it
  /// locks, and a store may run others beside it that lock anything else.
  ///
  /// - Parameters:
  ///   - account: who is served in turn with other accounts; `nil` for the hub's own work.
  ///   - weight: how much will be written, roughly, in records: little goes along with others.
  func write<Result>(
    for account: AccountID?, weight: Int, _ body: (any HubWriter) throws -> Result
  ) throws -> Result

  /// Whether the last write found no room, or the disk has so little that the next one may not.
  /// Cheap: nothing is written.
  var mayLackRoom: Bool { get }
}

extension HubStore {
  /// The same for a little of the hub's own work.
  public func write<Result>(_ body: (any HubWriter) throws -> Result) throws -> Result {
    try write(for: nil, weight: 1, body)
  }
}

/// A zone as the hub keeps it; a deleted one stays as a tombstone.
public struct HubZone: Equatable, Sendable {
  public let id: ZoneID
  public let kind: ZoneKind
  /// The sequence of the last log entry.
  public var head: Int64
  /// Entries up to here are no longer in the log.
  public var floor: Int64
  public var isAlive: Bool
  public var mergedInto: ZoneID?
  public var recordCount: Int
  /// The greatest time among the stamps that were written to it, or came into it.
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
  /// The sequence of the last change.
  public var sequence: Int64
  public var isDead: Bool
  /// The stamp of the deletion or move, in a tombstone.
  public var diedAt: Stamp?
  /// Where it went: another zone, or the record of this zone it was combined with.
  public var movedTo: RecordPlace?
  /// A tombstone keeps its last registers, so that the record can come back.
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
  /// The ids under which a zone may keep that an account is in it, the usual one first.
  static func participantIDs(of account: AccountID, in zone: ZoneID) -> [RecordID] {
    (0..<8).map { UUIDs.v5(zone, $0 == 0 ? account : "\(account) \($0)") }
  }
}

/// An account's membership of a zone. Kept for deleted zones as they last were.
public struct HubGrant: Equatable, Sendable {
  public let zone: ZoneID
  public let account: AccountID
  public var role: Role
  /// The id of the change set that granted it.
  public var grantID: String
  /// The invite that was redeemed, if one was.
  public var inviteID: String?
  /// The zone's head when it was granted: what was before its owner is told as it then stood, and
  /// not how it came to that. Set by the commit.
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

/// The hub's identity and whether it is recovering.
public struct HubState: Equatable, Sendable {
  /// Random; made when the hub is, and at every restore.
  public var epoch: String
  /// Until then a record nobody has heard of may still arrive: milliseconds since 1970, 0 for
  /// never.
  public var recoveringUntil: Int64
  /// Number of the last change set the hub made itself.
  public var lastNumber: Int64
  /// The greatest time that the hub has stamped changes of its own with. What was pushed is in the
  /// clocks of the zones it was pushed to: this is one row, and no push writes it.
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

/// Live records of a zone in the order of their ids, in their wire form.
public struct StoredRecords: Equatable, Sendable {
  /// A JSON array of effects that put them.
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
  /// Of its content; `nil` where an older program judged it.
  public var hash: [UInt8]?
  /// `nil` when it was accepted and the replica has said that it stored the answer.
  public var answer: Answer?

  public init(hash: [UInt8]?, answer: Answer?) {
    self.hash = hash
    self.answer = answer
  }
}

public protocol HubReader: AccountReader, AccessTokenReader, CalendarFeedReader, InviteReader,
  KeptAnswerReader, NoticeReader, DeletedZoneReader, HistoryReader, PendingJoinReader,
  MatchReader, GateReader, BlobReader, CountedBlobReader, HandBackReader, RecoveryReader
{
  func state() throws -> HubState
  func zone(_ id: ZoneID) throws -> HubZone?
  /// Those of some zones that there are, as an account meets them.
  func access(of account: AccountID, to zones: [ZoneID]) throws -> [ZoneAccess]
  /// The records and tombstones that are in these places, in any order.
  func records(at places: [RecordPlace]) throws -> [HubRecord]
  /// For each of the ids every zone that has a record or tombstone with it, with whether it is
  /// dead, in the order of the zones. An id that is nowhere may be left out.
  func places(of ids: [RecordID]) throws -> [RecordID: [(zone: ZoneID, isDead: Bool)]]
  /// For each of the places the live records of its zone that refer to it, in the order of their
  /// ids. One to which nothing refers may be left out.
  func referrers(to targets: [RecordPlace]) throws -> [RecordPlace: [RecordID]]
  /// Which record of the zone has each of the keys; without those that none has.
  func holders(of keys: [ZoneKey]) throws -> [ZoneKey: RecordID]
  /// Live records of a zone in the order of their ids, after `after`, until `maxBytes` are passed.
  func records(of zone: ZoneID, after: RecordID?, maxBytes: Int) throws -> [HubRecord]
  /// The same in their wire form, at least one when there is one. `aggregates` names the registers
  /// of each table whose versions are told.
  func storedRecords(
    of zone: ZoneID, after: RecordID?, maxBytes: Int, aggregates: [String: Set<String>]
  ) throws -> StoredRecords
  /// The log after one sequence through another, until `maxBytes` are passed (at least one entry).
  func log(
    of zone: ZoneID, after: Int64, through: Int64, maxBytes: Int
  ) throws -> [StoredEntry]
  func grant(in zone: ZoneID, for account: AccountID) throws -> HubGrant?
  func grants(in zone: ZoneID) throws -> [HubGrant]
  /// Who owns a zone; `nil` when nobody does.
  func owner(ofZone zone: ZoneID) throws -> AccountID?
  /// The live records of the living zones that each account owns. One that owns none may be left
  /// out.
  func ownedRecordCounts(of accounts: [AccountID]) throws -> [AccountID: Int]
  /// The grants of an account in zones that are alive, ordered by zone, with those zones.
  func memberships(of account: AccountID) throws -> [(grant: HubGrant, zone: HubZone)]
  /// The sequence of the account's list of zones.
  func accountSequence(of account: AccountID) throws -> Int64
  /// The greatest of the clocks of all zones and of the hub's own: how far the store has come.
  func latestTime() throws -> HybridTime
  /// The greatest clock of the living zones that an account is in.
  func latestTime(seenBy account: AccountID) throws -> HybridTime
  /// What is known of a replica's incarnation, all of it at once.
  func standing(ofReplica replica: String) throws -> ReplicaStanding
  /// What is known of a change set that was judged; `nil` when it was not.
  func judged(_ changeSet: ChangeSetID) throws -> JudgedChangeSet?
  /// The last hold on a zone, over or not.
  func hold(on zone: ZoneID) throws -> Hold?
}

public protocol HubWriter: HubReader, AccountWriter, AccessTokenWriter, CalendarFeedWriter,
  InviteWriter, KeptAnswerWriter, NoticeWriter, DeletedZoneWriter, HistoryWriter,
  DeletedContentWriter, PendingJoinWriter, GateWriter, BlobWriter, CountedBlobWriter,
  HandBackWriter, RecoveryWriter
{
  /// Whether the caller has had the store for long: whoever has more to write that need not be in
  /// this transaction does it in another one, after those who wait.
  var isTurnOver: Bool { get }
  /// Has these zones, those who own them, and these accounts to itself until the transaction ends.
  /// The first thing that a transaction does, and done once: a store locks all of it in one order,
  /// so that no two wait for each other. From then on it reads and writes nothing of other zones,
  /// nor writes of other accounts; but it may look up in which zones ids are.
  ///
  /// A transaction that does not call this is alone with the whole store.
  ///
  /// - Returns: who owns each of the zones that have an owner.
  func lock(_ locks: HubLocks) throws -> [ZoneID: AccountID]
  func setState(_ state: HubState) throws
  func putZones(_ zones: [HubZone]) throws
  /// Stores records, in this order. The store guards that an id is alive in one zone at most, and
  /// throws otherwise.
  func putRecords(_ records: [RecordWrite]) throws
  /// Takes keys from records, if they have them, and then gives some to records. The store guards
  /// that no two records of a zone have one, and throws otherwise.
  func changeKeys(removed: [HeldKey], added: [HeldKey]) throws
  /// Stores entries. The store guards that a zone has one of each sequence, and throws otherwise.
  func appendLog(_ entries: [LogWrite]) throws
  func putGrant(_ grant: HubGrant) throws
  func removeGrant(in zone: ZoneID, for account: AccountID) throws
  /// Counts up the sequence of the account's list of zones.
  func touchAccount(_ account: AccountID) throws
  func setOwner(ofReplica replica: String, to account: AccountID) throws
  /// Keeps what was answered. The store guards that a number is answered once, and throws
  /// otherwise.
  ///
  /// - Parameter hash: of the change set's content, see `ChangeSet.contentHash`.
  func putAnswer(_ answer: Answer, to changeSet: ChangeSetID, hash: [UInt8]) throws
  /// Forgets what a replica says it has stored, the answers up to a number, and remembers the
  /// number (never going back). The hashes stay, and refusals: who has lost what was stored must
  /// not take them for done.
  func forgetAnswers(of replica: String, through number: Int64) throws
  /// Raises the zone's floor and removes the log entries up to it.
  func trimLog(of zone: ZoneID, through floor: Int64) throws
  func putHold(_ hold: Hold, on zone: ZoneID) throws
}
