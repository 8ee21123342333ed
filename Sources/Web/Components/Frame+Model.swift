import FoundationEssentials
import Values

/// The frame around a page: the homes, the navigation of each area, the state of sync.
package struct Frame: Sendable {
  /// A home of the person.
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

  /// Who is signed in.
  package var person: PersonBadge
  /// All homes, the primary one first, then by name.
  package var homes: [Home]
  /// The home that was used last, which the dashboard shows; `nil` while there is none.
  package var activeHomeID: String?
  package var sync: SyncState
  /// Whether the app runs on a device and not on the hub: then it can be offline, and links to its
  /// sync page.
  package var isDevice: Bool
  /// Whether the person has come in at a family's tablet, and leads back to its faces when done.
  package var isAtTablet = false
  /// Whether stored data is damaged and the person is an administrator.
  package var isDamaged = false
  /// Since when the active home is set aside, so that its news cannot be shown; `nil` if it is not.
  package var asideSince: Date?
  /// Whether the person's shared homes can only be read for now.
  package var isSharingPaused = false
  /// How many notifications are new; `nil` where that is not known.
  package var newCount: Int?
  /// Whether shared homes are hidden for now.
  package var hidesShared = false
  /// The homes in which the person sees no amounts.
  package var unseenAmounts: Set<String> = []
  /// The areas' parts of the navigation, in their order.
  package var areas: [any AreaNavigation]

  package init(
    person: PersonBadge, homes: [Home], activeHomeID: String?, sync: SyncState = .synced,
    isDevice: Bool = false, areas: [any AreaNavigation] = []
  ) {
    self.person = person
    self.homes = homes
    self.activeHomeID = activeHomeID
    self.sync = sync
    self.isDevice = isDevice
    self.areas = areas
  }

  /// The active home, if it is among the homes.
  package var activeHome: Home? { homes.first { $0.id == activeHomeID } }
}
