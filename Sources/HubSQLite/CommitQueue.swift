import Hub
import SyncProtocol
import Threads

/// Lets callers that want to write at the same time share one commit.
///
/// Callers queue up. The first becomes the leader: it takes those that wait, runs them, and wakes
/// them with their outcomes; then the first of those that have come meanwhile leads. So a commit costs
/// one flush of the disk however many wait for it, and a caller that is alone waits for nobody.
///
/// Accounts take turns, and what is heavy begins a commit or waits for the next one: a small write
/// waits at most for the end of the commit under way, and for one turn of each other account.
///
/// A job runs on its leader's thread: task-local values are the leader's.
final class CommitQueue: Sendable {
  typealias Body = (any HubWriter) throws -> Void

  /// What may join a commit after the first of its jobs, by their weights together: about 20 ms of
  /// work.
  static let maxJoiningWeight = 500

  /// One caller's write. `@unchecked Sendable` because the caller waits while the leader has it.
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
    var waiting = Turns<AccountID, Job>()
    var hasLeader = false
  }

  private let state = Lock(State())
  private let maxWaiting: Int

  init(maxWaiting: Int) { self.maxWaiting = maxWaiting }

  var waitingCount: Int { state.withLock(\.waiting.count) }

  /// Waits until `body` has run and is committed. `commit` runs and commits a group of jobs.
  ///
  /// - Parameters:
  ///   - account: whose turn it takes; `nil` for the hub's own work, which has turns, too.
  ///   - weight: how much it writes, roughly, in records.
  func run(
    for account: AccountID?, weight: Int, _ body: @escaping Body, commit: ([Job]) -> Void
  ) throws {
    let job = Job(body, weight: weight)
    let isFirst = try state.withLock { state in
      guard state.waiting.count < maxWaiting else {
        job.finish()
        throw HubStoreError.busy
      }
      state.waiting.append(job, for: account ?? "")
      defer { state.hasLeader = true }
      return !state.hasLeader
    }
    if !isFirst { job.wake.wait() }
    while !job.isDone {
      lead(job, commit)
      // Another account has come first meanwhile.
      if !job.isDone { job.wake.wait() }
    }
    if let failure = job.failure { throw failure }
  }

  /// Commits those whose turn it is, most often the leader's own job among them, and hands over.
  private func lead(_ own: Job, _ commit: ([Job]) -> Void) {
    let group = state.withLock { Self.takeGroup(&$0.waiting) }
    commit(group)
    for job in group { job.finish() }
    let next: Job? = state.withLock { state in
      state.hasLeader = !state.waiting.isEmpty
      return state.waiting.first()
    }
    next?.wake.signal()
    // The leader knows by itself.
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
