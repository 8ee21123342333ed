import Values

@testable import MoneyWeb
@testable import Web

// The exchange rates of a group.
extension Samples {
  var ratePages: [SamplePage] {
    let day = CalendarDay(year: 2026, month: 6, day: 1)
    var model = RatesPage.Model(
      group: flat,
      rows: [
        .init(
          id: t("x1"), from: t("VND"), to: t("EUR"), rate: t("0.0000362"), day: day,
          enteredBy: t("Jonas")),
        .init(id: t("x2"), from: t("USD"), to: t("EUR"), rate: t("0.9"), day: day, enteredBy: ""),
      ], canWrite: true, currencies: ["EUR", "USD"],
      bank: .init(name: t("Bank"), lastDay: day))
    model.values[.rate] = FieldValue(t("much"), problem: .unreadableRate(t("much")))
    model.values[.toCurrency] = FieldValue("EUR", problem: .sameCurrency)
    let full = model
    return [
      SamplePage("rates", .rates(.rates(group: flat.id))) { RatesPage.view(full, in: $0) },
      SamplePage("rates-none", .rates(.rates(group: flat.id))) {
        RatesPage.view(.init(group: flat, rows: [], canWrite: false, currencies: []), in: $0)
      },
    ]
  }
}
