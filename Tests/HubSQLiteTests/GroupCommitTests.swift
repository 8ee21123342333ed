import Foundation
import Hub
import HubSQLite
import SQLite
import StoreContract
import SyncProtocol
import Testing
import Threads

/// Writers that wait together share one commit, and each is told the truth about its own write.
@Suite struct GroupCommitTests {
  /// What a broken disk says.
  static let broken = SQLiteError(code: 10, message: "disk I/O error", sql: "COMMIT")

  private final class Outcomes: Sendable {
    let errors = Lock<[Int: String]>([:])
    let acknowledged = Lock<Set<Int>>([])
  }

  /// Lets one write hold the store until `count` others wait for it, then lets it go.
  private func group(
    of count: Int, in store: HubSQLite, whileWaiting: () throws -> Void = {},
    write: @escaping @Sendable (Int, any HubWriter) throws -> Void
  ) throws -> Outcomes {
    let outcomes = Outcomes()
    let isHolding = Semaphore()
    let mayGo = Semaphore()
    let finished = DispatchGroup()
    Thread.detachNewThread {
      finished.enter()
      #expect(throws: Never.self) {
        try store.write { _ in
          isHolding.signal()
          mayGo.wait()
        }
      }
      finished.leave()
    }
    isHolding.wait()
    for index in 0..<count {
      finished.enter()
      Thread.detachNewThread {
        do {
          try store.write { try write(index, $0) }
          _ = outcomes.acknowledged.withLock { $0.insert(index) }
        } catch {
          outcomes.errors.withLock { $0[index] = "\(error)" }
        }
        finished.leave()
      }
    }
    while store.waitingWrites < count { sched_yield() }
    try whileWaiting()
    mayGo.signal()
    finished.wait()
    return outcomes
  }

  private func withStore(maxWaiting: Int = 64, _ body: (HubSQLite) throws -> Void) throws {
    try TemporaryFolder.with { folder in
      let store = try HubSQLite(path: folder.path("hub"), maxWaitingWrites: maxWaiting)
      try store.write { writer in
        for index in 0..<8 { try writer.putZone(HubZone(id: "zone\(index)", kind: .home)) }
      }
      try body(store)
    }
  }

  private func heads(_ store: HubSQLite) throws -> [Int64] {
    try store.read { reader in try (0..<8).map { try reader.zone("zone\($0)")?.head ?? -1 } }
  }

  @Test("writers that wait share one commit")
  func oneCommit() throws {
    try withStore { store in
      let commits = Lock(0)
      Writer(of: store).beforeCommit {
        commits.withLock { $0 += 1 }
        return nil
      }
      let outcomes = try group(of: 8, in: store) { index, writer in
        try writer.append(to: "zone\(index)")
      }
      #expect(outcomes.acknowledged.withLock { $0 } == Set(0..<8))
      // That of the write that held the store, and that of the group.
      #expect(commits.withLock { $0 } == 2)
      try #expect(heads(store) == Array(repeating: 1, count: 8))
    }
  }

  @Test("a write of a group that throws is undone alone")
  func oneFails() throws {
    try withStore { store in
      let outcomes = try group(of: 8, in: store) { index, writer in
        try writer.append(to: "zone\(index)")
        if index % 3 == 0 { throw Undo() }
      }
      #expect(outcomes.acknowledged.withLock { $0 } == [1, 2, 4, 5, 7])
      #expect(outcomes.errors.withLock { $0.values.allSatisfy { $0.contains("Undo") } })
      try #expect(heads(store) == [0, 1, 1, 0, 1, 1, 0, 1])
    }
  }

  @Test("a write of a group that leaves a reference to no zone is undone alone")
  func dangling() throws {
    try withStore { store in
      let outcomes = try group(of: 8, in: store) { index, writer in
        try writer.append(to: "zone\(index)")
        let grant = HubGrant(zone: "new\(index)", account: "ann", role: .owner, grantID: "r.1")
        if index % 2 == 0 { try writer.putGrant(grant) }
        if index % 4 == 0 { try writer.putZone(HubZone(id: "new\(index)", kind: .home)) }
      }
      #expect(outcomes.acknowledged.withLock { $0 } == [0, 1, 3, 4, 5, 7])
      #expect(outcomes.errors.withLock { $0.values.allSatisfy { $0.contains("dangling") } })
      try #expect(heads(store) == [1, 1, 0, 1, 1, 1, 0, 1])
    }
  }

  @Test("when the commit fails nobody of the group is acknowledged, and the store goes on")
  func commitFails() throws {
    try withStore { store in
      let commits = Lock(0)
      Writer(of: store).beforeCommit {
        // The group's commit comes after that of the write that held the store.
        commits.withLock { commits in
          commits += 1
          return commits == 2 ? Self.broken : nil
        }
      }
      let outcomes = try group(of: 8, in: store) { index, writer in
        try writer.append(to: "zone\(index)")
        if index == 0 { throw Undo() }
      }
      #expect(outcomes.acknowledged.withLock { $0.isEmpty })
      let errors = outcomes.errors.withLock { $0 }
      #expect(errors.count == 8)
      #expect(errors[0]?.contains("Undo") == true)
      #expect(errors[1]?.contains("storage") == true)
      try #expect(heads(store) == Array(repeating: 0, count: 8))
      try #expect(store.append(to: "zone3") == 1)
    }
  }

  @Test("when SQLite gives up the transaction every write of the group has failed")
  func transactionLost() throws {
    try withStore { store in
      let writer = Writer(of: store)
      let outcomes = try group(of: 8, in: store) { index, transaction in
        try transaction.append(to: "zone\(index)")
        // What SQLite does by itself when the disk is full, and a body that hides it.
        if index == 3 { try writer.connection.executeScript("ROLLBACK") }
      }
      #expect(outcomes.acknowledged.withLock { $0.isEmpty })
      #expect(outcomes.errors.withLock { $0.count } == 8)
      try #expect(heads(store) == Array(repeating: 0, count: 8))
      try #expect(store.append(to: "zone3") == 1)
    }
  }

  @Test("more writers than may wait are refused as busy")
  func busy() throws {
    try withStore(maxWaiting: 4) { store in
      let outcomes = try group(of: 4, in: store) {
        #expect(throws: HubStoreError.busy) { try store.append(to: "zone7") }
      } write: { index, writer in
        try writer.append(to: "zone\(index)")
      }
      #expect(outcomes.acknowledged.withLock { $0 } == Set(0..<4))
      try #expect(heads(store) == [1, 1, 1, 1, 0, 0, 0, 0])
    }
  }

  @Test(
    "a store in memory that is stopped at any statement keeps nothing of the write and works on")
  func stoppedAnywhere() throws {
    let store = try HubSQLite(path: ":memory:", maxWaitingWrites: 1, makeEpoch: { "seed" })
    try store.write { try $0.putZone(HubZone(id: "home", kind: .home)) }
    func writeAll() throws {
      try store.write { writer in
        try writer.append(to: "home")
        try writer.touchAccount("ann")
        try writer.append(to: "home")
      }
    }
    var stopAt = 0
    var isDone = false
    while !isDone {
      var count = 0
      store.connection.injectedFailure = { _ in
        count += 1
        return count > stopAt ? Undo() : nil
      }
      isDone = (try? writeAll()) != nil  // The failure is the one injected above.
      store.connection.injectedFailure = nil
      try store.read { reader in
        try #expect(reader.zone("home")?.head == (isDone ? 2 : 0))
        try #expect(reader.accountSequence(of: "ann") == (isDone ? 1 : 0))
      }
      stopAt += 1
    }
    // BEGIN, the account, twice a zone and its entry, COMMIT; and once without a failure.
    #expect(stopAt == 8)
    try #expect(store.read { try $0.state().epoch } == "seed")
  }
}

/// `@unchecked Sendable` because it is used by whoever leads a group, and leaders take turns.
private final class Writer: @unchecked Sendable {
  let connection: Connection

  init(of store: HubSQLite) { connection = store.withWriter { $0 } }

  /// Asks `failure` before each commit and throws what it returns in place of committing.
  func beforeCommit(_ failure: @escaping () -> (any Error)?) {
    connection.injectedFailure = { sql in sql == "COMMIT" ? failure() : nil }
  }
}
