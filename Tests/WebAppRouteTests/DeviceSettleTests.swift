import Finances
import HTTPServer
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import hearth
@testable import Web

/// What the hub decides about money, on a device whose hub is out of reach.
@Suite struct DeviceSettleTests {
  /// A group on a device, in which Ben owes Anna, who is nobody's yet.
  private struct World {
    let setting: DeviceSetting
    let app: DeviceApp
    let browser: Browser
    let group: String
    let anna: String
    let ben: String

    init() async throws {
      setting = try await DeviceSetting()
      group = try await setting.makeGroup()
      let owner = setting.owner
      let form = try await owner.get("\(group)/expenses/new").main
      let members = form.matches(of: /name="row" value="([^"]+)"/).map { String($0.1) }
      (anna, ben) = (try owner.require(members.first), try owner.require(members.last))
      let added = try await owner.submit(
        "\(group)/expenses/new",
        repeated: [
          ("title", "Rent"), ("amount", "10"), ("currency", "EUR"), ("day", "2026-06-01"),
          ("way", "equal"), ("payer", anna), ("row", anna), ("row", ben), ("in", anna),
          ("in", ben),
        ])
      #expect(added.status == 303, "\(added.main)")
      try await owner.get("\(group)/members/\(anna)")
      #expect(try await owner.submit("\(group)/members/\(anna)/release").status == 303)
      (app, browser) = try await setting.connectedDevice()
      await setting.server.stop()
    }

    func stop() async {
      await app.stop()
      await setting.server.stop()
    }
  }

  @Test("settling up without the hub offers the payment as a form, which is written without it")
  func settle() async throws {
    let world = try await World()
    let (browser, group) = (world.browser, world.group)
    let page = try await browser.get(group).main
    #expect(page.contains("value=\"500\"") && page.contains("\(group)/settle"))
    let answer = try await browser.submit(
      "\(group)/settle",
      ["from": world.ben, "to": world.anna, "currency": "EUR", "minor": "500"])
    #expect(answer.status == 503)
    #expect(MoneyWorld.unescaped(answer.main[...]).contains(catalogue.settleNeedsHub))
    #expect(answer.main.contains("action=\"\(group)/payments/new\""))
    #expect(answer.main.contains("value=\"5.00\"") || answer.main.contains("value=\"5\""))
    // Nothing is written by it, and the payment is still proposed.
    #expect(try await browser.get(group).main.contains("value=\"500\""))
    let paid = try await browser.submit(
      "\(group)/payments/new",
      [
        "from": world.ben, "to": world.anna, "amount": "5", "currency": "EUR",
        "day": "2026-06-02", "payment": "1",
      ])
    #expect(paid.status == 303)
    #expect(try await !browser.get(group).main.contains("\(group)/settle"))
    await world.stop()
  }

  @Test("who one is, and that two are one, the hub decides: without it a sentence says so")
  func whoIsWho() async throws {
    let world = try await World()
    let (browser, members) = (world.browser, "\(world.group)/members")
    let offered = try await browser.get(world.group).main
    #expect(offered.contains("\(members)/\(world.anna)/me"))
    let claimed = try await browser.submit("\(members)/\(world.anna)/me")
    try await browser.get("\(members)/\(world.ben)/combine")
    let combined = try await browser.submit(
      "\(members)/\(world.ben)/combine", ["into": world.anna])
    for answer in [claimed, combined] {
      #expect(answer.status == 503)
      #expect(MoneyWorld.unescaped(answer.main[...]).contains(catalogue.errorText(.needsHub)))
    }
    // Nothing has changed, here or on the hub.
    for page in [try await browser.get(members), try await world.setting.owner.get(members)] {
      for member in [world.anna, world.ben] { #expect(page.main.contains(member)) }
    }
    #expect(try await browser.get(world.group).main.contains("\(members)/\(world.anna)/me"))
    await world.stop()
  }
}
