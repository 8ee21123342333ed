/// What a change set did to one record, as the hub judged it. Replicas apply it as it is.
public struct Effect: Equatable, Sendable {
  public enum Kind: String, Sendable {
    /// The whole record, with all its registers.
    case put = "p"
    /// Some registers of a record that is there.
    case patch = "c"
    /// The record is no longer in this zone.
    case drop = "x"
  }

  public var kind: Kind
  public var table: String
  public var id: RecordID
  public var registers: SortedMap<FieldValue>
  /// Which change set wrote a register, where it was not this one: needed for aggregates.
  public var versions: [String: ChangeSetID]
  /// Of a drop: whether the record was not deleted but is in another zone. Which one, only those
  /// are told who read it.
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
  /// The stamp's time, as the hub clamped it.
  public var time: HybridTime
  /// The greatest time among `time` and the stamps of the records that it puts: one that comes from
  /// another zone, or back from the dead, brings stamps along that nobody here has heard of. The
  /// replica's clock goes past it.
  public var clock: HybridTime
  /// The hub's wall clock at the commit, milliseconds since 1970.
  public var committedAt: Int64
  /// Of the change set's content, see `ChangeSet.fingerprint`: a replica that was put back may use
  /// its number for another one. `nil` for what the hub has made itself, and from older hubs.
  public var fingerprint: UInt32?
  /// All parts of a change set that spans zones, this one included; empty for a single zone.
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
