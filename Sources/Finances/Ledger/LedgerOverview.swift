import Rates
import SQLite
import SyncProtocol

/// A month or a year of a ledger.
package enum LedgerPeriod: Equatable, Sendable {
  case month(LedgerMonth)
  /// From 1000 to 9999.
  case year(Int)

  /// Reads `YYYY-MM` and `YYYY`.
  package init?(_ text: String) {
    if let month = LedgerMonth(text) {
      self = .month(month)
    } else if text.utf8.count == 4, let first = LedgerMonth(text + "-01") {
      self = .year(first.year)
    } else {
      return nil
    }
  }

  package var text: String {
    switch self {
    case .month(let month): month.text
    case .year(let year): String(year)
    }
  }

  fileprivate var months: (first: LedgerMonth, last: LedgerMonth)? {
    switch self {
    case .month(let month): return (month, month)
    case .year(let year):
      guard let first = LedgerMonth(year: year, month: 1),
        let last = LedgerMonth(year: year, month: 12)
      else { return nil }
      return (first, last)
    }
  }
}

/// What was spent and earned in a month or a year, by category and group, and in a month beside
/// what was meant to be spent; all in the person's currency.
package struct LedgerOverview: Equatable, Sendable {
  package struct Category: Equatable, Sendable {
    /// A category of the person's own; `nil` for none, and for one of a group that is like none of
    /// them.
    package var id: RecordID?
    /// `nil` for no category.
    package var name: String?
    package var amounts = LedgerSums.Amounts()
    /// `nil` for no budget, and for one that cannot be converted.
    package var budgetMinor: Int64?
    /// A budget in a currency without a rate.
    package var unconvertedBudget: LedgerBudget.Amount?
  }

  /// What was spent in a group, also one that the person has left.
  package struct Group: Equatable, Sendable {
    package var id: ZoneID
    package var name: String
    package var spentMinor: Int128
  }

  package let period: LedgerPeriod
  package let sums: LedgerSums
  /// For all that is spent; `nil` for no budget, and for one that cannot be converted.
  package let budgetMinor: Int64?
  /// That budget in a currency without a rate.
  package let unconvertedBudget: LedgerBudget.Amount?
  /// Those with a sum or a budget: the person's own by name, then others by name.
  package let categories: [Category]
  /// Those with a sum, by name.
  package let groups: [Group]

  /// `nil` for a year that no day can be stored for.
  package init?(_ period: LedgerPeriod, bank: RateTable?, in connection: Connection) throws {
    guard let (first, last) = period.months else { return nil }
    let known = try LedgerCategories(in: connection)
    let sums = try LedgerSums(from: first, to: last, known, in: connection)
    var budgets: [RecordID: LedgerBudget.Amount] = [:]
    if case .month(let month) = period {
      budgets = try LedgerBudget.holding(in: month, connection).mapValues {
        try $0.amount(in: sums.currency, month, bank, connection)
      }
    }
    func budget(of category: RecordID) -> (minor: Int64?, unconverted: LedgerBudget.Amount?) {
      guard let budget = budgets[category] else { return (nil, nil) }
      return budget.currency == sums.currency ? (budget.minor, nil) : (nil, budget)
    }
    let own = known.own.map { category in
      let found = budget(of: category.id)
      return Category(
        id: category.id, name: category.details.name,
        amounts: sums.categories[category.id] ?? LedgerSums.Amounts(), budgetMinor: found.minor,
        unconvertedBudget: found.unconverted)
    }
    let others = sums.categories.filter { known[$0.key] == nil }
      .map { Category(id: nil, name: known.name(of: $0.key), amounts: $0.value) }
      .sorted { ($0.name ?? "", $0.amounts.spent) < ($1.name ?? "", $1.amounts.spent) }
    self.period = period
    self.sums = sums
    (budgetMinor, unconvertedBudget) = budget(of: "")
    categories = (own + others).filter {
      $0.amounts != LedgerSums.Amounts() || $0.budgetMinor != nil || $0.unconvertedBudget != nil
    }
    groups = try LedgerNames(connection).groups.compactMap { group in
      sums.groups[group.id].map { Group(id: group.id, name: group.name, spentMinor: $0) }
    }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }
}
