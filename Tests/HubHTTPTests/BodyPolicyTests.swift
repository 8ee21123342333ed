import HTTPServer
import HubHTTP
import SyncProtocol
import SyncTestSupport
import Testing

@Suite struct BodyPolicyTests {
  private func policy(
    _ server: TestServer, _ method: HTTPMethod, _ path: String, bytes: Int?, token: String? = nil
  ) -> BodyPolicy {
    var head = HTTPRequestHead(method: method, path: path)
    head.contentLength = bytes
    head.isChunked = bytes == nil
    if let token { head.headers["Authorization"] = "Bearer \(token)" }
    return server.api.bodyPolicy(for: head)
  }

  @Test("large bodies are read only from who is signed in, and go to a file")
  func large() throws {
    let server = try TestServer()
    let (_, token) = try server.addAccount("ada")
    for (method, path) in [(HTTPMethod.post, "/sync/v1/push"), (.put, "/sync/v1/blobs/x")] {
      for bytes in [2 << 20, nil] {
        guard case .reject(let response) = policy(server, method, path, bytes: bytes) else {
          Issue.record("a large body of a stranger would be read")
          return
        }
        #expect(response.status == .unauthorized)
        guard case .spool = policy(server, method, path, bytes: bytes, token: token) else {
          Issue.record("a large body would be kept in memory")
          return
        }
      }
    }
    guard case .buffer(maxBytes: 1 << 20) = policy(server, .post, "/sync/v1/push", bytes: 100)
    else {
      Issue.record("a small push would go to the disk")
      return
    }
  }

  @Test("paths that are no route take no body")
  func none() throws {
    let server = try TestServer()
    for (method, path) in [
      (HTTPMethod.post, "/sync/v1/nothing"), (.post, "/sync/v1/me"), (.get, "/sync/v1/events"),
    ] {
      guard case .none = policy(server, method, path, bytes: 10) else {
        Issue.record("a body would be read")
        return
      }
    }
  }

  @Test("a piece of a blob must say where it belongs")
  func contentRange() async throws {
    let server = try TestServer()
    let (_, token) = try server.addAccount("ada")
    let path = "/sync/v1/blobs/" + String(repeating: "a", count: 64)
    let none = await server.call(.put, path, token: token)
    #expect(none.problem == "tooLarge")
    let unknown = await server.call(
      .get, path, token: token, query: [("zone", "z"), ("record", "r")])
    #expect(unknown.problem == "notFound")
    let noRecord = await server.call(.get, path, token: token)
    #expect(noRecord.bytes == unknown.bytes)
    let noHash = await server.call(.put, "/sync/v1/blobs/..", token: token)
    #expect(noHash.status == .notFound)
  }
}
