import Household
import SyncProtocol
import Values

/// A search text for items.
package typealias SearchQuery = TypedSearch<ItemLanguage>

/// What can be asked of items in a search text.
package enum ItemLanguage: SearchLanguage {
  package typealias Clause = ItemFilter.Clause
  private typealias Reader = ClauseReader<ItemLanguage>

  package enum Keyword: String, SearchKeyword {
    case label, room, home, value, price, quantity, has, no, `is`, warranty, bought, added, serial
    case model, make, id

    package init?(other word: String) {
      switch word {
      case "tag": self = .label
      case "place", "location": self = .room
      case "qty", "count": self = .quantity
      case "maker", "brand", "manufacturer": self = .make
      case "purchased": self = .bought
      case "asset": self = .id
      default: return nil
      }
    }

    package var isCompared: Bool {
      switch self {
      case .label, .room, .home, .serial, .model, .make, .id, .has, .no, .is: false
      case .value, .price, .quantity, .warranty, .bought, .added: true
      }
    }
  }

  package static func phrase(_ text: String, isExcluded: Bool) -> Clause {
    Clause(.text(.any, text), isExcluded: isExcluded)
  }

  package static func meaning(
    of token: SearchToken, _ keyword: Keyword, _ sign: SearchToken.Sign,
    _ reader: ClauseReader<ItemLanguage>
  ) -> SearchMeaning<Clause> {
    func clause(
      _ test: ItemFilter.Test?, or problem: SearchProblem
    ) -> SearchMeaning<Clause> {
      test.map { .clause(.init($0, isExcluded: token.isExcluded)) } ?? .problem(problem)
    }
    func clause(_ test: ItemFilter.Test) -> SearchMeaning<Clause> {
      .clause(.init(test, isExcluded: token.isExcluded))
    }
    func text(_ field: ItemFilter.TextField) -> SearchMeaning<Clause> {
      reader.text(token, .init(.text(field, token.value), isExcluded: token.isExcluded))
    }
    func days(liesAhead: Bool) -> DayRange? { reader.days(token.value, sign, liesAhead: liesAhead) }
    switch keyword {
    case .label: return clause(.label(token.value))
    case .room: return clause(.place(token.value))
    case .home: return clause(.home(token.value))
    case .serial: return text(.serial)
    case .model: return text(.model)
    case .make: return text(.manufacturer)
    case .id: return text(.assetID)
    case .value:
      return clause(reader.amount(token.value, sign).map { .value($0) }, or: .notAnAmount)
    case .price:
      return clause(reader.amount(token.value, sign).map { .price($0) }, or: .notAnAmount)
    case .quantity:
      return clause(reader.count(token.value, sign).map { .quantity($0) }, or: .notANumber)
    case .has, .no: return feature(token, keyword, reader)
    case .is: return status(token, reader)
    case .warranty: return clause(days(liesAhead: true).map { .warranty($0) }, or: .notADay)
    case .bought: return clause(days(liesAhead: false).map { .bought($0) }, or: .notADay)
    case .added:
      return clause(
        days(liesAhead: false).map { range in
          let instants = range.instants(in: reader.setting.timeZone)
          return .added(range, from: instants.from, to: instants.to)
        }, or: .notADay)
    }
  }

  private static func feature(
    _ token: SearchToken, _ keyword: Keyword, _ reader: Reader
  ) -> SearchMeaning<Clause> {
    let word = token.value.lowercased()
    if let feature = ItemFilter.Feature(rawValue: word) ?? ItemFilter.Feature(other: word) {
      let isExcluded = (keyword == .no) != token.isExcluded
      return .clause(.init(.has(feature), isExcluded: isExcluded))
    }
    return reader.unknown(token, keyword, among: ItemFilter.Feature.allCases.map(\.rawValue))
  }

  private static func status(_ token: SearchToken, _ reader: Reader) -> SearchMeaning<Clause> {
    let word = token.value.lowercased()
    if word == "archived" { return .archived(!token.isExcluded) }
    if let status = ItemFilter.Status(rawValue: word) {
      return .clause(.init(.status(status), isExcluded: token.isExcluded))
    }
    return reader.unknown(
      token, .is, among: ["archived"] + ItemFilter.Status.allCases.map(\.rawValue))
  }
}

extension ItemFilter {
  /// Adds the words and conditions of a search text.
  package mutating func add(_ query: SearchQuery) {
    search = query.words
    var asked: Archive?
    for part in query.parts {
      switch part.meaning {
      case .clause(let clause): clauses.append(clause)
      case .archived(let isArchived): asked = isArchived ? .inside : .outside
      case .words, .problem: break
      }
    }
    // Sold items are archived, so a search for them includes the archive.
    if let asked {
      archive = asked
    } else if clauses.contains(.init(.status(.sold))) {
      archive = .either
    }
  }
}
