import Threads

/// Ends an observation when it is released.
public final class Observation: Sendable {
  private let end: @Sendable () -> Void

  /// - Parameter end: called once, when the observation is released.
  public init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}

/// Functions to be called with each notice.
package final class ObserverList<Notice: Sendable>: Sendable {
  private struct State {
    var bodies: [UInt64: @Sendable (Notice) -> Void] = [:]
    var lastID: UInt64 = 0
  }

  private let state = Lock(State())

  package init() {}

  /// Calls `body` with each notice until the result is released.
  package func add(_ body: @escaping @Sendable (Notice) -> Void) -> Observation {
    let id = state.withLock { state in
      state.lastID += 1
      state.bodies[state.lastID] = body
      return state.lastID
    }
    return Observation { [weak self] in self?.state.withLock { $0.bodies[id] = nil } }
  }

  package func announce(_ notice: Notice) {
    for body in state.withLock({ Array($0.bodies.values) }) { body(notice) }
  }
}
