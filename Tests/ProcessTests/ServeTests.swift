import Foundation
import Glibc
import SQLite
import SyncProtocol
import Testing

/// How `hearth serve` begins and ends.
@Suite struct ServeTests {
  /// Runs a server that cannot start, and returns how it ended and what it said.
  private func refused(
    _ folder: TestFolder, listen: String = "127.0.0.1:0"
  ) async throws -> (end: ChildProcess.End, text: String) {
    let process = try ChildProcess("hearth", ["serve", "--data", folder.data, "--listen", listen])
    return (await process.end(), process.text)
  }

  private func stop(_ server: TestServer) async {
    server.process.send(SIGTERM)
    #expect(await server.process.end() == .code(0), "\(server.process.text)")
  }

  @Test("a second server on the same data folder is refused, and the first goes on")
  func sameFolder() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    let server = try await TestServer.start(folder)
    let (end, text) = try await refused(folder)
    #expect(end == .code(4))
    #expect(text.contains("process \(server.process.id)"), "\(text)")
    #expect(text.contains("--data"))
    _ = try await server.signIn()
    await stop(server)
    // The lock is gone with it.
    await stop(try await TestServer.start(folder))
  }

  @Test("a port in use is named, with another to try")
  func portInUse() async throws {
    let (folder, other) = (try TestFolder(), try TestFolder())
    let server = try await TestServer.start(folder)
    let (end, text) = try await refused(other, listen: "127.0.0.1:\(server.port)")
    #expect(end == .code(4))
    #expect(text.contains("127.0.0.1:\(server.port) is in use"), "\(text)")
    #expect(text.contains("--listen"))
    await stop(server)
  }

  @Test("SIGTERM lets the request that is under way end")
  func gracefulStop() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    let server = try await TestServer.start(folder)
    let body = SignInRequest(name: "ana", password: TestServer.password, label: "test").wireBytes
    let connection = try await blocking { try RawConnection(port: server.port) }
    try await blocking {
      try connection.send(
        """
        POST /sync/v1/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r
        Content-Length: \(body.count)\r\nConnection: close\r\n\r\n
        """)
      try connection.send(Array(body.prefix(5)))
    }
    // Another request's answer shows that the server has read what came before it.
    _ = try await server.signIn()
    server.process.send(SIGTERM)
    try await server.process.line(with: "Stopping")
    let reply = try await blocking {
      try connection.send(Array(body.dropFirst(5)))
      return try connection.readToEnd()
    }
    #expect(reply.hasPrefix("HTTP/1.1 200"), "\(reply)")
    #expect(reply.contains("token"))
    #expect(await server.process.end() == .code(0))
  }

  @Test("a data folder of a newer version is refused and left as it is")
  func newerVersion() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    try Data("999\n".utf8).write(to: URL(fileURLWithPath: folder.data + "/VERSION"))
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.data + "/hub.db"))
    let (end, text) = try await refused(folder)
    #expect(end == .code(5))
    #expect(text.contains("newer Hearth"), "\(text)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.data + "/hub.db")) == before)
  }

  @Test("D-MIG-1 a damaged hub is refused, its newest backup is named, and it is not overwritten")
  func damaged() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    let backup = try ChildProcess("hearth", ["backup", "--data", folder.data])
    try #require(await backup.end() == .code(0), "\(backup.text)")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.data + "/backups").first)
    let hub = URL(fileURLWithPath: folder.data + "/hub.db")
    var bytes = try Data(contentsOf: hub)
    bytes.replaceSubrange(0..<100, with: [UInt8](repeating: 0x55, count: 100))
    try bytes.write(to: hub)
    let (end, text) = try await refused(folder)
    #expect(end == .code(5))
    #expect(text.contains("hearth restore"), "\(text)")
    #expect(text.contains("backups/\(name)"), "\(text)")
    #expect(try Data(contentsOf: hub) == bytes)
  }

  @Test(
    "damage in a part that nobody has asked for is told after the start, and the rest is served")
  func hiddenDamage() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    do {
      let connection = try Connection(path: folder.data + "/hub.db", mode: .readWrite)
      let root = try #require(
        try connection.first(
          "SELECT rootpage FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'accounts'"
        ) { $0.integer(0) })
      try connection.executeScript("PRAGMA wal_checkpoint(TRUNCATE)")
      let size = try #require(try connection.first("PRAGMA page_size") { $0.integer(0) })
      let hub = URL(fileURLWithPath: folder.data + "/hub.db")
      var bytes = try Data(contentsOf: hub)
      let start = Int((root - 1) * size)
      // An index without entries, where there is an account.
      bytes.replaceSubrange(start + 3..<start + 5, with: [0, 0])
      try bytes.write(to: hub)
    }
    let server = try await TestServer.start(folder)
    var health = ""
    for _ in 0..<1000 where !health.contains("damaged") {
      health = try await blocking {
        let connection = try RawConnection(port: server.port)
        try connection.send(
          "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return try connection.readToEnd()
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(health.hasPrefix("HTTP/1.1 503") && health.contains("hearth doctor"), "\(health)")
    #expect(server.process.text.contains("the store is damaged"))
  }

  @Test("an address that cannot be read is refused in the words of who asked")
  func unreadableAddress() async throws {
    let folder = try TestFolder()
    let server = try await TestServer.start(folder)
    let answer = { (path: String) in
      try await blocking {
        let connection = try RawConnection(port: server.port)
        try connection.send(
          "GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        return try connection.readToEnd()
      }
    }
    for path in ["/api/v1/items?cursor=%ff%00", "/api/v1/search?q=100%"] {
      let reply = try await answer(path)
      #expect(reply.hasPrefix("HTTP/1.1 400"), "\(reply)")
      #expect(reply.contains("application/problem+json"), "\(reply)")
    }
    let page = try await answer("/search?q=100%")
    #expect(page.hasPrefix("HTTP/1.1 400") && page.contains("<!doctype html>"), "\(page)")
    let program = try await answer("/sync/v1/me?a=%ff")
    #expect(program.hasPrefix("HTTP/1.1 400") && program.contains("\"malformed\""), "\(program)")
    await stop(server)
  }

  @Test("a client that sends no more is dropped, and others are served meanwhile")
  func slowClient() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    let server = try await TestServer.start(folder)
    let slow = try await blocking {
      let connection = try RawConnection(port: server.port)
      try connection.send("GET / HTTP/1.1\r\nHost: loc")
      return connection
    }
    _ = try await server.signIn()
    // Waits for as long as the server does.
    let reply = try await blocking { try slow.readToEnd() }
    #expect(!reply.contains("HTTP/1.1 200"))
    _ = try await server.signIn()
    await stop(server)
  }
}

/// A connection that sends exactly what it is told to. Its calls block: use it inside `blocking`.
///
/// `@unchecked Sendable` because each test uses one from one thread at a time.
final class RawConnection: @unchecked Sendable {
  enum Failure: Error { case system(String, Int32) }

  private static let maxWaitSeconds = 60
  private let descriptor: Int32

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var timeout = timeval(tv_sec: Self.maxWaitSeconds, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure.system("connect", errno) }
  }

  deinit { close(descriptor) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
      throw Failure.system("send", errno)
    }
  }

  /// Everything until the server closes.
  func readToEnd() throws -> String {
    var (all, buffer): ([UInt8], [UInt8]) = ([], Array(repeating: 0, count: 4096))
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count == 0 || (count < 0 && errno == ECONNRESET) { break }
      guard count > 0 else { throw Failure.system("recv", errno) }
      all += buffer[..<count]
    }
    return String(decoding: all, as: UTF8.self)
  }
}
