import Values
import Web

/// A check of a place, item by item.
package enum CheckPage {
  package struct Row: Equatable, Sendable {
    package var item: ItemRow
    /// `nil` when nobody has looked.
    package var seenOn: CalendarDay?
    /// Whether somebody saw it since the check began.
    package var isSeen: Bool

    package init(_ item: ItemRow, seenOn: CalendarDay? = nil, isSeen: Bool = false) {
      self.item = item
      self.seenOn = seenOn
      self.isSeen = isSeen
    }
  }

  package enum Stage: Equatable, Sendable {
    /// None is under way.
    case none
    /// The day it began.
    case underWay(CalendarDay)
    /// The check has ended, and the page lists the items that nobody saw.
    case ended
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var role: Role = .owner
    package var place: PlaceLink
    package var stage: Stage
    /// The day the last whole check ended.
    package var checkedOn: CalendarDay?
    package var itemCount: Int
    package var seenCount: Int
    package var query: CheckQuery = CheckQuery()
    package var rows: [Row]
    /// Where the next page begins.
    package var next: String?
  }
}

/// An item that is not to be found where it belongs.
package enum CheckItemPage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var id: String
    package var name: String
    package var home: ZoneLink
    package var place: PlaceLink
    package var query: CheckQuery
    /// All places of the home in the order of the tree, with how deep each lies.
    package var places: [PlaceLink]
    package var depths: [Int]
    package var chosen: FieldValue = FieldValue()
  }
}

/// Asks before a check ends.
package enum FinishCheckPage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var place: PlaceLink
    package var itemCount: Int
    package var seenCount: Int
  }
}
