import Web

/// Asks before a home is deleted, and says who loses what.
package enum DeleteHomePage {
  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: ZoneLink
    package var contents: HomeSettingsPage.Contents
    /// Everyone else who has the home; they lose it too.
    package var others: [PersonBadge] = []
    /// The name must be typed; the problem of a wrong one.
    package var confirmation = FieldValue()
    /// A restored hub has forgotten it: it goes from this device, where alone it is.
    package var isForgotten: Bool = false
  }
}
