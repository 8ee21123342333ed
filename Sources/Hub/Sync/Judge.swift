import SyncProtocol

/// Judges one change set against the schema, the grants and the present state.
///
/// Denies by default, as if its author were hostile. Throws a `Refusal`; otherwise the draft holds
/// what the change set does.
///
/// The steps, in this order, each with its reasons to refuse:
///
/// 1. `checkPreconditions`: what it relied on still holds (`precondition`).
/// 2. `judge`, for each mutation: its form and its author's rights (`check`, `access`), then the
///    effect of its kind (`Judge+Mutations`), following moved records (`Judge+Following`).
/// 3. `checkBlobNames`: the author has uploaded each named blob, or can read it (`unknown`).
/// 4. `checkAppendOnly`: append-only records are not deleted (`appendOnly`).
/// 5. `resolveReferences`: the targets of its references exist (`References`).
/// 6. `settleDepartures`: references to deleted and moved records are settled, and the references
///    of records that are revived (`References`).
/// 7. `settleZones`: nobody is left without a zone by the deletion of another (`Zones`).
/// 8. `checkRewritten`, `checkTrees`, `checkUnique`: the rules for what will be stored
///    (`Judge+Rules`).
/// 9. `checkAdditions`, `checkRecords`: who may only add may add so much in a day; the owners of
///    growing zones may have so many records (`limit`).
///
/// The draft checks the limits of what is written at once, because only it knows the amount.
struct Judge {
  let schema: SyncSchema
  let draft: Draft
  let author: AccountID
  let changeSet: ChangeSet
  /// The change set's stamp, with its time as the hub accepts it.
  let stamp: Stamp
  let now: Int64
  /// Whether blobs that the change set names count as the author's own without a check.
  let vouchesForBlobs: Bool
  /// Whether the hub was restored from a backup and is still being handed back what it has lost.
  let isRecovering: Bool
  /// Counts the rules by which change sets are judged; `nil` if nobody counts them.
  let paths: JudgedPaths?
  /// What those may add who may not change what they add to; `nil` for as much as they like.
  let additions: MutationRate?

  /// Zones created by this change set.
  var createdZones: Set<ZoneID> = []
  /// Zones deleted by this change set, each with the zone into which it was merged.
  var dyingZones: [(zone: ZoneID, mergedInto: ZoneID?)] = []
  /// Zones in which mutations were judged, after following moves; the answer names them.
  var touchedZones: Set<ZoneID> = []
  /// Records whose references must be checked, with the registers to check; `nil` for all
  /// registers.
  var unresolved: [(place: RecordPlace, registers: Set<String>?)] = []
  /// Records that have left their zone, and whether they moved or died.
  var departed: [(record: HubRecord, isMove: Bool)] = []
  /// Records that have followed the record that contains them into another zone.
  var relocated: Set<RecordKey> = []
  /// Aggregates in which the hub has rewritten references.
  var rewritten: [RecordPlace: Set<String>] = [:]
  /// The draft's `putCount` when references were last resolved.
  var resolvedPutCount = 0
  var roles: [ZoneID: Role] = [:]
  /// The records that the author has added to tables of which they may change nothing.
  var addedCount = 0
  /// The zones that the author was in when judging began.
  private let readable: Set<ZoneID>

  init(
    schema: SyncSchema, draft: Draft, author: AccountID,
    changeSet: ChangeSet, stamp: Stamp, now: Int64, vouchesForBlobs: Bool,
    isRecovering: Bool, access: [ZoneAccess],
    additions: MutationRate? = nil, paths: JudgedPaths? = nil
  ) {
    self.additions = additions
    self.paths = paths
    readable = Set(access.lazy.filter { $0.grant != nil }.map(\.zone.id))
    self.vouchesForBlobs = vouchesForBlobs
    self.isRecovering = isRecovering
    self.schema = schema
    self.draft = draft
    self.author = author
    self.changeSet = changeSet
    self.stamp = stamp
    self.now = now
  }

  mutating func run() throws {
    try checkPreconditions()
    draft.reserve(changeSet.mutations.count)
    try draft.load(changeSet, readable: readable)
    for mutation in changeSet.mutations { try judge(mutation) }
    try checkBlobNames()
    try checkAppendOnly()
    try resolveReferences()
    try settleDepartures()
    try settleZones()
    try checkRewritten()
    try checkTrees()
    try checkUnique()
    try checkAdditions()
    try checkRecords()
  }

  private func checkPreconditions() throws {
    if isPlanted(.preconditionIgnored) { return }
    for precondition in changeSet.preconditions {
      switch precondition {
      case .zone(let id, let head):
        // An account that is not in a zone learns nothing about it, not even that its head has
        // changed.
        guard let zone = try draft.zone(id), zone.isAlive, zone.head == head,
          try draft.grant(in: id, for: author) != nil || isPlanted(.preconditionTells)
        else {
          throw Refusal(.precondition, nil, id)
        }
      case .account(let sequence):
        if isPlanted(.accountPreconditionIgnored) { continue }
        guard try draft.writer.accountSequence(of: author) == sequence else {
          throw Refusal(.precondition, nil, "zones of the account")
        }
      }
    }
  }

  private mutating func judge(_ mutation: Mutation) throws {
    let key = mutation.key
    guard let table = schema.table(mutation.table) else {
      throw Refusal(.unknownType, key, mutation.table)
    }
    guard isRecordID(mutation.id), isRecordID(mutation.zone) else {
      throw Refusal(.invalid, nil, "id")
    }
    if table.isHubOwned { throw Refusal(.hubOwned, key) }
    if let refusal = table.check(
      mutation.registers, isInsert: mutation.kind == .insert, record: key)
    {
      throw refusal
    }
    switch mutation.kind {
    case .insert where table.isRoot: try createZone(mutation, table)
    case .insert: try insert(mutation, table)
    case .update: try update(mutation, table)
    case .delete: try delete(mutation, table)
    case .move: try move(mutation, table)
    }
  }

  /// Throws if an append-only record is deleted other than with its zone.
  private func checkAppendOnly() throws {
    if isPlanted(.appendOnlyDeleted) { return }
    let dying = Set(dyingZones.map(\.zone))
    for (record, isMove) in departed where !isMove && !dying.contains(record.zone) {
      if schema.table(record.table)?.isAppendOnly == true {
        throw Refusal(.appendOnly, record.key)
      }
    }
  }
}
