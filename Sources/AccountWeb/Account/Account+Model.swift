import FoundationEssentials
import Web

/// A person's own settings.
package enum AccountPage {
  package enum Field: String, CaseIterable, Sendable {
    case displayName, locale, timeZone, currency, oldPassword, newPassword, repeatedPassword
  }

  /// A browser or device that is signed in.
  package struct Session: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case browser, phone, device }

    package var id: String
    /// The browser's or device's own name, such as “Firefox on Linux”.
    package var name: String
    package var kind: Kind
    package var lastSeenAt: Date
    package var isCurrent: Bool = false
  }

  /// An area that can be hidden.
  package struct ShownArea: Equatable, Sendable {
    package var name: String
    package var title: String
    package var isShown: Bool
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var person: PersonBadge
    package var signInName: String
    /// The values and problems of all its forms.
    package var values: FormValues<Field>
    /// The current one first.
    package var sessions: [Session]
    /// Names of the IANA time zones to suggest.
    package var timeZones: [String]
    package var isAdministrator: Bool
    /// Whether the hub, which keeps passwords and sessions, cannot be reached now.
    package var isHubAway = false
    /// Whether the person has come in at the family's tablet: only their own device has the rest.
    package var isAtTablet = false
    /// Whether programs of the person's own can be given access here.
    package var hasTokens = false
    /// Whether the person has a password: parents let in a child whose account they keep.
    package var hasPassword = true
    /// Whether the person is an administrator who decides here who may share.
    package var hasSharingFlags = false
    /// Whether the hub was restored recently and the person administers it.
    package var hasRecovery = false
    /// Whether the person's calendar can be read from here by other programs.
    package var hasCalendar = false
    /// Whether the person's use is counted; `nil` where nothing is counted.
    package var isCounted: Bool?
    /// In the order of the navigation.
    package var areas: [ShownArea] = []

    package init(
      person: PersonBadge, signInName: String, values: FormValues<Field>, sessions: [Session],
      timeZones: [String], isAdministrator: Bool = false
    ) {
      self.person = person
      self.signInName = signInName
      self.values = values
      self.sessions = sessions
      self.timeZones = timeZones
      self.isAdministrator = isAdministrator
    }
  }
}
