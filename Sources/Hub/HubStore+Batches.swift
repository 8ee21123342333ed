import SyncProtocol

// Types for reading and writing many values at once. A change set of thousands of mutations then
// needs only a few requests: for a store on another machine each one is a round trip.

/// What a store knows about a replica's incarnation before a push is judged.
public struct ReplicaStanding: Equatable, Sendable {
  /// The account to which the incarnation belongs; `nil` if nothing has been pushed under it.
  public var owner: AccountID?
  /// Answers up to this number have been deleted; 0 if none has.
  public var acknowledged: Int64
  /// The greatest number of a judged change set; 0 if none was judged.
  public var lastJudged: Int64
  /// Numbers up to this one were judged by older programs, which stored no content hashes.
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

/// A zone, with one account's access to it.
public struct ZoneAccess: Equatable, Sendable {
  public let zone: HubZone
  /// The account's grant; `nil` if it is not in the zone.
  public let grant: HubGrant?
  /// The zone's latest hold, which may have expired.
  public let hold: Hold?

  public init(zone: HubZone, grant: HubGrant?, hold: Hold?) {
    self.zone = zone
    self.grant = grant
    self.hold = hold
  }
}

/// A unique key in a zone.
public struct ZoneKey: Hashable, Sendable {
  public let zone: ZoneID
  public let key: UniqueKey

  public init(zone: ZoneID, key: UniqueKey) {
    self.zone = zone
    self.key = key
  }
}

/// A unique key that a record gains or loses.
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
  /// The ids that the record refers to, each once; empty for a tombstone.
  public var references: [RecordID]
  /// The registers' values in their wire form.
  public var values: [UInt8]
  /// Whether this transaction has looked and found nothing in the record's place.
  public var isNew: Bool

  public init(_ record: HubRecord, references: [RecordID], values: [UInt8], isNew: Bool) {
    self.record = record
    self.references = references
    self.values = values
    self.isNew = isNew
  }

  /// A write for callers that have no wire form at hand and have not looked at the record's place.
  public init(_ record: HubRecord, references: [RecordID] = []) {
    self.init(
      record, references: references, values: FieldValue.map(record.registers.values).wireBytes,
      isNew: false)
  }
}

/// An entry of a zone's log to be stored.
public struct LogWrite: Sendable {
  public var entry: StoredEntry
  /// The list of `FormerRecord` in its wire form; empty bytes if there are none.
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

/// A change in how many records of a zone name a blob.
public struct BlobNameCount: Equatable, Sendable {
  public let blob: String
  public let zone: ZoneID
  /// The change for live records.
  public let live: Int
  /// The change for deleted records.
  public let deleted: Int

  public init(_ blob: String, in zone: ZoneID, live: Int, deleted: Int) {
    self.blob = blob
    self.zone = zone
    self.live = live
    self.deleted = deleted
  }
}

/// The log entries that changed a record.
public struct RecordChangeNote: Equatable, Sendable {
  public let place: RecordPlace
  /// Sequences of the zone's log.
  public let sequences: [Int64]

  public init(of place: RecordPlace, at sequences: [Int64]) {
    self.place = place
    self.sequences = sequences
  }
}

// Convenience functions for a single value.

extension HubReader {
  /// The record or tombstone with an id in a zone.
  public func record(_ place: RecordPlace) throws -> HubRecord? {
    try records(at: [place]).first
  }

  /// Every zone with a record or tombstone of this id, and whether that is dead.
  public func places(of id: RecordID) throws -> [(zone: ZoneID, isDead: Bool)] {
    try places(of: [id])[id] ?? []
  }

  /// The live records of the zone that refer to `target`.
  public func referrers(to target: RecordPlace) throws -> [RecordID] {
    try referrers(to: [target])[target] ?? []
  }

  /// The record of the zone that has a unique key; `nil` if none has.
  public func holder(of key: UniqueKey, in zone: ZoneID) throws -> RecordID? {
    let key = ZoneKey(zone: zone, key: key)
    return try holders(of: [key])[key]
  }

  /// The account to which a replica's incarnation belongs.
  public func owner(ofReplica replica: String) throws -> AccountID? {
    try standing(ofReplica: replica).owner
  }

  /// The number up to which answers of this replica have been deleted; 0 if none has.
  public func acknowledged(ofReplica replica: String) throws -> Int64 {
    try standing(ofReplica: replica).acknowledged
  }

  /// The number of live records in the living zones that an account owns.
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
