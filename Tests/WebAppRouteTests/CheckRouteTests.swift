import Testing

@testable import ThingsWeb
@testable import Web

/// Going through a place and ticking off what is there.
@Suite struct CheckRouteTests {
  private struct Setting {
    let hearth: Hearth
    let owner: Browser
    let home: String
    let room: String
    let box: String
    let lamp: String
    let book: String
    var check: String { "/homes/\(home)/rooms/\(room)/check" }

    init() async throws {
      hearth = try Hearth(signUps: .open)
      (owner, home) = try await hearth.household("Flat")
      room = try await owner.addPlace("Study", home)
      box = try await owner.addPlace("Crate", home, in: room)
      lamp = try await owner.addItem("Lamp", home, at: room)
      book = try await owner.addItem("Book", home, at: box)
    }

    func start() async throws {
      try await owner.get("/homes/\(home)/rooms/\(room)")
      try await owner.submit(check)
    }

    func mark(_ item: String, _ action: String, _ more: KeyValuePairs<String, String> = [:])
      async throws -> Browser.Answer
    {
      try await owner.submit(
        "\(check)/items/\(item)", ["do": action], repeated: more.map { ($0.key, $0.value) })
    }
  }

  @Test("a check begins on a place's page, ticks off what is seen, and tells what is not")
  func whole() async throws {
    let at = try await Setting()
    let room = try await at.owner.get("/homes/\(at.home)/rooms/\(at.room)")
    #expect(room.main.contains(catalogue.checkWhatIsHere))
    try await at.start()
    let list = try await at.owner.get(at.check)
    for text in [
      "Lamp", "Book", "Study", " › Crate", catalogue.seen(0, of: 2), catalogue.notSeenYet(2),
    ] {
      #expect(list.main.contains(text), "\(text)")
    }
    let seen = try await at.mark(at.lamp, "seen")
    // The browser comes back to the row that was ticked.
    #expect(seen.location == "\(at.check)#item-\(at.lamp)")
    #expect(try await at.owner.get(at.check).main.contains(catalogue.seen(1, of: 2)))
    let missing = try await at.owner.get("\(at.check)?missing=")
    #expect(missing.main.contains("Book") && !missing.main.contains("Lamp"))
    #expect(
      try await at.owner.get("/homes/\(at.home)/rooms").main.contains(catalogue.checkRunning))
    #expect(try await at.owner.get("/items/\(at.lamp)").main.contains(catalogue.lastSeenTitle))

    let question = try await at.owner.get("\(at.check)/finish")
    #expect(
      question.main.contains(catalogue.seen(1, of: 2))
        && question.main.contains(catalogue.notSeenYet(1)))
    let finished = try await at.owner.submit("\(at.check)/finish", ["do": "finish"])
    let summary = try await at.owner.get(try at.owner.require(finished.location))
    #expect(summary.main.contains(catalogue.notSeenIn("Study")))
    #expect(summary.main.contains("Book") && !summary.main.contains("Lamp"))
    #expect(try await at.owner.get("/homes/\(at.home)/rooms").main.contains("checked "))
    // It is over: there is nothing to finish once more.
    #expect(try await at.owner.get("\(at.check)/finish").status == 404)
    #expect(try await at.owner.submit("\(at.check)/finish", ["do": "finish"]).status == 409)
  }

  @Test("what is not found is said to be elsewhere or put away, and a sighting is taken back")
  func notFound() async throws {
    let at = try await Setting()
    let attic = try await at.owner.addPlace("Loft", at.home)
    try await at.start()
    let question = try await at.owner.get("\(at.check)/items/\(at.book)")
    #expect(question.main.contains(catalogue.notFoundTitle("Book")))
    #expect(try await at.mark(at.book, "move", ["locationID": "gone"]).status == 422)
    let moved = try await at.mark(at.book, "move", ["locationID": attic])
    #expect(moved.location == at.check)
    let list = try await at.owner.get(at.check)
    #expect(list.main.contains(catalogue.seen(0, of: 1)))
    #expect(try await at.owner.get("/homes/\(at.home)/rooms/\(attic)").main.contains("Book"))
    _ = try await at.owner.takeBack(list)
    #expect(try await at.owner.get(at.check).main.contains(catalogue.seen(0, of: 2)))

    #expect(try await at.mark(at.lamp, "archive").status == 303)
    let rest = try await at.owner.get(at.check)
    #expect(rest.main.contains(catalogue.seen(0, of: 1)) && !rest.main.contains("item-\(at.lamp)"))
    _ = try await at.mark(at.book, "seen")
    #expect(
      try await at.owner.get("\(at.check)?missing=").main.contains(catalogue.nothingMissingTitle))
    _ = try await at.mark(at.book, "unseen")
    #expect(try await at.owner.get(at.check).main.contains(catalogue.seen(0, of: 1)))
    #expect(try await at.mark(at.book, "dance").status == 400)
  }

  @Test("in the list of what is missing, one comes back to the row behind the one that goes")
  func next() async throws {
    let at = try await Setting()
    try await at.start()
    let page = try await at.owner.get("\(at.check)?missing=")
    #expect(page.main.contains("name=\"next\" value=\"\(at.book)\""))
    let answer = try await at.owner.submit(
      "\(at.check)/items/\(at.lamp)?missing=", ["do": "seen", "next": at.book])
    #expect(answer.location == "\(at.check)?missing=#item-\(at.book)")
    // What is no id leads nowhere else.
    let forged = try await at.owner.submit(
      "\(at.check)/items/\(at.book)?missing=", ["do": "seen", "next": "x\"//evil"])
    #expect(forged.location == "\(at.check)?missing=#items")
  }

  @Test("a check is given up without a date, and an item's own page says that it was seen today")
  func stopAndSee() async throws {
    let at = try await Setting()
    try await at.start()
    try await at.owner.get("\(at.check)/finish")
    let stopped = try await at.owner.submit("\(at.check)/finish", ["do": "stop"])
    #expect(stopped.location == "/homes/\(at.home)/rooms/\(at.room)")
    #expect(try await !at.owner.get("/homes/\(at.home)/rooms").main.contains("checked"))
    #expect(try await at.owner.get("/items/\(at.book)").main.contains(catalogue.seenToday))
    try await at.owner.submit("/items/\(at.book)/seen")
    let page = try await at.owner.get("/items/\(at.book)")
    #expect(page.main.contains(catalogue.lastSeenTitle))
    _ = try await at.owner.takeBack(page)
    #expect(try await !at.owner.get("/items/\(at.book)").main.contains(catalogue.lastSeenTitle))
  }

  @Test("D-PRM-7 two people check together; a viewer sees how far they are and ticks off nothing")
  func people() async throws {
    let at = try await Setting()
    try await at.start()
    let emil = try await at.hearth.person("emil")
    try await at.hearth.admit(emil, to: at.home, of: at.owner)
    try await emil.get(at.check)
    try await emil.submit("\(at.check)/items/\(at.book)", ["do": "seen"])
    _ = try await at.mark(at.lamp, "seen")
    let vera = try await at.hearth.person("vera")
    try await at.hearth.admit(vera, to: at.home, of: at.owner, role: "viewer")
    let seen = try await vera.get(at.check)
    #expect(seen.main.contains(catalogue.seen(2, of: 2)))
    #expect(!seen.main.contains("<form") && !seen.main.contains("/finish"))
    for target in [at.check, "\(at.check)/items/\(at.book)", "\(at.check)/finish"] {
      #expect(try await vera.submit(target, ["do": "seen"]).status == 403, "\(target)")
    }
    #expect(try await vera.submit("/items/\(at.book)/seen").status == 403)
    // A room or an item of another home is none of this one.
    let own = try await emil.addHome("Own")
    #expect(try await emil.get("/homes/\(own)/rooms/\(at.room)/check").status == 404)
    let other = "/homes/\(own)/rooms/\(at.room)/check"
    #expect(try await emil.submit(other).status == 410)
    #expect(try await emil.submit("\(other)/items/\(at.book)", ["do": "seen"]).status == 410)
    #expect(try await emil.submit("\(other)/finish", ["do": "finish"]).status == 410)
  }
}
