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

  /// What else changes by it.
  package struct Row: Equatable, Sendable {
    package var icon: Icon
    package var text: String
    package var detail: String

    package init(_ icon: Icon, _ text: String, _ detail: String) {
      (self.icon, self.text, self.detail) = (icon, text, detail)
    }
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var zone: ZoneLink
    package var subject: Subject
    package var itemCount: Int
    /// Invites that stop working with it.
    package var inviteCount: Int = 0
    package var rows: [Row] = []
    /// The names of children whose accounts are kept here: while there are some, others stay.
    package var kept: [String] = []
  }
}
