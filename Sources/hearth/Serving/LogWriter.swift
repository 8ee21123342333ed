import Glibc
import Threads

/// Writes log lines on a thread of its own, in batches when many come.
///
/// A single line is written at once. Then the thread pauses briefly, and lines that come meanwhile
/// are written together.
package final class LogWriter: Sendable {
  /// How long a line waits at most, unless the reader of the log is slow.
  private static let restMicroseconds: useconds_t = 20_000
  /// How many bytes of lines may wait. A caller that adds more writes them itself, so that no line
  /// is lost and an unread log does not fill the memory.
  package static let maxBytes = 1 << 20

  private struct State {
    var bytes: [UInt8] = []
    var isStopping = false
  }

  private let state = Lock(State())
  /// Held while lines are taken and written, so that they keep their order.
  private let output: Lock<Void>
  private let available = Semaphore()
  private let finished = Semaphore()
  private let write: @Sendable (String) -> Void

  /// - Parameter write: receives whole lines with their line breaks; may block.
  package init(write: @escaping @Sendable (String) -> Void) {
    self.write = write
    output = Lock(())
    Thread.start { [self] in run() }
  }

  /// Adds one line, given without its line break.
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

  /// Writes the waiting lines and ends the thread. Lines added later are not written.
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
