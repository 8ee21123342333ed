import HearthDomain
import Hub
import HubWeb
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import Things
import Threads

/// A replica as a laptop has one: what is written in it waits there until it is synced.
struct TestReplica: Sendable {
  let file: ReplicaFile
  let transport: InProcessTransport

  func sync() async throws { try await file.sync(via: transport) }

  @discardableResult
  func write<Result>(_ body: (WriteTransaction) throws -> Result) throws -> Result {
    try file.write(body)
  }

  /// Every synced row of a home as text, by table.
  func rows(of home: ZoneID) throws -> [String: [String]] {
    try file.read { connection in
      var found: [String: [String]] = [:]
      for table in HearthDomain.schema.tables where table.zoneKinds.contains(.home) {
        let columns = try connection.query(
          "SELECT name FROM pragma_table_info('\(table.name)') ORDER BY name"
        ) { $0.text(0) }
        found[table.name] = try connection.query(
          """
          SELECT json_array(\(columns.joined(separator: ", "))) FROM \(table.name)
            WHERE \(table.zoneColumn ?? "id") = ? ORDER BY 1
          """, .text(home)
        ) { $0.text(0) }
      }
      return found
    }
  }

  func primaryHome() throws -> ZoneID? { try file.read { try PrimaryHome.find(in: $0) } }
}

extension Hearth {
  /// Another replica of somebody's, empty until it is synced.
  func replica(
    of name: String, _ label: String = "laptop", hiding: Hiding? = nil
  ) throws -> TestReplica {
    guard let account = try accounts.account(named: name) else { throw Browser.Missing() }
    let pool = ThreadPool(name: "device", threads: 2, maxWaiting: 64)
    let now: @Sendable () -> Int64 = { [clock] in clock.withLock { $0 } }
    let file = try ReplicaFile(
      path: "\(folder)/\(name)-\(label).sqlite", domain: Migrations(HearthDomain.migrations),
      schema: HearthDomain.schema, accountID: account.id,
      environment: .init(now: { now() }, random: .init()), observer: DomainObserver(),
      hiding: hiding,
      pool: pool)
    try file.write { try HearthDomain.settle($0.connection) }
    return TestReplica(
      file: file,
      transport: InProcessTransport(
        hub: hub, account: account.id, pokes: Pokes(hub: hub, pool: pool), pool: pool,
        vouchesForBlobs: true))
  }
}
