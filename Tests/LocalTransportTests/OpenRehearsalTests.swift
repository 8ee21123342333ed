import Hub
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import SyncTestSupport
import Testing
import Threads

/// Large transactions beside the hub, which stay open here while the hub judges them.
@Suite struct OpenRehearsalTests {
  private static let count = 250

  /// A replica beside the hub that has just written many notes: the next transaction stays open.
  private func busyReplica(
    _ hub: TestHub, _ account: AccountID
  ) async throws -> (ReplicaFile, ZoneID) {
    let transport = hub.transport(account)
    let file = try hub.replica(account, isAttended: false)
    let home = try await file.confirm(via: transport) { try $0.addHome("Flat") }
    try await addNotes("first", to: home, of: file, via: transport)
    return (file, home)
  }

  private func addNotes(
    _ name: String, to home: ZoneID, of file: ReplicaFile, via transport: any Transport,
    relyingOn reliance: Replica.Reliance = .nothing
  ) async throws {
    try await file.confirm(relyingOn: reliance, via: transport) { transaction in
      for index in 0..<Self.count { try transaction.addNote("\(name) \(index)", in: home) }
    }
  }

  /// What the file holds as confirmed is what the hub has.
  private func expectInStep(_ file: ReplicaFile, _ hub: TestHub, _ home: ZoneID) throws {
    let digests = try ReplicaDigests(
      ofFile: file.path, domain: Domain.migrations, schema: Domain.schema)
    let theirs = try hub.store.read { try $0.digest(of: home) }
    #expect(digests.zones[home]?.digest == theirs?.digest)
    #expect(digests.zones[home]?.sequence == theirs?.head)
  }

  private func acknowledged(_ file: ReplicaFile) throws -> Int64 {
    try file.read {
      try $0.first("SELECT count(*) FROM syncAcknowledged") { $0.integer(0) } ?? 0
    }
  }

  private func waiting(_ file: ReplicaFile) throws -> Int64? {
    try file.read { try $0.first("SELECT count(*) FROM syncPending") { $0.integer(0) } }
  }

  @Test("nobody sees it before the hub has said yes; then it is here and in step, and told once")
  func kept() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let (file, home) = try await busyReplica(hub, account)
    let (before, notices) = (file.changeNumber, Recorder<Set<String>>())
    let observation = file.observe { notices.note($0.tables) }
    let seen = Recorder<[Int64?]>()
    let transport = WatchedTransport(hub.transport(account)) {
      seen.note([Int64(try file.notes().count), try self.waiting(file)])
    }
    try await addNotes("second", to: home, of: file, via: transport)
    // It was nowhere but in the open transaction.
    #expect(seen.values == [[Int64(Self.count), 0]])
    #expect(try file.notes().count == 2 * Self.count)
    #expect(file.changeNumber == before + 1)
    #expect(notices.values.filter { !$0.isEmpty } == [["notes"]])
    withExtendedLifetime(observation) {}
    try await addNotes("third", to: home, of: file, via: transport)
    #expect(try waiting(file) == 0)
    try expectInStep(file, hub, home)
    let other = try hub.replica(account, "other")
    try await other.pull(via: transport)
    #expect(try other.notes() == file.notes())
  }

  @Test("whoever writes next sees another change number, however the one before him ended")
  func changeNumbers() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let (file, home) = try await busyReplica(hub, account)
    let transport = hub.transport(account)
    let start = file.changeNumber
    try await addNotes("second", to: home, of: file, via: transport)
    let inside = Recorder<UInt64>()
    try await file.confirm(via: transport) { transaction in
      inside.note(file.changeNumber)
      try transaction.addNote("third", in: home)
    }
    #expect(inside.values.count == 1 && inside.values[0] > start)
    #expect(file.changeNumber > inside.values[0])
  }

  @Test("large transactions one after the other share their checkpoints; small ones have their own")
  func checkpoints() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let (file, home) = try await busyReplica(hub, account)
    let transport = hub.transport(account)
    var pages: [Int64?] = []
    for count in [Self.count, 1, 1] {
      pages.append(
        try await file.confirm(via: transport) { transaction in
          for index in 0..<count { try transaction.addNote("\(count) \(index)", in: home) }
          return try transaction.connection.first("PRAGMA wal_autocheckpoint") { $0.integer(0) }
        })
    }
    // After a large one another is expected.
    #expect(pages == [16_000, 16_000, 4000])
    try expectInStep(file, hub, home)
  }

  @Test("what others write meanwhile comes along")
  func meanwhile() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let (file, home) = try await busyReplica(hub, account)
    let other = try hub.replica(account, "other")
    let transport = WatchedTransport(hub.transport(account)) {
      _ = try await other.confirm(via: hub.transport(account)) {
        try $0.addNote("of somebody else", in: home)
      }
    }
    let kept = try acknowledged(file)
    try await addNotes("second", to: home, of: file, via: transport)
    #expect(try file.notes().count == 2 * Self.count + 1)
    try expectInStep(file, hub, home)
    // A hub that was restored to before it gets it from here.
    #expect(try acknowledged(file) == kept + 1)
  }

  @Test("when what it relied on has changed it is run again on the new state")
  func rerun() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let (file, home) = try await busyReplica(hub, account)
    let other = try hub.replica(account, "other")
    let hasWritten = Lock(false)
    let transport = WatchedTransport(hub.transport(account)) {
      guard
        hasWritten.withLock({ known in
          defer { known = true }
          return !known
        })
      else { return }
      _ = try await other.confirm(via: hub.transport(account)) { try $0.rename(home, "Cabin") }
    }
    let name = try await file.confirm(relyingOn: .init(zones: [home]), via: transport) {
      for index in 0..<Self.count { try $0.addNote("second \(index)", in: home) }
      return try $0.connection.first("SELECT name FROM homes") { $0.text(0) }
    }
    #expect(name == "Cabin")
    #expect(try file.notes().count == 2 * Self.count)
    try expectInStep(file, hub, home)
  }

  @Test("what the hub refuses leaves nothing, and the next one works")
  func refused() async throws {
    let hub = try TestHub()
    let (ada, bob) = (try hub.addAccount("ada"), try hub.addAccount("bob"))
    let home = try await hub.replica(ada).confirm(via: hub.transport(ada)) {
      try $0.addHome("Hers")
    }
    let (file, own) = try await busyReplica(hub, bob)
    try hub.admit(bob, to: home, by: ada, as: .readOnly)
    try await file.pull(via: hub.transport(bob))
    await #expect {
      try await addNotes("no", to: home, of: file, via: hub.transport(bob))
    } throws: { error in
      guard case ConfirmationError.refused(let refusal) = error else { return false }
      return refusal.reason == .readOnly
    }
    #expect(try file.notes().count == Self.count)
    try await addNotes("second", to: own, of: file, via: hub.transport(bob))
    #expect(try file.notes().count == 2 * Self.count)
    try expectInStep(file, hub, own)
  }

  @Test("an answer that was lost is asked for again, under the same id, and counts once")
  func answerLost() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let (file, home) = try await busyReplica(hub, account)
    let transport = FaultyTransport(hub.transport(account))
    transport.loseNextAnswer()
    try await addNotes("second", to: home, of: file, via: transport)
    #expect(transport.pushCount == 2)
    #expect(try file.notes().count == 2 * Self.count)
    try expectInStep(file, hub, home)
  }

  @Test("without room here what the hub may have is unknown, and what it has not is not called so")
  func noRoom() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let (file, home) = try await busyReplica(hub, account)
    let transport = FaultyTransport(hub.transport(account))
    let connection = try Connection(path: file.path)
    try connection.executeScript(
      """
      CREATE TRIGGER full BEFORE INSERT ON syncPending BEGIN SELECT RAISE(ABORT, 'full'); END
      """)
    transport.failNextPush(.noRoom)
    await #expect(throws: ConfirmationError.notSent(.noRoom)) {
      try await addNotes("second", to: home, of: file, via: transport)
    }
    transport.loseNextAnswer()
    await #expect(throws: ConfirmationError.outcomeUnknown(.interrupted(reason: "lost"))) {
      try await addNotes("third", to: home, of: file, via: transport)
    }
    try connection.executeScript("DROP TRIGGER full")
    try await file.sync(via: hub.transport(account))
    #expect(try file.notes().count == 2 * Self.count)
    #expect(try file.notes().contains { $0.hasPrefix("third") })
    try expectInStep(file, hub, home)
  }

  @Test("the program ends between the hub's commit and its own: nothing is lost or done twice")
  func crash() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let home: ZoneID
    do {
      let (file, flat) = try await busyReplica(hub, account)
      home = flat
      // The copy is what a crash would leave: without what is open.
      let transport = WatchedTransport(hub.transport(account), afterPush: true) {
        _ = try Connection(path: file.path, mode: .readOnly).execute(
          "VACUUM INTO ?", .text(hub.path(account, "crashed")))
      }
      try await addNotes("second", to: home, of: file, via: transport)
    }
    let again = try hub.replica(account, "crashed", isAttended: false)
    #expect(try again.notes().count == Self.count)
    try await again.sync(via: hub.transport(account))
    #expect(try again.notes().count == 2 * Self.count)
    try await addNotes("third", to: home, of: again, via: hub.transport(account))
    try await addNotes("fourth", to: home, of: again, via: hub.transport(account))
    #expect(try again.notes().count == 4 * Self.count)
    try expectInStep(again, hub, home)
  }

  @Test("what is more than new rows goes the way of all others")
  func edits() async throws {
    let hub = try TestHub()
    let account = try hub.addAccount("ada")
    let (file, home) = try await busyReplica(hub, account)
    try await file.confirm(via: hub.transport(account)) { transaction in
      for index in 0..<Self.count { try transaction.addNote("second \(index)", in: home) }
      try transaction.rename(home, "Cabin")
    }
    #expect(try file.homes() == ["Cabin"])
    try await file.confirm(via: hub.transport(account)) { _ in }
    let failure = await #expect(throws: CancellationError.self) {
      try await file.confirm(via: hub.transport(account)) { transaction in
        try transaction.addNote("never", in: home)
        throw CancellationError()
      }
    }
    #expect(failure != nil)
    #expect(try file.notes().count == 2 * Self.count)
    try expectInStep(file, hub, home)
  }
}

/// Does something before or after each push.
private final class WatchedTransport: Transport {
  private let inner: InProcessTransport
  private let afterPush: Bool
  private let body: @Sendable () async throws -> Void

  init(
    _ inner: InProcessTransport, afterPush: Bool = false,
    _ body: @escaping @Sendable () async throws -> Void
  ) {
    self.inner = inner
    self.afterPush = afterPush
    self.body = body
  }

  private func run() async throws(TransportError) {
    do { try await body() } catch { throw .interrupted(reason: "\(error)") }
  }

  func push(_ request: PushRequest) async throws(TransportError) -> PushResponse {
    if !afterPush { try await run() }
    let response = try await inner.push(request)
    if afterPush { try await run() }
    return response
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
    try await inner.hold(zones, replica: replica)
  }

  func pokes() -> AsyncStream<Poke> { inner.pokes() }
}
