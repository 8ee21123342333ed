import Hub
import HubSQLite
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Threads

/// Who came with an invite, what of it is kept, and that both change together.
@Suite struct InviteUseTests {
  private struct Crash: Error {}

  private func shared() throws -> (SyncWorld, ann: SyncDevice, home: ZoneID) {
    let world = try SyncWorld()
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    return (world, ann, home)
  }

  private func uses(_ world: SyncWorld, _ invite: String) throws -> [String] {
    try world.store.connection.query(
      "SELECT accountID FROM redemptions WHERE inviteID = ? ORDER BY accountID", .text(invite)
    ) { $0.text(0) }
  }

  // S4-FLOW-4 S4-DM-I S4-DB-I S4-TC-invite-use S4-2.3.2-a S4-2.3.2-b I4-2
  @Test("an invite counts each person once, and keeps who made it and who came with it")
  func countedOnce() throws {
    let (world, _, home) = try shared()
    let invite = try world.invite(to: home, by: "ann", uses: 5)
    for person in ["bob", "bob", "cyd", "bob"] {
      try world.hub.redeem(inviteID: invite, by: person)
      let stored = try #require(try world.store.read { try $0.invite(invite) })
      #expect(try uses(world, invite).count == stored.usedCount)
    }
    #expect(try uses(world, invite) == ["bob", "cyd"])
    let stored = try #require(try world.store.read { try $0.invite(invite) })
    #expect(stored.usedCount == 2)
    #expect(stored.createdBy == "ann")
  }

  // S4-DIAG I4-8
  @Test("D-INV-12 S4-FLOW-5 a redemption that is stopped at any statement happened whole or not")
  func stoppedAnywhere() throws {
    let (world, _, home) = try shared()
    let invite = try world.invite(to: home, by: "ann")
    let head = try #require(try world.head(of: home))
    var (stop, isDone) = (0, false)
    while !isDone {
      var left = stop
      world.store.connection.injectedFailure = { _ in
        left -= 1
        return left < 0 ? Crash() : nil
      }
      do {
        try world.hub.redeem(inviteID: invite, by: "bob")
        isDone = true
      } catch is Crash {}
      world.store.connection.injectedFailure = nil
      let count = isDone ? 1 : 0
      #expect(try world.store.read { try $0.invite(invite)?.usedCount } == count)
      #expect(try uses(world, invite).count == count)
      #expect(try world.store.read { try $0.grants(in: home).count } == 1 + count)
      // Count and membership are one entry of the home's log.
      #expect(try world.head(of: home) == head + Int64(count))
      stop += 1
      try #require(stop < 500)
    }
    #expect(stop > 5)
  }

  // I4-9: one use by default.
  @Test("S4-COL-I D-INV-9 an invite lives a day, lets in one, and its secrets are kept as hashes")
  func secrets() throws {
    let (world, _, home) = try shared()
    let invitations = Invitations(hub: world.hub, codeKey: [UInt8](repeating: 7, count: 32))
    let issued = try invitations.issue(InviteRequest(zone: home, role: .readWrite), by: "ann")
    let stored = try #require(try world.store.read { try $0.invite(issued.id) })
    #expect(stored.zone == home)
    #expect(stored.createdBy == "ann")
    #expect(stored.expiresAt - stored.createdAt == 86_400_000)
    #expect(stored.maxUses == 1)
    #expect(stored.usedCount == 0)
    #expect(stored.state(now: world.now) == .active)
    #expect(stored.tokenHash == SHA256.hexadecimal(of: issued.token))
    let cells = try world.store.connection.query("SELECT * FROM invites") { row in
      (0..<row.columnCount).map { row.text($0) }
    }.joined()
    #expect(cells.contains(issued.id))
    for secret in [issued.token, issued.code, issued.code.filter { $0 != "-" }] {
      #expect(!cells.contains { $0.contains(secret) })
    }
    #expect(throws: AttemptLimits.TooManyAttempts.self) {
      for _ in 0..<20 {
        do {
          _ = try invitations.find(.code("ABC-2222"), by: "bob", address: "192.0.2.1")
        } catch InviteError.unknown {}
      }
    }
  }

  @Test("no link's token begins with a dash: a command line would take it for an option")
  func firstCharacter() throws {
    let (world, _, home) = try shared()
    let draws = Lock(0)
    // The first token drawn would be dashes, the second letters.
    let invitations = Invitations(
      hub: world.hub, codeKey: [UInt8](repeating: 7, count: 32),
      randomBytes: { count in
        let draw = draws.withLock { number in
          number += 1
          return number
        }
        return [UInt8](repeating: draw == 1 ? 0xfb : UInt8(draw), count: count)
      })
    let issued = try invitations.issue(InviteRequest(zone: home, role: .readWrite), by: "ann")
    #expect(issued.token.first?.isLetter == true, "\(issued.token)")
    #expect(issued.token.count == 22)
  }

  @Test("S1-3.2-c a home that is renamed is called so in its invites and by all who have it")
  func title() throws {
    let (world, ann, home) = try shared()
    let invite = try world.invite(to: home, by: "ann", uses: 2)
    try world.hub.redeem(inviteID: invite, by: "bob")
    try ann.run("UPDATE homes SET name = 'Lake Cabin'")
    try ann.sync()
    #expect(try world.hub.preview(inviteID: invite, viewer: "cyd").title == "Lake Cabin")
    let bob = try world.device("bob")
    try bob.sync()
    #expect(try bob.texts("SELECT name FROM homes") == ["Lake Cabin"])
  }

  // S4-US-P2 S4-2.3.3-b S4-2.3.3-c S4-2.3.3-d S4-TC-invite-create S4-SC-3
  @Test("an invite and its uses come to all devices of its owner, as the hub has them")
  func allDevices() throws {
    let (world, one, home) = try shared()
    let two = try world.device("ann", "ann-2")
    let invite = try world.invite(to: home, by: "ann", as: .readOnly, uses: 3)
    let columns = "role, createdBy, createdAt, expiresAt, maxUses, usedCount, revokedAt"
    func check(uses: Int, isRevoked: Bool) throws {
      let stored = try #require(try world.store.read { try $0.invite(invite) })
      #expect(stored.usedCount == uses)
      for device in [one, two] {
        try device.pull()
        let row = try device.texts("SELECT json_array(id, \(columns)) FROM invites")
        let revoked = stored.revokedAt.map { "\($0)" } ?? "null"
        #expect(
          row == [
            "[\"\(invite)\",\"readOnly\",\"ann\",\(stored.createdAt),\(stored.expiresAt),3,"
              + "\(uses),\(revoked)]"
          ])
      }
      #expect((stored.revokedAt != nil) == isRevoked)
    }
    try check(uses: 0, isRevoked: false)
    try world.hub.redeem(inviteID: invite, by: "bob")
    try check(uses: 1, isRevoked: false)
    try world.hub.revokeInvite(invite, by: "ann")
    try check(uses: 1, isRevoked: true)
  }
}
