import Foundation
import Hub
import HubSQLite
import StoreContract
import SyncProtocol
import Testing
import Threads

/// Accounts take turns at the one writer, however much each of them brings.
@Suite struct FairTurnsTests {
  /// One write that waits for its turn.
  private struct Waiting {
    let account: AccountID?
    var weight = 1000
  }

  /// Lets the hub's own work hold the store until all of `writes` wait, in their order, and returns
  /// who was served in which commit.
  private func served(_ writes: [Waiting]) throws -> [[AccountID]] {
    try TemporaryFolder.with { folder in
      let store = try HubSQLite(path: folder.path("hub"))
      let commits = Lock<[[AccountID]]>([[]])
      store.withWriter { connection in
        connection.injectedFailure = { sql in
          if sql == "COMMIT" { commits.withLock { $0.append([]) } }
          return nil
        }
      }
      let (isHolding, mayGo, finished) = (Semaphore(), Semaphore(), DispatchGroup())
      finished.enter()
      Thread.detachNewThread {
        #expect(throws: Never.self) {
          try store.write { _ in
            isHolding.signal()
            mayGo.wait()
          }
        }
        finished.leave()
      }
      isHolding.wait()
      for (index, write) in writes.enumerated() {
        finished.enter()
        Thread.detachNewThread {
          #expect(throws: Never.self) {
            try store.write(for: write.account, weight: write.weight) { _ in
              commits.withLock { $0[$0.count - 1].append(write.account ?? "hub") }
            }
          }
          finished.leave()
        }
        while store.waitingWrites < index + 1 { sched_yield() }
      }
      mayGo.signal()
      finished.wait()
      // The first is that of the write that held the store; after the last nothing came.
      return commits.withLock { Array($0.dropFirst().dropLast()) }
    }
  }

  @Test("what an account has waiting holds up another account for one piece of it")
  func turns() throws {
    let (ann, bob) = (Waiting(account: "ann"), Waiting(account: "bob"))
    try #expect(
      served([ann, ann, ann, bob, bob])
        == [["ann"], ["bob"], ["ann"], ["bob"], ["ann"]])
  }

  @Test("a small write goes along with a large one before it, and never waits for one after it")
  func joining() throws {
    let (ann, bob) = (Waiting(account: "ann"), Waiting(account: "bob", weight: 1))
    try #expect(served([ann, ann, bob]) == [["ann", "bob"], ["ann"]])
    try #expect(served([bob, ann, ann]) == [["bob"], ["ann"], ["ann"]])
  }

  @Test("the hub's own work has its turns like an account")
  func ownWork() throws {
    let (ann, own) = (Waiting(account: "ann"), Waiting(account: nil, weight: 1))
    try #expect(served([ann, ann, own]) == [["ann", "hub"], ["ann"]])
  }

  @Test("a turn is over after a while when somebody waits, and later in any case")
  func endOfTurn() throws {
    try TemporaryFolder.with { folder in
      let store = try HubSQLite(path: folder.path("hub"))
      try store.write { writer in
        #expect(!writer.isTurnOver)
        usleep(40_000)
        #expect(!writer.isTurnOver)
        usleep(200_000)
        #expect(writer.isTurnOver)
      }
      let finished = DispatchGroup()
      try store.write { writer in
        finished.enter()
        Thread.detachNewThread {
          #expect(throws: Never.self) { try store.write(for: "bob", weight: 1) { _ in } }
          finished.leave()
        }
        while store.waitingWrites < 1 { sched_yield() }
        usleep(40_000)
        #expect(writer.isTurnOver)
      }
      finished.wait()
    }
  }
}

@Suite struct TurnsTests {
  @Test("keys take turns, and what is of one key keeps its order")
  func order() {
    var turns = Turns<String, Int>()
    for number in 1...3 { turns.append(number, for: "a") }
    turns.append(10, for: "b")
    turns.append(20, for: "c")
    turns.append(11, for: "b")
    var taken: [Int] = []
    while let next = turns.popFirst() { taken.append(next) }
    #expect(taken == [1, 10, 20, 2, 11, 3])
    #expect(turns.isEmpty)
  }

  @Test("a key that was just served gives way to one that came since")
  func givesWay() {
    var turns = Turns<String, Int>()
    turns.append(1, for: "a")
    turns.append(2, for: "a")
    #expect(turns.popFirst() == 1)
    turns.append(10, for: "b")
    #expect(turns.first() == 10)
    #expect(turns.popFirst() == 10)
    #expect(turns.popFirst() == 2)
    #expect(turns.popFirst() == nil)
  }

  @Test("a long line loses nothing")
  func long() {
    var turns = Turns<String, Int>()
    var taken: [Int] = []
    for number in 0..<1000 {
      turns.append(number, for: "a")
      if number % 3 > 0, let next = turns.popFirst() { taken.append(next) }
    }
    #expect(turns.count == 1000 - taken.count)
    while let next = turns.popFirst() { taken.append(next) }
    #expect(taken == Array(0..<1000))
  }
}
