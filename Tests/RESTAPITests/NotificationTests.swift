import Foundation
import Hub
import SyncProtocol
import Testing

/// What an account is told, as its programs see it.
@Suite struct NotificationTests {
  private static let path = "/api/v1/notifications"

  /// Ana's home, which others have joined, one after the other.
  private func joined(by names: [String]) async throws -> (APIHub, ana: Client, home: String) {
    let hub = try APIHub()
    let ana = try hub.person("ana")
    let home = try await ana.addHome("Flat")
    for name in names {
      hub.advance(milliseconds: 1000)
      try hub.admit(try hub.person(name), to: home, of: ana, role: .readOnly)
    }
    return (hub, ana, home)
  }

  private func titles(_ answer: Client.Answer) throws -> [String] {
    try answer.items().compactMap { $0["title"] as? String }
  }

  @Test(
    "an account is told what concerns it, the newest first and page by page, until it has seen it")
  func list() async throws {
    let (hub, ana, home) = try await joined(by: ["ben", "cyd", "dan"])
    let all = try await ana.get(Self.path).items()
    try #require(all.map { $0["kind"] as? String } == ["joined", "joined", "joined"])
    #expect(all.allSatisfy { $0["isNew"] as? Bool == true && $0["page"] as? String == "/people" })
    let titles = all.compactMap { $0["title"] as? String }
    for (title, name) in zip(titles, ["dan", "cyd", "ben"]) { #expect(title.contains(name)) }
    var (found, cursor) = ([String](), "")
    repeat {
      let page = await ana.get(Self.path + "?limit=1" + (cursor.isEmpty ? "" : "&cursor=\(cursor)"))
      found += try self.titles(page)
      cursor = try page.json()["next"] as? String ?? ""
    } while !cursor.isEmpty
    #expect(found == titles)
    let id = try #require(all[1]["id"] as? String)
    let one = await ana.post(Self.path + "/seen", #"{"ids": ["\#(id)"]}"#)
    #expect(one.status == 204, "\(one.text)")
    #expect(try await ana.get(Self.path + "?new=true").items().count == 2)
    #expect(try await ana.get(Self.path + "?new=false").items().map { $0["id"] as? String } == [id])
    #expect(await ana.post(Self.path + "/seen", "{}").status == 204)
    #expect(try await ana.get(Self.path + "?new=true").items().isEmpty)
    #expect(try await ana.get(Self.path).items().count == 3)
    // Of the pages, too: they read the same.
    #expect(try hub.accounts.seen(by: ana.account).count == 3)
    // Nobody else is told, and what is gone with the home is told no more.
    #expect(try await hub.person("eve").get(Self.path).items().isEmpty)
    #expect(!home.isEmpty)
    try hub.removeFolder()
  }

  @Test("a notification that the account is not told is not marked, and none beside it")
  func unknown() async throws {
    let (hub, ana, _) = try await joined(by: ["ben"])
    let id = try #require(try await ana.get(Self.path).items().first?["id"] as? String)
    let bad = await ana.post(Self.path + "/seen", #"{"ids": ["\#(id)", "joined none"]}"#)
    #expect(bad.status == 422 && bad.faults == ["ids: unknown"], "\(bad.text)")
    #expect(try hub.accounts.seen(by: ana.account).isEmpty)
    let other = try hub.person("eve")
    #expect(await other.post(Self.path + "/seen", #"{"ids": ["\#(id)"]}"#).status == 422)
    for body in [#"{"ids": "x"}"#, #"{"ids": [1]}"#, #"{"all": true}"#, "[]"] {
      #expect(await ana.post(Self.path + "/seen", body).status == 422, "\(body)")
    }
    let many = Array(repeating: #""x""#, count: Told.maxPerAccount + 1).joined(separator: ",")
    #expect(await ana.post(Self.path + "/seen", "{\"ids\": [\(many)]}").faults == ["ids: too_many"])
    try hub.removeFolder()
  }

  @Test("a token that reads sees what its account is told, and turns and marks nothing")
  func scopes() async throws {
    let (hub, ana, home) = try await joined(by: ["ben"])
    let reader = try hub.client(of: ana.account, scope: .read)
    #expect(try await reader.get(Self.path).items().count == 1)
    #expect(try await reader.get(Self.path + "/kinds").items().count == 11)
    #expect(await reader.get(Self.path + "/mail").status == 200)
    #expect(await reader.post(Self.path + "/seen", "{}").code == "scope")
    #expect(await reader.patch(Self.path + "/kinds/joined", #"{"inApp": false}"#).code == "scope")
    #expect(try hub.accounts.seen(by: ana.account).isEmpty)
    #expect(try hub.accounts.switches(of: ana.account).isEmpty)
    let single = try hub.client(of: ana.account, home: home)
    #expect(await single.get(Self.path).code == "home_token")
    try hub.removeFolder()
  }

  @Test("a kind is switched by itself; what is safety is always told in the app")
  func kinds() async throws {
    let (hub, ana, _) = try await joined(by: ["ben"])
    let first = try await ana.get(Self.path + "/kinds?limit=2").items()
    #expect(first.map { $0["kind"] as? String } == ["invited", "joined"])
    let off = await ana.patch(Self.path + "/kinds/joined", #"{"inApp": false}"#)
    #expect(try off.json()["inApp"] as? Bool == false && off.json()["byMail"] as? Bool == false)
    #expect(try await ana.get(Self.path).items().isEmpty)
    let mail = await ana.patch(Self.path + "/kinds/warranty", #"{"byMail": true}"#)
    #expect(try mail.json()["byMail"] as? Bool == true && mail.json()["inApp"] as? Bool == true)
    #expect(
      try hub.accounts.switches(of: ana.account) == ["app.joined": false, "mail.warranty": true])
    let safety = await ana.patch(
      Self.path + "/kinds/access", #"{"inApp": false, "byMail": false}"#)
    #expect(safety.faults == ["inApp: always_on"])
    let quiet = await ana.patch(Self.path + "/kinds/access", #"{"byMail": false}"#)
    #expect(try quiet.json()["byMail"] as? Bool == false, "\(quiet.text)")
    #expect(await ana.patch(Self.path + "/kinds/nothing", #"{"inApp": false}"#).status == 404)
    #expect(
      await ana.patch(Self.path + "/kinds/joined", #"{"inApp": 1, "kind": "x"}"#).faults
        == ["inApp: wrong_type", "kind: read_only"])
    _ = await ana.patch(Self.path + "/kinds/joined", #"{"inApp": true}"#)
    #expect(try await ana.get(Self.path).items().count == 1)
    try hub.removeFolder()
  }

  @Test("an address for mail waits until it is confirmed; without mail, none can be switched on")
  func mail() async throws {
    let (hub, ana, _) = try await joined(by: [])
    func state() async throws -> String { try await ana.get(Self.path + "/mail").string("state") }
    #expect(try await state() == "none")
    var secret = ""
    try hub.accounts.setMailAddress("ana@home.example", of: ana.account) { confirm, stop in
      secret = confirm
      return ("Confirm", confirm, stop)
    }
    #expect(try await state() == "waiting")
    #expect(try await ana.get(Self.path + "/mail").string("address") == "ana@home.example")
    _ = try hub.accounts.confirmMailAddress(secret)
    #expect(try await state() == "confirmed")
    var means = hub.means
    means.sendsMail = false
    let quiet = Client(
      api: .init(means), account: ana.account, token: ana.token, secret: ana.secret)
    #expect(
      try await quiet.get(Self.path + "/mail").json()["isSent"] as? Bool == false)
    let refused = await quiet.patch(Self.path + "/kinds/joined", #"{"byMail": true}"#)
    #expect(refused.faults == ["byMail: no_mail"])
    try hub.removeFolder()
  }

  @Test("I1-3 nothing of shared homes is told while they are hidden")
  func hiding() async throws {
    let (hub, ana, _) = try await joined(by: ["ben"])
    try hub.hub.changeSharingFlag(.init(state: .killed, hidesShared: true), by: .commandLine)
    #expect(try await ana.get(Self.path).items().isEmpty)
    try hub.hub.changeSharingFlag(.init(state: .open), by: .commandLine)
    #expect(try await ana.get(Self.path).items().count == 1)
    try hub.removeFolder()
  }
}
