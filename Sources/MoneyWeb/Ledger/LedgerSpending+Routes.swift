import Finances
import HTTPServer
import SQLite
import SyncProtocol
import Values
import Web

/// What a person spends, in pictures.
extension WebApplication {
  func ledgerSpendingPage(_ year: String?) -> Endpoint {
    .member { member in
      try await member.tendLedger()
      return try await member.page(
        tellsWaiting: true, { LedgerSpendingPage.view($0, in: $1) },
        load: { reader in try LedgerSpendingPage.Model(year, reader) })
    }
  }
}

extension LedgerSpendingPage.Model {
  fileprivate init?(_ typed: String?, _ reader: PageReader) throws {
    let (connection, words) = (reader.connection, reader.words)
    let years = try LedgerSums.years(in: connection)
    // A year that is not there shows the one to begin with.
    let year =
      typed.flatMap { Int($0) }.flatMap { years.contains($0) ? $0 : nil }
      ?? SpendingYears.first(of: years, today: reader.today)
    let categories = try LedgerCategories(in: connection)
    let bounded = min(9999, max(1000, year))
    guard let first = LedgerMonth(year: bounded, month: 1),
      let last = LedgerMonth(year: bounded, month: 12)
    else { return nil }
    let sums = try LedgerSums(from: first, to: last, categories, in: connection)
    func money(_ minor: Int128) -> Money { Money(minor, sums.currency) }
    let spent = LedgerQuery.of(.spending, year: year)
    let groups =
      try GroupOverview(of: reader.accountID, in: connection).rows.map {
        (id: $0.id, name: $0.name, colour: PaletteColour?(PaletteColour(index: $0.colorIndex)))
      }
      // Those that the person has left, of which shares were kept.
      + LedgerNames(connection).left.map { (id: $0.id, name: $0.name, colour: nil) }
    self.init(
      year: year, years: years, spent: money(sums.total.spent),
      shared: money(sums.total.shared), income: money(sums.total.income),
      months: sums.months.filter { $0.value.spent != 0 }.sorted { $0.key < $1.key }
        .compactMap { month, amounts in
          LedgerMonth(month).map {
            LedgerSpendingPage.Sum(
              name: words.month($0.month), spent: money(amounts.spent),
              shared: money(amounts.shared), query: .of(.spending, month: $0.text))
          }
        },
      categories: sums.categories.filter { $0.value.spent != 0 }.sorted { left, right in
        (right.value.spent, left.key) < (left.value.spent, right.key)
      }.map { ref, amounts in
        LedgerSpendingPage.Sum(
          name: categories.name(of: ref) ?? words.withoutCategory,
          colour: categories[ref].map { PaletteColour(index: $0.details.colorIndex) },
          spent: money(amounts.spent), shared: money(amounts.shared),
          query: spent.with { $0.category = ref.isEmpty ? LedgerQuery.noCategory : ref })
      },
      groups: groups.compactMap { group in
        sums.groups[group.id].map { spent in
          LedgerSpendingPage.Sum(
            name: group.name, colour: group.colour, spent: money(spent), shared: money(spent),
            query: .of(.spending, year: year).with { $0.from = group.id })
        }
      }.sorted { $0.spent.minor > $1.spent.minor },
      unconverted: Int(clamping: sums.unconverted))
    waitingCount = try reader.waitingLedgerRows().count { row in
      [.spending, .income].contains(row.flow)
        && LedgerMonth(String(row.day.prefix(7))).map { $0 >= first && $0 <= last } ?? false
    }
  }
}
