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
  /// The most kiosks of one zone that work.
  public static let maxKiosksPerZone = 20
  /// The most kiosks that are made in one zone, or by one account, within a day, also those that
  /// were ended meanwhile.
  public static let maxKiosksMadePerDay = 10
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
    if id == actor, try reader.keptAccount(id) == nil || isPlanted(.childSetsPin) { return }
    _ = try require(id, actor, reader)
  }

  // MARK: - Kiosks

  /// Makes a browser a kiosk of a zone. Returns the secret for its cookie. Throws
  /// `KioskError.tooManyKiosks` and `tooManyMadeToday`.
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
      let all = try writer.kiosks(in: zone)
      let working = try all.filter { try works($0, writer) }
      guard working.count < Self.maxKiosksPerZone else { throw KioskError.tooManyKiosks }
      // Nobody is shown those that do not work, so nobody can end them.
      for old in all where all.count >= Self.maxKiosksPerZone && !working.contains(old) {
        try writer.removeKiosk(old.id)
      }
      try countMade(in: zone, by: actor, now: now)
      try writer.putKiosk(kiosk)
    }
    return secret
  }

  private func countMade(in zone: ZoneID, by actor: AccountID, now: Int64) throws {
    let keys = ["zone \(zone)", "account \(actor)"]
    for (index, key) in keys.enumerated() where kiosksMade.take(key, now: now) != nil {
      for taken in keys.prefix(index) { kiosksMade.giveBack(taken) }
      throw KioskError.tooManyMadeToday
    }
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
    return hub.isManager(grant.role, of: zone.kind) || isPlanted(.kioskOutlivesMaker)
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
  /// Wrong PINs wait longer each time, and after `KeptAccounts.guessesUntilTold` in a row everybody
  /// who decides about the zone is told, at most once a day. A kiosk at which the person has come
  /// in before is counted by itself, and all others of that person together: whoever makes new ones
  /// to guess at waits as long as at one, and the person comes in at theirs all the while.
  public func enter(
    kiosk text: String, as account: AccountID, pin typed: String
  ) throws -> SignedIn {
    let entered = try hub.store.read { try entry(kiosk: text, as: account, $0) }
    let kiosk = entered.kiosk
    if let pin = entered.pin {
      let usual = entered.isUsual ? kiosk.id : nil
      let key = "\(usual ?? "-") \(account)"
      do throws(AttemptLimits.TooManyAttempts) {
        if !isPlanted(.pinUnlimited) {
          try pinLimits.begin(address: nil, name: account, device: usual, now: accounts.now())
        }
      } catch {
        throw KioskError.tooManyAttempts(retryAfterSeconds: error.retryAfterSeconds)
      }
      guard
        Pin.isValid(typed, pin.kind) && accounts.hasher.verify(typed, against: pin.hash)
          || isPlanted(.pinUnchecked)
      else {
        try noteGuess(at: kiosk, of: account, key)
        throw KioskError.wrongPin
      }
      pinLimits.succeeded(address: nil, name: account, device: usual)
      guesses.forget(key)
    }
    return try accounts.openSession(
      for: account, kind: .browser, label: kiosk.label, deviceProof: nil, kiosk: kiosk.id,
      lifeMilliseconds: entered.decides
        ? Session.managerAtKioskMilliseconds : Session.kioskMilliseconds
    ) { writer, _ in
      // Read again: all of it may have changed while the PIN was checked.
      let now = try entry(kiosk: text, as: account, writer)
      guard (now.kiosk, now.pin, now.decides) == (kiosk, entered.pin, entered.decides) else {
        throw KioskError.wrongPin
      }
      if entered.pin != nil { try writer.noteEntered(account, at: kiosk.id) }
      // One session of each person at each kiosk: their own devices stay signed in however often
      // a face is pressed.
      for old in try writer.sessions(of: account) where old.kiosk == kiosk.id {
        try writer.removeSession(old.id)
      }
    }
  }

  /// The kiosk at which somebody may come in, the PIN that they have to press, whether they decide
  /// about its zone, and whether they have come in there before.
  private func entry(
    kiosk text: String, as account: AccountID, _ reader: any HubReader
  ) throws -> (kiosk: Kiosk, pin: Pin?, decides: Bool, isUsual: Bool) {
    guard let found = try kiosk(secret: text, reader),
      let zone = try reader.zone(found.zone),
      let grant = try reader.grant(in: found.zone, for: account)
    else { throw KioskError.notFound }
    let pin = try reader.pin(of: account)
    let isKept = try reader.keptAccount(account)?.zone == found.zone
    guard pin != nil || isKept || isPlanted(.managerWithoutPin) else { throw KioskError.needsPin }
    return (
      found, pin, hub.isManager(grant.role, of: zone.kind),
      try reader.hasEntered(account, at: found.id)
    )
  }

  /// The zone in which somebody who does not decide about it sees their own alone, because they
  /// came in at its kiosk; `nil` for every other session. One indexed read, or two.
  public func lock(of session: Session) throws -> ZoneID? {
    guard let id = session.kiosk, !isPlanted(.lockForgotten) else { return nil }
    return try hub.store.read { reader in
      guard let zone = try reader.kiosk(id)?.zone, let kind = try reader.zone(zone)?.kind else {
        return nil
      }
      let role = try reader.grant(in: zone, for: session.account)?.role
      return role.map { hub.isManager($0, of: kind) } == true ? nil : zone
    }
  }

  private func noteGuess(at kiosk: Kiosk, of account: AccountID, _ key: String) throws {
    guard !isPlanted(.guessesUntold),
      guesses.isToTell(key, of: account, after: Self.guessesUntilTold, now: hub.now())
    else {
      return
    }
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

/// Counts wrong PINs in a row, for at most `maxKeys` keys and people; whoever was counted first is
/// dropped first.
final class GuessCounter: Sendable {
  static let maxKeys = 10_000
  static let quietMilliseconds: Int64 = 24 * 3_600_000

  private struct State {
    var counts = FirstDropped<Int>(max: GuessCounter.maxKeys)
    var toldAt = FirstDropped<Int64>(max: GuessCounter.maxKeys)
  }

  private let state = Lock(State())

  /// Counts one more, and returns whether it is time to tell: there are `limit` in a row, and
  /// nobody was told of the person within a day, whatever key it was for.
  func isToTell(_ key: String, of person: AccountID, after limit: Int, now: Int64) -> Bool {
    state.withLock { state in
      let count = min((state.counts[key] ?? 0) + 1, limit)
      state.counts[key] = count
      guard count >= limit else { return false }
      // A clock that was set back must not keep it quiet.
      if let toldAt = state.toldAt[person], toldAt <= now, now - toldAt < Self.quietMilliseconds {
        return false
      }
      state.toldAt[person] = now
      return true
    }
  }

  /// A right PIN begins anew. When they were told last stays: else right ones in between would
  /// bring a notice each time.
  func forget(_ key: String) {
    state.withLock { state in
      if state.counts[key] != nil { state.counts[key] = 0 }
    }
  }
}

/// Values by key, of which the oldest key is dropped when there are too many.
private struct FirstDropped<Value: Sendable>: Sendable {
  let max: Int
  private var order: [String] = []
  private var values: [String: Value] = [:]

  init(max: Int) { self.max = max }

  subscript(key: String) -> Value? {
    get { values[key] }
    set {
      if values[key] == nil, newValue != nil {
        if order.count >= max { values[order.removeFirst()] = nil }
        order.append(key)
      }
      values[key] = newValue
    }
  }
}
