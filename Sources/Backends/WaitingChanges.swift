import Replica
import SQLite
import SyncProtocol
import Threads

/// What waits in a device's replica, for the marks on pages. It is looked up again only after a
/// commit, and then only what is new is decoded.
package final class WaitingChanges: Sendable {
  /// Tells whether what waits may have changed. No other process writes to the file meanwhile.
  private struct Mark: Equatable {
    var commits: UInt64
    var first: Int64?
    var last: Int64?
  }

  /// A stored change set. What it writes stays the same under one number; the size notices a number
  /// that was given anew.
  private struct Key: Hashable {
    var number: Int64
    var byteCount: Int64
  }

  private struct State {
    var mark: Mark?
    var shown = WaitingMutations.none
    var known: [Key: [Mutation]] = [:]
    var decodedCount = 0
  }

  /// Each commit, and whatever else the replica announces.
  private let commits: Lock<UInt64>
  private let observation: Observation
  private let state = Lock(State())

  package init(_ file: ReplicaFile) {
    let commits = Lock<UInt64>(0)
    self.commits = commits
    observation = file.observe { _ in commits.withLock { $0 += 1 } }
  }

  /// How many change sets were decoded so far.
  package var decodedCount: Int { state.withLock { $0.decodedCount } }

  /// - Parameter connection: sees hidden zones, too.
  package func read(in connection: Connection) throws -> WaitingMutations {
    // Asked for before reading, so that what is committed meanwhile is read the next time.
    let number = commits.withLock { $0 }
    let ends = try connection.first(
      "SELECT (SELECT min(number) FROM syncPending), (SELECT max(number) FROM syncPending)"
    ) { ($0.optionalInteger(0), $0.optionalInteger(1)) }
    let mark = Mark(commits: number, first: ends?.0, last: ends?.1)
    let (shown, known) = state.withLock { ($0.mark == mark ? $0.shown : nil, $0.known) }
    if let shown { return shown }
    let keys = try connection.query(
      """
      SELECT number, length(body) FROM syncPending WHERE \(ChangeSetState.isPending)
      ORDER BY number
      """
    ) { Key(number: $0.integer(0), byteCount: $0.integer(1)) }
    var found: [Key: [Mutation]] = [:]
    found.reserveCapacity(keys.count)
    var decoded = 0
    for key in keys {
      if let mutations = known[key] {
        found[key] = mutations
        continue
      }
      found[key] = try connection.first(
        "SELECT body FROM syncPending WHERE number = ?", .integer(key.number)
      ) { try ChangeSet(wireBytes: $0.blob(0)).mutations.map(\.withoutValues) }
      decoded += 1
    }
    let waiting = WaitingMutations(keys.flatMap { found[$0] ?? [] })
    state.withLock { state in
      (state.mark, state.shown, state.known) = (mark, waiting, found)
      state.decodedCount += decoded
    }
    return waiting
  }
}
