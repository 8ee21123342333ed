import SyncProtocol

extension Session {
  /// How long a session lives after its last use, milliseconds.
  public static func lifeMilliseconds(of kind: Kind) -> Int64 {
    switch kind {
    case .browser: 30 * 86_400_000
    case .device: 365 * 86_400_000
    }
  }

  /// How long a session at a kiosk lives after its last use, milliseconds: others stand around it.
  public static let kioskMilliseconds: Int64 = 15 * 60_000
  /// The same for whoever decides about the kiosk's zone, to whom more is open there.
  public static let managerAtKioskMilliseconds: Int64 = 5 * 60_000

  /// How long it lives after its last use, milliseconds. One at a kiosk keeps the time that it
  /// began with.
  var lifeMilliseconds: Int64 {
    kiosk == nil ? Self.lifeMilliseconds(of: kind) : max(0, expiresAt - lastUsedAt)
  }

  /// A use is stored only if the stored one is this old, in milliseconds, so that reading a page
  /// rarely writes.
  public static let useIntervalMilliseconds: Int64 = 5 * 60_000
  /// The same at a kiosk, where a session is short.
  static let kioskUseIntervalMilliseconds: Int64 = 30_000

  var useIntervalMilliseconds: Int64 {
    kiosk == nil ? Self.useIntervalMilliseconds : Self.kioskUseIntervalMilliseconds
  }
  /// The longest label, in characters; the rest is cut off.
  public static let maxLabelCharacters = 100
}

extension Accounts {
  /// Starts a session for an account that has proved its identity in another way: it has just been
  /// created, or a signed-in browser admits a device.
  public func openSession(
    for account: AccountID, kind: Session.Kind, label: String, deviceProof: String? = nil
  ) throws -> SignedIn {
    try openSession(for: account, kind: kind, label: label, deviceProof: deviceProof) { _, _ in }
  }

  func openSession(
    for id: AccountID, kind: Session.Kind, label: String, deviceProof: String?,
    kiosk: String? = nil, lifeMilliseconds: Int64? = nil,
    prepare: (any HubWriter, Account) throws -> Void
  ) throws -> SignedIn {
    let token = SessionToken(random: randomBytes)
    var random = ByteGenerator(bytes: randomBytes)
    let now = now()
    let session = Session(
      id: UUIDs.v7(milliseconds: now, using: &random), account: id, kind: kind,
      tokenHash: token.hash, label: String(label.prefix(Session.maxLabelCharacters)),
      createdAt: now, lastUsedAt: now,
      expiresAt: now + (lifeMilliseconds ?? Session.lifeMilliseconds(of: kind)), kiosk: kiosk)
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
    return SignedIn(
      account: account, session: session, token: token,
      deviceProof: devices.proof(
        for: account.nameKey, id: randomBytes(KnownDevices.idBytes), before: deviceProof))
  }

  /// The account and session that a token belongs to; `nil` if there is none, if the session has
  /// expired, or if the account is disabled.
  ///
  /// - Parameter isUse: whether somebody has asked for it. A session at a kiosk is not made longer
  ///   by what a page asks by itself: whoever went away would stay signed in.
  public func verify(
    _ text: String, isUse: Bool = true
  ) throws -> (account: Account, session: Session)? {
    guard let token = SessionToken(text) else { return nil }
    let found = try store.read { try find(token, in: $0) }
    guard let found, isUse || found.session.kiosk == nil,
      found.session.lastUsedAt + found.session.useIntervalMilliseconds <= now()
    else {
      return found
    }
    do {
      // Read again: it may have been ended meanwhile, and must not come back.
      return try store.write { writer in
        guard let (account, found) = try find(token, in: writer) else { return nil }
        var session = found
        session.lastUsedAt = max(session.lastUsedAt, now())
        session.expiresAt = session.lastUsedAt + found.lifeMilliseconds
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

  /// The account's unexpired sessions, most recently used first.
  public func sessions(of account: AccountID) throws -> [Session] {
    try store.read { try $0.sessions(of: account) }.filter { $0.expiresAt > now() }
  }

  /// Ends a session of the account, to sign out or because a device was lost. Does nothing if the
  /// session is over or belongs to another account.
  public func endSession(_ id: String, of account: AccountID) throws {
    try store.write { writer in
      guard try writer.sessions(of: account).contains(where: { $0.id == id }) else { return }
      try writer.removeSession(id)
    }
  }

  /// Ends all sessions of the account except the one with the id `kept`.
  public func endSessions(of account: AccountID, except kept: String?) throws {
    try store.write { try $0.removeSessions(of: account, except: kept) }
  }

  /// Removes expired sessions. Starting a session does this too.
  public func removeExpiredSessions() throws {
    try store.write { try $0.removeExpiredSessions(now: now()) }
  }
}
