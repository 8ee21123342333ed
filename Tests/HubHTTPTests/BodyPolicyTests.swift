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

  @Test(
    "what is refused before it is handled is a problem, too, on the protocol's paths alone",
    arguments: [
      (HTTPStatus.contentTooLarge, "tooLarge"), (.serviceUnavailable, "busy"),
      (.insufficientStorage, "storage"), (.internalServerError, "internal"),
      (.badRequest, "malformed"), (.uriTooLong, "malformed"),
    ])
  func refusals(status: HTTPStatus, error: String) throws {
    let refusal = try #require(SyncAPI.refusal(of: "/sync/v1/pull", status, "why"))
    #expect(refusal.status == status)
    #expect(
      try ProblemReply(wireBytes: refusal.bytes) == ProblemReply(error: error, message: "why"))
    #expect(refusal.headers["Cache-Control"] == "no-store")
    for path in ["/healthz", "/sync/v10/pull", "/api/v1/items", nil] {
      #expect(SyncAPI.refusal(of: path, status, "why") == nil)
    }
  }

  @Test("no answer is kept by anyone, whatever it says")
  func noStore() async throws {
    let server = try TestServer()
    let (_, token) = try server.addAccount("ada")
    for (method, path, status) in [
      (HTTPMethod.get, "/sync/v1/me", HTTPStatus.ok), (.get, "/sync/v1/nothing", .notFound),
      (.delete, "/sync/v1/me", .methodNotAllowed), (.post, "/sync/v1/pull", .badRequest),
    ] {
      let answer = await server.call(method, path, token: token)
      #expect(answer.status == status)
      #expect(answer.headers["Cache-Control"] == "no-store", "\(path)")
    }
    guard case .reject(let refusal) = policy(server, .post, "/sync/v1/push", bytes: 2 << 20) else {
      Issue.record("a large body of a stranger would be read")
      return
    }
    #expect(refusal.headers["Cache-Control"] == "no-store")
  }

  @Test("a page's size that is out of range counts as the nearest that is taken")
  func pageSize() throws {
    for (asked, taken) in [(0, 1), (1 << 20, 1 << 20), (17 << 20, 16 << 20)] {
      let request = PullRequest(epoch: "", replica: "k3v9x0qh", zones: [:], maxBytes: asked)
      #expect(try PullRequest(wireBytes: request.wireBytes).maxBytes == taken)
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
