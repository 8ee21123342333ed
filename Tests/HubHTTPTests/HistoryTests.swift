import HTTPServer
import Hub
import HubHTTP
import LocalTransport
import Replica
import SyncProtocol
import SyncTestSupport
import Testing

/// The past of a zone over HTTP, as `docs/protocol.md` tells it.
@Suite struct HistoryTests {
  @Test("a member is told what happened, a stranger that there is no such zone")
  func told() async throws {
    let server = try TestServer()
    let ada = try server.addAccount("ada")
    let bob = try server.addAccount("bob")
    let replica = try server.testHub.replica(ada.id)
    let home = try await replica.confirm(via: server.testHub.transport(ada.id)) { transaction in
      let home = try transaction.addHome("Flat")
      try transaction.addNote("milk", in: home)
      return home
    }
    func ask(_ request: HistoryRequest, _ token: String) async -> HTTPResponse {
      await server.call(.post, "/sync/v1/history", token: token, body: request.wireBytes)
    }
    let answer = await ask(HistoryRequest(zone: home), ada.token)
    let page = try HistoryPage(wireBytes: answer.bytes)
    #expect(page.entries.map(\.authorName) == ["ada"] && page.next == nil)
    #expect(Set(page.entries[0].counts.map(\.table)) == ["homes", "notes", "participants"])
    #expect(await ask(HistoryRequest(zone: home), bob.token).status == .notFound)
    #expect(await ask(HistoryRequest(zone: home, limit: 101), ada.token).status == .badRequest)
    let refused = await server.call(.post, "/sync/v1/history", body: [])
    #expect(refused.status == .unauthorized)
  }
}
