import Foundation
import Hub
import HubSQLite
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// Joins between the first decision and the last step.
@Suite struct PendingJoinTests {
  private struct Crash: Error {}

  private let world: SyncWorld
  private let ann: SyncDevice
  private let home: ZoneID

  init() throws {
    world = try SyncWorld()
    ann = try world.device("ann")
    home = try ann.addHome("Flat")
    try ann.sync()
  }

  private func keep(
    _ invite: String, _ choice: String = "{}", by account: AccountID = "bob"
  ) throws -> PendingJoin {
    try world.hub.keepJoin(inviteID: invite, choice: choice, by: account)
  }

  private func joins(_ account: AccountID = "bob") throws -> [PendingJoin] {
    try world.hub.pendingJoins(of: account)
  }

  private func uses(_ invite: String) throws -> Int? {
    try world.store.read { try $0.invite(invite)?.usedCount }
  }

  @Test("S0-TC9 D-INV-5 a decision is kept with what the invite showed, and lets nobody in")
  func kept() throws {
    let invite = try world.invite(to: home, by: "ann")
    let head = try world.head(of: home)
    let join = try keep(invite, #"{"merge":["h2"]}"#)
    #expect(
      join
        == PendingJoin(
          id: PendingJoin.id(of: "bob", by: invite), inviteID: invite, zone: home, kind: .home,
          title: "Flat",
          ownerName: "ann", ownerAccountName: "ann", role: .readWrite, seenRole: .readWrite,
          expiresAt: world.now + 3_600_000, participantCount: 1, choice: #"{"merge":["h2"]}"#,
          createdAt: world.now, isRedeemed: false, state: .open))
    #expect(try joins() == [join])
    #expect(try world.head(of: home) == head)
    #expect(try uses(invite) == 0)
    #expect(try world.hub.role(of: "bob", in: home) == nil)
  }

  @Test("D-INV-5 keeping an invite again, and changing the choice, leave one join for it")
  func again() throws {
    let invite = try world.invite(to: home, by: "ann")
    let first = try keep(invite, "one")
    world.now += 5
    let second = try keep(invite, "two")
    #expect(second.choice == "two")
    #expect(second.createdAt == first.createdAt)
    try world.hub.setJoinChoice(first.id, "three", by: "bob")
    #expect(try joins().map(\.choice) == ["three"])
  }

  @Test("S0-FR16 D-INV-11 redeeming joins as the invite does, three times as once; the join stays")
  func redeemed() throws {
    let invite = try world.invite(to: home, by: "ann", uses: 3)
    let join = try keep(invite, "alongside")
    for _ in 0..<3 { #expect(try world.hub.redeemJoin(join.id, by: "bob") == home) }
    #expect(try uses(invite) == 1)
    #expect(try world.hub.role(of: "bob", in: home) == .readWrite)
    let found = try #require(try joins().first)
    #expect(found.state == .redeemed && found.isRedeemed)
    #expect(found.choice == "alongside")
    #expect(found.ownRole == .readWrite && found.participantCount == 2)
    #expect(try world.hub.notices(of: "ann").map(\.kind) == [.inviteUsed])
    // The last step is not done: the choice may still change, also by opening the link again.
    #expect(try keep(invite, "later").choice == "later")
    for _ in 0..<2 { try world.hub.forgetJoin(join.id, of: "bob") }
    #expect(try joins() == [])
    #expect(try world.hub.role(of: "bob", in: home) == .readWrite)
  }

  @Test("D-INV-3 a join says why its invite lets nobody in any more, and is then refused")
  func ended() throws {
    let revoked = try keep(try world.invite(to: home, by: "ann"))
    let expired = try keep(
      try world.invite(to: home, by: "ann", lifeMilliseconds: 60_000))
    let usedUp = try keep(try world.invite(to: home, by: "ann"))
    try world.hub.revokeInvite(revoked.inviteID, by: "ann")
    try world.hub.redeem(inviteID: usedUp.inviteID, by: "cyd")
    world.now += 60_000
    try ann.run("UPDATE homes SET name = 'Secret'")
    try ann.sync()
    let found = Dictionary(uniqueKeysWithValues: try joins().map { ($0.id, $0) })
    let expectations: [(PendingJoin, PendingJoin.State, InviteError)] = [
      (revoked, .revoked, .revoked), (expired, .expired, .expired),
      (usedUp, .exhausted, .exhausted),
    ]
    for (join, state, error) in expectations {
      #expect(found[join.id]?.state == state)
      // No more is told than was seen.
      #expect(found[join.id]?.title == "Flat" && found[join.id]?.participantCount == 0)
      #expect(throws: error) { try world.hub.redeemJoin(join.id, by: "bob") }
      #expect(throws: error) { try keep(join.inviteID) }
    }
    #expect(try world.hub.role(of: "bob", in: home) == nil)
  }

  @Test("D-INV-3 a join into a home that was deleted says so, also once nothing of it is left")
  func zoneGone() throws {
    let join = try keep(try world.invite(to: home, by: "ann"))
    try ann.addHome("Cabin")
    try ann.sync()
    #expect(try ann.deleteHome(home) == .accepted)
    for _ in 0..<2 {
      #expect(try joins().map(\.state) == [.zoneGone])
      #expect(try joins().map(\.title) == ["Flat"])
      #expect(throws: InviteError.zoneGone) { try world.hub.redeemJoin(join.id, by: "bob") }
      try world.hub.purgeDeletedZone(home, by: "ann")
    }
    try world.hub.forgetJoin(join.id, of: "bob")
    #expect(try joins() == [])
  }

  @Test("D-INV-3 another role than the one that was seen is confirmed again before it counts")
  func roleChanged() throws {
    let invite = try world.invite(to: home, by: "ann", as: .readOnly)
    let join = try keep(invite)
    try world.store.withWriter {
      _ = try $0.execute("UPDATE invites SET role = 'readWrite' WHERE id = ?", .text(invite))
    }
    let found = try #require(try joins().first)
    #expect(found.state == .roleChanged)
    #expect(found.role == .readWrite && found.seenRole == .readOnly)
    #expect(throws: InviteError.changed) { try world.hub.redeemJoin(join.id, by: "bob") }
    // Another choice agrees to nothing.
    try world.hub.setJoinChoice(join.id, "x", by: "bob")
    #expect(throws: InviteError.changed) { try world.hub.redeemJoin(join.id, by: "bob") }
    #expect(try world.hub.role(of: "bob", in: home) == nil)
    try world.hub.setJoinChoice(join.id, "x", seeing: .readWrite, by: "bob")
    #expect(try joins().map(\.state) == [.open])
    try world.hub.redeemJoin(join.id, by: "bob")
    #expect(try world.hub.role(of: "bob", in: home) == .readWrite)
  }

  @Test(
    "D-INV-4 neither an owner nor a member keeps a join, nor who was removed after joining by it")
  func insiders() throws {
    let invite = try world.invite(to: home, by: "ann", uses: 5)
    #expect(throws: InviteError.own) { try keep(invite, by: "ann") }
    try world.admit("cyd", to: home, by: "ann")
    #expect(throws: InviteError.alreadyMember) { try keep(invite, by: "cyd") }
    let join = try keep(invite)
    try world.hub.redeemJoin(join.id, by: "bob")
    try world.hub.remove("bob", from: home, by: "ann")
    #expect(try joins().map(\.state) == [.removed])
    #expect(throws: InviteError.alreadyUsedByYou) { try world.hub.redeemJoin(join.id, by: "bob") }
    #expect(throws: InviteError.alreadyUsedByYou) { try keep(invite) }
    #expect(throws: InviteError.unknown) { try keep("none") }
    #expect(try joins("ann") == [] && joins("cyd") == [])
  }

  @Test("who came in by another way while a join waited is in: redeeming counts nothing")
  func joinedOtherwise() throws {
    let invite = try world.invite(to: home, by: "ann")
    let join = try keep(invite)
    try world.admit("bob", to: home, by: "ann", as: .readOnly)
    #expect(try joins().map(\.state) == [.member])
    #expect(try joins().map(\.ownRole) == [.readOnly])
    #expect(try world.hub.redeemJoin(join.id, by: "bob") == home)
    #expect(try uses(invite) == 0)
    #expect(try world.hub.role(of: "bob", in: home) == .readOnly)
  }

  @Test("a bound invite is kept by its account alone, and nobody joins a hub that does not share")
  func boundAndClosed() throws {
    let invitations = Invitations(hub: world.hub, codeKey: [UInt8](repeating: 7, count: 32))
    let issued = try invitations.issue(
      InviteRequest(zone: home, role: .readWrite, boundTo: "bob"), by: "ann")
    #expect(throws: InviteError.forOther) { try keep(issued.id, by: "cyd") }
    let join = try keep(issued.id)
    let now = world.now
    let closed = Hub(
      store: world.store, schema: world.schema, isSharingOpen: false, now: { now })
    #expect(try closed.pendingJoins(of: "bob").map(\.state) == [.switchedOff])
    #expect(throws: InviteError.switchedOff) { try closed.redeemJoin(join.id, by: "bob") }
    // An account that is called otherwise now.
    try world.store.write { writer in
      var bob = try #require(try writer.account("bob"))
      (bob.name, bob.nameKey) = ("rob", "rob")
      try writer.putAccount(bob)
    }
    #expect(try joins().map(\.state) == [.forOther])
    #expect(throws: InviteError.forOther) { try world.hub.redeemJoin(join.id, by: "bob") }
  }

  @Test("another account's join is not found, and forgetting it changes nothing")
  func others() throws {
    let join = try keep(try world.invite(to: home, by: "ann"))
    #expect(throws: SharingError.notFound) {
      try world.hub.setJoinChoice(join.id, "x", by: "cyd")
    }
    #expect(throws: SharingError.notFound) { try world.hub.redeemJoin(join.id, by: "cyd") }
    try world.hub.forgetJoin(join.id, of: "cyd")
    #expect(try joins() == [join])
    #expect(try world.hub.role(of: "cyd", in: home) == nil)
  }

  @Test("a choice has at most 2,000 bytes and no NUL; what is refused changes nothing")
  func choices() throws {
    let invite = try world.invite(to: home, by: "ann")
    let longest = String(repeating: "é", count: 1000)
    let join = try keep(invite, longest)
    #expect(try joins().map(\.choice) == [longest])
    for bad in [longest + "x", "a\u{0}b"] {
      #expect(throws: InviteError.outOfRange) { try keep(invite, bad) }
      #expect(throws: InviteError.outOfRange) {
        try world.hub.setJoinChoice(join.id, bad, by: "bob")
      }
    }
    #expect(try joins().map(\.choice) == [longest])
  }

  @Test("D-INV-5 of 21 joins the oldest that was not redeemed goes")
  func limited() throws {
    var kept: [String] = []
    for _ in 0..<2 {
      let invite = try world.invite(to: try ann.addHomeAndSync("Cabin"), by: "ann")
      kept.append(try keep(invite).id)
      world.now += 1
    }
    try world.hub.redeemJoin(kept[0], by: "bob")
    for _ in 0..<19 {
      kept.append(try keep(try world.invite(to: home, by: "ann")).id)
      world.now += 1
    }
    #expect(try joins().map(\.id) == [kept[0]] + kept[2...])
    #expect(try joins().count == Hub.maxPendingJoins)
  }

  @Test(
    "a join that came to nothing is removed 30 days after its invite ended; a redeemed one stays")
  func removed() throws {
    let day: Int64 = 86_400_000
    let expired = try keep(try world.invite(to: home, by: "ann", lifeMilliseconds: 2 * day))
    let revoked = try keep(try world.invite(to: home, by: "ann", lifeMilliseconds: 20 * day))
    let cabin = try ann.addHomeAndSync("Cabin")
    let done = try keep(try world.invite(to: cabin, by: "ann", lifeMilliseconds: day))
    try world.hub.redeemJoin(done.id, by: "bob")
    world.now += day
    try world.hub.revokeInvite(revoked.inviteID, by: "ann")
    world.now += 30 * day - 1
    try world.hub.removeEndedJoins()
    #expect(try joins().map(\.id).sorted() == [expired.id, revoked.id, done.id].sorted())
    world.now += 1
    try world.hub.removeEndedJoins()
    #expect(try joins().map(\.id).sorted() == [expired.id, done.id].sorted())
    world.now += day
    try world.hub.removeEndedJoins()
    #expect(try joins().map(\.id) == [done.id])
  }

  @Test("joins go with their account")
  func accountGone() throws {
    _ = try keep(try world.invite(to: home, by: "ann"))
    _ = try keep(try world.invite(to: home, by: "ann"), by: "cyd")
    try world.store.withWriter { _ = try $0.execute("DELETE FROM accounts WHERE id = 'bob'") }
    #expect(try joins() == [])
    #expect(try joins("cyd").count == 1)
  }

  @Test("no key of an invite is in what is kept of a join")
  func secrets() throws {
    let invitations = Invitations(hub: world.hub, codeKey: [UInt8](repeating: 7, count: 32))
    let issued = try invitations.issue(InviteRequest(zone: home, role: .readWrite), by: "ann")
    _ = try keep(issued.id)
    let cells = try world.store.connection.query("SELECT * FROM pendingJoins") { row in
      (0..<row.columnCount).map { row.text($0) }
    }.joined()
    #expect(cells.contains(issued.id))
    for secret in [issued.token, issued.code, SHA256.hexadecimal(of: issued.token)] {
      #expect(!cells.contains { $0.contains(secret) })
    }
  }

  @Test("D-INV-12 D-INV-5 keeping and redeeming, stopped at any statement, happened whole or not")
  func stoppedAnywhere() throws {
    let invite = try world.invite(to: home, by: "ann")
    try stopEverywhere({ _ = try keep(invite, "x") }) { isDone in
      try #expect(joins().map(\.choice) == (isDone ? ["x"] : []))
    }
    let id = PendingJoin.id(of: "bob", by: invite)
    try stopEverywhere({ _ = try world.hub.redeemJoin(id, by: "bob") }) { isDone in
      try #expect(uses(invite) == (isDone ? 1 : 0))
      try #expect(world.store.read { try $0.grants(in: home).count } == (isDone ? 2 : 1))
      try #expect(joins().map(\.state) == [isDone ? .redeemed : .open])
    }
  }

  /// Runs `work`, stopped at each of its statements in turn, until it gets through.
  private func stopEverywhere(
    _ work: () throws -> Void, check: (_ isDone: Bool) throws -> Void
  ) throws {
    var (stop, isDone) = (0, false)
    while !isDone {
      var left = stop
      world.store.connection.injectedFailure = { _ in
        left -= 1
        return left < 0 ? Crash() : nil
      }
      do {
        try work()
        isDone = true
      } catch is Crash {}
      world.store.connection.injectedFailure = nil
      try check(isDone)
      stop += 1
      try #require(stop < 500)
    }
    #expect(stop > 3)
  }

  @Test("D-INV-5 D-INV-10 of fifty joins redeemed at once by an invite for one exactly one counts")
  func parallel() async throws {
    let people = (0..<50).map { "guest-\($0)" }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }  // Nothing depends on it.
    let world = try SyncWorld(
      path: folder.appendingPathComponent("hub").path, accounts: ["ann"] + people)
    let home = try world.device("ann").addHomeAndSync("Flat")
    let invite = try world.invite(to: home, by: "ann")
    let hub = world.hub
    let ids = try people.map { try hub.keepJoin(inviteID: invite, choice: "", by: $0).id }
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      for (person, id) in zip(people, ids) {
        group.addTask {
          do {
            _ = try hub.redeemJoin(id, by: person)
            return true
          } catch InviteError.exhausted {
            return false
          } catch {
            Issue.record(error)
            return false
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count { $0 } == 1)
    #expect(try world.store.read { try $0.invite(invite)?.usedCount } == 1)
    #expect(try world.store.read { try $0.grants(in: home).count } == 2)
    let states = try people.flatMap { try hub.pendingJoins(of: $0).map(\.state) }
    #expect(states.count { $0 == .redeemed } == 1)
    #expect(states.count { $0 == .exhausted } == 49)
  }
}

extension SyncDevice {
  fileprivate func addHomeAndSync(_ name: String) throws -> ZoneID {
    let home = try addHome(name)
    try sync()
    return home
  }
}
