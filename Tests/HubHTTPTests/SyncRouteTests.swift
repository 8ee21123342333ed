import HTTPServer
import Hub
import HubHTTP
import LocalTransport
import Replica
import SyncProtocol
import SyncTestSupport
import Testing

@Suite struct SyncRouteTests {
  private func emptyPush(_ server: TestServer, replica: String) throws -> PushRequest {
    PushRequest(
      epoch: try server.testHub.store.read { try $0.state() }.epoch, replica: replica,
      acknowledged: 0, changeSets: [])
  }

  @Test("a malformed body is 400 and says at which byte")
  func malformed() async throws {
    let server = try TestServer()
    let (_, token) = try server.addAccount("ada")
    let response = await server.call(
      .post, "/sync/v1/push", token: token, body: Array(#"{"epoch":7}"#.utf8))
    #expect(response.status == .badRequest)
    #expect(try ProblemReply(wireBytes: response.bytes).message.contains("byte"))
  }

  @Test("a replica belongs to the account that used it first")
  func foreignReplica() async throws {
    let server = try TestServer()
    let (_, ada) = try server.addAccount("ada")
    let (_, bob) = try server.addAccount("bob")
    let body = try emptyPush(server, replica: "r1").wireBytes
    let first = await server.call(.post, "/sync/v1/push", token: ada, body: body)
    #expect(try PushResponse(wireBytes: first.bytes) != .foreignReplica)
    let second = await server.call(.post, "/sync/v1/push", token: bob, body: body)
    #expect(try PushResponse(wireBytes: second.bytes) == .foreignReplica)
    let pull = await server.call(
      .post, "/sync/v1/pull", token: bob,
      body: PullRequest(epoch: "", replica: "r1", zones: [:]).wireBytes)
    #expect(try PullResponse(wireBytes: pull.bytes) == .foreignReplica)
  }

  @Test("a push of another epoch is told the hub's")
  func otherEpoch() async throws {
    let server = try TestServer()
    let (_, token) = try server.addAccount("ada")
    var request = try emptyPush(server, replica: "r1")
    let epoch = request.epoch
    request.epoch = "earlier"
    let response = await server.call(
      .post, "/sync/v1/push", token: token, body: request.wireBytes)
    #expect(try PushResponse(wireBytes: response.bytes) == .epoch(epoch))
  }

  @Test("S3-QM-2 pushes, pulls and refusals are counted and logged, one line each")
  func observed() async throws {
    let server = try TestServer()
    let (id, token) = try server.addAccount("ada")
    let refused = Recorder<String>()
    server.api.onRefusal { account, reason in refused.note("\(account) \(reason.rawValue)") }
    let epoch = try emptyPush(server, replica: "r1").epoch
    let push = PushRequest(
      epoch: epoch, replica: "r1", acknowledged: 0,
      changeSets: [
        ChangeSet(
          id: ChangeSetID(replica: "r1", number: 1), time: HybridTime(milliseconds: 1),
          mutations: [Mutation(.insert, "homes", "h1", in: "h1", registers: ["name": "Flat"])]),
        ChangeSet(
          id: ChangeSetID(replica: "r1", number: 2), time: HybridTime(milliseconds: 2),
          mutations: [Mutation(.update, "homes", "h9", in: "h9", registers: ["name": "No"])]),
      ])
    let response = await server.call(
      .post, "/sync/v1/push", token: token, body: push.wireBytes)
    #expect(response.status == .ok)
    _ = await server.call(
      .post, "/sync/v1/pull", token: token,
      body: PullRequest(epoch: "", replica: "r1", zones: [:]).wireBytes)
    #expect(server.api.metrics.count(of: .pushes) == 1)
    #expect(server.api.metrics.count(of: .changeSetsAccepted) == 1)
    #expect(server.api.metrics.count(of: .pulls) == 1)
    let page = await server.call(.get, "/metrics")
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(text.contains(/hearth_change_sets_refused_total{reason="[a-zA-Z]+"} 1/))
    #expect(text.contains("hearth_requests_total{route=\"push\",status=\"200\"} 1"))
    #expect(text.contains("hearth_errors_total 0"))
    #expect(text.contains("hearth_request_seconds_count{route=\"push\"} 1"))
    let events = server.log.values.map { line in
      ["\"push\"", "\"refusal\"", "\"pull\""].first { line.contains("\"event\":\($0)") } ?? line
    }
    #expect(refused.values.count == 1 && refused.values[0].hasPrefix("\(id) "))
    #expect(events == ["\"refusal\"", "\"push\"", "\"pull\""])
    #expect(server.log.values[1].contains(id))
  }

  @Test("metrics are for the machine itself and for administrators")
  func metricsAccess() async throws {
    let server = try TestServer()
    let (_, admin) = try server.addAccount("admin")
    let (_, bob) = try server.addAccount("bob")
    let proxied = [("X-Forwarded-For", "192.0.2.7")]
    #expect(await server.call(.get, "/metrics").status == .ok)
    #expect(await server.call(.get, "/metrics", headers: proxied).status == .notFound)
    #expect(await server.call(.get, "/metrics", token: bob, headers: proxied).status == .notFound)
    #expect(await server.call(.get, "/metrics", token: admin, headers: proxied).status == .ok)
    #expect(await server.call(.get, "/healthz").status == .ok)
  }

  @Test("a hold keeps others out for a moment and needs the right to write")
  func hold() async throws {
    let server = try TestServer()
    let (ada, token) = try server.addAccount("ada")
    let (_, stranger) = try server.addAccount("bob")
    let file = try server.testHub.replica(ada)
    let home = try await file.confirm(via: server.testHub.transport(ada)) {
      try $0.addHome("Flat")
    }
    func ask(_ token: String, _ replica: String) async throws -> Bool {
      let response = await server.call(
        .post, "/sync/v1/hold", token: token,
        body: HoldRequest(replica: replica, zones: [home]).wireBytes)
      return try HoldReply(wireBytes: response.bytes).isHeld
    }
    #expect(try await !ask(stranger, "r2"))
    #expect(try await ask(token, "r1"))
    #expect(try await !ask(token, "r3"))
  }
}
