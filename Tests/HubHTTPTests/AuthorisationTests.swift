import HTTPServer
import Hub
import HubHTTP
import SyncProtocol
import SyncTestSupport
import Testing

@Suite struct AuthorisationTests {
  static let routes: [(HTTPMethod, String)] = [
    (.post, "/sync/v1/sign-out"), (.get, "/sync/v1/me"), (.get, "/sync/v1/sessions"),
    (.delete, "/sync/v1/sessions/x"), (.post, "/sync/v1/push"), (.post, "/sync/v1/pull"),
    (.post, "/sync/v1/hold"), (.get, "/sync/v1/events"), (.post, "/sync/v1/invites"),
    (.post, "/sync/v1/invites/preview"), (.post, "/sync/v1/invites/redeem"),
    (.delete, "/sync/v1/invites/x"), (.put, "/sync/v1/zones/z/participants/a"),
    (.post, "/sync/v1/zones/z/owner"), (.delete, "/sync/v1/zones/z/owner/a"),
    (.delete, "/sync/v1/zones/z/participants/a"), (.delete, "/sync/v1/zones/z/participants"),
    (.post, "/sync/v1/invites/match"), (.get, "/sync/v1/joins"), (.post, "/sync/v1/joins"),
    (.put, "/sync/v1/joins/x"), (.post, "/sync/v1/joins/x/redeem"), (.delete, "/sync/v1/joins/x"),
    (.get, "/sync/v1/blobs/x"), (.put, "/sync/v1/blobs/x"), (.get, "/sync/v1/blobs/x/upload"),
  ]

  @Test("every route but signing in asks for a token that is known", arguments: routes.indices)
  func needsToken(index: Int) async throws {
    let server = try TestServer()
    let (method, path) = Self.routes[index]
    for token in [nil, "", "x", String(repeating: "A", count: 43)] {
      let response = await server.call(method, path, token: token, body: Array("{}".utf8))
      #expect(response.status == .unauthorized)
      #expect(response.problem == "unauthorised")
    }
  }

  @Test("D-SYN-15 a token is void after signing out, and for a disabled account")
  func voidTokens() async throws {
    let server = try TestServer()
    let (_, adminToken) = try server.addAccount("admin")
    let (bob, token) = try server.addAccount("bob")
    #expect(await server.call(.get, "/sync/v1/me", token: adminToken).status == .ok)
    #expect(await server.call(.post, "/sync/v1/sign-out", token: adminToken).status == .noContent)
    #expect(await server.call(.get, "/sync/v1/me", token: adminToken).status == .unauthorized)
    try server.accounts.setDisabled(true, bob, by: .commandLine)
    #expect(await server.call(.get, "/sync/v1/me", token: token).status == .unauthorized)
  }

  @Test("a device signs in with name and password, and a wrong one is refused without a hint")
  func signIn() async throws {
    let server = try TestServer()
    let (id, _) = try server.addAccount("Ada")
    func signIn(_ name: String, _ password: String) async -> HTTPResponse {
      await server.call(
        .post, "/sync/v1/sign-in",
        body: SignInRequest(name: name, password: password, label: "laptop").wireBytes)
    }
    let reply = try SignInReply(wireBytes: await signIn("ada", TestServer.password).bytes)
    #expect(reply.account.id == id)
    #expect(await server.call(.get, "/sync/v1/me", token: reply.token).status == .ok)
    let (wrong, unknown) = (await signIn("ada", "wrong wrong wrong"), await signIn("eve", "?"))
    #expect(wrong.status == .unauthorized)
    #expect(wrong.bytes == unknown.bytes)
    #expect(wrong.problem == "wrongNameOrPassword")
  }

  @Test("guessing passwords ends in 429 with the time to wait")
  func rateLimited() async throws {
    let server = try TestServer()
    _ = try server.addAccount("ada")
    var last = HTTPResponse()
    for _ in 0..<20 where last.status != .tooManyRequests {
      last = await server.call(
        .post, "/sync/v1/sign-in",
        body: SignInRequest(name: "ada", password: "guess guess", label: "").wireBytes)
    }
    #expect(last.status == .tooManyRequests)
    #expect(Int(last.headers["Retry-After"] ?? "") ?? 0 > 0)
  }

  @Test("a path that is none is 404, a wrong method 405")
  func misses() async throws {
    let server = try TestServer()
    #expect(await server.call(.get, "/sync/v1/nothing").status == .notFound)
    #expect(await server.call(.get, "/sync/v1/push").status == .methodNotAllowed)
  }

  @Test("neither tokens nor passwords nor names reach the log")
  func logIsClean() async throws {
    let server = try TestServer()
    let (_, token) = try server.addAccount("adelheid")
    _ = await server.call(
      .post, "/sync/v1/sign-in",
      body: SignInRequest(name: "adelheid", password: "guess guess", label: "attic").wireBytes)
    let reply = try SignInReply(
      wireBytes: await server.call(
        .post, "/sync/v1/sign-in",
        body: SignInRequest(
          name: "adelheid", password: TestServer.password, label: "attic"
        ).wireBytes
      ).bytes)
    _ = await server.call(.post, "/sync/v1/pull", token: token, body: Array("{".utf8))
    #expect(server.log.values.count >= 2)
    for line in server.log.values {
      for secret in [token, reply.token, TestServer.password, "guess", "adelheid", "attic"] {
        #expect(!line.contains(secret))
      }
    }
  }
}
