import Glibc
import Threads

/// A response body produced piece by piece, no faster than the client reads it.
package struct ByteStream: Sendable {
  /// Produces the next piece. `nil` ends the body; an error cuts the connection, so that the client
  /// sees an incomplete response. Called again only when the previous piece has been taken.
  package typealias Producer = @Sendable () async throws -> [UInt8]?

  /// The body's size in bytes, if known; then exactly that many bytes must be produced.
  package let contentLength: Int?
  /// Produces the pieces; called by one task at a time.
  package let next: Producer

  package init(contentLength: Int? = nil, next: @escaping Producer) {
    self.contentLength = contentLength
    self.next = next
  }
}

/// Feeds one response from a `ByteStream`. While a piece is being produced, the connection is
/// parked.
final class ByteStreamPump: Parkable, Sendable {
  private struct State {
    var piece: [UInt8] = []
    var sent = 0
    var isProducing = false
    var hasEnded = false
    var hasFailed = false
    var parkedIn: ConnectionHandle?
    var task: Task<Void, Never>?
  }

  private let next: ByteStream.Producer
  private let state = Lock(State())

  init(_ stream: ByteStream) { next = stream.next }

  func pull(into buffer: UnsafeMutableRawBufferPointer, of handle: ConnectionHandle) -> Int {
    let taken = state.withLock { take(&$0, into: buffer) }
    if taken != 0 { return taken }
    produce()
    return state.withLock { state in
      let taken = take(&state, into: buffer)
      if taken != 0 { return taken }
      state.parkedIn = handle
      handle.suspend()
      return 0
    }
  }

  /// The number of bytes copied, 0 when none are ready yet, or a `PullResult`.
  private func take(_ state: inout State, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    if state.hasFailed { return PullResult.failed }
    let count = min(buffer.count, state.piece.count - state.sent)
    guard count > 0 else { return state.hasEnded ? PullResult.ended : 0 }
    state.piece.withUnsafeBytes { source in
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: source[state.sent...].prefix(count)))
    }
    state.sent += count
    if state.sent == state.piece.count { (state.piece, state.sent) = ([], 0) }
    return count
  }

  private func produce() {
    let isFree = state.withLock { state in
      defer { state.isProducing = true }
      return !state.isProducing && !state.hasEnded && !state.hasFailed
    }
    guard isFree else { return }
    let task = Task.immediate { [self] in
      do {
        var piece = try await next()
        // An empty piece does not end the body: ask again instead of parking the connection.
        while piece?.isEmpty == true { piece = try await next() }
        deliver(piece)
      } catch {
        abandon()
      }
    }
    state.withLock { if $0.isProducing { $0.task = task } }
  }

  private func deliver(_ piece: [UInt8]?) {
    state.withLock { state in
      (state.isProducing, state.task) = (false, nil)
      if let piece { state.piece = piece } else { state.hasEnded = true }
      Self.unpark(&state)
    }
  }

  private static func unpark(_ state: inout State) {
    guard let handle = state.parkedIn else { return }
    state.parkedIn = nil
    handle.resume()
  }

  func abandon() {
    let task = state.withLock { state in
      state.hasFailed = true
      Self.unpark(&state)
      return state.task
    }
    task?.cancel()
  }

  func hangUp() { abandon() }

  /// Cancels a producer that is still working: the response is over, sent or not.
  func finished() {
    let task = state.withLock { state in
      state.parkedIn = nil
      state.hasFailed = true
      return state.task
    }
    task?.cancel()
  }
}
