import SyncProtocol

extension Accounts {
  /// Makes the secret address of an account's calendar; a previous address stops working.
  ///
  /// It stops working when it is removed or replaced, when the account's password changes, and when
  /// the account is disabled: somebody who had taken over the account may have made it. An account
  /// that parents keep has none (`SharingError.kept`).
  public func makeCalendarFeed(for id: AccountID) throws -> CalendarSecret {
    let secret = CalendarSecret(random: randomBytes)
    try store.write { writer in
      guard let account = try writer.account(id), !account.isDisabled else {
        throw AccountError.notFound
      }
      // Its keepers could not see it, and not end it.
      guard try writer.keptAccount(id) == nil else { throw SharingError.kept }
      try writer.putCalendarFeed(
        CalendarFeed(
          account: id, secretHash: CalendarSecret.hash(of: secret.text), createdAt: now()))
    }
    return secret
  }

  public func calendarFeed(of account: AccountID) throws -> CalendarFeed? {
    try store.read { try $0.calendarFeed(of: account) }
  }

  /// Removes the address of an account's calendar, if it has one.
  public func removeCalendarFeed(of account: AccountID) throws {
    try store.write { try $0.removeCalendarFeed(of: account) }
  }

  /// The account whose calendar a secret gives access to; `nil` if there is none or if the account
  /// is disabled.
  ///
  /// Any `text` is hashed and looked up by its hash, so that the time taken reveals nothing about
  /// secrets. Throws `AttemptLimits.TooManyAttempts` after too many wrong secrets from that
  /// address; a right one always works.
  public func verifyCalendarSecret(_ text: String, address: String?) throws -> Account? {
    let hash = CalendarSecret.hash(of: text)
    if let found = try store.read({ try findFeed(hash, in: $0) }) {
      return try noteUse(of: found.feed, found.account)
    }
    if let address,
      let seconds = wrongSecrets.take(AttemptLimits.network(of: address), now: now())
    {
      throw AttemptLimits.TooManyAttempts(retryAfterSeconds: seconds)
    }
    return nil
  }

  private func noteUse(of feed: CalendarFeed, _ account: Account) throws -> Account? {
    guard feed.lastUsedAt ?? .min <= now() - Session.useIntervalMilliseconds else { return account }
    do {
      // Read again: it may have been replaced meanwhile, and must not come back.
      return try store.write { writer in
        guard let (stored, account) = try findFeed(feed.secretHash, in: writer) else { return nil }
        var used = stored
        used.lastUsedAt = max(stored.lastUsedAt ?? 0, now())
        try writer.putCalendarFeed(used)
        return account
      }
    } catch is HubStoreError {
      // A hub that cannot write now can still be read; a later use will be noted.
      return account
    }
  }

  private func findFeed(
    _ hash: String, in reader: any HubReader
  ) throws -> (feed: CalendarFeed, account: Account)? {
    guard let feed = try reader.calendarFeed(secretHash: hash),
      let account = try reader.account(feed.account), !account.isDisabled
    else { return nil }
    return (feed, account)
  }
}
