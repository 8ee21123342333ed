import Families
import HearthDomain
import Household
import Hub
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Things

/// Homes that are shared with a family: what becomes of them when a hub comes back from a backup.
@Suite struct FamilyShareRestoreTests {
  private struct Place {
    let world: FamilyWorld
    let home: ZoneID

    var hub: Hub { world.world.hub }

    /// Ann's flat, and a home of everybody's own, so that nobody is given one.
    init() throws {
      world = try FamilyWorld()
      for device in [world.bob, world.cyd, world.dan] { try world.addHome("Own", of: device) }
      home = try world.addHome("Flat", of: world.ann)
    }

    func share() throws {
      try hub.shareWithFamily(home, FamilyShareTests.roles, by: "ann")
      try world.sync()
    }

    func role(_ account: AccountID) throws -> Role? { try hub.role(of: account, in: home) }

    /// Everybody has heard of what was done when the hub forgets it; then they tell it.
    func restore(_ backup: Connection, _ order: [SyncDevice]? = nil) throws {
      try world.sync()
      try backup.copyContents(to: world.world.store.connection)
      try hub.beginRecovery(
        until: world.world.now + Hub.recoveryMilliseconds, epoch: "epoch-2")
      world.world.now += 60_000
      for device in order ?? [] { try device.sync() }
      for _ in 0..<2 { try world.sync() }
    }

    func join(_ account: AccountID) throws {
      try world.world.admit(account, to: world.family, by: "ann", as: FamilyRole.child.role)
    }
  }

  // X18
  @Test("from before the share: its people come back by the family, and keep it for no longer")
  func beforeShare() throws {
    let place = try Place()
    let backup = try place.world.world.backup()
    try place.share()
    try place.restore(backup)
    #expect(try place.role("bob") == .readWrite && place.role("cyd") == .readOnly)
    // The hub does not know that it is shared: nobody new gets it, and who leaves loses it.
    #expect(try place.hub.familySharing(of: place.home, by: "ann")?.roles == nil)
    try place.join("dan")
    #expect(try place.role("dan") == nil)
    try place.hub.remove("cyd", from: place.world.family, by: "ann")
    #expect(try place.role("cyd") == nil)
    // Its owner says so again.
    try place.hub.shareWithFamily(place.home, FamilyShareTests.roles, by: "ann")
    #expect(try place.role("dan") == .readOnly && place.role("bob") == .readWrite)
    try place.hub.endFamilyShare(of: place.home, by: "ann")
    #expect(try place.role("bob") == nil && place.role("dan") == nil)
  }

  @Test("from before the share, and its owner leaves the family: nobody has it by the family")
  func ownerLeaves() throws {
    let place = try Place()
    let home = try place.world.addHome("Hut", of: place.world.bob)
    try place.world.world.admit("dan", to: home, by: "bob", as: .readOnly)
    let backup = try place.world.world.backup()
    try place.hub.shareWithFamily(home, FamilyShareTests.roles, by: "bob")
    try place.restore(backup)
    #expect(try place.hub.role(of: "ann", in: home) == .readWrite)
    try place.hub.remove("bob", from: place.world.family, by: "bob")
    #expect(try place.hub.role(of: "ann", in: home) == nil)
    #expect(try place.hub.role(of: "cyd", in: home) == nil)
    // Who was invited stays.
    #expect(try place.hub.role(of: "dan", in: home) == .readOnly)
  }

  @Test("from before its end: it ends again, and nobody counts as removed")
  func beforeEnd() throws {
    let place = try Place()
    try place.share()
    let backup = try place.world.world.backup()
    try place.hub.endFamilyShare(of: place.home, by: "ann")
    try place.restore(backup)
    #expect(try place.role("bob") == nil && place.role("cyd") == nil)
    #expect(try place.hub.familySharing(of: place.home, by: "ann")?.roles == nil)
    try place.join("dan")
    #expect(try place.role("dan") == nil)
    try place.hub.shareWithFamily(place.home, FamilyShareTests.roles, by: "ann")
    #expect(try place.role("bob") == .readWrite && place.role("cyd") == .readOnly)
  }

  @Test(
    "who has left the family since the backup is out of both, and in again when they come back",
    arguments: [true, false])
  func left(isOwnerFirst: Bool) throws {
    let place = try Place()
    try place.share()
    let backup = try place.world.world.backup()
    try place.hub.remove("cyd", from: place.world.family, by: "bob")
    let world = place.world
    // Bob's device has the home and the family, and Ann's as well.
    try place.restore(backup, isOwnerFirst ? [world.ann, world.bob] : [world.bob, world.ann])
    #expect(try place.role("cyd") == nil && place.role("bob") == .readWrite)
    #expect(try place.hub.role(of: "cyd", in: world.family) == nil)
    try place.join("cyd")
    #expect(try place.role("cyd") == .readOnly)
  }

  @Test("who was removed from the home since the backup stays out; the others keep it")
  func removed() throws {
    let place = try Place()
    try place.share()
    let backup = try place.world.world.backup()
    try place.hub.remove("cyd", from: place.home, by: "ann")
    try place.restore(backup)
    #expect(try place.role("cyd") == nil && place.role("bob") == .readWrite)
    try place.hub.remove("cyd", from: place.world.family, by: "ann")
    try place.join("cyd")
    #expect(try place.role("cyd") == nil)
    try place.join("dan")
    #expect(try place.role("dan") == .readOnly)
  }

  @Test("a family that was dissolved since the backup takes its share along again")
  func dissolved() throws {
    let place = try Place()
    try place.share()
    let backup = try place.world.world.backup()
    try place.world.ann.write { try DeleteFamily(familyID: place.world.family)($0) }
    try place.world.ann.sync()
    try place.restore(backup)
    #expect(try place.role("bob") == nil && place.role("cyd") == nil)
    #expect(try place.role("ann") == .owner)
  }
}

/// Homes that are shared with a family, where homes end.
@Suite struct FamilyShareEndTests {
  private func homes(_ account: AccountID, _ world: FamilyWorld) throws -> [ZoneID] {
    try world.world.store.read { reader in
      try reader.memberships(of: account).filter { $0.zone.kind == .home }.map(\.zone.id)
    }
  }

  /// Ann's flat and hut, shared with her family, where nobody else has a home.
  private func shared() throws -> (world: FamilyWorld, homes: [ZoneID]) {
    let world = try FamilyWorld()
    try world.addHome("Main", of: world.ann)
    let homes = try ["Flat", "Hut"].map { try world.addHome($0, of: world.ann) }
    for home in homes {
      try world.world.hub.shareWithFamily(home, FamilyShareTests.roles, by: "ann")
    }
    try world.sync()
    return (world, homes)
  }

  // D-HOM-6
  @Test("who loses all homes with the family has one of their own at once, and one alone")
  func provided() throws {
    let (world, shared) = try shared()
    let before = try homes("cyd", world)
    #expect(Set(before).isSuperset(of: shared))
    try world.world.hub.remove("cyd", from: world.family, by: "ann")
    let after = try homes("cyd", world)
    #expect(after.count == max(1, before.count - shared.count))
    #expect(Set(after).isDisjoint(with: shared))
    #expect(try world.world.hub.role(of: "cyd", in: after[0]) == .owner)
    try world.sync()
    #expect(try world.cyd.texts("SELECT id FROM homes") == after)
  }

  @Test("a change set that deletes a home and the family leaves nobody without a home")
  func deletedTogether() throws {
    let (world, shared) = try shared()
    try world.ann.write { transaction in
      try DeleteHome(homeID: shared[0])(transaction)
      try DeleteFamily(familyID: world.family)(transaction)
    }
    try world.ann.sync()
    #expect(try world.ann.refusals.isEmpty)
    for account in ["bob", "cyd"] {
      let left = try homes(account, world)
      #expect(!left.isEmpty && Set(left).isDisjoint(with: shared))
      #expect(try world.world.hub.role(of: account, in: left[0]) == .owner)
    }
  }

  /// Merges a home of nothing into another, as a program does once it has moved what was in it.
  private func merge(
    _ source: ZoneID, into target: ZoneID, by account: AccountID, _ world: FamilyWorld
  ) throws -> Answer? {
    let into = RecordPlace(zone: target, id: target)
    return try world.world.push(
      [Mutation(.delete, "homes", source, in: source, destination: into)], as: account, number: 1)
  }

  // D-MRG-16
  @Test("what is merged into a home that is shared with a family is the family's, too")
  func mergedInto() throws {
    let (world, shared) = try shared()
    let attic = try world.addEmptyHome("Attic", of: world.ann)
    #expect(try merge(attic, into: shared[0], by: "ann", world)?.isAccepted == true)
    #expect(try world.world.hub.role(of: "cyd", in: shared[0]) == .readOnly)
    #expect(try world.world.hub.familySharing(of: shared[0], by: "ann")?.roles != nil)
  }

  // D-MRG-8
  @Test("a home that somebody has by a family is offered to be merged into no other")
  func mergedAwayInUse() throws {
    let (world, shared) = try shared()
    func obstacle() throws -> MergeHome.Failure? {
      try MergeHome.sourceObstacle(shared[0], in: world.ann.connection) { _ in .owner }
    }
    #expect(try obstacle() == .sharedOut(peopleCount: 2))
    try world.world.hub.endFamilyShare(of: shared[0], by: "ann")
    try world.sync()
    #expect(try obstacle() == nil)
  }

  @Test(
    "the share of a home that is merged away ends; who was removed from it is out of that alone")
  func mergedAway() throws {
    let (world, shared) = try shared()
    let attic = try world.addEmptyHome("Attic", of: world.ann)
    try world.world.hub.shareWithFamily(attic, FamilyShareTests.roles, by: "ann")
    for account in ["bob", "cyd"] {
      try world.world.hub.remove(account, from: attic, by: "ann")
    }
    #expect(try merge(attic, into: shared[1], by: "ann", world)?.isAccepted == true)
    #expect(try world.world.store.read { try $0.familyShare(of: attic) } == nil)
    #expect(try world.world.store.read { try $0.familyShareMembers(of: attic) }.isEmpty)
    #expect(try world.world.hub.role(of: "cyd", in: shared[1]) == .readOnly)
    try world.world.admit("dan", to: world.family, by: "ann", as: FamilyRole.child.role)
    #expect(try world.world.hub.role(of: "dan", in: shared[1]) == .readOnly)
  }

  @Test("merged away by a program that does not ask, it leaves nobody without a home")
  func mergedAwayUnasked() throws {
    let world = try FamilyWorld()
    try world.addHome("Main", of: world.ann)
    let attic = try world.addEmptyHome("Attic", of: world.ann)
    let flat = try world.addHome("Flat", of: world.ann)
    try world.world.hub.shareWithFamily(attic, FamilyShareTests.roles, by: "ann")
    for account in ["bob", "cyd"] { #expect(try homes(account, world) == [attic]) }
    #expect(try merge(attic, into: flat, by: "ann", world)?.isAccepted == true)
    for account in ["bob", "cyd"] {
      let left = try homes(account, world)
      #expect(left.count == 1 && !left.contains(flat) && !left.contains(attic))
    }
  }

  @Test(
    "who edits a home by the family merges theirs into it, and its owner is told; a child does not")
  func mergedByMember() throws {
    let (world, shared) = try shared()
    for (device, isParent) in [(world.bob, true), (world.cyd, false)] {
      let own = try world.addEmptyHome("Own", of: device)
      try world.addHome("Other", of: device)
      let answer = try merge(own, into: shared[0], by: device.account, world)
      #expect(answer?.isAccepted == isParent)
      #expect((try world.world.hub.role(of: device.account, in: own) == nil) == isParent)
    }
    let told = try world.world.hub.notices(of: "ann").filter { $0.kind == .zoneMerged }
    #expect(told.map(\.personID) == ["bob"])
  }

  @Test("who leaves a deleted home does not get it back with it")
  func leftWhileDeleted() throws {
    let (world, shared) = try shared()
    for home in shared { try world.ann.write { try DeleteHome(homeID: home)($0) } }
    try world.ann.sync()
    try world.world.hub.remove("bob", from: shared[0], by: "bob")
    try world.world.hub.restoreZone(shared[0], by: "ann")
    #expect(try world.world.hub.role(of: "bob", in: shared[0]) == nil)
    #expect(try world.world.hub.role(of: "cyd", in: shared[0]) == .readOnly)
  }
}

/// Invites of who becomes a child.
@Suite struct ChildInviteTests {
  private func isOpen(_ invite: String, _ world: FamilyWorld) throws -> Bool {
    try world.world.store.read { reader in
      try reader.invite(invite)?.state(now: world.world.now) == .active
    }
  }

  // D-FAM-3 X07
  @Test("who is made a child has no open invite to anything of theirs, and is told")
  func madeChild() throws {
    let world = try FamilyWorld()
    let hut = try world.addHome("Hut", of: world.bob)
    let flat = try world.addHome("Flat", of: world.ann)
    let invites = try [
      world.world.invite(to: hut, by: "bob"), world.world.invite(to: world.family, by: "bob"),
    ]
    let others = try world.world.invite(to: flat, by: "ann")
    let head = try #require(try world.world.head(of: hut))
    try world.world.hub.setRole(.readOnly, of: "bob", in: world.family, by: "ann")
    for invite in invites {
      #expect(try !isOpen(invite, world))
      #expect(throws: InviteError.revoked) {
        try world.world.hub.redeem(inviteID: invite, by: "dan")
      }
    }
    #expect(try isOpen(others, world))
    #expect(try world.world.head(of: hut) == head + 1)
    let notices = try world.world.hub.notices(of: "bob").filter { $0.kind == .invitesEnded }
    #expect(notices.map(\.zone) == [world.family] && notices.map(\.personID) == ["ann"])
    // On their device as well.
    try world.sync()
    #expect(
      try world.bob.texts(
        "SELECT id FROM invites WHERE revokedAt IS NULL AND zoneID = ?", .text(hut)
      )
      .isEmpty)
    // A parent again, they invite anew; nothing opens by itself.
    try world.world.hub.setRole(.readWrite, of: "bob", in: world.family, by: "ann")
    #expect(try !isOpen(invites[0], world))
    #expect(throws: Never.self) { try world.world.invite(to: hut, by: "bob") }
  }

  @Test("who joins a family as a child has no open invite either; as a parent they keep them")
  func joinsAsChild() throws {
    for role in [FamilyRole.child, .parent] {
      let world = try FamilyWorld()
      let loft = try world.addHome("Loft", of: world.dan)
      let invite = try world.world.invite(to: loft, by: "dan")
      try world.world.admit("dan", to: world.family, by: "ann", as: role.role)
      #expect(try isOpen(invite, world) == (role == .parent))
      let isTold = try world.world.hub.notices(of: "dan").contains { $0.kind == .invitesEnded }
      #expect(isTold == (role == .child))
    }
  }

  @Test("whoever has no open invite is told of none")
  func nothingToTell() throws {
    let world = try FamilyWorld()
    try world.world.hub.setRole(.readOnly, of: "bob", in: world.family, by: "ann")
    #expect(try !world.world.hub.notices(of: "bob").contains { $0.kind == .invitesEnded })
  }
}

extension FamilyWorld {
  /// One without rooms and labels, which another home can take in.
  fileprivate func addEmptyHome(_ name: String, of device: SyncDevice) throws -> ZoneID {
    let home = try addHome(name, of: device)
    try device.write { transaction in
      let tables = HearthDomain.schema.tables.filter {
        $0.zoneKinds.contains(.home) && $0.zoneColumn == "homeID" && !$0.isHubOwned
      }
      for table in tables.reversed() {
        try transaction.connection.execute(
          "DELETE FROM \(table.name) WHERE homeID = ?", .text(home))
      }
    }
    try device.sync()
    return home
  }
}
