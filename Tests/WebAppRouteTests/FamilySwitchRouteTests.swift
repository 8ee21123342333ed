import Families
import Foundation
import SyncProtocol
import Testing

@testable import FamilyWeb
@testable import Web

/// The page that asks before somebody changes families: it lists what that means, and nothing else.
@Suite struct FamilySwitchRouteTests {
  /// Ben is a child in Anna's family, whose flat is shared with it. Cyd has another family, with
  /// which she shares a hut.
  private struct World {
    let base: FamilyRouteTests.World
    let cyd: Browser
    let flat: String
    let hut: String
    let other: String
    let token: String
    var hearth: Hearth { base.hearth }
    var question: String { "/families/switch/\(token)" }

    init() async throws {
      base = try await FamilyRouteTests.World()
      flat = try await base.anna.addHome("Sunny flat")
      cyd = try await base.hearth.person("cyd", displayName: "Cyd")
      hut = try await cyd.addHome("Quiet hut")
      try await cyd.get("/families/new")
      let made = try await cyd.submit("/families/new", ["name": "Berg"])
      other = String(
        try cyd.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" })
      try await cyd.get("/families/\(other)/settings")
      let invite = try await cyd.submit(
        "/families/\(other)/settings/invites", ["role": "viewer", "hours": "24", "uses": "2"])
      token = try cyd.require(
        invite.text.firstMatch(of: /\/i\/([A-Za-z0-9_-]+)/).map { String($0.1) })
    }

    func share(_ home: String, by browser: Browser) async throws {
      let sheet = "/homes/\(home)/settings/family-sharing"
      try await browser.get(sheet)
      let answer = try await browser.submit(sheet, ["parents": "editor", "children": "viewer"])
      #expect(answer.status == 303)
    }
  }

  private func text(_ answer: Browser.Answer) -> String {
    MoneyWorld.unescaped(Substring(answer.main))
  }

  // D-FAM-5 S4-FLOW-3c
  @Test("it names what is lost, counts what is given without naming it, and then that happens")
  func shared() async throws {
    let world = try await World()
    try await world.share(world.flat, by: world.base.anna)
    try await world.share(world.hut, by: world.cyd)
    let ben = world.base.ben
    #expect(try await ben.get("/homes/\(world.flat)").status == 200)
    let page = text(try await ben.get(world.question))
    #expect(page.contains(catalogue.loseShared("Lindqvist")) && page.contains("Sunny flat"))
    #expect(page.contains(catalogue.getShared(1, "Berg")) && !page.contains("Quiet hut"))
    for absent in [catalogue.homesStayAsTheyAre, catalogue.stopSharing("Lindqvist")] {
      #expect(!page.contains(absent))
    }
    // The same is said before they leave without joining another one.
    let leaving = text(
      try await ben.get("/families/\(world.base.family)/settings/leave"))
    #expect(leaving.contains(catalogue.loseShared("Lindqvist")) && leaving.contains("Sunny flat"))
    #expect(!leaving.contains(catalogue.getShared(1, "Berg")))
    #expect(try await ben.submit(world.question).status == 303)
    #expect(try await ben.get("/homes/\(world.flat)").status != 200)
    #expect(try await ben.get("/homes/\(world.hut)").status == 200)
  }

  @Test("where nothing is shared with either family, homes stay as they are, and that is said")
  func nothingShared() async throws {
    let world = try await World()
    let page = text(try await world.base.ben.get(world.question))
    #expect(page.contains(catalogue.homesStayAsTheyAre))
    for absent in [
      catalogue.loseShared("Lindqvist"), catalogue.getShared(1, "Berg"),
      catalogue.openInvitesEnd(1),
      catalogue.planInherited("Berg"),
    ] {
      #expect(!page.contains(absent))
    }
  }

  @Test("a parent reads what they no longer share, and which of their invites end")
  func parent() async throws {
    let world = try await World()
    let hearth = world.hearth
    try hearth.hub.setRole(
      .readWrite, of: world.base.benID, in: world.base.family,
      by: #require(try hearth.accounts.account(named: "anna")).id)
    let ben = world.base.ben
    let tent = try await ben.addHome("Big tent")
    try await world.share(tent, by: ben)
    for path in ["/homes/\(tent)/settings", "/families/\(world.base.family)/settings"] {
      try await ben.get(path)
      let made = try await ben.submit(
        path + "/invites", ["role": "viewer", "hours": "24", "uses": "1"])
      #expect(made.status < 400)
    }
    let page = text(try await ben.get(world.question))
    #expect(page.contains(catalogue.stopSharing("Lindqvist")) && page.contains("Big tent"))
    // Ben becomes a child, who invites nobody anywhere.
    #expect(page.contains(catalogue.openInvitesEnd(2)))
  }

  // X09
  @Test("the plan that is inherited is said where plans are needed")
  func plan() async throws {
    let world = try await World()
    try world.hearth.hub.givePlan(.household, toAccountNamed: "cyd", until: nil)
    try world.hearth.hub.setPlanMode(.enforced)
    #expect(
      text(try await world.base.ben.get(world.question)).contains(
        catalogue.planInherited("Berg")))
  }

  @Test("stars are left behind")
  func stars() async throws {
    let world = try await World()
    let (anna, ben, family) = (world.base.anna, world.base.ben, world.base.family)
    let path = "/families/\(family)"
    try await anna.get(path + "/settings")
    let saved = try await anna.submit(
      path + "/settings", ["name": "Lindqvist", "timeZone": "Europe/Berlin", "hasStars": "yes"])
    #expect(saved.status == 303)
    #expect(try await world.base.add([("stars", "7")]).status == 303)
    let own = "\(path)/day/\(world.base.benID)"
    let fields = try world.base.fields(try await ben.get(own).main)
    #expect(try await ben.submit(path + "/tick", repeated: fields).status == 303)
    try await anna.get(path)
    let approved = try await anna.submit(
      path + "/approve", repeated: fields.filter { $0.0 != "page" && $0.0 != "step" })
    #expect(approved.status == 303)
    #expect(try await ben.get(own).main.contains(catalogue.stars(7)))
    let page = text(try await ben.get(world.question))
    #expect(page.contains(catalogue.starsStay(catalogue.stars(7), in: "Lindqvist")))
  }

  @Test("dissolving a family says which homes are no longer shared")
  func dissolve() async throws {
    let world = try await World()
    let anna = world.base.anna
    let path = "/families/\(world.base.family)/delete"
    #expect(text(try await anna.get(path)).contains(catalogue.homesStayAsTheyAre))
    try await world.share(world.flat, by: anna)
    let page = text(try await anna.get(path))
    #expect(page.contains(catalogue.stopSharing("Lindqvist")) && page.contains("Sunny flat"))
    #expect(!page.contains(catalogue.homesStayAsTheyAre))
  }
}
