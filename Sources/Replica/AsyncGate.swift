import Threads

/// Lets one task through at a time, in order of arrival, without blocking threads.
final class AsyncGate: Sendable {
  /// Thrown when `maxWaiting` tasks already wait.
  struct Full: Error {}

  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Lock(State())
  private let maxWaiting: Int

  init(maxWaiting: Int) { self.maxWaiting = maxWaiting }

  /// Runs `body` while no other task does. Throws `Full`.
  func pass<Result>(_ body: () async throws -> Result) async throws -> Result {
    guard state.withLock({ !$0.isTaken || $0.waiting.count < maxWaiting }) else { throw Full() }
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.isTaken else {
          state.isTaken = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
    defer { leave() }
    return try await body()
  }

  private func leave() {
    let next = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isTaken = false
        return nil as CheckedContinuation<Void, Never>?
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
