import Web

/// The first home of a new account: its name, its rooms, and where it is.
package enum StartPage {
  package enum Field: String, CaseIterable, Sendable {
    case name, address1, address2, city, state, zip, country, photos
  }

  /// A room that is offered, ticked or not.
  package struct RoomOffer: Equatable, Sendable {
    /// What the form sends back for it.
    package var id: String
    package var name: String
    package var emoji: String
    package var isChosen: Bool
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var values = FormValues<Field>()
    /// The documented set of rooms for a new home.
    package var rooms: [RoomOffer]
    /// A further home, not the first: the page stands in the frame and can be left.
    package var isFurtherHome: Bool = false
  }
}
