import Foundation
import Household
import SQLite
import SyncProtocol
import Values
import Web

extension PageReader {
  /// The currency, day and time zone in which a search text is read.
  var searchSetting: SearchQuery.Setting {
    SearchQuery.Setting(
      currency: surroundings.profile?.currency ?? "EUR", today: today.text,
      timeZone: words.timeZone)
  }
}

extension SearchParts {
  /// Shows how a search text was understood: a chip per condition, and notices about problems.
  init(
    _ query: SearchQuery, of text: String, home: ZoneID?, _ reader: PageReader
  ) throws {
    self.init()
    let words = reader.words
    var filter = ItemFilter()
    filter.homeID = home
    for part in query.parts {
      let without = SearchQuery.text(text, without: part)
      switch part.meaning {
      case .words(let text):
        if SearchText.terms(text).isEmpty {
          notices.append(Notice(text: words.nothingToLookFor(part.shown)))
        }
      case .archived(let isArchived):
        chips.append(
          Chip(
            text: isArchived ? words.archived : words.without(words.archived), without: without))
      case .clause(let clause):
        chips.append(Chip(text: words.clause(clause), without: without))
        if try filter.namesNothing(clause, in: reader.connection) {
          notices.append(Notice(text: words.nothingCalled(part.shown)))
        }
      case .problem(let problem):
        let meant = problem.suggestion
        notices.append(
          Notice(
            text: words.misunderstood(problem, part.shown),
            suggestion: meant.map {
              Suggestion(part: $0, search: SearchQuery.text(text, with: $0, for: part))
            }))
      }
    }
  }
}

extension SearchQuery.Part {
  /// The part, cut to 60 characters.
  fileprivate var shown: String { text.count > 60 ? text.prefix(60) + "…" : text }
}

extension SearchQuery.Problem {
  fileprivate var suggestion: String? {
    switch self {
    case .unknownName(let suggestion), .unknownChoice(_, _, let suggestion): suggestion
    default: nil
    }
  }
}

// Names of the conditions of a search.
extension Catalogue {
  func without(_ text: String) -> String { say("Not: \(text)") }

  func clause(_ clause: ItemFilter.Clause) -> String {
    let text = test(clause.test)
    if clause.isExcluded, case .has(let feature) = clause.test {
      return say("Without: \(name(of: feature))")
    }
    return clause.isExcluded ? without(text) : text
  }

  private func test(_ test: ItemFilter.Test) -> String {
    switch test {
    case .label(let name): filter(label, is: name)
    case .place(let name): filter(room, is: name)
    case .home(let name): filter(home, is: name)
    case .value(let range): filter(value, is: amount(range))
    case .price(let range): filter(priceOfOne, is: amount(range))
    case .quantity(let range): filter(quantity, is: numbers(range))
    case .has(let feature): say("Has: \(name(of: feature))")
    case .status(.lent): say("Lent")
    case .status(.sold): sold
    case .status(.insured): insured
    case .warranty(let range): filter(warranty, is: days(range))
    case .bought(let range): filter(say("Bought"), is: days(range))
    case .added(let range, _, _): filter(say("Added"), is: days(range))
    case .text(.any, let text): "“\(text)”"
    case .text(.serial, let text): filter(serial, is: text)
    case .text(.model, let text): filter(model, is: text)
    case .text(.manufacturer, let text): filter(manufacturer, is: text)
    case .text(.assetID, let text): filter(assetID, is: text)
    }
  }

  private func name(of feature: ItemFilter.Feature) -> String {
    switch feature {
    case .photo: say("Photo")
    case .receipt: say("Receipt")
    case .serial: serial
    case .price: say("Price")
    case .warranty: warranty
    case .notes: notes
    case .room: room
    case .label: label
    }
  }

  private func amount(_ range: ItemFilter.ValueRange) -> String {
    func text(_ minor: Int64) -> String { money(Money(minor, range.currency), .short) }
    switch (range.minMinor ?? 0, range.maxMinor) {
    case (let min, nil): return say("\(text(min)) or more")
    case (let min, let max?) where min == max: return text(max)
    case (0, let max?): return say("up to \(text(max))")
    case (let min, let max?): return say("\(text(min)) to \(text(max))")
    }
  }

  private func numbers(_ range: ItemFilter.NumberRange) -> String {
    func text(_ value: Int64) -> String { number(Int(value)) }
    switch (range.min ?? 0, range.max) {
    case (let min, nil): return say("\(text(min)) or more")
    case (let min, let max?) where min == max: return text(max)
    case (0, let max?): return say("up to \(text(max))")
    case (let min, let max?): return say("\(text(min)) to \(text(max))")
    }
  }

  private func days(_ range: DayRange) -> String {
    func text(_ day: String) -> String { CalendarDay(day).map { self.day($0) } ?? day }
    switch (range.from, range.to) {
    case (nil, nil): return any
    case (let from?, nil): return say("from \(text(from))")
    case (nil, let to?): return say("until \(text(to))")
    case (let from?, let to?): return from == to ? text(from) : say("\(text(from)) to \(text(to))")
    }
  }

  func misunderstood(_ problem: SearchQuery.Problem, _ part: String) -> String {
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
}
