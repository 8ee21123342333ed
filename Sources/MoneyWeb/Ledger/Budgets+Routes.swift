import Finances
import HTTPServer
import Household
import Rates
import Replica
import SQLite
import SyncProtocol
import Values
import Web

/// Budgets by month and category.
extension WebApplication {
  func budgetsPage(_ month: String?) -> Endpoint {
    .member { member in try await member.budgetsPage(month, nil) }
  }

  func setBudget(_ typed: String?) -> Endpoint {
    .member { member in
      let form = member.form
      let (words, currency, today) = try await member.budgetFrame()
      let month = typed.flatMap { LedgerMonth($0) } ?? LedgerMonth(of: today)
      var values = FormValues<FormName>()
      for name in [FormName.categoryID, .amount] {
        values[name] = FieldValue(form.first(name.rawValue) ?? "")
      }
      let minor = SumReader(currency: currency, words: words).minor(&values[.amount])
      if let minor, minor < 0 { values[.amount].problem = .amountBelowZero(values[.amount].text) }
      let category = values[.categoryID].text
      let isOnce = form.first("isOnce") == "yes"
      guard let minor, !values.hasProblems else {
        return try await member.budgetsPage(typed, values, isOnce: isOnce)
      }
      let set = SetLedgerBudget(
        categoryID: category.isEmpty ? nil : category, month: month, amountMinor: minor,
        currency: currency.code, isOnce: isOnce)
      do {
        try await member.write { _ = try set($0) }
        return member.goTo(
          .ledger(.budgets(month: month.text)), saying: .money(.saved(words.budget)))
      } catch FinanceFailure.invalid(let problems) {
        values.show(problems, among: [.categoryID, .amount], other: .amount)
        return try await member.budgetsPage(typed, values, isOnce: isOnce)
      }
    }
  }
}

extension Member {
  /// How the person writes numbers, the currency of their sums, and their day.
  fileprivate func budgetFrame() async throws -> (Catalogue, Currency, CalendarDay) {
    let now = guest.date
    return try await read { connection in
      let words = try Surroundings(of: self, active: nil, in: connection).words
      let code = try Profile.own(in: connection)?.currency ?? ""
      guard let currency = Currency(code: code) ?? Currency(code: "EUR") else {
        throw Abort.notFound
      }
      return (words, currency, words.calendarDay(now))
    }
  }

  fileprivate func budgetsPage(
    _ typed: String?, _ values: FormValues<FormName>?, isOnce: Bool = false
  ) async throws -> HTTPResponse {
    try await tendLedger()
    let bank = app.service(CurrentRates.self).table
    return try await page(
      status: values == nil ? .ok : .unprocessableContent, tellsWaiting: true,
      { BudgetsPage.view($0, in: $1) },
      load: { reader in
        let month = typed.flatMap { LedgerMonth($0) } ?? LedgerMonth(of: reader.today)
        var model = try BudgetsPage.Model(month, bank, reader)
        model.isOnce = isOnce
        if let values { model.values = values }
        return model
      })
  }
}

extension BudgetsPage.Model {
  fileprivate init(_ month: LedgerMonth, _ bank: RateTable?, _ reader: PageReader) throws {
    let (words, connection) = (reader.words, reader.connection)
    let categories = try LedgerCategories(in: connection)
    let sums = try LedgerSums(from: month, to: month, categories, in: connection)
    let budgets = try LedgerBudget.holding(in: month, connection)
    func row(
      _ id: String, _ name: String, _ spent: Int128, _ category: LedgerCategory? = nil
    ) throws -> BudgetsPage.Row {
      BudgetsPage.Row(
        id: id, name: name, emoji: category?.details.emoji ?? "",
        colour: category.map { PaletteColour(index: $0.details.colorIndex) },
        spent: Money(spent, sums.currency),
        budget: try budgets[id].map {
          try Money($0.amount(in: sums.currency, month, bank, connection))
        },
        isOnce: budgets[id]?.isOnce ?? false)
    }
    self.init(
      month: month.text, year: month.year, number: month.month, previous: month.previous?.text,
      next: month.next?.text,
      rows: try [row("", words.everythingSpent, sums.total.spent)]
        + categories.own.map {
          try row($0.id, $0.details.name, sums.categories[$0.id]?.spent ?? 0, $0)
        }, unconverted: Int(clamping: sums.unconverted))
    waitingCount = try reader.waitingLedgerRows().count { row in
      row.flow == .spending && LedgerMonth(String(row.day.prefix(7))) == month
    }
  }
}
