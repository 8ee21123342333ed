import HTTPServer
import Hub
import SyncProtocol
import SyncTestSupport
import Testing

@Suite("Limits of attempts count the client's address")
struct ClientAddressTests {
  /// As many as one address may try in a while.
  private static let maxAttempts = 30

  private func guess(
    _ server: TestServer, _ number: Int, peer: String, forwarded: String
  ) async -> HTTPStatus {
    var head = HTTPRequestHead(method: .post, path: "/sync/v1/sign-in", remoteAddress: peer)
    head.headers["X-Forwarded-For"] = forwarded
    let attempt = SignInRequest(name: "nobody\(number)", password: "a guess", label: "")
    return await server.api.respond(
      to: HTTPRequest(head: head, content: .bytes(attempt.wireBytes))
    ).status
  }

  @Test("behind a proxy on this machine one guesser does not lock the others out")
  func proxied() async throws {
    let server = try TestServer(inMemory: true)
    for number in 0..<Self.maxAttempts {
      let status = await guess(server, number, peer: "127.0.0.1", forwarded: "192.0.2.7")
      #expect(status == .unauthorized)
    }
    #expect(
      await guess(server, 98, peer: "127.0.0.1", forwarded: "192.0.2.7") == .tooManyRequests)
    #expect(await guess(server, 99, peer: "127.0.0.1", forwarded: "192.0.2.8") == .unauthorized)
  }

  @Test("a guesser on another machine stays one guesser, whatever it claims to be")
  func spoofed() async throws {
    let server = try TestServer(inMemory: true)
    for number in 0..<Self.maxAttempts {
      let claimed = "192.0.2.\(number)"
      #expect(
        await guess(server, number, peer: "203.0.113.9", forwarded: claimed) == .unauthorized)
    }
    #expect(
      await guess(server, 99, peer: "203.0.113.9", forwarded: "192.0.2.200") == .tooManyRequests)
  }
}
