import SyncProtocol

/// The access tokens of people's own programs. Only a hub has them.
package protocol TokenBackend: Sendable {
  /// The visitor's tokens, newest first.
  func accessTokens(of visitor: Visitor) async throws(BackendError) -> [TokenSummary]
  /// Makes a token and returns its secret, which is not kept anywhere.
  func makeAccessToken(
    _ wish: TokenWish, for visitor: Visitor
  ) async throws(BackendError) -> Result<MadeToken, TokenProblem>
  func revokeAccessToken(_ id: String, of visitor: Visitor) async throws(BackendError)
}

/// What a token lets a program do.
package enum TokenAccess: String, CaseIterable, Sendable {
  case read
  /// Reads and writes.
  case write
  /// Reads, writes, and manages who has access to homes.
  case sharing
}

/// A token as a list shows it. Times are milliseconds since 1970.
package struct TokenSummary: Equatable, Sendable {
  package var id: String
  package var name: String
  package var access: TokenAccess
  /// The only home that the token opens; `nil` for all homes.
  package var homeID: ZoneID?
  package var lastUsedAt: Int64?
  package var expiresAt: Int64?

  package init(
    id: String, name: String, access: TokenAccess, homeID: ZoneID?, lastUsedAt: Int64?,
    expiresAt: Int64?
  ) {
    self.id = id
    self.name = name
    self.access = access
    self.homeID = homeID
    self.lastUsedAt = lastUsedAt
    self.expiresAt = expiresAt
  }
}

/// The name, access and lifetime that somebody wants for a new token.
package struct TokenWish: Equatable, Sendable {
  package var name: String
  package var access: TokenAccess
  package var homeID: ZoneID?
  /// How many days the token works; `nil` until it is revoked.
  package var lifeDays: Int?

  package init(name: String, access: TokenAccess, homeID: ZoneID? = nil, lifeDays: Int? = nil) {
    self.name = name
    self.access = access
    self.homeID = homeID
    self.lifeDays = lifeDays
  }
}

/// A token that was just made.
package struct MadeToken: Sendable {
  package var name: String
  package var secret: String

  package init(name: String, secret: String) {
    self.name = name
    self.secret = secret
  }
}

/// Why no token was made.
package enum TokenProblem: Error, Equatable, Sendable {
  case invalidName, homeNotFound
  case tooMany(max: Int)
}
