import Backends
import HearthDomain
import Household
import HubWeb
import Intake
import Replica
import ReplicaHTTP
import SQLite
import SyncProtocol
import Threads
import Web

/// A device's replica for the web pages: all reads are local, and writes are stored here and sent
/// when the hub can be reached.
final class DeviceReplica: Workspace, PendingWork {
  private let file: ReplicaFile
  private let transport: FilesFirst
  private let loop: SyncLoop
  private let readers: ThreadPool
  private let cache: FileCache
  private let waiting: WaitingChanges
  /// Joins to be made when the hub can be asked.
  private let joins: DeviceJoins
  private let name: DeviceName
  private let flags: DeviceFlags
  private let hub: HTTPHubClient
  private let running = Lock<Task<Void, Never>?>(nil)
  private let joining = Lock<Task<Void, Never>?>(nil)
  private let asking = Lock<Task<Void, Never>?>(nil)
  private let sources: DomainSources
  private let upkeep = Lock<Task<Void, Never>?>(nil)
  private let flagNews = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let reached = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private let watch = Lock<[Observation]>([])
  /// When the last sync requested here was completed; the loop does not know of these.
  private let askedSync = Lock<Int64?>(nil)
  private let now: @Sendable () -> Int64
  private static let upkeepInterval = Duration.seconds(24 * 3600)

  var accountID: AccountID { file.accountID }
  var pendingWork: (any PendingWork)? { self }

  init(
    file: ReplicaFile, transport: FilesFirst, joins: DeviceJoins, name: DeviceName,
    flags: DeviceFlags,
    hub: HTTPHubClient,
    photos: FileStore, readers: ThreadPool, sources: DomainSources,
    now: @escaping @Sendable () -> Int64
  ) {
    self.file = file
    self.transport = transport
    self.joins = joins
    self.name = name
    self.flags = flags
    self.hub = hub
    self.readers = readers
    self.sources = sources
    self.now = now
    cache = FileCache(file: file, photos: photos)
    waiting = WaitingChanges(file)
    let signal = flagNews.continuation
    loop = SyncLoop(
      file: file, transport: transport, now: now, onFlags: { signal.yield() })
  }

  /// Starts syncing with the hub, and removing files of homes that were taken away.
  func start() {
    let (cache, readers) = (cache, readers)
    // If no thread is free, the next start tries again.
    _ = readers.submit { cache.start() }
    let signal = reached.continuation
    let changes = file.observe { notice in
      let looked = HearthDomain.rootTables.union(HearthDomain.fileTables)
      guard !notice.tables.isDisjoint(with: looked) else { return }
      _ = readers.submit { cache.look() }
    }
    let (flags, flagSignal) = (flags, flagNews.continuation)
    let status = loop.observe { status in
      guard case .synced = status.connection else { return }
      signal.yield()
      if flags.exposure.needsRefresh { flagSignal.yield() }
    }
    // Joins refused because sharing was closed are asked again when sharing changes.
    let opened = flags.observe { signal.yield() }
    watch.withLock { $0 = [changes, status, opened] }
    let news = flagNews.stream
    asking.withLock {
      $0 = Task { [flags, hub] in for await _ in news { await flags.refresh(via: hub) } }
    }
    let loop = loop
    running.withLock { $0 = Task { await loop.run() } }
    let stream = reached.stream
    joining.withLock {
      $0 = Task { [self] in
        for await _ in stream where await join(knowing: flags.exposure.news) { loop.wake() }
      }
    }
    startUpkeep()
  }

  /// Erases what has been deleted: at once, and then once a day.
  private func startUpkeep() {
    upkeep.withLock {
      $0 = Task { [file, readers, sources] in
        while !Task.isCancelled {
          // After a failure, as on a full disk, the next day tries again.
          try? await readers.run {
            try file.removeDeleted { try HearthDomain.eraseRemoved($0, now: $1, sources) }
          }
          // Throws only when the device stops, which ends the loop.
          try? await Task.sleep(for: Self.upkeepInterval)
        }
      }
    }
  }

  /// Stops syncing and returns when the current request has ended; pending changes stay in the
  /// file.
  func stop() async {
    loop.stop()
    watch.withLock { $0 = [] }
    reached.continuation.finish()
    flagNews.continuation.finish()
    upkeep.withLock { $0 }?.cancel()
    await upkeep.withLock { $0 }?.value
    await running.withLock { $0 }?.value
    await joining.withLock { $0 }?.value
    await asking.withLock { $0 }?.value
  }

  /// Tells the hub a name that waits, and makes the waiting joins. Returns whether a sync is
  /// worthwhile because a home was joined.
  ///
  /// - Parameter news: the sharing news known here; `nil` also asks for joins refused because
  ///   sharing was closed.
  private func join(knowing news: SharingNews?) async -> Bool {
    // If the hub does not answer or the file cannot be read now, it is told the next time.
    try? await name.send(from: file, via: hub)
    do {
      return try await joins.redeem(of: accountID, via: hub, knowing: news)
    } catch {
      // The outcome could not be stored. The join is asked again, which joins nothing twice.
      return true
    }
  }

  /// Whether the hub has ended this device's session.
  var isSignedOut: Bool { loop.status.connection == .signedOut }

  var syncState: SyncState {
    // If the file cannot be read now, the loop's last counts are shown.
    let counts = try? file.status()
    let status = loop.status
    let refused = counts?.parkedCount ?? status.refusedCount
    let pending = counts?.pendingCount ?? status.pendingCount
    // Nothing pending can be sent before this program is upgraded.
    if status.connection == .outdated { return .outdated }
    if refused > 0 { return .refused(refused, waiting: pending) }
    if pending > 0 { return .pending(pending) }
    switch status.connection {
    case .synced: return .synced
    case .starting: return hasSynced(since: 0) ? .synced : .syncing
    case .syncing, .waiting: return .syncing
    case .offline(let since, _): return hasSynced(since: since) ? .synced : .offline
    case .signedOut, .outdated, .failing: return .offline
    }
  }

  private func hasSynced(since: Int64) -> Bool {
    askedSync.withLock { $0.map { $0 >= since } ?? false }
  }

  /// Pulls only if the replica has never heard from its hub; otherwise the loop keeps it up to
  /// date.
  func refresh() async throws {
    guard try await readers.run({ [file] in try file.status().isEmpty }) else { return }
    try await file.pull(via: transport)
  }

  func read<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    try await readers.run { [file] in try file.read(body) }
  }

  func tend(_ step: @escaping @Sendable (Connection) throws -> Bool) async throws -> Bool {
    try await readers.run { [file] in try file.derive(step) }
  }

  func hiddenZones() async throws -> HiddenZones? {
    guard try file.isHiding else { return nil }
    return try await readers.run { [file] in try file.hiddenZones() }
  }

  func hides(anyOf ids: Set<String>) async throws -> Bool {
    try await readers.run { [file] in try file.hides(anyOf: ids) }
  }

  /// Writes that rely on the state of zones or of the account are confirmed by the hub first; all
  /// others are sent later.
  func write<Result: Sendable>(
    relyingOn reliance: Replica.Reliance,
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    if reliance.zones.isEmpty && !reliance.accountList { return try await file.write(body) }
    return try await file.confirm(relyingOn: reliance, via: transport, body)
  }

  var version: String {
    let obstacle = obstacle.map { "\($0)" } ?? ""
    return """
      \(file.changeNumber) \(syncState) \(obstacle) \(unsentFileCount) \
      \(flags.exposure.news.version)
      """
  }

  func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
    let changes = file.observe { _ in body() }
    let status = loop.observe { _ in body() }
    let joined = joins.observe(body)
    let flags = flags.observe(body)
    return Observation { withExtendedLifetime((changes, status, joined, flags)) {} }
  }

  func syncNow() async {
    do {
      // A person who requests a sync may know that sharing is open again.
      await flags.refresh(via: hub)
      try await readers.run { [file] in try file.resumePaused() }
      try await file.sync(via: transport)
      if await join(knowing: nil) { try await file.sync(via: transport) }
      askedSync.withLock { $0 = now() }
    } catch {
      // The loop meets the same error and shows it; pending changes stay.
    }
    loop.wake()
  }

  func catchUp() async throws { try await file.sync(via: transport) }

  // MARK: What waits

  var obstacle: SyncObstacle? {
    switch loop.status.connection {
    case .waiting(let until): .waiting(until: until)
    case .failing: .failing
    case .starting, .syncing, .synced, .offline, .signedOut, .outdated: nil
    }
  }

  var unsentFileCount: Int { transport.unsent.count }

  var lastSyncedAt: Int64? {
    // If the file cannot be read now, there is no time to show.
    (try? file.status())?.lastContactAt
  }

  func pendingChanges() async throws -> [ChangeSetNote] {
    let hidden = try await hiddenZones()
    return try await allPending().filter { hidden?.conceal($0.changeSet) != true }
  }

  func waitingMutations() async throws -> WaitingMutations {
    // What is hidden seldom is, so that is filtered each time.
    guard try await hiddenZones() == nil else {
      return WaitingMutations(try await pendingChanges().flatMap(\.changeSet.mutations))
    }
    return try await readers.run { [file, waiting] in try file.readAll(waiting.read) }
  }

  func hiddenChangeCount() async throws -> Int {
    guard let hidden = try await hiddenZones() else { return 0 }
    return try await allPending().count { hidden.conceal($0.changeSet) }
      + allRefused().count { hidden.conceal($0.changeSet) }
  }

  private func allPending() async throws -> [ChangeSetNote] {
    try await readers.run { [file] in
      try file.readAll { connection in
        try connection.query(
          """
          SELECT body, writtenAt FROM syncPending WHERE \(ChangeSetState.isPending)
          ORDER BY number
          """
        ) { row in
          ChangeSetNote(
            changeSet: try ChangeSet(wireBytes: row.blob(0)), writtenAt: row.integer(1))
        }
      }
    }
  }

  func pausedNumbers() async throws -> Set<Int64> {
    try await readers.run { [file] in try file.pausedNumbers() }
  }

  func refusedChanges() async throws -> [ParkedChange] {
    let hidden = try await hiddenZones()
    return try await allRefused().filter { hidden?.conceal($0.changeSet) != true }
  }

  private func allRefused() async throws -> [ParkedChange] {
    try await readers.run { [file] in try file.parkedChanges() }
  }

  /// Throws if a refused change concerns a hidden home.
  private func requireShown(_ number: Int64) async throws {
    guard let hidden = try await hiddenZones(),
      let change = try await allRefused().first(where: { $0.number == number })
    else { return }
    if hidden.conceal(change.changeSet) { throw ReplicaError.noSuchParkedChange }
  }

  func retry(_ number: Int64) async throws {
    try await requireShown(number)
    try await readers.run { [file] in try file.retry(parked: number) }
    loop.wake()
  }

  func discard(_ number: Int64) async throws {
    try await requireShown(number)
    try await readers.run { [file] in try file.discard(parked: number) }
  }

  func discardForgotten(_ home: ZoneID) async throws {
    try await readers.run { [file] in try file.discardForgotten(home) }
  }
}
