import Household
import SQLite
import SyncProtocol

/// Which items a list shows. Every condition that is set must hold.
package struct ItemFilter: Equatable, Sendable {
  /// `nil` for the items of all homes.
  package var homeID: ZoneID?
  package var place: Place?
  /// The `nameKey` of a label. Across homes, labels with the same name count as one (X01).
  package var labelKey: String?
  package var hasPhoto: Bool?
  /// Only items without a serial number.
  package var lacksSerial = false
  /// Only items without a receipt among their papers.
  package var lacksReceipt = false
  /// Only items that are lent; archived ones are left out.
  package var isLent = false
  /// Whether the list leaves archived items out, shows only them, or both.
  package var archive = Archive.outside
  package var isUnpriced = false
  /// Only items that nobody has seen since this day, `YYYY-MM-DD`.
  package var unseenSince: String?
  package var value: ValueRange?
  /// Every word must occur somewhere in the item, as the beginning of a word.
  package var search = ""
  /// Further conditions of a search text.
  package var clauses: [Clause] = []

  package init() {}

  package enum Archive: Equatable, Sendable, CaseIterable {
    /// Items that are not archived.
    case outside
    /// Items that are archived.
    case inside
    /// Both.
    case either

    /// The values of `isArchived` that are included.
    var states: [Bool] {
      switch self {
      case .outside: [false]
      case .inside: [true]
      case .either: [false, true]
      }
    }

    /// SQL that tests a column, for `parameters`.
    ///
    /// A single value is compared with `=`, which indexes need that have the column before the
    /// order.
    func test(_ column: String) -> String {
      self == .either ? "\(column) IN (?, ?)" : "\(column) = ?"
    }

    var parameters: [Value] { states.map { Value($0) } }
  }

  package enum Place: Equatable, Sendable {
    /// In this place, or in one inside it.
    case inside(RecordID)
    /// In no particular place (I3-14).
    case nowhere
  }

  /// Price times quantity, in minor units of one currency.
  package typealias ValueRange = AmountRange
}

package typealias ItemSort = SearchSort
