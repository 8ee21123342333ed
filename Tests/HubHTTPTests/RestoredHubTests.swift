import HTTPServer
import Hub
import HubHTTP
import HubSQLite
import SyncProtocol
import SyncTestSupport
import Testing

/// What a restored hub answers to those who were signed in.
@Suite struct RestoredHubTests {
  @Test("a token of the backup is answered 401; the notice goes to clients that know its kind")
  func restored() async throws {
    let server = try TestServer()
    let (ada, before) = try server.addAccount("ada")
    #expect(await server.call(.get, "/sync/v1/me", token: before).status == .ok)
    try server.testHub.hub.beginRecovery(until: 0, stateAt: 1_767_222_000_000)
    #expect(await server.call(.get, "/sync/v1/me", token: before).status == .unauthorized)
    let token = try server.token(of: ada)
    let old = await server.call(.get, "/sync/v1/notices", token: token)
    #expect(old.bytes == Array("[]".utf8))
    let new = await server.call(
      .get, "/sync/v1/notices", token: token, query: [("understands", "2")])
    let notices = try AccountNotice.list(wireBytes: new.bytes)
    #expect(notices.map(\.kind) == [.hubRestored])
    #expect(notices.map(\.stateAt) == [1_767_222_000_000])
  }
}
