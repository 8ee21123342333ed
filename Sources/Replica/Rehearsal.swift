import SQLite
import SyncProtocol

/// Large hub-confirmed transactions beside the hub, such as the parts of an import; their change
/// set is `rehearsed`.
///
/// The transaction stays open while the hub judges the change set, and is committed when the hub
/// has stored exactly what was written here. Nobody sees it before. So nothing is written, encoded,
/// decoded or indexed twice.
///
/// Any other answer, and any other use of this replica meanwhile, rolls it back. Then it is handled
/// like every other: stored, sent, pulled.
extension Replica {
  /// Whether a transaction is open that waits for the hub's answer.
  var isRehearsing: Bool { underWay?.state == .rehearsed(isOpen: true) }

  /// The number of mutations from which a transaction counts as large; the next is expected to be
  /// so too.
  public static let minLargeMutations = 200
  /// The cache during a large transaction, in KiB; given back afterwards.
  static let openCacheKibibytes = Connection.largeCacheKibibytes
  /// While large transactions follow each other, the write-ahead log is moved into the file when it
  /// has this many pages (64 MiB).
  ///
  /// The transactions change the same index pages again and again, and each fills some 16 MiB.
  /// Later small transactions move the rest.
  private static let openCheckpointPages = Connection.largeCheckpointPages

  /// Does the same as `prepare`, but keeps the rehearsal open if a large one is expected.
  ///
  /// - Returns: the use case's result, whether there is anything to send, and whether
  ///   `rehearsalRequest` sends it.
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
    // The number is used up before the hub can learn of it, so that it is not used again after a
    // crash.
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

  /// Runs `body` with a larger cache: a rehearsal that fits is rolled back without ever being
  /// written out.
  private func withOpenCache<Result>(_ body: () throws -> Result) throws -> Result {
    guard !environment.isAttended else { return try body() }
    try connection.setCache(kibibytes: Self.openCacheKibibytes)
    defer {
      // If this fails, the cache stays larger and costs memory, nothing else.
      try? connection.setCache(kibibytes: Connection.standardCacheKibibytes)
    }
    return try body()
  }

  private func setCheckpoint(pages: Int) throws {
    guard pages != checkpointPages else { return }
    try connection.setCheckpoint(pages: pages)
    checkpointPages = pages
  }

  /// Whether this replica shows the confirmed state and nothing else.
  private func canStayOpen() throws -> Bool {
    guard !state.epoch.isEmpty, try !tables.hasQuarantined() else { return false }
    return try connection.first("SELECT 1 FROM syncPending LIMIT 1") { _ in true } == nil
  }

  /// Whether the hub's effect of a mutation is the whole record, stored in a single row.
  private func isPlainInsert(_ mutation: Mutation) -> Bool {
    guard mutation.kind == .insert, let table = schema.table(mutation.table) else { return false }
    return !table.isRoot && tables.isPlain(mutation.table)
  }

  /// The request that sends the open rehearsal to the hub; `nil` if there is none.
  package func rehearsalRequest() throws -> PushRequest? {
    guard isRehearsing, let changeSet = underWay?.changeSet else { return nil }
    let id = changeSet.id
    return PushRequest(
      epoch: state.epoch, replica: id.replica,
      acknowledged: min(try acknowledged(of: id.replica), id.number - 1), changeSets: [changeSet])
  }

  /// Does the rest of the work while the hub judges: indexing, and encoding the change set.
  package func finishRehearsal() throws {
    guard isRehearsing, let changeSet = underWay?.changeSet else { return }
    do {
      try observer?.recordsChanged(changedKeys, in: connection)
      // A search index keeps its words in memory until the next savepoint or the commit; this
      // savepoint saves time at the commit, for which somebody waits.
      try connection.savepoint {}
      // The form that is kept for a restored hub.
      underWay?.body = changeSet.wireBytes
    } catch {
      abandonRehearsal()
      throw error
    }
  }

  /// Takes in the hub's answer. An accepted rehearsal waits for `keepRehearsal`; any other is
  /// rolled back. After `wait` it is stored, and sent again like any other transaction.
  ///
  /// - Parameter response: `nil` if none arrived.
  package func receiveRehearsal(
    _ response: PushResponse?, to request: PushRequest
  ) throws -> Confirmation {
    guard let changeSet = request.changeSets.first else { return .wait }
    // Something else may have used the replica meanwhile.
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
    // The new transaction first rolls back the open one.
    return try transaction {
      if let contact { try noteContact(hubMilliseconds: contact) }
      if actions.contains(.renumber) { try renewIncarnation() }
      try store(next, of: changeSet, from: before)
      try state.save(connection)
      return actions.confirmation
    }
  }

  /// Commits the accepted rehearsal if the pulled page brings exactly what was written here and
  /// nothing else. Otherwise rolls it back and returns `false`; its effects must then be pulled.
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

  /// Keeps an accepted change set whose rehearsal was rolled back here, in case the hub is restored
  /// to a state before it.
  func keepAccepted(_ changeSet: ChangeSet) throws {
    try transaction { _ = try handle(.pulled, changeSet, in: .rehearsed(isOpen: false)) }
  }

  /// Rolls back the open rehearsal, if there is one: something else needs the replica, or the hub
  /// has stored something else.
  func interruptRehearsal() throws {
    guard isRehearsing, let underWay else { return }
    if try underWay.state.next(.interrupted).1.contains(.rollBack) { abandonRehearsal() }
  }

  /// Rolls back the open rehearsal and discards everything that belongs to it.
  package func abandonRehearsal() {
    capture.end()
    underWay = nil
    changedKeys = []
    connection.rollback()
    // The rollback also undoes what a pull has staged or deleted meanwhile, so the pull starts
    // anew.
    pullSession = nil
    // If this fails, the cache stays larger than needed.
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

  /// Whether a whole record is that of an insert, with defaults for the registers it does not name.
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
