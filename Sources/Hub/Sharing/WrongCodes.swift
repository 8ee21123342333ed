import SyncProtocol
import Threads

/// Counts the codes of the last hour that let nobody in, whoever tried them, and remembers who has
/// been told of it.
///
/// A wrong code belongs to nothing, so nobody can say what it was meant for: everybody is told
/// whose code could have been found, once a day for each zone.
final class WrongCodes: Sendable {
  static let windowMilliseconds: Int64 = 3_600_000
  static let quietMilliseconds: Int64 = 24 * windowMilliseconds
  /// How many people are told in one transaction, so that others can save between them.
  static let toldAtOnce = 100

  /// Somebody whose code could have been found.
  struct Target {
    let account: AccountID
    let zone: ZoneID
    /// What the code is of, such as an invite.
    let source: String
    /// Whom the code lets in, where that is known.
    var person: AccountID?

    var key: String { "\(account) \(zone) \(person ?? "")" }
  }

  private struct State {
    /// When a code was wrong, and who had typed it, where somebody was signed in.
    var attempts: [(at: Int64, by: AccountID?)] = []
    var toldAt: [String: Int64] = [:]
  }

  private let state = Lock(State())

  /// Notes one more, and returns whether it is time to tell.
  func note(now: Int64, by account: AccountID?) -> Bool {
    state.withLock { state in
      // What a clock that was set back has left ahead counts no longer.
      state.attempts.removeAll { $0.at <= now - Self.windowMilliseconds || $0.at > now }
      state.attempts.append((now, account))
      let own = account == nil ? 0 : state.attempts.count { $0.by == account }
      guard
        state.attempts.count >= Invitations.guessesUntilTold
          || own >= Invitations.guessesOfOneUntilTold
      else { return false }
      state.attempts = []
      return true
    }
  }

  /// Those that have not been told within a day, each once.
  func untold(_ targets: [Target], now: Int64) -> [Target] {
    state.withLock { state in
      state.toldAt = state.toldAt.filter {
        $0.value <= now && now - $0.value < Self.quietMilliseconds
      }
      var known = Set(state.toldAt.keys)
      return targets.filter { known.insert($0.key).inserted }
    }
  }

  func told(_ targets: some Sequence<Target>, at now: Int64) {
    state.withLock { state in for target in targets { state.toldAt[target.key] = now } }
  }
}

extension Hub {
  /// Counts a code that lets nobody in, and tells those whose codes could have been meant. Nobody
  /// is kept out by it.
  ///
  /// - Parameter account: who typed it; `nil` for somebody who is not signed in.
  func noteWrongCode(
    _ codes: WrongCodes, by account: AccountID? = nil,
    for targets: (any HubReader) throws -> [WrongCodes.Target]
  ) throws {
    let now = now()
    guard codes.note(now: now, by: account) else { return }
    var rest = codes.untold(try store.read(targets), now: now)[...]
    while !rest.isEmpty {
      let part = rest.prefix(WrongCodes.toldAtOnce)
      rest = rest.dropFirst(part.count)
      var told = Notice()
      try store.write { writer in
        for target in part {
          guard let notice = try notice(for: target, at: now, writer) else { continue }
          try writer.keep(notice, for: target.account)
          told.accounts.insert(target.account)
        }
      }
      codes.told(part, at: now)
      announce(told)
    }
  }

  private func notice(
    for target: WrongCodes.Target, at now: Int64, _ writer: any HubWriter
  ) throws -> AccountNotice? {
    guard let zone = try writer.zone(target.zone), zone.isAlive,
      try writer.grant(in: zone.id, for: target.account) != nil
    else { return nil }
    let person = try target.person.flatMap { try writer.account($0) }
    return AccountNotice(
      id: UUIDs.v5(target.source, "codeGuessed \(now)"), kind: .codeGuessed, zone: zone.id,
      title: try title(of: zone, writer), person: person?.displayName ?? "",
      personID: person?.id ?? "", at: now)
  }
}

extension Invitations {
  /// Counts a code that no invite has.
  func noteWrongCode(by account: AccountID?) throws {
    try hub.noteWrongCode(wrongCodes, by: account) { reader in
      // An invite for one account lets nobody in who has found its code.
      try reader.openInvites(at: hub.now()).filter { $0.boundTo == nil }.map { invite in
        WrongCodes.Target(account: invite.createdBy, zone: invite.zone, source: invite.id)
      }
    }
  }
}

extension KeptAccounts {
  /// Counts a code that lets no kept account in: everybody is told who keeps one that a code would
  /// let in now.
  func noteWrongCode() throws {
    try hub.noteWrongCode(wrongCodes) { reader in
      try reader.openAdmissions(at: accounts.now()).flatMap { admission in
        guard let kept = try reader.keptAccount(admission.account),
          let zone = try reader.zone(kept.zone)
        else { return [WrongCodes.Target]() }
        return try reader.grants(in: zone.id)
          .filter { hub.isManager($0.role, of: zone.kind) }
          .map { keeper in
            WrongCodes.Target(
              account: keeper.account, zone: zone.id,
              source: UUIDs.v5(kept.account, keeper.account), person: kept.account)
          }
      }
    }
  }
}
