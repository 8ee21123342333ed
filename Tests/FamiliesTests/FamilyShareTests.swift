import Families
import Household
import Hub
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Things

/// Homes that are shared with a family: who has what of them, whatever happens to the family.
@Suite struct FamilyShareTests {
  static let roles = FamilyRoles(parents: .readWrite, children: .readOnly)

  /// Ann's flat, shared with her family.
  private func shared(
    _ roles: FamilyRoles = roles
  ) throws -> (FamilyWorld, home: ZoneID) {
    let world = try FamilyWorld()
    // The first is her primary home, which she cannot delete.
    try world.addHome("Hut", of: world.ann)
    let home = try world.addHome("Flat", of: world.ann)
    try world.world.hub.shareWithFamily(home, roles, by: "ann")
    return (world, home)
  }

  private func role(_ account: AccountID, _ home: ZoneID, _ world: FamilyWorld) throws -> Role? {
    try world.world.hub.role(of: account, in: home)
  }

  private func kinds(of account: AccountID, _ world: FamilyWorld) throws -> [AccountNotice.Kind] {
    // Who joins the family, its parents are told as well.
    try world.world.hub.notices(of: account)
      .filter { ![.inviteUsed, .personJoined].contains($0.kind) }.map(\.kind)
  }

  // X18 X07 S0-INTRO-1
  @Test("a family gives its members no home; a home that is shared with it, by their role in it")
  func sharing() throws {
    let world = try FamilyWorld()
    let home = try world.addHome("Flat", of: world.ann)
    let other = try world.addHome("Hut", of: world.ann)
    #expect(try role("bob", home, world) == nil)
    try world.world.hub.shareWithFamily(home, Self.roles, by: "ann")
    #expect(try role("bob", home, world) == .readWrite)
    #expect(try role("cyd", home, world) == .readOnly)
    #expect(try role("dan", home, world) == nil)
    #expect(try role("bob", other, world) == nil)
    #expect(try kinds(of: "bob", world) == [.familyShared])
    #expect(try kinds(of: "ann", world).isEmpty)
    try world.sync()
    #expect(try world.cyd.texts("SELECT name FROM homes WHERE id = ?", .text(home)) == ["Flat"])
  }

  @Test("D-INV-4 a role that somebody gets by an invite is their own, whatever their family gives")
  func upgraded() throws {
    let (world, home) = try shared()
    let hub = world.world.hub
    #expect(try role("cyd", home, world) == .readOnly)
    let invite = try world.world.invite(to: home, by: "ann", uses: 5)
    try hub.redeem(inviteID: invite, by: "cyd")
    #expect(try role("cyd", home, world) == .readWrite)
    try hub.endFamilyShare(of: home, by: "ann")
    #expect(try role("cyd", home, world) == .readWrite)
    #expect(try role("bob", home, world) == nil)
    // A child that becomes a parent by an invite gets what parents get.
    let other = try world.addHome("Den", of: world.ann)
    try hub.shareWithFamily(other, Self.roles, by: "ann")
    #expect(try role("cyd", other, world) == .readOnly)
    let toldBefore = try hub.notices(of: "bob").map(\.id)
    let parent = try world.world.invite(to: world.family, by: "ann")
    try hub.redeem(inviteID: parent, by: "cyd")
    #expect(try role("cyd", world.family, world) == .readWrite)
    #expect(try role("cyd", other, world) == .readWrite)
    // Its maker is told, who is not Bob.
    #expect(try hub.notices(of: "bob").map(\.id) == toldBefore)
    #expect(try hub.notices(of: "ann").first?.kind == .inviteUsed)
    try world.sync()
  }

  // X18
  @Test(
    "who joins the family gets the home, who leaves it loses it with a copy, and its owner is told")
  func joinsAndLeaves() throws {
    let (world, home) = try shared()
    try world.world.admit("dan", to: world.family, by: "bob", as: FamilyRole.child.role)
    #expect(try role("dan", home, world) == .readOnly)
    #expect(try kinds(of: "ann", world) == [.familyJoined])
    // Who joins is told as well, by whom.
    #expect(try kinds(of: "dan", world) == [.familyShared])
    let told = try #require(
      try world.world.hub.notices(of: "dan").first { $0.kind == .familyShared })
    #expect(told.zone == home && told.title == "Flat" && told.personID == "ann")
    try world.world.hub.remove("dan", from: world.family, by: "dan")
    #expect(try role("dan", home, world) == nil)
    let lost = try world.world.hub.notices(of: "dan").filter { $0.zone == home }
    #expect(lost.contains { $0.kind == .left && $0.copyUntil != nil })
    #expect(try kinds(of: "ann", world).contains(.familyLeft))
    try world.world.admit("dan", to: world.family, by: "bob", as: FamilyRole.child.role)
    #expect(try role("dan", home, world) == .readOnly)
  }

  // X07
  @Test("a child that becomes a parent gets what parents get, and the other way round")
  func promotion() throws {
    let (world, home) = try shared(FamilyRoles(parents: .readWrite, children: nil))
    #expect(try role("cyd", home, world) == nil)
    try world.world.hub.setRole(.readWrite, of: "cyd", in: world.family, by: "bob")
    #expect(try role("cyd", home, world) == .readWrite)
    try world.world.hub.setRole(.readOnly, of: "cyd", in: world.family, by: "bob")
    #expect(try role("cyd", home, world) == nil)
  }

  @Test("somebody who was invited keeps their own role; what counts is the higher one")
  func direct() throws {
    let world = try FamilyWorld()
    let home = try world.addHome("Flat", of: world.ann)
    try world.world.admit("bob", to: home, by: "ann", as: .readOnly)
    try world.world.hub.shareWithFamily(home, Self.roles, by: "ann")
    #expect(try role("bob", home, world) == .readWrite)
    #expect(throws: SharingError.givenByFamily) {
      try world.world.hub.setRole(.readOnly, of: "bob", in: home, by: "ann")
    }
    // Given themselves, though it is what the family gives.
    try world.world.hub.setRole(.readOnly, of: "cyd", in: home, by: "ann")
    try world.world.hub.endFamilyShare(of: home, by: "ann")
    #expect(try role("bob", home, world) == .readOnly)
    #expect(try role("cyd", home, world) == .readOnly)
    #expect(try kinds(of: "bob", world).isEmpty)
  }

  @Test("who was removed from the home stays out, whatever happens in the family, until invited")
  func removed() throws {
    let (world, home) = try shared()
    try world.world.hub.remove("cyd", from: home, by: "ann")
    #expect(try role("cyd", home, world) == nil)
    try world.world.hub.setRole(.readWrite, of: "cyd", in: world.family, by: "bob")
    try world.world.hub.remove("cyd", from: world.family, by: "bob")
    try world.world.admit("cyd", to: world.family, by: "bob", as: FamilyRole.child.role)
    try world.world.hub.shareWithFamily(home, Self.roles, by: "ann")
    #expect(try role("cyd", home, world) == nil)
    let sharing = try #require(try world.world.hub.familySharing(of: home, by: "ann"))
    #expect(sharing.people.filter(\.isOut).map(\.account) == ["cyd"])
    try world.world.admit("cyd", to: home, by: "ann", as: .readOnly)
    #expect(try role("cyd", home, world) == .readOnly)
    try world.world.hub.endFamilyShare(of: home, by: "ann")
    #expect(try role("cyd", home, world) == .readOnly)
  }

  @Test("a share ends when its owner leaves the family, and nobody has it by the family then")
  func ownerLeaves() throws {
    let world = try FamilyWorld()
    let home = try world.addHome("Flat", of: world.bob)
    try world.world.hub.shareWithFamily(home, Self.roles, by: "bob")
    #expect(try role("cyd", home, world) == .readOnly)
    try world.world.hub.remove("bob", from: world.family, by: "ann")
    #expect(try role("ann", home, world) == nil && role("cyd", home, world) == nil)
    #expect(try role("bob", home, world) == .owner)
    try world.world.admit("bob", to: world.family, by: "ann", as: FamilyRole.parent.role)
    #expect(try role("ann", home, world) == nil)
  }

  @Test("handed over to a parent of the family, a home stays shared; to somebody outside, it ends")
  func handOver() throws {
    let (world, home) = try shared()
    try hand(home, from: "ann", to: "bob", world)
    #expect(try role("bob", home, world) == .owner && role("ann", home, world) == .readWrite)
    #expect(try role("cyd", home, world) == .readOnly)
    try world.world.admit("dan", to: home, by: "bob", as: .readWrite)
    try hand(home, from: "bob", to: "dan", world)
    #expect(try role("cyd", home, world) == nil)
    // Whoever owned it stays in it.
    #expect(try role("ann", home, world) == .readWrite && role("bob", home, world) == .readWrite)
  }

  private func hand(
    _ home: ZoneID, from old: AccountID, to new: AccountID, _ world: FamilyWorld
  ) throws {
    try world.world.hub.offerOwnership(of: home, to: new, by: old)
    let offer = try #require(
      try world.world.hub.notices(of: new).first { $0.kind == .ownershipOffered })
    try world.world.hub.acceptOwnership(notice: offer.id, by: new)
  }

  // D-HOM-8
  @Test("when the family is dissolved, sharing with it ends; a family that comes back gets nothing")
  func dissolved() throws {
    let (world, home) = try shared()
    try world.sync()
    try world.ann.write { try DeleteFamily(familyID: world.family)($0) }
    try world.ann.sync()
    #expect(try role("bob", home, world) == nil && role("cyd", home, world) == nil)
    try world.world.hub.restoreZone(world.family, by: "ann")
    #expect(try role("bob", world.family, world) == .readWrite)
    #expect(try role("bob", home, world) == nil)
    #expect(throws: Never.self) {
      try world.world.hub.shareWithFamily(home, Self.roles, by: "ann")
    }
  }

  // D-HOM-8 X32
  // T5 X18
  @Test("who dissolves a family is told nothing of homes that others shared with it")
  func dissolvedByOther() throws {
    let world = try FamilyWorld()
    let home = try world.addHome("Flat", of: world.bob)
    // Ann, a parent, is not in it; Cyd is, has no other, and gets one.
    try world.world.hub.shareWithFamily(
      home, FamilyRoles(parents: nil, children: .readOnly), by: "bob")
    let both = try world.addHome("Hut", of: world.bob)
    try world.world.hub.shareWithFamily(both, Self.roles, by: "bob")
    #expect(try role("ann", home, world) == nil && role("cyd", home, world) == .readOnly)
    let heads = try [home, both].map { try world.world.head(of: $0) }
    let mutations = [Mutation(.delete, "families", world.family, in: world.family)]
    let grants = try world.world.store.read {
      [world.family: try $0.grant(in: world.family, for: "ann")?.grantID ?? ""]
    }
    let time = HybridTime(milliseconds: world.world.now)
    func dissolve() throws -> Answer? {
      try world.world.push(mutations, as: "ann", number: 1, grants: grants, at: time)
    }
    let answer = try dissolve()
    #expect(try [home, both].map { try world.world.head(of: $0) } != heads)
    #expect(try role("cyd", home, world) == nil)
    guard case .accepted(let told)? = answer else {
      Issue.record("\(String(describing: answer))")
      return
    }
    let anns = Set(try world.world.zones(of: "ann")).union([world.family, both])
    #expect(Set(told.keys).isSuperset(of: [world.family, both]))
    #expect(anns.isSuperset(of: told.keys))
    #expect(try dissolve() == answer)
    // What is kept of it, for a restored hub, is not told.
    let kept = try world.world.store.read {
      try $0.judged(ChangeSetID(replica: "raw-ann", number: 1))?.answer
    }
    #expect(kept != answer && kept?.told == answer)
    #expect(try kept?.head(of: home) == world.world.head(of: home))
  }

  @Test("a deleted home comes back with its share, for who is in the family then")
  func restoredHome() throws {
    let (world, home) = try shared()
    try world.sync()
    try world.ann.write { try DeleteHome(homeID: home)($0) }
    try world.ann.sync()
    try world.world.hub.remove("cyd", from: world.family, by: "bob")
    try world.world.admit("dan", to: world.family, by: "bob", as: FamilyRole.child.role)
    try world.world.hub.restoreZone(home, by: "ann")
    #expect(try role("bob", home, world) == .readWrite)
    #expect(try role("cyd", home, world) == nil)
    #expect(try role("dan", home, world) == .readOnly)
    #expect(try !world.world.hub.notices(of: "cyd").contains { $0.kind == .zoneRestored })
  }

  @Test("restored for its owner alone, a home is shared with no family any more")
  func restoredAlone() throws {
    let (world, home) = try shared()
    try world.sync()
    try world.ann.write { try DeleteHome(homeID: home)($0) }
    try world.ann.sync()
    try world.world.hub.restoreZone(home, by: "ann", isAlone: true)
    try world.world.admit("dan", to: world.family, by: "bob", as: FamilyRole.child.role)
    #expect(try role("dan", home, world) == nil && role("bob", home, world) == nil)
    #expect(try world.world.hub.familySharing(of: home, by: "ann")?.roles == nil)
  }

  // X07 D-FAM-13
  @Test("a child shares nothing with its family, and a parent nothing that is somebody else's")
  func whoShares() throws {
    let world = try FamilyWorld()
    let own = try world.addHome("Den", of: world.cyd)
    let home = try world.addHome("Flat", of: world.ann)
    #expect(throws: SharingError.restricted) {
      try world.world.hub.shareWithFamily(own, Self.roles, by: "cyd")
    }
    // A parent has no right over a child's home.
    #expect(throws: SharingError.notFound) {
      try world.world.hub.shareWithFamily(own, Self.roles, by: "ann")
    }
    try world.world.admit("bob", to: home, by: "ann", as: .readWrite)
    #expect(throws: SharingError.notOwner) {
      try world.world.hub.shareWithFamily(home, Self.roles, by: "bob")
    }
    let alone = try world.addHome("Loft", of: world.dan)
    #expect(throws: SharingError.notFound) {
      try world.world.hub.shareWithFamily(alone, Self.roles, by: "dan")
    }
    #expect(throws: SharingError.notFound) {
      try world.world.hub.shareWithFamily(world.family, Self.roles, by: "ann")
    }
    for roles in [
      FamilyRoles(parents: nil, children: nil), FamilyRoles(parents: .owner, children: nil),
    ] {
      #expect(throws: InviteError.outOfRange) {
        try world.world.hub.shareWithFamily(home, roles, by: "ann")
      }
    }
  }

  @Test("stopping to share a home ends the share with the family, too")
  func stopped() throws {
    let (world, home) = try shared()
    try world.world.hub.stopSharing(home, by: "ann")
    try world.world.admit("dan", to: world.family, by: "bob", as: FamilyRole.child.role)
    #expect(try role("bob", home, world) == nil && role("dan", home, world) == nil)
  }

  // Switching families is one commit, and what is shared follows in it.
  @Test("who changes families loses what the one shares and gets what the other does, at once")
  func switching() throws {
    let (world, home) = try shared()
    let other = try world.dan.write { try CreateFamily(FamilyDetails(name: "Berg"))($0).id }
    try world.dan.sync()
    let loft = try world.addHome("Loft", of: world.dan)
    try world.world.hub.shareWithFamily(loft, Self.roles, by: "dan")
    let invite = try world.world.invite(to: other, by: "dan", as: FamilyRole.child.role)
    try world.world.hub.redeem(inviteID: invite, by: "cyd", leaving: world.family)
    #expect(try role("cyd", home, world) == nil)
    #expect(try role("cyd", loft, world) == .readOnly)
  }

  @Test(
    "the order of joins, removals and promotions does not count: roles are the same at the end",
    arguments: 0..<6)
  func order(_ number: Int) throws {
    let (world, home) = try shared()
    let hub = world.world.hub
    let steps: [() throws -> Void] = [
      { try world.world.admit("dan", to: world.family, by: "ann", as: FamilyRole.child.role) },
      { try hub.setRole(.readWrite, of: "cyd", in: world.family, by: "ann") },
      { try hub.remove("bob", from: home, by: "ann") },
    ]
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    for step in orders[number] { try steps[step]() }
    #expect(try role("bob", home, world) == nil)
    #expect(try role("cyd", home, world) == .readWrite)
    #expect(try role("dan", home, world) == .readOnly)
  }

  // D-GAT-6 S1-8.1-b
  @Test("sharing with a family begins only where sharing is open, ends always, and needs a plan")
  func gates() throws {
    let world = try FamilyWorld()
    let hub = world.world.hub
    let home = try world.addHome("Flat", of: world.ann)
    try hub.setPlanMode(.enforced)
    #expect(throws: InviteError.planRequired) {
      try hub.shareWithFamily(home, Self.roles, by: "ann")
    }
    try hub.setPlanMode(.off)
    try hub.shareWithFamily(home, Self.roles, by: "ann")
    try hub.changeSharingFlag(SharingFlagChange(state: .killed), by: .commandLine)
    #expect(throws: InviteError.switchedOff) {
      try hub.shareWithFamily(home, FamilyRoles(parents: .readOnly, children: nil), by: "ann")
    }
    try hub.remove("cyd", from: world.family, by: "ann")
    #expect(try role("cyd", home, world) == nil)
    try hub.endFamilyShare(of: home, by: "ann")
    #expect(try role("bob", home, world) == nil)
  }

  @Test("what a family gives while sharing is closed, its people get when sharing opens again")
  func opened() throws {
    let (world, home) = try shared(FamilyRoles(parents: .readWrite, children: nil))
    let hub = world.world.hub
    let bobs = try world.addHome("Hut", of: world.bob)
    try hub.shareWithFamily(bobs, Self.roles, by: "bob")
    try hub.remove("bob", from: home, by: "ann")
    // Ann is the family's owner, so that people come into it, and not into Bob's home.
    try hub.changeSharingFlag(
      SharingFlagChange(state: .cohort, percent: 0, names: ["ann"]), by: .commandLine)
    try world.world.admit("dan", to: world.family, by: "ann", as: FamilyRole.child.role)
    #expect(try role("dan", bobs, world) == nil)
    try hub.changeSharingFlag(SharingFlagChange(state: .closed), by: .commandLine)
    try hub.setRole(.readWrite, of: "cyd", in: world.family, by: "bob")
    #expect(try role("cyd", home, world) == nil)
    let before = try kinds(of: "ann", world)
    try hub.changeSharingFlag(
      SharingFlagChange(state: .cohort, percent: 0, names: ["ann"]), by: .commandLine)
    #expect(try role("cyd", home, world) == .readWrite)
    #expect(try role("dan", bobs, world) == nil)
    #expect(try kinds(of: "ann", world).count == before.count + 1)
    #expect(try kinds(of: "cyd", world).contains(.familyShared))
    try hub.changeSharingFlag(SharingFlagChange(state: .open), by: .commandLine)
    #expect(try role("dan", bobs, world) == .readOnly)
    #expect(try kinds(of: "bob", world).contains(.familyJoined))
    // Whom Ann has removed stays out.
    #expect(try role("bob", home, world) == nil)
    // Nothing is told twice.
    let told = try kinds(of: "dan", world)
    try hub.changeSharingFlag(SharingFlagChange(state: .closed), by: .commandLine)
    try hub.changeSharingFlag(SharingFlagChange(state: .open), by: .commandLine)
    #expect(try kinds(of: "dan", world) == told)
  }

  // S1-2.1-sub-a S1-2.1-sub-b S1-2.1-sub-c X09
  @Test(
    "plans enforced: a family's members inherit a plan, who is in a home with somebody does not")
  func plans() throws {
    let world = try FamilyWorld()
    let hub = world.world.hub
    let (bobs, dans) = (
      try world.addHome("Hut", of: world.bob), try world.addHome("Loft", of: world.dan)
    )
    let home = try world.addHome("Flat", of: world.ann)
    let cyds = try world.addHome("Den", of: world.cyd)
    try world.world.admit("dan", to: home, by: "ann", as: .readWrite)
    try hub.setPlanMode(.enforced)
    #expect(throws: InviteError.planRequired) { try world.world.invite(to: bobs, by: "bob") }
    try hub.givePlan(.household, toAccountNamed: "ann", until: nil)
    #expect(throws: Never.self) { try world.world.invite(to: bobs, by: "bob") }
    #expect(try !hub.sharingNews(for: "bob").needsPlan)
    // An outsider, though a member of the plan holder's home.
    #expect(throws: InviteError.planRequired) { try world.world.invite(to: dans, by: "dan") }
    #expect(try hub.sharingNews(for: "dan").needsPlan)
    // A child inherits it and shares nothing all the same.
    #expect(try !hub.sharingNews(for: "cyd").needsPlan)
    #expect(throws: SharingError.restricted) { try world.world.invite(to: cyds, by: "cyd") }
    try hub.remove("bob", from: world.family, by: "ann")
    #expect(throws: InviteError.planRequired) { try world.world.invite(to: bobs, by: "bob") }
  }
}

extension FamilyWorld {
  @discardableResult
  func addHome(_ name: String, of device: SyncDevice) throws -> ZoneID {
    let home = try device.write { try CreateHome(HomeDetails(name: name))($0).id }
    try device.sync()
    return home
  }
}
