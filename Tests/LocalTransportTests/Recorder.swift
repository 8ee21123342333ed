import Threads

/// Collects what callbacks report.
final class Recorder<Value: Sendable>: Sendable {
  private let state = Lock<[Value]>([])
  var values: [Value] { state.withLock { $0 } }
  func note(_ value: Value) { state.withLock { $0.append(value) } }
}
