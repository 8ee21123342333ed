import Household

extension ItemFilter {
  /// One condition of a search text.
  package typealias Clause = SearchClause<Test>

  package enum Test: Equatable, Sendable {
    /// A label with this name or, if there is none, labels whose name begins with it. Across homes,
    /// labels with the same name count as one (X01).
    case label(String)
    /// In a place with this name, or in one inside it.
    case place(String)
    case home(String)
    case value(ValueRange)
    /// The price of one piece.
    case price(ValueRange)
    case quantity(NumberRange)
    case has(Feature)
    case status(Status)
    case warranty(DayRange)
    case bought(DayRange)
    /// The days, and the same range in milliseconds since 1970.
    case added(DayRange, from: Int64?, to: Int64?)
    /// These words next to each other; the last may be the beginning of a word.
    case text(TextField, String)
  }

  /// A feature that an item may have. The raw values are the words typed in a search.
  package enum Feature: String, SearchWord {
    case photo, receipt, serial, price, warranty, notes, room, label

    /// Synonyms of the raw values.
    package init?(other word: String) {
      switch word {
      case "photos", "picture": self = .photo
      case "receipts": self = .receipt
      case "value": self = .price
      case "place": self = .room
      case "labels", "tag", "tags": self = .label
      default: return nil
      }
    }
  }

  /// The raw values are the words typed in a search.
  package enum Status: String, SearchWord { case lent, sold, insured }

  package enum TextField: Equatable, Sendable { case any, serial, model, manufacturer, assetID }
}

extension ItemFilter.Clause {
  var isOfAnyText: Bool { if case .text(.any, _) = test { true } else { false } }
}
