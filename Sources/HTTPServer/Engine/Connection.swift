import Glibc
import Synchronization
import Threads

/// Milliseconds of a clock that never goes back.
enum Monotonic {
  static func milliseconds() -> Int {
    var time = timespec()
    // The coarse clock is exact to some milliseconds and costs next to nothing.
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

/// One TCP connection, from accept to close.
final class Connection: Sendable {
  private struct State {
    var waitsFor: (any Parkable)?
    var isStopping = false
  }

  let id: UInt64
  let descriptor: Int32
  /// Numeric, without the port.
  let remoteAddress: String
  /// When the connection is cut unless what it does now is done: `Monotonic` milliseconds.
  let deadline: Atomic<Int>
  /// Whether the client may still be sending when the server closes: an immediate close would
  /// destroy the reply on its way.
  let mustLinger = Atomic(false)
  /// Whether the server must say why it closes: what came first was no request, or too much.
  let owesReply = Atomic(true)
  let wasCut = Atomic(false)
  /// The address of the retained `Exchange` under way, or 0; only the connection's own thread uses
  /// it.
  let exchange = Atomic<UInt>(0)
  private let state = Lock(State())

  init(id: UInt64, descriptor: Int32, remoteAddress: String, deadline: Int) {
    self.id = id
    self.descriptor = descriptor
    self.remoteAddress = remoteAddress
    self.deadline = Atomic(deadline)
  }

  func setDeadline(inSeconds seconds: Double) {
    deadline.store(Monotonic.milliseconds() + Int(seconds * 1000), ordering: .relaxed)
  }

  func clearDeadline() { deadline.store(.max, ordering: .relaxed) }

  /// Notes who will resume the connection. Once the server stops it is told to give up at once.
  func wait(for parkable: any Parkable) {
    let isStopping = state.withLock { state in
      state.waitsFor = parkable
      return state.isStopping
    }
    if isStopping { parkable.abandon() }
  }

  func stopWaiting() { state.withLock { $0.waitsFor = nil } }

  func abandon() {
    let parkable = state.withLock { state in
      state.isStopping = true
      return state.waitsFor
    }
    parkable?.abandon()
  }

  func hangUp() { state.withLock { $0.waitsFor }?.hangUp() }
}
