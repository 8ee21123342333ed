import Families
import Foundation
import Replica
import SyncProtocol
import Testing
import Values

@testable import FamilyWeb
@testable import Web

/// What stands below a family's day: what was done lately, and what is shared with the family.
@Suite struct FamilyAboutRouteTests {
  private typealias World = FamilyRouteTests.World

  private static let today = CalendarDay(year: 2026, month: 6, day: 12)

  /// A card of the family's page.
  private func card(_ id: String, _ world: World) async throws -> String {
    let page = try await world.anna.get("/families/\(world.family)").main
    let start = try #require(page.range(of: "id=\"\(id)\""))
    let rest = page[start.upperBound...]
    return String(rest[..<(rest.range(of: "</section>")?.lowerBound ?? rest.endIndex)])
  }

  /// Adds a routine of turns, if it is one, or one with steps, and returns it.
  private func add(
    _ title: String, mode: String = "each", _ world: World, _ replica: TestReplica
  ) async throws -> Routine {
    #expect(try await world.add([("title", title), ("mode", mode)]).status == 303)
    try await replica.sync()
    let family = world.family
    let all = try replica.file.read { try Routine.of(family, in: $0) }
    return try #require(all.first { $0.details.title == title })
  }

  /// Ben notes something on his device, a minute after the last.
  private func note(
    _ world: World, _ replica: TestReplica, _ routine: Routine, step: Int? = nil,
    day: CalendarDay = today,
    _ body: @Sendable (RoutineTask, WriteTransaction) throws -> Void
  ) async throws {
    world.hearth.advance(milliseconds: 60_000)
    let task = RoutineTask(
      routineID: routine.id, day: day, personID: world.benID,
      stepID: step.map { routine.steps[$0].id }, today: Self.today)
    try replica.write { try body(task, $0) }
    try await replica.sync()
  }

  @Test("the latest five of two days are there, a routine once however many steps it has")
  func latest() async throws {
    let world = try await World()
    let replica = try world.hearth.replica(of: "ben")
    let evening = try await add("Evening", world, replica)
    let bins = try await add("Bins", mode: "turns", world, replica)
    let tick: @Sendable (RoutineTask, WriteTransaction) throws -> Void = { try TickRoutine($0)($1) }
    let yesterday = CalendarDay(daysSince1970: Self.today.daysSince1970 - 1)
    let before = CalendarDay(daysSince1970: Self.today.daysSince1970 - 2)
    try await note(world, replica, evening, step: 0, day: before, tick)
    #expect(try await card("latest", world).contains(catalogue.nothingDoneYet))
    try await note(world, replica, evening, step: 0, day: yesterday, tick)
    #expect(try await card("latest", world).ranges(of: "<li").count == 1)
    for step in 0..<2 { try await note(world, replica, evening, step: step, tick) }
    // Yesterday's and today's.
    #expect(try await card("latest", world).ranges(of: ">Evening<").count == 2)
    try await note(world, replica, bins) { try SkipTurn($0)($1) }
    #expect(try await !card("latest", world).contains("Bins"))
    for number in 1...6 {
      let bed = try await add("Bed \(number)", world, replica)
      try await note(world, replica, bed, tick)
    }
    let full = try await card("latest", world)
    #expect(full.ranges(of: "<li").count == 5)
    // The newest first.
    let found = full.matches(of: />Bed ([0-9])</).map { String($0.1) }
    #expect(found == ["6", "5", "4", "3", "2"])
  }

  @Test("everybody stands on the family's day, also without a routine, with who is away")
  func who() async throws {
    let world = try await World()
    func faces() async throws -> Substring {
      let page = try await world.ben.get("/families/\(world.family)").main
      let start = try #require(page.range(of: "<ul class=\"who\"")).upperBound
      return page[start..<(page[start...].range(of: "</ul>")?.lowerBound ?? page.endIndex)]
    }
    let all = try await faces()
    #expect(all.contains("Anna") && all.ranges(of: catalogue.here).count == 2)
    try await world.anna.get("/families/\(world.family)/settings")
    let away = try await world.anna.submit(
      "/families/\(world.family)/away",
      ["person": world.benID, "startsOn": Self.today.text, "endsOn": Self.today.text])
    #expect(away.status == 303)
    let some = try await faces()
    #expect(some.ranges(of: catalogue.here).count == 1 && some.contains(catalogue.away))
  }

  @Test("what is shared with the family is there, and neither what others share nor a guest's home")
  func shared() async throws {
    let world = try await World()
    let anna = world.anna
    func share(_ home: String, by browser: Browser) async throws {
      let sheet = "/homes/\(home)/settings/family-sharing"
      try await browser.get(sheet)
      let answer = try await browser.submit(sheet, ["parents": "editor", "children": "viewer"])
      #expect(answer.status == 303)
    }
    let (cyd, dora) = (try await world.hearth.person("cyd"), try await world.hearth.person("dora"))
    let hut = try await cyd.addHome("Quiet hut")
    try await cyd.get("/families/new")
    let made = try await cyd.submit("/families/new", ["name": "Berg"])
    let other = String(
      try cyd.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" })
    try await MoneyWorld.admit(dora, to: other, of: cyd, role: "editor", in: "families")
    try await share(hut, by: cyd)
    try await world.hearth.admit(anna, to: hut, of: cyd)
    // Dora has it by her family, and is a guest of Anna's.
    let shed = try await anna.addHome("Old shed")
    try await world.hearth.admit(dora, to: shed, of: anna)
    #expect(try await card("shared", world).contains(catalogue.nothingShared))
    let flat = try await anna.addHome("Sunny flat")
    try await share(flat, by: anna)
    let shown = try await card("shared", world)
    #expect(shown.contains("Sunny flat") && !shown.contains("hut") && !shown.contains("shed"))
  }

  @Test("what is shared is listed where its people had it themselves, and where nobody else is yet")
  func sharedWithFew() async throws {
    let world = try await World()
    let anna = world.anna
    let cyd = try await world.hearth.person("cyd")
    try await cyd.get("/families/new")
    let made = try await cyd.submit("/families/new", ["name": "Berg"])
    let other = String(
      try cyd.require(made.location).dropFirst("/families/".count).prefix { $0 != "/" })
    let flat = try await anna.addHome("Sunny flat")
    try await world.hearth.admit(world.ben, to: flat, of: anna)
    for (browser, home, family) in [
      (anna, flat, world.family), (cyd, try await cyd.addHome("Quiet hut"), other),
    ] {
      let path = "/families/\(family)"
      #expect(try await browser.get(path).main.contains(catalogue.nothingShared))
      let sheet = "/homes/\(home)/settings/family-sharing"
      try await browser.get(sheet)
      #expect(
        try await browser.submit(sheet, ["parents": "", "children": "viewer"]).status == 303)
      #expect(try await !browser.get(path).main.contains(catalogue.nothingShared))
      #expect(try await browser.get("\(path)/settings").main.contains("/homes/\(home)/settings\""))
    }
  }
}
