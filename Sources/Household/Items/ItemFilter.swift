import SQLite
import SyncProtocol

/// Which items a list shows. Everything that is set must hold.
package struct ItemFilter: Equatable, Sendable {
  /// `nil` for the items of all homes.
  package var homeID: ZoneID?
  package var place: Place?
  /// The `nameKey` of a label: in all homes, labels of one name count as one (X01).
  package var labelKey: String?
  package var hasPhoto: Bool?
  /// Only items without a serial number.
  package var lacksSerial = false
  /// Only items without a receipt among their papers.
  package var lacksReceipt = false
  /// Only items that somebody has borrowed; those are never archived.
  package var isLent = false
  /// Whether archived items are shown alone, not at all, or among the others.
  package var archive = Archive.outside
  package var isUnpriced = false
  /// Only items that nobody has seen on this day or after it, `YYYY-MM-DD`.
  package var unseenSince: String?
  package var value: ValueRange?
  /// Every word must be found somewhere in the item, as the beginning of a word.
  package var search = ""
  /// What else a search text asks for.
  package var clauses: [Clause] = []

  package init() {}

  package enum Archive: Equatable, Sendable, CaseIterable {
    /// What is not archived.
    case outside
    /// What is archived.
    case inside
    /// Both.
    case either

    /// The values of `isArchived` that are shown.
    var states: [Bool] {
      switch self {
      case .outside: [false]
      case .inside: [true]
      case .either: [false, true]
      }
    }

    /// The test of a column, for `parameters`: one value is compared, as the indexes that have the
    /// column before an order need it.
    func test(_ column: String) -> String {
      self == .either ? "\(column) IN (?, ?)" : "\(column) = ?"
    }

    var parameters: [Value] { states.map { Value($0) } }
  }

  package enum Place: Equatable, Sendable {
    /// In this place or in a place inside it.
    case inside(RecordID)
    /// In no particular place (I3-14).
    case nowhere
  }

  /// Price times quantity, in minor units of one currency, both ends included.
  package struct ValueRange: Equatable, Sendable {
    package var currency: String
    package var minMinor: Int64?
    package var maxMinor: Int64?

    package init(currency: String, minMinor: Int64? = nil, maxMinor: Int64? = nil) {
      self.currency = currency
      self.minMinor = minMinor
      self.maxMinor = maxMinor
    }
  }
}

/// The order of a list. Equal items are ordered by id.
package enum ItemSort: String, CaseIterable, Sendable {
  case name
  /// The last one added first.
  case newest
  /// Price times quantity, the greatest first, one currency after the other; unpriced ones last.
  case value
  /// By home and place as their trees are shown, then by name; items without a place last.
  case room
}
