import Hub
import Replica
import ReplicaHTTP
import SyncProtocol
import SyncTestSupport
import Testing

/// A device of a hub that was restored, over real HTTP.
@Suite struct RestoredHubTests {
  @Test("a device that a restore has signed out keeps what waits, and sends it when it is in again")
  func signedOut() async throws {
    let server = try TestServer()
    try server.start()
    let ada = try server.addAccount("ada")
    let file = try server.testHub.replica(ada.id)
    let address = try #require(HubAddress(server.url))
    let before = HTTPTransport(address: address, token: ada.token)
    let home = try await file.confirm(via: before) { try $0.addHome("Flat") }
    _ = try await file.write { try $0.addNote("milk", in: home) }
    try server.testHub.hub.beginRecovery(until: 0, stateAt: 1_767_222_000_000)
    await #expect(throws: SyncError.transport(.unauthorised)) { try await file.sync(via: before) }
    #expect(try file.status().pendingCount == 1)
    let again = HTTPTransport(address: address, token: try server.token(of: ada.id))
    try await file.sync(via: again)
    #expect(try file.notes() == ["milk"])
    #expect(try file.status().pendingCount == 0)
    let notices = try await HTTPHubClient(again).notices()
    #expect(notices.map(\.kind) == [.hubRestored])
    #expect(notices.map(\.stateAt) == [1_767_222_000_000])
    try await HTTPHubClient(again).dismissNotice(notices[0].id)
    #expect(try await HTTPHubClient(again).notices() == [])
    await server.stop()
  }
}
