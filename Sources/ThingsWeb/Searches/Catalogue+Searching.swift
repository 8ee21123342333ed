import Web

// What a search of items finds, and what can be typed.
extension Catalogue {
  /// What a list holds that looks for nothing.
  func count(_ count: ItemListPage.Count) -> String {
    if case .exactly(let count) = count { itemCount(count) } else { found(count) }
  }
  func found(_ count: ItemListPage.Count) -> String {
    switch count {
    case .exactly(let count):
      plural(count, one: "1 item found", other: "\(number(count)) items found")
    case .moreThan(let count):
      plural(count, one: "More than 1 item found", other: "More than \(number(count)) items found")
    case .atLeast(0): cutShortTitle
    case .atLeast(let count):
      plural(count, one: "At least 1 item found", other: "At least \(number(count)) items found")
    }
  }
  var cutShortTitle: String { say("Nothing found so far") }
  var cutShortText: String {
    say("Many items were looked at and there are more. Look further, or narrow the search.")
  }

  // Help
  var searchHelpText: String {
    say("Words find items that have all of them. These find more exactly, alone or together:")
  }
  /// - Parameter withAmounts: whether those that ask for amounts are among them.
  func searchExamples(withAmounts: Bool) -> [(typed: String, text: String)] {
    let all = [
      ("label:tools", helpLabel), ("home:\"Summer house\"", helpQuotes), ("value>100", helpValue),
      ("value>100usd", helpCurrency), ("quantity>1", helpQuantity), ("no:photo", helpHas),
      ("is:lent", helpIs), ("warranty<90d", helpWarranty), ("bought>2020", helpBought),
      ("serial:WOV", helpSerial), ("-label:tools", helpWithout),
    ]
    return withAmounts ? all : all.filter { !$0.0.hasPrefix("value") }
  }
  var helpLabel: String { say("with a label; so do room and home") }
  var helpQuotes: String { say("quotes keep words together") }
  var helpValue: String { say("worth more; also price, <, <=, >= and 50..100") }
  var helpCurrency: String { say("in another currency than yours") }
  var helpQuantity: String { say("more than one piece") }
  var helpHas: String {
    say("has or no, with photo, receipt, serial, price, warranty, notes, room, label")
  }
  var helpIs: String { say("also archived, insured, and sold, archived or not") }
  var helpWarranty: String { say("ends within 90 days; d, w, m and y") }
  var helpBought: String { say("bought after that year; also a month or day, and added") }
  var helpSerial: String { say("also model, make and id") }
  var helpWithout: String { say("a minus leaves out what follows it") }
}
