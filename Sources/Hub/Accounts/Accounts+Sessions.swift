import SyncProtocol

extension Session {
  /// How long a session lives after its last use, milliseconds.
  public static func lifeMilliseconds(of kind: Kind) -> Int64 {
    switch kind {
    case .browser: 30 * 86_400_000
    case .device: 365 * 86_400_000
    }
  }

  /// A use is noted when the last note is this old, so that reading a page writes nothing.
  public static let useIntervalMilliseconds: Int64 = 5 * 60_000
  /// Characters of a label; the rest is cut off.
  public static let maxLabelCharacters = 100
}

extension Accounts {
  /// Begins a session for an account that has proved who it is in another way: it was just made, or
  /// a signed-in browser lets a device in.
  public func openSession(
    for account: AccountID, kind: Session.Kind, label: String
  ) throws -> SignedIn {
    try openSession(for: account, kind: kind, label: label) { _, _ in }
  }

  func openSession(
    for id: AccountID, kind: Session.Kind, label: String,
    prepare: (any HubWriter, Account) throws -> Void
  ) throws -> SignedIn {
    let token = SessionToken(random: randomBytes)
    var random = ByteGenerator(bytes: randomBytes)
    let now = now()
    let session = Session(
      id: UUIDs.v7(milliseconds: now, using: &random), account: id, kind: kind,
      tokenHash: token.hash, label: String(label.prefix(Session.maxLabelCharacters)),
      createdAt: now, lastUsedAt: now, expiresAt: now + Session.lifeMilliseconds(of: kind))
    let account = try store.write { writer in
      guard let account = try writer.account(id) else { throw AccountError.notFound }
      guard !account.isDisabled else { throw SignInError.disabled }
      try prepare(writer, account)
      try writer.removeExpiredSessions(now: now)
      for old in try writer.sessions(of: id).dropFirst(Self.maxSessionsPerAccount - 1) {
        try writer.removeSession(old.id)
      }
      try writer.putSession(session)
      return account
    }
    return SignedIn(account: account, session: session, token: token)
  }

  /// Who a token belongs to; `nil` when nobody, no longer, or not while the account is disabled.
  public func verify(_ text: String) throws -> (account: Account, session: Session)? {
    guard let token = SessionToken(text) else { return nil }
    let found = try store.read { try find(token, in: $0) }
    guard let found, found.session.lastUsedAt + Session.useIntervalMilliseconds <= now() else {
      return found
    }
    do {
      // Looked up again: it may have been ended meanwhile, and must not come back.
      return try store.write { writer in
        guard let (account, found) = try find(token, in: writer) else { return nil }
        var session = found
        session.lastUsedAt = max(session.lastUsedAt, now())
        session.expiresAt = session.lastUsedAt + Session.lifeMilliseconds(of: session.kind)
        try writer.putSession(session)
        return (account, session)
      }
    } catch is HubStoreError {
      // A hub that cannot write now can still be read; a later use will be noted.
      return found
    }
  }

  private func find(
    _ token: SessionToken, in reader: any HubReader
  ) throws -> (account: Account, session: Session)? {
    guard let session = try reader.session(tokenHash: token.hash), session.expiresAt > now(),
      let account = try reader.account(session.account), !account.isDisabled
    else { return nil }
    return (account, session)
  }

  /// The sessions that are not over, the one used last first.
  public func sessions(of account: AccountID) throws -> [Session] {
    try store.read { try $0.sessions(of: account) }.filter { $0.expiresAt > now() }
  }

  /// Ends a session of the account: signing out, or a device that was lost. Ending one that is over
  /// or somebody else's changes nothing.
  public func endSession(_ id: String, of account: AccountID) throws {
    try store.write { writer in
      guard try writer.sessions(of: account).contains(where: { $0.id == id }) else { return }
      try writer.removeSession(id)
    }
  }

  /// Ends all sessions of the account but one.
  public func endSessions(of account: AccountID, except kept: String?) throws {
    try store.write { try $0.removeSessions(of: account, except: kept) }
  }

  /// Forgets sessions that are over. Beginning one does this too.
  public func removeExpiredSessions() throws {
    try store.write { try $0.removeExpiredSessions(now: now()) }
  }
}
