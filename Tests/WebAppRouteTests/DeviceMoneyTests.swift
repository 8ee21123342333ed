import Finances
import Foundation
import HTTPServer
import Testing

@testable import hearth
@testable import MoneyWeb
@testable import Web

/// Money on a device whose hub is out of reach.
@Suite struct DeviceMoneyTests {
  private let words = Catalogue()
  private var mark: String { waitingChip(words).string }

  private func marks(_ page: Browser.Answer) -> Int { page.main.ranges(of: mark).count }

  /// A group on a device, with an expense that the hub has.
  private struct World {
    let setting: DeviceSetting
    let app: DeviceApp
    let browser: Browser
    let group: String

    init() async throws {
      setting = try await DeviceSetting()
      group = try await setting.makeGroup()
      try await World.pay("Rent", from: setting.owner, group)
      (app, browser) = try await setting.connectedDevice()
    }

    /// Records a payment between the two members, whose ids the form has.
    static func pay(_ title: String, from browser: Browser, _ group: String) async throws {
      let form = try await browser.get("\(group)/payments/new")
      let members = form.main.matches(of: /<option value="([0-9a-f-]{36})"/).map { String($0.1) }
      let ids = members.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
      let answer = try await browser.submit(
        "\(group)/payments/new",
        [
          "title": title, "amount": "9", "currency": "EUR", "day": "2026-06-01",
          "from": try browser.require(ids.first), "to": try browser.require(ids.last),
        ])
      #expect(answer.status == 303, "\(answer.main)")
    }

    /// Where the expense is that stands first in the list: the one entered last.
    func newest() async throws -> String {
      let page = try await browser.get(group)
      let found = page.main.firstMatch(of: /href="(\/groups\/[^"\/]+\/expenses\/[0-9a-f-]{36})"/)
      return String(try #require(found).1)
    }

    func stop() async {
      await app.stop()
      await setting.server.stop()
    }
  }

  @Test("an amount that the hub has not got is marked where it stands and in every sum, until then")
  func waiting() async throws {
    let world = try await World()
    let (browser, group) = (world.browser, world.group)
    let sums = [group, "\(group)/balances", "\(group)/debts", "/groups", "/today"]
    for path in sums { #expect(try await marks(browser.get(path)) == 0) }
    let before = try await world.newest()
    await world.setting.server.stop()
    try await World.pay("Heating", from: browser, group)
    let paid = try await world.newest()
    #expect(paid != before)
    let list = try await browser.get(group)
    #expect(marks(list) == 1)
    #expect(list.main.contains(words.includesWaiting(1)))
    #expect(try await marks(browser.get(paid)) == 1)
    // What was there before is not marked.
    #expect(try await marks(browser.get(before)) == 0)
    for path in sums {
      #expect(try await browser.get(path).main.contains(words.includesWaiting(1)), "\(path)")
    }
    try world.setting.server.start()
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
    for path in sums + [paid] {
      let page = try await browser.get(path)
      #expect(marks(page) == 0 && !page.main.contains(words.includesWaiting(1)), "\(path)")
    }
    #expect(try await world.setting.owner.get(paid).status == 200)
    await world.stop()
  }

  @Test("what waits to be deleted is in the sums and in no list, and a new entry is marked, too")
  func deletedAndOwn() async throws {
    let world = try await World()
    let (browser, group) = (world.browser, world.group)
    let rent = try await world.newest()
    await world.setting.server.stop()
    try await browser.get(rent)
    #expect(try await browser.submit("\(rent)/delete").status == 303)
    let list = try await browser.get(group)
    #expect(marks(list) == 0 && list.main.contains(words.includesWaiting(1)))
    // What is added and deleted again while nothing is sent changes no sum.
    try await World.pay("Heating", from: browser, group)
    let paid = try await world.newest()
    #expect(try await browser.get(group).main.contains(words.includesWaiting(2)))
    try await browser.get(paid)
    try await browser.submit("\(paid)/delete")
    #expect(try await browser.get(group).main.contains(words.includesWaiting(1)))
    let form = try await browser.get("/personal/new")
    #expect(form.status == 200)
    let now = Double(world.app.app.now()) / 1000
    let today = words.calendarDay(Date(timeIntervalSince1970: now)).text
    let entered = try await browser.submit(
      "/personal/new",
      [
        "title": "Bakery", "amount": "8", "currency": "EUR", "kind": "spending", "day": today,
        "tags": "",
      ])
    #expect(entered.status == 303, "\(entered.main)")
    let ledger = try await browser.get("/personal")
    #expect(marks(ledger) == 1 && ledger.main.contains(words.includesWaiting(1)))
    let found = try await browser.get("/personal?q=bakery")
    #expect(marks(found) == 1 && found.main.contains(words.includesWaiting(1)))
    let pages = ["/personal/budgets", "/personal/spending"]
    for path in pages {
      #expect(try await browser.get(path).main.contains(words.includesWaiting(1)), "\(path)")
    }
    // What waits of other months is in no sum of this one.
    let month = today.prefix(4) == "2025" ? "2024-01" : "2025-01"
    for path in pages.map({ $0 + "?month=\(month)&year=2025" }) where path.contains("budgets") {
      #expect(try await !browser.get(path).main.contains(words.includesWaiting(1)), "\(path)")
    }
    try world.setting.server.start()
    try await browser.get("/sync")
    try await browser.submit("/sync/now")
    for path in pages + ["/personal?q=bakery"] {
      #expect(try await !browser.get(path).main.contains(words.includesWaiting(1)), "\(path)")
    }
    await world.stop()
  }

  @Test("what waits is said beside the total of a selection, picked or all that the list finds")
  func selection() async throws {
    let world = try await World()
    let (browser, group) = (world.browser, world.group)
    let rent = try await world.newest()
    await world.setting.server.stop()
    try await World.pay("Heating", from: browser, group)
    let heating = try await world.newest()
    func id(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }
    try await browser.get(group)
    func total(_ fields: [(String, String)]) async throws -> Browser.Answer {
      try await browser.submit("\(group)/selection", repeated: fields + [("do", "total")])
    }
    let both = try await total([("expense", id(rent)), ("expense", id(heating))])
    #expect(both.main.contains(words.includesWaiting(1)) && marks(both) == 1)
    let old = try await total([("expense", id(rent))])
    #expect(old.status == 200 && !old.main.contains(words.includesWaiting(1)))
    let all = try await total([("all", "yes")])
    #expect(all.main.contains(words.includesWaiting(1)))
    try await browser.get("/personal/new")
    let now = Double(world.app.app.now()) / 1000
    let today = words.calendarDay(Date(timeIntervalSince1970: now)).text
    try await browser.submit(
      "/personal/new",
      [
        "title": "Bakery", "amount": "8", "currency": "EUR", "kind": "spending", "day": today,
        "tags": "",
      ])
    let list = try await browser.get("/personal")
    let key = try #require(list.main.firstMatch(of: /name="entry" value="([^"]+)"/)).1
    // The payment is in the ledger, too.
    for (field, count) in [(("entry", String(key)), 1), (("all", "yes"), 2)] {
      let page = try await browser.submit(
        "/personal/selection", repeated: [field, ("do", "total")])
      #expect(page.main.contains(words.includesWaiting(count)), "\(field) \(page.status)")
    }
    await world.stop()
  }
}
