import Foundation
import Hub
import HubSQLite
import Replica
import SyncProtocol
import TestSupport
import Testing

@Suite struct InviteTests {
  private func shared(
    path: String = ":memory:", accounts: [AccountID] = ["ann", "bob", "cyd"]
  ) throws -> (SyncWorld, ann: SyncDevice, home: ZoneID) {
    let world = try SyncWorld(path: path, accounts: accounts)
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    return (world, ann, home)
  }

  @Test("D-INV-1 a hundred previews count no use and let nobody in")
  func previewChangesNothing() throws {
    let (world, _, home) = try shared()
    let invite = try world.invite(to: home, by: "ann")
    let head = try world.head(of: home)
    for _ in 0..<100 { _ = try world.hub.preview(inviteID: invite, viewer: "bob") }
    #expect(try world.head(of: home) == head)
    #expect(try world.store.read { try $0.invite(invite)?.usedCount } == 0)
    #expect(try world.hub.role(of: "bob", in: home) == nil)
  }

  // S0-TC4 S0-RQ3 S0-US002-4
  @Test("D-INV-2 a preview names the home, its owner and the role, and nothing else of it")
  func preview() throws {
    let (world, ann, home) = try shared()
    try ann.addItem("secret", in: home)
    try ann.sync()
    let invite = try world.invite(to: home, by: "ann", as: .readOnly)
    let preview = try world.hub.preview(inviteID: invite, viewer: "bob")
    #expect(preview.zone == home)
    #expect(preview.title == "Flat")
    #expect(preview.ownerName == "ann")
    #expect(preview.ownerAccountName == "ann")
    #expect(preview.role == .readOnly)
    #expect(preview.participantCount == 1)
    #expect(preview.recordCount == 2)
    #expect(preview.ownRole == nil)
    #expect(!"\(preview)".contains("secret"))
  }

  @Test("D-INV-3 what happens between preview and redemption counts: revoked, expired, deleted")
  func changedBetween() throws {
    let (world, ann, home) = try shared()
    let first = try world.invite(to: home, by: "ann")
    _ = try world.hub.preview(inviteID: first, viewer: "bob")
    try world.hub.revokeInvite(first, by: "ann")
    #expect(throws: InviteError.revoked) { try world.hub.redeem(inviteID: first, by: "bob") }
    let second = try world.invite(to: home, by: "ann", lifeMilliseconds: 60_000)
    world.now += 60_000
    #expect(throws: InviteError.expired) { try world.hub.redeem(inviteID: second, by: "bob") }
    let third = try world.invite(to: home, by: "ann")
    try ann.addHome("Cabin")
    try ann.sync()
    #expect(try ann.deleteHome(home) == .accepted)
    #expect(throws: InviteError.zoneGone) { try world.hub.redeem(inviteID: third, by: "bob") }
    #expect(throws: InviteError.zoneGone) {
      try world.hub.preview(inviteID: third, viewer: "bob")
    }
    #expect(try world.zones(of: "bob") == [])
  }

  @Test("D-INV-4 the owner cannot join by his own invite, and a member joins once")
  func selfAndMember() throws {
    let (world, _, home) = try shared()
    let invite = try world.invite(to: home, by: "ann", uses: 5)
    #expect(throws: InviteError.own) { try world.hub.redeem(inviteID: invite, by: "ann") }
    try world.hub.redeem(inviteID: invite, by: "bob")
    let other = try world.invite(to: home, by: "ann", as: .readOnly)
    #expect(try world.hub.redeem(inviteID: other, by: "bob") == home)
    #expect(try world.store.read { try $0.invite(other)?.usedCount } == 0)
    #expect(try world.hub.role(of: "bob", in: home) == .readWrite)
  }

  @Test("D-INV-11 S4-TC-same-family three redemptions by one person count one use")
  func idempotent() throws {
    let (world, _, home) = try shared()
    let invite = try world.invite(to: home, by: "ann", uses: 3)
    for _ in 0..<3 { #expect(try world.hub.redeem(inviteID: invite, by: "bob") == home) }
    #expect(try world.store.read { try $0.invite(invite)?.usedCount } == 1)
    #expect(try world.store.read { try $0.hasRedeemed(invite, account: "bob") })
    // Whoever is in and opens another invite is told so, and joins nothing twice.
    let other = try world.invite(to: home, by: "ann", uses: 3)
    #expect(throws: InviteError.alreadyMember) {
      try world.hub.keepJoin(inviteID: other, choice: "", by: "bob")
    }
    #expect(try world.hub.redeem(inviteID: other, by: "bob") == home)
    #expect(try world.store.read { try $0.invite(other)?.usedCount } == 0)
    #expect(try world.store.read { try $0.grants(in: home).count } == 2)
  }

  // X19: invites.
  @Test("D-INV-10 fifty redemptions at once of an invite for one let in exactly one")
  func parallel() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }  // Nothing depends on it.
    let people = (0..<50).map { "guest-\($0)" }
    let (world, _, home) = try shared(
      path: folder.appendingPathComponent("hub").path, accounts: ["ann"] + people)
    let invite = try world.invite(to: home, by: "ann")
    let hub = world.hub
    let outcomes = await withTaskGroup(of: Bool.self) { group in
      for person in people {
        group.addTask {
          do {
            try hub.redeem(inviteID: invite, by: person)
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
  }

  @Test(
    "D-INV-22 of revoked, expired and exhausted the first that holds is an invite's state",
    arguments: [false, true], [false, true])
  func truthTable(isRevoked: Bool, isExpired: Bool) {
    for isExhausted in [false, true] {
      let invite = Invite(
        id: "i", zone: "z", role: .readOnly, createdBy: "a", createdAt: 0, expiresAt: 100,
        maxUses: 1, usedCount: isExhausted ? 1 : 0, revokedAt: isRevoked ? 1 : nil,
        tokenHash: "", codeHash: "")
      let expected: Invite.State =
        isRevoked ? .revoked : isExpired ? .expired : isExhausted ? .exhausted : .active
      #expect(invite.state(now: isExpired ? 100 : 99) == expected)
    }
  }

  @Test("who was removed does not come back by the invite he came with, but by another")
  func removed() throws {
    let (world, _, home) = try shared()
    let invite = try world.invite(to: home, by: "ann", uses: 5)
    try world.hub.redeem(inviteID: invite, by: "bob")
    try world.hub.remove("bob", from: home, by: "ann")
    #expect(throws: InviteError.alreadyUsedByYou) {
      try world.hub.redeem(inviteID: invite, by: "bob")
    }
    #expect(try world.hub.role(of: "bob", in: home) == nil)
    try world.hub.redeem(inviteID: world.invite(to: home, by: "ann"), by: "bob")
    #expect(try world.hub.role(of: "bob", in: home) == .readWrite)
  }

  @Test("D-PRM-4 only the owner makes and revokes invites; to others the home is not there")
  func onlyOwner() throws {
    let (world, _, home) = try shared()
    let invite = try world.invite(to: home, by: "ann")
    try world.admit("bob", to: home, by: "ann")
    #expect(throws: SharingError.notOwner) { try world.invite(to: home, by: "bob") }
    #expect(throws: SharingError.notOwner) { try world.hub.revokeInvite(invite, by: "bob") }
    #expect(throws: SharingError.notFound) { try world.invite(to: home, by: "cyd") }
    #expect(throws: SharingError.notFound) { try world.hub.revokeInvite(invite, by: "cyd") }
    #expect(throws: SharingError.notFound) { try world.hub.revokeInvite("none", by: "ann") }
    #expect(throws: InviteError.unknown) { try world.hub.redeem(inviteID: "none", by: "bob") }
  }

  // I4-9: 50 uses at most.
  @Test("an invite makes nobody an owner, and has bounded life and uses")
  func bounds() throws {
    let (world, _, home) = try shared()
    #expect(throws: InviteError.outOfRange) { try world.invite(to: home, by: "ann", as: .owner) }
    for uses in [0, -1, 51] {
      #expect(throws: InviteError.outOfRange) { try world.invite(to: home, by: "ann", uses: uses) }
    }
    for life: Int64 in [0, 59_999, 30 * 86_400_000 + 1] {
      #expect(throws: InviteError.outOfRange) {
        try world.invite(to: home, by: "ann", lifeMilliseconds: life)
      }
    }
  }

  @Test("members see an invite's state and uses in their replica, and no secret of it")
  func replicated() throws {
    let (world, ann, home) = try shared()
    let invite = try world.invite(to: home, by: "ann", uses: 2)
    try world.hub.redeem(inviteID: invite, by: "bob")
    try ann.pull()
    #expect(try ann.texts("SELECT usedCount || ' of ' || maxUses FROM invites") == ["1 of 2"])
    try world.hub.revokeInvite(invite, by: "ann")
    try ann.pull()
    #expect(try ann.texts("SELECT revokedAt FROM invites") == ["\(world.now)"])
    let columns = try ann.texts("SELECT name FROM pragma_table_info('invites')")
    #expect(!columns.contains { $0.contains("oken") || $0.contains("ode") })
  }

  @Test("D-MRG-17 S0-US001-5 stop sharing takes everyone out at once and revokes open invites")
  func stopSharing() throws {
    let (world, _, home) = try shared()
    let open = try world.invite(to: home, by: "ann")
    let bob = try world.device("bob")
    try world.admit("bob", to: home, by: "ann")
    try world.admit("cyd", to: home, by: "ann")
    try bob.sync()
    #expect(throws: SharingError.notOwner) { try world.hub.stopSharing(home, by: "bob") }
    try world.hub.stopSharing(home, by: "ann")
    #expect(try world.store.read { try $0.grants(in: home).map(\.account) } == ["ann"])
    #expect(throws: InviteError.revoked) { try world.hub.redeem(inviteID: open, by: "bob") }
    try bob.pull()
    #expect(try bob.texts("SELECT id FROM homes WHERE id = ?", .text(home)) == [])
  }
}
