import Foundation
import Hub
import SQLite
import SyncProtocol
import Testing
import Things

@testable import hearth
@testable import SharingWeb
@testable import ThingsWeb
@testable import Web

/// Joining a home by somebody who has things of their own: what becomes of them.
@Suite struct DecisionTests {
  // S0-US002-desc S0-US003-desc
  @Test(
    "S0-US002-1 S0-US003-3 S0-US003-4 S0-US003-5 S0-US003-6 S0-DC3 S0-INTRO-2 S0-G1 S0-TC10 three ways"
  )
  func options() async throws {
    let setting = try await JoinSetting()
    let page = try await setting.ben.get("/i/\(setting.token)")
    let inputs = page.main.matches(of: /<input[^>]*name="choice"[^>]*>/).map { String($0.0) }
    #expect(inputs.count == 3)
    #expect(inputs.filter { $0.contains("checked") }.map { $0.contains("alongside") } == [true])
    for text in [
      catalogue.keepBothText("Cabin"), "Recommended",
      catalogue.mergeIntoText("Cabin"),
      "Remove all your existing data and use only the shared home",
    ] { #expect(page.main.contains(text), "\(text)") }
    for style in ["primary", "secondary", "danger"] {
      #expect(page.main.contains("class=\"choice \(style)"), "\(style)")
    }
    #expect(try setting.grants() == 1)
  }

  @Test("D-INV-20 D-MRG-10 who may only look cannot merge, on the page and in truth")
  func viewer() async throws {
    let setting = try await JoinSetting(role: "viewer")
    let page = try await setting.ben.get("/i/\(setting.token)")
    #expect(page.main.contains(catalogue.mergeNeedsRole))
    #expect(page.main.firstMatch(of: /<input[^>]*value="merge"[^>]*disabled/) != nil)
    let address = try await setting.choose("merge")
    #expect(try await setting.ben.get(address).main.contains(catalogue.mergeTitleForViewer))
    let forced = try await setting.ben.submit(
      address, ["choice": "merge", "home": setting.cottage, "names": "combine"])
    #expect(forced.status == 403)
    #expect(try setting.grants() == 1)
  }

  @Test("D-MRG-16 an invite can let somebody edit and not bring a home; its owner hears of others")
  func notInvited() async throws {
    let setting = try await JoinSetting(isApart: true)
    let (ben, anna) = (setting.ben, setting.anna)
    // Its owner sees which of the open invites it is.
    _ = try await setting.hearth.invite(anna, setting.cabin)
    let settings = try await anna.get("/homes/\(setting.cabin)/settings").main
    let open = settings.components(separatedBy: "<li data-key=").dropFirst()
      .compactMap { $0.components(separatedBy: "</li>").first }
      .filter { $0.contains("used 0 of 1") }
    let apart = open.filter { $0.contains(catalogue.mayNotMergeByInvite) }
    #expect(open.count == 2 && apart.count == 1, "\(open)")
    let page = try await ben.get("/i/\(setting.token)")
    #expect(page.main.contains(catalogue.mergeNotInvited))
    #expect(page.main.firstMatch(of: /<input[^>]*value="merge"[^>]*disabled/) != nil)
    let address = try await setting.choose("merge")
    #expect(try await ben.get(address).main.contains(catalogue.mergeTitleForViewer))
    let forced = try await ben.submit(
      address, ["choice": "merge", "home": setting.cottage, "names": "combine"])
    #expect(forced.status == 403)
    #expect(try setting.grants() == 1)
    // Who has joined and tries it from the home's settings is refused by the hub.
    try await ben.submit("\(address)/end")
    try await ben.get("/i/\(setting.token)")
    #expect(
      try await ben.submit("/i/\(setting.token)", ["choice": "alongside"]).location
        == "/homes/\(setting.cabin)/joined")
    let merge = "/homes/\(setting.cottage)/merge"
    try await ben.get("\(merge)?into=\(setting.cabin)")
    let answer = try await ben.submit(merge, ["into": setting.cabin, "names": "combine"])
    await setting.hearth.app.backgroundTasks.finishAll()
    let shown = try await ben.get(try #require(answer.location))
    #expect(shown.main.contains(catalogue.mergeFailure(.notInvited)))
    #expect(try await ben.get("/homes/\(setting.cottage)/items").main.contains("Rake"))
    #expect(try await anna.get("/people").main.contains("moved a home of their own") == false)
  }

  @Test("S0-US005-G3 a merge that fails after joining says so; trying again does it once")
  func failsAfterJoining() async throws {
    let setting = try await JoinSetting()
    let ben = setting.ben
    let address = try await setting.choose("merge")
    let hub = try Connection(path: setting.hearth.folder + "/hub.sqlite")
    try hub.executeScript(
      """
      CREATE TRIGGER fail BEFORE UPDATE OF mergedInto ON zones WHEN new.mergedInto IS NOT NULL
        BEGIN SELECT RAISE(ABORT, 'planted'); END
      """)
    try await ben.get("\(address)?home=\(setting.cottage)")
    let confirmed = try await ben.submit(
      address, ["choice": "merge", "home": setting.cottage, "names": "combine"])
    await setting.hearth.app.backgroundTasks.finishAll()
    let failed = try await ben.get(try #require(confirmed.location))
    #expect(failed.main.contains(catalogue.tryAgain))
    #expect(try setting.grants() == 2)
    #expect(try await ben.get(address).main.contains(catalogue.tryAgain))
    let items =
      "SELECT count(*) FROM records WHERE tableName = 'items' AND isDead = 0 AND zoneID = ?"
    func count(_ home: String) throws -> Int64? {
      try hub.first(items, .text(home)) { $0.integer(0) }
    }
    #expect(try count(setting.cottage) == 1 && count(setting.cabin) == 0)
    try hub.executeScript("DROP TRIGGER fail")
    let again = try await ben.submit(address, ["again": "1"])
    await setting.hearth.app.backgroundTasks.finishAll()
    let summary = try await ben.get(try #require(again.location))
    let done = try await ben.get(try #require(summary.location))
    #expect(done.main.contains("Moved 1 item, combined 1 place"))
    #expect(try count(setting.cottage) == 0 && count(setting.cabin) == 1)
    #expect(try setting.grants() == 2)
    #expect(
      try await setting.anna.get("/people").main.contains(
        "Ben moved a home of their own into Cabin")
    )
  }

  @Test("S0-US004-1 S0-NG3 the homes to pick have their true counts; nothing is asked per item")
  func picker() async throws {
    let setting = try await JoinSetting()
    let ben = setting.ben
    let barn = try await ben.addHome("Barn")
    for name in ["Hay", "Fork", "Cart"] { _ = try await ben.addItem(name, barn, at: "") }
    let loft = try await ben.addPlace("Loft", barn)
    _ = try await ben.addPlace("Box", barn, in: loft)
    let address = try await setting.choose("merge")
    let page = try await ben.get(address).main
    let hub = try Connection(path: setting.hearth.folder + "/hub.sqlite")
    for (home, name) in [(setting.cottage, "Cottage"), (barn, "Barn")] {
      func count(_ table: String) throws -> Int64 {
        try hub.first(
          """
          SELECT count(*) FROM records WHERE tableName = ? AND isDead = 0 AND zoneID = ?
          """, .text(table), .text(home)
        ) { $0.integer(0) } ?? 0
      }
      let (items, places) = (try count("items"), try count("locations"))
      let row = try #require(page.components(separatedBy: "<li").first { $0.contains(name) })
      #expect(row.contains(items == 1 ? "1 item" : "\(items) items"))
      #expect(row.contains(places == 1 ? "1 place" : "\(places) places"))
    }
    let plan = try await ben.get("\(address)?home=\(barn)").main
    let asked = Set(plan.matches(of: /<(?:input|select)[^>]* name="([^"]+)"/).map { String($0.1) })
    #expect(asked.isSubset(of: ["_token", "csrf", "choice", "home", "names", "count", "plan"]))
  }

  // S0-US004-desc
  @Test(
    "S0-US003-8 S0-US004-2 S0-US004-5 S0-US005-P1 S0-US005-G4 S0-US006-3 S0-DC4 S0-US004-3 a merge"
  )
  func merge() async throws {
    let setting = try await JoinSetting()
    let ben = setting.ben
    let address = try await setting.choose("merge")
    let pick = try await ben.get(address)
    #expect(pick.main.contains("Cottage") && pick.main.contains("1 item"))
    #expect(pick.main.contains("\(address)?home=\(setting.cottage)"))
    let plan = try await ben.get("\(address)?home=\(setting.cottage)")
    for text in [
      "Cottage → Cabin", "1 item moves", "1 place combines", "Join and move 1 item",
      "with the same name will be combined. The owner&#39;s versions take priority.",
    ] {
      #expect(plan.main.contains(text), "\(text)")
    }
    #expect(try setting.grants() == 1)
    let confirmed = try await ben.submit(
      address, ["choice": "merge", "home": setting.cottage, "names": "combine"])
    let next = try #require(confirmed.location)
    let summary = try #require(try await ben.get(next).location)
    let done = try await ben.get(summary)
    for text in [
      "You&#39;re All Set!", catalogue.movedTo("Cabin"),
      "Moved 1 item, combined 1 place",
    ] { #expect(done.main.contains(text), "\(text)") }
    #expect(try setting.grants() == 2)
    #expect(
      try await ben.get("/homes/\(setting.cottage)").location?.hasPrefix("/merges/") == true)
    #expect(try await setting.anna.get("/homes/\(setting.cabin)/items").main.contains("Rake"))
    // Nothing waits any more, and the browser goes where it likes.
    #expect(try await ben.get("/people").main.contains(catalogue.undecidedJoins) == false)
    #expect(try await ben.get("/items").status == 200)
    // A second tab that sends it once more gets to the same summary.
    for form: KeyValuePairs in [
      ["choice": "merge", "home": setting.cottage, "names": "combine"], ["choice": "merge"],
    ] { #expect(try await ben.submit(address, form).location == summary) }
  }

  @Test(
    "S0-US003-9 S0-US006-4 S0-FR7 D-FRS-1 D-FRS-6 a fresh start: type, join, remove"
  )
  func fresh() async throws {
    let setting = try await JoinSetting(role: "viewer")
    let ben = setting.ben
    let address = try await setting.choose("fresh")
    let page = try await ben.get(address)
    for text in ["Cottage", "Recently deleted for 30 days", "you will be able to look"] {
      #expect(page.main.contains(text), "\(text)")
    }
    let count = try #require(
      page.main.firstMatch(of: /name="count" value="(\d+)"/).map { String($0.1) })
    #expect(
      try await ben.submit(address, ["choice": "fresh", "name": "", "count": count]).status == 422)
    let wrong = try await ben.submit(
      address, ["choice": "fresh", "name": "Cabn", "count": count])
    #expect(wrong.status == 422)
    #expect(wrong.main.contains("This is not the name. Type Cabin exactly."))
    #expect(wrong.main.contains("value=\"Cabn\""))
    #expect(
      try await ben.submit(address, ["choice": "fresh", "name": "Cabin", "count": "77"]).status
        == 409)
    #expect(try setting.grants() == 1)
    let confirmed = try await ben.submit(
      address, ["choice": "fresh", "name": "cabin", "count": count])
    let progress = try #require(confirmed.location)
    let next = try #require(try await ben.get(progress).location)
    let done = try await ben.get(next)
    #expect(done.main.contains("You&#39;re all set with Cabin"))
    let homes = try await ben.get("/homes")
    #expect(homes.main.contains("Cabin"))
    // It can be brought back for 30 days.
    #expect(homes.main.contains(catalogue.recentlyDeleted) && homes.main.contains("Cottage"))
    #expect(try await ben.get("/homes/\(setting.cottage)").status == 404)
  }

  @Test("D-FRS-4 what a fresh start removed comes back as it was, row for row, with its photos")
  func freshAndBack() async throws {
    let setting = try await JoinSetting()
    let (ben, cottage) = (setting.ben, setting.cottage)
    let replica = try setting.hearth.replica(of: "ben")
    try await replica.sync()
    try EveryTable.fill(replica, cottage)
    try await replica.sync()
    let before = try replica.rows(of: cottage)
    let address = try await setting.choose("fresh")
    let count = try #require(
      try await ben.get(address).main.firstMatch(of: /name="count" value="(\d+)"/)
    ).1
    try await ben.submit(
      address, ["choice": "fresh", "name": "Cabin", "count": String(count)])
    await setting.hearth.app.backgroundTasks.finishAll()
    try await ben.get(address)
    try await replica.sync()
    #expect(try replica.rows(of: cottage).values.allSatisfy(\.isEmpty))
    try await ben.get("/homes")
    let back = try await ben.submit(Route.deleted(.restoreZone(.home, zone: cottage)).path)
    #expect(back.location == "/homes/\(cottage)")
    try await replica.sync()
    let after = try replica.rows(of: cottage)
    for (table, rows) in before where !["participants", "invites"].contains(table) {
      #expect(after[table] == rows, "\(table)")
    }
    #expect(try await ben.get("/homes/\(setting.cabin)").status == 200)
  }

  @Test(
    "D-MRG-15 D-MRG-23 what came after the preview is asked about; labels are seen by the others")
  func lateAdditions() async throws {
    let setting = try await JoinSetting()
    let (ben, cottage) = (setting.ben, setting.cottage)
    let address = try await setting.choose("merge")
    let plan = try await ben.get("\(address)?home=\(cottage)&names=separate").main
    #expect(plan.contains("1 item moves"))
    // His tablet writes meanwhile, and so does she into the other home.
    let tablet = try setting.hearth.replica(of: "ben", "tablet")
    try await tablet.sync()
    try tablet.write { transaction in
      let label = try AddLabel(homeID: cottage, LabelDetails(name: "Sharp"))(transaction).id
      try AddItem(
        homeID: cottage, ItemDetails(name: "Scythe", currency: "EUR"), labelIDs: [label])(
          transaction)
    }
    try await tablet.sync()
    _ = try await setting.hearth.addItem(setting.anna, setting.cabin, "Kettle")
    let form: KeyValuePairs = ["choice": "merge", "home": cottage, "names": "separate"]
    let again = try await ben.submit(address, form)
    #expect(again.status == 409)
    for text in [catalogue.hasChanged, "2 items move", "Join and move 2 items"] {
      #expect(again.main.contains(text), "\(text)")
    }
    #expect(try setting.grants() == 1)
    #expect(try await ben.submit(address, form).status == 303)
    await setting.hearth.app.backgroundTasks.finishAll()
    let items = try await setting.anna.get("/homes/\(setting.cabin)/items").main
    for name in ["Rake", "Scythe", "Kettle"] { #expect(items.contains(name), "\(name)") }
    #expect(try await setting.anna.get("/homes/\(setting.cabin)/labels").main.contains("Sharp"))
    let found = try await setting.anna.get("/homes/\(setting.cabin)/items?q=label:sharp").main
    #expect(found.contains("Scythe") && !found.contains("Rake"))
  }

  @Test("a place of a same name that the other home has by now is asked about before joining")
  func lateName() async throws {
    let setting = try await JoinSetting()
    let ben = setting.ben
    _ = try await ben.addPlace("Loft", setting.cottage)
    let address = try await setting.choose("merge")
    let plan = try await ben.get("\(address)?home=\(setting.cottage)").main
    #expect(plan.contains("1 place combines, 1 place moves"))
    _ = try await setting.anna.addPlace("loft", setting.cabin)
    let form: KeyValuePairs = ["choice": "merge", "home": setting.cottage, "names": "combine"]
    let again = try await ben.submit(address, form)
    #expect(again.status == 409 && again.main.contains("2 places combine"))
    #expect(again.main.contains(catalogue.hasChanged))
    let confirmed = try await ben.submit(address, form)
    await setting.hearth.app.backgroundTasks.finishAll()
    let next = try #require(confirmed.location)
    let summary = try #require(try await ben.get(next).location)
    #expect(try await ben.get(summary).main.contains("combined 2 places"))
    // The old page sent once more leads to the same summary.
    #expect(try await ben.submit(address, form).location == summary)
  }

  @Test(
    "S0-US003-1 S0-FR4 D-INV-5 D-INV-8 nothing else until it is decided"
  )
  func blocking() async throws {
    let setting = try await JoinSetting()
    let ben = setting.ben
    let address = try await setting.choose("merge")
    for other in ["/", "/homes", "/items", "/people"] {
      #expect(try await ben.get(other).location == address, "\(other)")
    }
    // Another device of his is told, and can go on.
    let tablet = setting.hearth.browser()
    try await tablet.get("/signin")
    try await tablet.submit("/signin", ["name": "ben", "password": "a long password of ben"])
    let people = try await tablet.get("/people")
    #expect(
      people.main.contains(catalogue.undecidedJoins) && people.main.contains("href=\"\(address)\""))
    #expect(try await tablet.get(address).main.contains("Cottage"))
    #expect(try await ben.submit("\(address)/end").location == "/")
    #expect(try await ben.get("/homes").status == 200)
    #expect(try setting.grants() == 1)
    #expect(try await tablet.get(address).main.contains(catalogue.allAsItWas))
  }

  @Test(
    "D-INV-3 S0-US007-1 I0-5 an invite that ends meanwhile has its page, and nothing is lost",
    arguments: ["merge", "fresh"], [true, false])
  func meanwhile(choice: String, isRevoked: Bool) async throws {
    let setting = try await JoinSetting()
    let ben = setting.ben
    let address = try await setting.choose(choice)
    try await ben.get("\(address)?home=\(setting.cottage)")
    if isRevoked {
      let shown = try await setting.anna.get("/homes/\(setting.cabin)/settings").text
      let revoke = try #require(
        shown.firstMatch(of: /action="([^"]+\/revoke)"/).map { String($0.1) })
      try await setting.anna.submit(revoke)
    } else {
      let flat = try await setting.anna.addHome("Flat")
      try await setting.anna.submit("/homes/\(flat)/primary")
      let delete = "/homes/\(setting.cabin)/delete"
      try await setting.anna.get(delete)
      #expect(try await setting.anna.submit(delete, ["name": "Cabin"]).status == 303)
    }
    let form: KeyValuePairs =
      choice == "merge"
      ? ["choice": choice, "home": setting.cottage, "names": "combine"]
      : ["choice": choice, "name": "Cabin", "count": "1"]
    let page = try await ben.submit(address, form)
    #expect(page.status == 410)
    #expect(
      page.main.contains(
        catalogue.joinFailureTitle(isRevoked ? .revoked : .homeGone)))
    if isRevoked { #expect(try setting.grants() == 1) }
    #expect(try await ben.get("/homes/\(setting.cottage)/items").main.contains("Rake"))
  }

  @Test(
    "D-MRG-8 a home that somebody else has got meanwhile does not go, and nothing is joined"
  )
  func sharedMeanwhile() async throws {
    let setting = try await JoinSetting()
    let ben = setting.ben
    let address = try await setting.choose("merge")
    // Somebody else comes into the cottage between the preview and the yes.
    let eve = try await setting.hearth.person("eve", displayName: "Eve")
    let other = setting.hearth.browser()
    try await other.get("/signin")
    try await other.submit("/signin", ["name": "ben", "password": "a long password of ben"])
    try await setting.hearth.admit(eve, to: setting.cottage, of: other, role: "editor")
    let answer = try await ben.submit(
      address, ["choice": "merge", "home": setting.cottage, "names": "combine"])
    #expect(answer.status == 409)
    #expect(answer.main.contains("would lose Cottage"))
    #expect(try setting.grants() == 1)
    #expect(try await eve.get("/homes/\(setting.cottage)/items").main.contains("Rake"))
  }
}
