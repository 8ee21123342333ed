import Finances
import HearthDomain
import Household
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// Who paid in a year, and how balances stood at the end of each month.
@Suite struct GroupMonthsTests {
  @Test("the balance at the end of a month counts all before it; who paid, the year's expenses")
  func months() throws {
    let flat = try GroupWorld()
    func add(_ day: String, _ money: ExpenseMoney) throws -> RecordID {
      try flat.ann.write {
        try AddExpense(groupID: flat.group, ExpenseDetails(title: "Bread", day: day), money)($0).id
      }
    }
    _ = try add("2025-12-31", flat.money(1000))
    let moved = try add("2026-02-10", flat.money(300, by: "Bob"))
    _ = try add("2026-02-11", flat.money(-100))
    _ = try add(
      "2026-04-01",
      ExpenseMoney(paying: 200, "EUR", from: flat.member("Bob"), to: flat.member("Ann")))
    _ = try add("2026-04-02", flat.money(9000, in: "JPY"))
    _ = try add("2027-01-01", flat.money(5000))
    func read(_ year: Int, _ name: String, _ last: Int = 12) throws -> GroupMonths {
      try flat.ann.connection.transaction { try Finances.rebuild(flat.ann.connection) }
      return try GroupMonths(
        of: flat.group, in: "EUR", year: year, member: flat.member(name), lastMonth: last,
        flat.ann.connection)
    }
    let ann = try read(2026, "Ann", 5)
    #expect(ann.balances == [1: 500, 2: 300, 3: 300, 4: 100, 5: 100])
    #expect(ann.paid == [flat.member("Ann"): -100, flat.member("Bob"): 300])
    let bob = try read(2026, "Bob", 5)
    #expect(bob.balances.mapValues { 0 - $0 } == ann.balances)
    #expect(try read(2024, "Ann").balances[12] == 0)
    #expect(try read(2028, "Ann").balances[1] == 2600)
    // Another month, and away again.
    try flat.edit(moved, on: flat.ann) { $0.row.details.day = "2026-03-10" }
    #expect(try read(2026, "Ann", 3).balances == [1: 500, 2: 450, 3: 300])
    try flat.ann.write { _ = try DeleteExpense(expenseID: moved)($0) }
    #expect(try read(2026, "Ann", 3).balances == [1: 500, 2: 450, 3: 450])
    #expect(try read(2026, "Ann").paid == [flat.member("Ann"): -100])
  }
}
