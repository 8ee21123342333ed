import Testing

@testable import ThingsWeb
@testable import Web

/// What rooms are said to be worth when their things have prices in several currencies.
@Suite struct RoomWorthTests {
  private func add(
    _ price: String, _ currency: String, in place: String, _ browser: Browser, _ home: String
  ) async throws {
    try await browser.get("/homes/\(home)/items/new")
    let answer = try await browser.submit(
      "/homes/\(home)/items/new",
      [
        "name": "Thing in \(currency)", "quantity": "1", "price": price, "currency": currency,
        "locationID": place,
      ])
    #expect(answer.status == 303)
  }

  @Test("a room shows two amounts whole, and says how many currencies it leaves out of more")
  func severalCurrencies() async throws {
    let hearth = try Hearth()
    let (owner, home) = try await hearth.household("Flat")
    let kitchen = try await owner.addPlace("Galley", home)
    let cellar = try await owner.addPlace("Cellar", home)
    for place in [kitchen, cellar] {
      try await add("50,000", "JPY", in: place, owner, home)
      try await add("399", "EUR", in: place, owner, home)
    }
    try await add("2", "CHF", in: cellar, owner, home)
    func said(of place: String, on address: String) async throws -> String {
      let page = try await owner.get(address).main
      let pattern = try Regex("/rooms/\(place)\"(?s:.*?)<small class=\"num\">([^<]*)</small>")
      return try owner.require(page.firstMatch(of: pattern)?[1].substring.map { String($0) })
    }
    // The home's own currency comes first, whatever the numbers are.
    let rooms = "/homes/\(home)/rooms"
    #expect(try await said(of: kitchen, on: rooms) == "2 items · €399.00 · ¥50,000")
    #expect(try await said(of: cellar, on: rooms) == "3 items · €399.00 and 2 more currencies")
    let start = "/homes/\(home)"
    #expect(try await said(of: kitchen, on: start) == "2 items · €399 · ¥50,000")
    #expect(try await said(of: cellar, on: start) == "3 items · €399 and 2 more currencies")
    // The chart has room for one currency, and says which.
    let dashboard = try await owner.get(start).main
    #expect(dashboard.contains(catalogue.chartCurrency("EUR")))
    #expect(dashboard.contains("€798"))
  }
}
