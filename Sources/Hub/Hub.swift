import SyncProtocol
import Synchronization
import Threads

/// The authority of a household's sync: orders and judges what replicas push, and hands it on.
///
/// Synchronous: a call runs on the caller's thread, and `push` waits for the disk. The domain is
/// unknown to it; everything it checks comes from the schema.
public final class Hub: Sendable {
  /// After a restore, how long a record nobody has heard of may still arrive.
  public static let recoveryMilliseconds: Int64 = 24 * 3600 * 1000
  /// What one change set may write, roughly: what its parts of the logs take. A reply that carries
  /// them stays below what a client takes in (128 MiB).
  public static let maxWrittenBytes = 96 << 20
  let maxWrittenBytes: Int
  /// Where it is counted by which rules was judged, if anywhere.
  let paths: JudgedPaths?
  /// What one account may take.
  public let limits: AccountLimits
  private let rate: MutationRate

  /// What a pause of sharing leaves of what is shared.
  enum Pause: Sendable {
    case none
    /// It can be read.
    case reading
    /// It cannot be seen.
    case hiding
  }

  public let store: any HubStore
  public let schema: SyncSchema
  /// Seals what replicas keep of what they are told; `nil`: nothing is sealed.
  let sealing: SealingKey?
  /// Asked before anything of sharing happens.
  let gate: SharingGate
  /// The registers of each table that are aggregates, for tables that have any.
  let aggregates: [String: Set<String>]
  let now: @Sendable () -> Int64
  let freshEntries = Lock(FreshEntries())
  let keptSeals = Lock(KeptSeals())
  /// The latest moment that `removeDeletedContent` was told; milliseconds since 1970.
  let contentRemovedBefore = Lock<Int64>(0)
  /// What of sharing was paused when the flag was last read; `nil` when it has changed since.
  /// Counts the changes, so that what was read before one does not stand after it.
  let pauseAsRead = Lock<(pause: Pause?, changes: Int)>((nil, 0))
  private let observers = Lock<[@Sendable (Notice) -> Void]>([])
  private let foundDamage = Atomic(false)

  /// - Parameters:
  ///   - isSharingOpen: `false`: nobody is invited or joins, whatever the flag in the store says.
  ///   - maxWrittenBytes: what one change set may write, see there.
  ///   - limits: what one account may take.
  ///   - sealing: seals what replicas keep, to hand it back after a restore. `announceSealingKey`
  ///    must have been called.
  ///   - now: the wall clock, milliseconds since 1970.
  public convenience init(
    store: any HubStore, schema: SyncSchema, isSharingOpen: Bool = true,
    maxWrittenBytes: Int = Hub.maxWrittenBytes, limits: AccountLimits = AccountLimits(),
    sealing: SealingKey? = nil, now: @escaping @Sendable () -> Int64 = WallClock.nowMilliseconds
  ) {
    self.init(
      store: store, schema: schema, isSharingOpen: isSharingOpen,
      maxWrittenBytes: maxWrittenBytes, limits: limits, sealing: sealing, noting: nil, now: now)
  }

  /// - Parameter paths: counts by which rules is judged.
  package init(
    store: any HubStore, schema: SyncSchema, isSharingOpen: Bool = true,
    maxWrittenBytes: Int = Hub.maxWrittenBytes, limits: AccountLimits = AccountLimits(),
    sealing: SealingKey? = nil, noting paths: JudgedPaths?, now: @escaping @Sendable () -> Int64
  ) {
    self.paths = paths
    self.store = store
    self.schema = schema
    self.maxWrittenBytes = maxWrittenBytes
    self.limits = limits
    self.sealing = sealing
    rate = MutationRate(perMinute: limits.maxMutationsPerMinute)
    aggregates = schema.tables.reduce(into: [:]) { found, table in
      let names = table.registers.filter { $0.rule == .aggregate }.map(\.name)
      if !names.isEmpty { found[table.name] = Set(names) }
    }
    gate = SharingGate(isStarted: isSharingOpen)
    self.now = now
  }

  /// Takes the mutations of a push from what its account may send in a minute. Returns `nil` when
  /// it may be judged, else after how many seconds to send it again.
  package func wait(forMutations count: Int, of account: AccountID) -> Int? {
    rate.take(count, by: account, now: now())
  }

  /// Whether what is stored was found to be damaged, see `HubMaintenance.damage()`.
  public var isDamaged: Bool { foundDamage.load(ordering: .relaxed) }

  /// Notes what a look at all that is stored has found.
  public func note(isDamaged: Bool) { foundDamage.store(isDamaged, ordering: .relaxed) }

  /// Calls `observer` after every commit, on the committing thread. It must not wait.
  public func observe(_ observer: @escaping @Sendable (Notice) -> Void) {
    observers.withLock { $0.append(observer) }
  }

  func announce(_ notice: Notice) {
    guard !notice.isEmpty else { return }
    if notice.isAboutFlags { pauseAsRead.withLock { $0 = (nil, $0.changes + 1) } }
    for observer in observers.withLock({ $0 }) { observer(notice) }
  }

  /// A change set that the hub makes itself: its id and stamp.
  ///
  /// - Parameter account: who it is made for: it comes after everything that they have seen.
  func ownStamp(_ writer: any HubWriter, for account: AccountID) throws -> Stamp {
    var state = try writer.state()
    state.lastNumber += 1
    let moment = now()
    let latest = max(state.clock, try writer.latestTime(seenBy: account))
    let time = HybridClock.clamp(
      max(latest.next, HybridTime(milliseconds: moment)), nowMilliseconds: moment,
      latest: latest)
    state.clock = max(state.clock, time)
    try writer.setState(state)
    return Stamp(
      time: time,
      changeSet: ChangeSetID(replica: "hub-\(state.epoch)", number: state.lastNumber))
  }
}
