import HTTPServer
import Hub
import HubHTTP
import LocalTransport
import Replica
import SyncProtocol
import SyncTestSupport
import Testing

@Suite struct SharingTests {
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

    func invite(uses: Int = 1, role: Role = .readWrite) async throws -> IssuedInvite {
      let response = await server.call(
        .post, "/sync/v1/invites", token: ada.token,
        body: InviteRequest(zone: home, role: role, maxUses: uses).wireBytes)
      #expect(response.status == .created)
      return try IssuedInvite(wireBytes: response.bytes)
    }

    func redeem(_ key: InviteKey, _ token: String) async -> HTTPResponse {
      await server.call(.post, "/sync/v1/invites/redeem", token: token, body: key.wireBytes)
    }
  }

  // I4-1
  @Test("an invite is previewed without joining, redeemed by token, and used up")
  func token() async throws {
    let flat = try await Flat()
    let invite = try await flat.invite()
    #expect(invite.token.utf8.count == 22)
    let key = InviteKey.token(invite.token)
    let preview = await flat.server.call(
      .post, "/sync/v1/invites/preview", token: flat.bob.token, body: key.wireBytes)
    let offer = try InviteOffer(wireBytes: preview.bytes)
    #expect(offer.title == "Flat")
    #expect(offer.ownRole == nil)
    #expect(try flat.server.testHub.hub.role(of: flat.bob.id, in: flat.home) == nil)
    #expect(
      try ZoneReply(wireBytes: await flat.redeem(key, flat.bob.token).bytes).zone == flat.home)
    #expect(try flat.server.testHub.hub.role(of: flat.bob.id, in: flat.home) == .readWrite)
    let (_, carol) = try flat.server.addAccount("carol")
    let late = await flat.redeem(key, carol)
    #expect(late.status == .gone)
    #expect(late.problem == "inviteExhausted")
  }

  @Test("a code works however it is typed, and a wrong one is not known")
  func code() async throws {
    let flat = try await Flat()
    let code = try await flat.invite().code
    #expect(code.utf8.count == 8)
    let typed = " " + code.lowercased().filter { $0 != "-" }
    #expect(await flat.redeem(.code(typed), flat.bob.token).status == .ok)
    let wrong = await flat.redeem(.code("ABC-2222"), flat.bob.token)
    #expect(wrong.status == .notFound)
    #expect(wrong.problem == "inviteUnknown")
  }

  @Test("guessing codes ends in 429")
  func guessing() async throws {
    let flat = try await Flat()
    var statuses: [HTTPStatus] = []
    for _ in 0..<12 {
      statuses.append(await flat.redeem(.code("ABC-2222"), flat.bob.token).status)
    }
    #expect(statuses.first == .notFound)
    #expect(statuses.last == .tooManyRequests)
  }

  @Test("only the owner shares, changes roles, removes and revokes; the last word is the hub's")
  func ownerOnly() async throws {
    let flat = try await Flat()
    let invite = try await flat.invite()
    let foreign = await flat.server.call(
      .post, "/sync/v1/invites", token: flat.bob.token,
      body: InviteRequest(zone: flat.home, role: .readOnly).wireBytes)
    #expect(foreign.problem == "notFound")
    _ = await flat.redeem(.token(invite.token), flat.bob.token)
    let member = "/sync/v1/zones/\(flat.home)/participants/\(flat.bob.id)"
    let role = RoleRequest(role: .readOnly).wireBytes
    #expect(
      await flat.server.call(.put, member, token: flat.bob.token, body: role).problem == "notOwner")
    #expect(
      await flat.server.call(.put, member, token: flat.ada.token, body: role).status == .noContent)
    #expect(try flat.server.testHub.hub.role(of: flat.bob.id, in: flat.home) == .readOnly)
    // Leaving is removing oneself.
    #expect(await flat.server.call(.delete, member, token: flat.bob.token).status == .noContent)
    #expect(try flat.server.testHub.hub.role(of: flat.bob.id, in: flat.home) == nil)
    let again = try await flat.invite(uses: 5)
    let revoke = "/sync/v1/invites/\(again.id)"
    #expect(await flat.server.call(.delete, revoke, token: flat.bob.token).problem == "notFound")
    #expect(await flat.server.call(.delete, revoke, token: flat.ada.token).status == .noContent)
    #expect(await flat.redeem(.token(again.token), flat.bob.token).problem == "inviteRevoked")
  }

  // D-FAM-8
  @Test(
    "a role that this hub does not know is given to nobody, whatever newer program asks for it",
    arguments: ["guardian", "", "Owner", "parent"])
  func unknownRole(_ role: String) async throws {
    let flat = try await Flat()
    let invite = try await flat.invite()
    _ = await flat.redeem(.token(invite.token), flat.bob.token)
    func call(_ method: HTTPMethod, _ path: String, _ body: [UInt8]) async -> HTTPResponse {
      let text = String(decoding: body, as: UTF8.self)
      let newer = text.replacing(#""readOnly""#, with: "\"\(role)\"")
      #expect(newer != text)
      return await flat.server.call(
        method, "/sync/v1/" + path, token: flat.ada.token, body: Array(newer.utf8))
    }
    let made = await call(
      .post, "invites", InviteRequest(zone: flat.home, role: .readOnly).wireBytes)
    let given = await call(
      .put, "zones/\(flat.home)/participants/\(flat.bob.id)",
      RoleRequest(role: .readOnly).wireBytes)
    for answer in [made, given] { #expect(answer.status == .badRequest) }
    #expect(try flat.server.testHub.hub.role(of: flat.bob.id, in: flat.home) == .readWrite)
  }

  @Test("stopping to share removes everyone and revokes the open invites")
  func stopSharing() async throws {
    let flat = try await Flat()
    let invite = try await flat.invite(uses: 5)
    _ = await flat.redeem(.token(invite.token), flat.bob.token)
    let path = "/sync/v1/zones/\(flat.home)/participants"
    #expect(await flat.server.call(.delete, path, token: flat.ada.token).status == .noContent)
    #expect(try flat.server.testHub.hub.role(of: flat.bob.id, in: flat.home) == nil)
    let (_, carol) = try flat.server.addAccount("carol")
    #expect(await flat.redeem(.token(invite.token), carol).problem == "inviteRevoked")
  }

  @Test("lives, uses and names out of range are refused, and nothing overflows")
  func outOfRange() async throws {
    let flat = try await Flat()
    for (life, uses) in [(Int64.max, 1), (1, 1), (3600, 0), (3600, Int.max)] {
      let response = await flat.server.call(
        .post, "/sync/v1/invites", token: flat.ada.token,
        body: InviteRequest(zone: flat.home, role: .readOnly, lifeSeconds: life, maxUses: uses)
          .wireBytes)
      #expect(response.problem == "outOfRange")
    }
    let forOneself = await flat.server.call(
      .post, "/sync/v1/invites", token: flat.ada.token,
      body: InviteRequest(zone: flat.home, role: .readOnly, boundTo: "ADA").wireBytes)
    #expect(forOneself.problem == "outOfRange")
  }

  @Test("D-INV-19 D-INV-21 another kind is 422, another account 403; the owner is told who joined")
  func boundAndKinds() async throws {
    let flat = try await Flat()
    let response = await flat.server.call(
      .post, "/sync/v1/invites", token: flat.ada.token,
      body: InviteRequest(zone: flat.home, role: .readWrite, boundTo: "bob").wireBytes)
    let key = InviteKey.token(try IssuedInvite(wireBytes: response.bytes).token)
    let (_, carol) = try flat.server.addAccount("carol")
    #expect(await flat.redeem(key, carol).status == .forbidden)
    #expect(await flat.redeem(key, carol).problem == "inviteForOther")
    let preview = await flat.server.call(
      .post, "/sync/v1/invites/preview", token: carol, body: key.wireBytes)
    let offer = try InviteOffer(wireBytes: preview.bytes)
    #expect(offer.isForOther && offer.boundTo == "bob")
    #expect(offer.title == "" && offer.ownerName == "" && offer.zone == "")
    let asGroup = await flat.server.call(
      .post, "/sync/v1/invites/redeem", token: flat.bob.token,
      body: RedeemRequest(key, as: .group).wireBytes)
    #expect(asGroup.status == .unprocessableContent)
    #expect(asGroup.problem == "inviteOtherKind")
    #expect(await flat.redeem(key, flat.bob.token).status == .ok)
    let told = await flat.server.call(.get, "/sync/v1/notices", token: flat.ada.token)
    #expect(told.status == .ok)
    var notices: [AccountNotice] = []
    try WireReader.read(told.bytes) { reader throws(WireError) in
      try reader.array { reader throws(WireError) in
        notices.append(try AccountNotice(from: &reader))
      }
    }
    #expect(notices.map(\.personID) == [flat.bob.id])
    let path = "/sync/v1/notices/\(notices[0].id)"
    #expect(await flat.server.call(.delete, path, token: carol).status == .noContent)
    #expect(await flat.server.call(.delete, path, token: flat.ada.token).status == .noContent)
    #expect(
      await flat.server.call(.get, "/sync/v1/notices", token: flat.ada.token).bytes
        == Array("[]".utf8))
  }
}
