import Web

/// Asks before an item is deleted.
package enum DeleteItemPage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var id: String
    package var name: String
    package var home: ZoneLink
    package var photoCount: Int
    package var paperCount: Int = 0
    package var maintenanceCount: Int = 0
  }
}
