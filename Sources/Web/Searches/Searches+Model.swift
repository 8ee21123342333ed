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
    /// Whether it looks in what is the person's own.
    package var isOwn = false

    package init(
      id: String, name: FieldValue, text: String = "", zone: ZoneLink? = nil, isOwn: Bool = false
    ) {
      (self.id, self.name, self.text, self.zone) = (id, name, text, zone)
      self.isOwn = isOwn
    }
  }

  /// A search that is about to be saved.
  package struct New: Equatable, Sendable {
    package var name: FieldValue
    package var search: NewSearch
    package var zone: ZoneLink?
    /// Whether it looks in what is the person's own.
    package var isOwn = false

    package init(
      name: FieldValue = FieldValue(), _ search: NewSearch, zone: ZoneLink? = nil,
      isOwn: Bool = false
    ) {
      (self.name, self.search, self.zone, self.isOwn) = (name, search, zone, isOwn)
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
