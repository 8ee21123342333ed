import Web

/// The searches that a person has saved, and the form that saves another one.
package enum SearchesPage {
  /// A saved search as a link.
  package struct Search: Equatable, Sendable {
    package var id: String
    package var name: FieldValue
    /// What is searched for, as it is typed.
    package var text: String = ""
    /// The home it looks in; `nil` for all.
    package var home: ZoneLink?
  }

  /// A search that is about to be saved.
  package struct New: Equatable, Sendable {
    package var name: FieldValue = FieldValue()
    /// As it will be typed into the search box.
    package var text: String
    package var query: ItemQuery
    package var home: ZoneLink?
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    /// By name.
    package var searches: [Search]
    package var new: New?
  }
}
