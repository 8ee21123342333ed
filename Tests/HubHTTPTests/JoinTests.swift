import HTTPServer
import Hub
import HubHTTP
import LocalTransport
import Replica
import SyncProtocol
import SyncTestSupport
import Testing

/// Joins that are not finished, over HTTP, as `docs/protocol.md` lists their operations.
@Suite struct JoinTests {
  private let server: TestServer
  private let ada: (id: AccountID, token: String)
  private let bob: (id: AccountID, token: String)
  private let home: ZoneID

  init() async throws {
    server = try TestServer()
    ada = try server.addAccount("ada")
    bob = try server.addAccount("bob")
    home = try await server.testHub.replica(ada.id)
      .confirm(via: server.testHub.transport(ada.id)) { try $0.addHome("Flat") }
  }

  private func call(
    _ method: HTTPMethod, _ path: String, _ body: (any WireCodable)? = nil, token: String? = nil
  ) async -> HTTPResponse {
    await server.call(
      method, "/sync/v1/" + path, token: token ?? bob.token, body: body?.wireBytes)
  }

  private func invite(_ role: Role = .readWrite, uses: Int = 1) async throws -> IssuedInvite {
    let response = await call(
      .post, "invites", InviteRequest(zone: home, role: role, maxUses: uses), token: ada.token)
    return try IssuedInvite(wireBytes: response.bytes)
  }

  private func keep(_ key: InviteKey, _ choice: String, token: String? = nil) async -> HTTPResponse
  {
    await call(.post, "joins", KeepJoinRequest(key, choice: choice), token: token)
  }

  private func joins() async throws -> [PendingJoin] {
    let body = await call(.get, "joins").bytes
    return try WireReader.read(body) { reader throws(WireError) in
      var found: [PendingJoin] = []
      try reader.array { reader throws(WireError) in found.append(try PendingJoin(from: &reader)) }
      return found
    }
  }

  @Test("D-INV-5 a join is kept by token or code, changed, redeemed and forgotten")
  func whole() async throws {
    let issued = try await invite()
    let join = try PendingJoin(wireBytes: await keep(.token(issued.token), "one").bytes)
    #expect(join.title == "Flat" && join.ownerAccountName == "ada" && join.state == .open)
    #expect(try PendingJoin(wireBytes: await keep(.code(issued.code), "two").bytes).id == join.id)
    let path = "joins/\(join.id)"
    #expect(await call(.put, path, JoinChoiceRequest(choice: "three")).status == .noContent)
    #expect(try await joins().map(\.choice) == ["three"])
    #expect(try server.testHub.hub.role(of: bob.id, in: home) == nil)
    for _ in 0..<2 {
      let redeemed = await call(.post, path + "/redeem")
      #expect(try ZoneReply(wireBytes: redeemed.bytes).zone == home)
    }
    #expect(try server.testHub.hub.role(of: bob.id, in: home) == .readWrite)
    #expect(try await joins().map(\.state) == [.redeemed])
    for _ in 0..<2 { #expect(await call(.delete, path).status == .noContent) }
    #expect(try await joins() == [])
  }

  @Test("a join of somebody else is 404, and a choice that is too long 422")
  func refused() async throws {
    let issued = try await invite()
    let join = try PendingJoin(wireBytes: await keep(.token(issued.token), "").bytes)
    let (_, carol) = try server.addAccount("carol")
    let path = "joins/\(join.id)"
    let choice = JoinChoiceRequest(choice: "x")
    #expect(await call(.put, path, choice, token: carol).problem == "notFound")
    #expect(await call(.post, path + "/redeem", token: carol).problem == "notFound")
    #expect(await call(.delete, path, token: carol).status == .noContent)
    #expect(try await joins() == [join])
    let long = await keep(.token(issued.token), String(repeating: "x", count: 2001))
    #expect(long.status == .unprocessableContent && long.problem == "outOfRange")
    let own = await keep(.token(issued.token), "", token: ada.token)
    #expect(own.status == .conflict && own.problem == "ownInvite")
    let unknown = await keep(.token("none"), "")
    #expect(unknown.status == .notFound && unknown.problem == "inviteUnknown")
    _ = await call(.post, path + "/redeem")
    let second = try await invite()
    let member = await keep(.token(second.token), "")
    #expect(member.status == .conflict && member.problem == "alreadyMember")
  }

  @Test("D-INV-20 matches are for who may write there; too many questions are 429")
  func matches() async throws {
    let reading = try await invite(.readOnly)
    let query = MatchQuery(table: "labels", register: "name", values: ["x"])
    func ask(_ subject: MatchSubject, _ queries: MatchQuery...) async -> HTTPResponse {
      await call(.post, "invites/match", MatchRequest(subject, queries: queries))
    }
    let counted = await ask(.key(.token(reading.token)))
    #expect(
      try MatchReply(wireBytes: counted.bytes) == MatchReply(results: [], counts: ["notes": 0]))
    let notes = MatchQuery(table: "notes", register: "text", values: ["milk"])
    let refused = await ask(.key(.token(reading.token)), notes)
    #expect(refused.status == .forbidden && refused.problem == "inviteReadOnly")
    let writing = try await invite()
    let unknown = await ask(.key(.token(writing.token)), query)
    #expect(unknown.status == .unprocessableContent && unknown.problem == "outOfRange")
    let found = await ask(.key(.code(writing.code)), notes)
    #expect(try MatchReply(wireBytes: found.bytes).results == [[]])
    var last = found
    for _ in 0..<Invitations.maxMatchRequests where last.status != .tooManyRequests {
      last = await ask(.key(.token(writing.token)))
    }
    #expect(last.status == .tooManyRequests)
  }
}
