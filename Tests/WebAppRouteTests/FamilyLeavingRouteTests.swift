import Families
import Foundation
import SyncProtocol
import Testing
import Values

@testable import FamilyWeb
@testable import Web

/// What a family's pages say of somebody who has left it, and who noted what for whom.
@Suite struct FamilyLeavingRouteTests {
  private typealias World = FamilyRouteTests.World

  private func text(_ browser: Browser, _ path: String) async throws -> String {
    MoneyWorld.unescaped(Substring(try await browser.get(path).text))
  }

  private func ticking(_ world: World) async throws -> [(String, String)] {
    try world.fields(try await world.anna.get("/families/\(world.family)").main)
      .filter { ["routine", "person", "day"].contains($0.0) }
  }

  private func week(_ world: World) async throws -> String {
    let list = try await world.anna.get("/families/\(world.family)/routines").main
    let id = try #require(list.firstMatch(of: /routines\/([0-9a-f-]{36})\/week"/)).1
    return try await text(world.anna, "/families/\(world.family)/routines/\(id)/week")
  }

  @Test("what somebody who left has done names them so; nothing of theirs waits any more")
  func left() async throws {
    let world = try await World()
    let family = "/families/\(world.family)"
    #expect(try await world.add([("asksApproval", "yes")]).status == 303)
    let fields = try await ticking(world)
    #expect(try await world.ben.submit("\(family)/tick", repeated: fields).status == 303)
    #expect(try await week(world).contains(catalogue.mark(.waiting)))
    try world.hearth.hub.remove(world.benID, from: world.family, by: world.benID)
    let week = try await week(world)
    #expect(!week.contains(catalogue.mark(.waiting)) && !week.contains(catalogue.whoeverComesFirst))
    #expect(week.contains(catalogue.noted(.done(step: nil), catalogue.somebodyWhoLeft)))
    #expect(!week.contains("–: ") && !week.contains("noted by –"))
    for page in [family, "/today", "/notifications"] {
      let shown = try await text(world.anna, page)
      #expect(!shown.contains(catalogue.waitForApproval(1)) && !shown.contains(" by  "), "\(page)")
    }
    #expect(try await !text(world.anna, "\(family)/week").contains(catalogue.mark(.waiting)))
  }

  @Test("what is for whoever comes first says that somebody who left has done it")
  func leftAnyone() async throws {
    let world = try await World()
    let family = "/families/\(world.family)"
    let annaID = try #require(try world.hearth.accounts.account(named: "anna")).id
    #expect(
      try await world.add([
        ("mode", "anyone"), ("title", "Bins"), ("people", annaID), ("people", world.benID),
        ("asksApproval", "yes"),
      ]).status == 303)
    let fields = try await ticking(world).map { ($0.0, $0.0 == "person" ? world.benID : $0.1) }
    #expect(try await world.ben.submit("\(family)/tick", repeated: fields).status == 303)
    try world.hearth.hub.remove(world.benID, from: world.family, by: world.benID)
    let left = catalogue.somebodyWhoLeft
    #expect(try await text(world.anna, family).contains(catalogue.doneByOthers([left])))
    #expect(
      try await text(world.anna, "/notifications")
        .contains(catalogue.routineWaits("Bins", of: left)))
    // A parent who is there can still approve it.
    let shown = try await ticking(world)
    #expect(try await world.anna.submit("\(family)/approve", repeated: shown).status == 303)
    #expect(try await !text(world.anna, family).contains(catalogue.waitForApproval(1)))
  }

  @Test(
    "who ticks for somebody else stands on the card that waits, and whom it was for in Activity")
  func forOthers() async throws {
    let world = try await World()
    let family = "/families/\(world.family)"
    let zoe = try await world.hearth.person("zoe", displayName: "Zoe")
    try await MoneyWorld.admit(
      zoe, to: world.family, of: world.anna, role: "viewer", in: "families")
    #expect(try await world.add([("asksApproval", "yes")]).status == 303)
    let fields = try await ticking(world)
    try await zoe.get(family)
    #expect(try await zoe.submit("\(family)/tick", repeated: fields).status == 303)
    #expect(try await text(world.anna, family).contains(catalogue.notedBy(["Zoe"])))
    let told = catalogue.familyActivity(.note(.done, [catalogue.noted("Evening", for: "Ben")]))
    #expect(try await text(world.anna, "\(family)/activity").contains(told))
    // What everybody ticks of their own says no more than before.
    try await zoe.submit("\(family)/tick", repeated: fields + [("undo", "1")])
    #expect(try await world.ben.submit("\(family)/tick", repeated: fields).status == 303)
    #expect(try await !text(world.anna, family).contains(catalogue.notedBy(["Ben"])))
  }

  @Test("whoever is away is away on their own day, too")
  func away() async throws {
    let world = try await World()
    let family = "/families/\(world.family)"
    #expect(try await world.add().status == 303)
    try await world.anna.get("\(family)/away")
    let noted = try await world.anna.submit(
      "\(family)/away", ["person": world.benID, "startsOn": "2026-06-12", "endsOn": "2026-06-12"])
    #expect(noted.status == 303)
    let day = try await text(world.ben, "\(family)/day/\(world.benID)")
    #expect(day.contains(catalogue.away) && day.contains("🧳"))
    #expect(!day.contains(catalogue.nothingDue))
  }

  @Test(
    "an optional step says so, and a routine without an emoji has its first letter on every page")
  func signs() async throws {
    let world = try await World()
    #expect(try await world.add([("steps", "Teeth\n(Story)")]).status == 303)
    for page in ["/families/\(world.family)", "/families/\(world.family)/day/\(world.benID)"] {
      let shown = try await text(world.ben, page)
      #expect(shown.contains(">E</span>"), "\(page)")
      #expect(shown.components(separatedBy: ">\(catalogue.optional)<").count == 2, "\(page)")
    }
  }

  @Test("the summary of a routine's faults names the parts of the form")
  func summary() async throws {
    let world = try await World()
    let path = "/families/\(world.family)/routines/new"
    try await world.anna.get(path)
    let answer = try await world.anna.submit(
      path, repeated: [("title", "Bed"), ("mode", "each"), ("kind", "weekdays")])
    #expect(answer.status == 422)
    let page = MoneyWorld.unescaped(Substring(answer.main))
    let missing = catalogue.problem(FieldProblem.missing)
    #expect(page.contains(catalogue.fault(catalogue.forWhomTitle, missing)))
    #expect(page.contains(catalogue.fault(catalogue.weekdaysTitle, missing)))
  }

  @Test(
    "a price that no reward has names the prices that one can have", arguments: ["0", "-3", "x"])
  func price(_ price: String) async throws {
    let world = try await World()
    let family = "/families/\(world.family)"
    try await world.anna.get("\(family)/settings")
    _ = try await world.anna.submit("\(family)/settings", ["name": "Lindqvist", "hasStars": "yes"])
    try await world.anna.get("\(family)/rewards")
    let answer = try await world.anna.submit(
      "\(family)/rewards", ["title": "Film", "price": price])
    #expect(answer.status == 422)
    let page = MoneyWorld.unescaped(Substring(answer.main))
    #expect(page.contains(catalogue.problem(.outOfRange(min: 1, max: 100_000))))
  }
}
