import FoundationEssentials
import Web

/// The address of a person's calendar for other programs.
package enum CalendarPage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    /// When the address was made and last asked; `nil` when there is none.
    package var feed: Feed?
    /// The address that was just made. It is not shown again.
    package var made: String?
    /// What can be in it, and whether it is.
    package var kinds: [Kind] = []

    package struct Kind: Equatable, Sendable {
      package var kind: CalendarKind
      package var isOn: Bool
    }

    package struct Feed: Equatable, Sendable {
      package var madeAt: Date
      /// `nil` while nobody has asked for it.
      package var lastUsedAt: Date?
    }
  }
}
