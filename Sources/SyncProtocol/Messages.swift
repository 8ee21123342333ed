/// Change sets on their way to the hub, in the order of their numbers; a replica has one request in
/// flight.
public struct PushRequest: Equatable, Sendable {
  public var epoch: String
  public var replica: String
  /// The replica has stored every answer up to this number, so the hub may forget those answers.
  public var acknowledged: Int64
  public var changeSets: [ChangeSet]
  /// The version of the answers that the replica understands: 1 for the first clients' answers; 2
  /// for any reason of a refusal and for fewer answers than change sets.
  ///
  /// A client that does not name a version gets the answers of version 1.
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
  /// One answer per change set, in the order of the request; fewer when the hub stopped early.
  case answers([Answer], nowMilliseconds: Int64)
  /// The request names another epoch than the hub's: pull first.
  case epoch(String)
  /// The replica's incarnation belongs to another account.
  case foreignReplica
}

/// How much of one zone a replica has.
public enum ZonePosition: Equatable, Sendable {
  /// Everything up to this sequence is applied or staged.
  case at(Int64, grant: String)
  /// The first load is under way: the records up to `after` are staged. `from` was the zone's head
  /// when the load began.
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
  /// The id of the change set that gave the account this role in the zone.
  public var grant: String

  public init(zone: ZoneID, kind: ZoneKind, head: Int64, role: Role, grant: String) {
    self.zone = zone
    self.kind = kind
    self.head = head
    self.role = role
    self.grant = grant
  }
}

/// A consistent snapshot of the hub for one account: its zones and their heads at one moment.
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
  /// The cut up to which this pull reads; `nil` on its first page.
  public var cut: Cut?
  /// The hub ends a page after the change set with which the page exceeds this size.
  public var maxBytes: Int
  /// The version of the pages that the replica understands: 1 for the first clients' pages, 2 for
  /// pages that name zones as unreadable.
  public var understands = understandsAll
  /// Asks for the hub's seals: the replica keeps the entries, and can hand them back to a hub that
  /// was restored.
  public var wantsSeals = false
  /// Asks that each zone which is loaded whole come with the sealed end of its log. The replica
  /// only keeps these entries: the snapshot contains their effects already.
  public var wantsPast = false
  /// The zones that the replica got from the hub before a restore, each with the id of its grant:
  /// the hub answers which of them it has forgotten.
  public var had: [ZoneID: String] = [:]
  /// The number of this request at its replica. Not sent: it pairs a response with its request.
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
  /// The zone's head when its load began; the replica reads the log from there.
  public var from: Int64
  public var records: [Effect]
  /// The last key of this part, from which the next part continues; `nil` when the zone is
  /// complete.
  public var next: RecordKey?
  /// The greatest time among the stamps of these records; the replica's clock advances past it.
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
  /// This page completes the cut: the replica applies everything up to it in one transaction.
  public var isLast: Bool
  public var nowMilliseconds: Int64
  /// Zones with content that cannot be read, each with the reason: the hub's store is damaged
  /// there, or this program is older than the hub. The rest of the page is valid.
  public var unreadable: [ZoneID: String]
  /// The hub's seal over the entries of each zone, when the request asked for seals, see
  /// `SealedRun`.
  public var seals: [ZoneID: [UInt8]]
  /// Those zones of `PullRequest.had` in which the restored hub does not know the account as a
  /// participant. Nobody has removed it.
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
  /// The cut no longer holds, because a grant or the log's floor has changed: start again without
  /// one.
  case restart
  /// The hub was restored: discard what was pulled, keep what is pending, and start with this
  /// epoch.
  case epoch(String)
  /// The replica's incarnation belongs to another account.
  case foreignReplica
}
