import SyncProtocol

/// Writes one line of JSON per event, for programs and for the hub's administrator.
///
/// Logs ids, counts, durations and addresses; no secrets, no names, nothing a household has
/// written.
package struct Log: Sendable {
  package enum Value: Sendable {
    case text(String)
    case integer(Int64)
    case real(Double)
  }

  /// The event name for failures of the hub itself, as opposed to bad requests.
  package static let failure = "error"

  private let now: @Sendable () -> Int64
  private let isFailuresOnly: Bool
  private let sink: (@Sendable (String) -> Void)?

  /// - Parameters:
  ///   - now: the wall clock, milliseconds since 1970.
  ///   - isFailuresOnly: whether only `failure` events are written.
  ///   - sink: receives one line without its line break, and must not block; `nil` when nobody
  ///     reads.
  package init(
    now: @escaping @Sendable () -> Int64, isFailuresOnly: Bool = false,
    sink: (@Sendable (String) -> Void)?
  ) {
    self.now = now
    self.isFailuresOnly = isFailuresOnly
    self.sink = sink
  }

  /// A log that nobody reads.
  package static let silent = Log(now: { 0 }, sink: nil)

  package func callAsFunction(
    _ event: String, _ fields: @autoclosure () -> KeyValuePairs<String, Value>
  ) {
    guard let sink, !isFailuresOnly || event == Self.failure else { return }
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
