import CLinux
import Glibc
import Threads

/// One thread that looks after all connections: cuts the slow ones, notices clients that leave an
/// event stream, sends heartbeats, and lets refused uploads drain before their socket closes.
package final class ConnectionWatcher: Sendable {
  private struct State {
    var connections: [UInt64: Connection] = [:]
    var streams: [UInt64: EventStream] = [:]
    /// The time at which each descriptor is closed at the latest, in `Monotonic` milliseconds.
    var lingering: [Int32: Int] = [:]
    var isStopping = false
  }

  /// How often deadlines are checked.
  private static let tickMilliseconds = 250
  /// How many sockets may drain at the same time; any more are closed at once.
  private static let maxLingering = 256
  private static let lingerMilliseconds = 5000
  /// Marks an epoll entry as a lingering socket; connection ids never get this high.
  private static let lingerMark: UInt64 = 1 << 63
  private static let wakeMark = UInt64.max

  private let poll = epoll_create1(Int32(EPOLL_CLOEXEC))
  private let wake = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
  private let state = Lock(State())
  private let heartbeatTicks: Int

  package init(heartbeatSeconds: Double) {
    heartbeatTicks = max(1, Int(heartbeatSeconds * 1000) / Self.tickMilliseconds)
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    event.data.u64 = Self.wakeMark
    epoll_ctl(poll, EPOLL_CTL_ADD, wake, &event)
  }

  deinit {
    close(poll)
    close(wake)
  }

  var connectionCount: Int { state.withLock { $0.connections.count } }

  /// The number of sockets that are draining.
  package var lingeringCount: Int { state.withLock { $0.lingering.count } }

  func add(_ connection: Connection) {
    let isFirst = state.withLock { state in
      state.connections[connection.id] = connection
      return state.connections.count == 1
    }
    // Without any connection the thread sleeps without ticking.
    if isFirst { poke() }
  }

  /// Call it before the descriptor closes, so that a new connection with the same number is not
  /// cut.
  func remove(_ connection: Connection) {
    state.withLock { state in
      state.connections[connection.id] = nil
      state.streams[connection.id] = nil
    }
  }

  /// Reports the client's hang-up to the stream and sends it heartbeats.
  func watch(_ stream: EventStream, on connection: Connection) {
    state.withLock { $0.streams[connection.id] = stream }
    var event = epoll_event()
    event.events = EPOLLRDHUP.rawValue | EPOLLONESHOT.rawValue
    event.data.u64 = connection.id
    epoll_ctl(poll, EPOLL_CTL_ADD, connection.descriptor, &event)
  }

  func unwatch(_ connection: Connection) {
    state.withLock { $0.streams[connection.id] = nil }
    epoll_ctl(poll, EPOLL_CTL_DEL, connection.descriptor, nil)
  }

  /// Reads what a client still sends on a socket that is about to close, so that the client can
  /// read its response. The caller still closes `descriptor` itself.
  package func linger(_ descriptor: Int32) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return }
    shutdown(copy, Int32(SHUT_WR))
    let isTaken = state.withLock { state in
      guard state.lingering.count < Self.maxLingering, !state.isStopping else { return false }
      state.lingering[copy] = Monotonic.milliseconds() + Self.lingerMilliseconds
      // Under the lock, so that the descriptor cannot be closed and its number reused meanwhile.
      var event = epoll_event()
      event.events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue
      event.data.u64 = Self.lingerMark | UInt64(copy)
      epoll_ctl(poll, EPOLL_CTL_ADD, copy, &event)
      return true
    }
    if isTaken { poke() } else { close(copy) }
  }

  /// Resumes every waiting connection, and keeps each from waiting again.
  func abandonAll() {
    for connection in state.withLock({ Array($0.connections.values) }) { connection.abandon() }
  }

  func endStreams() {
    for stream in state.withLock({ Array($0.streams.values) }) { stream.abandon() }
  }

  /// Ends the thread.
  package func stop() {
    state.withLock { $0.isStopping = true }
    poke()
  }

  private func poke() { eventfd_write(wake, 1) }

  /// The thread's work; returns after `stop`.
  package func run() {
    var events = [epoll_event](repeating: epoll_event(), count: 256)
    var nextTick = Monotonic.milliseconds()
    var tick = 0
    while true {
      let (isIdle, isStopping) = state.withLock {
        ($0.connections.isEmpty && $0.lingering.isEmpty, $0.isStopping)
      }
      if isStopping { break }
      let wait = max(0, nextTick - Monotonic.milliseconds())
      let count = epoll_wait(poll, &events, Int32(events.count), isIdle ? -1 : Int32(wait))
      for event in events.prefix(Int(max(0, count))) { handle(event) }
      if Monotonic.milliseconds() >= nextTick {
        nextTick = Monotonic.milliseconds() + Self.tickMilliseconds
        tick &+= 1
        cutLate()
        sendHeartbeats(tick: tick)
      }
    }
    for descriptor in state.withLock({ Array($0.lingering.keys) }) { close(descriptor) }
  }

  private func handle(_ event: epoll_event) {
    let mark = event.data.u64
    if mark == Self.wakeMark {
      var count: eventfd_t = 0
      eventfd_read(wake, &count)
    } else if mark & Self.lingerMark != 0 {
      drain(Int32(truncatingIfNeeded: mark))
    } else {
      state.withLock { $0.connections[mark] }?.hangUp()
    }
  }

  /// Reads and discards one buffer per call, so that a fast client does not hold up the others.
  private func drain(_ descriptor: Int32) {
    guard state.withLock({ $0.lingering[descriptor] != nil }) else { return }
    let got = withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 1) {
      recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
    }
    if got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR)) { return }
    if state.withLock({ $0.lingering.removeValue(forKey: descriptor) }) != nil { end(descriptor) }
  }

  /// Closes a drained socket after removing it from the epoll set. The library's own descriptor may
  /// still be open and would keep the entry there, and its events would be mistaken for those of
  /// the next connection with this number.
  private func end(_ descriptor: Int32) {
    epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, nil)
    close(descriptor)
  }

  private func cutLate() {
    let now = Monotonic.milliseconds()
    state.withLock { state in
      for connection in state.connections.values
      where connection.deadline.load(ordering: .relaxed) < now {
        connection.clearDeadline()
        connection.wasCut.store(true, ordering: .relaxed)
        // The event loop sees the stream's end and closes the connection. Under the lock the
        // descriptor cannot have been closed and its number reused.
        shutdown(connection.descriptor, Int32(SHUT_RDWR))
      }
      for (descriptor, deadline) in state.lingering where deadline < now {
        state.lingering[descriptor] = nil
        end(descriptor)
      }
    }
  }

  /// Sends each stream one heartbeat per period, spread over the ticks so that they do not all wake
  /// together.
  private func sendHeartbeats(tick: Int) {
    let turn = UInt64(tick % heartbeatTicks)
    let streams = state.withLock { state in
      state.streams.filter { $0.key % UInt64(heartbeatTicks) == turn }.map(\.value)
    }
    for stream in streams { stream.heartbeat() }
  }
}
