import SyncProtocol

/// Why no access token was made.
public enum AccessTokenError: Error, Equatable, Sendable {
  /// Not 1–100 visible characters.
  case invalidName
  /// Not 1 to 3650 days.
  case lifeOutOfRange
  /// The account is not in the home to which the token is to be limited.
  case homeNotFound
  /// The account has as many tokens as it may have; revoke one that is no longer used.
  case tooMany(max: Int)
}

/// A new access token, with its secret, which is shown only here.
public struct IssuedAccessToken: Sendable {
  public let token: AccessToken
  public let secret: AccessSecret
}

extension Accounts {
  /// The most access tokens of one account.
  public static let maxAccessTokensPerAccount = 50
  /// The longest name of a token.
  public static let maxAccessTokenNameCharacters = 100
  /// The possible lifetimes of a token that expires, in days.
  public static let accessTokenLifeDays = 1...3650
  /// The number of wrong secrets accepted from one address in 15 minutes; further ones are refused
  /// with `AttemptLimits.TooManyAttempts`.
  public static let maxWrongSecretsPerAddress = 100
  static let wrongSecretWindowSeconds = 15 * 60

  /// Makes a token for programs of an account.
  ///
  /// It stops working when it is revoked or expires, when the account's password changes, and when
  /// the account is disabled: somebody who had taken over the account may have made it. An account
  /// that parents keep has none (`SharingError.kept`).
  ///
  /// - Parameters:
  ///   - home: the only home that it gives access to; `nil` for all.
  ///   - lifeDays: its lifetime; `nil` for a token that works until it is revoked.
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
      // Its keepers could not see it, and not end it.
      guard try writer.keptAccount(id) == nil else { throw SharingError.kept }
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

  /// The account's valid tokens, newest first.
  public func accessTokens(of account: AccountID) throws -> [AccessToken] {
    try store.read { try $0.accessTokens(of: account) }.filter(isAlive)
  }

  /// Revokes a token of the account; `false` if the account has no token with that id.
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

  /// The account and the token that a secret belongs to; `nil` if there is none, if the token has
  /// expired, or if the account is disabled.
  ///
  /// Throws `AttemptLimits.TooManyAttempts` after too many wrong secrets from that address. A right
  /// one always works, so nobody can lock a program out by guessing.
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
      // Read again: it may have been revoked meanwhile, and must not come back.
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
