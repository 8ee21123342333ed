import Hub
import SyncProtocol
import Testing

@testable import AccountWeb
@testable import SharingWeb
@testable import Web

@Suite struct JoiningTests {
  @Test("A31 a form sent after signing out keeps the invite through the sign-in")
  func signedOutMeanwhile() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let token = try await hearth.invite(owner, home)
    let browser = hearth.browser()
    try await browser.get("/join")
    let early = try await browser.submit("/i/\(token)")
    #expect(early.location == "/signin?then=%2Fi%2F\(token)")
    let page = try await browser.get(try browser.require(early.location))
    #expect(page.text.contains(catalogue.signInToJoin("Harbour Street")))
    #expect(try hearth.hub.store.read { try $0.grants(in: home) }.count == 1)
  }

  @Test("D-INV-4 D-INV-11 the owner's own invite is refused; who has the home joins no second time")
  func ownAndAlready() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let ben = try await hearth.guest(of: owner, home: home)
    let token = try await hearth.invite(owner, home, role: "viewer", uses: "5")
    let own = try await owner.get("/i/\(token)")
    #expect(own.status == 409)
    let link = ZoneLink(id: home, name: "Harbour Street")
    #expect(own.text.contains(catalogue.joinFailureTitle(.ownInvite(home: link))))
    #expect(try await owner.submit("/i/\(token)").status == 409)
    #expect(
      try await ben.get("/i/\(token)").text.contains(
        catalogue.joinFailureTitle(.alreadyMember(home: link))))
    #expect(try await ben.submit("/i/\(token)").status == 303)
    let uses = try hearth.hub.store.read { try $0.invites(in: home) }.map(\.usedCount)
    #expect(uses.sorted() == [0, 1])
    let account = try hearth.accounts.account(named: "ben")
    #expect(try hearth.hub.role(of: account?.id ?? "", in: home) == .readWrite)
  }

  @Test("D-INV-4 a viewer who opens an invite for an editor is asked, and becomes one")
  func upgrade() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let ben = try await hearth.guest(of: owner, home: home, role: "viewer")
    let token = try await hearth.invite(owner, home, role: "editor", uses: "5")
    let id = try #require(try hearth.accounts.account(named: "ben")).id
    let page = try await ben.get("/i/\(token)")
    #expect(page.status == 200)
    #expect(page.main.contains(catalogue.upgradeTitle("Harbour Street", .home)))
    #expect(page.main.contains(catalogue.upgradeText(.home)))
    // Looking changes nothing.
    #expect(try hearth.hub.role(of: id, in: home) == .readOnly)
    let fields: KeyValuePairs = ["kind": "homes", "upgrade": "yes"]
    #expect(try await ben.submit("/i/\(token)", fields).location == "/homes/\(home)")
    #expect(try hearth.hub.role(of: id, in: home) == .readWrite)
    #expect(try await ben.get("/homes/\(home)").text.contains("You can edit Harbour Street now"))
    let uses = try hearth.hub.store.read { try $0.invites(in: home) }.map(\.usedCount)
    #expect(uses.sorted() == [1, 1])
    #expect(
      try await owner.get("/people").main.contains("Ben used your invite to Harbour Street"))
    // Then there is nothing to join.
    let again = try await ben.get("/i/\(token)")
    let link = ZoneLink(id: home, name: "Harbour Street")
    #expect(again.status == 409)
    #expect(again.text.contains(catalogue.joinFailureTitle(.alreadyMember(home: link))))
  }

  @Test("D-INV-14 a role sent along by the joiner is ignored")
  func forgedRole() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let token = try await hearth.invite(owner, home, role: "viewer")
    let ben = hearth.browser()
    try await ben.get("/signup?invite=\(token)")
    try await ben.submit(
      "/signup?invite=\(token)",
      ["name": "ben", "displayName": "Ben", "password": "a long password of ben"])
    try await ben.get("/i/\(token)")
    try await ben.submit("/i/\(token)", ["role": "owner"])
    let account = try hearth.accounts.account(named: "ben")
    #expect(try hearth.hub.role(of: account?.id ?? "", in: home) == .readOnly)
  }
}
