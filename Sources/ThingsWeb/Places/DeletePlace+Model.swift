import Web

/// Asks before a room or a label is deleted; the items stay.
package enum DeletePlacePage {
  /// What is deleted.
  package enum Subject: Equatable, Sendable {
    /// `insideCount` places stand in it and move one level up.
    case room(PlaceLink, insideCount: Int)
    case label(LabelLink)
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var subject: Subject
    package var itemCount: Int
  }
}
