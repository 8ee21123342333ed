import Household
import Values

// The search box of a list, what it understood, and saved searches.
extension Catalogue {
  package var whatIsUnderstood: String { say("Understood as") }
  package func removePart(_ part: String) -> String { say("Remove \(part)") }
  package func without(_ text: String) -> String { say("Not: \(text)") }
  /// What a list is narrowed to.
  package func filter(_ title: String, is value: String) -> String { say("\(title): \(value)") }
  package var archived: String { say("Archived") }

  // What was not understood
  package func notKnown(_ part: String) -> String {
    say("“\(part)” is not known, and searched for as words.")
  }
  package func nothingToLookFor(_ part: String) -> String {
    say(
      """
      “\(part)” cannot be looked for: words of a search are letters and digits, at most 100 of each.
      """)
  }
  package func notKnownChoice(_ part: String, _ known: [String]) -> String {
    say("“\(part)” is not known. These are: \(list(known)).")
  }
  package var didYouMean: String { say("Did you mean") }
  package func notAnAmount(_ part: String) -> String {
    say("“\(part)” has no amount that can be read. Write it like 100, 20.50 or 100usd.")
  }
  package func notACount(_ part: String) -> String { say("“\(part)” needs a whole number.") }
  package func notADayOf(_ part: String) -> String {
    say("“\(part)” needs a day, month or year like 2027-01-31, or a time like 90d, 6w, 3m or 2y.")
  }
  package func valueMissing(_ part: String) -> String {
    say("Something is missing after “\(part)”.")
  }
  package func cannotCompare(_ part: String, _ name: String) -> String {
    say("“\(part)” cannot be more or less. Write it with a colon: \(name):")
  }
  package func tooMuch(_ part: String) -> String {
    say("“\(part)” is one condition too many, and searched for as words.")
  }
  package func nothingCalled(_ part: String) -> String {
    say("There is nothing of that name: \(part)")
  }

  package func misunderstood(_ problem: SearchProblem, _ part: String) -> String {
    switch problem {
    case .unknownName: notKnown(part)
    case .unknownChoice(_, let known, _): notKnownChoice(part, known)
    case .notAnAmount: notAnAmount(part)
    case .notANumber: notACount(part)
    case .notADay: notADayOf(part)
    case .valueMissing: valueMissing(part)
    case .cannotBeCompared(let name): cannotCompare(part, name)
    case .tooMuch: tooMuch(part)
    }
  }

  // Help
  package var searchHelp: String { say("How to search") }

  /// What is typed is the same in every language.
  package func typed(_ example: String) -> String { say("\(example)") }

  // Saved searches
  package var savedSearches: String { say("Saved searches") }
  package var savedSearchesNote: String { say("Only you see them, on all your devices") }
  package var noSavedSearchesTitle: String { say("No saved searches") }
  package var noSavedSearchesText: String {
    say("Search or filter a list, then save it here under a name.")
  }
  package var saveSearch: String { say("Save this search") }
  package var nameOfSearch: String { say("Name of the search") }
  package var searchInAll: String { say("in all homes") }
  package var searchInOwn: String { say("in your own entries") }
  package func searchIn(_ home: String) -> String { say("in \(home)") }
  package var rename: String { say("Rename") }
  package var deleteSearch: String { say("Delete this search") }
}

// The boxes of a list.
extension Catalogue {
  package func tick(_ name: String) -> String { say("Choose \(name)") }
  package var tickPage: String { say("Tick all on this page") }
  package var untickPage: String { say("Untick all") }
}

// The values of conditions.
extension Catalogue {
  package func amount(_ range: AmountRange) -> String {
    func text(_ minor: Int64) -> String { money(Money(minor, range.currency), .short) }
    switch (range.minMinor ?? 0, range.maxMinor) {
    case (let min, nil): return say("\(text(min)) or more")
    case (let min, let max?) where min == max: return text(max)
    case (0, let max?): return say("up to \(text(max))")
    case (let min, let max?): return say("\(text(min)) to \(text(max))")
    }
  }

  package func numbers(_ range: NumberRange) -> String {
    func text(_ value: Int64) -> String { number(Int(value)) }
    switch (range.min ?? 0, range.max) {
    case (let min, nil): return say("\(text(min)) or more")
    case (let min, let max?) where min == max: return text(max)
    case (0, let max?): return say("up to \(text(max))")
    case (let min, let max?): return say("\(text(min)) to \(text(max))")
    }
  }

  package func days(_ range: DayRange) -> String {
    func text(_ day: String) -> String { CalendarDay(day).map { self.day($0) } ?? day }
    switch (range.from, range.to) {
    case (nil, nil): return any
    case (let from?, nil): return say("from \(text(from))")
    case (nil, let to?): return say("until \(text(to))")
    case (let from?, let to?): return from == to ? text(from) : say("\(text(from)) to \(text(to))")
    }
  }
}
