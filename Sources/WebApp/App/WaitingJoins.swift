import SyncProtocol

/// Homes that somebody wants to join as soon as their device can ask its hub.
///
/// Kept on the disk, each account's apart, so that they outlive the program. Whether an invite
/// works is the hub's to say, at the moment when it is asked.
package protocol WaitingJoins: Sendable {
  /// The account's, the oldest first. Blocks: one small file.
  func all(of account: AccountID) -> [WaitingJoin]
  /// Keeps a wish; one for the same invite is kept once. Throws `WaitingJoinError`.
  func keep(_ key: String, of account: AccountID) throws
  /// Forgets one: then it never happens. One that is not there changes nothing.
  func remove(_ id: String, of account: AccountID) throws
}

package enum WaitingJoinError: Error, Equatable, Sendable {
  /// So many wait already that one must go first.
  case tooMany
}

/// One wish to join, and what came of it.
package struct WaitingJoin: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case waiting
    /// The hub was asked and lets nobody join now; it is asked again when it tells of something
    /// else.
    case sharingClosed
    /// The hub was asked, and the home is there.
    case joined(ZoneID)
    /// The hub was asked and said no; nothing has changed here.
    case refused(SharingRefusal)
  }

  package var id: String
  /// The code or the token of a link, as it was given.
  package var key: String
  /// When it was asked for by this device's clock: to be shown, and to decide nothing.
  package var askedAt: Int64
  package var state: State

  package init(id: String, key: String, askedAt: Int64, state: State = .waiting) {
    self.id = id
    self.key = key
    self.askedAt = askedAt
    self.state = state
  }
}
