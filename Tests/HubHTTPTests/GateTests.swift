import HTTPServer
import Hub
import HubHTTP
import LocalTransport
import Replica
import SyncProtocol
import SyncTestSupport
import Testing

/// Every way into sharing over the protocol, and what it asks of the gate (S1-8.1-b).
@Suite struct GateTests {
  /// What a route has to do with sharing. No default: somebody has to think of a new route.
  private enum Rule: Equatable {
    case asks(SharingAct)
    /// Takes something back, or only tells: works always.
    case always
    /// Has nothing to do with sharing.
    case other
  }

  private func rule(_ route: SyncRoute) -> Rule {
    switch route {
    case .createInvite, .makeShare, .offerOwnership: .asks(.begin)
    case .previewInvite, .redeemInvite, .matchInvite, .keepJoin, .redeemJoin: .asks(.join)
    case .setRole, .acceptOwnership, .restoreZone: .asks(.extend)
    case .push, .handBack: .asks(.write)
    case .revokeInvite, .removeParticipant, .stopSharing, .withdrawOffer, .share, .notices,
      .dismissNotice, .zoneCopy, .pendingJoins, .setJoinChoice, .forgetJoin, .deletedZones,
      .purgeDeletedZone, .capabilities, .flags:
      .always
    case .signIn, .signOut, .me, .setName, .setPassword, .sessions, .endSession, .pull, .hold,
      .events, .history, .getBlob, .putBlob, .uploadOffset:
      .other
    }
  }

  /// Ada's home, which Bob reads and Cy edits; Dee has an invite and a join that is not finished.
  private struct Flat {
    let server: TestServer
    var ada: (id: AccountID, token: String)
    var bob: (id: AccountID, token: String)
    var cy: (id: AccountID, token: String)
    var dee: (id: AccountID, token: String)
    let home: ZoneID
    var deleted: ZoneID = ""
    let invite: IssuedInvite
    var join: PendingJoin
    var offer = ""

    var hub: Hub { server.testHub.hub }

    init() async throws {
      server = try TestServer()
      (ada, bob) = (try server.addAccount("ada"), try server.addAccount("bob"))
      (cy, dee) = (try server.addAccount("cy"), try server.addAccount("dee"))
      let file = try server.testHub.replica(ada.id)
      let transport = server.testHub.transport(ada.id)
      home = try await file.confirm(via: transport) { try $0.addHome("Flat") }
      let gone = try await file.confirm(via: transport) { try $0.addHome("Hut") }
      let hub = server.testHub.hub
      try server.testHub.admit(bob.id, to: home, by: ada.id, as: .readOnly)
      try server.testHub.admit(cy.id, to: home, by: ada.id, as: .readWrite)
      try server.testHub.admit(bob.id, to: gone, by: ada.id, as: .readOnly)
      try await file.pull(via: transport)
      try await file.confirm(via: transport) { transaction in
        _ = try transaction.connection.execute("DELETE FROM homes WHERE id = ?", .text(gone))
      }
      deleted = gone
      let made = await server.call(
        .post, "/sync/v1/invites", token: ada.token,
        body: InviteRequest(zone: home, role: .readOnly, maxUses: 5).wireBytes)
      invite = try IssuedInvite(wireBytes: made.bytes)
      let kept = await server.call(
        .post, "/sync/v1/joins", token: dee.token,
        body: KeepJoinRequest(.token(invite.token), choice: "{}").wireBytes)
      join = try PendingJoin(wireBytes: kept.bytes)
      try hub.offerOwnership(of: home, to: cy.id, by: ada.id)
      offer =
        try server.testHub.store.read { try $0.notices(of: cy.id) }
        .first { $0.kind == .ownershipOffered }?.id ?? ""
    }

    /// A request to a route that would be carried out if sharing were open.
    func send(_ route: SyncRoute) async -> HTTPResponse? {
      let key = InviteKey.token(invite.token)
      switch route {
      case .createInvite:
        return await call(.post, "invites", ada, InviteRequest(zone: home, role: .readOnly))
      case .makeShare:
        return await call(
          .post, "zones/\(home)/share", ada, InviteRequest(zone: home, role: .readOnly))
      case .offerOwnership:
        return await call(.post, "zones/\(home)/owner", ada, OwnerRequest(account: bob.id))
      case .previewInvite: return await call(.post, "invites/preview", dee, key)
      case .redeemInvite: return await call(.post, "invites/redeem", dee, RedeemRequest(key))
      case .matchInvite:
        return await call(.post, "invites/match", dee, MatchRequest(.key(key), queries: []))
      case .keepJoin: return await call(.post, "joins", dee, KeepJoinRequest(key, choice: "{}"))
      case .redeemJoin: return await call(.post, "joins/\(join.id)/redeem", dee, nil)
      case .setRole:
        return await call(
          .put, "zones/\(home)/participants/\(bob.id)", ada, RoleRequest(role: .readWrite))
      case .acceptOwnership: return await call(.post, "notices/\(offer)/accept", cy, nil)
      case .restoreZone:
        return await call(.post, "deleted/\(deleted)/restore", ada, RestoreRequest(isAlone: false))
      default: return nil
      }
    }

    func call(
      _ method: HTTPMethod, _ path: String, _ who: (id: AccountID, token: String),
      _ body: (any WireCodable)?
    ) async -> HTTPResponse {
      await server.call(method, "/sync/v1/\(path)", token: who.token, body: body?.wireBytes)
    }
  }

  private static let routes: [SyncRoute] = [
    .createInvite, .makeShare(zone: ""), .offerOwnership(zone: ""), .previewInvite, .redeemInvite,
    .matchInvite, .keepJoin, .redeemJoin(""), .setRole(zone: "", account: ""),
    .acceptOwnership(notice: ""), .restoreZone(""),
  ]

  @Test(
    "S1-8.1-b D-GAT-3 every way into sharing is refused 503 while it is killed, and changes nothing"
  )
  func killed() async throws {
    for act in SharingAct.allCases where act != .write {
      #expect(Self.routes.contains { rule($0) == .asks(act) }, "nothing asks \(act)")
    }
    let flat = try await Flat()
    try flat.hub.changeSharingFlag(.init(state: .killed), by: .commandLine)
    let before = try flat.server.testHub.store.read { try $0.grants(in: flat.home) }
    for route in Self.routes {
      let answer = await flat.send(route)
      // What begins with nothing to do, such as a share that is there, is not refused.
      if case .makeShare = route, answer?.status == .ok { continue }
      #expect(
        answer?.status == .serviceUnavailable, "\(route.name) \(String(describing: answer?.status))"
      )
      #expect(answer?.problem == "switchedOff", "\(route.name)")
    }
    #expect(try flat.server.testHub.store.read { try $0.grants(in: flat.home) } == before)
  }

  @Test("D-GAT-3 with the flag open again the same requests are carried out")
  func open() async throws {
    for route in Self.routes {
      let flat = try await Flat()
      try flat.hub.changeSharingFlag(.init(state: .killed), by: .commandLine)
      try flat.hub.changeSharingFlag(.init(state: .open), by: .commandLine)
      let status = await flat.send(route)?.status.rawValue ?? 0
      #expect((200..<300).contains(status), "\(route.name) \(status)")
    }
  }

  @Test("S1-2.1-gate-c taking back works while sharing is killed")
  func takingBack() async throws {
    let flat = try await Flat()
    try flat.hub.changeSharingFlag(.init(state: .killed), by: .commandLine)
    let (home, ada) = (flat.home, flat.ada)
    let answers = [
      await flat.call(.delete, "zones/\(home)/owner/\(flat.cy.id)", ada, nil),
      await flat.call(
        .put, "zones/\(home)/participants/\(flat.cy.id)", ada, RoleRequest(role: .readOnly)),
      await flat.call(.delete, "invites/\(flat.invite.id)", ada, nil),
      await flat.call(.delete, "zones/\(home)/participants/\(flat.bob.id)", flat.bob, nil),
      await flat.call(.delete, "zones/\(home)/participants", ada, nil),
      await flat.call(.delete, "joins/\(flat.join.id)", flat.dee, nil),
      await flat.call(
        .post, "deleted/\(flat.deleted)/restore", ada, RestoreRequest(isAlone: true)),
    ]
    #expect(answers.map(\.status) == Array(repeating: .noContent, count: answers.count))
  }

  @Test("X09 plans enforced: a share is refused 402, joining is not")
  func plans() async throws {
    let flat = try await Flat()
    try flat.hub.setPlanMode(.enforced)
    let refused = await flat.send(.createInvite)
    #expect(refused?.status == .paymentRequired && refused?.problem == "planRequired")
    #expect(await flat.send(.redeemInvite)?.status == .ok)
  }

  @Test("A37 S1-8.1-c flags have a version, a tag and a life, and 304 when nothing has changed")
  func flags() async throws {
    let flat = try await Flat()
    let first = await flat.call(.get, "flags", flat.ada, nil)
    let news = try SharingNews(wireBytes: first.bytes)
    #expect(news == SharingNews(version: 0, canInvite: true, canJoin: true))
    let tag = try #require(first.headers["ETag"])
    #expect(first.headers["Cache-Control"] == "private, max-age=900")
    func again() async -> HTTPResponse {
      await flat.server.call(
        .get, "/sync/v1/flags", token: flat.ada.token, headers: [("If-None-Match", tag)])
    }
    #expect(await again().status == .notModified)
    try flat.hub.changeSharingFlag(
      .init(state: .cohort, percent: 0, names: ["bob"], allowsOverride: true), by: .commandLine)
    let changed = await again()
    #expect(changed.status == .ok && changed.headers["ETag"] != tag)
    #expect(
      try SharingNews(wireBytes: changed.bytes)
        == SharingNews(version: 1, canInvite: false, canJoin: true, allowsOverride: true))
    #expect(await flat.server.call(.get, "/sync/v1/flags").status == .unauthorized)
  }

  @Test("S1-2.1-gate-c open event streams hear of a change of the flag")
  func poke() async throws {
    let flat = try await Flat()
    let heard = Recorder<Pokes.Poke>()
    let subscription = try flat.server.testHub.pokes.listen(as: flat.bob.id) { heard.note($0) }
    try flat.hub.changeSharingFlag(.init(state: .killed), by: .commandLine)
    #expect(heard.values == [.flags])
    withExtendedLifetime(subscription) {}
  }
}
