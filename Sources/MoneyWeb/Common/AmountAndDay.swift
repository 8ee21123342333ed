import Web

extension ViewContext {
  /// How much something is, in which currency, and on which day.
  func amountAndDay(
    _ values: FormValues<FormName>, used currencies: [String], day: String, amount: FieldStyle
  ) -> HTML {
    var style = amount
    (style.autocomplete, style.inputmode, style.maxLength) = ("off", "text", 200)
    return div(.class("columns", "three")) {
      field("amount", words.amountTitle, values[.amount], style)
      currencyPicker("currency", words.currencyTitle, values[.currency], used: currencies)
      field(
        "day", day, values[.day],
        // A day that could not be read would vanish from a date field.
        FieldStyle(type: values[.day].problem?.isOfDay == true ? "text" : "date"))
    }
  }
}
