import HearthDomain
import CSQLite
import Household
import Hub
import HubReplicas
import HubSQLite
import HubWeb
import LocalTransport
import Testing
import Threads

@Suite struct HostedReplicaTests {
  @Test(
    "a page does not wait for a long pull when there is something to show",
    .timeLimit(.minutes(20)))
  func slowPull() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    _ = try await hearth.addItem(anna, home, "Pan")
    let account = try #require(try hearth.accounts.account(named: "anna")).id
    let hubPool = ThreadPool(name: "hub", threads: 1, maxWaiting: 16)
    let other = ThreadPool(name: "other", threads: 2, maxWaiting: 16)
    let folder = hearth.folder + "/imports"
    let replicas = ReplicaPool(
      directory: folder, maxPullWaitSeconds: 0.01,
      means: .init(
        hub: hearth.hub, pokes: Pokes(hub: hearth.hub, pool: other), hubPool: hubPool,
        writers: other, readers: other, now: { Hearth.start }))
    let replica = try await replicas.replica(of: account)
    try await replica.refresh()
    func names() async throws -> [String] {
      try await replica.read { try $0.query("SELECT name FROM items ORDER BY name") { $0.text(0) } }
    }
    #expect(try await names() == ["Pan"])
    // The hub answers nobody from here on.
    let gate = Semaphore()
    hubPool.submit { gate.wait() }
    _ = try await hearth.addItem(anna, home, "Pot")
    await replica.syncNow()
    try await replica.refresh()
    #expect(try await names() == ["Pan"])
    gate.signal()
    while try await names() != ["Pan", "Pot"] {
      try Task.checkCancellation()
      try await replica.refresh()
    }
  }

  @Test(
    "a replica that only an open page holds keeps no statements, and is read again when asked for")
  func resting() async throws {
    let hearth = try Hearth(signUps: .open)
    let (anna, home) = try await hearth.household()
    _ = try await hearth.addItem(anna, home, "Pan")
    _ = try await hearth.person("bela")
    let pool = ThreadPool(name: "other", threads: 2, maxWaiting: 16)
    let replicas = ReplicaPool(
      directory: hearth.folder + "/imports", maxOpen: 1,
      means: .init(
        hub: hearth.hub, pokes: Pokes(hub: hearth.hub, pool: pool), hubPool: pool, writers: pool,
        readers: pool, now: { Hearth.start }))
    let account = try #require(try hearth.accounts.account(named: "anna")).id
    /// What the prepared statements of a connection need.
    func statementBytes(_ replica: HostedReplica) async throws -> Int32 {
      try await replica.read { connection in
        var (bytes, most): (Int32, Int32) = (0, 0)
        sqlite3_db_status(connection.handle, SQLITE_DBSTATUS_STMT_USED, &bytes, &most, 0)
        return bytes
      }
    }
    func names(_ replica: HostedReplica) async throws -> [String] {
      try await replica.refresh()
      return try await replica.read { try $0.query("SELECT name FROM items") { $0.text(0) } }
    }
    let held = try await replicas.replica(of: account)
    #expect(try await names(held) == ["Pan"])
    let before = try await statementBytes(held)
    let other = try #require(try hearth.accounts.account(named: "bela")).id
    #expect(try await names(replicas.replica(of: other)) == [])
    #expect(try await statementBytes(held) < before)
    _ = try await hearth.addItem(anna, home, "Pot")
    await held.syncNow()
    while try await Set(names(held)) != ["Pan", "Pot"] { await held.syncNow() }
    #expect(try await replicas.replica(of: account) === held)
  }

  @Test("news that is known already does not hide other news", .timeLimit(.minutes(20)))
  func twoPokes() async throws {
    let hearth = try Hearth()
    let (anna, home) = try await hearth.household()
    _ = try await hearth.addItem(anna, home, "Pan")
    let account = try #require(try hearth.accounts.account(named: "anna")).id
    let pool = ThreadPool(name: "other", threads: 2, maxWaiting: 16)
    // It hears of nothing by itself.
    let silent = Hub(
      store: try HubSQLite(path: ":memory:"), schema: HearthDomain.schema, now: { Hearth.start })
    let replicas = ReplicaPool(
      directory: hearth.folder + "/imports",
      means: .init(
        hub: hearth.hub, pokes: Pokes(hub: silent, pool: pool), hubPool: pool, writers: pool,
        readers: pool, now: { Hearth.start }))
    let replica = try await replicas.replica(of: account)
    try await replica.refresh()
    _ = try await hearth.addItem(anna, home, "Pot")
    replica.heard(.account)
    replica.heard(.zone(home, head: 1))
    func count() async throws -> Int64? {
      try await replica.read { try $0.first("SELECT count(*) FROM items") { $0.integer(0) } }
    }
    while try await count() != 2 {
      try Task.checkCancellation()
      try await replica.refresh()
    }
  }
}
