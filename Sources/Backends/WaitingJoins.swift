import SyncProtocol

/// What somebody wants to join as soon as their device can ask its hub.
///
/// They are kept on the disk, separately for each account, so that they outlive the program. The
/// hub decides whether an invite works when it is asked.
package protocol WaitingJoins: Sendable {
  /// The account's joins, oldest first. Blocks: reads one small file.
  func all(of account: AccountID) -> [WaitingJoin]
  /// Keeps a join, which replaces an earlier one with the same invite. Throws `WaitingJoinError`.
  func keep(_ key: String, of account: AccountID) throws
  /// Forgets a join, so that it never happens. An unknown id changes nothing.
  func remove(_ id: String, of account: AccountID) throws
}

/// That somebody has given themselves another name while their device could not reach its hub.
///
/// The name is in their profile, and goes to the hub like all data; the account's name, which
/// others see, is the hub's own, and the device asks for it when the hub is back.
package protocol WaitingName: Sendable {
  /// Keeps that the hub is to be told the profile's name. Blocks: writes one small file.
  func keep(of account: AccountID) throws
  /// Forgets it: the hub knows the name.
  func forget()
}

package enum WaitingJoinError: Error, Equatable, Sendable {
  /// The most allowed joins wait already; one must be removed first.
  case tooMany
}

/// One join that somebody asked for, and its outcome.
package struct WaitingJoin: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case waiting
    /// The hub was asked and lets nobody join now; it is asked again when the state of sharing that
    /// it reports has changed.
    case sharingClosed
    /// The hub accepted, and what was joined is here.
    case joined(ZoneID)
    /// The hub refused, or the join has waited too long; nothing has changed here.
    case refused(SharingRefusal)
  }

  package var id: String
  /// The code, or the token of a link, as it was entered.
  package var key: String
  /// When the person asked, by this device's clock, in milliseconds since 1970. It is only shown:
  /// nothing is decided by it.
  package var askedAt: Int64
  package var state: State

  package init(id: String, key: String, askedAt: Int64, state: State = .waiting) {
    self.id = id
    self.key = key
    self.askedAt = askedAt
    self.state = state
  }
}
