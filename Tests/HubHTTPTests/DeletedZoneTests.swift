import HTTPServer
import Hub
import HubHTTP
import LocalTransport
import Replica
import SyncProtocol
import SyncTestSupport
import Testing

/// Deleted zones over HTTP, as `docs/protocol.md` lists their operations.
@Suite struct DeletedZoneTests {
  private struct Flat {
    let server: TestServer
    let ada: (id: AccountID, token: String)
    let bob: (id: AccountID, token: String)
    let home: ZoneID

    /// Ada's flat, deleted with its one note.
    init() async throws {
      server = try TestServer()
      ada = try server.addAccount("ada")
      bob = try server.addAccount("bob")
      let replica = try server.testHub.replica(ada.id)
      let transport = server.testHub.transport(ada.id)
      let home = try await replica.confirm(via: transport) { transaction in
        let home = try transaction.addHome("Flat")
        try transaction.addNote("milk", in: home)
        return home
      }
      self.home = home
      try await replica.confirm(via: transport) { transaction in
        try transaction.connection.execute("DELETE FROM notes")
        _ = try transaction.connection.execute("DELETE FROM homes")
      }
    }

    func call(_ method: HTTPMethod, _ path: String, _ token: String) async -> HTTPResponse {
      await server.call(
        method, "/sync/v1/deleted" + path, token: token,
        body: method == .post ? RestoreRequest().wireBytes : nil)
    }

    func list(_ token: String) async throws -> [DeletedZoneSummary] {
      var found: [DeletedZoneSummary] = []
      try WireReader.read(await call(.get, "", token).bytes) { reader throws(WireError) in
        try reader.array { reader throws(WireError) in
          found.append(try DeletedZoneSummary(from: &reader))
        }
      }
      return found
    }
  }

  @Test("a deleted home is listed and restored by its owner alone; asking twice is no error")
  func restored() async throws {
    let flat = try await Flat()
    let deleted = try #require(try await flat.list(flat.ada.token).first)
    #expect(deleted.zone == flat.home && deleted.title == "Flat")
    #expect(deleted.counts == ["homes": 1, "notes": 1] && deleted.members == [])
    #expect(try await flat.list(flat.bob.token) == [])
    let restore = "/\(flat.home)/restore"
    #expect(await flat.call(.post, restore, flat.bob.token).status == .notFound)
    for _ in 0..<2 {
      #expect(await flat.call(.post, restore, flat.ada.token).status == .noContent)
    }
    #expect(try flat.server.testHub.hub.role(of: flat.ada.id, in: flat.home) == .owner)
    #expect(try await flat.list(flat.ada.token) == [])
    #expect(await flat.call(.delete, "/\(flat.home)", flat.ada.token).status == .notFound)
  }

  @Test("what is removed for good is not restored; removing it twice is no error")
  func purged() async throws {
    let flat = try await Flat()
    let path = "/\(flat.home)"
    #expect(await flat.call(.delete, path, flat.bob.token).status == .notFound)
    for _ in 0..<2 {
      #expect(await flat.call(.delete, path, flat.ada.token).status == .noContent)
    }
    #expect(try await flat.list(flat.ada.token) == [])
    let late = await flat.call(.post, path + "/restore", flat.ada.token)
    #expect(late.status == .notFound && late.problem == "notFound")
  }
}
