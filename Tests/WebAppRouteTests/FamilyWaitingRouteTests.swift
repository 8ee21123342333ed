import Families
import Foundation
import SyncProtocol
import Testing
import Values

@testable import FamilyWeb
@testable import Web

/// What waits in a family for a parent, and what is on whose day, in the browser.
@Suite struct FamilyWaitingRouteTests {
  private typealias World = FamilyRouteTests.World

  /// What ticks a routine as a whole.
  private func ticking(_ world: World) async throws -> [(String, String)] {
    try world.fields(
      try await world.ben.get("/families/\(world.family)/day/\(world.benID)").main
    ).filter { ["routine", "person", "day"].contains($0.0) }
  }

  private func text(_ browser: Browser, _ path: String) async throws -> String {
    MoneyWorld.unescaped(Substring(try await browser.get(path).text))
  }

  @Test("what was done yesterday waits today, on the family's page and on Today, until it is seen")
  func yesterday() async throws {
    let world = try await World()
    let family = "/families/\(world.family)"
    #expect(try await world.add([("asksApproval", "yes")]).status == 303)
    let fields = try await ticking(world)
    #expect(try await world.ben.submit("\(family)/tick", repeated: fields).status == 303)
    world.hearth.advance(milliseconds: 26 * 3_600_000)
    let waiting = catalogue.waitForApproval(1)
    for page in [family, "/today"] {
      #expect(try await text(world.anna, page).contains(waiting), "\(page)")
    }
    let day = CalendarDay(year: 2026, month: 6, day: 12)
    #expect(try await text(world.anna, family).contains(catalogue.day(day)))
    #expect(try await !text(world.ben, family).contains(waiting))
    // From today's page it is approved, and the way leads back there.
    let approved = try await world.anna.submit(
      "\(family)/approve", repeated: fields + [("page", "today")])
    #expect(approved.location == family)
    for page in [family, "/today"] {
      #expect(try await !text(world.anna, page).contains(waiting), "\(page)")
    }
  }

  @Test("notifications write days as the browser asks, like every page, where nothing is set")
  func daysOfNotifications() async throws {
    let world = try await World()
    #expect(try await world.add([("asksApproval", "yes")]).status == 303)
    let fields = try await ticking(world)
    _ = try await world.ben.submit("/families/\(world.family)/tick", repeated: fields)
    world.hearth.advance(milliseconds: 26 * 3_600_000)
    world.anna.extraHeaders.append(("Accept-Language", "en-US,en;q=0.5"))
    var american = Catalogue()
    american.region = try #require(Region.named("en-US"))
    let day = american.day(CalendarDay(year: 2026, month: 6, day: 12))
    for page in ["/families/\(world.family)", "/notifications"] {
      #expect(try await text(world.anna, page).contains(day), "\(page)")
    }
  }

  @Test("what a parent has approved a child does not take back, and its page says so")
  func approved() async throws {
    let world = try await World()
    let family = "/families/\(world.family)"
    #expect(try await world.add([("asksApproval", "yes")]).status == 303)
    let fields = try await ticking(world)
    _ = try await world.ben.submit("\(family)/tick", repeated: fields)
    _ = try await world.anna.submit("\(family)/approve", repeated: fields)
    let own = "\(family)/day/\(world.benID)"
    let answer = try await world.ben.submit(
      "\(family)/tick", repeated: fields + [("undo", "1"), ("page", "own")])
    #expect(answer.location == own)
    #expect(
      try await text(world.ben, own).contains(FamilyFlash.approvedAlready.text(in: catalogue)))
    // Its page offers no press that would do nothing.
    let page = try await world.ben.get(own).main
    #expect(page.contains(catalogue.parentHasApproved) && page.contains("✅"))
    #expect(page.firstMatch(of: /class="tile tinted [^"]*" type="submit"/) == nil)
    #expect(try await !text(world.ben, family).contains(catalogue.untick("Evening")))
    #expect(try await text(world.anna, family).contains(catalogue.untick("Evening")))
    #expect(try await text(world.anna, family).contains(catalogue.done(1, of: 1)))
  }

  @Test("what is for whoever comes first is on the day of those in its plan, and on their Today")
  func anyone() async throws {
    let world = try await World()
    let annaID = try #require(try world.hearth.accounts.account(named: "anna")).id
    #expect(
      try await world.add([("mode", "anyone"), ("title", "Bins"), ("people", annaID)]).status
        == 303)
    let days = "/families/\(world.family)/day"
    #expect(try await text(world.anna, "\(days)/\(annaID)").contains("Bins"))
    #expect(try await !text(world.ben, "\(days)/\(world.benID)").contains("Bins"))
    #expect(try await text(world.anna, "/today").contains("Bins"))
    // Everybody sees it on the family's day.
    #expect(try await text(world.ben, "/families/\(world.family)").contains("Bins"))
  }

  @Test("a reward that a child asks for is not archived, and its page says what to do first")
  func archivedReward() async throws {
    let world = try await World()
    let family = "/families/\(world.family)"
    try await world.anna.get("\(family)/settings")
    _ = try await world.anna.submit(
      "\(family)/settings",
      ["name": "Lindqvist", "timeZone": "Europe/Berlin", "hasStars": "yes"])
    #expect(try await world.add([("stars", "40")]).status == 303)
    try await world.anna.get("\(family)/rewards")
    _ = try await world.anna.submit("\(family)/rewards", ["title": "Film", "price": "30"])
    let fields = try await ticking(world)
    _ = try await world.ben.submit("\(family)/tick", repeated: fields)
    _ = try await world.anna.submit("\(family)/approve", repeated: fields)
    let list = try await world.ben.get("\(family)/rewards").main
    let reward = try #require(list.firstMatch(of: /name="reward" value="([^"]*)"/)).1
    _ = try await world.ben.submit("\(family)/wish", ["reward": String(reward)])
    #expect(try await text(world.anna, "/today").contains(catalogue.wishesWait(1)))
    let edit = "\(family)/rewards/\(reward)"
    try await world.anna.get(edit)
    let saved = try await world.anna.submit(
      edit, ["title": "Film", "price": "30", "isArchived": "yes"])
    #expect(saved.location == "\(family)/rewards")
    let page = try await text(world.anna, "\(family)/rewards")
    #expect(page.contains(FamilyFlash.wishIsOpen.text(in: catalogue)))
    #expect(page.contains(catalogue.wants("Ben", "Film")))
    #expect(try await text(world.anna, "/today").contains(catalogue.wishesWait(1)))
  }

  @Test("a turn is not offered to who is away")
  func away() async throws {
    let world = try await World()
    let annaID = try #require(try world.hearth.accounts.account(named: "anna")).id
    #expect(
      try await world.add([
        ("mode", "turns"), ("people", world.benID), ("people", annaID), ("begins", world.benID),
      ]).status == 303)
    let family = "/families/\(world.family)"
    let offered = /name="to" value="[^"]*"/
    #expect(try await text(world.anna, family).contains(offered))
    let day = CalendarDay(year: 2026, month: 6, day: 12)
    let has = try await world.anna.get(family).main.matches(of: /name="person" value="([^"]*)"/)
    let other = has.contains { $0.1 == world.benID } ? annaID : world.benID
    try await world.anna.get("\(family)/away")
    let noted = try await world.anna.submit(
      "\(family)/away", ["person": other, "startsOn": day.text, "endsOn": day.text])
    #expect(noted.status == 303)
    #expect(try await !text(world.anna, family).contains(offered))
  }
}
