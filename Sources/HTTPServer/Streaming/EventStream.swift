import CMicroHTTPD
import Glibc
import Threads

/// The open event stream of one client (server-sent events).
///
/// Respond with `.events(stream)`, then send from any thread; sending never waits. A client too
/// slow to read is cut off when more than `maxQueuedBytes` are queued for it: it reconnects and
/// asks for news.
package final class EventStream: Parkable, Sendable {
  /// The most bytes that may be queued for a slow client.
  package static let maxQueuedBytes = 64 << 10

  private struct Entry {
    let key: String?
    let bytes: [UInt8]
  }

  private struct State {
    var queue: [Entry] = []
    /// How many bytes of the queue's first entry have been sent.
    var sentOfFirst = 0
    var queuedBytes = 0
    var parkedIn: ConnectionHandle?
    /// The stream accepts no more events; those in the queue are still delivered.
    var isEnding = false
    /// The client is gone or was cut off: nothing more is delivered.
    var isBroken = false
    var isClosed = false
  }

  private let state = Lock(State())
  private let onClose: @Sendable () -> Void

  /// `onClose` runs once when the stream is over, whoever ended it, on any thread. Unsubscribe
  /// there, and do not block.
  package init(onClose: @escaping @Sendable () -> Void = {}) { self.onClose = onClose }

  /// Queues an event. Returns `false` when the stream is over.
  ///
  /// An event with a key replaces a queued event with the same key, so that a slow client gets only
  /// the newest.
  @discardableResult
  package func send(_ event: ServerSentEvent, replacingKey key: String? = nil) -> Bool {
    enqueue(event.bytes, key: key)
  }

  /// Ends the stream once all queued events are sent.
  package func close() {
    state.withLock { state in
      state.isEnding = true
      Self.unpark(&state)
    }
  }

  /// Whether the client is gone or the stream has been ended.
  package var isClosed: Bool { state.withLock { $0.isClosed || $0.isEnding || $0.isBroken } }

  /// The number of bytes queued for the client.
  package var queuedBytes: Int { state.withLock { $0.queuedBytes } }

  private func enqueue(_ bytes: [UInt8], key: String?) -> Bool {
    state.withLock { state in
      guard !state.isEnding, !state.isBroken, !state.isClosed else { return false }
      if let key, let index = Self.replaceable(key, in: state) {
        state.queuedBytes += bytes.count - state.queue[index].bytes.count
        state.queue[index] = Entry(key: key, bytes: bytes)
      } else {
        state.queuedBytes += bytes.count
        state.queue.append(Entry(key: key, bytes: bytes))
      }
      if state.queuedBytes > Self.maxQueuedBytes { Self.breakOff(&state) }
      Self.unpark(&state)
      return !state.isBroken
    }
  }

  private static func replaceable(_ key: String, in state: State) -> Int? {
    let first = state.sentOfFirst > 0 ? 1 : 0
    return state.queue.indices.dropFirst(first).first { state.queue[$0].key == key }
  }

  private static func breakOff(_ state: inout State) {
    state.isBroken = true
    state.queue = []
    (state.queuedBytes, state.sentOfFirst) = (0, 0)
  }

  private static func unpark(_ state: inout State) {
    guard let handle = state.parkedIn else { return }
    state.parkedIn = nil
    handle.resume()
  }

  // MARK: Called by the server

  func heartbeat() {
    let isIdle = state.withLock { $0.parkedIn != nil && $0.queue.isEmpty }
    if isIdle { _ = enqueue(ServerSentEvent.heartbeat, key: nil) }
  }

  func hangUp() {
    state.withLock { state in
      Self.breakOff(&state)
      Self.unpark(&state)
    }
  }

  func abandon() { close() }

  /// Copies queued bytes, or parks the connection when there are none.
  func pull(into buffer: UnsafeMutableRawBufferPointer, of handle: ConnectionHandle) -> Int {
    state.withLock { state in
      var filled = 0
      var done = 0
      while filled < buffer.count, done < state.queue.count {
        let bytes = state.queue[done].bytes
        let count = min(buffer.count - filled, bytes.count - state.sentOfFirst)
        bytes.withUnsafeBytes { source in
          UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            .copyMemory(
              from: UnsafeRawBufferPointer(rebasing: source[state.sentOfFirst...].prefix(count)))
        }
        filled += count
        state.sentOfFirst += count
        if state.sentOfFirst == bytes.count {
          done += 1
          state.sentOfFirst = 0
        }
      }
      state.queue.removeFirst(done)
      // Frees the memory of the last burst, which a thousand idle clients should not each keep.
      if state.queue.isEmpty { state.queue = [] }
      state.queuedBytes -= filled
      if filled > 0 { return filled }
      if state.isBroken { return PullResult.failed }
      if state.isEnding { return PullResult.ended }
      state.parkedIn = handle
      handle.suspend()
      return 0
    }
  }

  /// Ends the stream: the client left, or everything is sent.
  func finished() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      state.parkedIn = nil
      Self.breakOff(&state)
      return !state.isClosed
    }
    if isFirst { onClose() }
  }
}
