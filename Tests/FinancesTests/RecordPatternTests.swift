import Finances
import HearthDomain
import Household
import Replica
import SyncProtocol
import TestSupport
import Testing

/// What an expense of a group and an entry of one's own have in common.
@Suite struct RecordPatternTests {
  private struct Case: Sendable {
    var minor: Int64
    var currency: String
    var day: String?
    var fits: Bool
  }

  private static let cases: [Case] = [
    Case(minor: 1, currency: "EUR", day: "2026-01-31", fits: true),
    Case(minor: 9_000_000_000_000, currency: "JPY", day: "1000-01-01", fits: true),
    Case(minor: 1234, currency: "KWD", day: "2024-02-29", fits: true),
    Case(minor: 1234, currency: "CLF", day: "9999-12-31", fits: true),
    Case(minor: 0, currency: "EUR", day: "2026-01-31", fits: false),
    Case(minor: Int64.max, currency: "EUR", day: "2026-01-31", fits: false),
    Case(minor: Int64.min, currency: "EUR", day: "2026-01-31", fits: false),
    Case(minor: 100, currency: "XXX", day: "2026-01-31", fits: false),
    Case(minor: 100, currency: "", day: "2026-01-31", fits: false),
    Case(minor: 100, currency: "EUR", day: "2026-02-30", fits: false),
    Case(minor: 100, currency: "EUR", day: "31.01.2026", fits: false),
    Case(minor: 100, currency: "EUR", day: nil, fits: false),
  ]

  // S2-T3-d
  @Test(
    "an expense and an entry of one's own take and refuse the same amounts, currencies and days")
  func sameMoneyAndDays() async throws {
    let world = try await LedgerWorld()
    let (group, ada) = (world.group, try #require(world.members["Ada"]))
    for each in Self.cases {
      let money = ExpenseMoney(
        kind: .expense, currency: each.currency, amountMinor: each.minor, mode: .equal,
        shares: [.init(ada, paidMinor: each.minor, owedMinor: each.minor)])
      func succeeds(_ write: @escaping @Sendable (WriteTransaction) throws -> Void) async throws
        -> Bool
      {
        do {
          try await world.write(write)
          return true
        } catch is FinanceFailure {
          return false
        }
      }
      let shared = try await succeeds {
        try AddExpense(groupID: group, ExpenseDetails(title: "A", day: each.day), money)($0)
      }
      let own = try await succeeds {
        try AddLedgerEntry(
          LedgerEntryDetails(
            title: "A", amountMinor: each.minor, currency: each.currency, day: each.day))($0)
      }
      #expect(shared == each.fits && own == each.fits, "\(each)")
    }
    // Both stand in one list, with the same amount on the same day.
    let rows = try world.rows()
    for each in Self.cases where each.fits {
      let same = rows.filter {
        $0.amountMinor == each.minor && $0.currency == each.currency && $0.day == each.day
      }
      #expect(same.count == 2, "\(each)")
    }
  }

  // S2-T4-b S2-ARCH-3
  @Test("the place of a share is that of its expense, under its id, with its point on Earth")
  func samePlace() async throws {
    let world = try await LedgerWorld()
    let (group, ada) = (world.group, try #require(world.members["Ada"]))
    var details = ExpenseDetails(title: "Dinner", day: "2026-03-01")
    details.place = "Lisbon (38.70775, -9.13659)"
    let dinner = details
    let money = ExpenseMoney(
      kind: .expense, currency: "EUR", amountMinor: 100, mode: .equal,
      shares: [.init(ada, paidMinor: 100, owedMinor: 100)])
    let expense = try await world.write { try AddExpense(groupID: group, dinner, money)($0) }
    func places() throws -> [String] {
      try world.rows().filter { $0.sourceID == expense.id }.map(\.place)
    }
    #expect(try places() == [dinner.place])
    // A point that is nowhere is stored with neither.
    await #expect(throws: FinanceFailure.self) {
      var wrong = dinner
      wrong.place = "Nowhere (91.0, 0.0)"
      let nowhere = wrong
      try await world.write {
        _ = try EditExpense(expenseID: expense.id, details: nowhere, money: money)($0)
      }
    }
    #expect(try places() == [dinner.place])
    _ = try await world.write { try DeleteExpense(expenseID: expense.id)($0) }
    #expect(try places() == [])
  }
}
