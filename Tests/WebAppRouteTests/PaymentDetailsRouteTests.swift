import Testing

@testable import MoneyWeb
@testable import Web

/// On pages how a member is paid is shown to them and to whoever owes them (decision 0076).
@Suite struct PaymentDetailsRouteTests {
  private static let iban = "DE02 1203 0000"

  @Test("only a member's own account has a field for it; others see it while they owe")
  func pages() async throws {
    let world = try await MoneyWorld()
    let members = "/groups/\(world.group)/members"
    let path = "\(members)/\(world.member("Ben"))"
    let field = "name=\"payment\""
    // Nobody is Ben yet: an editor says how he is paid.
    #expect(try await world.anna.get(path).main.contains(field))
    try await world.ben.get(members)
    try await world.ben.submit("\(path)/me")
    try await world.ben.get(path)
    let saved = try await world.ben.submit(
      path, ["name": "Ben", "weight": "1", "payment": Self.iban])
    #expect(saved.status == 303, "\(saved.main)")
    #expect(try await world.ben.get(path).main.contains(Self.iban))
    let activity = "/groups/\(world.group)/activity"
    #expect(try await world.ben.get(activity).main.contains(Self.iban))
    for browser in [world.anna, world.vera] {
      for address in [path, members, activity, "/groups/\(world.group)"] {
        let page = try await browser.get(address)
        #expect(page.status == 200 && !page.text.contains(Self.iban), "\(address)")
      }
    }
    let form = try await world.anna.get(path).main
    #expect(!form.contains(field))
    #expect(form.contains(catalogue.theySayHowToPay("Ben")))
    #expect(
      try await world.anna.get(activity).main.contains(catalogue.difference(.paymentDetails)))
    // A form from before he was somebody's account, or a made-up one, is refused.
    let forged = try await world.anna.submit(
      path, ["name": "Ben", "weight": "1", "payment": "DE00"])
    #expect(forged.status == 403)
    // Renaming him leaves it.
    try await world.anna.submit(path, ["name": "Benno", "weight": "2"])
    #expect(try await world.ben.get(path).main.contains(Self.iban))
    // Anna owes him then.
    try await world.add(world.anna, "Dinner", "30", by: "Ben")
    for address in [path, "/groups/\(world.group)"] {
      #expect(try await world.anna.get(address).main.contains(Self.iban), "\(address)")
    }
    #expect(try await !world.vera.get(path).main.contains(Self.iban))
  }
}
