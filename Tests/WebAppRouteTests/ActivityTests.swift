import Testing

@testable import SharingWeb
@testable import ThingsWeb
@testable import Web

/// What happened in a home, as people see it and take it back.
@Suite struct ActivityTests {
  /// The address of the change that the page lists first.
  private func newest(_ page: Browser.Answer, _ browser: Browser) throws -> String {
    let match = page.main.firstMatch(of: /\/homes\/[0-9a-f-]+\/activity\/[0-9]+/)
    return try browser.require(match.map { String($0.0) })
  }

  private func edit(
    _ browser: Browser, _ item: String, name: String, price: String, currency: String = "EUR"
  ) async throws {
    let form = try await browser.get("/items/\(item)?edit")
    let version = form.main.firstMatch(of: /name="version" value="([^"]*)"/).map { String($0.1) }
    let saved = try await browser.submit(
      "/items/\(item)?edit",
      [
        "name": name, "quantity": "1", "price": price, "currency": currency,
        "version": version ?? "",
      ])
    #expect(saved.status == 303)
  }

  @Test("a home's activity says who did what, with both values, and names what is gone")
  func listed() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let editor = try await hearth.guest(of: owner, home: home)
    let item = try await hearth.addItem(owner, home, "Kettle", price: "20")
    try await edit(editor, item, name: "Kettle", price: "25")
    let page = try await owner.get("/homes/\(home)/activity")
    #expect(page.main.contains("Ben"))
    #expect(page.main.contains(catalogue.activity(.changed, .init(.item, "Kettle"))))
    #expect(
      page.main.contains(
        catalogue.fieldChange(catalogue.title(of: "priceMinor")!, from: "€20.00", to: "€25.00")))
    #expect(page.main.contains(catalogue.activity(.added, .init(.item, "Kettle"))))
    #expect(page.main.contains(catalogue.activity(SharingEvent.cameIn)))
    try await editor.get("/items/\(item)/delete")
    try await editor.submit("/items/\(item)/delete")
    #expect(
      try await owner.get("/homes/\(home)/activity").main.contains(
        catalogue.activity(.removed, .init(.item, "Kettle"))))
    #expect(try await owner.get("/items/\(item)/activity").status == 404)
  }

  @Test("what goes to another home is told as moved away, and there as brought")
  func moves() async throws {
    let setting = try await JoinSetting()
    let ben = setting.ben
    let attic = try await ben.addPlace("Attic", setting.cottage)
    for name in ["Trunk", "Globe", "Easel", "Harp"] {
      _ = try await ben.addItem(name, setting.cottage, at: attic)
    }
    let flat = try await ben.addHome("Flat")
    let move = "/homes/\(setting.cottage)/rooms/\(attic)/move"
    try await ben.get(move)
    let moved = try await ben.submit(move, ["home": flat, "parentID": "", "name": "Attic"])
    #expect(moved.status == 303)
    let left = try await ben.get("/homes/\(setting.cottage)/activity").main
    #expect(left.contains(catalogue.activity(.count(.moved, .item, 4))))
    #expect(left.contains(catalogue.activity(.moved, .init(.place, "Attic"))))
    let deleted = catalogue.activity(.removed, .init(.item, "#")).prefix { $0 != "#" }
    #expect(!left.contains(deleted))
    let came = try await ben.get("/homes/\(flat)/activity").main
    #expect(came.contains(catalogue.activity(.count(.brought, .item, 4))))
    #expect(came.contains(catalogue.activity(.brought, .init(.place, "Attic"))))

    // The same of a merge, for those who were there before.
    let address = try await setting.choose("merge")
    try await ben.get("\(address)?home=\(setting.cottage)")
    try await ben.submit(
      address, ["choice": "merge", "home": setting.cottage, "names": "combine"])
    await setting.hearth.app.backgroundTasks.finishAll()
    let joined = try await setting.anna.get("/homes/\(setting.cabin)/activity").main
    #expect(joined.contains(catalogue.activity(.brought, .init(.item, "Rake"))))
  }

  @Test("one change is taken back, and that again; what has changed since stays and is told")
  func takenBack() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, home, "Kettle", price: "20")
    try await edit(owner, item, name: "Steel kettle", price: "25")
    let list = "/homes/\(home)/activity"
    let change = try newest(try await owner.get(list), owner)
    #expect(try await owner.get(change).main.contains(catalogue.takeBack))
    #expect(try await owner.submit(change).location == list)
    #expect(try await owner.get("/items/\(item)").main.contains("€20.00"))
    // The same change has nothing left to take back.
    try await owner.get(change)
    let again = try await owner.submit(change)
    #expect(
      again.status == 409 && again.main.contains(catalogue.activityProblem(.nothingLeft)))
    let back = try newest(try await owner.get(list), owner)
    #expect(back != change)
    try await owner.get(back)
    try await owner.submit(back)
    let page = try await owner.get("/items/\(item)")
    #expect(page.main.contains("Steel kettle") && page.main.contains("€25.00"))
  }

  @Test("a deleted item comes back from the activity with its fields, long after its undo is gone")
  func deletedItem() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, home, "Kettle", price: "20")
    try await owner.upload(
      "/items/\(item)/photos",
      files: [.init(field: "photos", name: "a.png", type: "image/png", bytes: TestPictures.png)])
    try await owner.get("/items/\(item)/delete")
    try await owner.submit("/items/\(item)/delete")
    hearth.advance(milliseconds: 20 * 86_400_000)
    let change = try newest(try await owner.get("/homes/\(home)/activity"), owner)
    try await owner.get(change)
    try await owner.submit(change)
    let page = try await owner.get("/items/\(item)")
    #expect(page.main.contains("€20.00") && page.main.contains("/photos/"))
  }

  @Test("an item's activity gives one former value back, and refuses one in another currency")
  func restored() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, home, "Kettle", price: "20")
    try await edit(owner, item, name: "Steel kettle", price: "25")
    try await edit(owner, item, name: "Red kettle", price: "30")
    let page = try await owner.get("/items/\(item)/activity")
    let addresses = page.main.matches(of: /action="(\/homes\/[^"]*\/restore)"/).map { String($0.1) }
    let first = try owner.require(addresses.last)
    let form: KeyValuePairs = ["table": "items", "id": item, "register": "priceMinor"]
    let restored = try await owner.submit(first, form)
    #expect(restored.location == "/items/\(item)/activity")
    let now = try await owner.get("/items/\(item)")
    #expect(now.main.contains("Red kettle") && now.main.contains("€20.00"))
    try await edit(owner, item, name: "Red kettle", price: "20", currency: "USD")
    try await owner.get("/items/\(item)/activity")
    let refused = try await owner.submit(first, form)
    #expect(
      refused.status == 409 && refused.main.contains(catalogue.activityProblem(.otherCurrency)))
    let wrongs: [KeyValuePairs<String, String>] = [
      ["table": "items", "id": home, "register": "priceMinor"],
      ["table": "items", "id": item, "register": "createdBy"],
      ["table": "x; DROP TABLE items", "id": item, "register": "name"],
    ]
    for wrong in wrongs {
      try await owner.get("/items/\(item)/activity")
      #expect(try await owner.submit(first, wrong).status == 400)
    }
  }

  @Test("a viewer sees the activity and takes nothing back; who joined later sees less")
  func viewer() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, home, "Kettle", price: "20")
    hearth.advance(milliseconds: 60_000)
    let viewer = try await hearth.guest(of: owner, home: home, role: "viewer")
    hearth.advance(milliseconds: 60_000)
    try await edit(owner, item, name: "Steel kettle", price: "25")
    let list = "/homes/\(home)/activity"
    let page = try await viewer.get(list)
    #expect(page.main.contains(catalogue.activity(.changed, .init(.item, "Kettle"))))
    #expect(!page.main.contains(catalogue.activity(.added, .init(.item, "Kettle"))))
    #expect(page.main.contains(catalogue.activityCutOff))
    #expect(!page.main.contains(catalogue.lookAndTakeBack))
    let change = try newest(try await owner.get(list), owner)
    #expect(try await !viewer.get(change).main.contains(catalogue.takeBack))
    #expect(try await viewer.submit(change).status == 403)
  }

  @Test("an address of a change that never was is gone, and one that is none is not found")
  func missing() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    #expect(try await owner.get("/homes/\(home)/activity/9999").status == 410)
    #expect(try await owner.get("/homes/\(home)/activity/0").status == 404)
    #expect(try await owner.get("/homes/\(home)/activity/x").status == 404)
  }
}
