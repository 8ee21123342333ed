import Families
import HearthDomain
import Hub
import SyncProtocol
import TestSupport
import Testing

/// What leaving a family takes and gives, as it is told before: the same as what happens then.
@Suite struct FamilyChangeTests {
  /// Bob is about to leave Ann's family for Dan's.
  private struct World {
    let family: FamilyWorld
    let other: ZoneID
    let flat: ZoneID
    let shed: ZoneID
    let hut: ZoneID
    var hub: Hub { family.world.hub }

    init() throws {
      family = try FamilyWorld()
      let hub = family.world.hub
      let roles = FamilyRoles(parents: .readWrite, children: .readOnly)
      flat = try family.addHome("Flat", of: family.ann)
      try hub.shareWithFamily(flat, roles, by: "ann")
      // Bob is in the shed himself, too.
      shed = try family.addHome("Shed", of: family.ann)
      try family.world.admit("bob", to: shed, by: "ann")
      try hub.shareWithFamily(shed, roles, by: "ann")
      hut = try family.addHome("Hut", of: family.bob)
      try hub.shareWithFamily(hut, roles, by: "bob")
      let dan = family.dan
      other = try dan.write { try CreateFamily(FamilyDetails(name: "Berg"))($0).id }
      try dan.sync()
      try hub.shareWithFamily(try family.addHome("Loft", of: dan), roles, by: "dan")
      try hub.shareWithFamily(
        try family.addHome("Cellar", of: dan), FamilyRoles(parents: .readOnly, children: nil),
        by: "dan")
      let barn = try family.addHome("Barn", of: dan)
      try hub.shareWithFamily(barn, roles, by: "dan")
    }

    func zones(of account: AccountID) throws -> Set<ZoneID> {
      try family.world.store.read {
        Set(try $0.memberships(of: account).map(\.zone.id)).subtracting([
          family.family, other,
        ])
      }
    }

    func openInvites(by account: AccountID) throws -> Int {
      try family.world.store.read { reader in
        try reader.openInvites(at: family.world.now).count { $0.createdBy == account }
      }
    }

    func sharesWithFamily(_ zone: ZoneID) throws -> Bool {
      try family.world.store.read { try $0.familyShare(of: zone) != nil }
    }
  }

  // D-FAM-5
  @Test(
    "what is told before somebody changes families is what happens", arguments: FamilyRole.allCases)
  func change(_ role: FamilyRole) throws {
    let world = try World()
    try world.family.world.invite(to: world.family.family, by: "bob")
    try world.family.world.invite(to: world.hut, by: "bob")
    // One that is over already, and one of somebody else.
    let over = try world.family.world.invite(to: world.family.family, by: "bob")
    try world.hub.revokeInvite(over, by: "bob")
    try world.family.world.invite(to: world.family.family, by: "ann")
    let invite = try world.family.world.invite(to: world.other, by: "dan", as: role.role)
    let (zones, open) = (try world.zones(of: "bob"), try world.openInvites(by: "bob"))
    let told = try world.hub.familyChange(of: "bob", joining: invite)
    // Telling it changes nothing.
    #expect(try world.zones(of: "bob") == zones && world.openInvites(by: "bob") == open)
    try world.hub.redeem(inviteID: invite, by: "bob", leaving: world.family.family)
    let after = try world.zones(of: "bob")
    #expect(Set(told.lost.map(\.zone)) == zones.subtracting(after))
    #expect(told.lost.map(\.title) == ["Flat"] && told.lost.map(\.kind) == [.home])
    #expect(told.ended.map(\.title) == ["Hut"])
    #expect(try !world.sharesWithFamily(world.hut) && world.sharesWithFamily(world.flat))
    #expect(told.gainedCount == after.subtracting(zones).count)
    #expect(told.gainedCount == (role == .parent ? 3 : 2))
    #expect(try told.inviteCount == open - world.openInvites(by: "bob"))
    #expect(told.inviteCount == (role == .parent ? 1 : 2))
  }

  @Test("nobody is told of a home that they were removed from, nor of one that is full or closed")
  func notGiven() throws {
    let world = try World()
    let barn = try world.family.world.store.read { reader in
      try reader.familyShares(with: world.other).map(\.zone)
    }
    let parent = try world.family.world.invite(
      to: world.other, by: "dan", as: FamilyRole.parent.role, uses: 3)
    #expect(try world.hub.familyChange(of: "bob", joining: parent).gainedCount == barn.count)
    // He comes, leaves one of them, and goes back: it stays away.
    try world.hub.redeem(inviteID: parent, by: "bob", leaving: world.family.family)
    try world.hub.remove("bob", from: barn[0], by: "dan")
    let back = try world.family.world.invite(
      to: world.family.family, by: "ann", as: FamilyRole.parent.role)
    try world.hub.redeem(inviteID: back, by: "bob", leaving: world.other)
    let again = try world.family.world.invite(
      to: world.other, by: "dan", as: FamilyRole.parent.role)
    let told = try world.hub.familyChange(of: "bob", joining: again)
    let zones = try world.zones(of: "bob")
    try world.hub.redeem(inviteID: again, by: "bob", leaving: world.family.family)
    #expect(told.gainedCount == (try world.zones(of: "bob")).subtracting(zones).count)
  }

  @Test("nobody is promised a home that they have, nor one that is full")
  func notOpen() throws {
    let world = try World()
    let hub = world.hub
    let invite = try world.family.world.invite(to: world.other, by: "dan", as: .readWrite)
    func told() throws -> Int { try hub.familyChange(of: "bob", joining: invite).gainedCount }
    let dans = try world.family.world.store.read { reader in
      try reader.familyShares(with: world.other).map(\.zone)
    }
    try #require(dans.count == 3)
    #expect(try told() == 3)
    try world.family.world.admit("bob", to: dans[0], by: "dan")
    #expect(try told() == 2)
    let room = try #require(HearthDomain.schema.zoneKinds[.home]).maxParticipants
    try world.family.world.store.write { writer in
      for number in try writer.grants(in: dans[1]).count..<room {
        try writer.putGrant(
          HubGrant(
            zone: dans[1], account: "p\(number)", role: .readOnly, grantID: "hub.p\(number)"))
      }
    }
    #expect(try told() == 1)
    let zones = try world.zones(of: "bob")
    try hub.redeem(inviteID: invite, by: "bob", leaving: world.family.family)
    #expect(try world.zones(of: "bob").subtracting(zones) == [dans[2]])
  }

  // X09
  @Test("a plan that is inherited or lost is told where plans are needed")
  func plans() throws {
    let world = try World()
    let hub = world.hub
    let invite = try world.family.world.invite(to: world.other, by: "dan", as: .readWrite)
    func plan() throws -> FamilyChange.PlanChange? {
      try hub.familyChange(of: "bob", joining: invite).plan
    }
    let cyds = try world.family.world.invite(to: world.other, by: "dan", as: .readOnly)
    try hub.redeem(inviteID: cyds, by: "cyd", leaving: world.family.family)
    try hub.givePlan(.household, toAccountNamed: "cyd", until: nil)
    #expect(try plan() == nil)
    try hub.setPlanMode(.enforced)
    #expect(try plan() == .inherited)
    try hub.givePlan(.household, toAccountNamed: "ann", until: nil)
    #expect(try plan() == nil)
    try hub.takePlan(fromAccountNamed: "cyd")
    #expect(try plan() == .lost)
    try hub.givePlan(.household, toAccountNamed: "bob", until: nil)
    #expect(try plan() == nil)
  }

  @Test("leaving for no other family gives nothing, and who is in none changes nothing")
  func leaving() throws {
    let world = try World()
    let told = try world.hub.familyChange(of: "cyd")
    #expect(Set(told.lost.map(\.title)) == ["Flat", "Shed", "Hut"])
    #expect(told.ended.isEmpty && told.gainedCount == 0 && told.inviteCount == 0)
    #expect(throws: SharingError.notFound) { try world.hub.familyChange(of: "eve") }
    #expect(throws: InviteError.unknown) {
      try world.hub.familyChange(of: "cyd", joining: "none")
    }
  }
}
