import SyncProtocol
import Threads

/// Tells those who listen that something has changed which they may read: one for a hub.
///
/// A commit finds its listeners in two look-ups and never waits; what an account may read is read
/// from the store only when it starts to listen and when its list of zones has changed.
public final class Pokes: Sendable {
  /// What somebody who listens is told: where to pull, never what.
  public enum Poke: Hashable, Sendable {
    case zone(ZoneID, head: Int64)
    /// The account's list of zones has changed.
    case account
    /// What may be shared has changed.
    case flags
  }

  /// Too many listen already, for this account.
  public struct TooMany: Error, Sendable {}

  /// Ends when it is released.
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
    /// Counts what the zones were read for; an older answer does not replace a newer one.
    var reading: UInt64 = 0
  }

  private struct State {
    var listeners: [UInt64: Listener] = [:]
    var accounts: [AccountID: Audience] = [:]
    var zones: [ZoneID: Set<AccountID>] = [:]
    var lastID: UInt64 = 0
  }

  /// Most listeners of one account: its devices and open pages.
  public static let maxPerAccount = 64

  private let hub: Hub
  private let pool: ThreadPool
  private let state = Lock(State())

  /// - Parameter pool: where the store is read.
  public init(hub: Hub, pool: ThreadPool) {
    self.hub = hub
    self.pool = pool
    hub.observe { [weak self] in self?.announce($0) }
  }

  /// Calls `body` for everything that happens from now on in the account's zones. It must not wait.
  /// Blocks: reads the store.
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
    // In an order that a simulated history can repeat: who came first hears first.
    state.withLock { state in
      for (zone, head) in notice.zones.sorted(by: { $0.key < $1.key }) {
        let ids = (state.zones[zone] ?? []).flatMap { state.accounts[$0]?.listeners ?? [] }
        for listener in ids.sorted().compactMap({ state.listeners[$0] }) {
          calls.append((listener.body, .zone(zone, head: head)))
        }
      }
      if notice.isAboutFlags {
        for (_, listener) in state.listeners.sorted(by: { $0.key < $1.key }) {
          calls.append((listener.body, .flags))
        }
      }
      changed = notice.accounts.filter { state.accounts[$0] != nil }.sorted()
    }
    for (body, poke) in calls { body(poke) }
    for account in changed where !pool.submit({ [weak self] in self?.refresh(account) }) {
      // Too busy to read its zones: it still hears that there is something to pull.
      pokeAccount(account)
    }
  }

  private func refresh(_ account: AccountID) {
    // A store that cannot be read now is read at the next change; polling covers the time between.
    try? readZones(of: account)
    pokeAccount(account)
  }

  private func pokeAccount(_ account: AccountID) {
    let bodies = state.withLock { state in
      (state.accounts[account]?.listeners ?? []).sorted().compactMap { state.listeners[$0]?.body }
    }
    for body in bodies { body(.account) }
  }

  /// What was committed before this has read is pulled by those who hear of it afterwards.
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
