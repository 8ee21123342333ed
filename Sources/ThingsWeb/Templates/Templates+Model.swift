import Web

/// The templates of a home's items.
package enum TemplatesPage {
  package struct Row: Equatable, Sendable {
    package var id: String
    package var name: String
    /// The name of an item made from the template; may be empty.
    package var itemName: String = ""
    /// From the room inwards; empty when it names no place.
    package var place: [String] = []
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var role: Role = .owner
    /// By name.
    package var rows: [Row]
  }
}
