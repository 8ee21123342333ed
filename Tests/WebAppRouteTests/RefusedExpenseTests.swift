import Finances
import SyncProtocol
import Testing

@testable import AccountWeb
@testable import MoneyWeb
@testable import Web

/// An expense that somebody changed on a device without the hub, while somebody else changed it, too.
@Suite struct RefusedExpenseTests {
  @Test("D-GRP-6 what the hub refused of an expense tells what was written, field by field")
  func written() async throws {
    let world = try await MoneyWorld()
    _ = try await world.add(world.anna, "Rent", "9")
    try await world.replica.sync()
    let expense = try #require(try await world.expenses().first)
    var details = expense.details
    details.title = "Rent of June"
    var money = expense.money
    money.amountMinor = 1200
    for index in money.shares.indices {
      money.shares[index].owedMinor = 400
      if money.shares[index].paidMinor != 0 { money.shares[index].paidMinor = 1200 }
    }
    let (changed, amounts) = (details, money)
    try world.replica.write { transaction in
      try EditExpense(expenseID: expense.id, details: changed, money: amounts)(transaction)
    }
    // Ben is first at the hub.
    let path = "/groups/\(world.group)/expenses/\(expense.id)/edit"
    #expect(try await world.add(world.ben, "Rent", "6", to: path).status == 303)
    try await world.replica.sync()
    let parked = try world.replica.file.parkedChanges()
    let change = try #require(parked.first)
    #expect(change.refusal.reason == .stale)
    let written = try #require(ExpenseChange(change.changeSet))
    #expect(written.money == money && written.groupID == world.group)
    let stored = try #require(try await world.expenses().first)
    #expect(stored.money.amountMinor == 600)
    #expect(written.details(over: stored.details).title == "Rent of June")
  }

  @Test("amounts in a change that nobody can read are no expense, and break nothing")
  func unreadable() {
    let id = ChangeSetID(replica: "o", number: 1)
    for content in [
      FieldValue.null, .integer(7), .text("x"), .list([]), .map(["kind": .text("gift")]),
    ] {
      let mutation = Mutation(.update, "expenses", "e", in: "g", registers: ["money": content])
      #expect(
        ExpenseChange(ChangeSet(id: id, time: HybridTime(milliseconds: 1), mutations: [mutation]))
          == nil)
    }
  }
}
