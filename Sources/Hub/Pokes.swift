import SyncProtocol
import Threads

/// Tells listeners that something they may read has changed; there is one for each hub.
///
/// A commit finds its listeners with two look-ups and never waits. The zones that an account may
/// read are read from the store only when it starts to listen, and when its list of zones has
/// changed.
public final class Pokes: Sendable {
  /// What a listener is told: where to pull, but no data.
  public enum Poke: Hashable, Sendable {
    case zone(ZoneID, head: Int64)
    /// The account's list of zones has changed.
    case account
    /// The sharing flags have changed.
    case flags
  }

  /// The account has too many listeners already.
  public struct TooMany: Error, Sendable {}

  /// A subscription, which ends when it is released.
  public final class Subscription: Sendable {
    private let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }

  private struct Listener {
    let account: AccountID
    let body: @Sendable (Poke) -> Void
  }

  private struct Audience {
    var listeners: Set<UInt64> = []
    var zones: Set<ZoneID> = []
    /// Numbers the reads of the zones, so that an older result does not replace a newer one.
    var reading: UInt64 = 0
    /// Whether the account's list of zones has changed since they were read: it is told of no zone
    /// until they are, because it may not be in it any more.
    var isStale = false
    /// Whether a job is to read them, which has not begun.
    var isQueued = false
  }

  private struct State {
    var listeners: [UInt64: Listener] = [:]
    var accounts: [AccountID: Audience] = [:]
    var zones: [ZoneID: Set<AccountID>] = [:]
    var lastID: UInt64 = 0
  }

  /// The most listeners of one account: its devices and open pages.
  public static let maxPerAccount = 64

  private let hub: Hub
  private let pool: ThreadPool
  private let state = Lock(State())

  /// - Parameter pool: the threads on which the store is read.
  public init(hub: Hub, pool: ThreadPool) {
    self.hub = hub
    self.pool = pool
    hub.observe { [weak self] in self?.announce($0) }
  }

  /// Calls `body` for every later change in the account's zones; it must not wait. Blocks: reads
  /// the store. Throws `TooMany`.
  public func listen(
    as account: AccountID, _ body: @escaping @Sendable (Poke) -> Void
  ) throws -> Subscription {
    let id = try state.withLock { state in
      guard state.accounts[account]?.listeners.count ?? 0 < Self.maxPerAccount else {
        throw TooMany()
      }
      state.lastID += 1
      state.listeners[state.lastID] = Listener(account: account, body: body)
      state.accounts[account, default: Audience()].listeners.insert(state.lastID)
      return state.lastID
    }
    let subscription = Subscription { [weak self] in self?.remove(id) }
    try readZones(of: account)
    return subscription
  }

  private func remove(_ id: UInt64) {
    state.withLock { state in
      guard let listener = state.listeners.removeValue(forKey: id) else { return }
      state.accounts[listener.account]?.listeners.remove(id)
      guard state.accounts[listener.account]?.listeners.isEmpty == true else { return }
      Self.setZones([], of: listener.account, &state)
      state.accounts[listener.account] = nil
    }
  }

  private func announce(_ notice: Hub.Notice) {
    var calls: [(@Sendable (Poke) -> Void, Poke)] = []
    var changed: [AccountID] = []
    // Listeners are called in the order in which they came, so that a simulated history can repeat
    // it.
    state.withLock { state in
      var waiting: Set<AccountID> = []
      for (zone, head) in notice.zones.sorted(by: { $0.key < $1.key }) {
        let accounts = state.zones[zone] ?? []
        waiting.formUnion(accounts.filter { state.accounts[$0]?.isStale == true })
        let ids = accounts.subtracting(waiting).flatMap { state.accounts[$0]?.listeners ?? [] }
        for listener in ids.sorted().compactMap({ state.listeners[$0] }) {
          calls.append((listener.body, .zone(zone, head: head)))
        }
      }
      if notice.isAboutFlags {
        for (_, listener) in state.listeners.sorted(by: { $0.key < $1.key }) {
          calls.append((listener.body, .flags))
        }
      }
      changed = waiting.union(notice.accounts).filter { state.accounts[$0] != nil }.sorted()
      for account in changed {
        // What is being read now may be from before this commit.
        state.accounts[account]?.reading += 1
        state.accounts[account]?.isStale = true
      }
      changed.removeAll { state.accounts[$0]?.isQueued == true }
      for account in changed { state.accounts[account]?.isQueued = true }
    }
    for (body, poke) in calls { body(poke) }
    for account in changed where !pool.submit({ [weak self] in self?.refresh(account) }) {
      // The pool is too busy to read its zones; it is still told that there is something to pull.
      state.withLock { $0.accounts[account]?.isQueued = false }
      pokeAccount(account)
    }
  }

  private func refresh(_ account: AccountID) {
    state.withLock { $0.accounts[account]?.isQueued = false }
    // If the store cannot be read now, it is read at the next change; polling covers the time
    // between.
    try? readZones(of: account)
    pokeAccount(account)
  }

  private func pokeAccount(_ account: AccountID) {
    let bodies = state.withLock { state in
      (state.accounts[account]?.listeners ?? []).sorted().compactMap { state.listeners[$0]?.body }
    }
    for body in bodies { body(.account) }
  }

  /// Reads the account's zones. Earlier commits need no poke: a listener pulls after it has
  /// subscribed.
  private func readZones(of account: AccountID) throws {
    let reading = state.withLock { state in
      state.accounts[account]?.reading += 1
      return state.accounts[account]?.reading
    }
    guard let reading else { return }
    let zones = try hub.store.read { reader in
      Set(try reader.memberships(of: account).map(\.zone.id))
    }
    state.withLock { state in
      guard state.accounts[account]?.reading == reading else { return }
      state.accounts[account]?.isStale = false
      Self.setZones(zones, of: account, &state)
    }
  }

  private static func setZones(
    _ zones: Set<ZoneID>, of account: AccountID, _ state: inout State
  ) {
    guard let known = state.accounts[account]?.zones else { return }
    for zone in known.subtracting(zones) {
      state.zones[zone]?.remove(account)
      if state.zones[zone]?.isEmpty == true { state.zones[zone] = nil }
    }
    for zone in zones.subtracting(known) { state.zones[zone, default: []].insert(account) }
    state.accounts[account]?.zones = zones
  }
}
