import Household
import HubWeb
import SQLite
import SyncProtocol
import Testing

@testable import Web

/// The totals beside the hub: what pulls bring and take away must count like what is written.
@Suite struct TotalsTests {
  private struct Totals: Equatable {
    var stored: [String]
    var counted: [String]
  }

  private func totals(_ hearth: Hearth, of name: String) async throws -> Totals {
    let account = try #require(try hearth.accounts.account(named: name)).id
    let replica = try await hearth.replicas.replica(of: account)
    try await replica.refresh()
    return try await replica.read { connection in
      func rows(_ sql: String) throws -> [String] { try connection.query(sql) { $0.text(0) } }
      return Totals(
        stored: try rows(
          """
          SELECT json_array(homeID, locationID, isArchived, currency, itemCount, pricedCount,
            photoCount, value) FROM itemTotals ORDER BY 1
          """),
        counted: try rows(
          """
          SELECT json_array(homeID, coalesce(locationID, ''), isArchived, currency, count(*),
            count(priceMinor), 0, coalesce(sum(priceMinor * quantity), 0)) FROM items
            GROUP BY homeID, locationID, isArchived, currency ORDER BY 1
          """))
    }
  }

  @Test("the totals of both are a recount after each other's edits, an import and a removal")
  func pulls() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    let ben = try await hearth.guest(of: anna, home: home)
    func check(_ count: Int) async throws {
      for name in ["anna", "ben"] {
        let totals = try await totals(hearth, of: name)
        #expect(totals.stored == totals.counted)
        #expect(totals.stored.count >= count)
      }
    }
    let pan = try await hearth.addItem(anna, home, "Pan", price: "12")
    try await check(1)
    _ = try await hearth.addItem(ben, home, "Pot", price: "8.50")
    try await check(1)
    let text = """
      HB.import_ref,HB.name,HB.location,HB.labels,HB.quantity,HB.purchase_price
      a1,Road bicycle,Garage,Sport;Outdoors,1,1899.00
      a2,Kettle,Kitchen,,2,29.90
      """
    try await ben.get("/import")
    let (address, _) = try await ben.preview("things.csv", Array(text.utf8), home: home)
    _ = try await ben.runImport(address, home: home)
    try await check(3)
    try await anna.get("/items/\(pan)/delete")
    #expect(try await anna.submit("/items/\(pan)/delete").status == 303)
    try await check(3)
    let id = try #require(try hearth.accounts.account(named: "ben")).id
    try await anna.get("/homes/\(home)/settings/people/\(id)/remove")
    try await anna.submit("/homes/\(home)/settings/people/\(id)/remove")
    try await check(0)
    #expect(try await totals(hearth, of: "ben").stored.isEmpty)
  }
}
