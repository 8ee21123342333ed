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
    try await owner.get("/homes/\(flat)/merge?into=\(cabin)")
    let moved = try await owner.submit(
      "/homes/\(flat)/merge", ["into": cabin, "names": "combine"])
    let summary = try #require(moved.location)
    #expect(summary.hasPrefix("/merges/"))
    let done = try await owner.get(summary)
    for text in ["Your items have been moved to Cabin", "Moved 1 item", "2 places moved"] {
      #expect(done.main.contains(text), "\(text)")
    }
    #expect(try await owner.get("/homes/\(flat)/items").location == summary)
    #expect(try await owner.get("/items/\(rake)").main.contains("Cabin"))
    // The button pressed twice is the same merge.
    #expect(
      try await owner.submit("/homes/\(flat)/merge", ["into": cabin, "names": "combine"]).location
        == summary)

    // It is found again where homes are.
    let homes = try await owner.get("/homes")
    for text in ["Moved into other homes", "href=\"\(summary)\"", "href=\"\(summary)/undo\""] {
      #expect(homes.main.contains(text), "\(text)")
    }
    let ask = try await owner.get("\(summary)/undo")
    #expect(ask.main.contains("Bring Flat back?"))
    #expect(ask.main.contains("1 item comes back"))
    let back = try await owner.submit("\(summary)/undo")
    let home = try #require(back.location)
    #expect(home.hasPrefix("/homes/") && home != "/homes/\(flat)")
    #expect(try await owner.get("\(home)/items").main.contains("Rake"))
    #expect(try await !owner.get("/homes/\(cabin)/items").main.contains("Rake"))
    #expect(try await owner.submit("\(summary)/undo").location == home)
    #expect(try await owner.get("/homes/\(flat)").location == home)
    let again = try await owner.get("\(summary)/undo")
    #expect(again.main.contains("Flat is back") && again.main.contains("The move was undone on"))
    #expect(again.main.contains("href=\"\(home)\"") && !again.main.contains("30 days ago"))
  }

  @Test(
    "what others have added since the page was shown is asked about; sent twice it is done once")
  func late() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, cabin) = try await hearth.household("Cabin")
    let ben = try await hearth.person("ben")
    let own = try await ben.addHome("Own")
    _ = try await hearth.addItem(ben, own, "Rake")
    _ = try await ben.addPlace("Loft", own)
    try await hearth.admit(ben, to: cabin, of: owner)
    let merge = "/homes/\(own)/merge"
    let form: KeyValuePairs = ["into": cabin, "names": "combine"]
    // Somebody who never saw the plan has not confirmed it.
    let unseen = try await ben.submit(merge, form)
    #expect(unseen.status == 409 && unseen.main.contains("Move 1 item into Cabin"))
    #expect(try await ben.get("\(merge)?into=\(cabin)").main.contains("1 place moves"))
    _ = try await owner.addPlace("LOFT", cabin)
    let place = try await ben.submit(merge, form)
    #expect(place.status == 409 && place.main.contains("1 place combines"))
    #expect(place.main.contains("Something has been added or removed"))
    _ = try await hearth.addItem(ben, own, "Spade")
    let item = try await ben.submit(merge, form)
    #expect(item.status == 409 && item.main.contains("Move 2 items into Cabin"))
    #expect(try await ben.get("/homes/\(own)/items").main.contains("Rake"))
    let done = try await ben.submit(merge, form)
    let summary = try #require(done.location)
    await hearth.app.undertakings.finishAll()
    #expect(try await ben.get(summary).main.contains("Moved 2 items, combined 1 place"))
    #expect(try await ben.submit(merge, form).location == summary)
  }

  @Test("what has no place there is kept with the names of its fields, and amounts as amounts")
  func keptHere() async throws {
    let hearth = try Hearth()
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    for (home, liability) in [(flat, "777"), (cabin, "")] {
      try await owner.get("/homes/\(home)/insurance/new")
      let added = try await owner.submit(
        "/homes/\(home)/insurance/new",
        ["provider": "Allianz", "currency": "EUR", "liability": liability])
      #expect(added.status == 303)
      try await owner.get("/homes/\(home)/labels/new")
      _ = try await owner.submit("/homes/\(home)/labels/new", ["name": "Iron", "emoji": "🔧"])
    }
    try await owner.get("/homes/\(flat)/merge?into=\(cabin)")
    let moved = try await owner.submit(
      "/homes/\(flat)/merge", ["into": cabin, "names": "combine"])
    let done = try await owner.get(try #require(moved.location)).main
    #expect(done.contains("Policy: Allianz"))
    #expect(done.contains("Liability: €777.00") && !done.contains("77700"))
    #expect(!done.contains("Label: ") && !done.contains("<p>EUR</p>"))
  }

  @Test("an undo says how many items come back, and names what does not, as far as one may know")
  func partlyBack() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, cabin) = try await hearth.household("Cabin")
    let hers = try await owner.addHome("Hers")
    let ben = try await hearth.person("ben")
    let boat = try await ben.addHome("Boat")
    let own = try await ben.addHome("Own")
    _ = try await ben.addPlace("Loft", own)
    var items: [String: String] = [:]
    for name in ["Rake", "Spade", "Lamp", "Oar", "Bell"] {
      items[name] = try await hearth.addItem(ben, own, name)
    }
    try await hearth.admit(ben, to: cabin, of: owner)
    try await ben.get("/homes/\(own)/merge?into=\(cabin)")
    let moved = try await ben.submit(
      "/homes/\(own)/merge", ["into": cabin, "names": "combine"])
    let summary = try #require(moved.location)
    await hearth.app.undertakings.finishAll()
    // One is deleted, one goes where he cannot look, one into another home of his.
    func move(_ name: String, to home: String, by browser: Browser) async throws {
      let address = "/items/\(try #require(items[name]))/move"
      try await browser.get("\(address)?home=\(home)")
      #expect(try await browser.submit(address, ["home": home]).status == 303, "\(name)")
    }
    let rake = "/items/\(try #require(items["Rake"]))/delete"
    try await owner.get(rake)
    #expect(try await owner.submit(rake).status == 303)
    try await move("Spade", to: hers, by: owner)
    try await move("Oar", to: boat, by: ben)
    let loft = "/homes/\(cabin)/rooms/\(try await owner.place("Loft", cabin))/delete"
    try await owner.get(loft)
    #expect(try await owner.submit(loft).status == 303)
    func check(_ page: String) {
      for text in ["Rake", "Spade", "Oar", "Place: Loft", "It is in Boat now."] {
        #expect(page.contains(text), "\(text)")
      }
      #expect(!page.contains("Hers") && !page.contains("Lamp") && !page.contains("Bell"))
      #expect(page.contains("What was added since then stays in Cabin"))
    }
    let ask = try await ben.get("\(summary)/undo").main
    #expect(ask.contains("2 items come back") && ask.contains("What does not come back"))
    check(ask)
    let back = try await ben.submit("\(summary)/undo")
    #expect(back.location == summary)
    let done = try await ben.get(summary).main
    #expect(done.contains("Own is back") && done.contains("2 items came back"))
    #expect(done.contains("What did not come back") && !done.contains("5 items"))
    check(done)
    let again = try #require(try await ben.submit("\(summary)/undo").location)
    #expect(try await ben.get("\(again)/items").main.contains("Bell"))
  }

  @Test("an undo for which there is no room says so, and can be had when there is")
  func undoAtLimit() async throws {
    let hearth = try Hearth(maxOwnedHomes: 2)
    let (owner, cabin) = try await hearth.household("Cabin")
    let flat = try await owner.addHome("Flat")
    _ = try await hearth.addItem(owner, flat, "Rake")
    try await owner.get("/homes/\(flat)/merge?into=\(cabin)")
    let summary = try #require(
      try await owner.submit("/homes/\(flat)/merge", ["into": cabin, "names": "combine"]).location)
    let shed = try await owner.addHome("Shed")
    try await owner.get("\(summary)/undo")
    let refused = try await owner.submit("\(summary)/undo")
    #expect(refused.status == 409)
    #expect(refused.main.contains("You own as many homes as you can"))
    #expect(try await owner.get("/homes/\(cabin)/items").main.contains("Rake"))
    try await owner.get("/homes/\(shed)/delete")
    try await owner.submit("/homes/\(shed)/delete", ["name": "Shed"])
    try await owner.get("\(summary)/undo")
    let home = try #require(try await owner.submit("\(summary)/undo").location)
    #expect(try await owner.get("\(home)/items").main.contains("Rake"))
  }

  @Test("an undo that is not possible now is not offered; the pages say why")
  func undoLost() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, cabin) = try await hearth.household("Cabin")
    let ben = try await hearth.person("ben")
    _ = try await ben.addHome("Boat")
    let own = try await ben.addHome("Own")
    _ = try await hearth.addItem(ben, own, "Rake")
    try await hearth.admit(ben, to: cabin, of: owner)
    let merge = "/homes/\(own)/merge"
    try await ben.get("\(merge)?into=\(cabin)")
    let moved = try await ben.submit(merge, ["into": cabin, "names": "combine"])
    let summary = try #require(moved.location)
    await hearth.app.undertakings.finishAll()
    func check(_ reason: String?) async throws {
      for page in ["/homes", summary] {
        let shown = try await ben.get(page).main
        #expect(shown.contains("You can undo this until") == (reason == nil), "\(page)")
        #expect(shown.contains("\(summary)/undo") == (reason == nil), "\(page)")
        if let reason { #expect(shown.contains("You cannot undo this now. \(reason)"), "\(page)") }
      }
    }
    try await check(nil)
    let account = try #require(try hearth.accounts.account(named: "ben")).id
    let person = "/homes/\(cabin)/settings/people/\(account)"
    try await owner.get("/homes/\(cabin)/settings")
    #expect(try await owner.submit(person, ["role": "viewer"]).status == 303)
    try await check("You may only look at Cabin by now.")
    #expect(try await owner.submit(person, ["role": "editor"]).status == 303)
    try await check(nil)
    #expect(try await owner.submit("\(person)/remove").status == 303)
    try await check("Cabin is gone, or is no longer shared with you.")
  }

  @Test("a home that is taken away while a merge into it is looked at is told of; nothing is lost")
  func takenAway() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, cabin) = try await hearth.household("Cabin")
    let ben = try await hearth.person("ben")
    let own = try await ben.addHome("Own")
    _ = try await hearth.addItem(ben, own, "Rake")
    try await hearth.admit(ben, to: cabin, of: owner)
    let merge = "/homes/\(own)/merge"
    #expect(try await ben.get("\(merge)?into=\(cabin)").main.contains("Move 1 item into Cabin"))
    let account = try #require(try hearth.accounts.account(named: "ben")).id
    let person = "/homes/\(cabin)/settings/people/\(account)"
    func press() async throws -> Browser.Answer {
      try await ben.submit(merge, ["into": cabin, "names": "combine"])
    }
    try await owner.get("/homes/\(cabin)/settings")
    #expect(try await owner.submit(person, ["role": "viewer"]).status == 303)
    let looking = try await press()
    #expect(looking.status == 409)
    #expect(looking.main.contains("You can look at Cabin, but not change it"))
    #expect(looking.main.contains("href=\"\(merge)\""))
    #expect(try await owner.submit("\(person)/remove").status == 303)
    let removed = try await press()
    #expect(removed.status == 409)
    #expect(removed.main.contains("is no longer shared with you. Nothing was moved"))
    #expect(try await ben.get("/homes/\(own)/items").main.contains("Rake"))
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
    let looking = try await stan.get("/homes/\(own)/merge?into=\(flat)")
    #expect(looking.main.contains("You can look at Flat, but not change it"))
    #expect(
      try await stan.submit("/homes/\(own)/merge", ["into": flat, "names": "combine"]).status
        == 409)
    // Of a home that somebody never had, they learn no more than of none.
    for into in [cabin, "none"] {
      let page = try await stan.get("/homes/\(own)/merge?into=\(into)").main
      #expect(page.contains("gone, or is no longer shared") && !page.contains("Cabin"))
    }
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
