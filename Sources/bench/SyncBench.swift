import Glibc
import Household
import Replica
import ReplicaHTTP
import SQLite
import SyncProtocol
import Threads

/// Devices of one hub over HTTP: how long a change takes to reach another, and what a sync costs.
struct SyncBench {
  var manifest: Manifest
  var port: UInt16
  var folder: String

  private func transport(_ person: Manifest.Person) throws -> HTTPTransport {
    guard let address = HubAddress("http://127.0.0.1:\(port)") else {
      throw BenchFailure("no address")
    }
    return HTTPTransport(address: address, token: person.deviceToken)
  }

  func device(_ name: String, _ person: Manifest.Person) async throws -> Device {
    mkdir(folder, 0o755)
    let path = "\(folder)/\(name).db"
    for suffix in ["", "-wal", "-shm", "-incarnation"] { unlink(path + suffix) }
    let file = try openReplica(path, account: person.account)
    let transport = try transport(person)
    try await file.pull(via: transport)
    return Device(file: file, transport: transport)
  }

  struct Device: Sendable {
    let file: ReplicaFile
    let transport: HTTPTransport

    /// Gives an item of a home another quantity.
    func edit(_ home: ZoneID, quantity: Int) throws {
      try file.write { transaction in
        _ = try transaction.connection.execute(
          "UPDATE items SET quantity = ? WHERE id = (SELECT min(id) FROM items WHERE homeID = ?)",
          .integer(Int64(quantity)), .text(home))
      }
    }

    func quantity(_ home: ZoneID) throws -> Int64 {
      try file.read { connection in
        try connection.first(
          "SELECT quantity FROM items WHERE homeID = ? ORDER BY id LIMIT 1", .text(home)
        ) { $0.integer(0) } ?? -1
      }
    }
  }

  // MARK: Write to seen

  /// Writes on the device of one member and waits until the other's file shows it; both run the
  /// product's own sync loop.
  func propagation(_ name: String, from: Int, to: Int, count: Int) async throws {
    let home = manifest.sharedHome
    let writer = try await device("\(name)-writer", manifest.members[from])
    let reader = try await device("\(name)-reader", manifest.members[to])
    let loops = [writer, reader].map {
      SyncLoop(file: $0.file, transport: $0.transport, now: wallMilliseconds)
    }
    let tasks = loops.map { loop in Task { await loop.run() } }
    let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)
    let observation = reader.file.observe { notice in
      if notice.origin == .hub, notice.tables.contains("items") { continuation.yield() }
    }
    defer { withExtendedLifetime(observation) {} }
    var arrived = arrivals.makeAsyncIterator()
    try await Task.sleep(for: .seconds(1))
    var samples = Samples()
    for index in 0..<count + 10 {
      let quantity = 1000 + index
      let start = monotonicSeconds()
      try writer.edit(home, quantity: quantity)
      while try reader.quantity(home) != Int64(quantity) {
        guard await arrived.next() != nil else { throw BenchFailure("the stream has ended") }
      }
      // The first ones open connections.
      if index >= 10 { samples.add(monotonicSeconds() - start) }
      try await Task.sleep(for: .milliseconds(5))
    }
    for loop in loops { loop.stop() }
    for task in tasks { task.cancel() }
    try samples.report(name)
  }

  // MARK: One change in a zone of some size

  /// One device writes and pushes, another pulls: the time of the pull, and of both. Before that, the
  /// second device's first load: everything of the zone decoded, checked and in its file.
  func incremental(count: Int) async throws {
    for sized in manifest.sized {
      let writer = try await device("sized-\(sized.items)-writer", sized.person)
      let before = monotonicSeconds()
      let reader = try await device("sized-\(sized.items)-reader", sized.person)
      let loaded = monotonicSeconds() - before
      let records = try reader.file.read { connection in
        try ["items", "itemLabels"].reduce(0) { sum, table in
          try sum
            + (connection.first("SELECT count(*) FROM \(table)") { $0.integer(0) } ?? 0)
        }
      }
      try Measurement(
        "load-\(sized.items)", Double(records) / loaded, "records/s", ["seconds": loaded]
      ).report()
      var (pulls, all) = (Samples(), Samples())
      for index in 0..<count + 5 {
        let start = monotonicSeconds()
        try writer.edit(sized.home, quantity: 100 + index)
        try await writer.file.sync(via: writer.transport)
        let middle = monotonicSeconds()
        try await reader.file.pull(via: reader.transport)
        let end = monotonicSeconds()
        guard try reader.quantity(sized.home) == Int64(100 + index) else {
          throw BenchFailure("a change did not arrive with the pull")
        }
        if index >= 5 {
          pulls.add(end - middle)
          all.add(end - start)
        }
      }
      try Measurement(
        "incremental-\(sized.items)", pulls.milliseconds(percentile: 50), "ms p50",
        ["whole": all.milliseconds(percentile: 50), "p99": pulls.milliseconds(percentile: 99)]
      ).report()
    }
  }
}
