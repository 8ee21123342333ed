import Hub
import Testing

@testable import WebApp
@testable import hearth

/// Moving all of a home into another one of the person's, on the web.
@Suite struct MergeRouteTests {
  @Test("S0-US006-3 D-MRG-18 the page promises what the merge then does")
  func merge() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    let shed = try await owner.addPlace("Shed", flat)
    let rake = try await owner.addItem("Rake", flat, at: shed)
    let settings = try await owner.get("/homes/\(flat)/settings")
    #expect(settings.main.contains("href=\"/homes/\(flat)/merge\""))
    let choose = try await owner.get("/homes/\(flat)/merge")
    #expect(choose.main.contains("/homes/\(flat)/merge?into=\(cabin)"))
    let question = try await owner.get("/homes/\(flat)/merge?into=\(cabin)")
    for text in [
      "Flat → Cabin", "1 item moves", "2 places move",
      "Locations, labels and policies with the same name will be combined.",
      "You can undo this for 30 days.", "Move 1 item into Cabin",
    ] { #expect(question.main.contains(text), "\(text)") }
    let separate = try await owner.get("/homes/\(flat)/merge?into=\(cabin)&names=separate")
    #expect(
      separate.main.contains("Everything will be kept as-is. You may see duplicate names."))
    let moved = try await owner.submit(
      "/homes/\(flat)/merge", ["into": cabin, "names": "combine"])
    let summary = try #require(moved.location)
    #expect(summary.hasPrefix("/merges/"))
    let done = try await owner.get(summary)
    for text in ["Your items have been moved to Cabin", "Moved 1 item", "2 places moved"] {
      #expect(done.main.contains(text), "\(text)")
    }
    #expect(try await owner.get("/homes/\(flat)").status == 404)
    #expect(try await owner.get("/items/\(rake)").main.contains("Cabin"))
    // The button pressed twice is the same merge.
    #expect(
      try await owner.submit("/homes/\(flat)/merge", ["into": cabin, "names": "combine"]).status
        == 404)

    // It is found again where homes are.
    let homes = try await owner.get("/homes")
    for text in ["Moved into other homes", "href=\"\(summary)\"", "href=\"\(summary)/undo\""] {
      #expect(homes.main.contains(text), "\(text)")
    }
    let ask = try await owner.get("\(summary)/undo")
    #expect(ask.main.contains("Bring Flat back?"))
    let back = try await owner.submit("\(summary)/undo")
    let home = try #require(back.location)
    #expect(home.hasPrefix("/homes/") && home != "/homes/\(flat)")
    #expect(try await owner.get("\(home)/items").main.contains("Rake"))
    #expect(try await !owner.get("/homes/\(cabin)/items").main.contains("Rake"))
    #expect(try await owner.submit("\(summary)/undo").location == home)
  }

  @Test(
    "D-MRG-8 S0-FR6 a shared home, a foreign one, and one with nowhere to go have pages that say so"
  )
  func refused() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, flat) = try await hearth.household("Flat")
    #expect(
      try await owner.get("/homes/\(flat)/merge").main.contains(
        "There is no other home that you may change."))
    let cabin = try await owner.addHome("Cabin")
    let stan = try await hearth.person("stan")
    let own = try await stan.addHome("Own")
    #expect(try await stan.get("/homes/\(flat)/merge").status == 404)
    try await hearth.admit(stan, to: flat, of: owner, role: "viewer")
    #expect(try await stan.get("/homes/\(flat)/merge").status == 403)
    #expect(try await stan.get("/homes/\(own)/merge?into=\(flat)").status == 404)
    #expect(
      try await stan.submit("/homes/\(own)/merge", ["into": flat, "names": "combine"]).status
        == 404)
    let blocked = try await owner.get("/homes/\(flat)/merge")
    #expect(blocked.main.contains("would lose Flat"))
    let answer = try await owner.submit(
      "/homes/\(flat)/merge", ["into": cabin, "names": "combine"])
    #expect(answer.status == 409 && answer.main.contains("would lose Flat"))
    #expect(try await owner.get("/homes/\(flat)").status == 200)
    #expect(try await owner.get("/merges/none").status == 404)
    #expect(try await owner.submit("/merges/none/undo").status == 404)
  }
}
