import Web

/// Asks to which other home an item goes, and says beforehand what comes along (X13).
package enum MoveItemPage {
  /// The home that was chosen, and what the move means there.
  package struct Chosen: Equatable, Sendable {
    package var home: ZoneLink
    /// Its places in the order of their tree, with how deep each lies.
    package var places: [PlaceLink]
    package var depths: [Int]
    /// Names of the item's labels that the home knows.
    package var knownLabels: [String] = []
    /// Names of those that are made there.
    package var newLabels: [String] = []
    package var photoCount = 0
    /// Fields that the household invented.
    package var fieldCount = 0
    package var paperCount = 0
    package var maintenanceCount = 0
    /// Others who have this home and not the old one: they will see the item.
    package var gaining: [String] = []
    /// Others who have the old home and not this one: they will not see it any more.
    package var losing: [String] = []
    package var place = FieldValue()

    package init(home: ZoneLink, places: [PlaceLink], depths: [Int]) {
      self.home = home
      self.places = places
      self.depths = depths
    }
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var id: String
    package var name: String
    package var home: ZoneLink
    /// Other homes that the person may write in.
    package var homes: [ZoneLink]
    /// `nil` while no home is chosen.
    package var chosen: Chosen?
  }
}
