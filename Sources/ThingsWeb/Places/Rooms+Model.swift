import Values
import Web

/// The rooms of a home, with what is in them.
package enum RoomsPage {
  package enum Field: String, CaseIterable, Sendable { case name, emoji, parentID }

  /// A room, shelf or box in the list.
  package struct Place: Equatable, Sendable {
    package var place: PlaceLink
    /// 0 for a room, 1 for what stands in it, and so on.
    package var depth: Int
    /// Items in it and in the places inside it, as everywhere.
    package var itemCount: Int
    /// Those that are in no place inside it.
    package var directCount: Int
    /// Value of all those items, one total per currency, that of the home first.
    package var values: [Money]
    /// The day the last check of it ended.
    package var checkedOn: CalendarDay?
    package var isBeingChecked = false

    /// - Parameter directCount: `nil` when all of them are right in it.
    package init(
      _ place: PlaceLink, depth: Int = 0, itemCount: Int, directCount: Int? = nil,
      values: [Money] = []
    ) {
      self.place = place
      self.depth = depth
      self.itemCount = itemCount
      self.directCount = directCount ?? itemCount
      self.values = values
    }
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var role: Role = .owner
    /// In the order of the tree.
    package var places: [Place]
    /// Items of the home that stand in no place.
    package var countWithoutPlace: Int = 0
    /// What was typed into the form for a new place.
    package var values = FormValues<Field>()
  }
}
