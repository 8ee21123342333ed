import Families
import HearthDomain
import Hub
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// What becomes of who is in which family when a hub comes back from a backup, whoever tells of it
/// first.
@Suite struct FamilyRestoreTests {
  private func restore(_ home: FamilyWorld, from backup: Connection) throws {
    try backup.copyContents(to: home.world.store.connection)
    try home.world.hub.beginRecovery(
      until: home.world.now + Hub.recoveryMilliseconds, epoch: "epoch-2")
    home.world.now += 60_000
  }

  @Test(
    "who has handed a family over and joined another is in that one, whoever tells it first",
    arguments: [true, false])
  func handedOver(isJoiningFirst: Bool) throws {
    let home = try FamilyWorld()
    let other = try home.dan.write { try CreateFamily(FamilyDetails(name: "Dan's"))($0).id }
    try home.sync()
    let backup = try home.world.backup()
    let hub = home.world.hub
    try hub.offerOwnership(of: home.family, to: "bob", by: "ann")
    let offer = try #require(
      try hub.notices(of: "bob").first { $0.kind == .ownershipOffered })
    try hub.acceptOwnership(notice: offer.id, by: "bob")
    let invite = try home.world.invite(to: other, by: "dan", as: FamilyRole.parent.role)
    try hub.redeem(inviteID: invite, by: "ann", leaving: home.family)
    try home.sync()
    try restore(home, from: backup)
    let devices = isJoiningFirst ? [home.dan, home.bob] : [home.bob, home.dan]
    for device in devices + devices + [home.ann, home.cyd] { try device.sync() }
    try home.sync()
    #expect(try hub.role(of: "ann", in: other) == .readWrite)
    #expect(try hub.role(of: "ann", in: home.family) == nil)
    #expect(try hub.role(of: "bob", in: home.family) == .owner)
    #expect(try Family.own(in: home.ann.connection)?.id == other)
  }

  // D-FAM-6
  @Test("a family that comes back has its founder, whatever they have joined meanwhile")
  func founder() throws {
    let home = try FamilyWorld()
    let backup = try home.world.backup()
    let eve = try home.world.device("eve", sql: HearthDomain.migrations)
    try eve.sync()
    let founded = try home.dan.write { try CreateFamily(FamilyDetails(name: "Dan's"))($0).id }
    try home.dan.sync()
    let tablet = try home.world.device("dan", "tablet", sql: HearthDomain.migrations)
    try tablet.sync()
    try home.world.admit("eve", to: founded, by: "dan", as: FamilyRole.child.role)
    try eve.sync()
    try restore(home, from: backup)
    // The hub knows nothing of Dan's family, of which his tablet tells later.
    try home.world.admit("dan", to: home.family, by: "bob")
    for device in [tablet, eve, tablet, eve] { try device.sync() }
    let hub = home.world.hub
    #expect(try hub.role(of: "dan", in: founded) == .owner)
    #expect(try hub.role(of: "dan", in: home.family) == nil)
    #expect(try hub.role(of: "eve", in: founded) == .readOnly)
    try home.sync()
    #expect(try Family.own(in: home.dan.connection)?.id == founded)
  }

  // D-FAM-6
  @Test("that somebody has left a family, told first, does not make them lose the one they came to")
  func leavingIsToldFirst() throws {
    let home = try FamilyWorld()
    let other = try home.dan.write { try CreateFamily(FamilyDetails(name: "Dan's"))($0).id }
    try home.sync()
    let backup = try home.world.backup()
    let hub = home.world.hub
    let invite = try home.world.invite(to: other, by: "dan", as: FamilyRole.child.role)
    try hub.redeem(inviteID: invite, by: "cyd", leaving: home.family)
    try home.sync()
    #expect(try Family.own(in: home.cyd.connection)?.id == other)
    try restore(home, from: backup)
    // What she had been told herself she cannot hand back: of her coming only Dan tells.
    try home.cyd.connection.execute("DELETE FROM syncSealed")
    for device in [home.bob, home.cyd, home.cyd] { try device.sync() }
    #expect(try hub.role(of: "cyd", in: home.family) == nil)
    #expect(try hub.role(of: "cyd", in: other) == nil)
    let status = try home.cyd.replica.status()
    #expect(status.aside.map(\.zone) == [other])
    #expect(status.aside.map(\.reason) == [.forgotten])
    #expect(try Family.own(in: home.cyd.connection)?.id == other)
    for device in [home.dan, home.cyd] { try device.sync() }
    #expect(try hub.role(of: "cyd", in: other) == .readOnly)
    #expect(try home.cyd.replica.status().aside == [])
    #expect(try Family.own(in: home.cyd.connection)?.id == other)
  }
}
