import SyncProtocol

/// The access tokens of people's own programs. Only a hub has them.
package protocol TokenDoor: Sendable {
  /// The visitor's tokens, the one made last first.
  func accessTokens(of visitor: Visitor) async throws(DoorError) -> [TokenSummary]
  /// Makes a token; the secret in the answer is not kept anywhere.
  func makeAccessToken(
    _ wish: TokenWish, for visitor: Visitor
  ) async throws(DoorError) -> Result<MadeToken, TokenProblem>
  func revokeAccessToken(_ id: String, of visitor: Visitor) async throws(DoorError)
}

/// What a token lets a program do.
package enum TokenAccess: String, CaseIterable, Sendable {
  case read
  /// Reads, too.
  case write
  /// Reads, writes, and says who has homes.
  case sharing
}

/// A token as a list shows it. Times are milliseconds since 1970.
package struct TokenSummary: Equatable, Sendable {
  package var id: String
  package var name: String
  package var access: TokenAccess
  /// The only home that it opens.
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

/// What somebody wants a token to be.
package struct TokenWish: Equatable, Sendable {
  package var name: String
  package var access: TokenAccess
  package var homeID: ZoneID?
  /// `nil`: until it is revoked.
  package var lifeDays: Int?
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
