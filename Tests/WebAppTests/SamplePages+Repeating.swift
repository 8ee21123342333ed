import Values

@testable import MoneyWeb
@testable import Web

// What repeats in a group.
extension Samples {
  var repeatingPages: [SamplePage] {
    func row(
      _ id: String, _ title: String, _ interval: RepeatingPage.Interval,
      _ standing: RepeatingPage.Standing
    ) -> RepeatingPage.Row {
      RepeatingPage.Row(
        id: t(id), emoji: "🏠", colour: .blue, title: t(title), amount: euro(90_000),
        interval: interval, payers: [annaMember], standing: standing)
    }
    let day = CalendarDay(year: 2026, month: 6, day: 30)
    var ending = row("r1", "Rent", .init(1, .month), .next(day))
    ending.endsOn = CalendarDay(year: 2027, month: 6, day: 30)
    var payment = row("r6", "Rent share", .init(1, .month), .next(day))
    (payment.payee, payment.emoji) = (jonasMember, "↔️")
    let model = RepeatingPage.Model(
      group: flat,
      rows: [
        ending, row("r2", "Cleaning", .init(2, .week), .paused),
        row("r3", "Insurance", .init(1, .year), .stopped(by: [jonasMember])),
        row("r4", "Power", .init(3, .month), .incomplete),
        row("r5", "Gym", .init(1, .week), .ended), payment,
      ], canWrite: true)
    var form = expenseForm
    form.repeatingID = t("r1")
    form.offersRepeating = true
    form.values[.everyUnit] = FieldValue("month")
    form.values[.everyCount] = FieldValue(
      t("often"), problem: .unreadableNumber(t("often"), min: 1, max: 100))
    let edit = ExpenseFormPage.Model(group: flat, form: form, currencies: ["EUR"])
    var pay = PaymentFormPage.Model(group: flat, members: [annaMember, jonasMember])
    (pay.repeatingID, pay.offersRepeating) = (t("r6"), true)
    pay.values[.everyUnit] = FieldValue("month")
    pay.values[.endsOn] = FieldValue(t("soon"), problem: .unreadableDate(t("soon")))
    let payModel = pay
    return [
      SamplePage(
        "edit-repeating-payment", .repeating(.editRepeating(group: flat.id, repeating: t("r6")))
      ) { PaymentFormPage.view(payModel, in: $0) },
      SamplePage("repeating", .repeating(.repeating(group: flat.id))) {
        RepeatingPage.view(model, in: $0)
      },
      SamplePage("repeating-none", .repeating(.repeating(group: flat.id))) {
        RepeatingPage.view(.init(group: flat, rows: [], canWrite: false), in: $0)
      },
      SamplePage(
        "edit-repeating", .repeating(.editRepeating(group: flat.id, repeating: t("r1")))
      ) { ExpenseFormPage.view(edit, in: $0) },
    ]
  }
}
