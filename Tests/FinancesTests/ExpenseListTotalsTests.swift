import Finances
import HearthDomain
import Household
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// The list of what makes up a sum comes to the sum, added up or taken from what is kept.
@Suite struct ExpenseListTotalsTests {
  private static let groceries = "Groceries"

  /// Expenses of two years in two currencies, refunds and payments, by chance but always the same.
  private func filled() throws -> GroupWorld {
    let flat = try GroupWorld()
    let category = ExpenseCategory.id(named: Self.groceries, in: flat.group)
    var random = SeededRandom(seed: 18)
    for index in 0..<60 {
      let day = CalendarDay(
        daysSince1970: CalendarDay(year: 2025, month: 11, day: 1).daysSince1970 + index * 5)
      var details = ExpenseDetails(title: "Bread", day: day.text)
      details.categoryID = index % 3 == 0 ? nil : category
      let names = ["Ann", "Bob", "Cyd"].shuffled(using: &random)
      let currency = index % 7 == 0 ? "JPY" : "EUR"
      let minor = Int64.random(in: 1...99_999, using: &random)
      let money =
        index % 4 == 3
        ? ExpenseMoney(
          paying: minor, currency, from: flat.member(names[0]), to: flat.member(names[1]))
        : flat.money(
          index % 5 == 4 ? 0 - minor : minor, by: names[0], for: Array(names.dropFirst(index % 2)),
          in: currency)
      try flat.ann.write { _ = try AddExpense(groupID: flat.group, details, money)($0) }
    }
    try flat.ann.connection.transaction { try Finances.rebuild(flat.ann.connection) }
    return flat
  }

  private func filter(
    _ currency: String, isPayment: Bool? = nil, _ change: (inout ExpenseList.Filter) -> Void
  ) -> ExpenseList.Filter {
    var filter = ExpenseList.Filter(currency: currency)
    filter.isPayment = isPayment
    change(&filter)
    return filter
  }

  /// The same sums, added up and taken from what is kept.
  private func sums(
    _ filter: ExpenseList.Filter, _ flat: GroupWorld, about member: RecordID? = nil
  ) throws -> ExpenseTotals.Sums {
    let own = flat.member("Ann")
    func totals(limit: Int) throws -> ExpenseTotals {
      try ExpenseTotals(
        of: .matching(filter), in: flat.group, own: own, about: member, limit: limit,
        flat.ann.connection)
    }
    let added = try totals(limit: 100)
    #expect(added.isWhole && added.isCounted)
    let sums = added.currencies[filter.currency ?? ""] ?? .init()
    var kept = try totals(limit: 1)
    guard !kept.isWhole else { return sums }
    try kept.takeKnown(
      of: filter, in: flat.group, own: own, about: member, limit: 100, flat.ann.connection)
    guard filter.isPayment != true else { return sums }
    #expect(kept.isWhole && !kept.isCounted, "\(filter)")
    let found = kept.currencies[filter.currency ?? ""]
    if member == nil {
      #expect(found?.amount == sums.amount, "\(filter)")
      #expect(found?.own == sums.own, "\(filter)")
      #expect(found?.payments == sums.payments, "\(filter)")
    }
    if member != nil, filter.sharerID == nil {
      #expect(found?.about.paid == sums.about.paid, "\(filter)")
      #expect(found?.about.sent == sums.about.sent, "\(filter)")
    }
    if member != nil, filter.payerID == nil {
      #expect(found?.about.owed == sums.about.owed, "\(filter)")
      #expect(found?.about.received == sums.about.received, "\(filter)")
    }
    return sums
  }

  private func days(_ year: Int, _ month: Int? = nil) -> DayRange {
    DayRange(
      from: CalendarDay(year: year, month: month ?? 1, day: 1).text,
      to: CalendarDay(endOfMonth: month ?? 12, year: year).text)
  }

  @Test("what is spent in a month, a year and a category is what its list comes to")
  func spending() throws {
    let flat = try filled()
    for (year, currency) in [(2025, "EUR"), (2026, "EUR"), (2026, "JPY")] {
      let spent = try GroupSpending(
        of: flat.group, in: currency, year: year, member: flat.member("Ann"), flat.ann.connection)
      #expect(spent.months.count > 1 && spent.categories.count == 2)
      for (month, expected) in spent.months {
        let found = try sums(
          filter(currency, isPayment: false) { $0.days = days(year, month) }, flat)
        #expect(found.amount == expected.all && found.own == expected.own)
      }
      for (category, expected) in spent.categories {
        let found = try sums(
          filter(currency, isPayment: false) {
            $0.days = days(year)
            $0.categoryID = category.isEmpty ? nil : category
            $0.isWithoutCategory = category.isEmpty
          }, flat)
        #expect(found.amount == expected.all && found.own == expected.own)
      }
    }
  }

  @Test("payments alone have no spending, and of more than are added up no sum is claimed")
  func paymentsAlone() throws {
    let flat = try filled()
    let asked = filter("EUR", isPayment: true) { _ in }
    func totals(limit: Int) throws -> ExpenseTotals {
      try ExpenseTotals(
        of: .matching(asked), in: flat.group, own: flat.member("Ann"), about: nil, limit: limit,
        flat.ann.connection)
    }
    func kept(limit: Int) throws -> ExpenseTotals {
      var kept = try totals(limit: 1)
      #expect(!kept.isWhole)
      try kept.takeKnown(
        of: asked, in: flat.group, own: flat.member("Ann"), about: nil, limit: limit,
        flat.ann.connection)
      return kept
    }
    let (added, found) = (try totals(limit: 100), try kept(limit: 100))
    #expect(added.isWhole && found.isWhole)
    #expect(found.currencies["EUR"]?.amount == 0)
    #expect(found.currencies["EUR"]?.payments == added.currencies["EUR"]?.payments)
    #expect(try !kept(limit: 2).isWhole)
  }

  @Test("what a member paid and owes, of all time and by year, is what its list comes to")
  func members() throws {
    let flat = try filled()
    let balances = try GroupBalances.of(flat.group, in: flat.ann.connection)
    #expect(balances.currencies == ["EUR", "JPY"])
    for (currency, members) in balances.sums {
      for (member, expected) in members {
        func found(
          _ isPayment: Bool?, _ change: (inout ExpenseList.Filter) -> Void
        ) throws -> GroupBalances.Sums {
          try sums(filter(currency, isPayment: isPayment, change), flat, about: member).about
        }
        let paid = try found(false) { $0.payerID = member }
        #expect(paid.paid == expected.paid)
        let shared = try found(false) { $0.sharerID = member }
        #expect(shared.owed == expected.owed)
        let sent = try found(true) { $0.payerID = member }
        #expect(sent.sent == expected.sent)
        let received = try found(true) { $0.sharerID = member }
        #expect(received.received == expected.received)
        let all = try found(nil) { $0.memberID = member }
        #expect(all == expected)
        let year = try GroupMonths(
          of: flat.group, in: currency, year: 2026, member: member, flat.ann.connection)
        let paidInYear = try found(false) {
          $0.payerID = member
          $0.days = days(2026)
        }
        let known = year.paid[member] ?? 0
        #expect(paidInYear.paid == known)
        for (month, net) in year.balances {
          let before = try found(nil) {
            $0.memberID = member
            $0.days.to = days(2026, month).to
          }
          #expect(before.net == net)
        }
      }
    }
  }

  @Test("what no kept sum knows stays the sum of the latest")
  func unknown() throws {
    let flat = try filled()
    let member = flat.member("Ann")
    let unknown: [(RecordID?, ExpenseList.Filter)] = [
      (nil, filter("EUR", isPayment: false) { $0.search = "bread" }),
      (nil, filter("EUR", isPayment: false) { $0.days = DayRange(from: "2026-01-02") }),
      (nil, filter("EUR", isPayment: false) { $0.days = DayRange(to: "2026-02-27") }),
      (nil, filter("EUR") { $0.clauses = [.init(.kind(.expense))] }),
      (nil, filter("EUR") { $0.payerID = member }),
      (member, filter("EUR") { ($0.payerID, $0.isWithoutCategory) = (member, true) }),
      (member, filter("EUR") { ($0.payerID, $0.sharerID) = (member, flat.member("Bob")) }),
    ]
    for (about, filter) in unknown {
      var totals = try ExpenseTotals(
        of: .matching(filter), in: flat.group, own: nil, about: about, limit: 1,
        flat.ann.connection)
      let latest = totals
      try totals.takeKnown(
        of: filter, in: flat.group, own: nil, about: about, limit: 100, flat.ann.connection)
      #expect(totals == latest && !totals.isWhole, "\(filter)")
    }
  }
}
