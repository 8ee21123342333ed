import Foundation
import Hub
import Testing
import Values

@testable import hearth
@testable import SharingWeb
@testable import ThingsWeb
@testable import Web

/// Moving all of a home into another one of the person's, on the web.
@Suite struct MergeRouteTests {
  /// What a merge's page says of what has moved.
  private func sentence(items: Int, combinedPlaces: Int = 0) -> String {
    var summary = MergeSummary()
    (summary.items, summary.combinedPlaces) = (items, combinedPlaces)
    return catalogue.mergeSentence(summary)
  }

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
      catalogue.fromTo("Flat", "Cabin"), catalogue.itemsMerge(1, archived: 0, isDone: false),
      catalogue.placesMerge(0, 2, isDone: false), catalogue.combineNamesText(owner: nil),
      catalogue.mergeUndoNote, catalogue.moveItems(1, into: "Cabin"),
    ] { #expect(question.main.contains(text), "\(text)") }
    let separate = try await owner.get("/homes/\(flat)/merge?into=\(cabin)&names=separate")
    #expect(
      separate.main.contains(catalogue.keepSeparateText))
    try await owner.get("/homes/\(flat)/merge?into=\(cabin)")
    let moved = try await owner.submit(
      "/homes/\(flat)/merge", ["into": cabin, "names": "combine"])
    let summary = try #require(moved.location)
    #expect(summary.hasPrefix("/merges/"))
    let done = try await owner.get(summary)
    for text in [
      catalogue.movedTo("Cabin"), sentence(items: 1), catalogue.placesMerge(0, 2, isDone: true),
    ] {
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
    for text in [catalogue.mergedHomes, "href=\"\(summary)\"", "href=\"\(summary)/undo\""] {
      #expect(homes.main.contains(text), "\(text)")
    }
    let ask = try await owner.get("\(summary)/undo")
    #expect(ask.main.contains(catalogue.undoMergeTitle("Flat")))
    #expect(ask.main.contains(catalogue.itemsComeBack(1)))
    let back = try await owner.submit("\(summary)/undo")
    let home = try #require(back.location)
    #expect(home.hasPrefix("/homes/") && home != "/homes/\(flat)")
    #expect(try await owner.get("\(home)/items").main.contains("Rake"))
    #expect(try await !owner.get("/homes/\(cabin)/items").main.contains("Rake"))
    #expect(try await owner.submit("\(summary)/undo").location == home)
    #expect(try await owner.get("/homes/\(flat)").location == home)
    let again = try await owner.get("\(summary)/undo")
    #expect(
      again.main.contains(catalogue.mergeUndone("Flat"))
        && again.main.contains(catalogue.undoneOn(Date(milliseconds: Hearth.start))))
    let tooLate = catalogue.undoObstacle(.tooLate, home: "Cabin")
    #expect(again.main.contains("href=\"\(home)\"") && !again.main.contains(tooLate))
  }

  @Test(
    "D-MRG-20 a form of a merged home is not saved, says so, and makes what is new in the other")
  func staleForm() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, flat) = try await hearth.household("Flat")
    let cabin = try await owner.addHome("Cabin")
    for page in ["items/new", "settings", "rooms", "merge?into=\(cabin)"] {
      try await owner.get("/homes/\(flat)/\(page)")
    }
    let merged = try await owner.submit(
      "/homes/\(flat)/merge", ["into": cabin, "names": "combine"])
    #expect(merged.status == 303)
    let links = (ZoneLink(id: flat, name: "Flat"), ZoneLink(id: cabin, name: "Cabin"))
    let reason = ErrorReason.homeMerged(links.0, into: links.1)

    let item: KeyValuePairs = [
      "name": "Golden rake", "currency": "EUR", "price": "12.50", "quantity": "1",
    ]
    let refused = try await owner.submit("/homes/\(flat)/items/new", item)
    #expect(refused.status == 409)
    for text in [
      catalogue.errorTitle(reason), catalogue.errorText(reason), "Golden rake",
      catalogue.saveIn(links.1), "action=\"/homes/\(cabin)/items/new\"",
    ] {
      #expect(refused.main.contains(text), "\(text)")
    }
    #expect(try await !owner.get("/items").main.contains("Golden rake"))
    let saved = try await owner.submit("/homes/\(cabin)/items/new", item)
    #expect(saved.status == 303)
    #expect(try await owner.get("/homes/\(cabin)/items").main.contains("Golden rake"))

    // What is the home's own is not the other home's.
    let settings = try await owner.submit("/homes/\(flat)/settings", ["name": "Other name"])
    #expect(settings.status == 409 && settings.main.contains(catalogue.goTo(links.1)))
    #expect(!settings.main.contains("action=\"/homes/\(cabin)/settings\""))
    #expect(try await owner.get("/homes/\(cabin)").main.contains("Cabin"))
    // Looking at it still leads to what became of it.
    #expect(try await owner.get("/homes/\(flat)/settings").location == merged.location)
    // To somebody else there is no such home.
    let stranger = try await hearth.person("stan")
    try await stranger.get("/account")
    #expect(try await stranger.submit("/homes/\(flat)/items/new", item).status == 404)
  }

  @Test(
    "D-MRG-20 a form of a home that is deleted or lost says so and can be saved in another home")
  func lostHomes() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, cabin) = try await hearth.household("Cabin")
    let flat = try await owner.addHome("Flat")
    let ben = try await hearth.guest(of: owner, home: flat)
    let hut = try await ben.addHome("Hut")
    let item: KeyValuePairs = ["name": "Golden rake", "currency": "EUR", "quantity": "1"]
    let link = ZoneLink(id: flat, name: "Flat")
    let lamp = try await hearth.addItem(owner, flat, "Lamp")
    let paper = try await hearth.addItem(owner, flat, "Paper")
    // Every form of the page says which home it is about.
    let forms = try await owner.get("/items/\(lamp)?edit").main
    let field = FormField.homeOfPage
    #expect(
      forms.components(separatedBy: "<form").count
        == forms.components(separatedBy: "name=\"\(field)\" value=\"\(flat)\"").count)
    func check(_ browser: Browser, _ reason: ErrorReason, savedIn home: String) async throws {
      for address in ["/items/\(lamp)", "/items/\(lamp)/delete", "/items/\(paper)/maintenance"] {
        let written: KeyValuePairs = ["name": "Golden lamp", "title": "Oil it", field: flat]
        let refused = try await browser.submit(address, written)
        #expect(refused.status == 409, "\(address)")
        #expect(refused.main.contains(catalogue.errorTitle(reason)), "\(address)")
        #expect(refused.main.contains("Golden lamp"), "\(address)")
        // Another's home, and one that never was, tell nothing.
        for other in [home, "0197-none"] {
          let untold = try await browser.submit(address, ["name": "Golden lamp", field: other])
          #expect(untold.status == 404, "\(address)")
        }
      }
      let refused = try await browser.submit("/homes/\(flat)/items/new", item)
      #expect(refused.status == 409)
      for text in [
        catalogue.errorTitle(reason), catalogue.errorText(reason), "Golden rake",
        "action=\"/homes/\(home)/items/new\"",
      ] {
        #expect(refused.main.contains(text), "\(text)")
      }
      #expect(!refused.main.contains("action=\"/homes/\(flat)/items/new\""))
      // What changes the home itself is new nowhere.
      let settings = try await browser.submit("/homes/\(flat)/settings", ["name": "Other"])
      #expect(settings.status == 409 && settings.main.contains("Other"))
      #expect(!settings.main.contains("action=\"/homes/\(home)/settings\""))
    }
    let account = try #require(try hearth.accounts.account(named: "ben")).id
    let anna = try #require(try hearth.accounts.account(named: "anna")).id
    try hearth.hub.remove(account, from: flat, by: anna)
    try await check(ben, .homeLost(link), savedIn: hut)
    try await owner.get("/homes/\(flat)/delete")
    #expect(
      try await owner.submit("/homes/\(flat)/delete", ["name": "Flat"]).location == "/homes")
    try await check(owner, .homeDeleted(link, canRestore: true), savedIn: cabin)
    // To somebody else there is no such home.
    let stranger = try await hearth.person("stan")
    try await stranger.get("/account")
    #expect(try await stranger.submit("/homes/\(flat)/items/new", item).status == 404)
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
    #expect(
      unseen.status == 409 && unseen.main.contains(catalogue.moveItems(1, into: "Cabin")))
    #expect(
      try await ben.get("\(merge)?into=\(cabin)").main.contains(
        catalogue.placesMerge(0, 1, isDone: false)))
    _ = try await owner.addPlace("LOFT", cabin)
    let place = try await ben.submit(merge, form)
    #expect(
      place.status == 409 && place.main.contains(catalogue.placesMerge(1, 0, isDone: false)))
    #expect(place.main.contains(catalogue.hasChanged))
    _ = try await hearth.addItem(ben, own, "Spade")
    let item = try await ben.submit(merge, form)
    #expect(item.status == 409 && item.main.contains(catalogue.moveItems(2, into: "Cabin")))
    #expect(try await ben.get("/homes/\(own)/items").main.contains("Rake"))
    let done = try await ben.submit(merge, form)
    let summary = try #require(done.location)
    await hearth.app.backgroundTasks.finishAll()
    #expect(try await ben.get(summary).main.contains(sentence(items: 2, combinedPlaces: 1)))
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
    #expect(done.contains(catalogue.vanishedName(.policy, "Allianz")))
    let liability = catalogue.labelled(catalogue.title(of: "liabilityMinor")!, "€777.00")
    #expect(done.contains(liability) && !done.contains("77700"))
    let label = catalogue.vanishedName(.label, "#").prefix { $0 != "#" }
    #expect(!done.contains(label) && !done.contains("<p>EUR</p>"))
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
    await hearth.app.backgroundTasks.finishAll()
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
      let loft = catalogue.missing(.init(.place, name: "Loft"))
      for text in ["Rake", "Spade", "Oar", loft, catalogue.isInHome("Boat")] {
        #expect(page.contains(text), "\(text)")
      }
      #expect(!page.contains("Hers") && !page.contains("Lamp") && !page.contains("Bell"))
      #expect(page.contains(catalogue.additionsStay("Cabin")))
    }
    let ask = try await ben.get("\(summary)/undo").main
    #expect(ask.contains(catalogue.itemsComeBack(2)) && ask.contains(catalogue.willNotComeTitle))
    check(ask)
    let back = try await ben.submit("\(summary)/undo")
    #expect(back.location == summary)
    let done = try await ben.get(summary).main
    #expect(
      done.contains(catalogue.mergeUndone("Own")) && done.contains(catalogue.itemsCameBack(2)))
    #expect(done.contains(catalogue.notBackTitle) && !done.contains(catalogue.itemsCameBack(5)))
    #expect(!done.contains(catalogue.itemsMerge(5, archived: 0, isDone: true)))
    check(done)
    let again = try #require(try await ben.submit("\(summary)/undo").location)
    #expect(try await ben.get("\(again)/items").main.contains("Bell"))
  }

  @Test("D-MRG-12 places that the owner has used since stay, and both are told of it")
  func roomsStay() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, cabin) = try await hearth.household("Cabin")
    let ben = try await hearth.person("ben")
    let own = try await ben.addHome("Own")
    let loft = try await ben.addPlace("Loft", own)
    _ = try await ben.addItem("Rake", own, at: loft)
    try await hearth.admit(ben, to: cabin, of: owner)
    try await ben.get("/homes/\(own)/merge?into=\(cabin)")
    let moved = try await ben.submit(
      "/homes/\(own)/merge", ["into": cabin, "names": "combine"])
    let summary = try #require(moved.location)
    await hearth.app.backgroundTasks.finishAll()
    let before = catalogue.roomsStay(1, "Cabin", isDone: false)
    #expect(try await !ben.get("\(summary)/undo").main.contains(before))
    let lamp = try await owner.addItem("Lamp", cabin, at: loft)
    #expect(try await ben.get("\(summary)/undo").main.contains(before))
    let back = try await ben.submit("\(summary)/undo")
    #expect(back.location == summary)
    let after = try await ben.get(summary).main
    #expect(after.contains(catalogue.roomsStay(1, "Cabin", isDone: true)) && after.contains("Loft"))
    // It is another place under the name, and her news tell of it.
    let kept = try await owner.place("Loft", cabin)
    #expect(kept != loft)
    #expect(try await owner.get("/items/\(lamp)").main.contains("/rooms/\(kept)"))
    let news = try await owner.get("/homes/\(cabin)/activity").main
    #expect(news.contains("/rooms/\(kept)"))
    // Pressed twice it is done once.
    #expect(try await ben.submit("\(summary)/undo").status == 303)
    #expect(try await owner.place("Loft", cabin) == kept)
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
    #expect(refused.main.contains(catalogue.tooManyToRestore(.home)))
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
    await hearth.app.backgroundTasks.finishAll()
    let lastDay = catalogue.day(CalendarDay(year: 2026, month: 7, day: 12))
    func check(_ obstacle: MergedPage.UndoObstacle?) async throws {
      for page in ["/homes", summary] {
        let shown = try await ben.get(page).main
        #expect(shown.contains(catalogue.undoMergeUntil(lastDay)) == (obstacle == nil), "\(page)")
        #expect(shown.contains("\(summary)/undo") == (obstacle == nil), "\(page)")
        if let obstacle {
          #expect(
            shown.contains(catalogue.cannotUndoNow(obstacle, home: "Cabin")), "\(page)")
        }
      }
    }
    try await check(nil)
    let account = try #require(try hearth.accounts.account(named: "ben")).id
    let person = "/homes/\(cabin)/settings/people/\(account)"
    try await owner.get("/homes/\(cabin)/settings")
    #expect(try await owner.submit(person, ["role": "viewer"]).status == 303)
    try await check(.readOnly)
    #expect(try await owner.submit(person, ["role": "editor"]).status == 303)
    try await check(nil)
    #expect(try await owner.submit("\(person)/remove").status == 303)
    try await check(.targetGone)
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
    #expect(
      try await ben.get("\(merge)?into=\(cabin)").main.contains(
        catalogue.moveItems(1, into: "Cabin")))
    let account = try #require(try hearth.accounts.account(named: "ben")).id
    let person = "/homes/\(cabin)/settings/people/\(account)"
    func press() async throws -> Browser.Answer {
      try await ben.submit(merge, ["into": cabin, "names": "combine"])
    }
    try await owner.get("/homes/\(cabin)/settings")
    #expect(try await owner.submit(person, ["role": "viewer"]).status == 303)
    let looking = try await press()
    #expect(looking.status == 409)
    #expect(looking.main.contains(catalogue.mergeObstacle(.readOnly("Cabin"), home: "Own")))
    #expect(looking.main.contains("href=\"\(merge)\""))
    #expect(try await owner.submit("\(person)/remove").status == 303)
    let removed = try await press()
    #expect(removed.status == 409)
    #expect(removed.main.contains(catalogue.mergeObstacle(.targetGone, home: "Own")))
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
        catalogue.mergeObstacle(.noOther, home: "Flat")))
    let cabin = try await owner.addHome("Cabin")
    let stan = try await hearth.person("stan")
    let own = try await stan.addHome("Own")
    #expect(try await stan.get("/homes/\(flat)/merge").status == 404)
    try await hearth.admit(stan, to: flat, of: owner, role: "viewer")
    #expect(try await stan.get("/homes/\(flat)/merge").status == 403)
    let looking = try await stan.get("/homes/\(own)/merge?into=\(flat)")
    #expect(looking.main.contains(catalogue.mergeObstacle(.readOnly("Flat"), home: "Own")))
    #expect(
      try await stan.submit("/homes/\(own)/merge", ["into": flat, "names": "combine"]).status
        == 409)
    // Of a home that somebody never had, they learn no more than of none.
    for into in [cabin, "none"] {
      let page = try await stan.get("/homes/\(own)/merge?into=\(into)").main
      #expect(page.contains(catalogue.mergeObstacle(.targetGone, home: "Own")))
      #expect(!page.contains("Cabin"))
    }
    let blocked = try await owner.get("/homes/\(flat)/merge")
    let losing = catalogue.mergeObstacle(
      .sharedOut([PersonBadge(id: "stan", name: "Stan")]), home: "Flat")
    #expect(blocked.main.contains(losing))
    let answer = try await owner.submit(
      "/homes/\(flat)/merge", ["into": cabin, "names": "combine"])
    #expect(answer.status == 409 && answer.main.contains(losing))
    #expect(try await owner.get("/homes/\(flat)").status == 200)
    #expect(try await owner.get("/merges/none").status == 404)
    #expect(try await owner.submit("/merges/none/undo").status == 404)
  }
}
