import Household
import SyncProtocol
import Values

/// A search text for items.
package typealias SearchQuery = TypedSearch<ItemLanguage>

/// What can be asked of items in a search text.
package enum ItemLanguage: SearchLanguage {
  package typealias Test = ItemFilter.Test

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

  package static func phrase(_ text: String) -> Test { .text(.any, text) }

  package static func meaning(
    of typed: TypedCondition<ItemLanguage>
  ) -> SearchMeaning<ItemFilter.Clause> {
    switch typed.keyword {
    case .label: typed.clause(.label(typed.value))
    case .room: typed.clause(.place(typed.value))
    case .home: typed.clause(.home(typed.value))
    case .serial: typed.text(.text(.serial, typed.value))
    case .model: typed.text(.text(.model, typed.value))
    case .make: typed.text(.text(.manufacturer, typed.value))
    case .id: typed.text(.text(.assetID, typed.value))
    case .value: typed.clause(typed.amount().map { .value($0) }, or: .notAnAmount)
    case .price: typed.clause(typed.amount().map { .price($0) }, or: .notAnAmount)
    case .quantity: typed.clause(typed.count().map { .quantity($0) }, or: .notANumber)
    case .has, .no: typed.feature(isLacking: typed.keyword == .no) { .has($0) }
    case .is: status(typed)
    case .warranty:
      typed.clause(typed.days(liesAhead: true).map { .warranty($0) }, or: .notADay)
    case .bought: typed.clause(typed.days().map { .bought($0) }, or: .notADay)
    case .added:
      typed.clause(
        typed.days().map { range in
          let instants = range.instants(in: typed.setting.timeZone)
          return .added(range, from: instants.from, to: instants.to)
        }, or: .notADay)
    }
  }

  private static func status(
    _ typed: TypedCondition<ItemLanguage>
  ) -> SearchMeaning<ItemFilter.Clause> {
    if typed.word == "archived" { return .archived(!typed.isExcluded) }
    guard let status = ItemFilter.Status(word: typed.word) else {
      return typed.unknown(among: ["archived"] + ItemFilter.Status.words)
    }
    return typed.clause(.status(status))
  }
}

extension ItemFilter {
  /// Adds the words and conditions of a search text.
  package mutating func add(_ query: SearchQuery) {
    search = query.words
    clauses += query.clauses
    var asked: Archive?
    for case .archived(let isArchived) in query.parts.map(\.meaning) {
      asked = isArchived ? .inside : .outside
    }
    // Sold items are archived, so a search for them includes the archive.
    if let asked {
      archive = asked
    } else if clauses.contains(.init(.status(.sold))) {
      archive = .either
    }
  }
}
