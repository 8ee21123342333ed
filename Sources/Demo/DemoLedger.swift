import Finances
import Replica
import Values

/// What somebody of the demonstration spends and earns by themselves.
package struct DemoLedger: Sendable {
  /// Something that comes each month.
  package struct Monthly: Sendable {
    package var title: String
    package var kind = LedgerEntryDetails.Kind.spending
    package var minor: Int64
    package var day: Int
    package var category: String
    package var tags = ""
    /// How much it differs from month to month, at most.
    package var variation: Int64 = 0
  }

  package let monthly: [Monthly]
  /// What is to be spent in a month, by category; that of everything under "".
  package let budgets: [(category: String, minor: Int64)]

  /// How many months there are, the present one included.
  package static let monthCount = 8

  package static let robin = DemoLedger(
    monthly: [
      Monthly(title: "Salary", kind: .income, minor: 286_000, day: 1, category: "Salary"),
      Monthly(title: "Phone", minor: 1499, day: 3, category: "Household", tags: "contract"),
      Monthly(
        title: "Train pass", minor: 4900, day: 2, category: "Travel", tags: "contract"),
      Monthly(
        title: "Canteen", minor: 6240, day: 12, category: "Eating out", tags: "work",
        variation: 1800),
      Monthly(
        title: "Climbing hall", minor: 5500, day: 8, category: "Going out", tags: "sport"),
      Monthly(title: "Books", minor: 2390, day: 19, category: "Gifts", variation: 1500),
    ],
    budgets: [("", 150_000), ("Eating out", 18_000), ("Going out", 12_000)])

  package static let alex = DemoLedger(
    monthly: [
      Monthly(title: "Salary", kind: .income, minor: 243_000, day: 28, category: "Salary"),
      Monthly(title: "Health insurance", minor: 3150, day: 4, category: "Health"),
      Monthly(
        title: "Pottery class", minor: 7200, day: 9, category: "Going out", tags: "hobby"),
      Monthly(
        title: "Market", minor: 5480, day: 15, category: "Groceries", tags: "weekend",
        variation: 2100),
    ],
    budgets: [("", 130_000), ("Groceries", 25_000)])
}

/// Adds such a ledger, with the use cases of people's own.
package struct MakeDemoLedger: Sendable {
  package var ledger: DemoLedger
  package var today: CalendarDay
  package var currency: String

  package init(_ ledger: DemoLedger, today: CalendarDay, currency: String = "EUR") {
    (self.ledger, self.today, self.currency) = (ledger, today, currency)
  }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    try AddUsualLedgerCategories()(transaction)
    let categories = try LedgerCategory.own(in: transaction.connection)
    func category(_ name: String) -> LedgerCategory? {
      categories.first { $0.details.name == name }
    }
    var month: LedgerMonth? = LedgerMonth(of: today)
    var first = LedgerMonth(of: today)
    for number in 0..<DemoLedger.monthCount {
      guard let current = month else { break }
      first = current
      for (place, entry) in ledger.monthly.enumerated() {
        let day = CalendarDay(year: current.year, month: current.month, day: entry.day)
        guard day <= today else { continue }
        // Differs from month to month, and is the same each time a demonstration is made.
        let step = Int64((number * 7 + place * 3) % 5) - 2
        var details = LedgerEntryDetails(
          title: entry.title, kind: entry.kind,
          amountMinor: entry.minor + entry.variation / 2 * step, currency: currency,
          day: day.text)
        details.categoryID = category(entry.category)?.id
        details.tags = entry.tags
        try AddLedgerEntry(details)(transaction)
      }
      month = current.previous
    }
    for budget in ledger.budgets {
      try SetLedgerBudget(
        categoryID: budget.category.isEmpty ? nil : category(budget.category)?.id, month: first,
        amountMinor: budget.minor, currency: currency)(transaction)
    }
  }
}
