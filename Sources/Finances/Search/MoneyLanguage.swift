import Household
import SQLite
import Values

/// What can be asked of one kind of record of money in a search text, and of no other kind.
package protocol OwnMoneyTest: Equatable, Sendable {
  /// The names of conditions that only this kind has; each takes any text.
  associatedtype Name: SearchWord
  /// What `kind` and `is` know.
  associatedtype Kind: SearchWord
  /// What `has` and `no` know.
  associatedtype Feature: SearchWord

  init(_ name: Name, _ value: String)

  /// What `is` knows besides kinds.
  static var states: [String] { get }
  /// Reads one of ``states`` in lower case, or another word for it.
  init?(state: String)

  /// Reads another word for one of the names that all kinds have.
  static func other(_ word: String) -> MoneyName?
}

/// What a condition of a search for money tests.
package enum MoneyTest<Own: OwnMoneyTest>: Equatable, Sendable {
  /// A category with this name or, if there is none, those whose name begins with it.
  case category(String)
  /// An ISO 4217 code.
  case currency(String)
  /// The amount without its sign: what was refunded counts as what was spent.
  case amount(AmountRange)
  case day(DayRange)
  case kind(Own.Kind)
  case has(Own.Feature)
  /// These words next to each other; the last may be the beginning of a word.
  case text(MoneyText, String)
  case own(Own)
}

/// The texts that a condition looks in.
package enum MoneyText: Equatable, Sendable { case any, title, note, place }

/// The names of conditions that every search for money has.
package enum MoneyName: String, SearchWord {
  case category, currency, amount, date, kind, has, no, `is`, title, note, place

  package init?(other word: String) {
    switch word {
    case "value", "total", "price": self = .amount
    case "day", "on", "month": self = .date
    case "type": self = .kind
    case "notes": self = .note
    case "location": self = .place
    default: return nil
    }
  }
}

/// What can be asked of records of money in a search text: what all of them have, and what one kind
/// has of its own.
package enum MoneyLanguage<Own: OwnMoneyTest>: SearchLanguage {
  package typealias Test = MoneyTest<Own>
  private typealias Typed = TypedCondition<MoneyLanguage<Own>>
  private typealias Meaning = SearchMeaning<SearchClause<MoneyTest<Own>>>

  package enum Keyword: SearchKeyword {
    case own(Own.Name)
    case common(MoneyName)

    package static var allCases: [Self] {
      Own.Name.allCases.map { .own($0) } + MoneyName.allCases.map { .common($0) }
    }

    package init?(rawValue: String) {
      if let name = Own.Name(rawValue: rawValue) {
        self = .own(name)
      } else if let name = MoneyName(rawValue: rawValue) {
        self = .common(name)
      } else {
        return nil
      }
    }

    package init?(other word: String) {
      if let name = Own.Name(other: word) {
        self = .own(name)
      } else if let name = MoneyName(other: word) ?? Own.other(word) {
        self = .common(name)
      } else {
        return nil
      }
    }

    package var rawValue: String {
      switch self {
      case .own(let name): name.rawValue
      case .common(let name): name.rawValue
      }
    }

    package var isCompared: Bool {
      switch self {
      case .common(.amount), .common(.date): true
      default: false
      }
    }
  }

  /// `>50` is an amount.
  package static var unnamed: Keyword? { .common(.amount) }

  package static func phrase(_ text: String) -> Test { .text(.any, text) }

  package static func meaning(
    of typed: TypedCondition<MoneyLanguage<Own>>
  ) -> SearchMeaning<SearchClause<MoneyTest<Own>>> {
    switch typed.keyword {
    case .own(let name): typed.clause(.own(Own(name, typed.value)))
    case .common(.category): typed.clause(.category(typed.value))
    case .common(.currency): currency(typed)
    case .common(.amount): typed.clause(typed.amount().map { .amount($0) }, or: .notAnAmount)
    case .common(.date): typed.clause(typed.days().map { .day($0) }, or: .notADay)
    case .common(.kind): kind(typed)
    case .common(.is):
      Own(state: typed.word).map { typed.clause(.own($0)) } ?? kind(typed, or: Own.states)
    case .common(.has): typed.feature(isLacking: false) { .has($0) }
    case .common(.no): typed.feature(isLacking: true) { .has($0) }
    case .common(.title): typed.text(.text(.title, typed.value))
    case .common(.note): typed.text(.text(.note, typed.value))
    case .common(.place): typed.text(.text(.place, typed.value))
    }
  }

  private static func currency(_ typed: Typed) -> Meaning {
    let code = typed.value.uppercased()
    guard Currency(code: code) != nil else {
      return typed.unknown(among: [typed.setting.currency])
    }
    return typed.clause(.currency(code))
  }

  private static func kind(_ typed: Typed, or states: [String] = []) -> Meaning {
    guard let kind = Own.Kind(word: typed.word) else {
      return typed.unknown(among: states + Own.Kind.words)
    }
    return typed.clause(.kind(kind))
  }
}

// MARK: - How conditions are tested

extension DayRange {
  /// For `BETWEEN ? AND ?`.
  var bounds: [Value] { [.text(from ?? ""), .text(to ?? "~")] }
}

extension AmountRange {
  /// For `BETWEEN ? AND ?`; neither end is below zero.
  var bounds: [Value] { [.integer(minMinor ?? 0), .integer(maxMinor ?? Int64.max)] }

  /// The same of amounts below zero.
  var boundsBelowZero: [Value] {
    [.integer(0 &- max(0, maxMinor ?? Int64.max)), .integer(0 &- max(0, minMinor ?? 0))]
  }
}

/// Whether a record has some words next to each other in one of its texts.
struct MoneyTextTest {
  let words: [String]
  let field: MoneyText
  let isExcluded: Bool

  /// Returns `nil` for a condition that is not on words.
  init?<Own>(_ clause: SearchClause<MoneyTest<Own>>) {
    guard case .text(let field, let text) = clause.test else { return nil }
    (words, self.field, isExcluded) = (SearchText.words(text), field, clause.isExcluded)
  }

  /// Whether a record meets the condition that has these texts in the field.
  func isMet(by texts: [String]) -> Bool {
    let hasWords = texts.contains { text in
      text.split(separator: "\n").contains { SearchText.has(words, in: String($0)) }
    }
    return hasWords != isExcluded
  }
}
