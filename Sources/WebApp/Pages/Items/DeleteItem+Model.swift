/// Asks before an item is deleted.
package enum DeleteItemPage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var id: String
    package var name: String
    package var home: HomeLink
    package var photoCount: Int
    package var paperCount: Int
    package var maintenanceCount: Int

    package init(
      id: String, name: String, home: HomeLink, photoCount: Int, paperCount: Int = 0,
      maintenanceCount: Int = 0
    ) {
      self.id = id
      self.name = name
      self.home = home
      self.photoCount = photoCount
      self.paperCount = paperCount
      self.maintenanceCount = maintenanceCount
    }
  }
}
