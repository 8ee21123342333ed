import Glibc
import HTTPServer
import Testing
import Threads

/// The two ends of a connection.
private func pair() throws -> (near: Int32, far: Int32) {
  var ends: [Int32] = [-1, -1]
  let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
  try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
  return (ends[0], ends[1])
}

@Suite struct LingerTests {
  @Test("a socket that has drained is forgotten, though its owner has not closed it yet")
  func drained() async throws {
    let watcher = ConnectionWatcher(heartbeatSeconds: 60)
    Thread.start { watcher.run() }
    defer { watcher.stop() }
    let gone = try pair()
    defer { close(gone.near) }
    close(gone.far)
    watcher.linger(gone.near)
    try await blocking { while watcher.lingeringCount > 0 { sched_yield() } }
    // Connections that come now, one of them with the number that the watcher's copy had.
    let next = try pair()
    let others = (0..<64).map { _ in fcntl(next.near, F_DUPFD_CLOEXEC, 0) }
    defer { for descriptor in others + [next.near, next.far] { close(descriptor) } }
    #expect(send(next.far, "hello", 5, 0) == 5)
    // Sockets that drain after it show that the watcher has been round.
    for _ in 0..<3 {
      let last = try pair()
      close(last.far)
      watcher.linger(last.near)
      try await blocking { while watcher.lingeringCount > 0 { sched_yield() } }
      close(last.near)
    }
    var bytes = [UInt8](repeating: 0, count: 5)
    #expect(recv(next.near, &bytes, bytes.count, Int32(MSG_DONTWAIT)) == 5)
  }
}
