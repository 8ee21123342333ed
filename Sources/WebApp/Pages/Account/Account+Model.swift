import Foundation

/// A person's own settings.
package enum AccountPage {
  package enum Field: String, CaseIterable, Sendable {
    case displayName, locale, timeZone, currency, oldPassword, newPassword, repeatedPassword
  }

  /// A browser or device that is signed in.
  package struct Session: Equatable, Sendable {
    package enum Kind: Equatable, Sendable { case browser, phone, device }

    package var id: String
    /// What it called itself, such as “Firefox on Linux”.
    package var name: String
    package var kind: Kind
    package var lastSeenAt: Date
    package var isCurrent: Bool = false
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
    /// The hub cannot be asked now: passwords and sessions are its business.
    package var isHubAway = false
    /// Whether programs of the person's own can be given access here.
    package var hasTokens = false
    /// Who may share is decided here by administrators, and the person is one.
    package var hasGates = false
    /// The hub was restored lately, and the person administers it.
    package var hasRecovery = false
    /// Whether the person's calendar can be read from here by other programs.
    package var hasCalendar = false
    /// Whether the person's use is counted; `nil` where nothing is counted.
    package var isCounted: Bool?

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
