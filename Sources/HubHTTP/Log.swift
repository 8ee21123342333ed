import SyncProtocol

/// Writes one line of JSON per event: for machines and for whoever looks after the hub.
///
/// Ids, counts and durations only; no secrets, no names, nothing that a household has written.
package struct Log: Sendable {
  package enum Value: Sendable {
    case text(String)
    case integer(Int64)
    case real(Double)
  }

  private let now: @Sendable () -> Int64
  private let sink: (@Sendable (String) -> Void)?

  /// - Parameters:
  ///   - now: the wall clock, milliseconds since 1970.
  ///   - sink: takes one line, without its end. It must not wait. `nil` when nobody reads.
  package init(
    now: @escaping @Sendable () -> Int64, sink: (@Sendable (String) -> Void)?
  ) {
    self.now = now
    self.sink = sink
  }

  /// A log that nobody reads.
  package static let silent = Log(now: { 0 }, sink: nil)

  package func callAsFunction(
    _ event: String, _ fields: @autoclosure () -> KeyValuePairs<String, Value>
  ) {
    guard let sink else { return }
    var writer = WireWriter(capacity: 256)
    writer.object { writer in
      writer.key("time")
      writer.integer(now())
      writer.key("event")
      writer.string(event)
      for (key, value) in fields() {
        writer.key(key)
        switch value {
        case .text(let text): writer.string(text)
        case .integer(let integer): writer.integer(integer)
        case .real(let real): writer.real(real.isFinite ? real : 0)
        }
      }
    }
    sink(String(decoding: writer.bytes, as: UTF8.self))
  }
}
