import Finances
import SyncProtocol
import TestSupport
import Testing

/// What is typed of an expense, changed by two people at the same time without the hub: nothing of
/// it disappears.
@Suite("An expense that two people change without the hub") struct GuardedExpenseTests {
  private let flat: GroupWorld
  private let expense: RecordID

  init() throws {
    flat = try GroupWorld()
    let (group, money) = (flat.group, flat.money(3000))
    expense = try flat.ann.write {
      try AddExpense(
        groupID: group, ExpenseDetails(title: "Rent", day: "2026-03-01"), money)($0).id
    }
    try flat.sync()
  }

  private func edit(_ device: SyncDevice, _ change: (inout ExpenseDetails) -> Void) throws {
    flat.world.now += 1000
    let old = try #require(try Expense.find(expense, in: device.connection))
    var details = old.details
    change(&details)
    let edit = EditExpense(expenseID: expense, details: details, money: old.money)
    try device.write { _ = try edit($0) }
  }

  private func details() throws -> ExpenseDetails? {
    try Expense.find(expense, in: flat.ann.connection)?.details
  }

  // D-GRP-6
  @Test(
    "D-GRP-6 of two who type in one field the second is told, and what they typed is kept",
    arguments: ["title", "day", "note", "place"], [true, false])
  func contested(_ name: String, _ isEarlierFirst: Bool) throws {
    let field = try #require(ExpenseDetails.fields.first { $0.name == name })
    let texts = name == "day" ? ["2026-03-05", "2026-03-06"] : ["of Ann", "of Bob"]
    for (device, text) in zip([flat.ann, flat.bob], texts) {
      try edit(device) { field.take(.text(text), into: &$0) }
    }
    let order = isEarlierFirst ? [flat.ann, flat.bob] : [flat.bob, flat.ann]
    for device in order { try device.sync() }
    try flat.sync()
    let kept = isEarlierFirst ? texts : texts.reversed()
    #expect(try details().map { field.value(of: $0) } == .text(kept[0]))
    #expect(try order[0].replica.parkedChanges().isEmpty)
    let parked = try #require(try order[1].replica.parkedChanges().first)
    #expect(parked.refusal == Refusal(.stale, RecordKey("expenses", expense), name))
    let change = try #require(ExpenseChange(parked.changeSet))
    #expect(field.value(of: change.details(over: try details())) == .text(kept[1]))
    #expect(change.money == nil)
  }

  // X19: each field by itself.
  @Test("who types in different fields is not in the way of the other, nor is a category")
  func merged() throws {
    try edit(flat.ann) { $0.title = "Rent of March" }
    try edit(flat.bob) { ($0.note, $0.place) = ("by transfer", "Graz") }
    try flat.sync()
    let stored = try #require(try details())
    #expect(stored.title == "Rent of March")
    #expect((stored.note, stored.place) == ("by transfer", "Graz"))
    for device in [flat.ann, flat.bob] {
      #expect(try device.replica.parkedChanges().isEmpty)
    }
    #expect(ExpenseDetails.guarded == ["title", "day", "note", "place"])
  }

  @Test("who writes again over what was saved meanwhile, having seen it, is heard")
  func again() throws {
    try edit(flat.ann) { $0.note = "of Ann" }
    try flat.ann.sync()
    try edit(flat.bob) { $0.note = "of Bob" }
    try flat.sync()
    try edit(flat.bob) { $0.note += ", and of Bob" }
    try flat.sync()
    #expect(try details()?.note == "of Ann, and of Bob")
  }

  @Test("a restored hub is handed back what an edit rests on before it judges the edit")
  func restored() throws {
    let backup = try flat.world.backup()
    try edit(flat.ann) { $0.note = "of Ann" }
    try flat.sync()
    try edit(flat.bob) { $0.note = "of Bob" }
    try flat.world.restore(backup)
    try flat.bob.sync()
    try flat.sync()
    #expect(try details()?.note == "of Bob")
    #expect(try flat.bob.replica.parkedChanges().isEmpty)
  }
}
