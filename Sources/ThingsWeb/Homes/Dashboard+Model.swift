import SharingWeb
import Values
import Web

/// A home at a glance. It is the start page for the active home, and each home's own page.
package enum DashboardPage {
  /// Value of the items that carry a label or stand in a room.
  package struct Share: Equatable, Sendable {
    /// The label's or room's id; `nil` for items without one.
    package var id: String?
    package var name: String
    package var emoji: String = ""
    /// `nil` for what stands in no room.
    package var colour: PaletteColour?
    /// In the first currency of the home's values; others are left out of the chart.
    package var value: Money
    package var itemCount: Int
  }

  /// A room in the grid.
  package struct Room: Equatable, Sendable {
    package var place: PlaceLink
    package var itemCount: Int
    /// One total per currency, that of the home first.
    package var values: [Money]

    package init(_ place: PlaceLink, itemCount: Int, values: [Money] = []) {
      self.place = place
      self.itemCount = itemCount
      self.values = values
    }
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    /// One line; may be empty.
    package var address: String
    /// The home's photo; `nil` leaves the painted background.
    package var photoID: String?
    /// Whether the file of the home's photo is on this machine.
    package var photoState = FileState.available
    package var role: Role
    /// Everyone who has the home, the viewer first; one person alone is not shown.
    package var people: [PersonBadge]
    package var itemCount: Int
    /// Rooms that hold something, with the shelves and boxes in them.
    package var roomCount: Int
    /// Items that are in no room.
    package var placelessCount = 0
    /// Documented value, one total per currency, that of the home first.
    package var values: [Money]
    package var countWithoutPrice: Int
    package var countWithoutPhoto: Int
    /// The newest items; up to six are shown.
    package var recent: [ItemRow]
    package var byLabel: [Share]
    package var byRoom: [Share]
    package var rooms: [Room]
    /// What the hub tells about this home.
    package var notices: [NoticeRow] = []
    /// The first steps; `nil` for people who do not need them or have dismissed them.
    package var firstSteps: FirstSteps?
    package var explainsSeveralHomes = false
    /// What is due first at the beginning.
    package var reminders: [ReminderRow] = []
    /// Whether there are more reminders than these.
    package var hasMoreReminders = false

    package init(
      home: ZoneLink, address: String = "", photoID: String? = nil, role: Role = .owner,
      people: [PersonBadge] = [], itemCount: Int, roomCount: Int, values: [Money],
      countWithoutPrice: Int, countWithoutPhoto: Int, recent: [ItemRow], byLabel: [Share],
      byRoom: [Share], rooms: [Room]
    ) {
      self.home = home
      self.address = address
      self.photoID = photoID
      self.role = role
      self.people = people
      self.itemCount = itemCount
      self.roomCount = roomCount
      self.values = values
      self.countWithoutPrice = countWithoutPrice
      self.countWithoutPhoto = countWithoutPhoto
      self.recent = recent
      self.byLabel = byLabel
      self.byRoom = byRoom
      self.rooms = rooms
    }
  }
}
