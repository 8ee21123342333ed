import Household
import SyncProtocol
import Values

/// A search text for a person's ledger.
package typealias LedgerSearchQuery = TypedSearch<LedgerLanguage>

/// What can be asked of the rows of a ledger in a search text.
package enum LedgerLanguage: SearchLanguage {
  package typealias Clause = LedgerList.Filter.Clause
  private typealias Reader = ClauseReader<LedgerLanguage>
  private typealias Filter = LedgerList.Filter

  package enum Keyword: String, SearchKeyword {
    case category, tag, group, amount, currency, date, kind, has, no, `is`, title, note, place

    package init?(other word: String) {
      switch word {
      case "label", "tags": self = .tag
      case "from", "in": self = .group
      case "value", "total", "price": self = .amount
      case "day", "on", "month": self = .date
      case "type": self = .kind
      case "payee", "by", "payer": self = .title
      case "notes": self = .note
      case "location": self = .place
      default: return nil
      }
    }

    package var isCompared: Bool { self == .amount || self == .date }
  }

  /// `>50` is an amount.
  package static var unnamed: Keyword? { .amount }

  package static func phrase(_ text: String, isExcluded: Bool) -> Clause {
    Clause(.text(.any, text), isExcluded: isExcluded)
  }

  package static func meaning(
    of token: SearchToken, _ keyword: Keyword, _ sign: SearchToken.Sign,
    _ reader: ClauseReader<LedgerLanguage>
  ) -> SearchMeaning<Clause> {
    func clause(
      _ test: LedgerList.Filter.Test?, or problem: SearchProblem
    ) -> SearchMeaning<Clause> {
      test.map { .clause(.init($0, isExcluded: token.isExcluded)) } ?? .problem(problem)
    }
    func clause(_ test: LedgerList.Filter.Test) -> SearchMeaning<Clause> {
      .clause(.init(test, isExcluded: token.isExcluded))
    }
    func text(_ field: LedgerList.Filter.TextField) -> SearchMeaning<Clause> {
      reader.text(token, .init(.text(field, token.value), isExcluded: token.isExcluded))
    }
    switch keyword {
    case .category: return clause(.category(token.value))
    case .tag: return clause(.tag(token.value))
    case .group: return clause(.group(token.value))
    case .currency:
      let code = token.value.uppercased()
      guard Currency(code: code) != nil else {
        return reader.unknown(token, keyword, among: [reader.setting.currency])
      }
      return clause(.currency(code))
    case .amount:
      return clause(reader.amount(token.value, sign).map { .amount($0) }, or: .notAnAmount)
    case .date:
      let days = reader.days(token.value, sign, liesAhead: false)
      return clause(days.map { .day($0) }, or: .notADay)
    case .kind: return kind(token, keyword, reader)
    case .is:
      guard let state = Filter.State(word: token.value.lowercased()) else {
        return kind(token, keyword, reader)
      }
      return clause(.state(state))
    case .has, .no: return feature(token, keyword, reader)
    case .title: return text(.title)
    case .note: return text(.note)
    case .place: return text(.place)
    }
  }

  private static func kind(
    _ token: SearchToken, _ keyword: Keyword, _ reader: Reader
  ) -> SearchMeaning<Clause> {
    let word = token.value.lowercased()
    if let kind = Filter.Kind(rawValue: word) ?? Filter.Kind(other: word) {
      return .clause(.init(.kind(kind), isExcluded: token.isExcluded))
    }
    let known = Filter.Kind.allCases.map(\.rawValue)
    return reader.unknown(
      token, keyword,
      among: keyword == .is ? Filter.State.allCases.map(\.rawValue) + known : known)
  }

  private static func feature(
    _ token: SearchToken, _ keyword: Keyword, _ reader: Reader
  ) -> SearchMeaning<Clause> {
    let word = token.value.lowercased()
    if let feature = Filter.Feature(rawValue: word) ?? Filter.Feature(other: word) {
      let isExcluded = (keyword == .no) != token.isExcluded
      return .clause(.init(.has(feature), isExcluded: isExcluded))
    }
    return reader.unknown(token, keyword, among: Filter.Feature.allCases.map(\.rawValue))
  }
}
