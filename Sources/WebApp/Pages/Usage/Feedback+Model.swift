/// What a person thinks of Hearth: stars and words, kept on this server.
package enum FeedbackPage {
  /// What it can be about.
  package enum Topic: String, CaseIterable, Sendable { case homes, sharing, everything }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var topic: Topic
    /// As chosen, `1` to `5`; empty at first.
    package var rating: FieldValue
    package var text: FieldValue
    /// The longest text that is taken.
    package var maxCharacters: Int

    package init(
      topic: Topic = .homes, rating: FieldValue = .init(), text: FieldValue = .init(),
      maxCharacters: Int = 2000
    ) {
      self.topic = topic
      self.rating = rating
      self.text = text
      self.maxCharacters = maxCharacters
    }
  }
}
