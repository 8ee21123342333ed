import SyncProtocol

/// Why an account was not changed.
public enum AccountError: Error, Equatable, Sendable {
  case notFound
  /// Only an administrator may do this.
  case notAllowed
  case password(PasswordProblem)
  /// The hub would be left without an administrator who can sign in.
  case lastAdministrator
}

extension Accounts {
  /// Who performs an administrative action: an account, or somebody who can run commands on the
  /// hub's machine.
  public enum Actor: Equatable, Sendable {
    case commandLine
    case account(AccountID)
  }

  func require(_ actor: Actor, _ reader: any HubReader) throws {
    guard case .account(let id) = actor else { return }
    guard let account = try reader.account(id), account.isAdministrator, !account.isDisabled
    else { throw AccountError.notAllowed }
  }

  /// The account with that id.
  public func account(_ id: AccountID) throws -> Account? {
    try store.read { try $0.account(id) }
  }

  /// The account with a name, in any spelling with the same key.
  public func account(named name: String) throws -> Account? {
    guard let (_, nameKey) = AccountRules.name(name) else { return nil }
    return try store.read { try $0.account(named: nameKey) }
  }

  /// Whether there is no account yet; the first one becomes an administrator.
  public func isEmpty() throws -> Bool { try store.read { try $0.accountCount() } == 0 }

  /// A page of accounts, ordered by name key.
  public func accounts(after: String? = nil, limit: Int = 100, by actor: Actor) throws -> [Account]
  {
    try store.read { reader in
      try require(actor, reader)
      return try reader.accounts(after: after, limit: limit)
    }
  }

  /// Disables an account, which ends its sessions, access tokens and calendar feed; or enables it
  /// again.
  public func setDisabled(_ isDisabled: Bool, _ id: AccountID, by actor: Actor) throws {
    try change(id, by: actor) { writer, account in
      account.isDisabled = isDisabled
      guard isDisabled else { return }
      try writer.removeSessions(of: id, except: nil)
      try writer.removeAccessTokens(of: id)
      try writer.removeCalendarFeed(of: id)
      try writer.removeKiosks(madeBy: id)
    }
  }

  /// Makes an account an administrator, or takes that right away.
  public func setAdministrator(
    _ isAdministrator: Bool, _ id: AccountID, by actor: Actor
  ) throws {
    try change(id, by: actor) { _, account in account.isAdministrator = isAdministrator }
  }

  /// Gives an account a new password without knowing the old one, and ends all its sessions, access
  /// tokens and its calendar feed.
  public func resetPassword(of id: AccountID, to password: String, by actor: Actor) throws {
    let account = try store.read { reader in
      try require(actor, reader)
      return try reader.account(id)
    }
    guard let account else { throw AccountError.notFound }
    if let problem = AccountRules.check(password: password, nameKey: account.nameKey) {
      throw AccountError.password(problem)
    }
    let hash = try hash(password)
    try change(id, by: actor) { writer, account in
      account.passwordHash = hash
      try writer.removeSessions(of: id, except: nil)
      try writer.removeAccessTokens(of: id)
      try writer.removeCalendarFeed(of: id)
      try writer.removeKiosks(madeBy: id)
    }
  }

  private func change(
    _ id: AccountID, by actor: Actor, _ body: (any HubWriter, inout Account) throws -> Void
  ) throws {
    try store.write { writer in
      try require(actor, writer)
      guard var account = try writer.account(id) else { throw AccountError.notFound }
      let couldAdminister = account.isAdministrator && !account.isDisabled
      try body(writer, &account)
      try writer.putAccount(account)
      if couldAdminister, try !hasAdministrator(writer) { throw AccountError.lastAdministrator }
    }
  }

  private func hasAdministrator(_ reader: any HubReader) throws -> Bool {
    var last: String?
    while true {
      let page = try reader.accounts(after: last, limit: 100)
      if page.contains(where: { $0.isAdministrator && !$0.isDisabled }) { return true }
      guard let key = page.last?.nameKey else { return false }
      last = key
    }
  }
}
