import Hub
import SyncProtocol

@testable import WebApp

extension Hearth {
  /// The link and the code of an invite, as its page shows them.
  struct ShownInvite {
    let path: String
    let code: String
    var token: String { String(path.dropFirst("/i/".count)) }
  }

  struct NoInvite: Error {}

  func invite(
    by owner: Browser, to home: String, role: String = "editor", hours: String = "24",
    uses: String = "1"
  ) async throws -> ShownInvite {
    let answer = try await owner.submit(
      "/homes/\(home)/settings/invites", ["role": role, "hours": hours, "uses": uses])
    guard answer.status == 200,
      let path = answer.text.firstMatch(of: /http:\/\/localhost:8080(\/i\/[A-Za-z0-9_-]+)/),
      let code = answer.text.firstMatch(of: /[A-Z]{3}-[0-9]{4}/)
    else { throw NoInvite() }
    return ShownInvite(path: String(path.1), code: String(code.0))
  }

  /// A browser of somebody who has signed up through an invite and not joined yet.
  func guest(_ name: String, through invite: ShownInvite) async throws -> Browser {
    let browser = browser()
    try await browser.get("/signup?invite=\(invite.token)")
    let answer = try await browser.submit(
      "/signup?invite=\(invite.token)",
      ["name": name, "displayName": name.capitalized, "password": "a long password of \(name)"])
    guard answer.status == 303, answer.location == invite.path else { throw NoInvite() }
    return browser
  }

  /// Somebody who has joined a home.
  func participant(
    _ name: String, in home: String, of owner: Browser, role: String = "editor"
  ) async throws -> Browser {
    let invite = try await invite(by: owner, to: home, role: role)
    let browser = try await guest(name, through: invite)
    try await browser.get(invite.path)
    let answer = try await browser.submit(invite.path)
    guard answer.location == "/homes/\(home)/joined" else { throw NoInvite() }
    try await browser.get("/homes/\(home)/joined")
    return browser
  }

  func accountID(_ name: String) throws -> AccountID {
    guard let account = try accounts.account(named: name) else { throw NoInvite() }
    return account.id
  }

  /// How often the invites of a home were used, in rising order.
  func uses(of home: String) throws -> [Int] {
    try hub.store.read { try $0.invites(in: home) }.map(\.usedCount).sorted()
  }

  func inviteIDs(of home: String) throws -> Set<String> {
    Set(try hub.store.read { try $0.invites(in: home) }.map(\.id))
  }

  func memberCount(of home: String) throws -> Int {
    try hub.store.read { try $0.grants(in: home) }.count
  }
}
