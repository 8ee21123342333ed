import Glibc

/// A fixed number of threads for work that blocks: database writes, password hashing, images.
///
/// Swift's cooperative pool has as many threads as there are cores and must never wait; handlers
/// hand blocking work to one of these pools instead. The queue is bounded: a full pool refuses, so
/// that a flood of requests ends in `503` and not in memory.
public final class ThreadPool: Sendable {
  /// Thrown when `maxWaiting` jobs are already waiting, or the pool has stopped.
  public struct Busy: Error, Sendable {}

  private struct State {
    var jobs = Turns<String, @Sendable () -> Void>()
    var isStopping = false
  }

  private let state = Lock(State())
  private let available: Semaphore
  private let finished: Semaphore
  private let threadCount: Int
  private let maxWaiting: Int

  /// - Parameter threads: with none, jobs wait until somebody calls `runNext`.
  public init(name: String, threads: Int, maxWaiting: Int) {
    threadCount = threads
    self.maxWaiting = maxWaiting
    available = Semaphore()
    finished = Semaphore()
    for _ in 0..<threads { start(name: name) }
  }

  /// Runs `body` on one of the pool's threads and returns what it returns or throws.
  ///
  /// - Parameter key: whose work it is: those who wait get threads in turn, however much each has.
  public func run<Result: Sendable>(
    for key: String = "", _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let accepted = submit(for: key) { continuation.resume(with: Swift.Result { try body() }) }
      if !accepted { continuation.resume(throwing: Busy()) }
    }
  }

  /// Queues `job` without waiting for it; `false` when the queue is full or the pool has stopped.
  @discardableResult
  public func submit(for key: String = "", _ job: @escaping @Sendable () -> Void) -> Bool {
    let accepted = state.withLock { state in
      guard !state.isStopping, state.jobs.count < maxWaiting else { return false }
      state.jobs.append(job, for: key)
      return true
    }
    if accepted { available.signal() }
    return accepted
  }

  /// Runs the job that is next on the calling thread, for whoever decides what happens when.
  ///
  /// - Returns: whether there was one.
  package func runNext() -> Bool {
    guard let job = state.withLock({ $0.jobs.popFirst() }) else { return false }
    job()
    return true
  }

  /// How many jobs wait.
  package var waitingCount: Int { state.withLock { $0.jobs.count } }

  /// Finishes what is queued, then ends the threads. Jobs submitted later are refused.
  public func stop() {
    let first = state.withLock { state in
      defer { state.isStopping = true }
      return !state.isStopping
    }
    guard first else { return }
    for _ in 0..<threadCount { available.signal() }
    for _ in 0..<threadCount { finished.wait() }
  }

  private func start(name: String) {
    let pool = Unmanaged.passRetained(self).toOpaque()
    var thread = pthread_t()
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 1 << 20)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let failed = pthread_create(
      &thread, &attributes,
      { raw in
        let pool = Unmanaged<ThreadPool>.fromOpaque(raw!).takeRetainedValue()
        pool.work()
        return nil
      }, pool)
    pthread_attr_destroy(&attributes)
    precondition(failed == 0, "no thread could be started for \(name)")
  }

  private func work() {
    while true {
      available.wait()
      guard let job = state.withLock({ $0.jobs.popFirst() }) else { break }
      job()
    }
    finished.signal()
  }
}
