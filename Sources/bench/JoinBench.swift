import HearthDomain
import Foundation
import Household
import Replica
import ReplicaHTTP
import SQLite
import SyncProtocol
import Threads

/// Somebody joins a large home on a device that has nothing yet, over HTTP: from the yes until every
/// row of the home is in the device's file, with search and totals, as its pages need them.
struct JoinBench {
  var manifest: Manifest
  var port: UInt16
  var folder: String
  /// Which of those who can join; each joins once.
  var joiner: Int

  /// Keeps search and totals in step with the rows, like the device itself.
  private struct Index: Replica.Observer {
    func recordsChanged(_ keys: Set<RecordKey>, in connection: Connection) throws {
      try HearthDomain.refresh(connection, changed: Array(keys))
    }
  }

  func run() async throws {
    guard let joining = manifest.joining else { throw BenchFailure("fill with --join first") }
    guard joining.people.indices.contains(joiner) else { throw BenchFailure("no such joiner") }
    guard let address = HubAddress("http://127.0.0.1:\(port)") else {
      throw BenchFailure("no address")
    }
    mkdir(folder, 0o755)
    let person = joining.people[joiner]
    let path = "\(folder)/\(person.name).db"
    for suffix in ["", "-wal", "-shm", "-incarnation"] { unlink(path + suffix) }
    let file = try openReplica(path, account: person.account, observer: Index())
    try settle(file)
    let transport = HTTPTransport(address: address, token: person.deviceToken)
    try await file.pull(via: transport)
    let hub = HTTPHubClient(transport)
    let watch = Watch(file: file, home: joining.home)
    let watching = Task { try await watch.run() }
    let start = monotonicSeconds()
    let zone = try await hub.redeem(.token(joining.token), as: .home)
    let joined = monotonicSeconds()
    try await file.pull(via: transport)
    let end = monotonicSeconds()
    watch.stop()
    let seen = try await watching.value
    let records = try records(file, zone)
    guard zone == joining.home, records.items == joining.items else {
      throw BenchFailure("\(records.items) items came of \(joining.items)")
    }
    guard seen.isSubset(of: [0, joining.items]) else {
      throw BenchFailure("a part of the home was to be seen: \(seen.sorted())")
    }
    try Measurement(
      "join", end - start, "s",
      ["records": Double(records.all), "items": Double(records.items), "redeem": joined - start]
    ).report()
  }

  /// Not `async`, so that it takes the `write` that blocks.
  private func settle(_ file: ReplicaFile) throws {
    try file.write { try HearthDomain.settle($0.connection) }
  }

  private func records(_ file: ReplicaFile, _ home: ZoneID) throws -> (items: Int, all: Int) {
    try file.read { connection in
      func count(_ table: TableSchema) throws -> Int {
        try connection.first(
          "SELECT count(*) FROM \(table.name) WHERE \(table.zoneColumn ?? "id") = ?", .text(home)
        ) { Int($0.integer(0)) } ?? 0
      }
      let tables = HearthDomain.schema.tables.filter { $0.zoneKinds.contains(.home) }
      return (
        items: try tables.filter { $0.name == "items" }.reduce(0) { try $0 + count($1) },
        all: try tables.reduce(0) { try $0 + count($1) }
      )
    }
  }
}

/// Looks all the while at how many items of a home can be seen.
private final class Watch: Sendable {
  private let file: ReplicaFile
  private let home: ZoneID
  private let isDone = Lock(false)

  init(file: ReplicaFile, home: ZoneID) {
    self.file = file
    self.home = home
  }

  func stop() { isDone.withLock { $0 = true } }

  /// - Returns: the numbers that were seen.
  func run() async throws -> Set<Int> {
    var seen: Set<Int> = []
    while !isDone.withLock({ $0 }) {
      seen.insert(try count())
      try await Task.sleep(for: .milliseconds(20))
    }
    return seen
  }

  /// Not `async`, so that it takes the `read` that blocks.
  private func count() throws -> Int {
    try file.read { connection in
      try connection.first("SELECT count(*) FROM items WHERE homeID = ?", .text(home)) {
        Int($0.integer(0))
      } ?? 0
    }
  }
}
