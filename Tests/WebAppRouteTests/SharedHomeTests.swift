import Foundation
import Hub
import SyncProtocol
import Testing
import Threads

@testable import hearth
@testable import SharingWeb
@testable import Web

/// What a home's settings show of its sharing, and that it is done there and nowhere else.
@Suite struct SharedHomeTests {
  private func settings(_ browser: Browser, _ home: String) async throws -> String {
    // The forms' tokens differ each time.
    try await browser.get("/homes/\(home)/settings").main
      .replacing(/name="csrf" value="[^"]+"/, with: "")
  }

  // S0-US001-2 S0-US001-6 S0-US001-8 S0-DC1 S1-4.3-a S1-5.2-c D-SHR-5
  @Test("settings say whether a home is shared and with how many, and who has which role")
  func states() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, flat) = try await hearth.household("Flat")
    let (ben, cara) = (try await hearth.person("ben"), try await hearth.person("cara"))
    #expect(try await settings(owner, flat).contains(">\(catalogue.notShared)<"))
    #expect(try await owner.get("/homes").main.contains("Private"))
    // Who is only invited does not count.
    _ = try await hearth.invite(owner, flat)
    #expect(try await settings(owner, flat).contains(">\(catalogue.notShared)<"))
    try await hearth.admit(ben, to: flat, of: owner)
    #expect(try await settings(owner, flat).contains(">Shared with 1 person<"))
    try await hearth.admit(cara, to: flat, of: owner, role: "viewer")
    let own = try await settings(owner, flat)
    for text in [">Shared with 2 people<", "Anna (you)", ">Owner<", "Ben", "Cara"] {
      #expect(own.contains(text), "\(text)")
    }
    // Ben's, and the one that the form for an invite begins with.
    #expect(own.matches(of: /<option value="editor" selected/).count == 2)
    #expect(own.matches(of: /<option value="viewer" selected/).count == 1)
    #expect(!own.contains("/settings/leave"))
    #expect(try await owner.get("/homes").main.contains("Shared · you own it"))
    for (guest, words, role) in [
      (ben, "Shared by Anna. You can add and change things.", ">Can edit<"),
      (cara, "Shared by Anna. You can view everything in it.", ">Can view<"),
    ] {
      let theirs = try await settings(guest, flat)
      for text in [words, role, ">Owner<", catalogue.leave(.home), "/homes/\(flat)/settings/leave"]
      {
        #expect(theirs.contains(text), "\(text)")
      }
      for address in ["/settings/invites", "/settings/stop-sharing", "/remove"] {
        #expect(!theirs.contains(address), "\(address)")
      }
      #expect(try await guest.get("/homes").main.contains("Shared by Anna"))
    }
  }

  // S0-US001-3 S0-US001-4 S0-RQ1
  @Test("an invite is for one home, by link, code and picture; its people are managed there")
  func inviteOfOneHome() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    try await owner.get("/homes/\(flat)/settings")
    let made = try await owner.submit(
      "/homes/\(flat)/settings/invites", ["role": "viewer", "hours": "24", "uses": "1"])
    #expect(made.status == 200)
    #expect(made.main.contains("<svg"))
    let token = made.main.firstMatch(of: /\/i\/([A-Za-z0-9_-]{22})/).map { String($0.1) }
    #expect(made.main.firstMatch(of: /[A-Z]{3}-[0-9]{4}/) != nil)
    let invites = try hearth.hub.store.read {
      (try $0.invites(in: flat).count, try $0.invites(in: cabin).count)
    }
    #expect(invites.0 == 1)
    #expect(invites.1 == 0)
    let ben = hearth.browser()
    let link = try owner.require(token)
    try await ben.get("/signup?invite=\(link)")
    try await ben.submit(
      "/signup?invite=\(link)",
      ["name": "ben", "displayName": "Ben", "password": "a long password of ben"])
    try await ben.get("/i/\(link)")
    try await ben.submit("/i/\(link)")
    let id = try #require(try hearth.accounts.account(named: "ben")).id
    #expect(try hearth.hub.role(of: id, in: flat) == .readOnly)
    #expect(try hearth.hub.role(of: id, in: cabin) == nil)
    let people = try await settings(owner, flat)
    for text in ["Ben", "action=\"/homes/\(flat)/settings/people/\(id)\"", "/people/\(id)/remove"] {
      #expect(people.contains(text), "\(text)")
    }
  }

  @Test("S0-FR1 S0-US001-desc of two homes each is shared with its own person and no other")
  func independent() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let (ben, cara) = (try await hearth.person("ben"), try await hearth.person("cara"))
    // What was just done is said once.
    try await owner.get("/")
    let before = try await settings(owner, cabin)
    try await hearth.admit(ben, to: flat, of: owner)
    #expect(try await settings(owner, cabin) == before)
    try await hearth.admit(cara, to: cabin, of: owner, role: "viewer")
    for (guest, own, other, names) in [
      (ben, flat, cabin, ("Flat", "Cabin")), (cara, cabin, flat, ("Cabin", "Flat")),
    ] {
      #expect(try await guest.get("/homes/\(own)").status == 200)
      #expect(try await guest.get("/homes/\(other)").status == 404)
      let list = try await guest.get("/homes").text
      #expect(list.contains(">\(names.0)<") && !list.contains(">\(names.1)<"))
    }
    try await owner.get("/homes/\(flat)/settings/stop-sharing")
    try await owner.submit("/homes/\(flat)/settings/stop-sharing")
    #expect(try await ben.get("/homes/\(flat)").status == 404)
    #expect(try await cara.get("/homes/\(cabin)").status == 200)
  }

  // S0-INTRO-3 S0-G2 S0-FR2 S0-US001-7 S0-TC11 S0-SM4
  @Test("forms that share stand in a home's settings alone, one step away; People sums them up")
  func whereSharingIs() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let ben = try await hearth.guest(of: owner, home: flat)
    let item = try await hearth.addItem(owner, flat, "Kettle")
    let account = try #require(try hearth.accounts.account(named: "ben")).id
    var matrix = RouteMatrix(home: flat, item: item)
    matrix.other = account
    var found: Set<String> = []
    for browser in [owner, ben] {
      for route in matrix.all {
        let page = try await browser.get(route.url)
        if case .events(let stream) = page.body { stream.close() }
        guard page.status == 200 else { continue }
        for match in page.text.matches(of: /<form[^>]* action="([^"?]+)/) {
          let action = String(match.1)
          let words = ["/invites", "/people/", "/stop-sharing", "/leave"]
          guard words.contains(where: action.contains) else { continue }
          found.insert(action)
          #expect(route.path.hasPrefix("/homes/\(flat)/settings"), "\(action) on \(route.path)")
        }
      }
    }
    let base = "/homes/\(flat)/settings"
    #expect(
      found.isSuperset(of: [
        "\(base)/invites", "\(base)/people/\(account)", "\(base)/people/\(account)/remove",
        "\(base)/stop-sharing", "\(base)/leave",
      ]))
    let home = try await owner.get("/homes/\(flat)")
    #expect(home.text.contains("href=\"\(base)\""))
    #expect(try await settings(owner, flat).contains("id=\"sharing\""))
    let people = try await owner.get("/people").main
    for (id, text) in [(flat, "Shared with 1 person"), (cabin, catalogue.notShared)] {
      #expect(people.contains("href=\"/homes/\(id)/settings#sharing\""))
      #expect(people.contains(text))
    }
  }

  @Test("S0-NG1 there is no way to share everything: each sharing address names one home")
  func noSharingOfAll() async throws {
    for route in RouteMatrix(home: "h1", group: "g1", family: "f1").all {
      let isSharing: Bool
      switch route.place(of: SharingRoute.self) {
      case .invites, .revokeInvite, .person, .removePerson, .handOver, .stopSharing, .leave,
        .familyShare:
        isSharing = true
      default: isSharing = false
      }
      let words = ["invites", "/people/", "sharing", "leave"]
      #expect(words.contains(where: route.path.contains) == isSharing, "\(route)")
      if isSharing {
        let places = ["/homes/h1/settings/", "/groups/g1/settings/", "/families/f1/settings/"]
        #expect(places.contains(where: route.path.hasPrefix), "\(route)")
      }
    }
    let written = Written()
    let terminal = Terminal(
      write: { written.add($0) }, writeError: { written.add($0) }, readSecret: { _ in nil })
    _ = await Program.run(["--help"], terminal)
    #expect(written.text.contains("hearth serve"))
    // What shares by command shares the one home or group that it is told.
    let sharing = written.text.split(separator: "\n").filter { $0.lowercased().contains("share") }
    let names = [" a home ", " a group "]
    #expect(sharing.allSatisfy { line in names.contains { line.contains($0) } }, "\(sharing)")
  }

  // S1-5.1-a S1-5.1-b
  @Test("the home menu leads to sharing in words that fit: share, manage, or see who has it")
  func menu() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    func entry(_ browser: Browser) async throws -> String {
      let menu = try await browser.get("/homes/\(flat)").sidebar
      let link = menu.firstMatch(of: /\/settings#sharing">(?:<svg.*?<\/svg>)?([^<]+)/)
      return String(try browser.require(link.map { String($0.1) }))
    }
    #expect(try await entry(owner) == "Share this home")
    let ben = try await hearth.guest(of: owner, home: flat)
    #expect(try await entry(owner) == "Manage sharing")
    #expect(try await entry(ben) == "Who has this home")
  }

  @Test("S1-7.3-a roles are changed, people removed, sharing stopped; the settings show it at once")
  func manage() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, flat) = try await hearth.household("Flat")
    let (ben, cara) = (try await hearth.person("ben"), try await hearth.person("cara"))
    for guest in [ben, cara] { try await hearth.admit(guest, to: flat, of: owner) }
    let base = "/homes/\(flat)/settings"
    let id = try #require(try hearth.accounts.account(named: "ben")).id
    func submit(_ address: String, _ fields: KeyValuePairs<String, String> = [:]) async throws
      -> String
    {
      try await owner.get(base)
      let answer = try await owner.submit(address, fields)
      #expect(answer.location == base, "\(address)")
      return try await owner.get(base).text
    }
    let viewer = try await submit("\(base)/people/\(id)", ["role": "viewer"])
    #expect(viewer.contains("Ben can now only view"))
    #expect(try await ben.get("/homes/\(flat)/items/new").status == 403)
    #expect(try await submit("\(base)/people/\(id)", ["role": "editor"]).contains("can now edit"))
    #expect(try await ben.get("/homes/\(flat)/items/new").status == 200)
    let removed = try await submit("\(base)/people/\(id)/remove")
    #expect(removed.contains(">Shared with 1 person<") && !removed.contains(">Ben<"))
    #expect(try await submit("\(base)/stop-sharing").contains(">\(catalogue.notShared)<"))
    for guest in [ben, cara] { #expect(try await guest.get("/homes/\(flat)").status == 404) }
  }

  @Test("D-SHR-6 who leaves the only home he has gets a new one, with rooms in it")
  func leaveOnlyHome() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let ben = try await hearth.guest(of: owner, home: flat)
    try await ben.get("/homes/\(flat)/settings/leave")
    #expect(try await ben.submit("/homes/\(flat)/settings/leave").location == "/homes")
    let page = try await ben.get("/")
    #expect(page.status == 200)
    #expect(page.text.contains("<h1>My Home</h1>"))
    #expect(page.main.contains("Kitchen"))
    #expect(try await ben.get("/homes").main.matches(of: />\(Primary\)</).count == 1)
  }
}

/// What a command printed.
private final class Written: Sendable {
  private let lines = Lock<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var text: String { lines.withLock { $0 }.joined(separator: "\n") }
}
