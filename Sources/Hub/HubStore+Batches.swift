import SyncProtocol

// What a store is asked for and told at once. A change set of thousands of mutations asks a few
// times: a store on another machine answers each time after a way there and back.

/// What a store knows of a replica and its account before a push is judged.
public struct ReplicaStanding: Equatable, Sendable {
  /// The account the replica's incarnation belongs to; `nil` when nobody has pushed as it.
  public var owner: AccountID?
  /// Answers up to here have been forgotten; 0 when none was.
  public var acknowledged: Int64
  /// The greatest number of a change set that was judged; 0 when none was.
  public var lastJudged: Int64
  /// Numbers up to here were judged by programs that kept no hashes.
  public var unhashedThrough: Int64

  public init(
    owner: AccountID? = nil, acknowledged: Int64 = 0, lastJudged: Int64 = 0,
    unhashedThrough: Int64 = 0
  ) {
    self.owner = owner
    self.acknowledged = acknowledged
    self.lastJudged = lastJudged
    self.unhashedThrough = unhashedThrough
  }
}

/// A zone as an account meets it.
public struct ZoneAccess: Equatable, Sendable {
  public let zone: HubZone
  /// The account's; `nil` when it is not in the zone.
  public let grant: HubGrant?
  /// The last one, over or not.
  public let hold: Hold?

  public init(zone: HubZone, grant: HubGrant?, hold: Hold?) {
    self.zone = zone
    self.grant = grant
    self.hold = hold
  }
}

/// A key in a zone.
public struct ZoneKey: Hashable, Sendable {
  public let zone: ZoneID
  public let key: UniqueKey

  public init(zone: ZoneID, key: UniqueKey) {
    self.zone = zone
    self.key = key
  }
}

/// A key that a record gets or loses.
public struct HeldKey: Equatable, Sendable {
  public let key: UniqueKey
  public let place: RecordPlace

  public init(key: UniqueKey, place: RecordPlace) {
    self.key = key
    self.place = place
  }
}

/// A record to be stored.
public struct RecordWrite: Sendable {
  public var record: HubRecord
  /// The ids it refers to, each once; empty for a tombstone.
  public var references: [RecordID]
  /// The wire form of its registers' values.
  public var values: [UInt8]
  /// Somebody has looked in this transaction, and nothing was in its place.
  public var isNew: Bool

  public init(_ record: HubRecord, references: [RecordID], values: [UInt8], isNew: Bool) {
    self.record = record
    self.references = references
    self.values = values
    self.isNew = isNew
  }

  /// The same for who has no wire form at hand and has not looked.
  public init(_ record: HubRecord, references: [RecordID] = []) {
    self.init(
      record, references: references, values: FieldValue.map(record.registers.values).wireBytes,
      isNew: false)
  }
}

/// An entry of a zone's log to be stored.
public struct LogWrite: Sendable {
  public var entry: StoredEntry
  /// The list of `FormerRecord` in its wire form; empty for none.
  public var before: [UInt8]
  public var changeSet: ChangeSetID
  /// Milliseconds since 1970.
  public var committedAt: Int64

  public init(_ entry: StoredEntry, before: [UInt8], changeSet: ChangeSetID, committedAt: Int64) {
    self.entry = entry
    self.before = before
    self.changeSet = changeSet
    self.committedAt = committedAt
  }
}

/// How many more records of a zone name a blob, or fewer.
public struct BlobNameCount: Equatable, Sendable {
  public let blob: String
  public let zone: ZoneID
  /// Of those that are live.
  public let live: Int
  /// Of those that were deleted.
  public let deleted: Int

  public init(_ blob: String, in zone: ZoneID, live: Int, deleted: Int) {
    self.blob = blob
    self.zone = zone
    self.live = live
    self.deleted = deleted
  }
}

/// When something happened to a record.
public struct RecordChangeNote: Equatable, Sendable {
  public let place: RecordPlace
  /// Sequences of its zone's log.
  public let sequences: [Int64]

  public init(of place: RecordPlace, at sequences: [Int64]) {
    self.place = place
    self.sequences = sequences
  }
}

// The same for one of each.

extension HubReader {
  /// The record or tombstone with this id in this zone.
  public func record(_ place: RecordPlace) throws -> HubRecord? {
    try records(at: [place]).first
  }

  /// Every zone that has a record or tombstone with this id, with whether it is dead.
  public func places(of id: RecordID) throws -> [(zone: ZoneID, isDead: Bool)] {
    try places(of: [id])[id] ?? []
  }

  /// The live records of the zone that refer to `target`.
  public func referrers(to target: RecordPlace) throws -> [RecordID] {
    try referrers(to: [target])[target] ?? []
  }

  /// The record of the zone that has a key; `nil` when none has.
  public func holder(of key: UniqueKey, in zone: ZoneID) throws -> RecordID? {
    let key = ZoneKey(zone: zone, key: key)
    return try holders(of: [key])[key]
  }

  /// The account a replica's incarnation belongs to.
  public func owner(ofReplica replica: String) throws -> AccountID? {
    try standing(ofReplica: replica).owner
  }

  /// Answers of this replica up to here have been forgotten; 0 when none was.
  public func acknowledged(ofReplica replica: String) throws -> Int64 {
    try standing(ofReplica: replica).acknowledged
  }

  /// The live records of the living zones that an account owns.
  public func ownedRecordCount(of account: AccountID) throws -> Int {
    try ownedRecordCounts(of: [account])[account] ?? 0
  }
}

extension HubWriter {
  public func putZone(_ zone: HubZone) throws { try putZones([zone]) }

  public func putRecord(_ record: HubRecord, references: [RecordID] = []) throws {
    try putRecords([RecordWrite(record, references: references)])
  }

  public func appendLog(
    _ entry: StoredEntry, before: [UInt8], changeSet: ChangeSetID, committedAt: Int64
  ) throws {
    try appendLog([
      LogWrite(entry, before: before, changeSet: changeSet, committedAt: committedAt)
    ])
  }

  public func countBlobNames(
    _ blob: String, in zone: ZoneID, live: Int, deleted: Int
  ) throws {
    try countBlobNames([BlobNameCount(blob, in: zone, live: live, deleted: deleted)])
  }

  public func noteChanges(of record: RecordPlace, at sequences: [Int64]) throws {
    try noteChanges([RecordChangeNote(of: record, at: sequences)])
  }
}
