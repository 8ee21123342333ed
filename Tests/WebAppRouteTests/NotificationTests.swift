import Foundation
import Hub
import SyncProtocol
import Testing

@testable import AccountWeb
@testable import SharingWeb
@testable import Web

/// What people are told, and their switches.
@Suite struct NotificationTests {
  private let list = "/notifications"
  private let settings = "/account/notifications"

  private func joined(_ hearth: Hearth) async throws -> (owner: Browser, ben: Browser, home: String)
  {
    let (owner, home) = try await hearth.household("Flat")
    let ben = try await hearth.person("ben", displayName: "Ben")
    try await hearth.admit(ben, to: home, of: owner)
    return (owner, ben, home)
  }

  /// How many notifications the frame of a page counts.
  private func count(_ page: Browser.Answer) -> Int {
    page.text.firstMatch(of: /class="new-mark"[^>]*>([0-9]+)</).flatMap { Int($0.1) } ?? 0
  }

  @Test("who joined is told once: it is counted on every page until it was read")
  func once() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, ben, _) = try await joined(hearth)
    #expect(try await count(owner.get("/account")) == 1)
    let page = try await owner.get(list)
    #expect(page.main.contains("Ben") && page.main.contains("Flat"))
    #expect(page.main.contains(catalogue.newMark))
    #expect(try await owner.submit("/notifications/read").location == list)
    #expect(try await count(owner.get("/account")) == 0)
    let again = try await owner.get(list)
    #expect(again.main.contains("Ben") && !again.main.contains(catalogue.newMark))
    // Nobody else is told.
    #expect(try await !ben.get(list).main.contains("/people"))
    // What was read stays read in another process over the same store.
    #expect(try hearth.accounts.told(of: hearth.account("anna")).count == 1)
  }

  @Test("a kind that is switched off is neither listed nor counted; what is safety is told anyway")
  func switches() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, ben, home) = try await joined(hearth)
    for browser in [owner, ben] {
      try await browser.get(settings)
      // Nothing is ticked.
      #expect(try await browser.submit(settings).location == settings)
    }
    #expect(try await count(owner.get("/account")) == 0)
    #expect(try await !owner.get(list).main.contains("Ben"))
    // Ben loses access: that cannot be switched off.
    #expect(try await !ben.get(settings).main.contains("app.access"))
    try await owner.get("/homes/\(home)/settings")
    try hearth.hub.remove(
      hearth.account("ben"), from: home, by: hearth.account("anna"))
    #expect(try await count(ben.get("/account")) == 1)
    #expect(try await ben.get(list).main.contains("Flat"))
  }

  @Test("an account for which an invite is made is told, while the invite works")
  func invited() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    let ben = try await hearth.person("ben", displayName: "Ben")
    let eve = try await hearth.person("eve", displayName: "Eve")
    try await owner.get("/homes/\(home)/settings")
    try await owner.submit(
      "/homes/\(home)/settings/invites",
      ["role": "editor", "hours": "24", "uses": "1", "for": "ben"])
    #expect(try await count(ben.get("/account")) == 1)
    #expect(try await ben.get(list).main.contains("Flat"))
    #expect(try await count(eve.get("/account")) == 0)
    let notice = try #require(try hearth.hub.notices(of: hearth.account("ben")).first)
    #expect(notice.kind == .invited && notice.kind.since == 4)
    try hearth.hub.revokeInvite(notice.id, by: hearth.account("anna"))
    #expect(try hearth.hub.notices(of: hearth.account("ben")).isEmpty)
  }

  @Test("a warranty is told within its last 30 days, and not to who lost the home")
  func warranty() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, home) = try await hearth.household("Flat")
    for (name, until) in [("Kettle", "2026-07-12"), ("Lamp", "2026-07-13"), ("Old", "2026-06-11")] {
      try await owner.get("/homes/\(home)/items/new")
      try await owner.submit(
        "/homes/\(home)/items/new",
        ["name": name, "quantity": "1", "currency": "EUR", "warrantyUntil": until])
    }
    let page = try await owner.get(list)
    #expect(page.main.contains("Kettle"))
    #expect(!page.main.contains("Lamp") && !page.main.contains("Old"))
    #expect(count(page) == 1)
    // The primary home stays.
    let hut = try await owner.addHome("Hut")
    try await owner.get("/homes/\(hut)/settings")
    try await owner.submit("/homes/\(hut)/primary")
    try await owner.get("/homes/\(home)/delete")
    try await owner.submit("/homes/\(home)/delete", ["name": "Flat"])
    #expect(try await !owner.get(list).main.contains("Kettle"))
  }

  @Test(
    "without mail there is no address to enter, and links of mails that never were lead nowhere")
  func noMail() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, _) = try await hearth.household("Flat")
    #expect(try await owner.get(settings).main.contains(catalogue.noMailHere))
    #expect(try await owner.submit("\(settings)/mail", ["address": "a@b.example"]).status == 404)
    let visitor = hearth.browser()
    #expect(try await visitor.get("/mail/stop/x").status == 200)
    #expect(try await visitor.submit("/mail/stop/x").status == 404)
    #expect(try await visitor.get("/mail/confirm/x").status == 200)
    #expect(try await visitor.submit("/mail/confirm/x").status == 404)
  }
}

extension Hearth {
  fileprivate func account(_ name: String) throws -> AccountID {
    try #require(try accounts.account(named: name)).id
  }
}
