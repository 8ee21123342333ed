import Families
import Foundation
import SyncProtocol
import Testing

@testable import AccountWeb
@testable import FamilyWeb
@testable import SharingWeb
@testable import ThingsWeb
@testable import Web

/// A family's invites, roles and leaving, in the words of a family.
@Suite struct FamilySharingRouteTests {
  /// Anna has founded a family; Ben is a child in it with an account, and Mia one without.
  private struct World {
    let hearth: Hearth
    let anna: Browser
    let ben: Browser
    let home: String
    let family: String
    let mia: AccountID
    let benID: AccountID
    var settings: String { "/families/\(family)/settings" }

    init() async throws {
      hearth = try Hearth(signUps: .open)
      (anna, home) = try await hearth.household()
      ben = try await hearth.person("ben", displayName: "Ben")
      try await anna.get("/families/new")
      let made = try await anna.submit("/families/new", ["name": "Lindqvist"])
      family = String(
        try anna.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" })
      try await MoneyWorld.admit(ben, to: family, of: anna, role: "viewer", in: "families")
      try await anna.get("/families/\(family)/children/new")
      let child = try await anna.submit(
        "/families/\(family)/children/new", ["name": "Mia", "emoji": "🦊", "colorIndex": "3"])
      mia = String(try anna.require(child.location).split(separator: "/")[3].prefix { $0 != "?" })
      benID = try #require(try hearth.accounts.account(named: "ben")).id
    }

    func setRole(_ role: String) async throws -> Browser.Answer {
      try await anna.get(settings)
      let changed = try await anna.submit("\(settings)/people/\(benID)", ["role": role])
      return try await anna.get(try anna.require(changed.location))
    }
  }

  private func shows(_ answer: Browser.Answer, _ text: String) -> Bool {
    MoneyWorld.unescaped(Substring(answer.main)).contains(text)
  }

  @Test("a child's account that parents keep has a link to its page, and nothing that would fail")
  func kept() async throws {
    let world = try await World()
    let page = try await world.anna.get(world.settings).main
    #expect(!page.contains("\(world.settings)/people/\(world.mia)"))
    #expect(page.contains("\(world.settings)/people/\(world.benID)"))
    let sharing = page.components(separatedBy: "id=\"sharing\"").last ?? ""
    #expect(sharing.contains("/families/\(world.family)/children/\(world.mia)\""))
    let question = try await world.anna.get("\(world.settings)/people/\(world.mia)/remove")
    #expect(question.status == 403)
  }

  @Test("sharing of a family with a kept account is not ended, and its page says what to do first")
  func stopping() async throws {
    let world = try await World()
    let page = try await world.anna.get("\(world.settings)/stop-sharing")
    #expect(shows(page, catalogue.stillKept(["Mia"])) && !page.main.contains("method=\"post\""))
    try await world.anna.get("/families/\(world.family)/children/\(world.mia)/remove")
    try await world.anna.submit("/families/\(world.family)/children/\(world.mia)/remove")
    let then = try await world.anna.get("\(world.settings)/stop-sharing")
    #expect(then.main.contains("method=\"post\"") && shows(then, catalogue.stopText(.family)))
  }

  @Test("joining a family says as what, and what comes with it, in the words of a family")
  func joining() async throws {
    let world = try await World()
    try await world.anna.get("/homes/\(world.home)/settings/family-sharing")
    try await world.anna.submit(
      "/homes/\(world.home)/settings/family-sharing", ["parents": "editor", "children": "viewer"])
    try await world.anna.get(world.settings)
    let ready = try await world.anna.submit(
      "\(world.settings)/invites", ["role": "viewer", "hours": "24", "uses": "1"])
    #expect(shows(ready, "Child · for 1 person"))
    // The frame is the family's.
    #expect(ready.text.contains("/families/\(world.family)/away"))
    #expect(!ready.text.contains("/homes/\(world.home)/rooms"))
    let token = try #require(ready.text.firstMatch(of: /\/i\/([A-Za-z0-9_-]+)/)).1
    let zoe = try await world.hearth.person("zoe", displayName: "Zoe")
    let preview = try await zoe.get("/i/\(token)")
    for words in [
      catalogue.youWillBeAble(.viewer, in: .family), catalogue.haveItAlready(3, .family),
      catalogue.nothingOfYoursChanges("Lindqvist", .family, sharedCount: 1),
    ] {
      #expect(shows(preview, words), "\(words)")
    }
    #expect(
      catalogue.nothingOfYoursChanges("L", .family, sharedCount: 1).contains("1 home or group"))
    #expect(catalogue.nothingOfYoursChanges("L", .family, sharedCount: 2).contains("2 homes"))
    try await zoe.submit("/i/\(token)", ["kind": "families"])
    let joined = try await zoe.get("/families/\(world.family)/joined")
    #expect(shows(joined, "You're a child in Lindqvist now"))
    #expect(shows(joined, "See who else is in it") && !shows(joined, "Can view"))
    // Anna made the invite.
    #expect(shows(try await world.anna.get("/people"), "Zoe used your invite to Lindqvist"))
    #expect(shows(try await zoe.get("/people"), "Lindqvist: Child"))
  }

  @Test("who becomes a parent is named so, and reads it; who owns the family sees how to leave")
  func roles() async throws {
    let world = try await World()
    let alone = try await world.anna.get(world.settings)
    #expect(shows(alone, catalogue.toLeave("Lindqvist", hasOtherParent: false)))
    let changed = try await world.setRole("editor")
    #expect(changed.text.contains("Ben is now a parent of Lindqvist"))
    #expect(shows(try await world.ben.get("/people"), "You're a parent of Lindqvist now"))
    #expect(shows(try await world.ben.get("/notifications"), "You're a parent of Lindqvist now"))
    let settings = try await world.anna.get(world.settings)
    #expect(shows(settings, catalogue.toLeave("Lindqvist", hasOtherParent: true)))
    #expect(shows(settings, catalogue.handOver("Ben")))
    let handOver = try await world.anna.get(
      "\(world.settings)/people/\(world.benID)/hand-over")
    #expect(shows(handOver, catalogue.youStay(.family)) && !shows(handOver, "can edit"))
    #expect(handOver.text.contains("/families/\(world.family)/away"))
    // Ben leaves: nothing is promised twice, and Anna is told.
    let leaving = try await world.ben.get("\(world.settings)/leave")
    #expect(!shows(leaving, "Its routines stay with the family"))
    #expect(shows(leaving, "Its routines, and what was done, stay"))
    #expect(!leaving.main.contains("name=\"keep\""))
    try await world.ben.submit("\(world.settings)/leave")
    #expect(shows(try await world.anna.get("/people"), "Ben left Lindqvist"))
    #expect(shows(try await world.anna.get("/notifications"), "Ben left Lindqvist"))
  }

  @Test("who is removed from a family reads it in a family's words")
  func removed() async throws {
    let world = try await World()
    let path = "\(world.settings)/people/\(world.benID)/remove"
    try await world.anna.get(path)
    try await world.anna.submit(path)
    for page in ["/people", "/notifications"] {
      let shown = try await world.ben.get(page)
      #expect(shows(shown, "Anna removed you from Lindqvist"), "\(page)")
      #expect(!shows(shown, "no longer shares"))
    }
  }

  @Test("a child is told what is shared with its family, and a switch names all that it is for")
  func toldToChild() async throws {
    let world = try await World()
    let path = "/homes/\(world.home)/settings/family-sharing"
    try await world.anna.get(path)
    try await world.anna.submit(path, ["parents": "editor", "children": "viewer"])
    let told = try await world.ben.get("/notifications")
    #expect(shows(told, "Anna shares Harbour Street with your family"), "\(told.main)")
    // Who is in it by the family, and who left: the switch says more than invites.
    let switches = try await world.anna.get("/account/notifications")
    #expect(shows(switches, "Someone joins or leaves what you share"))
    #expect(!shows(switches, "with your invite"))
    #expect(shows(switches, "You get or lose access to something"))
  }

  @Test("a hand-over is one event of the family's activity")
  func handedOver() async throws {
    let world = try await World()
    _ = try await world.setRole("editor")
    let path = "\(world.settings)/people/\(world.benID)/hand-over"
    try await world.anna.get(path)
    try await world.anna.submit(path)
    let offer = try await world.ben.get("/people").main
    let accept = try #require(offer.firstMatch(of: /\/notices\/[^\/"]+\/accept/)).0
    try await world.ben.submit(String(accept), ["home": world.family])
    let activity = try await world.anna.get("/families/\(world.family)/activity").main
    #expect(activity.contains(catalogue.activity(SharingEvent.tookOver(from: "Anna"), of: .family)))
    #expect(!activity.contains("made Anna a parent"))
    #expect(activity.contains("joined") && !activity.contains("came in"))
  }
}
