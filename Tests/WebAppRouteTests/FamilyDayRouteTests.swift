import Families
import Foundation
import SyncProtocol
import Testing
import Values

@testable import FamilyWeb
@testable import Web

/// The rules of a family's day in the browser, and what people are told of it.
@Suite struct FamilyDayRouteTests {
  private typealias World = FamilyRouteTests.World

  /// What ticks the first step of a page, or the routine of which it is.
  private func fields(
    _ world: World, day: String? = nil, step: Bool = false
  ) async throws -> [(String, String)] {
    let page = try await world.ben.get("/families/\(world.family)/day/\(world.benID)").main
    var fields = try world.fields(page).filter { $0.0 != "page" && (step || $0.0 != "step") }
    if let day { fields = fields.map { ($0.0, $0.0 == "day" ? day : $0.1) } }
    return fields
  }

  private func text(_ answer: Browser.Answer) -> String {
    MoneyWorld.unescaped(Substring(answer.text))
  }

  private func notes(_ browser: Browser) async throws -> String {
    text(try await browser.get("/notifications"))
  }

  @Test("a day after tomorrow is neither ticked, approved nor skipped, and the page says why")
  func tooFarAhead() async throws {
    let world = try await World()
    let family = "/families/\(world.family)"
    #expect(
      try await world.add([("asksApproval", "yes"), ("mode", "turns")]).status == 303)
    let far = try await fields(world, day: "2999-01-01")
    let page = "\(family)?day=2999-01-01"
    for (browser, path) in [
      (world.ben, "tick"), (world.anna, "approve"), (world.ben, "turn"),
    ] {
      let answer = try await browser.submit("\(family)/\(path)", repeated: far)
      #expect(answer.location == page, "\(path) \(answer.status)")
      #expect(
        text(try await browser.get(page)).contains(FamilyFlash.tooFarAhead.text(in: catalogue)))
    }
    let shown = text(try await world.anna.get(page))
    #expect(shown.contains("Evening") && shown.contains(catalogue.nothingCanBeTickedYet))
    let press = /class="btn" type="submit"[^>]*aria-label=/
    #expect(!shown.contains(press))
    // Tomorrow, as the page says.
    #expect(text(try await world.anna.get("\(family)?day=2026-06-13")).contains(press))
    let tomorrow = try await fields(world, day: "2026-06-13")
    #expect(try await world.ben.submit("\(family)/tick", repeated: tomorrow).status == 303)
    let next = text(try await world.anna.get("\(family)?day=2026-06-13"))
    #expect(next.contains(catalogue.waitForApproval(1)))
    #expect(!next.contains(catalogue.nothingCanBeTickedYet))
    #expect(
      try await notes(world.anna).contains(
        catalogue.routineWaits(
          catalogue.routineTitle("Evening", on: CalendarDay(year: 2026, month: 6, day: 13)),
          of: "Ben")))
  }

  @Test("a step that comes later is refused and said; the page leaves it no button to press")
  func outOfOrder() async throws {
    let world = try await World()
    #expect(try await world.add([("inOrder", "yes")]).status == 303)
    let own = "/families/\(world.family)/day/\(world.benID)"
    let page = try await world.ben.get(own).main
    let steps = page.matches(of: /name="step" value="([^"]*)"/).map { String($0.1) }
    try #require(steps.count == 2)
    #expect(page.matches(of: /<button[^>]*class="tile small"[^>]*disabled/).count == 1)
    let everybody = try await world.anna.get("/families/\(world.family)").main
    #expect(everybody.matches(of: /<button[^>]*class="step"[^>]*disabled/).count == 1)
    let whole = try await fields(world)
    let later = whole + [("step", steps[1])]
    let answer = try await world.ben.submit(
      "/families/\(world.family)/tick", repeated: later + [("page", "own")])
    #expect(answer.location == own)
    let said = FamilyFlash.outOfOrder.text(in: catalogue)
    #expect(text(try await world.ben.get(own)).contains(said))
    _ = try await world.anna.submit("/families/\(world.family)/tick", repeated: later)
    #expect(text(try await world.anna.get("/families/\(world.family)")).contains(said))
    _ = try await world.ben.submit(
      "/families/\(world.family)/tick", repeated: whole + [("step", steps[0])])
    _ = try await world.ben.submit("/families/\(world.family)/tick", repeated: later)
    #expect(
      try await world.anna.get("/families/\(world.family)").main.contains(catalogue.done(1, of: 1)))
  }

  @Test("a child who travels has the day of the family, not that of the place where it is")
  func travelling() async throws {
    let world = try await World()
    #expect(try await world.add().status == 303)
    for zone in ["Pacific/Kiritimati", "Pacific/Pago_Pago"] {
      try await world.ben.get("/account")
      let saved = try await world.ben.submit(
        "/account/region", ["locale": "en-GB", "timeZone": zone, "currency": "EUR"])
      #expect(saved.status == 303)
      #expect(try await fields(world).first { $0.0 == "day" }?.1 == "2026-06-12", "\(zone)")
    }
    // In a family without a time zone it is the day where the person is.
    try await world.anna.get("/families/\(world.family)/settings")
    let saved = try await world.anna.submit(
      "/families/\(world.family)/settings", ["name": "Lindqvist", "timeZone": ""])
    #expect(saved.status == 303)
    #expect(try await fields(world).first { $0.0 == "day" }?.1 == "2026-06-11")
  }

  @Test("parents are told what a child did and what waits for them; the child what was approved")
  func told() async throws {
    let world = try await World()
    let family = "/families/\(world.family)"
    #expect(try await world.add([("asksApproval", "yes")]).status == 303)
    let fields = try await fields(world)
    _ = try await world.ben.submit("\(family)/tick", repeated: fields)
    let day = "href=\"\(family)?day=2026-06-12\""
    let waiting = try await notes(world.anna)
    #expect(waiting.contains(catalogue.routineWaits("Evening", of: "Ben")))
    #expect(waiting.contains(day))
    let approved = catalogue.routineApproved("Evening")
    #expect(try await !notes(world.ben).contains(approved))
    try await world.anna.get(family)
    #expect(try await world.anna.submit("\(family)/approve", repeated: fields).status == 303)
    let told = try await notes(world.ben)
    #expect(told.contains(approved))
    #expect(told.contains("href=\"\(family)/day/\(world.benID)\""))
    let done = try await notes(world.anna)
    #expect(done.contains(catalogue.routineDone("Evening", by: "Ben")) && done.contains(day))
    #expect(!done.contains(catalogue.routineWaits("Evening", of: "Ben")))
    // A second one of the same day is told in the same line.
    #expect(try await world.add([("title", "Bed made")]).status == 303)
    let list = try await world.anna.get(family).main
    let routines = Set(list.matches(of: /name="routine" value="([^"]*)"/).map { String($0.1) })
    for id in routines {
      let other = fields.map { ($0.0, $0.0 == "routine" ? id : $0.1) }
      _ = try await world.ben.submit("\(family)/tick", repeated: other)
    }
    let both = try await notes(world.anna)
    #expect(both.contains(catalogue.routinesDone(2, by: "Ben", on: nil)) && both.contains(day))
    // Who did it is told nothing of that.
    #expect(try await !notes(world.ben).contains(catalogue.routinesDone(2, by: "Ben", on: nil)))
  }
}
