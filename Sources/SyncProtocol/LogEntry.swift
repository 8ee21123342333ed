/// What a change set did to one record, as the hub decided. Replicas apply it unchanged.
public struct Effect: Equatable, Sendable {
  public enum Kind: String, Sendable {
    /// The whole record, with all its registers.
    case put = "p"
    /// Some registers of an existing record.
    case patch = "c"
    /// The record is no longer in this zone.
    case drop = "x"
  }

  public var kind: Kind
  public var table: String
  public var id: RecordID
  public var registers: SortedMap<FieldValue>
  /// The change set that wrote each aggregate; one that is not named was written by the change set
  /// of this effect.
  public var versions: [String: ChangeSetID]
  /// For a drop: whether the record went to another zone instead of being deleted. Only accounts
  /// that can read the other zone are told which one it is.
  public var isAway: Bool

  public init(
    _ kind: Kind, _ table: String, _ id: RecordID, registers: SortedMap<FieldValue> = [:],
    versions: [String: ChangeSetID] = [:], isAway: Bool = false
  ) {
    self.kind = kind
    self.table = table
    self.id = id
    self.registers = registers
    self.versions = versions
    self.isAway = isAway
  }

  public var key: RecordKey { RecordKey(table, id) }
}

/// One change set's part in one zone's log.
public struct LogEntry: Equatable, Sendable {
  public var zone: ZoneID
  public var sequence: Int64
  public var changeSet: ChangeSetID
  public var author: AccountID
  /// The stamp's time, after the hub has clamped it.
  public var time: HybridTime
  /// The greatest time among `time` and the stamps of the records that the entry puts.
  ///
  /// A record from another zone, or one that was restored, brings stamps that nobody in this zone
  /// has seen. The replica's clock advances past this time.
  public var clock: HybridTime
  /// The hub's wall clock at the commit, milliseconds since 1970.
  public var committedAt: Int64
  /// The change set's `ChangeSet.fingerprint`: it shows when a replica whose file was put back has
  /// used the number for another content.
  ///
  /// `nil` for change sets of the hub itself, and from older hubs.
  public var fingerprint: UInt32?
  /// The sequence in each zone of a change set that spans several, this zone included; empty for a
  /// single zone.
  public var parts: [ZoneID: Int64]
  public var effects: [Effect]

  public init(
    zone: ZoneID, sequence: Int64, changeSet: ChangeSetID, author: AccountID, time: HybridTime,
    clock: HybridTime = .zero, committedAt: Int64, fingerprint: UInt32? = nil,
    parts: [ZoneID: Int64] = [:], effects: [Effect]
  ) {
    self.zone = zone
    self.sequence = sequence
    self.changeSet = changeSet
    self.author = author
    self.time = time
    self.clock = max(time, clock)
    self.committedAt = committedAt
    self.fingerprint = fingerprint
    self.parts = parts
    self.effects = effects
  }
}
