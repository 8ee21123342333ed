/// The searches that a person has saved, and the form that saves another one.
package enum SearchesPage {
  /// A saved search as a link.
  package struct Search: Equatable, Sendable {
    package var id: String
    package var name: FieldValue
    /// What is searched for, as it is typed.
    package var text: String = ""
    /// The home or group that it looks in; `nil` for all homes.
    package var zone: ZoneLink?

    package init(id: String, name: FieldValue, text: String = "", zone: ZoneLink? = nil) {
      (self.id, self.name, self.text, self.zone) = (id, name, text, zone)
    }
  }

  /// A search that is about to be saved.
  package struct New: Equatable, Sendable {
    package var name: FieldValue
    package var search: NewSearch
    package var zone: ZoneLink?

    package init(name: FieldValue = FieldValue(), _ search: NewSearch, zone: ZoneLink? = nil) {
      (self.name, self.search, self.zone) = (name, search, zone)
    }
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    /// By name.
    package var searches: [Search]
    package var new: New?

    package init(searches: [Search], new: New? = nil) {
      (self.searches, self.new) = (searches, new)
    }
  }
}
