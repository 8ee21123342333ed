/// The templates of a home's items.
package enum TemplatesPage {
  package struct Row: Equatable, Sendable {
    package var id: String
    package var name: String
    /// What an item that begins with it is called; may be empty.
    package var itemName: String
    /// From the room inwards; empty when it names no place.
    package var place: [String]

    package init(id: String, name: String, itemName: String = "", place: [String] = []) {
      self.id = id
      self.name = name
      self.itemName = itemName
      self.place = place
    }
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: HomeLink
    package var role: Role
    /// By name.
    package var rows: [Row]

    package init(home: HomeLink, role: Role = .owner, rows: [Row]) {
      self.home = home
      self.role = role
      self.rows = rows
    }
  }
}
