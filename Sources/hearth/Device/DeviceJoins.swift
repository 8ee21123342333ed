import Foundation
import Household
import Replica
import SyncProtocol
import Threads
import WebApp

/// Joins that wait on a device, in one small file; written before anybody is told that they wait.
final class DeviceJoins: WaitingJoins {
  /// The most joins kept per account, finished ones included.
  static let maxPerAccount = 20
  /// How long a join waits before it counts as expired; no invite works for longer.
  static let lifeMilliseconds: Int64 = 30 * 86_400_000
  /// How long after it was asked for a join and its outcome are kept.
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
    /// The known state of sharing when a join was last refused as switched off, by the join's id.
    var closedAt: [String: SharingNews] = [:]
    var observers: [UInt64: @Sendable () -> Void] = [:]
    var lastObserver: UInt64 = 0
  }

  private let folder: DeviceFolder
  private let now: @Sendable () -> Int64
  private let state: Lock<State>

  /// A file that cannot be read is like none: the invites are still where they came from.
  init(folder: DeviceFolder, now: @escaping @Sendable () -> Int64) {
    self.folder = folder
    self.now = now
    // What a person wanted is told in the file alone; damage to it loses a wish and no data.
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
    // A refusal that this program does not know is one all the same.
    let refusal = entry.refusal.map { SharingRefusal(rawValue: $0) ?? .inviteUnknown }
    if let refusal, refusal != .switchedOff { return .refused(refusal) }
    guard entry.askedAt.addingSaturating(lifeMilliseconds) > now else {
      return .refused(.inviteExpired)
    }
    return refusal == nil ? .waiting : .sharingClosed
  }

  func keep(_ key: String, of account: AccountID) throws {
    try change { entries, now in
      // Asked for again: whatever came of it the last time.
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

  /// Redeems every waiting invite at the hub. If the hub cannot be reached, the rest keep waiting.
  /// Redeeming an invite twice, as after a crash before the answer was noted, joins once.
  ///
  /// - Parameter news: the state of sharing at the hub, as far as is known here. A join that was
  ///   refused as switched off in that same state is not retried; `nil` retries all.
  /// - Returns: whether a home was joined.
  func redeem(
    of account: AccountID, via hub: any HubClient, knowing news: SharingNews?
  ) async throws -> Bool {
    var hasJoined = false
    for join in all(of: account) where isDue(join, news) {
      do throws(HubClientError) {
        let zone = try await hub.redeem(InviteKey(typed: join.key), as: .home)
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
        // Cancelled meanwhile: there is nobody to tell.
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
        body(&entries[index])
      }
    } catch {
      throw .transport(.interrupted(reason: "\(error)"))
    }
  }

  /// Changes the file first, then the copy in memory, and then calls the observers.
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
