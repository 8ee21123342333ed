import HTTPServer
import Hub
import HubHTTP
import LocalTransport
import Replica
import SyncProtocol
import SyncTestSupport
import Testing

/// What a hub answers that serves version 3 of the protocol and up.
@Suite struct ProtocolVersionTests {
  private struct Newer {
    let server: TestServer
    let ada: (id: AccountID, token: String)
    let home: ZoneID

    init() async throws {
      server = try TestServer(leastProtocolVersion: 3)
      ada = try server.addAccount("ada")
      home = try await server.testHub.replica(ada.id)
        .confirm(via: server.testHub.transport(ada.id)) { try $0.addHome("Flat") }
    }

    func call(
      _ method: HTTPMethod, _ path: String, _ version: String?, body: [UInt8]? = nil
    ) async -> HTTPResponse {
      await server.call(
        method, "/sync/v1/\(path)", token: ada.token, body: body,
        headers: version.map { [(ProtocolVersion.header, $0)] } ?? [])
    }

    func inviteCount() throws -> Int {
      try server.testHub.hub.store.read { try $0.invites(in: home) }.count
    }
  }

  @Test("S1-8-b S1-8-d a client below the hub's least version gets 426 for sharing and syncing")
  func tooOld() async throws {
    let newer = try await Newer()
    let invite = InviteRequest(zone: newer.home, role: .readWrite).wireBytes
    let head = try newer.server.testHub.hub.store.read { try $0.zone(newer.home)?.head }
    for version in [nil, "1", "2"] {
      let answers = [
        await newer.call(.post, "zones/\(newer.home)/share", version, body: invite),
        await newer.call(.post, "invites", version, body: invite),
        await newer.call(.get, "zones/\(newer.home)/share", version),
        await newer.call(.delete, "zones/\(newer.home)/share", version),
        await newer.call(.post, "push", version, body: []),
        await newer.call(.post, "pull", version, body: []),
        await newer.call(.get, "events", version), await newer.call(.get, "me", version),
      ]
      for answer in answers {
        #expect(answer.status == .upgradeRequired)
        #expect(answer.headers[ProtocolVersion.header] == "3")
        #expect(try ProblemReply(wireBytes: answer.bytes).error == "upgrade")
      }
    }
    #expect(try newer.inviteCount() == 0)
    #expect(try newer.server.testHub.hub.store.read { try $0.zone(newer.home)?.head } == head)
  }

  @Test("clients of the least version and of any newer one are served")
  func newEnough() async throws {
    let newer = try await Newer()
    for version in ["3", "4", "900"] {
      #expect(await newer.call(.get, "me", version).status == .ok)
    }
  }

  @Test("a version that is no number is malformed, and what a hub can do is told to any version")
  func malformed() async throws {
    let newer = try await Newer()
    for version in ["", "one", "0", "-1", "1.5", "99999999999999999999"] {
      #expect(await newer.call(.get, "me", version).status == .badRequest)
    }
    #expect(await newer.call(.get, "capabilities", "1").status == .ok)
  }

  @Test("a large body of a client that is too old is refused before it is taken")
  func largeBody() async throws {
    let newer = try await Newer()
    var head = HTTPRequestHead(method: .put, path: "/sync/v1/blobs/x")
    head.headers["Authorization"] = "Bearer \(newer.ada.token)"
    guard case .reject(let answer) = newer.server.api.bodyPolicy(for: head) else {
      Issue.record("the body is taken")
      return
    }
    #expect(answer.status == .upgradeRequired)
  }
}
