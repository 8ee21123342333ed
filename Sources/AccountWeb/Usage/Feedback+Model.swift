import Web

/// What a person thinks of Hearth: stars and words, kept on this server.
package enum FeedbackPage {
  /// What it can be about.
  package enum Topic: String, CaseIterable, Sendable { case homes, sharing, everything }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var topic: Topic = .homes
    /// As chosen, `1` to `5`; empty at first.
    package var rating = FieldValue()
    package var text = FieldValue()
    /// The longest text that is taken.
    package var maxCharacters: Int = 2000
  }
}
