import HTTPServer
import Household
import Hub
import HubSQLite
import SyncProtocol
import Testing
import Threads

@testable import AccountWeb
@testable import Web

/// What people and administrators see after a restore.
@Suite struct RecoveryRouteTests {
  /// The restore itself is of the state as it is: nothing is lost but what lets somebody in.
  private func restore(_ hearth: Hearth) throws {
    let now = hearth.clock.withLock { $0 }
    try hearth.hub.beginRecovery(
      until: now + Hub.recoveryMilliseconds, stateAt: now - 3_600_000)
  }

  private func signIn(_ browser: Browser, as name: String) async throws {
    try await browser.get("/signin")
    let answer = try await browser.submit(
      "/signin", ["name": name, "password": "a long password of \(name)"])
    try #require(answer.status == 303)
  }

  @Test("after a restore a browser of the backup is led to sign in again, and its person is told")
  func signedOut() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let ben = try await hearth.guest(of: owner, home: home)
    try restore(hearth)
    let path = "/homes/\(home)"
    #expect(try await owner.get(path).location?.hasPrefix("/signin") == true)
    try await signIn(owner, as: "anna")
    let page = try await owner.get(path).main
    #expect(page.contains("This Hearth was restored to the state of"))
    #expect(page.contains("the earlier one is valid again"))
    #expect(page.contains("/homes/\(home)/settings#sharing"))
    #expect(page.contains("href=\"/admin/recovery\""))
    try await signIn(ben, as: "ben")
    let people = try await ben.get("/people").main
    #expect(people.contains("This Hearth was restored to the state of"))
    // He owns nothing and administers nothing.
    #expect(!people.contains("/settings#sharing\" class=\"btn"))
    #expect(!people.contains("/admin/recovery"))
    let notice = try #require(
      try hearth.hub.notices(of: hearth.accounts.account(named: "ben")!.id).first)
    try await ben.submit("/notices/\(notice.id)/dismiss")
    #expect(try await !ben.get("/people").main.contains(catalogue.recoveryHint))
  }

  @Test("an invite of the backup leads to a page that says so, and the server has taken it back")
  func invite() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let token = try await hearth.invite(owner, home)
    try restore(hearth)
    let page = try await hearth.browser().get("/i/\(token)").text
    #expect(page.contains("This invite was taken back"))
    #expect(page.contains("this Hearth was restored"))
    try await signIn(owner, as: "anna")
    let activity = try await owner.get("/homes/\(home)/activity").main
    #expect(activity.contains(catalogue.hubItself) && activity.contains("closed an invite"))
  }

  @Test("an administrator sees who is awaited and ends the wait; others find no such page")
  func administrators() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let ben = try await hearth.guest(of: owner, home: home)
    let account = try #require(try hearth.accounts.account(named: "ben"))
    for label in ["Pixel", "Laptop"] {
      _ = try hearth.accounts.openSession(for: account.id, kind: .device, label: label)
    }
    #expect(try await owner.get("/admin/recovery").status == 404)
    #expect(try await !owner.get("/account").main.contains("/admin/recovery"))
    try restore(hearth)
    try await signIn(owner, as: "anna")
    try await signIn(ben, as: "ben")
    let now = hearth.clock.withLock { $0 }
    try hearth.hub.store.write { writer in
      try writer.noteReturn(of: account.id, label: "Pixel", taken: 3, refused: 1, at: now)
    }
    for path in ["/admin/recovery", "/admin/recovery/stop"] {
      #expect(try await ben.get(path).status == 404)
    }
    #expect(try await !ben.get("/account").main.contains("/admin/recovery"))
    #expect(try await ben.submit("/admin/recovery/stop").status == 404)
    #expect(try hearth.hub.recovery()?.isWaiting == true)
    #expect(try await owner.get("/account").main.contains("href=\"/admin/recovery\""))
    let page = try await owner.get("/admin/recovery").main
    #expect(page.contains("Ben: Laptop") && page.contains("Ben: Pixel"))
    #expect(page.contains("3 changes brought back · 1 could not be taken"))
    #expect(page.contains("4 browsers and devices were signed out"))
    let question = try await owner.get("/admin/recovery/stop").main
    #expect(question.contains("1 device has not come back yet."))
    #expect(try await owner.submit("/admin/recovery/stop").location == "/admin/recovery")
    #expect(try hearth.hub.recovery()?.isWaiting == false)
    #expect(try await owner.get("/admin/recovery").main.contains(catalogue.waitOver))
    #expect(try await owner.get("/admin/recovery/stop").location == "/admin/recovery")
    hearth.clock.withLock { $0 += Hub.recoveryShownMilliseconds }
    #expect(try await owner.get("/admin/recovery").status == 404)
  }
}
