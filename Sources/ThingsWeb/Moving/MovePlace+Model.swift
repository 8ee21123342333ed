import Web

/// Asks to which other home a place goes, and says beforehand what goes along.
package enum MovePlacePage {
  package enum Field: String, CaseIterable, Sendable { case name, parentID }

  /// The home that was chosen, and what the move means there.
  package struct Chosen: Equatable, Sendable {
    package var home: ZoneLink
    /// Its places in the order of their tree, with how deep each lies.
    package var places: [PlaceLink]
    package var depths: [Int]
    /// Places inside the place.
    package var placeCount = 0
    /// Archived ones are among them.
    package var itemCount = 0
    package var archivedCount = 0
    package var photoCount = 0
    package var paperCount = 0
    package var maintenanceCount = 0
    /// Fields that the household invented.
    package var fieldCount = 0
    /// Items that are marked as insured.
    package var insuredCount = 0
    /// Templates of the old home that name one of the places.
    package var templateCount = 0
    /// Names of labels that the home knows.
    package var knownLabels: [String] = []
    /// Names of those that are made there.
    package var newLabels: [String] = []
    /// Others who have this home and not the old one: they will see all of it.
    package var gaining: [String] = []
    /// Others who have the old home and not this one: they will not see it any more.
    package var losing: [String] = []
    package var values = FormValues<Field>()
    /// So much that it cannot go at once; the most that can.
    package var tooMany: Limit?

    package enum Limit: Equatable, Sendable { case items(Int), places(Int) }

    package init(home: ZoneLink, places: [PlaceLink], depths: [Int]) {
      self.home = home
      self.places = places
      self.depths = depths
    }
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var place: PlaceLink
    package var home: ZoneLink
    /// Other homes that the person may write in.
    package var homes: [ZoneLink]
    /// `nil` while no home is chosen.
    package var chosen: Chosen?
  }
}
