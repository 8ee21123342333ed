import SQLite
import SyncProtocol

/// Large hub-confirmed transactions beside the hub, such as the parts of an import: the change set
/// is `rehearsed`. Its transaction stays open while the hub judges it. It is committed when the hub
/// has stored exactly what was written here; nobody sees it before. So nothing is written, encoded,
/// decoded or indexed twice.
///
/// Whatever else happens to this replica meanwhile, and any other answer, rolls it back; then it
/// goes the way of all others: stored, sent, pulled.
extension Replica {
  /// Whether a transaction is open that waits for the hub.
  var isRehearsing: Bool { underWay?.state == .rehearsed(isOpen: true) }

  /// After a transaction of fewer mutations the next one is expected to be small, too.
  public static let minLargeMutations = 200
  /// What is written lies all over the indexes, and would be written out and read again before the
  /// commit. Given back after it.
  static let openCacheKibibytes = 32 << 10
  /// Pages of the write-ahead log, 64 MiB, after which they are moved into the file while large
  /// transactions follow each other: these change the same pages of the indexes again and again,
  /// and each fills some 16 MiB. Small ones afterwards move what is left.
  private static let openCheckpointPages = 16_000

  /// Does what `prepare` does, and keeps the rehearsal open when a large one is to be expected.
  ///
  /// - Returns: what the use case returned, whether there is anything to send, and whether it is
  ///   `rehearsalRequest` that sends it.
  package func prepareOpen<Result>(
    relyingOn reliance: Reliance, _ body: (WriteTransaction) throws -> Result
  ) throws -> (Result, hasChanges: Bool, isOpen: Bool) {
    guard !environment.isAttended, lastConfirmedCount >= environment.minLargeMutations,
      try canStayOpen()
    else {
      try setCheckpoint(pages: ReplicaFile.checkpointPages)
      let (result, hasChanges) = try withOpenCache { try prepare(relyingOn: reliance, body) }
      return (result, hasChanges, false)
    }
    try setCheckpoint(pages: Self.openCheckpointPages)
    guard try confirming() == nil else { throw ReplicaError.confirmationUnderWay }
    try checkDrained(reliance.zones)
    try settleIncarnation()
    // The number is used up before the hub can hear of it: a crash must not let it be used again.
    let time = try transaction {
      state.lastNumber += 1
      let time = tick()
      try state.save(connection)
      return time
    }
    let number = state.lastNumber
    changedKeys = []
    pullSession = nil
    try connection.setCache(kibibytes: Self.openCacheKibibytes)
    try connection.begin()
    do {
      let (result, changes) = try captured(body)
      lastConfirmedCount = changes.count
      guard !changes.isEmpty else {
        abandonRehearsal()
        return (result, false, false)
      }
      let changeSet = try makeChangeSet(
        changes.compactMap(\.mutation), number: number, time: time,
        preconditions: try preconditions(reliance))
      guard changeSet.mutations.allSatisfy(isPlainInsert), !connection.hasUnresolvedForeignKeys
      else {
        abandonRehearsal()
        try store(confirming: changeSet)
        return (result, true, false)
      }
      changedKeys = Set(changeSet.mutations.lazy.map(\.key))
      underWay = UnderWay(
        changeSet: changeSet, state: try ChangeSetState.gone.next(.rehearsed).0)
      return (result, true, true)
    } catch {
      abandonRehearsal()
      throw error
    }
  }

  /// A rehearsal is rolled back: what fits the cache is then never written out at all.
  private func withOpenCache<Result>(_ body: () throws -> Result) throws -> Result {
    guard !environment.isAttended else { return try body() }
    try connection.setCache(kibibytes: Self.openCacheKibibytes)
    defer {
      // A cache that stays larger costs memory and nothing else.
      try? connection.setCache(kibibytes: Connection.standardCacheKibibytes)
    }
    return try body()
  }

  private func setCheckpoint(pages: Int) throws {
    guard pages != checkpointPages else { return }
    try connection.setCheckpoint(pages: pages)
    checkpointPages = pages
  }

  /// What is shown here is what the hub has confirmed, and nothing else.
  private func canStayOpen() throws -> Bool {
    guard !state.epoch.isEmpty, try !tables.hasQuarantined() else { return false }
    return try connection.first("SELECT 1 FROM syncPending LIMIT 1") { _ in true } == nil
  }

  /// What the hub tells of such a mutation is the whole record, and needs no more than its row.
  private func isPlainInsert(_ mutation: Mutation) -> Bool {
    guard mutation.kind == .insert, let table = schema.table(mutation.table) else { return false }
    return !table.isRoot && tables.isPlain(mutation.table)
  }

  /// The open rehearsal on its way to the hub.
  package func rehearsalRequest() throws -> PushRequest? {
    guard isRehearsing, let changeSet = underWay?.changeSet else { return nil }
    let id = changeSet.id
    return PushRequest(
      epoch: state.epoch, replica: id.replica,
      acknowledged: min(try acknowledged(of: id.replica), id.number - 1), changeSets: [changeSet])
  }

  /// Does what must be done besides, while the hub judges.
  package func finishRehearsal() throws {
    guard isRehearsing, let changeSet = underWay?.changeSet else { return }
    do {
      try observer?.recordsChanged(changedKeys, in: connection)
      // A search index keeps its words in memory until the next savepoint or the commit, for which
      // somebody waits.
      try connection.savepoint {}
      // As it is kept for a hub that is restored.
      underWay?.body = changeSet.wireBytes
    } catch {
      abandonRehearsal()
      throw error
    }
  }

  /// Takes in the hub's answer. Accepted, the rehearsal waits for `keepRehearsal`; else it is
  /// rolled back. After `wait` it is stored and sent again as any other.
  ///
  /// - Parameter response: `nil` when it did not arrive.
  package func receiveRehearsal(
    _ response: PushResponse?, to request: PushRequest
  ) throws -> Confirmation {
    guard let changeSet = request.changeSets.first else { return .wait }
    // Somebody else may have used the replica meanwhile.
    let isOpen = isRehearsing && underWay?.changeSet.id == changeSet.id
    let before = ChangeSetState.rehearsed(isOpen: isOpen)
    var event = ChangeSetState.Event.unanswered
    var contact: Int64?
    if response == .foreignReplica { event = .numberTaken }
    if case .answers(let answers, let now)? = response, let answer = answers.first {
      event = .answered(answer, .author)
      if answer != .wait { contact = now }
    }
    let (next, actions) = try before.next(event)
    guard next != before else { return actions.confirmation }
    // A transaction of its own rolls back what is open.
    return try transaction {
      if let contact { try noteContact(hubMilliseconds: contact) }
      if actions.contains(.renumber) { try renewIncarnation() }
      try store(next, of: changeSet, from: before)
      try state.save(connection)
      return actions.confirmation
    }
  }

  /// Commits the accepted rehearsal when the hub tells of it and of nothing else, just as it was
  /// written here; else rolls it back, and returns `false`: then it is to be pulled.
  package func keepRehearsal(_ response: PullResponse, to request: PullRequest) throws -> Bool {
    guard isRehearsing, let open = underWay else { return false }
    do {
      guard case .page(let page) = response, request.cut == nil,
        pullSession?.serial == request.serial,
        try isPlanted(.rehearsalKeptRegardless) || isJust(open, page), let body = open.body
      else {
        try interruptRehearsal()
        return false
      }
      for entry in page.entries {
        state.clock.observe(entry.clock)
        try connection.execute(
          "UPDATE syncZones SET sequence = ? WHERE id = ?", .integer(entry.sequence),
          .text(entry.zone))
      }
      state.accountSequence = page.cut.accountSequence
      try noteContact(hubMilliseconds: page.nowMilliseconds)
      let (next, actions) = try open.state.next(.pulled)
      try store(next, of: open.changeSet, from: open.state, body: body)
      try state.save(connection)
      if actions.contains(.commit) { try connection.commit() }
    } catch {
      abandonRehearsal()
      state = try StateRow.reload(connection)
      throw error
    }
    (underWay, pullSession) = (nil, nil)
    try connection.setCache(kibibytes: Connection.standardCacheKibibytes)
    return true
  }

  /// Keeps a change set that the hub has accepted and that was rolled back here, for a hub that was
  /// restored to before it.
  func keepAccepted(_ changeSet: ChangeSet) throws {
    try transaction { _ = try handle(.pulled, changeSet, in: .rehearsed(isOpen: false)) }
  }

  /// Rolls back what is open, if anything is: somebody else needs the replica, or the hub has
  /// stored something else.
  func interruptRehearsal() throws {
    guard isRehearsing, let underWay else { return }
    if try underWay.state.next(.interrupted).1.contains(.rollBack) { abandonRehearsal() }
  }

  /// Rolls back what is open, and lets go of all that belongs to it.
  package func abandonRehearsal() {
    capture.end()
    underWay = nil
    changedKeys = []
    connection.rollback()
    // What a pull that began meanwhile has laid aside, or cleared away, is as it was before.
    pullSession = nil
    // It only holds more memory than it must.
    try? connection.setCache(kibibytes: Connection.standardCacheKibibytes)
  }

  // MARK: Whether the hub has stored just that

  private func isJust(_ open: UnderWay, _ page: PullPage) throws -> Bool {
    guard page.isLast, page.snapshots.isEmpty, page.epoch == state.epoch else { return false }
    let zones = try ZoneRow.all(in: connection)
    guard zones.count == page.cut.zones.count, !zones.contains(where: \.isNew) else { return false }
    let rows = Dictionary(uniqueKeysWithValues: zones.map { ($0.id, $0) })
    let entries = Dictionary(page.entries.map { ($0.zone, $0) }) { first, _ in first }
    guard entries.count == page.entries.count else { return false }
    for head in page.cut.zones {
      guard let row = rows[head.zone], row.grantID == head.grant, row.role == head.role,
        row.kind == head.kind
      else { return false }
      guard let entry = entries[head.zone] else {
        guard head.head == row.sequence else { return false }
        continue
      }
      guard entry.changeSet == open.changeSet.id, entry.sequence == row.sequence + 1,
        head.head == entry.sequence
      else { return false }
    }
    let mutations = open.changeSet.mutations
    if let entry = page.entries.first, entries.count == 1,
      mutations.allSatisfy({ $0.zone == entry.zone })
    {
      return isJust(mutations, entry.effects)
    }
    let written = Dictionary(grouping: mutations, by: \.zone)
    return written.count == entries.count
      && written.allSatisfy { zone, mutations in
        entries[zone].map { isJust(mutations, $0.effects) } ?? false
      }
  }

  private func isJust(_ mutations: [Mutation], _ effects: [Effect]) -> Bool {
    guard mutations.count == effects.count else { return false }
    var table: TableSchema?
    for (mutation, effect) in zip(mutations, effects) {
      if table?.name != mutation.table { table = schema.table(mutation.table) }
      guard let table, effect.kind == .put, effect.table == mutation.table,
        effect.id == mutation.id, effect.versions.isEmpty,
        isJust(mutation.registers, effect.registers, table)
      else { return false }
    }
    return true
  }

  /// Whether a whole record is an insert with the defaults of what that did not name.
  private func isJust(
    _ inserted: SortedMap<FieldValue>, _ whole: SortedMap<FieldValue>, _ table: TableSchema
  ) -> Bool {
    guard whole.count == table.defaults.count else { return false }
    var next = 0
    for (index, (name, value)) in whole.enumerated() {
      if next < inserted.count, inserted[next].key == name {
        guard inserted[next].value == value else { return false }
        next += 1
      } else {
        guard table.defaults[index].key == name, table.defaults[index].value == value else {
          return false
        }
      }
    }
    return next == inserted.count
  }
}
