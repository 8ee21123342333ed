/// Asks what happened in a zone, newest entries first.
public struct HistoryRequest: Equatable, Sendable {
  public var zone: ZoneID
  /// Only what happened to this record and the records it contains; `nil` for the whole zone.
  public var record: RecordID?
  /// Only entries with a smaller sequence; `nil` starts at the newest.
  public var before: Int64?
  /// The greatest number of entries wanted: 1 to `maxEntries`.
  public var limit: Int
  /// The greatest number of changes listed for one entry: 1 to `maxChanges`. The counts cover all
  /// of them.
  public var changeLimit: Int

  public static let maxEntries = 100
  public static let maxChanges = 5000

  public init(
    zone: ZoneID, record: RecordID? = nil, before: Int64? = nil, limit: Int = 20,
    changeLimit: Int = 50
  ) {
    self.zone = zone
    self.record = record
    self.before = before
    self.limit = limit
    self.changeLimit = changeLimit
  }
}

/// What one change set did in a zone.
public struct HistoryEntry: Equatable, Sendable {
  public var sequence: Int64
  public var author: AccountID
  /// The author's name as others see it today; empty when the account is gone.
  public var authorName: String
  /// The hub's wall clock at the commit, milliseconds since 1970.
  public var at: Int64
  /// Whether the change set changed other zones, too.
  public var isSpanning: Bool
  /// The number of all changes it made in this zone, in the order in which each kind first
  /// occurred.
  public var counts: [Count]
  /// The first of its changes, at most `HistoryRequest.changeLimit`, each with what the record was
  /// before.
  public var changes: [RecordChange]

  /// How many records of a table were put, changed or dropped.
  public struct Count: Equatable, Sendable {
    public var kind: Effect.Kind
    public var table: String
    public var count: Int

    public init(kind: Effect.Kind, table: String, count: Int) {
      self.kind = kind
      self.table = table
      self.count = count
    }
  }

  public init(
    sequence: Int64, author: AccountID, authorName: String, at: Int64, isSpanning: Bool,
    counts: [Count], changes: [RecordChange]
  ) {
    self.sequence = sequence
    self.author = author
    self.authorName = authorName
    self.at = at
    self.isSpanning = isSpanning
    self.counts = counts
    self.changes = changes
  }

  /// Whether `changes` lists every change.
  public var isComplete: Bool { counts.reduce(0) { $0 + $1.count } == changes.count }
}

/// What one change set did to one record.
public struct RecordChange: Equatable, Sendable {
  /// A `put` created the record or restored it; a `drop` removed it from the zone.
  public var kind: Effect.Kind
  public var table: String
  public var id: RecordID
  /// All registers before the change; empty for a `put`.
  public var before: SortedMap<FieldValue>
  /// The new values of the registers that changed; empty for a `drop`.
  public var after: SortedMap<FieldValue>
  /// Where a dropped record went: its place in another zone, or the record it was combined with.
  public var movedTo: RecordPlace?
  /// Whether a record that was put came from another zone, as far as the hub still knows.
  public var hasArrived: Bool

  public init(
    _ kind: Effect.Kind, _ table: String, _ id: RecordID, before: SortedMap<FieldValue> = [:],
    after: SortedMap<FieldValue> = [:], movedTo: RecordPlace? = nil, hasArrived: Bool = false
  ) {
    self.kind = kind
    self.table = table
    self.id = id
    self.before = before
    self.after = after
    self.movedTo = movedTo
    self.hasArrived = hasArrived
  }

  public var key: RecordKey { RecordKey(table, id) }
}

/// A part of a zone's history.
public struct HistoryPage: Equatable, Sendable {
  public var entries: [HistoryEntry]
  /// The `before` of the next request; `nil` when nothing older is known.
  public var next: Int64?
  /// Whether older entries exist that the asker is not shown: they were trimmed, or are from before
  /// the asker joined.
  public var isCutOff: Bool

  public init(entries: [HistoryEntry], next: Int64? = nil, isCutOff: Bool = false) {
    self.entries = entries
    self.next = next
    self.isCutOff = isCutOff
  }
}

/// A record as it was before a change; the log keeps it beside each entry.
public struct FormerRecord: Equatable, Sendable {
  public var key: RecordKey
  /// All registers of the record.
  public var registers: SortedMap<FieldValue>
  public var movedTo: RecordPlace?

  public init(_ key: RecordKey, registers: SortedMap<FieldValue>, movedTo: RecordPlace? = nil) {
    self.key = key
    self.registers = registers
    self.movedTo = movedTo
  }
}
