import Values
import Web

/// One room, shelf or box with its items.
package enum RoomPage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var role: Role
    package var place: PlaceLink
    /// The places around it, the room first; empty for a room.
    package var parents: [PlaceLink]
    package var note: String
    /// The places right inside it.
    package var inside: [RoomsPage.Place]
    /// The first items in it and in the places inside it.
    package var rows: [ItemRow]
    package var itemCount: Int
    /// One total per currency, that of the home first.
    package var values: [Money]
    /// The day the last check of it ended.
    package var checkedOn: CalendarDay?
    package var isBeingChecked = false
    /// Whether there is another home that the person may move it to.
    package var canMove = false
    /// The form while it is being edited.
    package var form: Form?
    package var photos: [PhotoViewerPage.Photo] = []
    /// What was wrong with photos of the upload that was just made.
    package var refusedPhotos: RefusedFiles?

    package init(
      home: ZoneLink, role: Role = .owner, place: PlaceLink, parents: [PlaceLink] = [],
      note: String = "", inside: [RoomsPage.Place] = [], rows: [ItemRow], itemCount: Int,
      values: [Money] = [], form: Form? = nil
    ) {
      self.home = home
      self.role = role
      self.place = place
      self.parents = parents
      self.note = note
      self.inside = inside
      self.rows = rows
      self.itemCount = itemCount
      self.values = values
      self.form = form
    }
  }

  package enum Field: String, CaseIterable, Sendable { case name, emoji, parentID, note }

  /// What was typed, and where the place could be moved.
  package struct Form: Equatable, Sendable {
    package var values: FormValues<Field>
    /// All places of the home but this one and those inside it, in the order of the tree.
    package var places: [RoomsPage.Place]
  }
}
