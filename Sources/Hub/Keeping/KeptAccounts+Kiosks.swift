import SyncProtocol
import Threads

/// Somebody whose face a kiosk shows.
public struct KioskPerson: Equatable, Sendable {
  public let account: AccountID
  /// How they show that it is they; `nil` for a kept child that just presses its face, and for
  /// somebody who cannot be picked before they have set a PIN.
  public let pin: Pin.Kind?
  /// Whether they can be picked.
  public let canEnter: Bool
}

extension KeptAccounts {
  /// The most kiosks of one zone.
  public static let maxKiosksPerZone = 20
  /// After so many wrong PINs in a row the parents are told, and again a day later if it goes on.
  static let guessesUntilTold = 3

  // MARK: - PINs

  /// Sets a PIN: a person their own, and a keeper that of a kept account.
  public func setPin(
    _ text: String, _ kind: Pin.Kind, of id: AccountID, by actor: AccountID
  ) throws {
    guard Pin.isValid(text, kind) else { throw KioskError.invalidPin }
    try hub.store.read { try requireOwnOrKept(id, actor, $0) }
    let hash = try accounts.hash(text)
    try hub.store.write { writer in
      try requireOwnOrKept(id, actor, writer)
      try writer.putPin(Pin(account: id, kind: kind, hash: hash))
    }
  }

  /// Removes a PIN; does nothing if there is none.
  public func removePin(of id: AccountID, by actor: AccountID) throws {
    try hub.store.write { writer in
      try requireOwnOrKept(id, actor, writer)
      try writer.removePin(of: id)
    }
  }

  /// The kind of PIN that somebody has; `nil` for none.
  public func pinKind(of id: AccountID, by actor: AccountID) throws -> Pin.Kind? {
    try hub.store.read { reader in
      try requireOwnOrKept(id, actor, reader)
      return try reader.pin(of: id)?.kind
    }
  }

  /// A kept account's PIN is its keepers' to set: else a child could keep its parents out.
  private func requireOwnOrKept(
    _ id: AccountID, _ actor: AccountID, _ reader: any HubReader
  ) throws {
    if id == actor, try reader.keptAccount(id) == nil { return }
    _ = try require(id, actor, reader)
  }

  // MARK: - Kiosks

  /// Makes a browser a kiosk of a zone. Returns the secret for its cookie.
  public func makeKiosk(
    in zone: ZoneID, label: String, by actor: AccountID
  ) throws -> SessionToken {
    let secret = SessionToken(random: accounts.randomBytes)
    var random = ByteGenerator(bytes: accounts.randomBytes)
    let now = accounts.now()
    let kiosk = Kiosk(
      id: UUIDs.v7(milliseconds: now, using: &random), zone: zone, secretHash: secret.hash,
      label: String(label.prefix(Session.maxLabelCharacters)), createdBy: actor, createdAt: now)
    try hub.store.write { writer in
      try hub.requireManager(of: zone, actor, writer)
      guard let kind = try writer.zone(zone)?.kind,
        hub.schema.zoneKinds[kind]?.restrictsReaders == true
      else { throw KeepingError.notKeptThere }
      for old in try writer.kiosks(in: zone).dropFirst(Self.maxKiosksPerZone - 1) {
        try writer.removeKiosk(old.id)
      }
      try writer.putKiosk(kiosk)
    }
    return secret
  }

  /// The kiosks of a zone that work, the newest first. One whose maker does not decide about the
  /// zone any more is none, and comes back with them.
  public func kiosks(in zone: ZoneID, by actor: AccountID) throws -> [Kiosk] {
    try hub.store.read { reader in
      try hub.requireManager(of: zone, actor, reader)
      return try reader.kiosks(in: zone).filter { try works($0, reader) }
    }
  }

  /// Ends a kiosk and what is signed in there; does nothing if it is over.
  public func endKiosk(_ id: String, in zone: ZoneID, by actor: AccountID) throws {
    try hub.store.write { writer in
      try hub.requireManager(of: zone, actor, writer)
      guard try writer.kiosk(id)?.zone == zone else { return }
      try writer.removeKiosk(id)
    }
  }

  /// The kiosk that a browser is; `nil` if it is none, or none any more.
  public func kiosk(secret text: String) throws -> Kiosk? {
    try hub.store.read { try kiosk(secret: text, $0) }
  }

  private func kiosk(secret text: String, _ reader: any HubReader) throws -> Kiosk? {
    guard let secret = SessionToken(text), let kiosk = try reader.kiosk(secretHash: secret.hash),
      try works(kiosk, reader)
    else { return nil }
    return kiosk
  }

  /// Whether its maker decides about its zone, which is there.
  private func works(_ kiosk: Kiosk, _ reader: any HubReader) throws -> Bool {
    guard let maker = try reader.account(kiosk.createdBy), !maker.isDisabled,
      let zone = try reader.zone(kiosk.zone), zone.isAlive,
      let grant = try reader.grant(in: zone.id, for: maker.id)
    else { return false }
    return hub.isManager(grant.role, of: zone.kind)
  }

  /// Whose faces a kiosk shows.
  public func people(atKiosk text: String) throws -> [KioskPerson] {
    try hub.store.read { reader in
      guard let found = try kiosk(secret: text, reader) else { throw KioskError.notFound }
      return try reader.grants(in: found.zone).map { grant in
        let pin = try reader.pin(of: grant.account)?.kind
        let isKept = try reader.keptAccount(grant.account)?.zone == found.zone
        return KioskPerson(account: grant.account, pin: pin, canEnter: pin != nil || isKept)
      }
    }
  }

  /// Lets somebody in at a kiosk, for `Session.kioskMilliseconds` after the last use; whoever
  /// decides about the zone for `Session.managerAtKioskMilliseconds`.
  ///
  /// Wrong PINs are counted for each kiosk and person, wait longer each time, and after
  /// `KeptAccounts.guessesUntilTold` in a row everybody who decides about the zone is told, at most
  /// once a day. Nobody is kept out elsewhere.
  public func enter(
    kiosk text: String, as account: AccountID, pin typed: String
  ) throws -> SignedIn {
    let entered = try hub.store.read { try entry(kiosk: text, as: account, $0) }
    let kiosk = entered.kiosk
    if let pin = entered.pin {
      let key = "\(kiosk.id) \(account)"
      do throws(AttemptLimits.TooManyAttempts) {
        try pinLimits.begin(address: nil, name: key, now: accounts.now())
      } catch {
        throw KioskError.tooManyAttempts(retryAfterSeconds: error.retryAfterSeconds)
      }
      guard Pin.isValid(typed, pin.kind), accounts.hasher.verify(typed, against: pin.hash) else {
        try noteGuess(at: kiosk, of: account, key)
        throw KioskError.wrongPin
      }
      pinLimits.succeeded(address: nil, name: key)
      guesses.forget(key)
    }
    return try accounts.openSession(
      for: account, kind: .browser, label: kiosk.label, deviceProof: nil, kiosk: kiosk.id,
      lifeMilliseconds: entered.decides
        ? Session.managerAtKioskMilliseconds : Session.kioskMilliseconds
    ) { writer, _ in
      // Read again: all of it may have changed while the PIN was checked.
      guard try entry(kiosk: text, as: account, writer) == entered else {
        throw KioskError.wrongPin
      }
      // One session of each person at each kiosk: their own devices stay signed in however often
      // a face is pressed.
      for old in try writer.sessions(of: account) where old.kiosk == kiosk.id {
        try writer.removeSession(old.id)
      }
    }
  }

  /// The kiosk at which somebody may come in, the PIN that they have to press, and whether they
  /// decide about its zone.
  private func entry(
    kiosk text: String, as account: AccountID, _ reader: any HubReader
  ) throws -> (kiosk: Kiosk, pin: Pin?, decides: Bool) {
    guard let found = try kiosk(secret: text, reader),
      let zone = try reader.zone(found.zone),
      let grant = try reader.grant(in: found.zone, for: account)
    else { throw KioskError.notFound }
    let pin = try reader.pin(of: account)
    let isKept = try reader.keptAccount(account)?.zone == found.zone
    guard pin != nil || isKept else { throw KioskError.needsPin }
    return (found, pin, hub.isManager(grant.role, of: zone.kind))
  }

  /// The zone in which somebody who does not decide about it sees their own alone, because they
  /// came in at its kiosk; `nil` for every other session. One indexed read, or two.
  public func lock(of session: Session) throws -> ZoneID? {
    guard let id = session.kiosk else { return nil }
    return try hub.store.read { reader in
      guard let zone = try reader.kiosk(id)?.zone, let kind = try reader.zone(zone)?.kind else {
        return nil
      }
      let role = try reader.grant(in: zone, for: session.account)?.role
      return role.map { hub.isManager($0, of: kind) } == true ? nil : zone
    }
  }

  private func noteGuess(at kiosk: Kiosk, of account: AccountID, _ key: String) throws {
    guard guesses.isToTell(key, after: Self.guessesUntilTold, now: hub.now()) else { return }
    var told = Hub.Notice()
    try hub.store.write { writer in
      guard let zone = try writer.zone(kiosk.zone), let person = try writer.account(account) else {
        return
      }
      let now = hub.now()
      let notice = AccountNotice(
        id: UUIDs.v5(kiosk.id, "\(account) \(now)"), kind: .pinGuessed, zone: zone.id,
        title: try hub.title(of: zone, writer), person: person.displayName, personID: account,
        at: now)
      for grant in try writer.grants(in: zone.id) where hub.isManager(grant.role, of: zone.kind) {
        try writer.keep(notice, for: grant.account)
        told.accounts.insert(grant.account)
      }
    }
    hub.announce(told)
  }
}

/// Counts wrong PINs in a row, of at most `maxKeys` people; whoever was counted first is dropped
/// first.
final class GuessCounter: Sendable {
  static let maxKeys = 10_000
  static let quietMilliseconds: Int64 = 24 * 3_600_000

  private struct Guesses {
    var count = 0
    var toldAt: Int64?
  }

  private let guesses = Lock<(order: [String], of: [String: Guesses])>(([], [:]))

  /// Counts one more, and returns whether it is time to tell: there are `limit` in a row, and
  /// nobody was told of them within a day.
  func isToTell(_ key: String, after limit: Int, now: Int64) -> Bool {
    guesses.withLock { state in
      if state.of[key] == nil {
        if state.order.count >= Self.maxKeys { state.of[state.order.removeFirst()] = nil }
        state.order.append(key)
      }
      var found = state.of[key] ?? Guesses()
      defer { state.of[key] = found }
      found.count = min(found.count + 1, limit)
      guard found.count >= limit else { return false }
      // A clock that was set back must not keep it quiet.
      if let toldAt = found.toldAt, toldAt <= now, now - toldAt < Self.quietMilliseconds {
        return false
      }
      found.toldAt = now
      return true
    }
  }

  /// A right PIN begins anew. When they were told last stays: else right ones in between would
  /// bring a notice each time.
  func forget(_ key: String) {
    guesses.withLock { state in state.of[key]?.count = 0 }
  }
}
