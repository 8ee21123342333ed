import SyncProtocol

/// The accounts that parents keep for their children: made without an address and a password, let
/// in by a code, ended by their keepers, and grown up when these say so.
///
/// Synchronous, as `Accounts` is: giving a password hashes it.
public final class KeptAccounts: Sendable {
  /// How long a code lets somebody in, milliseconds.
  public static let admissionMilliseconds: Int64 = 10 * 60_000
  /// The most accounts that are made in one zone, or by one account, within
  /// `KeptAccounts.makingMilliseconds`: an account stays for good, also when it is removed.
  public static let maxMade = 30
  public static let makingMilliseconds: Int64 = 30 * 86_400_000
  /// How often a short name is tried before a long one is taken.
  static let nameTries = 20

  let hub: Hub
  let accounts: Accounts
  let pinLimits: AttemptLimits
  let guesses = GuessCounter()
  let kiosksMade = RateLimiter(
    maxAttempts: KeptAccounts.maxKiosksMadePerDay, windowSeconds: 86_400)
  let wrongCodes = WrongCodes()
  private let codeLimits: AttemptLimits

  public init(
    hub: Hub, accounts: Accounts, codeLimits: AttemptLimits = .inviteCodes(),
    pinLimits: AttemptLimits = .pins()
  ) {
    self.hub = hub
    self.accounts = accounts
    self.codeLimits = codeLimits
    self.pinLimits = pinLimits
  }

  /// Makes an account for somebody who only reads in the zone, with its personal zone and its place
  /// in this one, in one commit.
  ///
  /// Throws `SharingError` if the actor does not decide who is in the zone, or it is full.
  @discardableResult
  public func create(
    displayName: String, in zone: ZoneID, by actor: AccountID
  ) throws -> Account {
    guard let displayName = AccountRules.displayName(displayName) else {
      throw KeepingError.invalidName
    }
    return try hub.change(by: actor) { writer, draft, stamp in
      try hub.requireManager(of: zone, actor, writer)
      try hub.checkUnrestricted(actor, writer)
      guard let found = try writer.zone(zone), let kind = hub.schema.zoneKinds[found.kind],
        kind.restrictsReaders
      else { throw KeepingError.notKeptThere }
      try hub.gate.check(.extend, by: actor, in: zone, writer)
      guard try writer.grants(in: zone).count < kind.maxParticipants else {
        throw SharingError.tooManyParticipants(limit: kind.maxParticipants)
      }
      let now = hub.now()
      guard
        try writer.keptAccountsMade(in: zone, by: actor, since: now - Self.makingMilliseconds)
          < Self.maxMade
      else { throw KeepingError.tooManyMade }
      let account = try newAccount(displayName, writer)
      try accounts.add(account, writer)
      try draft.put(
        HubGrant(
          zone: zone, account: account.id, role: .readOnly,
          grantID: stamp.changeSet.description),
        name: account.displayName, cause: "kept", stamp: stamp, now: hub.now())
      try writer.putKeptAccount(
        KeptAccount(account: account.id, zone: zone, createdAt: now))
      try writer.noteKeptAccountMade(
        account.id, in: zone, by: actor, at: now, forgetting: now - Self.makingMilliseconds)
      return account
    }
  }

  /// An account with a name that nobody has, which says in the administrator's list whose it is.
  private func newAccount(_ displayName: String, _ writer: any HubWriter) throws -> Account {
    var random = ByteGenerator(bytes: accounts.randomBytes)
    let visible = AccountRules.name(String(displayName.prefix(40)))?.name ?? "child"
    // Short names can all be taken; nobody has one that ends in 64 random bits.
    let numbers = (0..<Self.nameTries).map { _ in "\(Int.random(in: 1000...9999, using: &random))" }
    let long = String(UInt64.random(in: .min ... .max, using: &random), radix: 36)
    for suffix in numbers + [long] {
      guard let (name, nameKey) = AccountRules.name("\(visible) \(suffix)") else {
        throw KeepingError.invalidName
      }
      guard try writer.account(named: nameKey) == nil else { continue }
      let now = accounts.now()
      return Account(
        id: UUIDs.v7(milliseconds: now, using: &random), name: name, nameKey: nameKey,
        displayName: displayName, passwordHash: "", isAdministrator: false, createdAt: now,
        personalZone: UUIDs.v7(milliseconds: now, using: &random))
    }
    throw CreateAccountError.nameTaken
  }

  /// The accounts that are kept in a zone, for somebody who keeps them.
  public func kept(in zone: ZoneID, by actor: AccountID) throws -> [Account] {
    try hub.store.read { reader in
      try hub.requireManager(of: zone, actor, reader)
      return try reader.keptAccounts(in: zone).compactMap { try reader.account($0.account) }
    }
  }

  /// The account, for somebody who keeps it.
  public func account(_ id: AccountID, by actor: AccountID) throws -> Account {
    try hub.store.read { reader in
      _ = try require(id, actor, reader)
      guard let account = try reader.account(id) else { throw KeepingError.notFound }
      return account
    }
  }

  /// Whether somebody keeps the account: it has no password to change and makes nothing that lets
  /// others in.
  public func isKept(_ account: AccountID) throws -> Bool {
    try hub.store.read { try $0.keptAccount(account) != nil }
  }

  func require(
    _ id: AccountID, _ actor: AccountID, _ reader: any HubReader
  ) throws -> KeptAccount {
    guard let kept = try reader.keptAccount(id),
      try reader.keeps(kept, actor, hub) || isPlanted(.keeperUnchecked)
    else { throw KeepingError.notFound }
    return kept
  }

  // MARK: - Where it is signed in

  /// Where the account is signed in, most recently used first.
  public func sessions(of id: AccountID, by actor: AccountID) throws -> [Session] {
    try hub.store.read { reader in
      _ = try require(id, actor, reader)
      return try reader.sessions(of: id)
    }.filter { $0.expiresAt > accounts.now() }
  }

  /// Ends one session of the account; does nothing if it is over.
  public func endSession(_ session: String, of id: AccountID, by actor: AccountID) throws {
    try hub.store.write { writer in
      _ = try require(id, actor, writer)
      guard try writer.sessions(of: id).contains(where: { $0.id == session }) else { return }
      try writer.removeSession(session)
    }
  }

  /// Makes a code that lets the account in on one device, once, within
  /// `KeptAccounts.admissionMilliseconds`. A code that was made before stops working.
  public func issueCode(
    for id: AccountID, by actor: AccountID
  ) throws -> (code: AdmissionCode, expiresAt: Int64) {
    let code = AdmissionCode(random: accounts.randomBytes)
    let expiresAt = accounts.now() + Self.admissionMilliseconds
    try hub.store.write { writer in
      _ = try require(id, actor, writer)
      try writer.putAdmission(
        Admission(account: id, codeHash: code.hash, createdBy: actor, expiresAt: expiresAt))
    }
    return (code, expiresAt)
  }

  /// Lets an account in with its code, which is used up. Throws `KeepingError.wrongCode`, and
  /// `AttemptLimits.TooManyAttempts` for an address that has guessed too often.
  public func signIn(
    code typed: String, label: String, address: String?
  ) throws -> SignedIn {
    try codeLimits.begin(address: address, name: nil, now: accounts.now())
    guard let code = AdmissionCode(typed: typed) else { throw KeepingError.wrongCode }
    guard let found = try hub.store.read({ try $0.admission(codeHash: code.hash) }) else {
      try noteWrongCode()
      throw KeepingError.wrongCode
    }
    let signedIn = try accounts.openSession(
      for: found.account, kind: .browser, label: label, deviceProof: nil
    ) { writer, _ in
      // Read again: it may have been used meanwhile, and whoever made it may keep it no more.
      guard let admission = try writer.admission(codeHash: code.hash),
        admission.expiresAt > accounts.now() || isPlanted(.codeForEver),
        let kept = try writer.keptAccount(admission.account),
        try writer.keeps(kept, admission.createdBy, hub)
      else { throw KeepingError.wrongCode }
      if !isPlanted(.codeUsedTwice) { try writer.removeAdmission(of: admission.account) }
    }
    codeLimits.succeeded(address: address, name: nil)
    return signedIn
  }

  // MARK: - Ending

  /// Gives the account a name and a password of its own: nobody keeps it any more. It stays where it
  /// is, with what it has. Throws `CreateAccountError`.
  public func release(
    _ id: AccountID, name: String, password: String, by actor: AccountID
  ) throws {
    guard let (name, nameKey) = AccountRules.name(name) else {
      throw CreateAccountError.invalidName
    }
    if let problem = AccountRules.check(password: password, nameKey: nameKey) {
      throw CreateAccountError.password(problem)
    }
    func check(_ reader: any HubReader) throws {
      _ = try require(id, actor, reader)
      if let other = try reader.account(named: nameKey), other.id != id {
        throw CreateAccountError.nameTaken
      }
    }
    // Checked twice: here, so that no password is hashed in vain, and in the transaction.
    try hub.store.read(check)
    let hash = try accounts.hash(password)
    try hub.store.write { writer in
      try check(writer)
      guard var account = try writer.account(id) else { throw KeepingError.notFound }
      (account.name, account.nameKey, account.passwordHash) = (name, nameKey, hash)
      try writer.putAccount(account)
      try writer.removeKeptAccount(id)
      // Its keepers chose it, and know it.
      if !isPlanted(.pinOutlivesKeeping) { try writer.removePin(of: id) }
    }
  }

  /// Takes the account away: it leaves every zone that others have, cannot be let in any more, and
  /// its devices forget what they show. What it wrote stays under its name.
  public func remove(_ id: AccountID, by actor: AccountID) throws {
    try hub.change(by: actor) { writer, draft, stamp in
      _ = try require(id, actor, writer)
      // First: who is kept stays in the zone.
      try writer.removeKeptAccount(id)
      for (grant, _) in try writer.memberships(of: id) where grant.role != .owner {
        try hub.take(grant, writer: writer, draft: draft, stamp: stamp)
      }
      try writer.removeSessions(of: id, except: nil)
      try writer.removeAccessTokens(of: id)
      try writer.removeCalendarFeed(of: id)
      try writer.removePin(of: id)
      guard var account = try writer.account(id) else { throw KeepingError.notFound }
      account.isDisabled = true
      try writer.putAccount(account)
    }
  }
}

extension HubReader {
  /// Whether somebody keeps the account: they decide who is in its zone, which is there.
  func keeps(_ kept: KeptAccount, _ actor: AccountID, _ hub: Hub) throws -> Bool {
    guard let zone = try zone(kept.zone), zone.isAlive,
      let grant = try grant(in: zone.id, for: actor)
    else { return false }
    return hub.isManager(grant.role, of: zone.kind)
  }
}
