import Hub
import SyncProtocol
import Threads

/// Lets callers that write at the same time share one commit.
///
/// Callers queue up, and the first becomes the leader: it takes a group of waiting jobs, commits
/// them, and wakes their callers with the outcomes; then the first of the callers that have arrived
/// meanwhile leads. So a commit costs one flush of the disk however many share it, and a single
/// caller waits for nobody.
///
/// Accounts take turns. A heavy job starts a commit or waits for the next one, so a light write
/// waits at most for the end of the present commit and for one turn of each other account.
///
/// A job runs on its leader's thread, with the leader's task-local values.
final class CommitQueue: Sendable {
  typealias Body = (any HubWriter) throws -> Void

  /// The greatest total weight of the jobs that may join the first one of a commit: about 20 ms of
  /// work.
  static let maxJoiningWeight = 500

  /// One caller's write. `@unchecked Sendable` because the caller waits while the leader uses it.
  final class Job: @unchecked Sendable {
    private var body: Body?
    private(set) var failure: (any Error)?
    fileprivate var isDone = false
    fileprivate let wake = Semaphore()
    fileprivate let weight: Int

    fileprivate init(_ body: @escaping Body, weight: Int) {
      self.body = body
      self.weight = weight
    }

    /// Calls `perform` with the job's body, once, and notes an error.
    func run(_ perform: (Body) throws -> Void) {
      guard let body else { return }
      do { try perform(body) } catch { failure = error }
    }

    /// Notes that the job's writes are lost, unless the job itself has failed already.
    func fail(_ error: any Error) {
      if failure == nil { failure = error }
    }

    /// Releases the body before the caller wakes up, so that it does not outlive the call.
    fileprivate func finish() {
      body = nil
      isDone = true
    }
  }

  private struct State {
    var waiting = Turns<AccountID, Job>()
    var hasLeader = false
  }

  private let state = Lock(State())
  private let maxWaiting: Int

  init(maxWaiting: Int) { self.maxWaiting = maxWaiting }

  var waitingCount: Int { state.withLock(\.waiting.count) }

  /// Waits until `body` has run and is committed. `commit` runs and commits a group of jobs. Throws
  /// `HubStoreError.busy` if too many jobs wait.
  ///
  /// - Parameters:
  ///   - account: the account whose turn it takes; `nil` for the hub's own work, which has turns
  ///     too.
  ///   - weight: roughly how many records it writes.
  func run(
    for account: AccountID?, weight: Int, _ body: @escaping Body, commit: ([Job]) -> Void
  ) throws {
    let job = Job(body, weight: weight)
    let isFirst = try state.withLock { state in
      guard state.waiting.count < maxWaiting else {
        job.finish()
        throw HubStoreError.busy
      }
      if state.hasLeader {
        state.waiting.append(job, for: account ?? "")
        return false
      }
      // Nobody waits.
      state.waiting.noteTurn(of: account ?? "")
      state.hasLeader = true
      return true
    }
    if isFirst { finish([job], for: job, commit) } else { job.wake.wait() }
    while !job.isDone {
      lead(job, commit)
      // Another account's turn came first.
      if !job.isDone { job.wake.wait() }
    }
    if let failure = job.failure { throw failure }
  }

  /// Commits the next group, usually with the leader's own job in it, and wakes the next leader.
  private func lead(_ own: Job, _ commit: ([Job]) -> Void) {
    finish(state.withLock { Self.takeGroup(&$0.waiting) }, for: own, commit)
  }

  private func finish(_ group: [Job], for own: Job, _ commit: ([Job]) -> Void) {
    commit(group)
    for job in group { job.finish() }
    let next: Job? = state.withLock { state in
      state.hasLeader = !state.waiting.isEmpty
      return state.waiting.first()
    }
    next?.wake.signal()
    // The leader need not be woken.
    for job in group where job !== own { job.wake.signal() }
  }

  private static func takeGroup(_ waiting: inout Turns<AccountID, Job>) -> [Job] {
    var group: [Job] = []
    var joiningWeight = 0
    while let next = waiting.first() {
      if !group.isEmpty { joiningWeight += next.weight }
      if joiningWeight > maxJoiningWeight { break }
      if let job = waiting.popFirst() { group.append(job) }
    }
    return group
  }
}
