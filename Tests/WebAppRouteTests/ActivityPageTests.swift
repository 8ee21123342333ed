import Testing

@testable import MoneyWeb
@testable import SharingWeb
@testable import ThingsWeb
@testable import Web

/// What all pages of activity have in common: who is named how, one change in full, older pages.
@Suite struct ActivityPageTests {
  private func newest(_ page: Browser.Answer, _ browser: Browser) throws -> String {
    let match = page.main.firstMatch(of: /\/homes\/[0-9a-f-]+\/activity\/[0-9]+/)
    return try browser.require(match.map { String($0.0) })
  }

  @Test("of oneself it says You; whoever came in is told so once, and who founded it not at all")
  func people() async throws {
    let world = try await MoneyWorld()
    let path = "/groups/\(world.group)/activity"
    let you = "<b>\(catalogue.you)</b>"
    let came = ">\(catalogue.activity(SharingEvent.cameIn, of: .group))<"
    let owner = try await world.anna.get(path).main
    #expect(owner.contains(you))
    // Ben and Vera came in; who founded it is in it without that.
    #expect(owner.ranges(of: came).count == 2)
    _ = try await world.add(world.ben, "Rent", "10", among: ["Anna", "Ben"])
    #expect(try await world.ben.get(path).main.contains(you))
  }

  @Test("an invite that somebody uses is not told as closed")
  func invites() async throws {
    let world = try await MoneyWorld()
    let page = try await world.anna.get("/groups/\(world.group)/activity").main
    #expect(page.contains(catalogue.activity(SharingEvent.invited, of: .group)))
    #expect(!page.contains(catalogue.activity(SharingEvent.inviteClosed, of: .group)))
  }

  @Test("a page of one change leads to no older ones, and says of none that they are missing")
  func one() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    for name in ["Kettle", "Toaster"] { _ = try await hearth.addItem(owner, home, name) }
    let list = try await owner.get("/homes/\(home)/activity")
    let change = try await owner.get(newest(list, owner)).main
    #expect(change.contains(catalogue.activity(.added, .init(.item, "Toaster"))))
    #expect(!change.contains(catalogue.olderActivity))
    #expect(!change.contains(catalogue.activityCutOff))
  }

  @Test("a change that never was is not taken back, and no other instead of it")
  func neverWas() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, home, "Kettle", price: "20")
    try await owner.get("/homes/\(home)/activity")
    #expect(try await owner.submit("/homes/\(home)/activity/9999").status == 410)
    #expect(try await owner.get("/items/\(item)").status == 200)
  }

  @Test("older changes of one thing are that thing's, down to the first")
  func older() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let item = try await hearth.addItem(owner, home, "Kettle", price: "20")
    for price in 1...25 {
      let form = try await owner.get("/items/\(item)?edit")
      let version = form.main.firstMatch(of: /name="version" value="([^"]*)"/).map { String($0.1) }
      let saved = try await owner.submit(
        "/items/\(item)?edit",
        [
          "name": "Kettle", "quantity": "1", "price": "\(20 + price)", "currency": "EUR",
          "version": version ?? "",
        ])
      try #require(saved.status == 303)
    }
    _ = try await hearth.addItem(owner, home, "Toaster", price: "9")
    let first = try await owner.get("/items/\(item)/activity").main
    let added = catalogue.activity(.added, .init(.item, "Kettle"))
    #expect(!first.contains(added) && first.contains(catalogue.olderActivity))
    let link = try #require(
      first.firstMatch(of: /href="(\/items\/[0-9a-f-]+\/activity\?before=[0-9]+)"/)
    ).1
    #expect(try await owner.get(String(link)).main.contains(added))
  }
}
