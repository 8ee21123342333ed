import Blobs
import Household
import Replica
import SyncProtocol
import Threads

/// Files whose rows came before them: says how each stands, fetches on a device what is
/// not here yet, and tells the pages that wait (D-PHO-12).
///
/// In memory only: after a start everything that a page misses is asked for anew.
final class FileArrivals: Sendable {
  /// Brings a file here that a record names; `false` when it cannot be had now.
  typealias Fetch = @Sendable (BlobHash, RecordPlace) async -> Bool

  /// Files that are fetched at one time because a page shows what they hold.
  static let maxFetching = 2
  /// Files that wait to be fetched; a page asks again for what found no room.
  static let maxWaiting = 256
  /// Files that pages were told of as missing; of older ones no page hears when they come.
  static let maxMissed = 4096
  /// A file that could not be had is asked for again by the next page after so long.
  static let retrySeconds: Int64 = 15

  private struct State {
    /// When fetching failed last, for each file that a page missed; `nil`: it has not failed.
    var missed: [BlobHash: Int64?] = [:]
    /// The keys of ``missed``, the oldest first.
    var order: [BlobHash] = []
    var waiting: [(hash: BlobHash, place: RecordPlace)] = []
    var fetching: [BlobHash: Task<Bool, Never>] = [:]
    var workers = 0
    var listeners: [UInt64: @Sendable () -> Void] = [:]
    var lastListener: UInt64 = 0
    /// How often listeners were told something.
    var noticeCount = 0
    var hasStopped = false
  }

  private let blobs: BlobFolder
  /// `nil` beside the hub, which has nobody to ask: its files come when a device sends them.
  private let fetch: Fetch?
  private let now: @Sendable () -> Int64
  private let state = Lock(State())

  /// - Parameter now: milliseconds since 1970.
  init(blobs: BlobFolder, fetch: Fetch?, now: @escaping @Sendable () -> Int64) {
    self.blobs = blobs
    self.fetch = fetch
    self.now = now
    blobs.onStored { [weak self] in self?.arrived($0) }
  }

  /// How a file stands, and begins to fetch it when it is not here. Looks at the disk.
  func state(of hash: BlobHash, namedBy place: RecordPlace) -> FileState {
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
    // It may have come after the first look and before anyone was told that it is missed.
    return blobs.size(of: hash) != nil ? .available : found
  }

  /// Fetches a file now, however often that has failed; two who ask at once share one attempt.
  func bring(_ hash: BlobHash, namedBy place: RecordPlace) async -> Bool {
    let task = state.withLock { state -> Task<Bool, Never>? in
      guard fetch != nil, !state.hasStopped else { return nil }
      _ = Self.miss(hash, &state)
      return start(hash, place, &state)
    }
    return await task?.value ?? false
  }

  /// Calls `body` when a file has come that a page missed, and when one could not be had.
  func observe(_ body: @escaping @Sendable () -> Void) -> Observation {
    let id = state.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = body
      return state.lastListener
    }
    return Observation { [weak self] in self?.state.withLock { $0.listeners[id] = nil } }
  }

  /// Grows with each time that observers are told, before they are.
  var noticeCount: Int { state.withLock { $0.noticeCount } }

  /// Begins no more; what is under way ends by itself.
  func stop() {
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

  /// Remembers that a page misses a file; returns when fetching it failed last.
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
