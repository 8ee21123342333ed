import Web

// The search box, what it understood, and saved searches.
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
  var whatIsUnderstood: String { say("Understood as") }
  func removePart(_ part: String) -> String { say("Remove \(part)") }
  var cutShortTitle: String { say("Nothing found so far") }
  var cutShortText: String {
    say("Many items were looked at and there are more. Look further, or narrow the search.")
  }

  // What was not understood
  func notKnown(_ part: String) -> String {
    say("“\(part)” is not known, and searched for as words.")
  }
  func nothingToLookFor(_ part: String) -> String {
    say(
      """
      “\(part)” cannot be looked for: words of a search are letters and digits, at most 100 of each.
      """)
  }
  func notKnownChoice(_ part: String, _ known: [String]) -> String {
    say("“\(part)” is not known. These are: \(list(known)).")
  }
  var didYouMean: String { say("Did you mean") }
  func notAnAmount(_ part: String) -> String {
    say("“\(part)” has no amount that can be read. Write it like 100, 20.50 or 100usd.")
  }
  func notACount(_ part: String) -> String { say("“\(part)” needs a whole number.") }
  func notADayOf(_ part: String) -> String {
    say("“\(part)” needs a day, month or year like 2027-01-31, or a time like 90d, 6w, 3m or 2y.")
  }
  func valueMissing(_ part: String) -> String { say("Something is missing after “\(part)”.") }
  func cannotCompare(_ part: String, _ name: String) -> String {
    say("“\(part)” cannot be more or less. Write it with a colon: \(name):")
  }
  func tooMuch(_ part: String) -> String {
    say("“\(part)” is one condition too many, and searched for as words.")
  }
  func nothingCalled(_ part: String) -> String { say("There is nothing of that name: \(part)") }

  // Help
  var searchHelp: String { say("How to search") }
  var searchHelpText: String {
    say("Words find items that have all of them. These find more exactly, alone or together:")
  }
  var helpLabel: String { say("with a label; so do room and home") }
  var helpQuotes: String { say("quotes keep words together") }
  var helpValue: String { say("worth more; also price, <, <= and >=") }
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

  /// What is typed is the same in every language.
  func typed(_ example: String) -> String { say("\(example)") }

  // Saved searches
  var savedSearches: String { say("Saved searches") }
  var savedSearchesNote: String { say("Only you see them, on all your devices") }
  var noSavedSearchesTitle: String { say("No saved searches") }
  var noSavedSearchesText: String {
    say("Search or filter a list of items, then save it here under a name.")
  }
  var saveSearch: String { say("Save this search") }
  var nameOfSearch: String { say("Name of the search") }
  var searchInAll: String { say("in all homes") }
  func searchIn(_ home: String) -> String { say("in \(home)") }
  var rename: String { say("Rename") }
  var deleteSearch: String { say("Delete this search") }
}
