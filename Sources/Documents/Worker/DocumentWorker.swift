import Glibc
import Threads

/// Draws documents in separate processes, with limits on memory, time and file size.
///
/// Documents contain photos and receipts from strangers. If one crashes, hangs or bloats the
/// drawing, only that document is lost. Call `stop` at the end.
package final class DocumentWorker: Sendable {
  /// The argument that makes the executable call `childMain`.
  package static let argument = "document-worker"
  /// How many documents may wait for their turn; more get `.busy`.
  package static let maxWaiting = 8
  /// The largest photo or receipt that is read, in bytes.
  static let maxFileBytes = 64 * 1024 * 1024

  private let executablePath: String
  private let folder: String
  private let limits: DocumentLimits
  private let pool: ThreadPool
  private let turns: DocumentTurns

  /// Creates a worker.
  ///
  /// - Parameters:
  ///   - executablePath: this very program, unless a test replaces it.
  ///   - folder: where documents are kept while they are drawn, in unnamed files.
  ///   - processes: how many documents are drawn at the same time.
  package init(
    executablePath: String = "/proc/self/exe", folder: String, processes: Int = 1,
    maxWaiting: Int = DocumentWorker.maxWaiting, limits: DocumentLimits = DocumentLimits()
  ) {
    (self.executablePath, self.folder, self.limits) = (executablePath, folder, limits)
    turns = DocumentTurns(count: processes, maxWaiting: maxWaiting)
    pool = ThreadPool(name: "documents", threads: processes, maxWaiting: processes)
  }

  /// Begins to draw a document. Returns once its first bytes are there, so that earlier failures
  /// are thrown here.
  ///
  /// Throws `DocumentFailure`, or `CancellationError` if the task is cancelled.
  ///
  /// - Parameter supply: opens the file of a photo or receipt for reading; `nil` if it is missing.
  ///   The file is closed by this class. Called for one file at a time.
  package func draw(
    _ script: DocumentScript.Finished,
    supply: @escaping @Sendable (RequestedFile) async -> Int32?
  ) async throws -> DrawnDocument {
    let turn = try await turns.take()
    let process: DocumentProcess
    do {
      process = try await pool.run { [executablePath, folder, limits] in
        try DocumentProcess(
          executablePath: executablePath, script: script, folder: folder, limits: limits)
      }
    } catch is ThreadPool.Busy {
      throw DocumentFailure.busy
    }
    let document = DrawnDocument(process: process, pool: pool, turn: turn, supply: supply)
    try await document.begin()
    return document
  }

  /// Refuses waiting and new documents. Documents being drawn are ended by their readers; blocks
  /// until the threads are done.
  package func stop() {
    turns.stop()
    pool.stop()
  }
}

/// A document while it is being drawn. Its process ends with the last reference to it.
package final class DrawnDocument: Sendable {
  private let process: DocumentProcess
  private let pool: ThreadPool
  private let supply: @Sendable (RequestedFile) async -> Int32?
  private let first = Lock<[UInt8]?>(nil)
  /// Held until the process has ended; then the next document may begin.
  private let turn: Lock<DocumentTurns.Turn?>

  fileprivate init(
    process: DocumentProcess, pool: ThreadPool, turn: DocumentTurns.Turn,
    supply: @escaping @Sendable (RequestedFile) async -> Int32?
  ) {
    self.process = process
    self.pool = pool
    self.supply = supply
    self.turn = Lock(turn)
  }

  /// The process, for diagnostics.
  package var processID: Int32 { process.processID }

  fileprivate func begin() async throws {
    let piece = try await read()
    guard let piece else { throw DocumentFailure.workerDied }
    first.withLock { $0 = piece }
  }

  /// The next bytes; `nil` at the end of a complete document. Call it from one task at a time; if
  /// that task is cancelled, the process is killed.
  package func next() async throws -> [UInt8]? {
    let kept = first.withLock { first in
      defer { first = nil }
      return first
    }
    if let kept { return kept }
    return try await read()
  }

  private func read() async throws -> [UInt8]? {
    do {
      return try await withTaskCancellationHandler {
        while true {
          try Task.checkCancellation()
          switch try await pool.run({ [process] in try process.next() }) {
          case .bytes(let bytes): return bytes
          case .ended:
            turn.withLock { $0 = nil }
            return nil
          case .wants(let wanted):
            let file = await supply(wanted)
            process.give(file)
            if let file { close(file) }
          }
        }
      } onCancel: {
        process.kill()
      }
    } catch {
      process.kill()
      turn.withLock { $0 = nil }
      throw error
    }
  }
}

/// Limits how many documents are drawn at a time, and queues the others.
final class DocumentTurns: Sendable {
  /// Held while a document is drawn; releasing it lets the next one begin.
  final class Turn: Sendable {
    private let turns: DocumentTurns
    fileprivate init(_ turns: DocumentTurns) { self.turns = turns }
    deinit { turns.giveBack() }
  }

  private struct State {
    var free: Int
    var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    var nextID = 0
    /// Requests that were cancelled before they began to wait.
    var givenUp: Set<Int> = []
    var isStopped = false
  }

  private let state: Lock<State>
  private let maxWaiting: Int

  init(count: Int, maxWaiting: Int) {
    state = Lock(State(free: count))
    self.maxWaiting = maxWaiting
  }

  /// Waits for a turn. Throws `.busy` if too many are waiting, or `CancellationError`.
  func take() async throws -> Turn {
    let id = state.withLock { state in
      defer { state.nextID += 1 }
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let answer: Result<Void, any Error>? = state.withLock { state in
          if state.givenUp.remove(id) != nil { return .failure(CancellationError()) }
          if state.isStopped { return .failure(DocumentFailure.busy) }
          if state.free > 0 {
            state.free -= 1
            return .success(())
          }
          guard state.waiting.count < maxWaiting else { return .failure(DocumentFailure.busy) }
          state.waiting.append((id, continuation))
          return nil
        }
        if let answer { continuation.resume(with: answer) }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
          state.givenUp.insert(id)
          return nil as CheckedContinuation<Void, any Error>?
        }
        return state.waiting.remove(at: index).continuation
      }
      waiting?.resume(throwing: CancellationError())
    }
    _ = state.withLock { $0.givenUp.remove(id) }
    return Turn(self)
  }

  /// Refuses all requests, both those that wait and new ones.
  func stop() {
    let waiting = state.withLock { state in
      state.isStopped = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for each in waiting { each.continuation.resume(throwing: DocumentFailure.busy) }
  }

  private func giveBack() {
    let next = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.free += 1
        return nil as CheckedContinuation<Void, any Error>?
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume()
  }
}
