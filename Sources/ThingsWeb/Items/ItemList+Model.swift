import Values
import Web

/// Items: all of them, or one home's.
package enum ItemListPage {
  /// How many items match, over all pages.
  package enum Count: Equatable, Sendable {
    case exactly(Int)
    /// Counting them all would take too long.
    case moreThan(Int)
    /// Not all were looked at: there may be more.
    case atLeast(Int)
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    /// The home, or `nil` for all inventory.
    package var home: ZoneLink?
    /// What one may do in ``home``; on all inventory, the most that one may do anywhere.
    package var role: Role
    /// What was asked for.
    package var query: ItemQuery
    package var rows: [ItemRow]
    package var count: Count
    /// Whether the search stopped at its limit of items before the page was full.
    package var isCutShort = false
    /// The search text as it was understood.
    package var parts = SearchParts()
    /// The person's saved searches.
    package var searches: [SavedSearchLink] = []
    /// What is asked for as one search text, to save it.
    package var typed = ""
    /// What a ticked choice of items can be made into; empty where nothing may be changed.
    package var actions: [BulkChangePage.Action] = []
    /// Documented value of all that match, one total per currency, the largest first.
    package var values: [Money]
    /// Homes to choose from on all inventory.
    package var homes: [ZoneLink]
    /// Rooms to choose from; empty on all inventory while no home is chosen.
    package var rooms: [PlaceLink]
    /// Labels to choose from, one for each name.
    package var labels: [LabelLink]
    /// The cursor of the next page; `nil` on the last one.
    package var next: String?
    /// The home that “Add item” adds to; `nil` hides the button.
    package var addsTo: ZoneLink?

    /// The room that an item which is added here is put into.
    var chosenRoom: String? { query.roomID == ItemQuery.noRoom ? nil : query.roomID }

    package init(
      home: ZoneLink?, role: Role = .owner, query: ItemQuery, rows: [ItemRow], count: Count,
      values: [Money] = [], homes: [ZoneLink] = [], rooms: [PlaceLink] = [],
      labels: [LabelLink] = [], next: String? = nil, addsTo: ZoneLink? = nil
    ) {
      self.home = home
      self.role = role
      self.query = query
      self.rows = rows
      self.count = count
      self.values = values
      self.homes = homes
      self.rooms = rooms
      self.labels = labels
      self.next = next
      self.addsTo = addsTo
    }
  }
}
