import Finances
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import Web

/// Rates of a group's own, on its pages. Today is 12 June 2026.
@Suite struct RateRouteTests {
  private func enter(
    _ world: MoneyWorld, _ browser: Browser, _ rate: String, from: String = "USD",
    to: String = "EUR", on day: String = "2026-06-01"
  ) async throws -> Browser.Answer {
    let path = "/groups/\(world.group)/rates"
    try await browser.get(path)
    return try await browser.submit(
      path, ["fromCurrency": from, "toCurrency": to, "rate": rate, "day": day])
  }

  @Test("D-DBT-5 a rate of the group's own goes before the bank's, with its day and who entered it")
  func own() async throws {
    let world = try await MoneyWorld()
    try await world.add(world.anna, "Taxi", "30", more: [("currency", "USD")])
    let balances = "/groups/\(world.group)/balances"
    let bank = try await world.ben.get(balances).main
    #expect(bank.contains(catalogue.source(.bank("European Central Bank"))))
    let list = "/groups/\(world.group)/rates"
    #expect(bank.contains("href=\"\(list)\""))
    #expect(try await enter(world, world.ben, "0,5").location == list)
    let own = try await world.anna.get(balances).main
    #expect(own.contains("1 USD = 0.5 EUR") && own.contains("€10.00"), "and two thirds of 30")
    #expect(own.contains(catalogue.source(.person("ben"))) || own.contains("Ben"))
    #expect(!own.contains("European Central Bank"))
    // Its day is told where it is listed; a viewer sees it and changes nothing.
    let shown = try await world.vera.get(list).main
    #expect(shown.contains("1 USD = 0.5 EUR") && !shown.contains("/remove\""))
    #expect(try await enter(world, world.vera, "2").status == 403)
  }

  @Test("a rate that is removed leaves the bank's, and comes back with undo")
  func removed() async throws {
    let world = try await MoneyWorld()
    let list = "/groups/\(world.group)/rates"
    _ = try await enter(world, world.anna, "0.5")
    let page = try await world.anna.get(list)
    let remove = try world.anna.require(
      page.main.firstMatch(of: /action="([^"]+\/remove)"/).map { String($0.1) })
    #expect(try await world.anna.submit(remove).location == list)
    let after = try await world.anna.get(list)
    #expect(after.main.contains(catalogue.noRates))
    let undo = try world.anna.require(
      after.text.firstMatch(of: /action="(\/undo\/[^"]+)"/).map { String($0.1) })
    #expect(try await world.anna.submit(undo).status == 303)
    #expect(try await world.anna.get(list).main.contains("1 USD = 0.5 EUR"))
    #expect(try await world.stan.get(list).status == 404)
  }

  @Test("what is typed wrong in a rate is told at its field, and what was typed stays")
  func problems() async throws {
    let world = try await MoneyWorld()
    let cases = [
      ("much", "USD", "EUR", "2026-06-01", "rate"), ("0", "USD", "EUR", "2026-06-01", "rate"),
      ("", "USD", "EUR", "2026-06-01", "rate"), ("1", "ZZZ", "EUR", "2026-06-01", "fromCurrency"),
      ("1", "EUR", "EUR", "2026-06-01", "toCurrency"), ("1", "USD", "EUR", "June", "day"),
      ("1", "USD", "EUR", "", "day"),
    ]
    for (rate, from, to, day, field) in cases {
      let answer = try await enter(world, world.anna, rate, from: from, to: to, on: day)
      #expect(answer.status == 422, "\(field)")
      #expect(answer.main.contains("id=\"f-\(field)-problem\""), "\(rate) \(from) \(to) \(day)")
    }
    #expect(
      try await world.anna.get("/groups/\(world.group)/rates").main.contains(catalogue.noRates))
  }
}
