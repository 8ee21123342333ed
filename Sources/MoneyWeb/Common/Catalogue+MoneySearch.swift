import Finances
import Household
import Web

// Searching expenses and ledgers: what both have.
extension Catalogue {
  // What can be typed
  var helpAmountRange: String { say("from one amount to another, in a currency") }
  var helpDate: String { say("in a month; also a year, a day, or 2026-10..2026-11") }
  var helpLastDays: String { say("in the last 30 days; d, w, m and y") }
  var helpTogether: String { say("quotes keep words together") }
  var helpLeavesOut: String { say("a minus leaves out what follows it") }

  // Names of conditions
  func clause<Own>(
    _ clause: SearchClause<MoneyTest<Own>>, kind: (Own.Kind) -> String,
    feature: (Own.Feature) -> String, own: (Own) -> String
  ) -> String {
    let text =
      switch clause.test {
      case .category(let name): filter(say("Category"), is: name)
      case .currency(let code): filter(currencyTitle, is: code)
      case .amount(let range): filter(say("Amount"), is: amount(range))
      case .day(let range): filter(say("Date"), is: days(range))
      case .kind(let word): kind(word)
      case .has(let word) where clause.isExcluded: say("Without: \(feature(word))")
      case .has(let word): say("Has: \(feature(word))")
      case .text(.any, let text): "“\(text)”"
      case .text(.title, let text): filter(say("Title"), is: text)
      case .text(.note, let text): filter(noteTitle, is: text)
      case .text(.place, let text): filter(say("Place"), is: text)
      case .own(let test): own(test)
      }
    if case .has = clause.test { return text }
    return clause.isExcluded ? without(text) : text
  }
}
