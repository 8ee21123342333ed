import Hub
import SyncProtocol
import Testing

@testable import WebApp

@Suite struct JoiningTests {
  @Test("D-INV-1 opening an invite a hundred times uses it not once and lets nobody in")
  func previewChangesNothing() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let invite = try await hearth.invite(by: owner, to: home)
    let guest = try await hearth.guest("ben", through: invite)
    let stranger = hearth.browser()
    for _ in 0..<50 {
      #expect(try await stranger.get(invite.path).status == 200)
      #expect(try await guest.get(invite.path).status == 200)
    }
    #expect(try hearth.uses(of: home) == [0])
    #expect(try hearth.memberCount(of: home) == 1)
    #expect(try await guest.get("/homes/\(home)").status == 404)
  }

  @Test("A31 whoever opens an invite signed out signs up, sees it again and then joins, once")
  func signedOut() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let invite = try await hearth.invite(by: owner, to: home, role: "viewer")
    let browser = hearth.browser()
    let preview = try await browser.get(invite.path)
    #expect(preview.status == 200)
    #expect(preview.text.contains("Anna shares Harbour Street with you"))
    #expect(preview.text.contains("/signup?invite=\(invite.token)"))
    #expect(preview.headers["Referrer-Policy"] == "no-referrer")
    // Sent from the page of somebody who has signed out meanwhile: the invite is kept.
    try await browser.get("/join")
    let early = try await browser.submit(invite.path)
    #expect(early.location == "/signin?then=%2Fi%2F\(invite.token)")
    try await browser.get("/signup?invite=\(invite.token)")
    let account = try await browser.submit(
      "/signup?invite=\(invite.token)",
      ["name": "ben", "displayName": "Ben", "password": "a long password of ben"])
    #expect(account.location == invite.path)
    let again = try await browser.get(invite.path)
    #expect(again.status == 200)
    #expect(try hearth.memberCount(of: home) == 1)
    let joined = try await browser.submit(invite.path)
    #expect(joined.status == 303)
    let welcome = try await browser.get(try browser.require(joined.location))
    #expect(welcome.status == 200)
    #expect(welcome.text.contains("Welcome to Harbour Street"))
    #expect(try await browser.get("/homes/\(home)").status == 200)
    #expect(try await browser.submit(invite.path).status == 303)
    #expect(try hearth.uses(of: home) == [1])
    #expect(try hearth.memberCount(of: home) == 2)
  }

  @Test("X17 signing in from an invite leads back to it and joins nothing")
  func signInKeepsInvite() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let invite = try await hearth.invite(by: owner, to: home)
    let ben = try await hearth.guest("ben", through: invite)
    try await ben.get("/join")
    try await ben.submit("/signout")
    let target = "/signin?then=%2Fi%2F\(invite.token)"
    #expect(try await ben.get(target).text.contains("Sign in to join Harbour Street"))
    let answer = try await ben.submit(
      target, ["name": "ben", "password": "a long password of ben"])
    #expect(answer.location == invite.path)
    #expect(try hearth.memberCount(of: home) == 1)
  }

  @Test("D-WEB-6 signing in never leads out of this app", arguments: [
    "https://evil.example/", "//evil.example/x", "/\\evil.example", "javascript:alert(1)",
  ])
  func noOpenRedirect(target: String) async throws {
    let hearth = try Hearth()
    let (owner, _) = try await hearth.household()
    try await owner.get("/join")
    try await owner.submit("/signout")
    let address = "/signin?then=\(Browser.encode(target))"
    try await owner.get(address)
    let answer = try await owner.submit(
      address, ["name": "anna", "password": "a long password of anna", "then": target])
    #expect(answer.status == 303)
    #expect(answer.location == "/")
  }

  @Test("expired, revoked, used and unknown invites each say so with their own status")
  func failures() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let used = try await hearth.invite(by: owner, to: home)
    let ben = try await hearth.guest("ben", through: used)
    let open = try await hearth.invite(by: owner, to: home, uses: "5")
    let carla = try await hearth.guest("carla", through: open)
    try await ben.get(used.path)
    #expect(try await ben.submit(used.path).status == 303)
    let usedUp = try await carla.get(used.path)
    #expect(usedUp.status == 410)
    #expect(usedUp.text.contains("already used"))
    let before = try hearth.inviteIDs(of: home)
    let revoked = try await hearth.invite(by: owner, to: home)
    let id = try owner.require(try hearth.inviteIDs(of: home).subtracting(before).first)
    let answer = try await owner.submit("/homes/\(home)/settings/invites/\(id)/revoke")
    #expect(answer.status == 303)
    let taken = try await carla.get(revoked.path)
    #expect(taken.status == 410)
    #expect(taken.text.contains("taken back"))
    #expect(try await carla.submit(revoked.path).status == 410)
    #expect(try await carla.get("/i/AAAAAAAAAAAAAAAAAAAAAA").status == 404)
    hearth.advance(milliseconds: 25 * 3_600_000)
    let expired = try await carla.get(open.path)
    #expect(expired.status == 410)
    #expect(expired.text.contains("This invite has ended"))
    #expect(try await carla.submit(open.path).status == 410)
    #expect(try hearth.memberCount(of: home) == 2)
  }

  @Test("D-INV-4 the owner's own invite is refused, and who has the home is told so, uncounted")
  func ownAndAlready() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let ben = try await hearth.participant("ben", in: home, of: owner)
    let invite = try await hearth.invite(by: owner, to: home, role: "viewer", uses: "5")
    let own = try await owner.get(invite.path)
    #expect(own.status == 409)
    #expect(own.text.contains("This is your own invite"))
    #expect(try await owner.submit(invite.path).status == 409)
    let already = try await ben.get(invite.path)
    #expect(already.status == 200)
    #expect(already.text.contains("You already have Harbour Street"))
    #expect(try await ben.submit(invite.path).status == 303)
    #expect(try hearth.uses(of: home) == [0, 1])
    let role = try hearth.hub.role(of: try hearth.accountID("ben"), in: home)
    #expect(role == .readWrite)
  }

  @Test("a code, typed with or without its hyphen, and a pasted link lead to the same preview")
  func code() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let invite = try await hearth.invite(by: owner, to: home)
    let browser = hearth.browser()
    try await browser.get("/join")
    let plain = invite.code.replacing("-", with: "")
    for typed in [invite.code, invite.code.lowercased(), " \(plain) "] {
      let answer = try await browser.submit("/join", ["code": typed])
      #expect(answer.status == 303)
      #expect(answer.location == "/i/\(plain)")
    }
    #expect(try await browser.get("/i/\(plain)").text.contains("Harbour Street"))
    let pasted = try await browser.submit(
      "/join", ["code": "http://localhost:8080\(invite.path)"])
    #expect(pasted.location == invite.path)
    let wrong = try await browser.submit("/join", ["code": "what is this"])
    #expect(wrong.status == 422)
    #expect(wrong.text.contains("is not a code"))
  }

  @Test("D-INV-9 after wrong codes no more are taken for a while, and the store keeps no secret")
  func guessing() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let invite = try await hearth.invite(by: owner, to: home)
    let guesser = hearth.browser()
    try await guesser.get("/join")
    var statuses: [Int] = []
    for number in 2222..<2242 {
      statuses.append(try await guesser.submit("/join", ["code": "XXX-\(number)"]).status)
    }
    #expect(statuses.first == 404)
    #expect(statuses.last == 429)
    let refused = try await guesser.submit("/join", ["code": "XXX-2299"])
    #expect(refused.headers["Retry-After"] != nil)
    let stored = try hearth.hub.store.read { try $0.invites(in: home) }
    #expect(stored.allSatisfy { $0.tokenHash != invite.token && $0.codeHash != invite.code })
  }

  @Test("D-INV-14 a role sent along by the joiner is ignored")
  func forgedRole() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household()
    let invite = try await hearth.invite(by: owner, to: home, role: "viewer")
    let ben = try await hearth.guest("ben", through: invite)
    try await ben.get(invite.path)
    try await ben.submit(invite.path, ["role": "owner"])
    #expect(try hearth.hub.role(of: try hearth.accountID("ben"), in: home) == .readOnly)
  }
}
