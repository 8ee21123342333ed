import Hub
import Threads

/// Lets callers that want to write at the same time share one commit.
///
/// Callers queue up. The first becomes the leader: it takes all that wait, runs them, and wakes
/// them with their outcomes; then the first of those that have come meanwhile leads. So a commit costs
/// one flush of the disk however many wait for it, and a caller that is alone waits for nobody.
///
/// A job runs on its leader's thread: task-local values are the leader's.
final class CommitQueue: Sendable {
  typealias Body = (any HubWriter) throws -> Void

  /// One caller's write. `@unchecked Sendable` because the caller waits while the leader has it.
  final class Job: @unchecked Sendable {
    private var body: Body?
    private(set) var failure: (any Error)?
    fileprivate var isDone = false
    fileprivate let wake = Semaphore()

    fileprivate init(_ body: @escaping Body) { self.body = body }

    /// Calls `perform` with the job's body, once, and notes what it throws.
    func run(_ perform: (Body) throws -> Void) {
      guard let body else { return }
      do { try perform(body) } catch { failure = error }
    }

    /// Notes that what the job wrote is lost, unless it has failed by itself.
    func fail(_ error: any Error) {
      if failure == nil { failure = error }
    }

    /// The body must be gone before its caller wakes up: it does not outlive the call.
    fileprivate func finish() {
      body = nil
      isDone = true
    }
  }

  private struct State {
    var waiting: [Job] = []
    var hasLeader = false
  }

  private let state = Lock(State())
  private let maxWaiting: Int

  init(maxWaiting: Int) { self.maxWaiting = maxWaiting }

  var waitingCount: Int { state.withLock(\.waiting.count) }

  /// Waits until `body` has run and is committed. `commit` runs and commits a group of jobs.
  func run(_ body: @escaping Body, commit: ([Job]) -> Void) throws {
    let job = Job(body)
    let isFirst = try state.withLock { state in
      guard state.waiting.count < maxWaiting else {
        job.finish()
        throw HubStoreError.busy
      }
      state.waiting.append(job)
      defer { state.hasLeader = true }
      return !state.hasLeader
    }
    if !isFirst { job.wake.wait() }
    if !job.isDone { lead(commit) }
    if let failure = job.failure { throw failure }
  }

  /// Commits everything that waits, the leader's own job among it, and hands over.
  private func lead(_ commit: ([Job]) -> Void) {
    let group = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    commit(group)
    for job in group { job.finish() }
    let next: Job? = state.withLock { state in
      state.hasLeader = !state.waiting.isEmpty
      return state.waiting.first
    }
    next?.wake.signal()
    // The leader is the first of its group and waits for nobody.
    for job in group.dropFirst() { job.wake.signal() }
  }
}
