import Foundation
import Hub
import SyncProtocol
import Testing

@testable import AccountWeb
@testable import SharingWeb
@testable import Web

/// Invites for one account, what else an invite can be for, and what its owner hears of it.
@Suite struct BoundInviteTests {
  /// Makes an invite for one account; returns its token and the page that showed it.
  private func invite(
    _ hearth: Hearth, _ owner: Browser, _ home: String, for name: String
  ) async throws -> (token: String, page: String) {
    try await owner.get("/homes/\(home)/settings")
    let page = try await owner.submit(
      "/homes/\(home)/settings/invites",
      ["role": "editor", "hours": "24", "uses": "5", "for": name])
    let token = page.text.firstMatch(of: /http:\/\/[^"]*\/i\/([A-Za-z0-9_-]+)/)
    return (String(try owner.require(token.map { String($0.1) })), page.main)
  }

  @Test("D-INV-21 an invite for one account refuses another with 403 and tells it only for whom")
  func otherAccount() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    let (ben, eve) = (try await hearth.person("ben"), try await hearth.person("eve"))
    let (token, made) = try await invite(hearth, owner, home, for: "Ben")
    #expect(made.contains(catalogue.shownOnce(for: "Ben")))
    #expect(try hearth.hub.store.read { try $0.invites(in: home) }.map(\.maxUses) == [1])
    // The owner's list goes on to say for whom it is.
    #expect(try await owner.get("/homes/\(home)/settings").main.contains(catalogue.onlyFor("Ben")))
    try await eve.get("/account")
    let forBen = catalogue.joinFailureTitle(.forOther(name: "Ben", isSignedIn: true))
    for page in [try await eve.get("/i/\(token)"), try await eve.submit("/i/\(token)")] {
      #expect(page.status == 403)
      #expect(page.main.contains(forBen))
      #expect(!page.text.contains("Flat") && !page.text.contains("Anna"))
    }
    // Whoever is not signed in learns no more.
    let visitor = hearth.browser()
    let unknown = try await visitor.get("/i/\(token)")
    #expect(unknown.status == 403)
    #expect(unknown.main.contains(forBen) && !unknown.text.contains("Flat"))
    #expect(try await !visitor.get("/signin?then=%2Fi%2F\(token)").text.contains("Flat"))
    #expect(try hearth.hub.store.read { try $0.grants(in: home) }.count == 1)
    #expect(try await ben.get("/i/\(token)").main.contains(catalogue.shares("Anna", "Flat")))
    #expect(try await ben.submit("/i/\(token)").location == "/homes/\(home)/joined")
  }

  @Test(
    "an invite for a name that no account can have, or for oneself, is not made, and says so",
    arguments: ["\u{202E}eve", String(repeating: "x", count: 65), "Anna"])
  func unusableName(_ name: String) async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    try await owner.get("/homes/\(home)/settings")
    let page = try await owner.submit(
      "/homes/\(home)/settings/invites",
      ["role": "editor", "hours": "24", "uses": "1", "for": name])
    #expect(page.status == 422)
    #expect(page.main.contains(catalogue.problem(.noSignInName)))
    #expect(try hearth.hub.store.read { try $0.invites(in: home) }.isEmpty)
  }

  @Test("an invite for an account that is not there yet lets it be made under that name only")
  func signUp() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let (token, _) = try await invite(hearth, owner, home, for: "ben")
    let visitor = hearth.browser()
    let form = try await visitor.get("/signup?invite=\(token)")
    let title = catalogue.signUpTitle(.boundInvite(token: token, name: "ben"))
    #expect(form.main.contains(title) && form.main.contains("value=\"ben\""))
    func signUp(_ name: String) async throws -> Browser.Answer {
      try await visitor.submit(
        "/signup?invite=\(token)",
        ["name": name, "displayName": "B", "password": "a long password of ben"])
    }
    let other = try await signUp("eve")
    #expect(other.status == 422)
    #expect(other.main.contains(catalogue.problem(.nameDiffers("ben"))))
    #expect(try hearth.accounts.account(named: "eve") == nil)
    #expect(try await signUp("ben").location == "/i/\(token)")
    try await visitor.get("/i/\(token)")
    #expect(try await visitor.submit("/i/\(token)").location == "/homes/\(home)/joined")
  }

  @Test("D-INV-19 what is no invite to a home is refused with 422 and joins nothing")
  func otherKinds() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    let ben = try await hearth.person("ben")
    // An invite into what is no home: the hub makes one for whoever asks it directly.
    let anna = try #require(try hearth.accounts.account(named: "anna"))
    let client = hearth.app.backend.hub(
      for: Visitor(
        accountID: anna.id, sessionID: "", name: "anna", displayName: "Anna",
        isAdministrator: true), address: "")
    let other = try await client.createInvite(
      InviteRequest(zone: anna.personalZone, role: .readOnly))
    let preview = try await ben.get("/i/\(other.token)")
    #expect(preview.status == 422)
    #expect(preview.main.contains(catalogue.joinFailureTitle(.otherKind)))
    try await ben.get("/account")
    #expect(try await ben.submit("/i/\(other.token)").status == 422)
    #expect(try hearth.hub.store.read { try $0.grants(in: anna.personalZone) }.count == 1)
    // Addresses that let somebody in elsewhere: a sign-up, a device's one-time address.
    let token = try await hearth.invite(owner, home)
    try await ben.get("/join")
    for typed in [
      "http://localhost/signup?invite=\(token)", "http://127.0.0.1:8081/open/0123456789abcdef",
    ] {
      let answer = try await ben.submit("/join", ["code": typed])
      #expect(answer.status == 422, "\(typed)")
    }
    #expect(try hearth.hub.store.read { try $0.grants(in: home) }.count == 1)
  }

  @Test("D-INV-21 S4-US-P3 the owner is told who used an invite, live, until it is dismissed")
  func notice() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    let ben = try await hearth.person("ben")
    let joined = catalogue.notice(
      NoticeRow(
        id: "n", what: .inviteUsed, person: PersonBadge(id: "b", name: "Ben"),
        home: ZoneLink(id: home, name: "Flat"), at: Date(timeIntervalSince1970: 0)))
    #expect(try await !owner.get("/people").main.contains(joined))
    let token = try await hearth.invite(owner, home)
    var changes = try await hearth.changes(seenBy: owner)
    try await ben.get("/i/\(token)")
    try await ben.submit("/i/\(token)")
    await changes.next()
    for path in ["/people", "/homes/\(home)"] {
      let page = try await owner.get(path).main
      #expect(page.contains(joined), "\(path)")
    }
    #expect(try await !ben.get("/people").main.contains(joined))
    // It is kept by the hub, not by a page or a process.
    let anna = try #require(try hearth.accounts.account(named: "anna"))
    let row = try #require(try hearth.hub.notices(of: anna.id).first)
    #expect(row.kind == .inviteUsed && row.title == "Flat" && row.person == "Ben")
    // One click beside it takes the home away again.
    let page = try await owner.get("/people")
    let remove = try #require(page.main.firstMatch(of: /action="([^"]*\/remove)"/))
    #expect(try await owner.submit(String(remove.1)).status == 303)
    #expect(try await ben.get("/homes/\(home)").status == 404)
    let after = try await owner.get("/people")
    #expect(after.main.contains(joined) && !after.main.contains("/remove\""))
    #expect(try await owner.submit("/notices/\(row.id)/dismiss").location == "/people")
    #expect(try await !owner.get("/people").main.contains(joined))
    #expect(try hearth.hub.notices(of: anna.id) == [])
  }

  // S0-US007-1: the half of the invite that was taken back.
  @Test("a join that fails says why, with a way to try again and one to cancel")
  func tryAgain() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    let ben = try await hearth.person("ben")
    let token = try await hearth.invite(owner, home)
    #expect(try await ben.get("/i/\(token)").status == 200)
    let invite = try #require(try hearth.hub.store.read { try $0.invites(in: home) }.first)
    try hearth.hub.revokeInvite(invite.id, by: invite.createdBy)
    let failed = try await ben.submit("/i/\(token)")
    #expect(failed.status == 410)
    #expect(
      failed.main.contains("href=\"/i/\(token)\"") && failed.main.contains(catalogue.tryAgain))
    #expect(failed.main.contains("href=\"/\"") && failed.main.contains(catalogue.cancel))
    #expect(try hearth.hub.store.read { try $0.grants(in: home) }.count == 1)
  }
}
