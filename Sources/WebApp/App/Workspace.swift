import Replica
import SQLite
import SyncProtocol

/// One account's replica as the pages use it. On the hub a write happens at the hub or not at all;
/// on a device it is kept and sent when the hub can be reached.
package protocol Workspace: Sendable {
  var accountID: AccountID { get }
  /// How far it is in step; always `synced` on the hub.
  var syncState: SyncState { get }

  /// Catches up with what the account's hub has told of. Throws only when there is nothing to show.
  func refresh() async throws

  /// Reads in one transaction, off the cooperative pool: everything is of one moment.
  func read<Result: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result

  /// The account's homes while those of several people are hidden, which `read` does not find then;
  /// `nil` while none is.
  func hiddenZones() async throws -> HiddenZones?

  /// Whether one of these ids is of a home that is hidden now, or of something in one.
  func hides(anyOf ids: Set<String>) async throws -> Bool

  /// Runs a use case. It may run more than once, so it must be a function of its transaction.
  ///
  /// - Parameter reliance: the zones whose state the use case decides on.
  func write<Result: Sendable>(
    relyingOn reliance: Replica.Reliance,
    _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result

  /// Another text after each change that `observe` tells of, before it does.
  var version: String { get }

  /// Calls `body` after each commit that changed what pages show, until the result is released.
  func observe(_ body: @escaping @Sendable () -> Void) -> Observation

  /// Asks for what is new, and on a device sends what waits.
  func syncNow() async

  /// Brings everything here that the account's hub has now, however long it takes. Throws what kept
  /// it away.
  func catchUp() async throws

  /// What waits and what was refused; `nil` on the hub, where nothing ever does.
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
  /// What keeps it from sending, although its hub can be reached; `nil` when nothing does.
  var obstacle: SyncObstacle? { get }
  /// Files of photos and papers that the hub has no room for.
  var unsentFileCount: Int { get }
  /// When the hub last answered, milliseconds since 1970.
  var lastSyncedAt: Int64? { get }
  /// Without those of homes that are hidden now.
  func pendingChanges() async throws -> [ChangeSetNote]
  /// How many changes of hidden homes wait or were refused.
  func hiddenChangeCount() async throws -> Int
  /// The numbers of those that wait for sharing to go on.
  func pausedNumbers() async throws -> Set<Int64>
  /// Without those of homes that are hidden now.
  func refusedChanges() async throws -> [ParkedChange]
  func retry(_ number: Int64) async throws
  func discard(_ number: Int64) async throws
  /// Removes a home that a restored hub has forgotten from this device, for good.
  ///
  /// - Throws: `ReplicaError.notForgotten` for any other home.
  func discardForgotten(_ home: ZoneID) async throws
}

/// What keeps a device from sending, although its hub can be reached.
package enum SyncObstacle: Equatable, Sendable {
  /// The hub has much to do, or the account has sent much: it goes on by itself at this moment
  /// (milliseconds since 1970).
  case waiting(until: Int64)
  /// The hub fails, or what answers in its place is none.
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
