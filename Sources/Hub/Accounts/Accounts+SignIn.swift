import SyncProtocol

/// Why a sign-in failed.
public enum SignInError: Error, Equatable, Sendable {
  /// Whether the name or the password was wrong is not told, and checking takes the same time for
  /// both.
  case wrongNameOrPassword
  /// Name and password were right, but an administrator has disabled the account.
  case disabled
  case tooManyAttempts(retryAfterSeconds: Int)
}

/// A person who has just signed in, with the session's token, which is shown only here.
public struct SignedIn: Sendable {
  public let account: Account
  public let session: Session
  public let token: SessionToken
  /// For the device to keep, also when it signs out, and to show when it signs in again with this
  /// name: others' wrong guesses do not hold it up then.
  public let deviceProof: String
}

extension Accounts {
  /// Checks name and password and starts a session.
  ///
  /// - Parameters:
  ///   - label: how the person will recognise the session.
  ///   - address: where the request came from, for the limit of attempts.
  ///   - deviceProof: what the device was given when it signed in before.
  public func signIn(
    name: String, password: String, kind: Session.Kind, label: String, address: String?,
    deviceProof: String? = nil
  ) throws -> SignedIn {
    // Nothing longer can be right, and the limiter must not store it.
    guard password.utf8.count <= AccountRules.maxPasswordBytes,
      let (_, nameKey) = AccountRules.name(name)
    else { throw SignInError.wrongNameOrPassword }
    let device = devices.device(proving: deviceProof, for: nameKey)
    try beginAttempt(nameKey: nameKey, address: address, device: device)
    let account = try authenticate(
      try store.read { try $0.account(named: nameKey) }, password: password)
    signInLimits.succeeded(address: address, name: nameKey, device: device)
    guard !account.isDisabled else { throw SignInError.disabled }
    let newHash = hasher.isOutdated(account.passwordHash) ? try hash(password) : nil
    return try openSession(
      for: account.id, kind: kind, label: label, deviceProof: deviceProof
    ) { writer, current in
      // The password may have been changed while it was checked.
      guard current.passwordHash == account.passwordHash else {
        throw SignInError.wrongNameOrPassword
      }
      guard let newHash else { return }
      var account = current
      account.passwordHash = newHash
      try writer.putAccount(account)
    }
  }

  private func beginAttempt(nameKey: String, address: String?, device: String?) throws {
    do throws(AttemptLimits.TooManyAttempts) {
      try signInLimits.begin(address: address, name: nameKey, device: device, now: now())
    } catch {
      throw SignInError.tooManyAttempts(retryAfterSeconds: error.retryAfterSeconds)
    }
  }

  /// Takes as long for an unknown name, and for an account without a password, as for a wrong one.
  private func authenticate(_ account: Account?, password: String) throws -> Account {
    guard let account, !account.passwordHash.isEmpty else {
      _ = hasher.hash(password)
      throw SignInError.wrongNameOrPassword
    }
    guard hasher.verify(password, against: account.passwordHash) else {
      throw SignInError.wrongNameOrPassword
    }
    return account
  }

  /// Changes a password, and ends the account's other sessions, its access tokens and its calendar
  /// feed.
  ///
  /// - Parameter sessionID: the session in which the password is changed, which continues.
  public func changePassword(
    of id: AccountID, from current: String, to new: String, keeping sessionID: String?,
    address: String?
  ) throws {
    guard let account = try store.read({ try $0.account(id) }) else { throw AccountError.notFound }
    if let problem = AccountRules.check(password: new, nameKey: account.nameKey) {
      throw AccountError.password(problem)
    }
    guard current.utf8.count <= AccountRules.maxPasswordBytes else {
      throw SignInError.wrongNameOrPassword
    }
    // Somebody at an unattended browser must not guess here either. Each session is counted by
    // itself: who guesses at signing in does not keep its person from changing the password.
    let device = sessionID.map { "session \($0)" }
    try beginAttempt(nameKey: account.nameKey, address: address, device: device)
    _ = try authenticate(account, password: current)
    signInLimits.succeeded(address: address, name: account.nameKey, device: device)
    let hash = try hash(new)
    try store.write { writer in
      guard var stored = try writer.account(id) else { throw AccountError.notFound }
      guard stored.passwordHash == account.passwordHash else {
        throw SignInError.wrongNameOrPassword
      }
      stored.passwordHash = hash
      try writer.putAccount(stored)
      try writer.removeSessions(of: id, except: sessionID)
      try writer.removeAccessTokens(of: id)
      try writer.removeCalendarFeed(of: id)
      try writer.removeKiosks(madeBy: id)
    }
  }
}
