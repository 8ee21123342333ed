import SyncProtocol
import Synchronization
import Threads

/// The authority of a household's sync: it orders and judges what replicas push, and passes it on.
///
/// Synchronous: a call runs on the caller's thread, and `push` waits for the disk. The hub does not
/// know the domain; all its checks follow from the schema.
public final class Hub: Sendable {
  /// How long after a restore the hub waits for records that it does not know to be handed back.
  public static let recoveryMilliseconds: Int64 = 24 * 3600 * 1000
  /// The approximate limit, in bytes, of what one change set may write to the logs. A reply with
  /// all its parts then stays below what a client accepts (128 MiB).
  public static let maxWrittenBytes = 96 << 20
  let maxWrittenBytes: Int
  /// Counts the rules by which change sets are judged; `nil` if nobody counts them.
  let paths: JudgedPaths?
  /// The limits for one account.
  public let limits: AccountLimits
  private let rate: MutationRate

  /// How far shared zones are withheld during a pause of sharing.
  enum Pause: Sendable {
    case none
    /// They can be read but not written.
    case reading
    /// They are not even shown.
    case hiding
  }

  public let store: any HubStore
  public let schema: SyncSchema
  /// Seals the entries that replicas keep; `nil` if nothing is sealed.
  let sealing: SealingKey?
  /// Asked before every action of sharing.
  let gate: SharingGate
  /// The names of each table's aggregates, for tables that have any.
  let aggregates: [String: Set<String>]
  let now: @Sendable () -> Int64
  let freshEntries = Lock(FreshEntries())
  let keptSeals = Lock(KeptSeals())
  /// The latest time passed to `removeDeletedContent`, milliseconds since 1970.
  let contentRemovedBefore = Lock<Int64>(0)
  /// The pause when the flag was last read, `nil` if the flag has changed since; and the number of
  /// changes, so that a value read before a change is not stored after it.
  let pauseAsRead = Lock<(pause: Pause?, changes: Int)>((nil, 0))
  private let observers = Lock<[@Sendable (Notice) -> Void]>([])
  private let foundDamage = Atomic(false)
  /// What those may add who may only add, by account.
  let additions: MutationRate

  /// Makes a hub.
  ///
  /// - Parameters:
  ///   - isSharingOpen: `false` lets nobody invite or join, whatever the flag in the store says.
  ///   - maxWrittenBytes: see `Hub.maxWrittenBytes`.
  ///   - limits: the limits for one account.
  ///   - sealing: seals the entries that replicas keep and hand back after a restore. Requires a
  ///     call of `announceSealingKey`.
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

  /// - Parameter paths: counts the rules by which change sets are judged.
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
    additions = MutationRate(perDay: limits.maxAdditionsPerDay)
    aggregates = schema.tables.reduce(into: [:]) { found, table in
      let names = table.registers.filter { $0.rule == .aggregate }.map(\.name)
      if !names.isEmpty { found[table.name] = Set(names) }
    }
    gate = SharingGate(isStarted: isSharingOpen)
    self.now = now
  }

  /// Counts the mutations of a push against the account's rate per minute. Returns `nil` if the
  /// push may be judged, otherwise the number of seconds after which to send it again.
  package func wait(forMutations count: Int, of account: AccountID) -> Int? {
    rate.take(count, by: account, now: now())
  }

  /// Whether the store was found to be damaged, see `HubMaintenance.damage()`.
  public var isDamaged: Bool { foundDamage.load(ordering: .relaxed) }

  /// Notes the result of a check of the whole store.
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

  /// The id and stamp of a change set that the hub makes itself.
  ///
  /// - Parameter account: the account for which it is made: the stamp is later than everything that
  ///   the account has seen.
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
