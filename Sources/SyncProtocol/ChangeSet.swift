/// What happens to one record in a change set.
public struct Mutation: Equatable, Sendable {
  public enum Kind: String, Sendable {
    /// A new record, with all its registers.
    case insert = "i"
    /// Some registers of an existing record. Never creates a record.
    case update = "u"
    /// The record is deleted. Mutations of their own must name the records it contains.
    case delete = "d"
    /// The record goes to another zone, with all its registers; `registers` holds only those that
    /// change on the way.
    case move = "m"
  }

  public var kind: Kind
  public var table: String
  public var id: RecordID
  /// The zone the record is in before the change set.
  public var zone: ZoneID
  public var registers: SortedMap<FieldValue>
  /// For each aggregate in `registers` of an update or a move: the change set that wrote the
  /// version which the new content is based on.
  public var bases: [String: ChangeSetID]
  /// For each guarded register in `registers` of an update or a move: the value that its author saw
  /// in its place. Programs that know no guarded registers leave it out.
  public var seen: SortedMap<FieldValue>
  /// Where a moved record goes. For a delete: the record it was combined with, which stands for it
  /// from now on; for the delete of a root: the zone it was merged into. For an insert: the record,
  /// combined with another before or the root of a merged zone, that it stands for from now on.
  public var destination: RecordPlace?

  public init(
    _ kind: Kind, _ table: String, _ id: RecordID, in zone: ZoneID,
    registers: SortedMap<FieldValue> = [:], bases: [String: ChangeSetID] = [:],
    seen: SortedMap<FieldValue> = [:], destination: RecordPlace? = nil
  ) {
    self.kind = kind
    self.table = table
    self.id = id
    self.zone = zone
    self.registers = registers
    self.bases = bases
    self.seen = seen
    self.destination = destination
  }

  public var key: RecordKey { RecordKey(table, id) }
}

/// A condition that must still hold when the hub judges a change set.
public enum Precondition: Hashable, Sendable {
  /// The zone is alive and its head is this sequence.
  case zone(ZoneID, head: Int64)
  /// The account's list of zones has this sequence.
  case account(sequence: Int64)

  /// Never holds. Sent with a change set that the hub may have judged before: if so, the hub
  /// repeats its answer; if not, it refuses the change set instead of applying it.
  public static let never = Precondition.account(sequence: -1)
}

/// An atomic list of mutations: applied entirely or not at all, by the hub and by every replica.
public struct ChangeSet: Equatable, Sendable {
  public var id: ChangeSetID
  public var time: HybridTime
  /// For each zone that existed when the change set was written: the id of its author's grant at
  /// that time.
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

/// Why the hub refused a change set. Each case has its words in the message catalogue; a reason
/// that only a newer hub knows becomes `unrecognised`.
public enum RefusalReason: String, Sendable, CaseIterable, Error {
  /// The author is not in the zone.
  case permission
  /// The author may only read the zone, or the table asks for a higher role.
  case readOnly
  /// Written under a grant that has been revoked since.
  case regranted
  /// The zone was deleted.
  case zoneGone
  /// The record was deleted.
  case gone
  /// The hub has never seen the record.
  case unknown
  /// A record with this id exists already.
  case exists
  /// The record that contains this one was deleted.
  case parentGone
  /// A record would be deleted or moved that contains a record which its author has not seen.
  case unseenChildren
  /// Somebody else has changed the aggregate, or the guarded register, since.
  case stale
  /// Somebody else came first and holds the register, or the unique value.
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
  /// It would leave its author without any zone of a kind of which every account keeps at least
  /// one.
  case lastZone
  /// The author was let into the zone, but not to merge zones of their own into it.
  case notInvited
  /// Something the change set relied on has changed; run it again under a new id.
  case precondition
  /// The number is that of another change set, or was given up: the replica's file was put back to
  /// an earlier state.
  ///
  /// The replica gives its waiting change sets new numbers and sends them again; no person is told.
  case numberReused
  /// A newer hub's reason, which this program does not know; `detail` begins with the hub's word
  /// for it. Set by replicas, never by a hub.
  case unrecognised
  /// It needed the hub's answer while sharing was paused, so it was not done. Set by replicas,
  /// never by a hub: a hub postpones a change set that it may still accept.
  case paused
  /// The hub had accepted it and lost it when it was restored from a backup. Set by replicas, for
  /// what other people wrote; never by a hub.
  case lost
}

/// One refusal: the reason, and what was refused.
public struct Refusal: Error, Equatable, Sendable {
  public var reason: RefusalReason
  public var record: RecordKey?
  /// The register, limit or rule that was violated, in the schema's words; for logs and developers.
  public var detail: String

  public init(_ reason: RefusalReason, _ record: RecordKey? = nil, _ detail: String = "") {
    self.reason = reason
    self.record = record
    self.detail = detail
  }
}

/// The hub's answer to a change set. Stored, and repeated when the same id is sent again.
public enum Answer: Equatable, Sendable {
  /// Applied: the sequence of its entry in each zone it changed. Empty when nothing changed.
  case accepted([ZoneID: Int64])
  case refused(Refusal)
  /// Not now, send it again later: the hub is recovering, and may yet be handed back something that
  /// the change set refers to.
  case wait
  /// Not while sharing is paused: the change set writes to something shared, or depends on a change
  /// set that does.
  ///
  /// Nothing is lost; the hub judges it when it is sent again after the pause. Older clients read
  /// `wait`.
  case paused
}

extension Answer {
  /// The reason of a refusal; `nil` for any other answer.
  package var refusalReason: RefusalReason? {
    if case .refused(let refusal) = self { return refusal.reason }
    return nil
  }
}
