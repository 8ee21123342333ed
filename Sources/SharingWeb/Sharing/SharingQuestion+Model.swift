import Web

/// Asks before someone loses a home.
package enum SharingQuestionPage {
  package enum Subject: Equatable, Sendable {
    /// The owner removes one person's access.
    case remove(PersonBadge)
    /// The owner offers it to one person.
    case handOver(PersonBadge)
    /// The owner removes everyone else's access.
    case stopSharing([PersonBadge])
    /// A person leaves the home.
    case leave(owner: PersonBadge)
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var zone: ZoneLink
    package var subject: Subject
    package var itemCount: Int
    /// Invites that stop working with it.
    package var inviteCount: Int = 0
  }
}
