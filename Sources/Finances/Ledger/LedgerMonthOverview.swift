import Rates
import SQLite
import SyncProtocol

/// What was spent and earned in a month, by category and beside what was meant to be spent; all in
/// the person's currency.
package struct LedgerMonthOverview: Equatable, Sendable {
  package struct Category: Equatable, Sendable {
    /// A category of the person's own; `nil` for none, and for one of a group that is like none of
    /// them.
    package var id: RecordID?
    /// `nil` for no category.
    package var name: String?
    package var amounts = LedgerSums.Amounts()
    /// `nil` for no budget.
    package var budgetMinor: Int64?
  }

  package let month: LedgerMonth
  package let sums: LedgerSums
  /// For all that is spent; `nil` for no budget.
  package let budgetMinor: Int64?
  /// Those with a sum or a budget: the person's own by name, then others by name.
  package let categories: [Category]

  package init(_ month: LedgerMonth, bank: RateTable?, in connection: Connection) throws {
    let known = try LedgerCategories(in: connection)
    let sums = try LedgerSums(from: month, to: month, known, in: connection)
    let budgets = try LedgerBudget.holding(in: month, connection).mapValues {
      try $0.amount(in: sums.currency, month, bank, connection)
    }
    let own = known.own.map { category in
      Category(
        id: category.id, name: category.details.name,
        amounts: sums.categories[category.id] ?? LedgerSums.Amounts(),
        budgetMinor: budgets[category.id] ?? nil)
    }
    let others = sums.categories.filter { known[$0.key] == nil }
      .map { Category(id: nil, name: known.name(of: $0.key), amounts: $0.value) }
      .sorted { ($0.name ?? "", $0.amounts.spent) < ($1.name ?? "", $1.amounts.spent) }
    self.month = month
    self.sums = sums
    budgetMinor = budgets[""] ?? nil
    categories = (own + others).filter {
      $0.amounts != LedgerSums.Amounts() || $0.budgetMinor != nil
    }
  }
}
