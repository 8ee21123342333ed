import Values
import Web

// Exchange rates.
extension Catalogue {
  var exchangeRates: String { say("Exchange rates") }
  var exchangeRatesNote: String { say("For the balances of several currencies in one") }
  func bankRates(_ bank: String, until day: String) -> String {
    say("The rates of the \(bank) are known until \(day). A rate of your own goes before them.")
  }
  var noRates: String { say("No rates of your own") }
  var noRatesText: String {
    say("Enter one for a currency without a published rate, or the rate that you really paid.")
  }
  var oneUnitOf: String { say("1 unit of") }
  var isWorth: String { say("Is worth") }
  var isWorthHint: String { say("For example 0.92") }
  var inCurrency: String { say("In") }
  var fromDay: String { say("From") }
  var fromDayHint: String { say("It is used from this day on.") }
  var addRate: String { say("Save rate") }
  var remove: String { say("Remove") }
  func rateText(_ row: RatesPage.Row) -> String {
    say("1 \(row.from) = \(row.rate) \(row.to)")
  }
  func rateFrom(_ row: RatesPage.Row) -> String {
    let day = row.day.map { self.day($0) } ?? ""
    return row.enteredBy.isEmpty
      ? say("From \(day)") : say("From \(day), entered by \(row.enteredBy)")
  }
  func removeRate(_ row: RatesPage.Row) -> String {
    say("Remove the rate from \(row.from) to \(row.to)")
  }
  func source(_ source: RatesPage.Source) -> String {
    switch source {
    case .bank(let name): name
    case .person(let name): name.isEmpty ? say("Entered by hand") : say("Entered by \(name)")
    }
  }
}
