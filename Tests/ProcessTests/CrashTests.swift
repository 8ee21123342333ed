import Foundation
import Glibc
import SyncProtocol
import Testing

/// What is left to read after something has ended `hearth serve`.
@Suite struct CrashTests {
  /// Signs in many times and waits for no answer: sums of passwords take their time, and two are
  /// made at once.
  private func beginSignIn(_ server: TestServer) async throws -> [RawConnection] {
    let body = SignInRequest(name: "ana", password: TestServer.password, label: "test").wireBytes
    return try await blocking {
      try (0..<30).map { _ in
        let connection = try RawConnection(port: server.port)
        try connection.send(
          Array(
            """
            POST /sync/v1/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r
            Content-Length: \(body.count)\r\n\r\n
            """.utf8) + body)
        return connection
      }
    }
  }

  @Test(
    "the log says which request it was, and so does the next start", arguments: [SIGILL, SIGKILL])
  func told(signal: Int32) async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    let server = try await TestServer.start(folder)
    let connections = try await beginSignIn(server)
    // What the server has under way stands in its file.
    let file = URL(fileURLWithPath: folder.data + "/tmp/requests")
    let clock = ContinuousClock()
    let end = clock.now + .seconds(30)
    while clock.now < end, try Data(contentsOf: file).first == 0 {
      try await Task.sleep(for: .milliseconds(1))
    }
    server.process.send(signal)
    #expect(await server.process.end() == .signal(signal))
    withExtendedLifetime(connections) {}
    if signal != SIGKILL {
      let line = try #require(
        server.process.text.split(separator: "\n").first { $0.contains("ended by signal") })
      let json = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(json["event"] as? String == "error")
      #expect(json["error"] as? String == "ended by signal \(signal)")
      #expect(json["whileAnswering"] as? String == "POST /sync/v1/sign-in")
    }
    let next = try await TestServer.start(folder)
    #expect(next.process.text.contains("ended while it answered POST /sync/v1/sign-in"))
    next.process.send(SIGTERM)
    #expect(await next.process.end() == .code(0))
    let last = try await TestServer.start(folder)
    #expect(!last.process.text.contains("ended while"), "\(last.process.text)")
    last.process.send(SIGTERM)
    #expect(await last.process.end() == .code(0))
  }

  @Test("a server that ends while it answers nobody says that")
  func idle() async throws {
    let folder = try TestFolder()
    let server = try await TestServer.start(folder)
    server.process.send(SIGABRT)
    #expect(await server.process.end() == .signal(SIGABRT))
    #expect(server.process.text.contains("\"whileAnswering\":\"nothing\""))
  }
}
