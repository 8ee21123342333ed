import Replica
import SQLite
import SyncProtocol

/// One account's replica, as pages use it. On the hub a write happens at the hub or not at all. On
/// a device a write is kept, and sent when the hub can be reached.
package protocol Workspace: Sendable {
  var accountID: AccountID { get }
  /// Whether the replica is up to date; always `synced` on the hub.
  var syncState: SyncState { get }

  /// Applies what the account's hub has reported. Throws only when there is nothing to show.
  func refresh() async throws

  /// Reads in one transaction, and so at one moment, off the cooperative pool.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result

  /// The account's homes while its shared ones are hidden; `nil` while none is. `read` does not
  /// find hidden homes.
  func hiddenZones() async throws -> HiddenZones?

  /// Whether one of these ids belongs to a home that is hidden now, or to something in one.
  func hides(anyOf ids: Set<String>) async throws -> Bool

  /// Runs a use case. It may run more than once, so it must be a function of its transaction.
  ///
  /// - Parameter reliance: the zones whose state the use case decides on.
  func write<Result: Sendable>(
    relyingOn reliance: Replica.Reliance,
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result

  /// Does a part of what is derived from the rows and kept in the replica's file, in a transaction of
  /// its own. Nothing of it is synced.
  ///
  /// - Returns: what `step` does: whether there is more to do.
  func tend(_ step: @escaping @Sendable (Connection) throws -> Bool) async throws -> Bool

  /// A text that differs after each change that `observe` reports, and does so before the report.
  var version: String { get }

  /// Calls `body` after each commit that changed what pages show, until the result is released.
  func observe(_ body: @escaping @Sendable () -> Void) -> Observation

  /// Asks the hub for changes, and on a device sends those that wait.
  func syncNow() async

  /// Fetches everything that the account's hub has now, however long it takes. Throws when that
  /// fails.
  func catchUp() async throws

  /// The changes that wait or were refused; `nil` on the hub, where there are never any.
  var pendingWork: (any PendingWork)? { get }
}

extension Workspace {
  package func write<Result: Sendable>(
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await write(relyingOn: .nothing, body)
  }
}

/// The changes of a device that the hub has not accepted.
package protocol PendingWork: Sendable {
  /// What keeps the device from sending although its hub can be reached; `nil` when nothing does.
  var obstacle: SyncObstacle? { get }
  /// How many files of photos and papers are not sent because the hub has no room for them.
  var unsentFileCount: Int { get }
  /// When the hub last answered, milliseconds since 1970.
  var lastSyncedAt: Int64? { get }
  /// The changes that wait to be sent, without those of homes that are hidden now.
  func pendingChanges() async throws -> [ChangeSetNote]
  /// What they write, for marks on pages.
  func waitingMutations() async throws -> WaitingMutations
  /// How many changes of hidden homes wait or were refused.
  func hiddenChangeCount() async throws -> Int
  /// The numbers of the change sets that wait until sharing is no longer paused.
  func pausedNumbers() async throws -> Set<Int64>
  /// The changes that the hub refused, without those of homes that are hidden now.
  func refusedChanges() async throws -> [ParkedChange]
  func retry(_ number: Int64) async throws
  func discard(_ number: Int64) async throws
  /// Removes a home that a restored hub has forgotten from this device, for good.
  ///
  /// - Throws: `ReplicaError.notForgotten` for any other home.
  func discardForgotten(_ home: ZoneID) async throws
}

/// What keeps a device from sending although its hub can be reached.
package enum SyncObstacle: Equatable, Sendable {
  /// The hub is busy, or the account has sent a lot. Sending goes on by itself at this moment
  /// (milliseconds since 1970).
  case waiting(until: Int64)
  /// The hub fails, or the program that answers at its address is not a hub.
  case failing
}

/// A change set that waits to be sent.
package struct ChangeSetNote: Sendable {
  package var changeSet: ChangeSet
  /// Milliseconds since 1970.
  package var writtenAt: Int64

  package init(changeSet: ChangeSet, writtenAt: Int64) {
    self.changeSet = changeSet
    self.writtenAt = writtenAt
  }
}
