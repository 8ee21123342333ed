import Hub
import HubSQLite
import SyncProtocol
import TestSupport
import Testing

@Suite struct NoticeTests {
  @Test("an owner is told once of each person who joins, and of a person who comes back again")
  func joined() throws {
    let world = try SyncWorld(accounts: ["ann", "bob", "cyd"])
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    let invite = try world.invite(to: home, by: "ann", uses: 5)
    for person in ["bob", "bob", "cyd"] { try world.hub.redeem(inviteID: invite, by: person) }
    let notices = try world.hub.notices(of: "ann")
    #expect(Set(notices.map(\.personID)) == ["bob", "cyd"])
    #expect(notices.count == 2)
    #expect(notices.allSatisfy { $0.zone == home && $0.title == "Flat" && $0.kind == .inviteUsed })
    #expect(try world.hub.notices(of: "bob") == [])
    try world.hub.dismissNotice(notices[0].id, of: "bob")
    #expect(try world.hub.notices(of: "ann").count == 2)
    try world.hub.dismissNotice(notices[0].id, of: "ann")
    #expect(try world.hub.notices(of: "ann") == [notices[1]])
  }

  @Test("D-INV-19 an invite that is redeemed as another kind is refused and not used up")
  func otherKind() throws {
    let world = try SyncWorld(accounts: ["ann", "bob"])
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    let invite = try world.invite(to: home, by: "ann")
    for kind in ZoneKind.allCases where kind != .home {
      #expect(throws: InviteError.otherKind) {
        try world.hub.redeem(inviteID: invite, by: "bob", as: kind)
      }
    }
    #expect(try world.store.read { try $0.invite(invite)?.usedCount } == 0)
    #expect(try world.hub.redeem(inviteID: invite, by: "bob", as: .home) == home)
  }

  @Test("so many notices of an account are kept; the oldest make room")
  func bounded() throws {
    let people = (0...Hub.maxNotices).map { "guest-\($0)" }
    let world = try SyncWorld(accounts: ["ann"] + people)
    let ann = try world.device("ann")
    let home = try ann.addHome("Flat")
    try ann.sync()
    for person in people {
      world.now += 1000
      let invite = try world.invite(to: home, by: "ann")
      try world.hub.redeem(inviteID: invite, by: person)
      try world.hub.remove(person, from: home, by: "ann")
    }
    let notices = try world.hub.notices(of: "ann")
    #expect(notices.count == Hub.maxNotices)
    #expect(notices.first?.personID == people.last)
    #expect(!notices.contains { $0.personID == people.first })
  }
}
