/// Whether a device is up to date with the hub.
package enum SyncState: Equatable, Sendable {
  case synced
  case syncing
  /// The hub cannot be reached; nothing waits.
  case offline
  /// This many changes wait to be sent.
  case pending(Int)
  /// The hub refused this many changes, which wait for a decision; `waiting` others wait to be
  /// sent.
  case refused(Int, waiting: Int = 0)
  /// This device's program is too old for the hub; changes that wait are kept.
  case outdated
}
