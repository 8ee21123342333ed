/// Change sets on their way to the hub, in the order of their numbers, one request in flight.
public struct PushRequest: Equatable, Sendable {
  public var epoch: String
  public var replica: String
  /// The replica has stored every answer up to this number; the hub may forget them.
  public var acknowledged: Int64
  public var changeSets: [ChangeSet]
  /// Which answers the replica understands: 1 for those of the first clients, 2 for any reason of a
  /// refusal and for an end before the last change set. A client that does not say so is given
  /// answers that the first ones know.
  public var understands: Int

  public static let understandsAll = 2

  public init(
    epoch: String, replica: String, acknowledged: Int64, changeSets: [ChangeSet],
    understands: Int = understandsAll
  ) {
    self.understands = understands
    self.epoch = epoch
    self.replica = replica
    self.acknowledged = acknowledged
    self.changeSets = changeSets
  }
}

public enum PushResponse: Equatable, Sendable {
  /// One answer per change set, in their order; fewer when the hub stopped early.
  case answers([Answer], nowMilliseconds: Int64)
  /// The request is of another epoch: pull first.
  case epoch(String)
  /// The replica's incarnation belongs to another account.
  case foreignReplica
}

/// How far a replica is in one zone.
public enum ZonePosition: Equatable, Sendable {
  /// Everything up to this sequence is applied or staged.
  case at(Int64, grant: String)
  /// The first load is under way: records up to `after` are staged, of a zone whose head was
  /// `from` when the load began.
  case loading(after: RecordKey?, from: Int64, grant: String)

  public var grant: String {
    switch self {
    case .at(_, let grant), .loading(_, _, let grant): grant
    }
  }
}

/// A zone as the account sees it at the moment of a cut.
public struct ZoneHead: Equatable, Sendable {
  public var zone: ZoneID
  public var kind: ZoneKind
  public var head: Int64
  public var role: Role
  /// The id of the change set that granted the role's membership.
  public var grant: String

  public init(zone: ZoneID, kind: ZoneKind, head: Int64, role: Role, grant: String) {
    self.zone = zone
    self.kind = kind
    self.head = head
    self.role = role
    self.grant = grant
  }
}

/// One moment of the hub, seen by one account: its zones and their heads, read in one snapshot.
public struct Cut: Equatable, Sendable {
  /// The sequence of the account's list of zones.
  public var accountSequence: Int64
  public var zones: [ZoneHead]

  public init(accountSequence: Int64, zones: [ZoneHead]) {
    self.accountSequence = accountSequence
    self.zones = zones
  }
}

public struct PullRequest: Equatable, Sendable {
  /// Empty on a replica's first pull.
  public var epoch: String
  public var replica: String
  public var zones: [ZoneID: ZonePosition]
  /// The cut this pull goes up to; `nil` on its first page.
  public var cut: Cut?
  /// The hub stops a page after the change set that passes this.
  public var maxBytes: Int
  /// Which pages the replica understands: 1 for those of the first clients, 2 for pages that name
  /// zones as unreadable.
  public var understands = understandsAll
  /// The replica keeps what it is told, to hand it back to a hub that was restored: the hub seals
  /// it.
  public var wantsSeals = false
  /// With a zone that is loaded whole it wants the end of the zone's log, sealed: to be kept, for
  /// what it says is in the snapshot already.
  public var wantsPast = false
  /// The zones that it had of a hub which was restored since, by the ids of its grants: it is told
  /// which of them the hub has forgotten.
  public var had: [ZoneID: String] = [:]
  /// Which request of its replica this is. Not sent: it pairs a response with its request.
  public var serial: Int64 = 0

  public static let understandsAll = 2
  public static let defaultMaxBytes = 1 << 20

  public init(
    epoch: String, replica: String, zones: [ZoneID: ZonePosition], cut: Cut? = nil,
    maxBytes: Int = defaultMaxBytes
  ) {
    self.epoch = epoch
    self.replica = replica
    self.zones = zones
    self.cut = cut
    self.maxBytes = maxBytes
  }
}

/// A part of a zone's first load: whole records in the order of their keys.
public struct SnapshotPart: Equatable, Sendable {
  public var zone: ZoneID
  /// The zone's head when its load began; the log is read from there.
  public var from: Int64
  public var records: [Effect]
  /// The last key, to go on from; `nil` when the zone is complete.
  public var next: RecordKey?
  /// The greatest time among the stamps of these records: the replica's clock goes past it.
  public var clock: HybridTime

  public init(
    zone: ZoneID, from: Int64, records: [Effect], next: RecordKey?, clock: HybridTime = .zero
  ) {
    self.clock = clock
    self.zone = zone
    self.from = from
    self.records = records
    self.next = next
  }
}

public struct PullPage: Equatable, Sendable {
  public var epoch: String
  public var cut: Cut
  public var snapshots: [SnapshotPart]
  public var entries: [LogEntry]
  /// With this page everything up to the cut is there; the replica applies it in one transaction.
  public var isLast: Bool
  public var nowMilliseconds: Int64
  /// Zones of which something cannot be read, with the reason: by the hub, whose store is damaged
  /// there, or by this program, which is older than the hub. The rest of the page holds.
  public var unreadable: [ZoneID: String]
  /// The hub's seals of the entries of each zone, when they were asked for, see `SealedRun`.
  public var seals: [ZoneID: [UInt8]]
  /// Of the zones that the replica had: those of which the hub does not know that the account was
  /// in them, since it was restored from a backup. Nobody has removed it.
  public var forgotten: [ZoneID] = []

  public init(
    epoch: String, cut: Cut, snapshots: [SnapshotPart] = [], entries: [LogEntry] = [],
    isLast: Bool, nowMilliseconds: Int64, unreadable: [ZoneID: String] = [:],
    seals: [ZoneID: [UInt8]] = [:]
  ) {
    self.unreadable = unreadable
    self.seals = seals
    self.epoch = epoch
    self.cut = cut
    self.snapshots = snapshots
    self.entries = entries
    self.isLast = isLast
    self.nowMilliseconds = nowMilliseconds
  }
}

public enum PullResponse: Equatable, Sendable {
  case page(PullPage)
  /// The cut no longer holds (a grant or the log's floor has changed): begin again without one.
  case restart
  /// The hub was restored: throw away what was pulled, keep what is pending, begin with this epoch.
  case epoch(String)
  /// The replica's incarnation belongs to another account.
  case foreignReplica
}
