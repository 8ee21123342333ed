import FoundationEssentials
import TimeZones

/// What can be asked of one kind of record in a search text: the names of its conditions, and what
/// each means. How a text is taken apart is the same for all.
package protocol SearchLanguage: Sendable {
  /// What a condition tests.
  associatedtype Test: Equatable, Sendable
  /// The names of conditions.
  associatedtype Keyword: SearchKeyword

  typealias Clause = SearchClause<Test>

  /// The name that a sign stands for that has none, as in `>50`; `nil` if that means nothing.
  static var unnamed: Keyword? { get }

  /// The test that words stand next to each other, the last as the beginning of a word.
  static func phrase(_ text: String) -> Test

  /// The meaning of a piece that has a name, a sign and a value.
  static func meaning(of typed: TypedCondition<Self>) -> SearchMeaning<Clause>
}

extension SearchLanguage {
  package static var unnamed: Keyword? { nil }
}

/// The names of the conditions of a language; the raw values are what is typed.
package protocol SearchKeyword: SearchWord {
  /// Whether its values can be more or less than others.
  var isCompared: Bool { get }
}

/// What a piece of a search text means.
package enum SearchMeaning<Clause: Equatable & Sendable>: Equatable, Sendable {
  /// Words to look for, each as the beginning of a word.
  case words(String)
  case clause(Clause)
  /// Only what is archived, or nothing of it; where a language has an archive.
  case archived(Bool)
  /// Not understood; searched for as words.
  case problem(SearchProblem)
}

/// Why a part that looks like a condition is not one.
package enum SearchProblem: Equatable, Sendable {
  /// No condition has this name. `suggestion` is what was probably meant, as it would be typed.
  case unknownName(suggestion: String?)
  /// The condition only accepts certain words, and this is not one of them.
  case unknownChoice(of: String, known: [String], suggestion: String?)
  case notAnAmount
  case notANumber
  case notADay
  /// Nothing follows the sign.
  case valueMissing(of: String)
  /// The condition cannot be used with `<` or `>`.
  case cannotBeCompared(of: String)
  case tooMuch
}

/// What else the meaning of a search text depends on.
package struct SearchSetting: Equatable, Sendable {
  /// The currency of amounts that name none.
  package var currency: String
  /// The person's day, `YYYY-MM-DD`.
  package var today: String
  package var timeZone: CivilTimeZone

  package init(currency: String, today: String, timeZone: CivilTimeZone) {
    self.currency = currency
    self.today = today
    self.timeZone = timeZone
  }
}

/// Whole numbers with both ends included; `nil` for no limit at that end.
package struct NumberRange: Equatable, Sendable {
  package var min: Int64?
  package var max: Int64?

  package init(min: Int64?, max: Int64?) {
    self.min = min
    self.max = max
  }
}

/// Amounts in minor units of one currency. Both ends are included; `nil` for no limit.
package struct AmountRange: Equatable, Sendable {
  package var currency: String
  package var minMinor: Int64?
  package var maxMinor: Int64?

  package init(currency: String, minMinor: Int64? = nil, maxMinor: Int64? = nil) {
    self.currency = currency
    self.minMinor = minMinor
    self.maxMinor = maxMinor
  }
}
