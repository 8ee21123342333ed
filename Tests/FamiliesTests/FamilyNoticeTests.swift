import Families
import Hub
import SyncProtocol
import TestSupport
import Testing

/// What people of a family are told of who comes, goes, and becomes something else.
@Suite struct FamilyNoticeTests {
  let world: FamilyWorld
  var hub: Hub { world.world.hub }

  init() throws { world = try FamilyWorld() }

  private func notices(of account: AccountID) throws -> [AccountNotice] {
    try hub.notices(of: account)
  }

  private func clear() throws {
    for account in ["ann", "bob", "cyd", "dan"] {
      for notice in try notices(of: account) { try hub.dismissNotice(notice.id, of: account) }
    }
  }

  @Test("parents are told that somebody left their family; whoever was removed left not")
  func left() throws {
    try clear()
    try hub.remove("bob", from: world.family, by: "bob")
    let told = try notices(of: "ann")
    #expect(told.map(\.kind) == [.personLeft])
    #expect(told.first?.personID == "bob" && told.first?.zone == world.family)
    #expect(told.first?.title.isEmpty == false && told.first?.zoneKind == .family)
    // A child decides nothing, and who left knows it.
    #expect(try notices(of: "cyd").isEmpty)
    #expect(try notices(of: "bob").map(\.kind) == [.left])
    try clear()
    try hub.remove("cyd", from: world.family, by: "ann")
    #expect(try notices(of: "ann").isEmpty)
    #expect(try notices(of: "cyd").map(\.kind) == [.removed])
  }

  @Test("who leaves one family for another is told to the parents of both")
  func changed() throws {
    let other = try world.dan.write { try CreateFamily(FamilyDetails(name: "Berg"))($0).id }
    try world.dan.sync()
    try clear()
    let invite = try world.world.invite(to: other, by: "dan")
    try hub.redeem(inviteID: invite, by: "bob", leaving: world.family)
    #expect(try notices(of: "ann").map(\.kind) == [.personLeft])
    #expect(try notices(of: "dan").map(\.kind) == [.inviteUsed])
  }

  @Test("whoever made the invite is told that it was used; another parent that somebody joined")
  func joined() throws {
    try clear()
    try world.world.admit("dan", to: world.family, by: "bob", as: FamilyRole.child.role)
    #expect(try notices(of: "bob").map(\.kind) == [.inviteUsed])
    #expect(try notices(of: "ann").map(\.kind) == [.personJoined])
    #expect(try notices(of: "ann").first?.personID == "dan")
    #expect(try notices(of: "cyd").isEmpty)
  }

  @Test("who becomes a parent or a child is told, by whom; once, and nobody else")
  func roles() throws {
    try clear()
    try hub.setRole(.readWrite, of: "cyd", in: world.family, by: "bob")
    try hub.setRole(.readWrite, of: "cyd", in: world.family, by: "ann")
    #expect(try notices(of: "cyd").map(\.kind) == [.madeParent])
    #expect(try notices(of: "cyd").first?.personID == "bob")
    try clear()
    try hub.setRole(.readOnly, of: "bob", in: world.family, by: "ann")
    #expect(try notices(of: "bob").map(\.kind) == [.madeChild])
    for account in ["ann", "cyd"] { #expect(try notices(of: account).isEmpty) }
  }

  @Test("clients that do not know these kinds are not told them")
  func olderClients() {
    for kind in [AccountNotice.Kind.personJoined, .personLeft, .madeParent, .madeChild] {
      #expect(kind.since == 6 && kind.since <= AccountNotice.understandsAll)
    }
  }

  @Test("an invite says how many homes come with the family, for its role; others say nothing")
  func preview() throws {
    let home = try world.addHome("Flat", of: world.ann)
    let cellar = try world.addHome("Cellar", of: world.ann)
    func count(_ role: FamilyRole, _ viewer: AccountID?) throws -> Int? {
      let invite = try world.world.invite(to: world.family, by: "ann", as: role.role)
      return try hub.preview(inviteID: invite, viewer: viewer).sharedCount
    }
    #expect(try count(.parent, "dan") == 0)
    try hub.shareWithFamily(
      home, FamilyRoles(parents: .readWrite, children: .readOnly), by: "ann")
    try hub.shareWithFamily(cellar, FamilyRoles(parents: .readOnly, children: nil), by: "ann")
    for viewer in ["dan", nil] {
      #expect(try count(.parent, viewer) == 2)
      #expect(try count(.child, viewer) == 1)
    }
    let toHome = try world.world.invite(to: home, by: "ann")
    #expect(try hub.preview(inviteID: toHome, viewer: "dan").sharedCount == nil)
    // What is told is what happens.
    try world.world.admit("dan", to: world.family, by: "ann", as: FamilyRole.child.role)
    #expect(try hub.role(of: "dan", in: home) == .readOnly)
    #expect(try hub.role(of: "dan", in: cellar) == nil)
  }
}
