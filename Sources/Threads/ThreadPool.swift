import Glibc

/// A fixed number of threads for blocking work: database writes, password hashing, images.
///
/// Swift's cooperative pool has as many threads as there are cores, and they must never block;
/// handlers pass blocking work to one of these pools instead. The queue is bounded: a full pool
/// refuses work, so that a flood of requests is answered `503` and does not fill memory.
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

  /// - Parameter threads: the number of threads; with 0, jobs wait until somebody calls `runNext`.
  public init(name: String, threads: Int, maxWaiting: Int) {
    threadCount = threads
    self.maxWaiting = maxWaiting
    available = Semaphore()
    finished = Semaphore()
    for _ in 0..<threads { start(name: name) }
  }

  /// Runs `body` on one of the pool's threads and returns what it returns or throws.
  ///
  /// - Parameter key: whose work it is. Keys with waiting work take turns, however much each has.
  public func run<Result: Sendable>(
    for key: String = "", _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let accepted = submit(for: key) { continuation.resume(with: Swift.Result { try body() }) }
      if !accepted { continuation.resume(throwing: Busy()) }
    }
  }

  /// Queues `job` and returns at once; `false` when the queue is full or the pool has stopped.
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

  /// Runs the next job on the calling thread, for callers that control the order of events.
  ///
  /// - Returns: whether there was a job.
  package func runNext() -> Bool {
    guard let job = state.withLock({ $0.jobs.popFirst() }) else { return false }
    job()
    return true
  }

  /// The number of waiting jobs.
  package var waitingCount: Int { state.withLock { $0.jobs.count } }

  /// Finishes queued jobs, then ends the threads. Later jobs are refused. Blocks until all have
  /// ended.
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
