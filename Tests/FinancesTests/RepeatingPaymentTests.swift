import Finances
import HearthDomain
import Household
import Hub
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// Payments that repeat, such as a monthly share of the rent to whoever pays all of it.
@Suite struct RepeatingPaymentTests {
  private func repeatShare(
    _ flat: GroupWorld, _ minor: Int64 = 45_000, from payer: String = "Bob",
    to payee: String = "Ann", on device: SyncDevice? = nil
  ) throws -> RecordID {
    let details = RepeatingDetails(title: "Rent share", startsOn: "2026-01-31")
    let money = ExpenseMoney(
      paying: minor, "EUR", from: flat.member(payer), to: flat.member(payee))
    return try (device ?? flat.ann).write {
      try AddRepeating(groupID: flat.group, details, money)($0).id
    }
  }

  private func open(
    _ flat: GroupWorld, on device: SyncDevice, _ text: String
  ) throws -> [String] {
    let today = try #require(CalendarDay(text))
    var made: [String] = []
    while let payment = try device.write({
      try MakeDueExpense(groupID: flat.group, today: today)($0)
    }) {
      #expect(payment.money.payment != nil)
      made.append(payment.details.day ?? "none")
    }
    return made
  }

  @Test("a payment that repeats is made with each its own day, once by two devices without the hub")
  func made() throws {
    let flat = try GroupWorld()
    _ = try repeatShare(flat)
    try flat.sync()
    #expect(try open(flat, on: flat.ann, "2026-02-28") == ["2026-01-31", "2026-02-28"])
    #expect(try open(flat, on: flat.bob, "2026-02-28") == ["2026-01-31", "2026-02-28"])
    try flat.sync()
    try flat.sync()
    for device in [flat.ann, flat.bob, flat.cyd] {
      #expect(
        try device.texts("SELECT day FROM expenses ORDER BY day") == ["2026-01-31", "2026-02-28"])
    }
    #expect(try flat.net(on: flat.cyd) == ["Ann": -90_000, "Bob": 90_000])
    #expect(
      try flat.bob.replica.parkedChanges().allSatisfy {
        MakeDueExpense.isMadeTwice($0.changeSet, $0.refusal.reason)
      })
    #expect(try open(flat, on: flat.ann, "2026-02-28") == [])
  }

  @Test("a payment to oneself, or of nothing, does not repeat; the largest amount does")
  func refused() throws {
    let flat = try GroupWorld()
    #expect(throws: FinanceFailure.self) { try repeatShare(flat, from: "Ann", to: "Ann") }
    #expect(throws: FinanceFailure.self) { try repeatShare(flat, 0) }
    #expect(throws: FinanceFailure.self) { try repeatShare(flat, Int64.max) }
    #expect(try flat.ann.count("repeatingExpenses") == 0)
    _ = try repeatShare(flat, 9_000_000_000_000_000)
    #expect(try open(flat, on: flat.ann, "2026-03-31").count == 3)
    try flat.sync()
    #expect(try flat.ann.replica.parkedChanges().isEmpty)
    #expect(try flat.net(on: flat.bob)["Bob"] == 27_000_000_000_000_000)
  }

  @Test("of two members who become one, what they paid each other again and again ends")
  func combined() throws {
    let flat = try GroupWorld()
    let between = try repeatShare(flat, from: "Bo", to: "Bob")
    let other = try repeatShare(flat, from: "Bo", to: "Ann")
    try flat.sync()
    try flat.ann.write {
      try CombineMembers(flat.member("Bo"), into: flat.member("Bob"))($0)
    }
    try flat.sync()
    for device in [flat.ann, flat.bob, flat.cyd] {
      #expect(try RepeatingExpense.find(between, in: device.connection) == nil)
      let stays = try #require(try RepeatingExpense.find(other, in: device.connection))
      #expect(stays.money.payment?.from == flat.member("Bob"))
    }
    #expect(try open(flat, on: flat.bob, "2026-01-31").count == 1)
    try flat.sync()
    #expect(try flat.ann.replica.parkedChanges().isEmpty)
  }

  @Test("entered elsewhere between two who had become one, it is shown as stopped and pays nothing")
  func combinedMeanwhile() throws {
    let flat = try GroupWorld()
    try flat.ann.write {
      try CombineMembers(flat.member("Bo"), into: flat.member("Bob"))($0)
    }
    try flat.ann.sync()
    let money = ExpenseMoney(paying: 100, "EUR", from: flat.member("Bo"), to: flat.member("Bob"))
    let details = RepeatingDetails(title: "Rent share", startsOn: "2026-01-31")
    let id = try flat.bob.write {
      try AddRepeating(groupID: flat.group, details, money)($0).id
    }
    try flat.sync()
    if let stored = try RepeatingExpense.find(id, in: flat.ann.connection) {
      let active = try RepeatingExpense.activeMembers(of: flat.group, flat.ann.connection)
      #expect(stored.standing(among: active) == .incomplete)
    }
    #expect(try open(flat, on: flat.ann, "2026-03-31") == [])
    #expect(try flat.net(on: flat.ann).isEmpty)
  }

  @Test("what two paid each other who are one by now can be renamed, but for its amounts")
  func combinedAndRenamed() throws {
    let flat = try GroupWorld()
    try flat.ann.write {
      try CombineMembers(flat.member("Bo"), into: flat.member("Bob"))($0)
    }
    try flat.ann.sync()
    let id = try repeatShare(flat, from: "Bo", to: "Bob", on: flat.bob)
    try flat.sync()
    let old = try #require(try RepeatingExpense.find(id, in: flat.ann.connection))
    try #require(old.money.isToOneself)
    var (details, money) = (old.details, old.money)
    details.title = "Share of the rent"
    let today = CalendarDay(year: 2026, month: 1, day: 1)
    try flat.ann.write {
      try EditRepeating(repeatingID: id, details: details, money: money, today: today)($0)
    }
    money.amountMinor += 1
    money.shares[0].paidMinor += 1
    money.shares[0].owedMinor += 1
    #expect(throws: FinanceFailure.unbalanced(.notAPayment)) {
      try flat.ann.write {
        try EditRepeating(repeatingID: id, details: details, money: money, today: today)($0)
      }
    }
    try flat.sync()
    #expect(try flat.ann.replica.parkedChanges().isEmpty)
    let stored = try #require(try RepeatingExpense.find(id, in: flat.bob.connection))
    #expect(stored.details.title == "Share of the rent")
  }
}
