import SyncProtocol
import Threads

/// Counts the codes of the last hour that no invite has, whoever tried them.
///
/// A wrong code belongs to no invite, so nobody can say whose was meant: all whose invite could be
/// found by its code are told, once a day.
final class WrongCodes: Sendable {
  static let windowMilliseconds: Int64 = 3_600_000
  static let quietMilliseconds: Int64 = 24 * windowMilliseconds

  private struct State {
    var times: [Int64] = []
    var toldAt: Int64?
  }

  private let state = Lock(State())

  /// Notes one more, and returns whether it is time to tell.
  func note(now: Int64) -> Bool {
    state.withLock { state in
      // What a clock that was set back has left ahead counts no longer.
      state.times.removeAll { $0 <= now - Self.windowMilliseconds || $0 > now }
      state.times.append(now)
      if state.times.count > Invitations.guessesUntilTold { state.times.removeFirst() }
      let isQuiet =
        state.toldAt.map { $0 <= now && now - $0 < Self.quietMilliseconds } ?? false
      guard state.times.count == Invitations.guessesUntilTold, !isQuiet else { return false }
      state.toldAt = now
      return true
    }
  }
}

extension Invitations {
  /// Counts a code that no invite has, and tells those whose invites it might have been for. Nobody
  /// is kept out by it.
  func noteWrongCode() throws {
    let now = hub.now()
    guard wrongCodes.note(now: now) else { return }
    var told = Hub.Notice()
    try hub.store.write { writer in
      var known: Set<[String]> = []
      // An invite for one account lets nobody in who has found its code.
      for invite in try writer.openInvites(at: now) where invite.boundTo == nil {
        let (account, id) = (invite.createdBy, invite.zone)
        guard known.insert([account, id]).inserted, let zone = try writer.zone(id), zone.isAlive,
          try writer.grant(in: id, for: account) != nil
        else { continue }
        let notice = AccountNotice(
          id: UUIDs.v5(invite.id, "codeGuessed \(now)"), kind: .codeGuessed, zone: id,
          title: try hub.title(of: zone, writer), person: "", personID: "", at: now)
        try writer.keep(notice, for: account)
        told.accounts.insert(account)
      }
    }
    hub.announce(told)
  }
}
