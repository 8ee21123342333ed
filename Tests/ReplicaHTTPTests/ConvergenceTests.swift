import HTTPServer
import Hub
import Replica
import ReplicaHTTP
import SyncProtocol
import SyncTestSupport
import Testing

@Suite struct ConvergenceTests {
  private func transport(_ server: TestServer, _ token: String) throws -> HTTPTransport {
    HTTPTransport(address: try #require(HubAddress(server.url)), token: token)
  }

  private func withServer(
    _ body: (TestServer) async throws -> Void
  ) async throws {
    let server = try TestServer()
    try server.start()
    do {
      try await body(server)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test("S3-US5-3 two devices converge over HTTP")
  func converge() async throws {
    try await withServer { server in
      let (id, token) = try server.addAccount("ada")
      let (laptop, phone) = (
        try server.testHub.replica(id, "1"), try server.testHub.replica(id, "2")
      )
      let (first, second) = (try transport(server, token), try transport(server, token))
      let home = try await laptop.write { try $0.addHome("Flat") }
      try await laptop.sync(via: first)
      try await phone.sync(via: second)
      try await phone.write { try $0.rename(home, "Cabin") }
      _ = try await laptop.write { try $0.addNote("milk", in: home) }
      try await phone.sync(via: second)
      try await laptop.sync(via: first)
      try await phone.sync(via: second)
      for file in [laptop, phone] {
        #expect(try file.homes() == ["Cabin"])
        #expect(try file.notes() == ["milk"])
        #expect(try file.status().pendingCount == 0)
      }
    }
  }

  @Test("what is written offline arrives when the hub can be reached again")
  func offline() async throws {
    try await withServer { server in
      let (id, token) = try server.addAccount("ada")
      let file = try server.testHub.replica(id)
      let transport = try transport(server, token)
      try await file.sync(via: transport)
      await server.stop()
      _ = try await file.write { try $0.addHome("Flat") }
      await #expect {
        try await file.sync(via: transport)
      } throws: { error in
        guard case SyncError.transport(.unreachable(let reason)) = error else { return false }
        return reason.contains("hub not reachable at http://127.0.0.1")
      }
      #expect(try file.homes() == ["Flat"])
      try server.start()
      try await file.sync(via: transport)
      let other = try server.testHub.replica(id, "other")
      try await other.sync(via: transport)
      #expect(try other.homes() == ["Flat"])
    }
  }

  @Test("a hub-confirmed transaction needs the hub, and changes nothing without it")
  func confirmOffline() async throws {
    try await withServer { server in
      let (id, token) = try server.addAccount("ada")
      let file = try server.testHub.replica(id)
      let transport = try transport(server, token)
      try await file.sync(via: transport)
      await server.stop()
      await #expect {
        try await file.confirm(via: transport) { try $0.addHome("Flat") }
      } throws: { error in
        guard case ConfirmationError.notSent = error else { return false }
        return true
      }
      #expect(try file.homes() == [])
    }
  }

  @Test("devices that rely on one home and write at once get through one by one")
  func contention() async throws {
    try await withServer { server in
      let (id, token) = try server.addAccount("ada")
      let first = try transport(server, token)
      let home = try await server.testHub.replica(id, "0").confirm(via: first) {
        try $0.addHome("0")
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for name in ["1", "2"] {
          let file = try server.testHub.replica(id, name)
          let transport = try transport(server, token)
          group.addTask {
            for _ in 0..<5 {
              try await file.confirm(relyingOn: .init(zones: [home]), via: transport) {
                let count = try $0.connection.first(
                  "SELECT name FROM homes WHERE id = ?", .text(home)
                ) { Int($0.text(0)) ?? 0 }
                try $0.rename(home, String((count ?? 0) + 1))
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let reader = try server.testHub.replica(id, "3")
      try await reader.pull(via: first)
      #expect(try reader.homes() == ["10"])
    }
  }

  @Test("a change set larger than a normal request goes alone, through a file; a larger one is 413")
  func large() async throws {
    try await withServer { server in
      let (id, token) = try server.addAccount("ada")
      let file = try server.testHub.replica(id)
      let transport = try transport(server, token)
      let text = String(repeating: "x", count: 3 << 20)
      let home = try await file.write { try $0.addHome("Flat") }
      _ = try await file.write { try $0.addNote(text, in: home) }
      try await file.sync(via: transport)
      let other = try server.testHub.replica(id, "other")
      try await other.sync(via: transport)
      #expect(try other.notes() == [text])
      let request = PushRequest(
        epoch: "e", replica: "r", acknowledged: 0,
        changeSets: [
          ChangeSet(
            id: ChangeSetID(replica: "r", number: 1), time: .zero,
            mutations: [
              Mutation(
                .insert, "notes", "n", in: home,
                registers: ["text": .text(String(repeating: "x", count: 66 << 20))])
            ])
        ])
      await #expect {
        _ = try await transport.push(request)
      } throws: { error in
        guard case TransportError.rejected(status: 413, _) = error else { return false }
        return true
      }
    }
  }

  @Test("a token that the hub does not know is unauthorised, not offline")
  func unauthorised() async throws {
    try await withServer { server in
      let transport = try transport(server, String(repeating: "A", count: 43))
      await #expect(throws: TransportError.unauthorised) {
        _ = try await transport.pull(PullRequest(epoch: "", replica: "r", zones: [:]))
      }
    }
  }

  @Test("a device signs in, sees who it is, shares, and signs out")
  func hubClient() async throws {
    try await withServer { server in
      let (id, _) = try server.addAccount("ada")
      let address = try #require(HubAddress(server.url))
      await #expect(throws: SignInFailure.wrongNameOrPassword) {
        _ = try await HTTPTransport.signIn(
          address: address, SignInRequest(name: "ada", password: "wrong", label: "laptop"))
      }
      let reply = try await HTTPTransport.signIn(
        address: address,
        SignInRequest(name: "ada", password: TestServer.password, label: "laptop"))
      let transport = HTTPTransport(address: address, token: reply.token)
      let client = HTTPHubClient(transport)
      #expect(try await client.account().id == id)
      #expect(try await client.sessions().first { $0.isCurrent }?.label == "laptop")
      let file = try server.testHub.replica(id)
      let home = try await file.confirm(via: transport) { try $0.addHome("Flat") }
      let invite = try await client.createInvite(InviteRequest(zone: home, role: .readOnly))
      #expect(try await client.preview(.token(invite.token)).title == "Flat")
      await #expect(throws: HubClientError.refused(.ownInvite)) {
        _ = try await client.redeem(.code(invite.code))
      }
      try await client.signOut()
      await #expect(throws: HubClientError.transport(.unauthorised)) {
        _ = try await client.account()
      }
    }
  }
}
