import Hub
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import SyncTestSupport
import Testing
import Threads

@Suite struct ConfirmTests {
  @Test("a confirmed transaction is at the hub and here when it returns, and nothing is pending")
  func confirms() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let file = try hub.replica(account)
    let transport = hub.transport(account)
    _ = try await file.confirm(via: transport) { try $0.addHome("Flat") }
    #expect(try file.homes() == ["Flat"])
    #expect(try file.status().pendingCount == 0)
    let other = try hub.replica(account, "other")
    try await other.pull(via: transport)
    #expect(try other.homes() == ["Flat"])
  }

  @Test("a use case that writes nothing asks the hub nothing")
  func nothingToSend() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let file = try hub.replica(account)
    #expect(try await file.confirm(via: hub.transport(account)) { _ in 42 } == 42)
  }

  @Test("what the hub refuses changes nothing and says why")
  func refused() async throws {
    let hub = try TestHub()
    let (ada, bob) = (try hub.addAccount("ada"), try hub.addAccount("bob"))
    let home = try await hub.replica(ada).confirm(via: hub.transport(ada)) {
      try $0.addHome("Flat")
    }
    try hub.admit(bob, to: home, by: ada, as: .readOnly)
    let file = try hub.replica(bob)
    await #expect {
      try await file.confirm(via: hub.transport(bob)) { try $0.addNote("no", in: home) }
    } throws: { error in
      guard case ConfirmationError.refused(let refusal) = error else { return false }
      return refusal.reason == .readOnly
    }
    #expect(try file.notes() == [])
    #expect(try file.status().parkedCount == 0)
  }

  @Test("two replicas that rely on one zone and write to it at once both get through, one by one")
  func contention() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let transport = hub.transport(account)
    let home = try await hub.replica(account, "0").confirm(via: transport) {
      try $0.addHome("0")
    }
    let rounds = 8
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in ["1", "2", "3"] {
        let file = try hub.replica(account, name)
        group.addTask {
          for _ in 0..<rounds {
            try await file.confirm(relyingOn: .init(zones: [home]), via: transport) { transaction in
              let count = try transaction.connection.first(
                "SELECT name FROM homes WHERE id = ?", .text(home)
              ) { Int($0.text(0)) ?? 0 }
              try transaction.rename(home, String((count ?? 0) + 1))
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let reader = try hub.replica(account, "4")
    try await reader.pull(via: transport)
    #expect(try reader.homes() == ["24"])
  }

  @Test("whoever may not have the zones alone yet asks again, and gets through")
  func waitsForHold() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let (file, other) = (try hub.replica(account), try hub.replica(account, "other"))
    let plain = hub.transport(account)
    let home = try await other.confirm(via: plain) { try $0.addHome("Flat") }
    try await file.pull(via: plain)
    let transport = FaultyTransport(plain)
    let count = Lock(0)
    transport.meddle(refusedHolds: 2) {
      let number = count.withLock { number in
        number += 1
        return number
      }
      do {
        try await other.confirm(via: plain) { try $0.rename(home, "Name \(number)") }
      } catch { Issue.record(error) }
    }
    try await file.confirm(relyingOn: .init(zones: [home]), via: transport) {
      try $0.rename(home, "Mine")
    }
    #expect(transport.holdCount == 3 && count.withLock { $0 } >= 5)
    #expect(try file.homes() == ["Mine"])
  }

  @Test("who relies on a zone that they may only read is told at once that it never rests")
  func readOnlyReliance() async throws {
    let hub = try TestHub()
    let (ada, bob) = (try hub.addAccount("ada"), try hub.addAccount("bob"))
    let theirs = try hub.replica(bob)
    let cabin = try await theirs.write { try $0.addHome("Cabin") }
    try await theirs.sync(via: hub.transport(bob))
    try hub.admit(ada, to: cabin, by: bob, as: .readOnly)
    let file = try hub.replica(ada)
    let flat = try await file.write { try $0.addHome("Flat") }
    try await file.sync(via: hub.transport(ada))
    let transport = FaultyTransport(hub.transport(ada))
    let count = Lock(0)
    transport.meddle(refusedHolds: 0) {
      let number = count.withLock { number in
        number += 1
        return number
      }
      do {
        try await theirs.confirm(via: hub.transport(bob)) {
          try $0.rename(cabin, "Name \(number)")
        }
      } catch { Issue.record(error) }
    }
    await #expect(throws: ConfirmationError.contended) {
      try await file.confirm(relyingOn: .init(zones: [cabin, flat]), via: transport) {
        try $0.rename(flat, "Mine")
      }
    }
    #expect(transport.holdCount == 0)
    #expect(try file.homes().contains("Flat"))
  }

  @Test("pending changes are sent before a confirmed transaction runs")
  func drains() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let file = try hub.replica(account)
    let home = try await file.write { try $0.addHome("Flat") }
    let names = try await file.confirm(
      relyingOn: .init(zones: [home]), via: hub.transport(account)
    ) { transaction in
      try transaction.addNote("later", in: home)
      return try transaction.connection.query("SELECT name FROM homes") { $0.text(0) }
    }
    #expect(names == ["Flat"])
    #expect(try file.notes() == ["later"])
    #expect(try file.status().pendingCount == 0)
  }

  @Test("a request that certainly did not arrive leaves nothing behind")
  func notSent() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let file = try hub.replica(account)
    let transport = FaultyTransport(hub.transport(account))
    try await file.pull(via: transport)
    transport.failNextPush(.unreachable(reason: "down"))
    await #expect(throws: ConfirmationError.notSent(.unreachable(reason: "down"))) {
      try await file.confirm(via: transport) { try $0.addHome("Flat") }
    }
    try await file.sync(via: transport)
    #expect(try file.homes() == [])
    _ = try await file.confirm(via: transport) { try $0.addHome("Cabin") }
    #expect(try file.homes() == ["Cabin"])
  }

  @Test("what the hub may have is never called unchanged because it could not be noted here")
  func unnoted() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let file = try hub.replica(account)
    let transport = FaultyTransport(hub.transport(account))
    let home = try await file.confirm(via: transport) { try $0.addHome("Flat") }
    // As a disk that takes no more: the answer cannot be written down.
    let connection = try Connection(path: file.path)
    try connection.executeScript(
      """
      CREATE TRIGGER full BEFORE UPDATE ON syncPending BEGIN SELECT RAISE(ABORT, 'full'); END;
      CREATE TRIGGER none BEFORE DELETE ON syncPending BEGIN SELECT RAISE(ABORT, 'full'); END
      """)
    await #expect {
      try await file.confirm(via: transport) { try $0.rename(home, "House") }
    } throws: { error in
      if case ConfirmationError.outcomeUnknown = error { true } else { false }
    }
    try connection.executeScript("DROP TRIGGER full; DROP TRIGGER none")
    try await file.sync(via: transport)
    #expect(try file.homes() == ["House"])
  }

  @Test("a hub without room has changed nothing, and says so")
  func noRoom() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let file = try hub.replica(account)
    let transport = FaultyTransport(hub.transport(account))
    try await file.pull(via: transport)
    transport.failNextPush(.noRoom)
    await #expect(throws: ConfirmationError.notSent(.noRoom)) {
      try await file.confirm(via: transport) { try $0.addHome("Flat") }
    }
    try await file.sync(via: transport)
    #expect(try file.homes() == [])
  }

  @Test("an answer that was lost is asked for again under the same id and counts once")
  func answerLost() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let file = try hub.replica(account)
    let transport = FaultyTransport(hub.transport(account))
    try await file.pull(via: transport)
    transport.loseNextAnswer()
    _ = try await file.confirm(via: transport) { try $0.addHome("Flat") }
    #expect(try file.homes() == ["Flat"])
    #expect(transport.pushCount == 2)
  }

  @Test("a transaction whose outcome is unknown shows with the next sync")
  func outcomeUnknown() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let transport = FaultyTransport(hub.transport(account))
    do {
      let file = try hub.replica(account)
      try await file.pull(via: transport)
      transport.loseNextAnswer(then: .unreachable(reason: "down"))
      await #expect(throws: ConfirmationError.outcomeUnknown(.unreachable(reason: "down"))) {
        try await file.confirm(via: transport) { try $0.addHome("Flat") }
      }
      #expect(try file.homes() == [])
    }
    let again = try hub.replica(account)
    try await again.sync(via: transport)
    #expect(try again.homes() == ["Flat"])
  }
}

@Suite struct LateAnswerTests {
  @Test("a transaction that got no answer does not happen later behind its author's back")
  func givenUp() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let transport = FaultyTransport(hub.transport(account))
    let file = try hub.replica(account)
    let home = try await file.confirm(via: transport) { try $0.addHome("Flat") }
    let unreachable = TransportError.unreachable(reason: "down")
    transport.failNextPush(unreachable)
    transport.failNextPush(.interrupted(reason: "down"))
    await #expect(throws: ConfirmationError.outcomeUnknown(unreachable)) {
      try await file.confirm(relyingOn: .init(zones: [home]), via: transport) {
        try $0.rename(home, "House")
      }
    }
    _ = try await file.write { try $0.addNote("second", in: home) }
    try await file.sync(via: transport)
    #expect(try file.parkedChanges().isEmpty)
    #expect(try file.homes() == ["Flat"])
    #expect(try file.status().pendingCount == 0)
    // What was given up is no obstacle to doing it again.
    try await file.confirm(relyingOn: .init(zones: [home]), via: transport) {
      try $0.rename(home, "House")
    }
    #expect(try file.homes() == ["House"])
  }

  @Test("one sync with a restored hub tells it everything again")
  func restored() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let file = try hub.replica(account)
    let transport = hub.transport(account)
    _ = try await file.write { try $0.addHome("Flat") }
    try await file.sync(via: transport)
    try hub.hub.beginRecovery(until: 0, epoch: "another")
    _ = try await file.write { try $0.addHome("Cabin") }
    try await file.sync(via: transport)
    #expect(try file.status().pendingCount == 0)
    #expect(try file.homes().sorted() == ["Cabin", "Flat"])
    try hub.hub.beginRecovery(until: 0, epoch: "a third")
    #expect(try await file.pull(via: transport))
    #expect(try file.status().pendingCount == 2)
    #expect(try await !file.pull(via: transport))
  }
}

/// Breaks chosen requests on their way.
final class FaultyTransport: Transport {
  private struct State {
    var pushFailures: [TransportError] = []
    var losesAnswer = false
    var afterLoss: TransportError?
    var pushCount = 0
    var refusedHolds = 0
    var holdCount = 0
    /// What somebody else does before each push, until the zones are held.
    var meddle: (@Sendable () async -> Void)?
  }

  private let inner: InProcessTransport
  private let state = Lock(State())

  init(_ inner: InProcessTransport) { self.inner = inner }

  var pushCount: Int { state.withLock { $0.pushCount } }
  var holdCount: Int { state.withLock { $0.holdCount } }
  func meddle(refusedHolds: Int, _ body: @escaping @Sendable () async -> Void) {
    state.withLock { ($0.refusedHolds, $0.meddle) = (refusedHolds, body) }
  }
  /// The one named last comes first.
  func failNextPush(_ error: TransportError) { state.withLock { $0.pushFailures.append(error) } }
  func loseNextAnswer(then next: TransportError? = nil) {
    state.withLock { ($0.losesAnswer, $0.afterLoss) = (true, next) }
  }

  func push(_ request: PushRequest) async throws(TransportError) -> PushResponse {
    await state.withLock { $0.meddle }?()
    let (failure, loses) = state.withLock { state in
      state.pushCount += 1
      defer { state.losesAnswer = false }
      return (state.pushFailures.popLast(), state.losesAnswer)
    }
    if let failure { throw failure }
    let response = try await inner.push(request)
    guard loses else { return response }
    state.withLock { state in
      if let next = state.afterLoss { state.pushFailures = [next] }
    }
    throw .interrupted(reason: "lost")
  }

  func pull(_ request: PullRequest) async throws(TransportError) -> PullResponse {
    try await inner.pull(request)
  }

  func handBack(
    _ request: HandBackRequest
  ) async throws(TransportError) -> HandBackResponse {
    try await inner.handBack(request)
  }

  func hold(_ zones: [ZoneID], replica: String) async throws(TransportError) -> Bool {
    let isRefused = state.withLock { state in
      state.holdCount += 1
      guard state.refusedHolds == 0 else {
        state.refusedHolds -= 1
        return true
      }
      state.meddle = nil
      return false
    }
    return isRefused ? false : try await inner.hold(zones, replica: replica)
  }

  func pokes() -> AsyncStream<Poke> { inner.pokes() }
}
