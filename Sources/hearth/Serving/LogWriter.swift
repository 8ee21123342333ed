import Glibc
import Threads

/// Writes the log's lines from a thread of its own, many at a time when many come.
///
/// A line that comes alone is written at once; after that the thread rests for a moment, and what
/// comes meanwhile is written together.
package final class LogWriter: Sendable {
  /// How long a line may wait at most, unless the reader of the log is slow.
  private static let restMicroseconds: useconds_t = 20_000
  /// Lines that wait, in bytes. Whoever adds more writes them itself, so that none is lost and a
  /// log that nobody reads does not fill the memory.
  package static let maxBytes = 1 << 20

  private struct State {
    var bytes: [UInt8] = []
    var isStopping = false
  }

  private let state = Lock(State())
  /// Held while lines are taken and written, so that they stay in their order.
  private let output: Lock<Void>
  private let available = Semaphore()
  private let finished = Semaphore()
  private let write: @Sendable (String) -> Void

  /// - Parameter write: takes whole lines with their ends; may wait.
  package init(write: @escaping @Sendable (String) -> Void) {
    self.write = write
    output = Lock(())
    Thread.start { [self] in run() }
  }

  /// Takes one line, without its end.
  package func add(_ line: String) {
    let (isFirst, isFull) = state.withLock { state in
      let isFirst = state.bytes.isEmpty
      state.bytes.append(contentsOf: line.utf8)
      state.bytes.append(UInt8(ascii: "\n"))
      return (isFirst, state.bytes.count >= Self.maxBytes)
    }
    if isFirst { available.signal() }
    if isFull { flush() }
  }

  /// Writes what waits and ends the thread. What is added later is not written.
  package func stop() {
    state.withLock { $0.isStopping = true }
    available.signal()
    finished.wait()
  }

  private func run() {
    while true {
      available.wait()
      let isStopping = state.withLock { $0.isStopping }
      flush()
      if isStopping { break }
      usleep(Self.restMicroseconds)
    }
    finished.signal()
  }

  private func flush() {
    output.withLock { _ in
      let bytes = state.withLock { state in
        let bytes = state.bytes
        state.bytes = []
        return bytes
      }
      if !bytes.isEmpty { write(String(decoding: bytes, as: UTF8.self)) }
    }
  }
}
