import Hub
import SyncProtocol
import TestSupport
import Testing

/// Invites that give somebody more who is in the zone already.
@Suite struct UpgradeByInviteTests {
  /// Ann's home, in which Bob only reads.
  private func shared() throws -> (SyncWorld, home: ZoneID) {
    let world = try SyncWorld(accounts: ["ann", "bob", "cyd"])
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    try world.admit("bob", to: home, by: "ann", as: .readOnly)
    for notice in try world.hub.notices(of: "ann") {
      try world.hub.dismissNotice(notice.id, of: "ann")
    }
    return (world, home)
  }

  @Test("D-INV-4 who reads a home becomes an editor by an invite for one, once, and it is counted")
  func raised() throws {
    let (world, home) = try shared()
    let before = try #require(try world.store.read { try $0.grant(in: home, for: "bob") })
    let invite = try world.invite(to: home, by: "ann", uses: 2)
    let preview = try world.hub.preview(inviteID: invite, viewer: "bob")
    #expect(preview.ownRole == .readOnly && preview.role == .readWrite)
    for _ in 0..<3 { #expect(try world.hub.redeem(inviteID: invite, by: "bob") == home) }
    let after = try #require(try world.store.read { try $0.grant(in: home, for: "bob") })
    #expect(after.role == .readWrite && after.inviteID == invite)
    // It is the same grant: what Bob has written meanwhile counts.
    #expect(after.grantID == before.grantID && after.since == before.since)
    #expect(try world.store.read { try $0.invite(invite)?.usedCount } == 1)
    let told = try world.hub.notices(of: "ann")
    #expect(told.map(\.kind) == [.inviteUsed] && told.first?.personID == "bob")
    let record = try world.store.read { try $0.records(of: home, after: nil, maxBytes: .max) }
      .first {
        $0.table == "participants" && $0.registers["accountID"]?.value.text == "bob"
      }
    #expect(record?.registers["role"]?.value.text == "readWrite")
    // Whoever is given less again has had what the invite gives.
    try world.hub.setRole(.readOnly, of: "bob", in: home, by: "ann")
    #expect(try world.hub.preview(inviteID: invite, viewer: "bob").role == .readOnly)
    #expect(try world.hub.redeem(inviteID: invite, by: "bob") == home)
    #expect(try world.hub.role(of: "bob", in: home) == .readOnly)
    #expect(try world.store.read { try $0.invite(invite)?.usedCount } == 1)
  }

  @Test("D-INV-4 an invite that has ended, or is for somebody else, gives nobody in it more")
  func ended() throws {
    let (world, home) = try shared()
    func refused(_ invite: String, _ error: InviteError) throws {
      #expect(throws: error) { try world.hub.redeem(inviteID: invite, by: "bob") }
      #expect(try world.hub.preview(inviteID: invite, viewer: "bob").role == .readOnly)
      #expect(try world.hub.role(of: "bob", in: home) == .readOnly)
    }
    let revoked = try world.invite(to: home, by: "ann")
    try world.hub.revokeInvite(revoked, by: "ann")
    try refused(revoked, .revoked)
    let used = try world.invite(to: home, by: "ann")
    try world.hub.redeem(inviteID: used, by: "cyd")
    try refused(used, .exhausted)
    let closed = try world.invite(to: home, by: "ann")
    try world.hub.changeSharingFlag(.init(state: .killed), by: .commandLine)
    try refused(closed, .switchedOff)
    try world.hub.changeSharingFlag(.init(state: .open), by: .commandLine)
    let late = try world.invite(to: home, by: "ann", lifeMilliseconds: 60_000)
    world.now += 60_000
    try refused(late, .expired)
  }
}
