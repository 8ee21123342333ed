import Families
import Foundation
import Testing
import Values

@testable import FamilyWeb
@testable import Web

/// A page that is left open past midnight: it asks again when the day that it shows ends.
@Suite struct DayTurnTests {
  private static let minute: Int64 = 60_000

  /// A moment of 12 June 2026 in universal time.
  private static func at(_ hour: Int64, _ minutes: Int64) -> Int64 {
    Hearth.start + (hour - 10) * 60 * minute + minutes * minute
  }

  private func seconds(_ page: Browser.Answer) -> Int? {
    page.text.firstMatch(of: /data-refresh-seconds="([0-9]+)"/).flatMap { Int($0.1) }
  }

  /// The days that the forms of a page are of.
  private func days(_ page: Browser.Answer) -> Set<String> {
    Set(page.main.matches(of: /name="day" value="([0-9-]+)"/).map { String($0.1) })
  }

  @Test("days of a family are loaded again at its midnight, at most an hour later")
  func family() async throws {
    let world = try await FamilyRouteTests.World()
    #expect(try await world.add().status == 303)
    let everybody = "/families/\(world.family)"
    let own = "\(everybody)/day/\(world.benID)"
    let (ben, anna) = (world.ben, world.anna)
    #expect(try await seconds(anna.get(everybody)) == 3600)
    // Ten minutes before it is midnight in Berlin, where the family is.
    world.hearth.clock.withLock { $0 = Self.at(21, 50) }
    for (browser, path) in [(anna, everybody), (anna, own), (ben, own)] {
      let page = try await browser.get(path)
      #expect(seconds(page) == 601 && days(page) == ["2026-06-12"], "\(path)")
    }
    // Another day stays as it is.
    for day in ["2026-06-11", "2026-06-13"] {
      let page = try await anna.get("\(everybody)?day=\(day)")
      #expect(seconds(page) == nil && days(page) == [day])
    }
    world.hearth.clock.withLock { $0 += 601_000 }
    for (browser, path) in [(anna, everybody), (ben, own)] {
      let page = try await browser.get(path)
      #expect(days(page) == ["2026-06-13"] && seconds(page) == 3600, "\(path)")
    }
  }

  @Test("Today is loaded again at the person's midnight")
  func today() async throws {
    let hearth = try Hearth(signUps: .open)
    let (anna, _) = try await hearth.household()
    hearth.clock.withLock { $0 = Self.at(23, 50) }
    #expect(try await seconds(anna.get("/today")) == 601)
    hearth.clock.withLock { $0 += 601_000 }
    #expect(try await seconds(anna.get("/today")) == 3600)
  }

  // S4-2.3.5-b
  @Test("a family's page is looked at again when its next invite ends")
  func inviteEnds() async throws {
    let world = try await FamilyRouteTests.World()
    let settings = "/families/\(world.family)/settings"
    try await world.anna.get(settings)
    let made = try await world.anna.submit(
      settings + "/invites", ["hours": "1", "uses": "1", "role": "viewer"])
    #expect(made.status == 200)
    world.hearth.advance(milliseconds: 3_590_000)
    #expect(try await seconds(world.anna.get("/families/\(world.family)")) == 11)
  }

  @Test("what somebody does today stands before what ends in weeks")
  func near() async throws {
    let world = try await FamilyRouteTests.World()
    let annaID = try #require(try world.hearth.accounts.account(named: "anna")).id
    #expect(try await world.add([("people", annaID), ("title", "Compost")]).status == 303)
    let home = try await world.anna.addHome("Cabin")
    let item = try await world.hearth.addItem(world.anna, home, "Boiler")
    for day in ["2026-06-12", "2026-06-22"] {
      try await world.anna.get("/items/\(item)/maintenance")
      try await world.anna.submit(
        "/items/\(item)/maintenance", ["title": "On \(day)", "dueOn": day, "currency": "EUR"])
    }
    let page = try await world.anna.get("/today").main
    let places = try ["On 2026-06-12", "Compost", "On 2026-06-22"].map {
      try #require(page.range(of: "<b>\($0)</b>"), "\($0)").lowerBound
    }
    #expect(places == places.sorted())
  }
}
