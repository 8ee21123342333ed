import FoundationEssentials
import Web

/// The access tokens of a person's own programs: made, listed and revoked.
package enum TokensPage {
  package enum Field: String, CaseIterable, Sendable { case name, access, home, days }

  /// For how long a token may work, in days; 0: until it is revoked.
  package static let lives = [30, 90, 365, 0]
  package static let standardLife = 90

  /// One token.
  package struct Row: Equatable, Sendable {
    package var id: String
    package var name: String
    package var access: TokenAccess
    /// The name of the only home that it opens; `nil`: all of them.
    package var home: String?
    /// `nil` while it has not been used.
    package var lastUsedAt: Date?
    /// `nil` for one that works until it is revoked.
    package var expiresAt: Date?
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    /// The newest first.
    package var rows: [Row]
    package var homes: [ZoneLink]
    package var values = FormValues<Field>()
    /// The secret of the token that was just made, and its name.
    package var made: Made?

    package struct Made: Equatable, Sendable {
      package var name: String
      package var secret: String
    }
  }
}
