import Foundation

/// The frame around a page: the homes, the rooms and labels of the active one, the state of sync.
package struct Frame: Equatable, Sendable {
  /// A home in the switcher and the list of homes.
  package struct Home: Equatable, Sendable {
    package var id: String
    package var name: String
    package var itemCount: Int
    package var role: Role = .owner
    /// Whether other people have access to it, too.
    package var isShared: Bool = false
    package var isPrimary: Bool = false
    /// The colour of its badge.
    package var colour: PaletteColour = .green
  }

  /// A room of the active home with its number of items.
  package struct Room: Equatable, Sendable {
    package var place: PlaceLink
    package var itemCount: Int

    package init(_ place: PlaceLink, itemCount: Int) {
      self.place = place
      self.itemCount = itemCount
    }
  }

  /// A label of the active home with its number of items.
  package struct Label: Equatable, Sendable {
    package var label: LabelLink
    package var itemCount: Int

    package init(_ label: LabelLink, itemCount: Int) {
      self.label = label
      self.itemCount = itemCount
    }
  }

  /// A search that the person has saved.
  package struct Search: Equatable, Sendable {
    package var id: String
    package var name: String
  }

  /// Who is signed in.
  package var person: PersonBadge
  /// All homes, the primary one first, then by name.
  package var homes: [Home]
  /// The home that the dashboard and the rooms belong to; `nil` while there is none.
  package var activeHomeID: String?
  /// The top rooms of the active home; the frame shows the first ``maxRooms``.
  package var rooms: [Room]
  /// The labels of the active home; the frame shows the first ``maxLabels``.
  package var labels: [Label]
  /// Items in all homes.
  package var itemCount: Int
  package var sync: SyncState
  /// Whether the app runs on a device and not on the hub: then it can be offline, and links to its
  /// sync page.
  package var isDevice: Bool
  /// Whether stored data is damaged and the person is an administrator.
  package var isDamaged = false
  /// Since when the active home is set aside, so that its news cannot be shown; `nil` if it is not.
  package var asideSince: Date?
  /// Whether the person's shared homes can only be read for now.
  package var isSharingPaused = false
  /// Whether shared homes are hidden for now.
  package var hidesShared = false
  /// The person's saved searches; the frame shows the first ``maxSearches``.
  package var searches: [Search]
  /// The photo of the active home, when its file is here.
  package var homePhotoID: String?

  package static let maxRooms = 8
  package static let maxLabels = 6
  package static let maxSearches = 6

  package init(
    person: PersonBadge, homes: [Home], activeHomeID: String?, rooms: [Room] = [],
    labels: [Label] = [], itemCount: Int = 0, sync: SyncState = .synced, isDevice: Bool = false,
    searches: [Search] = []
  ) {
    self.person = person
    self.homes = homes
    self.activeHomeID = activeHomeID
    self.rooms = rooms
    self.labels = labels
    self.itemCount = itemCount
    self.sync = sync
    self.isDevice = isDevice
    self.searches = searches
  }

  /// The active home, if it is among the homes.
  package var activeHome: Home? { homes.first { $0.id == activeHomeID } }
}
