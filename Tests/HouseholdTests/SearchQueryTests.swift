import Foundation
import Household
import SQLite
import SeededNoise
import Testing
import Things
import TimeZones

@Suite struct SearchQueryTests {
  private static let setting = SearchQuery.Setting(
    currency: "EUR", today: "2026-06-15", timeZone: .utc)

  private func parts(_ text: String) -> [SearchQuery.Part] { SearchQuery(text, Self.setting).parts }

  private func clauses(_ text: String) -> [ItemFilter.Clause] {
    parts(text).compactMap { if case .clause(let clause) = $0.meaning { clause } else { nil } }
  }

  private func problems(_ text: String) -> [SearchQuery.Problem] {
    parts(text).compactMap { if case .problem(let problem) = $0.meaning { problem } else { nil } }
  }

  @Test("words stay words, conditions are taken out of them")
  func wordsAndConditions() {
    let query = SearchQuery("red label:tools  kettle", Self.setting)
    #expect(query.words == "red kettle")
    #expect(clauses("red label:tools kettle") == [.init(.label("tools"))])
    #expect(
      SearchQuery("12:30 a/b c-d https://x.example/?a=1", Self.setting).parts.allSatisfy {
        if case .words = $0.meaning { true } else { false }
      })
  }

  @Test("quotes, blanks around signs, a minus and capitals are all understood")
  func forms() {
    let house = ItemFilter.Clause(.home("Summer house"))
    for text in [
      "home:\"Summer house\"", "HOME:\"Summer house\"", "home: \"Summer house\"",
      "home:“Summer house”", "home:\"Summer house",
    ] { #expect(clauses(text) == [house], "\(text)") }
    let value = ItemFilter.ValueRange(currency: "EUR", minMinor: 10_001)
    for text in ["value>100", "value > 100", "value> 100", "value >100", "Value>100,00"] {
      #expect(clauses(text) == [.init(.value(value))], "\(text)")
    }
    #expect(clauses("-label:tools") == [.init(.label("tools"), isExcluded: true)])
    #expect(clauses("-broken") == [.init(.text(.any, "broken"), isExcluded: true)])
    #expect(clauses("\"oak table\"") == [.init(.text(.any, "oak table"))])
    #expect(clauses("tag:x place:y maker:z") == clauses("label:x room:y make:z"))
  }

  @Test("amounts are read in the person's currency or the one that stands there")
  func amounts() {
    func range(_ text: String) -> ItemFilter.ValueRange? {
      if case .value(let range)? = clauses(text).first?.test { range } else { nil }
    }
    #expect(range("value>100usd") == .init(currency: "USD", minMinor: 10_001))
    #expect(range("value<=20.50") == .init(currency: "EUR", minMinor: 0, maxMinor: 2050))
    #expect(range("value<20,5") == .init(currency: "EUR", minMinor: 0, maxMinor: 2049))
    #expect(range("value>=1.500") == .init(currency: "EUR", minMinor: 150_000))
    #expect(
      range("value=1,500.25€") == .init(currency: "EUR", minMinor: 150_025, maxMinor: 150_025))
    #expect(range("value:500jpy") == .init(currency: "JPY", minMinor: 500, maxMinor: 500))
    #expect(range("value>1.250kwd") == .init(currency: "KWD", minMinor: 1251))
    #expect(range("value≥£5") == .init(currency: "GBP", minMinor: 500))
    for text in [
      "value>lots", "value>1.2.3", "value>5xyz", "value>0.5jpy", "price<-3", "value>1,2,3",
      "value>9999999999999999999",
    ] { #expect(problems(text) == [.notAnAmount], "\(text)") }
  }

  @Test("days are years, months, days or so many from today")
  func days() {
    func range(_ text: String) -> DayRange? {
      switch clauses(text).first?.test {
      case .warranty(let range), .bought(let range), .added(let range, _, _): range
      default: nil
      }
    }
    #expect(range("warranty<90d") == DayRange(from: "2026-06-15", to: "2026-09-13"))
    #expect(range("warranty>1y") == DayRange(from: "2027-06-16"))
    #expect(range("warranty<2027-01-01") == DayRange(to: "2026-12-31"))
    #expect(range("bought>2020") == DayRange(from: "2021-01-01"))
    #expect(range("bought>=2020") == DayRange(from: "2020-01-01"))
    #expect(range("bought:2024-02") == DayRange(from: "2024-02-01", to: "2024-02-29"))
    #expect(range("added<30d") == DayRange(from: "2026-05-16", to: "2026-06-15"))
    #expect(range("added>2w") == DayRange(to: "2026-05-31"))
    #expect(range("added:today") == DayRange(from: "2026-06-15", to: "2026-06-15"))
    for text in ["bought>soon", "warranty<2027-02-30", "added<d", "bought>20", "bought<2020-13"] {
      #expect(problems(text) == [.notADay], "\(text)")
    }
  }

  @Test("days begin at midnight where the person lives, also when its clocks change")
  func instants() throws {
    let zone = try #require(CivilTimeZone(identifier: "Europe/Berlin"))
    // Clocks went forward on 29 March 2026: a day of 23 hours.
    let day = DayRange(from: "2026-03-29", to: "2026-03-29").instants(in: zone)
    #expect(day.from == 1_774_738_800_000)
    let end: Int64 = 1_774_738_800_000 + 23 * 3_600_000 - 1
    #expect(day.to == end)
  }

  @Test("what is not understood is said, with where it stands and what was probably meant")
  func misunderstood() {
    #expect(problems("vlaue>100") == [.unknownName(suggestion: "value>100")])
    #expect(problems("-lable:\"a b\"") == [.unknownName(suggestion: "-label:\"a b\"")])
    #expect(problems("zzzzzz:1") == [.unknownName(suggestion: nil)])
    #expect(problems("label:") == [.valueMissing(of: "label")])
    #expect(problems("label>3") == [.cannotBeCompared(of: "label")])
    #expect(problems("quantity>x") == [.notANumber])
    guard case .unknownChoice("is", _, "is:archived")? = problems("is:archvied").first else {
      Issue.record("is:archvied")
      return
    }
    let text = "é vlaue>100 lamp"
    let part = parts(text)[1]
    #expect(part.range == 3..<12)
    #expect(SearchQuery.text(text, with: "value>100", for: part) == "é value>100 lamp")
    #expect(SearchQuery.text(text, without: part) == "é lamp")
    #expect(SearchQuery(text, Self.setting).words == "é vlaue>100 lamp")
  }

  @Test("a condition written for a name reads back as that name")
  func condition() {
    for name in ["tools", "Summer house", "  a  b", "Ångström's", "a:b", "10\" screen", "—"] {
      let text = SearchQuery.condition("label", name)
      #expect(
        clauses(text) == [.init(.label(name.replacing("\"", with: "")))], "\(text)")
    }
  }

  @Test("more conditions than can be looked up are looked for as words, and said")
  func tooMany() {
    let text = (0..<30).map { "label:l\($0)" }.joined(separator: " ")
    #expect(clauses(text).count == SearchQuery.maxClauses)
    #expect(problems(text) == Array(repeating: .tooMuch, count: 10))
  }

  @Test("any text is read: parts stand in order inside it, and reading on without one gets shorter")
  func fuzz() {
    var random = SeededGenerator(seed: 2026)
    let pieces = [
      "label", "value", "warranty", "is", "has", "no", "home", "id", ":", "<", ">", "=", "≤", "\"",
      "“", "”", "-", " ", "  ", "\t", "\n", "100", "20.50", "90d", "2027-01-01", "usd", "€", "é",
      "\u{301}", "👩‍👩‍👧", "\u{0}", "'", "%", "*", "(", ")", "OR", "NEAR", "archived", "photo", "𝔸",
    ]
    for _ in 0..<4000 {
      let count = Int.random(in: 0...14, using: &random)
      let text = (0..<count).map { _ in pieces.randomElement(using: &random)! }.joined()
      let query = SearchQuery(text, Self.setting)
      let bytes = Array(text.utf8)
      var end = 0
      for part in query.parts {
        #expect(part.range.lowerBound >= end && part.range.upperBound <= bytes.count, "\(text)")
        #expect(!part.range.isEmpty, "\(text)")
        end = part.range.upperBound
        let shorter = SearchQuery.text(text, without: part)
        #expect(shorter.utf8.count < max(1, bytes.count), "\(text)")
      }
    }
    #expect(
      SearchQuery(String(repeating: "value>1 ", count: 100_000), Self.setting).parts.count <= 250)
  }
}
