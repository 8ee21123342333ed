import FoundationEssentials
import Web

/// What a person is told, the newest first.
package enum NotificationsPage {
  package struct Model: Equatable, Sendable {
    package struct Row: Equatable, Sendable {
      package var id: String
      package var icon: Icon
      package var title: String
      package var at: Date
      package var route: Route
      package var isNew: Bool

      package init(
        id: String, icon: Icon, title: String, at: Date, route: Route, isNew: Bool
      ) {
        (self.id, self.icon, self.title) = (id, icon, title)
        (self.at, self.route, self.isNew) = (at, route, isNew)
      }
    }

    package var rows: [Row]

    package init(rows: [Row]) { self.rows = rows }
  }

  /// The most rows of the page: all that is told of 30 days, but not without end.
  package static let maxRows = 200
}

/// What a person wants to be told, and where.
package enum NotificationSettingsPage {
  package struct Model: Equatable, Sendable {
    package struct Row: Equatable, Sendable {
      package var kind: NotificationKind
      package var inApp: Bool
      package var byMail: Bool

      package init(_ kind: NotificationKind, inApp: Bool, byMail: Bool) {
        (self.kind, self.inApp, self.byMail) = (kind, inApp, byMail)
      }
    }

    package var rows: [Row]
    /// Where mail goes; `nil` where this Hearth sends none.
    package var mail: Mail?
    /// Whether the person has come in at the family's tablet, where no address is set.
    package var isAtTablet = false
    /// Whether the switches are a device's own, which sends no mail.
    package var isOnDevice = false

    package init(rows: [Row], mail: Mail? = nil) { (self.rows, self.mail) = (rows, mail) }
  }

  package struct Mail: Equatable, Sendable {
    package var address: FieldValue
    /// Whether there is an address, confirmed or not.
    package var isThere: Bool
    package var isConfirmed: Bool

    package init(
      address: FieldValue = FieldValue(), isThere: Bool = false, isConfirmed: Bool = false
    ) {
      (self.address, self.isThere, self.isConfirmed) = (address, isThere, isConfirmed)
    }
  }
}

/// What a link of a mail leads to; nobody need be signed in.
package enum MailLinkPage {
  package enum Model: Equatable, Sendable {
    case confirm, confirmed, stop, stopped
    /// The link is used, or was replaced.
    case over
  }
}
