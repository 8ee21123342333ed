import Finances
import HTTPServer
import SQLite
import SyncProtocol
import Values
import Web

/// What a group spends.
extension WebApplication {
  func spendingPage(
    _ group: ZoneID, year: String?, currency: String?, member: String?
  ) -> Endpoint {
    .viewing(.group(group)) { at in
      let zone = at.zone
      return try await at.member.page(
        tellsWaiting: true, { SpendingPage.view($0, in: $1) },
        load: { reader in try SpendingPage.Model(zone, year, currency, member, reader) })
    }
  }
}

extension SpendingPage.Model {
  fileprivate init?(
    _ group: ZoneLink, _ typedYear: String?, _ typedCurrency: String?, _ typedMember: String?,
    _ reader: PageReader
  ) throws {
    let connection = reader.connection
    guard let stored = try Group.find(group.id, in: connection) else { return nil }
    let currencies = try GroupBalances.of(group.id, in: connection).currencies
    let years = try GroupSpending.years(of: group.id, connection)
    // A year or currency that is not there shows the year to begin with, and the group's currency.
    let year =
      typedYear.flatMap { Int($0) }.flatMap { years.contains($0) ? $0 : nil }
      ?? SpendingYears.first(of: years, today: reader.today)
    let standard = stored.details.currency
    let currency =
      typedCurrency.flatMap { currencies.contains($0) ? $0 : nil }
      ?? (currencies.contains(standard) ? standard : currencies.first ?? standard)
    let names = try MemberNames(of: group.id, reader)
    let spending = try GroupSpending(
      of: group.id, in: currency, year: year, member: names.you?.id, connection)
    func own(_ sums: GroupSpending.Sums) -> Money? {
      names.you == nil ? nil : Money(sums.own, currency)
    }
    let spent = ExpenseQuery.spent(in: currency)
    let known = try ExpenseCategory.of(group.id, in: connection)
    self.init(
      group: group, year: year, years: years, currency: currency, currencies: currencies,
      total: Money(spending.total.all, currency), own: own(spending.total),
      months: spending.months.sorted { $0.key < $1.key }.map { month, sums in
        SpendingPage.Sum(
          name: reader.words.month(month), all: Money(sums.all, currency), own: own(sums),
          query: spent.during(month: month, of: year))
      },
      categories: spending.categories.sorted { left, right in
        (right.value.all, left.key) < (left.value.all, right.key)
      }.map { id, sums in
        let category = known.first { $0.id == id }
        return SpendingPage.Sum(
          name: category?.details.name ?? reader.words.withoutCategory,
          colour: category.map { PaletteColour(index: $0.details.colorIndex) },
          all: Money(sums.all, currency), own: own(sums),
          query: spent.during(year: year).of(category: id.isEmpty ? nil : id))
      })
    waitingCount = reader.waitingExpenses.count(in: group.id)
    try takePictures(typedMember, names, reader)
  }

  /// Who paid, and the balance of a member at the end of each month up to now.
  private mutating func takePictures(
    _ typed: String?, _ names: MemberNames, _ reader: PageReader
  ) throws {
    let shown = names.all.first { $0.id == typed }?.id ?? names.you?.id ?? names.all.first?.id
    let (today, code) = (reader.today, currency)
    let pictures = try GroupMonths(
      of: group.id, in: code, year: year, member: shown,
      lastMonth: year == today.year ? today.month : 12, reader.connection)
    members = names.all.map { names[$0.id] }
    you = names.you
    member = shown.map { names[$0] }
    paid = pictures.paid.sorted { left, right in
      (right.value, left.key) < (left.value, right.key)
    }.map { id, amount in
      SpendingPage.Paid(
        member: names[id], amount: Money(amount, code),
        query: .spent(in: code).during(year: year).paid(by: id))
    }
    balances = pictures.balances.sorted { $0.key < $1.key }.map { month, amount in
      SpendingPage.Standing(
        name: reader.words.month(month), net: Money(amount, code),
        query: shown.map { .all(of: $0, in: code).until(month: month, of: year) }
          ?? ExpenseQuery(currency: code))
    }
  }
}
