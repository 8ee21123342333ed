import Families
import Foundation
import SyncProtocol
import Testing

@testable import FamilyWeb
@testable import SharingWeb
@testable import Web

/// Sharing a home with a family, in the browser.
@Suite struct FamilyShareRouteTests {
  /// Anna has a home and a family, in which Ben is a child.
  private struct World {
    let hearth: Hearth
    let anna: Browser
    let ben: Browser
    let home: String
    let family: String
    var settings: String { "/homes/\(home)/settings" }
    var sheet: String { settings + "/family-sharing" }

    init() async throws {
      hearth = try Hearth(signUps: .open)
      (anna, home) = try await hearth.household()
      ben = try await hearth.person("ben", displayName: "Ben")
      try await anna.get("/families/new")
      let made = try await anna.submit("/families/new", ["name": "Lindqvist"])
      family = String(
        try anna.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" })
      try await MoneyWorld.admit(ben, to: family, of: anna, role: "viewer", in: "families")
    }
  }

  private func text(_ answer: Browser.Answer) -> String {
    MoneyWorld.unescaped(Substring(answer.main))
  }

  // S0-US001-6 X07 X18
  @Test("an owner shares a home with the family in one sheet; its people and the family show it")
  func sharing() async throws {
    let world = try await World()
    let words = Catalogue()
    let before = try await world.anna.get(world.settings)
    #expect(before.main.contains("href=\"\(world.sheet)\""))
    #expect(try await world.ben.get("/homes/\(world.home)").status == 404)
    let sheet = try await world.anna.get(world.sheet)
    #expect(text(sheet).contains("Ben") && !text(sheet).contains(words.familySeesAmounts))
    // A group has nothing but amounts, so that its sheet says who sees them.
    try await world.anna.get("/groups/new")
    let made = try await world.anna.submit(
      "/groups/new", ["name": "Pot", "currency": "EUR", "ownName": "Anna"])
    let group = try world.anna.require(made.location).split(separator: "/")[1].prefix { $0 != "?" }
    let ofGroup = try await world.anna.get("/groups/\(group)/settings/family-sharing")
    #expect(text(ofGroup).contains(words.familySeesAmounts))
    try await world.anna.get(world.sheet)
    let shared = try await world.anna.submit(
      world.sheet, ["parents": "editor", "children": "viewer"])
    #expect(shared.status == 303)
    #expect(text(try await world.anna.get(world.settings)).contains(words.byFamily))
    #expect(try await world.ben.get("/homes/\(world.home)").status == 200)
    let families = try await world.ben.get("/families/\(world.family)/settings")
    #expect(text(families).contains(words.sharedWithFamily))
    #expect(families.main.contains(world.settings))
    try await world.anna.get(world.sheet)
    let ended = try await world.anna.submit(world.sheet, ["end": "yes"])
    #expect(ended.status == 303)
    #expect(try await world.ben.get("/homes/\(world.home)").status != 200)
  }

  @Test("nothing chosen is said in the sheet and shares nothing; a made-up role is refused")
  func nothing() async throws {
    let world = try await World()
    try await world.anna.get(world.sheet)
    let empty = try await world.anna.submit(world.sheet, ["parents": "", "children": ""])
    #expect(empty.status == 422)
    #expect(try await world.anna.submit(world.sheet, ["parents": "owner"]).status == 400)
    #expect(try await world.ben.get("/homes/\(world.home)").status == 404)
  }

  // D-PRM-6
  @Test("a child neither shares a home of its own with the family nor opens another's sheet")
  func child() async throws {
    let world = try await World()
    try await world.anna.get(world.sheet)
    try await world.anna.submit(world.sheet, ["parents": "editor", "children": "viewer"])
    #expect(try await world.ben.get(world.sheet).status == 403)
    #expect(try await world.ben.submit(world.sheet, ["children": "editor"]).status == 403)
  }

  @Test("who was removed stays out, and the sheet says so")
  func removed() async throws {
    let world = try await World()
    try await world.anna.get(world.sheet)
    try await world.anna.submit(world.sheet, ["parents": "editor", "children": "viewer"])
    let page = try await world.anna.get(world.settings).main
    let remove = try #require(
      page.firstMatch(of: /href="([^"]*\/settings\/people\/[^"]*\/remove)"/)
    ).1
    try await world.anna.get(String(remove))
    #expect(try await world.anna.submit(String(remove)).status == 303)
    let sheet = try await world.anna.get(world.sheet)
    #expect(text(sheet).contains(Catalogue().familyStaysOut("Ben")))
  }
}
