import Backends
import FoundationEssentials
import Household
import Replica
import SyncProtocol
import Threads

/// Joins that wait on a device, in one small file that is written before anybody is told that they
/// wait.
final class DeviceJoins: WaitingJoins {
  /// More joins than a person would have waiting at once.
  static let maxPerAccount = 20
  /// The longest time that an invite works.
  static let lifeMilliseconds: Int64 = 30 * 86_400_000
  /// How long the outcome of a join can be read.
  static let keptMilliseconds: Int64 = 60 * 86_400_000

  /// One line of the file.
  private struct Entry: Codable {
    var id: String
    var account: AccountID
    var key: String
    var askedAt: Int64
    var zone: ZoneID?
    var refusal: String?
  }

  private struct State {
    var entries: [Entry]
    /// The sharing news known when each join was last refused because sharing is closed.
    var closedAt: [String: SharingNews] = [:]
    var observers: [UInt64: @Sendable () -> Void] = [:]
    var lastObserver: UInt64 = 0
  }

  private let folder: DeviceFolder
  private let now: @Sendable () -> Int64
  private let state: Lock<State>

  /// An unreadable file counts as absent: the invites can be opened again where they came from.
  init(folder: DeviceFolder, now: @escaping @Sendable () -> Int64) {
    self.folder = folder
    self.now = now
    // The file holds only a person's wishes, so damage to it loses no data.
    let entries = folder.joins().flatMap { try? JSONDecoder().decode([Entry].self, from: Data($0)) }
    state = Lock(State(entries: entries ?? []))
  }

  func all(of account: AccountID) -> [WaitingJoin] {
    let now = now()
    return state.withLock { $0.entries }.compactMap { entry in
      guard entry.account == account, entry.askedAt.addingSaturating(Self.keptMilliseconds) > now
      else {
        return nil
      }
      return WaitingJoin(
        id: entry.id, key: entry.key, askedAt: entry.askedAt, state: Self.state(of: entry, at: now))
    }
  }

  private static func state(of entry: Entry, at now: Int64) -> WaitingJoin.State {
    if let zone = entry.zone { return .joined(zone) }
    // A refusal unknown to this program still counts as one.
    let refusal = entry.refusal.map { SharingRefusal(rawValue: $0) ?? .inviteUnknown }
    if let refusal, refusal != .switchedOff { return .refused(refusal) }
    guard entry.askedAt.addingSaturating(lifeMilliseconds) > now else {
      return .refused(.inviteExpired)
    }
    return refusal == nil ? .waiting : .sharingClosed
  }

  func keep(_ key: String, of account: AccountID) throws {
    try change { entries, now in
      // The new request replaces an earlier one and its outcome.
      entries.removeAll {
        $0.askedAt.addingSaturating(Self.keptMilliseconds) <= now
          || ($0.account == account && $0.key == key)
      }
      guard entries.count(where: { $0.account == account }) < Self.maxPerAccount else {
        throw WaitingJoinError.tooMany
      }
      entries.append(
        Entry(id: UUID().uuidString.lowercased(), account: account, key: key, askedAt: now))
    }
  }

  func remove(_ id: String, of account: AccountID) throws {
    try change { entries, _ in entries.removeAll { $0.id == id && $0.account == account } }
  }

  /// Asks the hub to redeem all waiting joins. Those it cannot be asked about go on waiting. A join
  /// is asked again if the program ended before storing the answer, which joins only once.
  ///
  /// - Parameter news: the sharing news known here. Joins refused under the same news because
  ///   sharing was closed are not asked again; `nil` asks for all.
  /// - Returns: whether a home was joined.
  func redeem(
    of account: AccountID, via hub: any HubClient, knowing news: SharingNews?
  ) async throws -> Bool {
    var hasJoined = false
    for join in all(of: account) where isDue(join, news) {
      do throws(HubClientError) {
        let zone = try await hub.redeem(InviteKey(typed: join.key))
        try note(join.id) { $0.zone = zone }
        hasJoined = true
      } catch .refused(let refusal) {
        if refusal == .switchedOff { state.withLock { $0.closedAt[join.id] = news } }
        guard refusal != .switchedOff || join.state != .sharingClosed else { continue }
        try note(join.id) { $0.refusal = refusal.rawValue }
      } catch {
        return hasJoined
      }
    }
    return hasJoined
  }

  private func isDue(_ join: WaitingJoin, _ news: SharingNews?) -> Bool {
    switch join.state {
    case .waiting: true
    case .sharingClosed: news == nil || state.withLock { $0.closedAt[join.id] } != news
    case .joined, .refused: false
    }
  }

  /// Calls `body` after each change, until the result is released.
  func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
    let id = state.withLock { state in
      state.lastObserver += 1
      state.observers[state.lastObserver] = body
      return state.lastObserver
    }
    return Observation { [weak self] in self?.state.withLock { $0.observers[id] = nil } }
  }

  private func note(_ id: String, _ body: (inout Entry) -> Void) throws(HubClientError) {
    do {
      try change { entries, _ in
        // The join was cancelled meanwhile, so there is nothing to record.
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
        body(&entries[index])
      }
    } catch {
      throw .transport(.interrupted(reason: "\(error)"))
    }
  }

  /// Changes the file first, and then the entries in memory.
  private func change(_ body: (inout [Entry], _ now: Int64) throws -> Void) throws {
    let now = now()
    let observers = try state.withLock { state in
      var entries = state.entries
      try body(&entries, now)
      try folder.keep(joins: try JSONEncoder().encode(entries))
      state.entries = entries
      state.closedAt = state.closedAt.filter { id, _ in entries.contains { $0.id == id } }
      return Array(state.observers.values)
    }
    for observer in observers { observer() }
  }
}
