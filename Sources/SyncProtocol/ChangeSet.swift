/// What happens to one record in a change set.
public struct Mutation: Equatable, Sendable {
  public enum Kind: String, Sendable {
    /// A new record, with all its registers.
    case insert = "i"
    /// Some registers of a record that is there. Never creates one.
    case update = "u"
    /// The record dies. Its contained records must be named by mutations of their own.
    case delete = "d"
    /// The record goes to another zone, with all its registers; `registers` holds those that change
    /// on the way.
    case move = "m"
  }

  public var kind: Kind
  public var table: String
  public var id: RecordID
  /// The zone the record is in before the change set.
  public var zone: ZoneID
  public var registers: SortedMap<FieldValue>
  /// For each aggregate in `registers` of an update or move: the change set that wrote the version
  /// it is based on.
  public var bases: [String: ChangeSetID]
  /// Where a moved record goes. For a delete: the record it was combined with, which stands for it
  /// from now on; for the delete of a root: the zone it was merged into. For an insert: the record,
  /// combined with another before or the root of a merged zone, that it stands for from now on.
  public var destination: RecordPlace?

  public init(
    _ kind: Kind, _ table: String, _ id: RecordID, in zone: ZoneID,
    registers: SortedMap<FieldValue> = [:], bases: [String: ChangeSetID] = [:],
    destination: RecordPlace? = nil
  ) {
    self.kind = kind
    self.table = table
    self.id = id
    self.zone = zone
    self.registers = registers
    self.bases = bases
    self.destination = destination
  }

  public var key: RecordKey { RecordKey(table, id) }
}

/// Something that must still be so when the hub judges a change set.
public enum Precondition: Hashable, Sendable {
  /// The zone is alive and its head is this sequence.
  case zone(ZoneID, head: Int64)
  /// The account's list of zones has this sequence.
  case account(sequence: Int64)

  /// Never holds. Sent with a change set that the hub may have judged before, to hear what it
  /// answered then without having it judged now.
  public static let never = Precondition.account(sequence: -1)
}

/// An atomic list of mutations: applied entirely or not at all, by the hub and by every replica.
public struct ChangeSet: Equatable, Sendable {
  public var id: ChangeSetID
  public var time: HybridTime
  /// For each zone that existed when it was written: the id of the grant its author then had.
  public var grants: [ZoneID: String]
  public var preconditions: [Precondition]
  public var mutations: [Mutation]

  public init(
    id: ChangeSetID, time: HybridTime, grants: [ZoneID: String] = [:],
    preconditions: [Precondition] = [], mutations: [Mutation]
  ) {
    self.id = id
    self.time = time
    self.grants = grants
    self.preconditions = preconditions
    self.mutations = mutations
  }

  public var stamp: Stamp { Stamp(time: time, changeSet: id) }

  /// Most mutations in one change set.
  public static let maxMutations = 200_000
  /// Most bytes of one change set on the wire.
  public static let maxBytes = 64 << 20
}

/// Why the hub refused a change set. Each case has its words in the message catalogue, and what a
/// newer hub says is `unrecognised`.
public enum RefusalReason: String, Sendable, CaseIterable, Error {
  /// The author is not in the zone.
  case permission
  /// The author may only read the zone, or the table asks for a higher role.
  case readOnly
  /// Written under a grant that has been taken back since.
  case regranted
  /// The zone was deleted.
  case zoneGone
  /// The record was deleted.
  case gone
  /// The hub has never seen the record.
  case unknown
  /// A record with this id is there already.
  case exists
  /// The record this one is part of was deleted.
  case parentGone
  /// A record would be deleted or moved whose part the author has not seen.
  case unseenChildren
  /// Somebody else has changed the aggregate since.
  case stale
  /// Somebody else was first.
  case claimed
  /// The record was combined with another.
  case combined
  /// Only the hub writes this.
  case hubOwned
  /// This is written once and never changed.
  case appendOnly
  /// A value does not fit its column, or an aggregate does not add up.
  case invalid
  /// A table or register that the hub does not know.
  case unknownType
  /// A limit of the hub: too many mutations, bytes, records or zones.
  case limit
  /// It would leave its author without a zone of a kind that everyone has at least one of.
  case lastZone
  /// The author was let into the zone, but not to merge zones of their own into it.
  case notInvited
  /// Something the change set relied on has changed; run it again under a new id.
  case precondition
  /// The number was used for something else before, or given up: the replica's file was put back to
  /// what it was earlier. The replica numbers anew what waits and sends it again; nobody is told.
  case numberReused
  /// A newer hub's reason, which this program does not know; the detail begins with it. Said by
  /// replicas; never by a hub.
  case unrecognised
  /// It needed the hub's word while sharing was paused, so it was not done. Said by replicas; never
  /// by a hub, which puts off what it may still accept.
  case paused
  /// The hub had accepted it and has lost it by being restored from a backup. Said by replicas, of
  /// what others wrote; never by a hub.
  case lost
}

/// One refusal, with what it is about.
public struct Refusal: Error, Equatable, Sendable {
  public var reason: RefusalReason
  public var record: RecordKey?
  /// The register, limit or rule it is about, in the schema's words; for logs and developers.
  public var detail: String

  public init(_ reason: RefusalReason, _ record: RecordKey? = nil, _ detail: String = "") {
    self.reason = reason
    self.record = record
    self.detail = detail
  }
}

/// The hub's answer to a change set. Stored, and given again to whoever sends the same id again.
public enum Answer: Equatable, Sendable {
  /// Applied: at which sequence of which zone. Empty when nothing changed.
  case accepted([ZoneID: Int64])
  case refused(Refusal)
  /// Not now, send it again later: the hub is recovering and may still hear of what it refers to.
  case wait
  /// Not while sharing is paused: it writes what is shared, or rests on what does. Nothing is lost;
  /// it is judged when it is sent again once sharing goes on. Older clients read `wait`.
  case paused
}

extension Answer {
  /// Why it was refused; `nil` for any other answer.
  package var refusalReason: RefusalReason? {
    if case .refused(let refusal) = self { return refusal.reason }
    return nil
  }
}
