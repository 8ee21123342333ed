import Finances
import HearthDomain
import Household
import SyncProtocol
import TestSupport
import Testing
import Values

/// Repeating expenses in calendars, and payments that others have noted.
@Suite struct BillCalendarTests {
  private func entries(_ device: SyncDevice, _ account: AccountID, _ today: String) throws
    -> [BillCalendar.Entry]
  {
    try BillCalendar(
      for: account, from: #require(CalendarDay(today)), in: device.connection
    ).entries
  }

  @Test(
    "a bill stands on each of its days of a year, in the calendars of the group's members alone")
  func bills() throws {
    let flat = try GroupWorld()
    var details = RepeatingDetails(title: "Rent", startsOn: "2026-01-31")
    let rent = details
    _ = try flat.ann.write {
      try AddRepeating(groupID: flat.group, rent, flat.money(90_000))($0)
    }
    details = RepeatingDetails(title: "Insurance", startsOn: "2026-03-01")
    (details.everyUnit, details.endsOn) = (.year, "2026-12-31")
    let insurance = details
    _ = try flat.ann.write {
      try AddRepeating(groupID: flat.group, insurance, flat.money(40_000))($0)
    }
    details.isPaused = true
    let paused = details
    _ = try flat.ann.write {
      try AddRepeating(groupID: flat.group, paused, flat.money(40_000))($0)
    }
    try flat.sync()
    let own = try entries(flat.ann, "ann", "2026-01-15")
    #expect(own.filter { $0.title == "Rent" }.count == 12)
    #expect(own.filter { $0.title == "Insurance" }.map(\.day.text) == ["2026-03-01"])
    #expect(own.allSatisfy { $0.group == "Flat" })
    // Bob is in the zone and no member of the group.
    #expect(try entries(flat.bob, "bob", "2026-01-15").isEmpty)
  }

  @Test("a payment that somebody else notes is told to both sides, and to nobody who is not in it")
  func payments() throws {
    let flat = try GroupWorld()
    func noted(_ device: SyncDevice, _ account: AccountID) throws -> [NotedPayment] {
      try NotedPayment.all(of: account, since: 0, limit: 10, in: device.connection)
    }
    _ = try flat.bob.write { try ClaimMember(memberID: flat.member("Bob"))($0) }
    try flat.sync()
    let (bob, ann) = (flat.member("Bob"), flat.member("Ann"))
    _ = try flat.bob.write {
      try AddExpense(
        groupID: flat.group, ExpenseDetails(title: "Settled", day: "2026-03-01"),
        ExpenseMoney(
          kind: .transfer, currency: "EUR", amountMinor: 1240, mode: .exact,
          shares: [
            ExpenseMoney.Share(bob, paidMinor: 1240), ExpenseMoney.Share(ann, owedMinor: 1240),
          ]))($0)
    }
    try flat.sync()
    let found = try #require(try noted(flat.ann, "ann").first)
    #expect(found.isIncoming && found.payer == "Bob" && found.payee == "Ann")
    #expect(try noted(flat.bob, "bob").isEmpty)
    #expect(try noted(flat.cyd, "cyd").isEmpty)
    let dayAfter = 1_772_409_600_000
    let last = max(found.createdAt, Int64(dayAfter))
    #expect(
      try NotedPayment.all(of: "ann", since: last, limit: 10, in: flat.ann.connection).isEmpty)
    // Noted on a device whose clock stands at its beginning.
    try flat.ann.connection.execute("UPDATE expenses SET createdAt = 0")
    for (since, count) in [(dayAfter - 86_400_000, 1), (dayAfter, 0)] {
      let late = try NotedPayment.all(
        of: "ann", since: Int64(since), limit: 10, in: flat.ann.connection)
      #expect(late.count == count && late.allSatisfy { $0.day == "2026-03-01" })
    }
  }
}
