import Foundation
import HTTPServer
import Hub
import ReplicaHTTP
import SyncProtocol
import Testing
import Threads

@testable import FamilyWeb
@testable import hearth
@testable import SharingWeb
@testable import Web

/// Two families joined at once: one wins at the hub, and the other place is told in words. Families
/// that are gone before they are joined.
@Suite struct FamilyRaceTests {
  /// Invites of Anna's family and of Cyd's, which Ben may use.
  private struct Invites {
    let anna: Browser
    let cyd: Browser
    let families: [String]
    let tokens: [String]
    let names = ["Lindqvist", "Berg"]

    init(_ hearth: Hearth, _ anna: Browser) async throws {
      self.anna = anna
      cyd = try await hearth.person("cyd")
      var (families, tokens): ([String], [String]) = ([], [])
      for (browser, name) in [(anna, "Lindqvist"), (cyd, "Berg")] {
        try await browser.get("/families/new")
        let made = try await browser.submit("/families/new", ["name": name])
        families.append(
          String(
            try browser.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" }))
        tokens.append(
          try await hearth.invite(
            browser, families[families.count - 1], role: "viewer", uses: "9", in: "families"))
      }
      (self.families, self.tokens) = (families, tokens)
    }
  }

  private func again(_ hearth: Hearth) async throws -> Browser {
    let browser = hearth.browser()
    try await browser.get("/signin")
    try await browser.submit("/signin", ["name": "ben", "password": "a long password of ben"])
    return browser
  }

  private func families(of name: String, _ hearth: Hearth) throws -> [ZoneID] {
    let account = try #require(try hearth.accounts.account(named: name)).id
    return try hearth.hub.store.read { reader in
      try reader.memberships(of: account).filter { $0.zone.kind == .family }.map(\.zone.id)
    }
  }

  // D-FAM-7
  @Test("of two families joined at once in two browsers one wins, and the other asks what is meant")
  func browsers() async throws {
    let hearth = try Hearth(signUps: .open)
    let invites = try await Invites(hearth, try await hearth.household().0)
    let one = try await hearth.person("ben")
    let two = try await again(hearth)
    let (first, second) = (invites.tokens[0], invites.tokens[1])
    try await one.get("/i/\(first)")
    try await two.get("/i/\(second)")
    async let left = one.submit("/i/\(first)", ["kind": "families"])
    async let right = two.submit("/i/\(second)", ["kind": "families"])
    let answers = try await [left, right]
    let joined = try families(of: "ben", hearth)
    #expect(joined.count == 1)
    let winner = try #require(invites.families.firstIndex(of: joined.first ?? ""))
    let loser = 1 - winner
    #expect(answers[winner].location == "/families/\(joined[0])/joined")
    let question = "/families/switch/\(invites.tokens[loser])"
    var answer = answers[loser]
    // Where the other family has not come to the page's replica yet, it says to try again.
    if answer.status == 409 {
      answer = try await [one, two][loser].submit(
        "/i/\(invites.tokens[loser])", ["kind": "families"])
    }
    #expect(answer.location == question, "\(answer.status) \(answer.main)")
    let page = MoneyWorld.unescaped(
      Substring(try await [one, two][loser].get(question).main))
    #expect(
      page.contains(catalogue.switchTitle(invites.names[winner], invites.names[loser])), "\(page)")
  }

  // D-FAM-5 D-FAM-7
  @Test("who has changed families elsewhere meanwhile is asked anew, and leaves none unseen")
  func stale() async throws {
    let hearth = try Hearth(signUps: .open)
    let invites = try await Invites(hearth, try await hearth.household().0)
    let dan = try await hearth.person("dan")
    try await dan.get("/families/new")
    let made = try await dan.submit("/families/new", ["name": "Dahl"])
    let dahl = String(
      try dan.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" })
    let third = try await hearth.invite(dan, dahl, role: "viewer", in: "families")
    let one = try await hearth.person("ben")
    let two = try await again(hearth)
    try await one.get("/i/\(invites.tokens[0])")
    try await one.submit("/i/\(invites.tokens[0])", ["kind": "families"])
    let question = "/families/switch/\(invites.tokens[1])"
    let seen = try await one.get(question).main
    let from = try #require(seen.firstMatch(of: /name="from" value="([^"]+)"/)).1
    #expect(from == invites.families[0])
    try await two.get("/families/switch/\(third)")
    #expect(try await two.submit("/families/switch/\(third)").status == 303)
    #expect(try families(of: "ben", hearth) == [dahl])
    let pressed = try await one.submit(question, ["from": String(from)])
    #expect(pressed.location == question)
    #expect(try families(of: "ben", hearth) == [dahl])
    let page = MoneyWorld.unescaped(Substring(try await one.get(question).main))
    #expect(page.contains(catalogue.switchTitle("Dahl", "Berg")), "\(page)")
    #expect(try await one.submit(question, ["from": dahl]).status == 303)
    #expect(try families(of: "ben", hearth) == [invites.families[1]])
  }

  private func syncNow(_ browser: Browser) async throws {
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
  }

  // D-FAM-7 X16
  @Test("two devices that asked to join without their hub: one has joined, the other says why not")
  func devices() async throws {
    let setting = try await DeviceSetting(signUps: .open)
    let hearth = setting.hearth
    let invites = try await Invites(hearth, setting.owner)
    _ = try await hearth.person("ben")
    var browsers: [Browser] = []
    var apps: [DeviceApp] = []
    for name in ["laptop", "phone"] {
      let paths = Lock<[String]>([])
      let app = try DeviceApp(
        hub: try #require(HubAddress(setting.server.url)), data: hearth.folder + "/" + name,
        listen: ListenAddress(host: "127.0.0.1", port: 0), imageProgram: Hearth.program,
        announce: { path in paths.withLock { $0.append(path) } })
      try app.start()
      apps.append(app)
      browsers.append(try await setting.connected(app, paths, as: "ben"))
    }
    await setting.server.stop()
    for (browser, token) in zip(browsers, invites.tokens) {
      try await browser.get("/i/\(token)")
      #expect(try await browser.submit("/i/\(token)").location == "/people")
    }
    try setting.server.start()
    let refused = WaitingJoinRow.State.refused(.otherFamily)
    var pages = ["", ""]
    for _ in 0..<50 {
      for (index, browser) in browsers.enumerated() {
        try await syncNow(browser)
        pages[index] = MoneyWorld.unescaped(Substring(try await browser.get("/people").main))
      }
      if pages.contains(where: { $0.contains(catalogue.waitingJoinTitle(refused)) }) { break }
    }
    let joined = try families(of: "ben", hearth)
    #expect(joined.count == 1)
    let winner = try #require(invites.families.firstIndex(of: joined.first ?? ""))
    let loser = 1 - winner
    #expect(pages[loser].contains(catalogue.waitingJoinTitle(refused)), "\(pages[loser])")
    #expect(pages[loser].contains(catalogue.waitingJoinText(refused, asked: "")))
    // From there one can change, once it is said what that means.
    #expect(pages[loser].contains("/i/\(invites.tokens[loser])"))
    #expect(!pages[winner].contains(catalogue.waitingJoinTitle(refused)))
    for app in apps { await app.stop() }
    await setting.server.stop()
  }

  // D-FAM-8
  @Test(
    "an invite to a family that was dissolved meanwhile says so, before and after it is pressed")
  func dissolved() async throws {
    let hearth = try Hearth(signUps: .open)
    let invites = try await Invites(hearth, try await hearth.household().0)
    let ben = try await hearth.person("ben")
    try await ben.get("/i/\(invites.tokens[1])")
    let path = "/families/\(invites.families[1])/delete"
    try await invites.cyd.get(path)
    #expect(try await invites.cyd.submit(path, ["name": "Berg"]).location == "/families")
    for answer in [
      try await ben.submit("/i/\(invites.tokens[1])", ["kind": "families"]),
      try await ben.get("/i/\(invites.tokens[1])"),
      try await hearth.browser().get("/i/\(invites.tokens[1])"),
    ] {
      #expect(answer.status == 410)
      let words = MoneyWorld.unescaped(Substring(answer.main))
      #expect(words.contains(catalogue.joinFailureTitle(.homeGone)), "\(words)")
      #expect(words.contains(catalogue.joinFailureText(.homeGone)), "\(words)")
      #expect(!words.contains("Berg"))
    }
    #expect(try families(of: "ben", hearth).isEmpty)
  }
}
