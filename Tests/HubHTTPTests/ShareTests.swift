import HTTPServer
import Hub
import HubHTTP
import LocalTransport
import Replica
import SyncProtocol
import SyncTestSupport
import Testing

/// The operations of sharing a home over HTTP, as `docs/protocol.md` lists them.
@Suite struct ShareTests {
  private struct Flat {
    let server: TestServer
    let ada: (id: AccountID, token: String)
    let bob: (id: AccountID, token: String)
    let home: ZoneID

    init() async throws {
      server = try TestServer()
      ada = try server.addAccount("ada")
      bob = try server.addAccount("bob")
      home = try await server.testHub.replica(ada.id)
        .confirm(via: server.testHub.transport(ada.id)) { try $0.addHome("Flat") }
    }

    func share(_ method: HTTPMethod, _ token: String) async -> HTTPResponse {
      let body = InviteRequest(zone: home, role: .readWrite, maxUses: 2).wireBytes
      return await server.call(
        method, "/sync/v1/zones/\(home)/share", token: token, body: method == .post ? body : nil)
    }

    func inviteCount() throws -> Int {
      try server.testHub.hub.store.read { try $0.invites(in: home) }.count
    }
  }

  @Test("S1-3.2-a D-SHR-1 sharing a home twice makes one share: 201 with its invite, then the same")
  func idempotent() async throws {
    let flat = try await Flat()
    let first = await flat.share(.post, flat.ada.token)
    #expect(first.status == .created)
    var made = try Share(wireBytes: first.bytes)
    let issued = try #require(made.issued)
    let second = await flat.share(.post, flat.ada.token)
    #expect(second.status == .ok)
    made.issued = nil
    #expect(try Share(wireBytes: second.bytes) == made)
    #expect(made.invites.map(\.id) == [issued.id])
    #expect(try flat.inviteCount() == 1)
    // At once, too.
    #expect(await flat.share(.delete, flat.ada.token).status == .noContent)
    let statuses = await withTaskGroup(of: HTTPStatus.self) { group in
      for _ in 0..<8 { group.addTask { await flat.share(.post, flat.ada.token).status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.count { $0 == .created } == 1)
    #expect(statuses.count { $0 == .ok } == 7)
    #expect(try flat.inviteCount() == 2)
  }

  @Test("S1-3.2-b a share has the home's id, its title and who is in it; without one it is 404")
  func fetched() async throws {
    let flat = try await Flat()
    #expect(await flat.share(.get, flat.ada.token).status == .notFound)
    _ = await flat.share(.post, flat.ada.token)
    #expect(await flat.share(.get, flat.bob.token).status == .notFound)
    #expect(await flat.share(.post, flat.bob.token).status == .notFound)
    let invite = try #require(
      try flat.server.testHub.hub.store.read { try $0.invites(in: flat.home) }.first)
    try flat.server.testHub.hub.redeem(inviteID: invite.id, by: flat.bob.id)
    let answer = await flat.share(.get, flat.ada.token)
    #expect(answer.status == .ok)
    let share = try Share(wireBytes: answer.bytes)
    #expect(share.zone == flat.home && share.title == "Flat" && share.role == .owner)
    #expect(share.members.map(\.account) == [flat.ada.id, flat.bob.id])
    #expect(share.members.map(\.role) == [.owner, .readWrite])
    #expect(share.invites.map(\.usedCount) == [1])
    // Who is in it sees who else is, and no invites.
    let seen = try Share(wireBytes: await flat.share(.get, flat.bob.token).bytes)
    #expect(seen.members == share.members && seen.invites == [] && seen.role == .readWrite)
    #expect(await flat.share(.post, flat.bob.token).problem == "notOwner")
  }

  @Test("S1-1-c a share is made, fetched, changed, joined, left and ended over HTTP")
  func operations() async throws {
    let flat = try await Flat()
    let (server, base) = (flat.server, "/sync/v1/zones/\(flat.home)")
    let made = try Share(wireBytes: await flat.share(.post, flat.ada.token).bytes)
    let key = InviteKey.token(try #require(made.issued).token)
    let joined = await server.call(
      .post, "/sync/v1/invites/redeem", token: flat.bob.token, body: key.wireBytes)
    #expect(joined.status == .ok)
    func roles() async throws -> [Role] {
      try Share(wireBytes: await flat.share(.get, flat.ada.token).bytes).members.map(\.role)
    }
    #expect(try await roles() == [.owner, .readWrite])
    let changed = await server.call(
      .put, "\(base)/participants/\(flat.bob.id)", token: flat.ada.token,
      body: RoleRequest(role: .readOnly).wireBytes)
    #expect(changed.status == .noContent)
    #expect(try await roles() == [.owner, .readOnly])
    let left = await server.call(
      .delete, "\(base)/participants/\(flat.bob.id)", token: flat.bob.token)
    #expect(left.status == .noContent)
    #expect(try await roles() == [.owner])
    #expect(await flat.share(.delete, flat.ada.token).status == .noContent)
    #expect(await flat.share(.get, flat.ada.token).status == .notFound)
  }

  @Test("an offer of a zone is told to its owner alone, and its owner alone takes it back")
  func offer() async throws {
    let flat = try await Flat()
    try flat.server.testHub.admit(flat.bob.id, to: flat.home, by: flat.ada.id, as: .readWrite)
    let path = "/sync/v1/zones/\(flat.home)/owner"
    func offered(_ token: String) async throws -> [AccountID] {
      try Share(wireBytes: await flat.share(.get, token).bytes).members.filter(\.isOffered)
        .map(\.account)
    }
    let body = OwnerRequest(account: flat.bob.id).wireBytes
    #expect(
      await flat.server.call(.post, path, token: flat.ada.token, body: body).status == .noContent)
    #expect(try await offered(flat.ada.token) == [flat.bob.id])
    #expect(try await offered(flat.bob.token) == [])
    let withdrawal = "\(path)/\(flat.bob.id)"
    #expect(
      await flat.server.call(.delete, withdrawal, token: flat.bob.token).problem == "notOwner")
    #expect(try await offered(flat.ada.token) == [flat.bob.id])
    for _ in 0..<2 {
      let answer = await flat.server.call(.delete, withdrawal, token: flat.ada.token)
      #expect(answer.status == .noContent)
    }
    #expect(try await offered(flat.ada.token) == [])
    #expect(try flat.server.testHub.hub.notices(of: flat.bob.id) == [])
  }

  @Test("S1-3.3-b a hub says that it shares, to anyone who asks")
  func capabilities() async throws {
    let server = try TestServer()
    let answer = await server.call(.get, "/sync/v1/capabilities")
    #expect(answer.status == .ok)
    #expect(String(decoding: answer.bytes, as: UTF8.self) == #"{"sharing":true}"#)
    #expect(try Capabilities(wireBytes: answer.bytes).sharing)
  }
}
