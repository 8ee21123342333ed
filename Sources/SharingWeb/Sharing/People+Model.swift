import FoundationEssentials
import Web

/// Who has which home: a summary with links; sharing itself is in each home's settings.
package enum PeoplePage {
  /// One home of one person.
  package struct Access: Equatable, Sendable {
    package var home: ZoneLink
    package var role: Role

    package init(home: ZoneLink, role: Role) {
      self.home = home
      self.role = role
    }

    package init(_ home: ZoneLink, role: Role) {
      self.home = home
      self.role = role
    }
  }

  /// Someone with whom the viewer shares at least one home.
  package struct Row: Equatable, Sendable {
    package var person: PersonBadge
    package var isYou: Bool
    package var homes: [Access]

    package init(_ person: PersonBadge, isYou: Bool = false, homes: [Access]) {
      self.person = person
      self.isYou = isYou
      self.homes = homes
    }
  }

  /// A home and whether it is shared.
  package struct Home: Equatable, Sendable {
    package var home: ZoneLink
    package var role: Role
    package var people: [PersonBadge]
    package var inviteCount: Int

    package init(_ home: ZoneLink, role: Role, people: [PersonBadge], inviteCount: Int = 0) {
      self.home = home
      self.role = role
      self.people = people
      self.inviteCount = inviteCount
    }
  }

  /// A home that somebody shares, where the viewer has begun to decide what becomes of their own.
  package struct UndecidedJoin: Equatable, Sendable {
    package var id: String
    package var homeName: String
    package var owner: PersonBadge
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    /// The viewer first, then by name.
    package var people: [Row]
    package var homes: [Home]
    /// Notices from the hub, the newest first.
    package var notices: [NoticeRow]
    /// Joins that wait on a device until its hub can be reached.
    package var joins: [WaitingJoinRow] = []
    /// Invites that were opened and are not decided on.
    package var undecided: [UndecidedJoin] = []
    /// When the next of the counted invites ends.
    package var nextEnd: Date?

    package init(
      people: [Row], homes: [Home], notices: [NoticeRow] = [], nextEnd: Date? = nil
    ) {
      self.people = people
      self.homes = homes
      self.notices = notices
      self.nextEnd = nextEnd
    }
  }
}
