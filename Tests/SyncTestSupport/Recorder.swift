import Threads

/// Collects what callbacks report.
package final class Recorder<Value: Sendable>: Sendable {
  private let state = Lock<[Value]>([])
  package init() {}

  package var values: [Value] { state.withLock { $0 } }
  package func note(_ value: Value) { state.withLock { $0.append(value) } }
}
