import Backends
import Hub
import SyncProtocol

extension HubBackend: TokenBackend {
  package func accessTokens(of visitor: Visitor) async throws(BackendError) -> [TokenSummary] {
    try await ask(pool) { try accounts.accessTokens(of: visitor.accountID).map(TokenSummary.init) }
  }

  package func makeAccessToken(
    _ wish: TokenWish, for visitor: Visitor
  ) async throws(BackendError) -> Result<MadeToken, TokenProblem> {
    try await ask(pool) {
      do {
        let made = try accounts.makeAccessToken(
          for: visitor.accountID, name: wish.name, scope: AccessToken.Scope(wish.access),
          home: wish.homeID, lifeDays: wish.lifeDays)
        return .success(MadeToken(name: made.token.name, secret: made.secret.text))
      } catch let error as AccessTokenError {
        return .failure(TokenProblem(error))
      }
    }
  }

  package func revokeAccessToken(_ id: String, of visitor: Visitor) async throws(BackendError) {
    try await ask(pool) { _ = try accounts.revokeAccessToken(id, of: visitor.accountID) }
  }
}

extension TokenSummary {
  init(_ token: AccessToken) {
    self.init(
      id: token.id, name: token.name, access: TokenAccess(token.scope), homeID: token.home,
      lastUsedAt: token.lastUsedAt, expiresAt: token.expiresAt)
  }
}

extension AccessToken.Scope {
  fileprivate init(_ access: TokenAccess) {
    switch access {
    case .read: self = .read
    case .write: self = .write
    case .sharing: self = .sharing
    }
  }
}

extension TokenAccess {
  fileprivate init(_ scope: AccessToken.Scope) {
    switch scope {
    case .read: self = .read
    case .write: self = .write
    case .sharing: self = .sharing
    }
  }
}

extension TokenProblem {
  init(_ error: AccessTokenError) {
    switch error {
    // Pages offer only valid lifetimes.
    case .invalidName, .lifeOutOfRange: self = .invalidName
    case .homeNotFound: self = .homeNotFound
    case .tooMany(let max): self = .tooMany(max: max)
    }
  }
}
