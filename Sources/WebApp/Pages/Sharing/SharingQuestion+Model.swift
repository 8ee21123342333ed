/// Asks before someone loses a home.
package enum SharingQuestionPage {
  package enum Subject: Equatable, Sendable {
    /// The owner takes the home from one person.
    case remove(PersonBadge)
    /// The owner offers it to one person.
    case handOver(PersonBadge)
    /// The owner takes it from everyone.
    case stopSharing([PersonBadge])
    /// A person gives it up.
    case leave(owner: PersonBadge)
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var home: HomeLink
    package var subject: Subject
    package var itemCount: Int
    /// Invites that stop working with it.
    package var inviteCount: Int = 0
  }
}
