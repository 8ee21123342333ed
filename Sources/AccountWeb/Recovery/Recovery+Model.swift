import FoundationEssentials
import Web

/// What has come back since a restore, and which devices are still awaited.
package enum RecoveryPage {
  /// A device and whose it is.
  package struct Device: Equatable, Sendable {
    package var person: PersonBadge
    package var label: String
    /// Before the backup was made; `nil` for one that was not signed in then.
    package var lastSeenAt: Date?
    /// When the device returned; `nil` while it is awaited.
    package var returnedAt: Date?
    package var taken: Int = 0
    package var refused: Int = 0
  }

  /// What the page shows.
  package struct Model: Equatable, Sendable {
    package var restoredAt: Date
    /// `nil` where nobody knows.
    package var stateAt: Date?
    /// When the wait ends or has ended.
    package var until: Date
    package var isWaiting: Bool
    package var voided: RecoverySummary.Voided
    package var awaited: [Device]
    package var returned: [Device]

    var takenCount: Int { returned.reduce(0) { $0 + $1.taken } }
    var refusedCount: Int { returned.reduce(0) { $0 + $1.refused } }
  }
}

/// Asks before the wait is ended.
package enum StopWaitingPage {}
