import Glibc
import SyncProtocol
import Threads

/// Runs tasks, the jobs of thread pools and whoever waits for a time, one step after the other on
/// the thread that asks for it: which is next follows from a seed.
///
/// `@unchecked Sendable` because everything happens on the thread that made it, which is checked.
final class StepScheduler: TaskExecutor, @unchecked Sendable {
  private struct Sleeper {
    let id: Int
    let due: Double
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let thread = pthread_self()
  private var random: SeededRandom
  private var ready: [UnownedJob] = []
  private var pools: [ThreadPool] = []
  private var sleepers: [Sleeper] = []
  private var lastID = 0
  /// What has passed since the beginning.
  private(set) var seconds = 0.0
  /// How much has been run.
  private(set) var steps = 0

  init(random: SeededRandom) { self.random = random }

  /// A pool whose jobs are steps, too.
  func pool(_ name: String) -> ThreadPool {
    let pool = ThreadPool(name: name, threads: 0, maxWaiting: 512)
    pools.append(pool)
    return pool
  }

  func enqueue(_ job: consuming ExecutorJob) {
    precondition(pthread_equal(thread, pthread_self()) != 0, "a history runs on one thread")
    ready.append(UnownedJob(job))
  }

  /// Runs what is next; `false` when everything waits for a time to come.
  func step() -> Bool {
    let busy = pools.indices.filter { pools[$0].waitingCount > 0 }
    guard !ready.isEmpty || !busy.isEmpty else { return false }
    steps += 1
    let index = random.number(0..<ready.count + busy.count)
    guard index < ready.count else { return pools[busy[index - ready.count]].runNext() }
    ready.remove(at: index).runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Runs until everything waits for a time to come; at most so many steps.
  func settle(maxSteps: Int) throws {
    let end = steps + maxSteps
    while step() {
      try require(steps < end, "nothing goes on for ever", "after \(maxSteps) steps")
    }
  }

  /// Lets time pass until the next of those who wait for it, at most so long. Returns how long.
  func wait(maxSeconds: Double) -> Double {
    let due = sleepers.map(\.due).min() ?? .infinity
    let passed = min(max(due - seconds, 0), maxSeconds)
    seconds += passed
    let woken = sleepers.filter { $0.due <= seconds }.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
    sleepers.removeAll { $0.due <= seconds }
    for sleeper in woken { sleeper.continuation.resume() }
    return passed
  }

  /// Waits so many seconds of the history.
  func pause(_ length: Double) async throws {
    lastID += 1
    let id = lastID
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        guard !Task.isCancelled else {
          return continuation.resume(throwing: CancellationError())
        }
        sleepers.append(
          Sleeper(id: id, due: seconds + max(length, 0), continuation: continuation))
      }
    } onCancel: {
      guard let index = sleepers.firstIndex(where: { $0.id == id }) else { return }
      sleepers.remove(at: index).continuation.resume(throwing: CancellationError())
    }
  }

  /// Begins a task of the history, and keeps what comes of it.
  @discardableResult
  func start<Success: Sendable>(
    _ body: @escaping @Sendable () async throws -> Success
  ) -> StartedTask<Success> {
    let started = StartedTask<Success>()
    started.task = Task(executorPreference: self) {
      do { started.result = .success(try await body()) } catch { started.result = .failure(error) }
    }
    return started
  }
}

/// A task of a history. `@unchecked Sendable` because a history runs on one thread.
final class StartedTask<Success: Sendable>: @unchecked Sendable {
  fileprivate var task: Task<Void, Never>?
  /// `nil` while it runs.
  fileprivate(set) var result: Result<Success, any Error>?

  func cancel() { task?.cancel() }

  /// Waits until it has ended, or ends it when the waiting task is cancelled.
  func end() async {
    await withTaskCancellationHandler {
      await task?.value
    } onCancel: {
      cancel()
    }
  }
}
