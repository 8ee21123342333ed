import Foundation

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

    package init(
      id: String, name: String, access: TokenAccess, home: String? = nil, lastUsedAt: Date? = nil,
      expiresAt: Date? = nil
    ) {
      self.id = id
      self.name = name
      self.access = access
      self.home = home
      self.lastUsedAt = lastUsedAt
      self.expiresAt = expiresAt
    }
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    /// The one made last first.
    package var rows: [Row]
    package var homes: [HomeLink]
    package var values: FormValues<Field>
    /// The secret of the token that was just made, and its name.
    package var made: Made?

    package struct Made: Equatable, Sendable {
      package var name: String
      package var secret: String

      package init(name: String, secret: String) {
        self.name = name
        self.secret = secret
      }
    }

    package init(
      rows: [Row], homes: [HomeLink], values: FormValues<Field> = .init(), made: Made? = nil
    ) {
      self.rows = rows
      self.homes = homes
      self.values = values
      self.made = made
    }
  }
}
