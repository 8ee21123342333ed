import Families
import Foundation
import SyncProtocol
import Testing

@testable import FamilyWeb
@testable import Web

/// What a routine has beside its day: its week, templates, pictures, stars.
@Suite struct RoutineRouteTests {
  private typealias World = FamilyRouteTests.World

  private func routine(_ world: World) async throws -> String {
    let list = try await world.anna.get("/families/\(world.family)/routines").main
    return String(try #require(list.firstMatch(of: /routines\/([0-9a-f-]{36})\/week"/)).1)
  }

  /// What ticks a routine as a whole.
  private func ticking(_ world: World) async throws -> [(String, String)] {
    try world.fields(
      try await world.ben.get("/families/\(world.family)/day/\(world.benID)").main
    ).filter { ["routine", "person", "day"].contains($0.0) }
  }

  @Test("a routine has a page with its week, and goes to the weeks before and after")
  func weekly() async throws {
    let world = try await World()
    #expect(try await world.add().status == 303)
    let path = "/families/\(world.family)/routines/\(try await routine(world))"
    let fields = try await ticking(world)
    #expect(
      try await world.ben.submit("/families/\(world.family)/tick", repeated: fields).status == 303)
    for browser in [world.anna, world.ben] {
      let page = try await browser.get("\(path)/week").main
      #expect(page.contains(catalogue.mark(.done)) && page.contains(catalogue.streak(1)))
      #expect(page.contains(catalogue.weekBefore) && page.contains(catalogue.weekAfter))
    }
    let before = try #require(
      try await world.anna.get("\(path)/week").main
        .firstMatch(of: /href="([^"]*week\?day=[^"]*)"/)
    ).1
    let page = try await world.anna.get(String(before)).main
    #expect(page.contains(catalogue.nothingNoted) && page.contains(catalogue.mark(.missing)))
    for day in ["9999-12-31", "1000-01-01", "0000-01-01", "soon"] {
      #expect(try await world.anna.get("\(path)/week?day=\(day)").status == 200, "\(day)")
    }
  }

  @Test("a family that hides streaks is shown none")
  func noStreaks() async throws {
    let world = try await World()
    #expect(try await world.add().status == 303)
    let settings = "/families/\(world.family)/settings"
    try await world.anna.get(settings)
    let saved = try await world.anna.submit(settings, ["name": "Lindqvist", "hidesStreaks": "yes"])
    #expect(saved.status == 303)
    let id = try await routine(world)
    let page = try await world.anna.get("/families/\(world.family)/routines/\(id)/week").main
    #expect(!page.contains(catalogue.streaks))
  }

  @Test("a form begins with a template or with another routine, and saves as a routine of its own")
  func templates() async throws {
    let world = try await World()
    let path = "/families/\(world.family)/routines/new"
    for template in RoutineTemplate.allCases {
      let page = try await world.anna.get("\(path)?template=\(template.rawValue)").main
      #expect(page.contains("value=\"\(catalogue.templateTitle(template))\""))
      #expect(template.steps(catalogue).allSatisfy { !$0.title.isEmpty && !$0.emoji.isEmpty })
    }
    #expect(try await world.anna.get("\(path)?template=none").status == 200)
    #expect(try await world.add().status == 303)
    let copy = try await world.anna.get("\(path)?like=\(try await routine(world))").main
    #expect(copy.contains("value=\"Evening\"") && copy.contains("Pyjamas"))
    let steps = "👩‍👩‍👧‍👦 Hug\n🏴󠁧󠁢󠁥󠁮󠁧󠁿\n(🏳️‍🌈 Flag)"
    let saved = try await world.anna.submit(
      path,
      repeated: [
        ("title", "👩‍👩‍👧‍👦"), ("people", world.benID), ("mode", "each"), ("kind", "everyDays"),
        ("everyCount", "1"), ("startsOn", "2020-01-01"), ("partOfDay", "any"), ("steps", steps),
      ])
    #expect(saved.status == 303)
  }

  @Test("saving an archived routine leaves it archived")
  func archived() async throws {
    let world = try await World()
    #expect(try await world.add().status == 303)
    let path = "/families/\(world.family)/routines/\(try await routine(world))"
    #expect(try await world.anna.submit("\(path)/archive", ["archived": "1"]).status == 303)
    let version = try #require(
      try await world.anna.get(path).main.firstMatch(of: /name="version" value="([^"]*)"/)
    ).1
    let saved = try await world.anna.submit(
      path,
      repeated: [
        ("version", String(version).replacing("&amp;", with: "&")), ("title", "Bedtime"),
        ("people", world.benID), ("mode", "each"), ("kind", "everyDays"), ("everyCount", "1"),
        ("startsOn", "2020-01-01"), ("partOfDay", "evening"), ("steps", "🪥 Teeth\nPyjamas"),
      ])
    #expect(saved.status == 303)
    let page = try await world.anna.get("\(path)/week").main
    #expect(page.contains("Bedtime") && page.contains(catalogue.archivedNote))
  }

  @Test("a child shows by a photo what it has done; a file that is no picture is refused and said")
  func photos() async throws {
    let world = try await World()
    #expect(try await world.add([("asksPhoto", "yes"), ("title", "Bed made")]).status == 303)
    let family = "/families/\(world.family)"
    let own = "\(family)/day/\(world.benID)"
    let fields = try await ticking(world)
    let ticked = try await world.ben.submit("\(family)/tick", repeated: fields)
    #expect(ticked.location == own)
    #expect(
      try await world.ben.get(own).text.contains(FamilyFlash.photoMissing.text(in: catalogue)))
    func value(_ name: String) -> String { fields.first { $0.0 == name }?.1 ?? "" }
    let note: KeyValuePairs = [
      "routine": value("routine"), "person": value("person"), "day": value("day"),
    ]
    let text = Array("no picture".utf8)
    let refused = try await world.ben.upload(
      "\(family)/prove", note, files: [(field: "photos", name: "a.png", bytes: text)])
    #expect(refused.status == 422)
    #expect(refused.main.contains("role=\"alert\""))
    let answer = try await world.ben.upload(
      "\(family)/prove", note,
      files: [(field: "photos", name: "a.png", bytes: TestPictures.png)])
    #expect(answer.location == own)
    let page = try await world.anna.get(family).main
    let proof = try #require(page.firstMatch(of: /\/families\/[0-9a-f-]+\/proofs\/[0-9a-f-]+\/\w+/))
      .0
    #expect(try await world.anna.get(String(proof)).status == 200)
    // Once it is approved, it is to be seen beside the history, on the days after, too.
    #expect(try await world.anna.submit("\(family)/approve", repeated: fields).status == 303)
    #expect(try await !world.anna.get(family).main.contains("/proofs/"))
    world.hearth.advance(milliseconds: 86_400_000)
    for browser in [world.anna, world.ben] {
      let week = "\(family)/routines/\(try await routine(world))/week?day=\(value("day"))"
      let page = try await browser.get(week).main
      #expect(page.ranges(of: String(proof)).count == 2, "the picture, and where it leads")
    }
    let stranger = try await world.hearth.person("eve", displayName: "Eve")
    #expect(try await stranger.get(String(proof)).status == 404)
  }

  @Test("a step has a picture, set and taken away by a parent and shown to the child")
  func stepPictures() async throws {
    let world = try await World()
    #expect(try await world.add().status == 303)
    let path = "/families/\(world.family)/routines/\(try await routine(world))/pictures"
    let page = try await world.anna.get(path).main
    let set = String(
      try #require(page.firstMatch(of: /action="(\/families\/[^"]*\/pictures\/[0-9a-f-]+)"/)).1)
    let picture = [
      (field: "photos", name: "a.png", bytes: TestPictures.png)
    ]
    #expect(try await world.anna.upload(set, files: picture).location == path)
    let own = try await world.ben.get("/families/\(world.family)/day/\(world.benID)").main
    let shown = try #require(
      own.firstMatch(of: /\/families\/[0-9a-f-]+\/pictures\/[0-9a-f-]+\/\w+/)
    ).0
    #expect(try await world.ben.get(String(shown)).status == 200)
    #expect(try await world.ben.upload(set, files: picture).status == 403)
    #expect(try await world.anna.submit("\(set)/remove").location == path)
    #expect(try await world.ben.get(String(shown)).status == 404)
  }

  @Test("a child asks for a reward, a parent grants it, and takes that back")
  func rewards() async throws {
    let world = try await World()
    let family = "/families/\(world.family)"
    #expect(try await world.anna.get("\(family)/rewards").status == 404)
    try await world.anna.get("\(family)/settings")
    _ = try await world.anna.submit(
      "\(family)/settings",
      ["name": "Lindqvist", "timeZone": "Europe/Berlin", "hasStars": "yes"])
    #expect(try await world.add([("stars", "40")]).status == 303)
    try await world.anna.get("\(family)/rewards")
    let bad = try await world.anna.submit("\(family)/rewards", ["title": "Film", "price": "0"])
    #expect(bad.status == 422 && bad.main.contains("value=\"Film\""))
    let added = try await world.anna.submit("\(family)/rewards", ["title": "Film", "price": "30"])
    #expect(added.status == 303)
    let fields = try await ticking(world)
    _ = try await world.ben.submit("\(family)/tick", repeated: fields)
    #expect(try await world.ben.get("\(family)/rewards").main.contains(catalogue.starsMissing(30)))
    #expect(try await world.anna.submit("\(family)/approve", repeated: fields).status == 303)
    let page = try await world.ben.get("\(family)/rewards").main
    #expect(page.contains(catalogue.stars(40)))
    let reward = try #require(page.firstMatch(of: /name="reward" value="([^"]*)"/)).1
    let asked = try await world.ben.submit("\(family)/wish", ["reward": String(reward)])
    #expect(asked.status == 303)
    let wishes = try await world.anna.get("\(family)/rewards").main
    let wish = String(try #require(wishes.firstMatch(of: /name="wish" value="([^"]*)"/)).1)
    let decision: KeyValuePairs = ["wish": wish, "answer": "yes"]
    #expect(try await world.ben.submit("\(family)/decide", decision).status == 403)
    #expect(try await world.anna.submit("\(family)/decide", decision).status == 303)
    #expect(
      try await world.ben.get("\(family)/day/\(world.benID)").main.contains(catalogue.stars(10)))
    let undo: KeyValuePairs = ["wish": wish, "answer": "undo"]
    #expect(try await world.anna.submit("\(family)/decide", undo).status == 303)
    #expect(try await world.ben.get("\(family)/rewards").main.contains(catalogue.stars(40)))
    // Who would delete the routine reads first what goes with it.
    let form = "\(family)/routines/\(try await routine(world))"
    let asks = try await world.anna.get(form).main
    #expect(asks.contains(catalogue.deletesRoutine(stars: 40)))
    #expect(asks.contains(catalogue.archiveInstead))
    #expect(try await world.anna.submit("\(form)/delete").status == 303)
    #expect(try await world.ben.get("\(family)/rewards").main.contains(catalogue.stars(0)))
  }

  @Test("a routine that was done too often is only archived; its form says so, and so does a press")
  func doneTooOften() async throws {
    let world = try await World()
    #expect(try await world.add().status == 303)
    let id = try await routine(world)
    let replica = try world.hearth.replica(of: "ben")
    try await replica.sync()
    let (family, ben) = (world.family, world.benID)
    for _ in 0..<4 {
      try replica.write { transaction in
        for _ in 0..<(DeleteRoutine.maxEvents / 4 + 1) {
          try transaction.connection.execute(
            """
            INSERT INTO routineEvents
                (id, familyID, routineID, day, kind, personID, createdAt, createdBy)
              VALUES (?, ?, ?, '2026-06-01', 'done', ?, 0, ?)
            """,
            [.text(transaction.newID()), .text(family), .text(id), .text(ben), .text(ben)])
        }
      }
      try await replica.sync()
    }
    let form = "/families/\(family)/routines/\(id)"
    let page = try await world.anna.get(form).main
    #expect(page.contains(catalogue.doneTooOften) && page.contains(catalogue.archiveInstead))
    #expect(!page.contains("\(form)/delete\""))
    #expect(try await world.anna.submit("\(form)/delete").location == form)
    let told = try await world.anna.get(form).text
    #expect(told.contains(FamilyFlash.doneTooOften.text(in: catalogue)))
  }
}
