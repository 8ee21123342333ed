import CLinux
import Glibc
import Synchronization
import Threads

/// Milliseconds of a clock that never goes back.
enum Monotonic {
  static func milliseconds() -> Int {
    var time = timespec()
    // The coarse clock is accurate to a few milliseconds and costs almost nothing.
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
  /// The client's numeric address, without the port.
  let remoteAddress: String
  /// When the connection is cut if its current step is not done; in `Monotonic` milliseconds.
  let deadline: Atomic<Int>
  /// Whether the client may still be sending when the server closes. Closing at once would then
  /// destroy the response on its way.
  let mustLinger = Atomic(false)
  /// Whether a response is still due before the close: the first bytes were no request, or too
  /// many.
  let owesReply = Atomic(true)
  let wasCut = Atomic(false)
  /// The address of the current, retained `Exchange`, or 0. Only the connection's own thread uses
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

  /// Records which `parkable` will resume the connection. If the server is stopping, tells it to
  /// give up at once.
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

  /// Whether the client has closed the connection, or its side of it: no program that waits for an
  /// answer does that.
  var hasClientLeft: Bool {
    var asked = pollfd(
      fd: descriptor, events: Int16(truncatingIfNeeded: EPOLLRDHUP.rawValue), revents: 0)
    return poll(&asked, 1, 0) > 0
  }

  func hangUp() { state.withLock { $0.waitsFor }?.hangUp() }
}
