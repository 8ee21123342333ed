import Blobs
import Household
import Replica
import SyncProtocol
import Threads

/// Files that have not arrived although their rows have: reports the state of each, fetches the
/// missing ones on a device, and tells the pages that wait (D-PHO-12).
///
/// In memory only: after a restart, a missing file is asked for again when a page needs it.
package final class FileArrivals: Sendable {
  /// Fetches a file that a record names; `false` when it cannot be fetched now.
  package typealias Fetch = @Sendable (BlobHash, RecordPlace) async -> Bool

  /// The most files that are fetched at the same time because a page shows them.
  package static let maxFetching = 2
  /// The most files that wait to be fetched. A page asks again for a file that found no room.
  package static let maxWaiting = 256
  /// The most missing files that are remembered. Pages are not told when an older one arrives.
  package static let maxMissed = 4096
  /// After how many seconds a page may ask again for a file that could not be fetched.
  package static let retrySeconds: Int64 = 15

  private struct State {
    /// For each file that a page missed, when fetching it last failed; `nil` if it has not failed.
    package var missed: [BlobHash: Int64?] = [:]
    /// The keys of ``missed``, oldest first.
    package var order: [BlobHash] = []
    package var waiting: [(hash: BlobHash, place: RecordPlace)] = []
    package var fetching: [BlobHash: Task<Bool, Never>] = [:]
    package var workers = 0
    package var listeners: [UInt64: @Sendable () -> Void] = [:]
    package var lastListener: UInt64 = 0
    /// How many times listeners were called.
    package var noticeCount = 0
    package var hasStopped = false
  }

  private let blobs: BlobFolder
  /// `nil` on the hub, which cannot ask anyone: its files arrive when a device sends them.
  private let fetch: Fetch?
  private let now: @Sendable () -> Int64
  private let state = Lock(State())

  /// - Parameter now: milliseconds since 1970.
  package init(blobs: BlobFolder, fetch: Fetch?, now: @escaping @Sendable () -> Int64) {
    self.blobs = blobs
    self.fetch = fetch
    self.now = now
    blobs.onStored { [weak self] in self?.arrived($0) }
  }

  /// The state of a file. On a device it also begins to fetch a missing one. Reads the disk.
  package func state(of hash: BlobHash, namedBy place: RecordPlace) -> FileState {
    if blobs.size(of: hash) != nil { return .available }
    let found = state.withLock { state -> FileState in
      let failedAt = Self.miss(hash, &state)
      guard fetch != nil, !state.hasStopped else { return .pending }
      if state.fetching[hash] != nil || state.waiting.contains(where: { $0.hash == hash }) {
        return .pending
      }
      if let failedAt, now().subtractingSaturating(failedAt) < Self.retrySeconds * 1000 {
        return .failed
      }
      guard state.waiting.count < Self.maxWaiting else { return .pending }
      state.waiting.append((hash, place))
      if state.workers < Self.maxFetching {
        state.workers += 1
        Task { await work() }
      }
      return .pending
    }
    // The file may have arrived after the first look, before it was noted as missed.
    return blobs.size(of: hash) != nil ? .available : found
  }

  /// Fetches a file now, even if that has just failed; callers at the same time share one attempt.
  ///
  /// Returns whether the file is here now.
  package func bring(_ hash: BlobHash, namedBy place: RecordPlace) async -> Bool {
    let task = state.withLock { state -> Task<Bool, Never>? in
      guard fetch != nil, !state.hasStopped else { return nil }
      _ = Self.miss(hash, &state)
      return start(hash, place, &state)
    }
    return await task?.value ?? false
  }

  /// Calls `body` when a file that a page missed has arrived, and when it could not be fetched.
  package func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
    let id = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = body
      return state.lastListener
    }
    return Observation { [weak self] in self?.state.withLock { $0.listeners[id] = nil } }
  }

  /// A number that grows before each time that observers are called.
  package var noticeCount: Int { state.withLock { $0.noticeCount } }

  /// Begins no more fetches; those under way end by themselves.
  package func stop() {
    state.withLock { state in
      state.hasStopped = true
      state.waiting = []
    }
  }

  // MARK: Fetching

  private func work() async {
    while let task = next() { _ = await task.value }
  }

  private func next() -> Task<Bool, Never>? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.workers -= 1
        return nil
      }
      let (hash, place) = state.waiting.removeFirst()
      return start(hash, place, &state)
    }
  }

  private func start(
    _ hash: BlobHash, _ place: RecordPlace, _ state: inout State
  ) -> Task<Bool, Never>? {
    if let running = state.fetching[hash] { return running }
    guard let fetch else { return nil }
    let task = Task { [self] in
      let isHere = await fetch(hash, place)
      ended(hash, isHere: isHere)
      return isHere
    }
    state.fetching[hash] = task
    return task
  }

  private func ended(_ hash: BlobHash, isHere: Bool) {
    let listeners = state.withLock { state -> [@Sendable () -> Void] in
      state.fetching[hash] = nil
      guard !isHere, state.missed[hash] != nil else { return [] }
      state.missed[hash] = .some(now())
      state.noticeCount += 1
      return Array(state.listeners.values)
    }
    for listener in listeners { listener() }
  }

  private func arrived(_ hash: BlobHash) {
    let listeners = state.withLock { state -> [@Sendable () -> Void] in
      guard state.missed.removeValue(forKey: hash) != nil else { return [] }
      state.order.removeAll { $0 == hash }
      state.noticeCount += 1
      return Array(state.listeners.values)
    }
    for listener in listeners { listener() }
  }

  /// Notes that a page misses a file; returns when fetching it last failed, or `nil` if never.
  private static func miss(_ hash: BlobHash, _ state: inout State) -> Int64? {
    if let known = state.missed[hash] { return known }
    if state.order.count >= maxMissed {
      state.missed[state.order.removeFirst()] = nil
    }
    state.missed[hash] = .some(nil)
    state.order.append(hash)
    return nil
  }
}
