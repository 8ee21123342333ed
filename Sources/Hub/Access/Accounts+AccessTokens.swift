import SyncProtocol

/// Why no access token was made.
public enum AccessTokenError: Error, Equatable, Sendable {
  /// 1–100 characters that can be seen.
  case invalidName
  /// A life of 1 to 3650 days.
  case lifeOutOfRange
  /// The account is not in the home that it should be limited to.
  case homeNotFound
  /// The account has as many as it may; revoke one that is not used any more.
  case tooMany(max: Int)
}

/// An access token that was just made. The secret is shown here and never again.
public struct IssuedAccessToken: Sendable {
  public let token: AccessToken
  public let secret: AccessSecret
}

extension Accounts {
  /// Access tokens of one account.
  public static let maxAccessTokensPerAccount = 50
  /// The longest name of a token.
  public static let maxAccessTokenNameCharacters = 100
  /// How long a token that ends at all may work.
  public static let accessTokenLifeDays = 1...3650
  /// Secrets from one address, in 15 minutes, that were none: what comes then is not looked at.
  public static let maxWrongSecretsPerAddress = 100
  static let wrongSecretWindowSeconds = 15 * 60

  /// Makes a token for programs of an account.
  ///
  /// It ends when it is revoked or its life is over, when the account's password changes, and when
  /// the account is disabled: whoever took the account over may have made it.
  ///
  /// - Parameters:
  ///   - home: the only home that it opens; `nil` for all.
  ///   - lifeDays: `nil` for one that works until it is revoked.
  public func makeAccessToken(
    for id: AccountID, name: String, scope: AccessToken.Scope, home: ZoneID? = nil,
    lifeDays: Int?
  ) throws -> IssuedAccessToken {
    guard name.count <= Self.maxAccessTokenNameCharacters,
      let name = AccountRules.displayName(name), name.count <= Self.maxAccessTokenNameCharacters
    else { throw AccessTokenError.invalidName }
    if let lifeDays, !Self.accessTokenLifeDays.contains(lifeDays) {
      throw AccessTokenError.lifeOutOfRange
    }
    let secret = AccessSecret(random: randomBytes)
    var random = ByteGenerator(bytes: randomBytes)
    let now = now()
    let token = AccessToken(
      id: UUIDs.v7(milliseconds: now, using: &random), account: id, name: name,
      secretHash: secret.hash, scope: scope, home: home, createdAt: now,
      expiresAt: lifeDays.map { now + Int64($0) * 86_400_000 })
    try store.write { writer in
      guard let account = try writer.account(id), !account.isDisabled else {
        throw AccountError.notFound
      }
      if let home, try writer.grant(in: home, for: id) == nil {
        throw AccessTokenError.homeNotFound
      }
      let known = try writer.accessTokens(of: id)
      for old in known where !isAlive(old) { try writer.removeAccessToken(old.id) }
      guard known.count(where: isAlive) < Self.maxAccessTokensPerAccount else {
        throw AccessTokenError.tooMany(max: Self.maxAccessTokensPerAccount)
      }
      try writer.putAccessToken(token)
    }
    return IssuedAccessToken(token: token, secret: secret)
  }

  /// The tokens that work, the one made last first.
  public func accessTokens(of account: AccountID) throws -> [AccessToken] {
    try store.read { try $0.accessTokens(of: account) }.filter(isAlive)
  }

  /// Revokes a token of the account; `false` when it has none of that id.
  @discardableResult
  public func revokeAccessToken(_ id: String, of account: AccountID) throws -> Bool {
    try store.write { writer in
      guard try writer.accessTokens(of: account).contains(where: { $0.id == id }) else {
        return false
      }
      try writer.removeAccessToken(id)
      return true
    }
  }

  /// Who a secret belongs to; `nil` when nobody, no longer, or not while the account is disabled.
  ///
  /// Throws `AttemptLimits.TooManyAttempts` when too many wrong ones came from that address. A
  /// right one always works: nobody can lock a program out by guessing beside it.
  public func verifyAccessToken(
    _ text: String, address: String?
  ) throws -> (account: Account, token: AccessToken)? {
    if let secret = AccessSecret(text), let found = try store.read({ try find(secret, in: $0) }) {
      return try noteUse(of: found, secret)
    }
    if let address,
      let seconds = wrongSecrets.take(AttemptLimits.network(of: address), now: now())
    {
      throw AttemptLimits.TooManyAttempts(retryAfterSeconds: seconds)
    }
    return nil
  }

  private func noteUse(
    of found: (account: Account, token: AccessToken), _ secret: AccessSecret
  ) throws -> (account: Account, token: AccessToken)? {
    let last = found.token.lastUsedAt ?? .min
    guard last <= now() - Session.useIntervalMilliseconds else { return found }
    do {
      // Looked up again: it may have been revoked meanwhile, and must not come back.
      return try store.write { writer in
        guard let (account, stored) = try find(secret, in: writer) else { return nil }
        var token = stored
        token.lastUsedAt = max(stored.lastUsedAt ?? 0, now())
        try writer.putAccessToken(token)
        return (account, token)
      }
    } catch is HubStoreError {
      // A hub that cannot write now can still be read; a later use will be noted.
      return found
    }
  }

  private func find(
    _ secret: AccessSecret, in reader: any HubReader
  ) throws -> (account: Account, token: AccessToken)? {
    guard let token = try reader.accessToken(secretHash: secret.hash), isAlive(token),
      let account = try reader.account(token.account), !account.isDisabled
    else { return nil }
    return (account, token)
  }

  private func isAlive(_ token: AccessToken) -> Bool { token.expiresAt.map { $0 > now() } ?? true }
}
