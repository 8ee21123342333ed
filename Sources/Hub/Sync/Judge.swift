import SyncProtocol

/// Judges one change set against the schema, the grants and what is there, deny by default, as if
/// its author were hostile. Throws a `Refusal`; else the draft holds what the change set does.
///
/// In this order; each step has one reason to refuse:
///
/// 1. `checkPreconditions`: what it relied on is still so (`precondition`).
/// 2. `judge`, for each mutation: its form and its author's right (`check`, `access`), then what
///    its kind does (`Judge+Mutations`), following what has moved since (`Judge+Following`).
/// 3. `checkBlobNames`: whoever names a file has uploaded it, or can read it (`unknown`).
/// 4. `checkAppendOnly`: what is written once is not taken away (`appendOnly`).
/// 5. `resolveReferences`: what it refers to is there (`References`).
/// 6. `settleDepartures`: who refers to what it takes away is looked after, and so are the
///    references of what comes back for them (`References`).
/// 7. `settleZones`: zones that die leave nobody without one (`Zones`).
/// 8. `checkRewritten`, `checkTrees`, `checkUnique`: the rules over what will be stored
///    (`Judge+Rules`).
/// 9. `checkRecords`: whoever owns what grows may own so much (`limit`).
///
/// The limits of what may be written at once are the draft's, which alone knows how much that is.
struct Judge {
  let schema: SyncSchema
  let draft: Draft
  let author: AccountID
  let changeSet: ChangeSet
  /// The change set's stamp, with the time the hub accepts.
  let stamp: Stamp
  let now: Int64
  /// The files that the change set names are taken for the author's own.
  let vouchesForBlobs: Bool
  /// The hub was restored from a backup, and hears again of what it has lost.
  let isRecovering: Bool
  /// Where it is counted by which rules was judged, if anywhere.
  let paths: JudgedPaths?

  /// Zones made by this change set.
  var createdZones: Set<ZoneID> = []
  /// Roots deleted by this change set, with where their zones were merged.
  var dyingZones: [(zone: ZoneID, mergedInto: ZoneID?)] = []
  /// Zones that a mutation was judged in, after following: the answer names them.
  var touchedZones: Set<ZoneID> = []
  /// Records whose references must be looked at, with the registers to look at; `nil` for all.
  var unresolved: [(place: RecordPlace, registers: Set<String>?)] = []
  /// Records that left their zone, with the mutation that took them.
  var departed: [(record: HubRecord, isMove: Bool)] = []
  /// Records that have followed what they are part of into another zone.
  var relocated: Set<RecordKey> = []
  /// Aggregates in which the hub has rewritten references.
  var rewritten: [RecordPlace: Set<String>] = [:]
  /// How much the draft held when the references were last looked at.
  var resolvedPutCount = 0
  var roles: [ZoneID: Role] = [:]
  /// Zones that the author was in when judging began.
  private let readable: Set<ZoneID>

  init(
    schema: SyncSchema, draft: Draft, author: AccountID,
    changeSet: ChangeSet, stamp: Stamp, now: Int64, vouchesForBlobs: Bool,
    isRecovering: Bool, access: [ZoneAccess], paths: JudgedPaths? = nil
  ) {
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
    try checkRecords()
  }

  private func checkPreconditions() throws {
    if isPlanted(.preconditionIgnored) { return }
    for precondition in changeSet.preconditions {
      switch precondition {
      case .zone(let id, let head):
        // Whoever is not in a zone hears nothing of it, not even that its head is another.
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

  /// Append-only records are deleted with their zone and in no other way.
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
