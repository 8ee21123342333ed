import HearthDomain
import Foundation
import Hub
import HubHTTP
import HubSQLite
import LocalTransport
import Replica
import ReplicaHTTP
import SQLite
import SyncProtocol
import Things
import Threads

/// What one account waits for a save of one row while another one writes a lot: over HTTP, from the
/// request to the answer, which comes after the flush of the disk. The hub is in this process.
struct TurnsBench {
  var folder: String
  var changeSetCount = 100
  var rowsPerChangeSet = 1000
  var importedRows = 50_000
  /// Devices of the busy account that push at once.
  var deviceCount = 4
  var savesAlone = 300

  func run() async throws {
    // There is none the first time.
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(
      atPath: "\(folder)/devices", withIntermediateDirectories: true)
    let hubFolder = try HubFolder(path: "\(folder)/hub")
    let server = try HubServer(
      store: HubSQLite(path: hubFolder.store), schema: HearthDomain.schema, folder: hubFolder,
      limits: AccountLimits(maxMutationsPerMinute: 1_000_000_000))
    let port = try server.start()
    let quiet = try await Writer(server, port, "quiet", folder)
    let busy = try await Writer(server, port, "busy", folder)
    try await measure("save-alone", quiet) { [savesAlone] in
      try await Task.sleep(for: .milliseconds(savesAlone * 10))
      return 0
    }
    // First: what is pushed afterwards would have to be pulled by its replica.
    try await measure("save-beside-import", quiet) { [self] in
      try await busy.importRows(importedRows)
    }
    try await measure("save-beside-push", quiet) { [self] in
      // A device that comes back from offline, beside the hub: one request with all of it.
      let sets = (0..<changeSetCount).map { _ in busy.inserts(rowsPerChangeSet, by: "all") }
      return try await busy.push(sets, by: "all", via: busy.local)
    }
    try await measure("save-beside-devices", quiet) { [self] in
      try await withThrowingTaskGroup(of: Int.self) { group in
        for device in 0..<deviceCount {
          group.addTask {
            var rows = 0
            for _ in 0..<changeSetCount / deviceCount {
              let set = busy.inserts(rowsPerChangeSet, by: "device-\(device)")
              rows += try await busy.push([set], by: "device-\(device)", via: busy.remote)
            }
            return rows
          }
        }
        return try await group.reduce(0, +)
      }
    }
    await server.stop()
  }

  /// Saves one row after the other for as long as `load` runs.
  ///
  /// - Parameter load: returns how many rows it wrote.
  private func measure(
    _ name: String, _ writer: Writer, _ load: @escaping @Sendable () async throws -> Int
  ) async throws {
    let start = monotonicSeconds()
    let isRunning = Lock(true)
    let task = Task {
      defer { isRunning.withLock { $0 = false } }
      return try await load()
    }
    var samples = Samples()
    while isRunning.withLock({ $0 }) {
      let before = monotonicSeconds()
      _ = try await writer.push([writer.edit()], by: "saves", via: writer.remote)
      samples.add(monotonicSeconds() - before)
      try await Task.sleep(for: .milliseconds(Int.random(in: 2...12)))
    }
    let rows = try await task.value
    try samples.report(
      name, ["rows": Double(rows), "seconds": monotonicSeconds() - start])
  }
}

/// Somebody with a home, who pushes change sets as devices do.
private final class Writer: Sendable {
  let remote: HTTPTransport
  let local: InProcessTransport
  private let file: ReplicaFile
  private let home: ZoneID
  private let item: RecordID
  private let account: AccountID
  private let epoch: String
  private let grant: String
  private let run = String(UInt64.random(in: 0..<1 << 40), radix: 36)
  private let numbers = Lock<[String: Int64]>([:])

  init(_ server: HubServer, _ port: UInt16, _ name: String, _ folder: String) async throws {
    let account = try server.accounts.create(
      name: name, password: "a long password of \(name)", by: .commandLine)
    let token = try server.accounts.openSession(
      for: account.id, kind: .device, label: "bench"
    ).token.text
    guard let address = HubAddress("http://127.0.0.1:\(port)") else {
      throw BenchFailure("no address")
    }
    remote = HTTPTransport(address: address, token: token)
    local = InProcessTransport(
      hub: server.hub, account: account.id, pokes: server.pokes, pool: server.pools.writing)
    self.account = account.id
    file = try openReplica("\(folder)/devices/\(name).db", account: account.id)
    (home, item) = try await file.confirm(via: local) { transaction in
      let home = try CreateHome(HomeDetails(name: name), rooms: [])(transaction).id
      let rows = ItemRows(home: home, account: account.id, locations: [], startMilliseconds: 1)
      try transaction.connection.execute(Item.sql.insert, rows.values(0))
      return (home, rows.id(0))
    }
    let home = home
    (epoch, grant) = try server.hub.store.read { reader in
      (try reader.state().epoch, try reader.grant(in: home, for: account.id)?.grantID ?? "")
    }
  }

  /// A new quantity of the one item.
  func edit() -> ChangeSet {
    changeSet(
      by: "saves",
      [
        Mutation(
          .update, "items", item, in: home,
          registers: ["quantity": .integer(Int64.random(in: 1...100_000))])
      ])
  }

  func inserts(_ count: Int, by device: String) -> ChangeSet {
    changeSet(
      by: device,
      (0..<count).map { index in
        let record = PeerRecord(index: index, home: home, account: account)
        return Mutation(.insert, "items", record.id, in: home, registers: record.registers)
      })
  }

  private func changeSet(by device: String, _ mutations: [Mutation]) -> ChangeSet {
    let number = numbers.withLock { numbers in
      numbers[device, default: 0] += 1
      return numbers[device] ?? 0
    }
    return ChangeSet(
      id: ChangeSetID(replica: "\(run)-\(device)", number: number),
      time: HybridTime(milliseconds: wallMilliseconds()), grants: [home: grant],
      mutations: mutations)
  }

  /// Returns how many mutations were accepted; all of them, or it throws.
  func push(
    _ changeSets: [ChangeSet], by device: String, via transport: any Transport
  ) async throws -> Int {
    let request = PushRequest(
      epoch: epoch, replica: "\(run)-\(device)", acknowledged: 0, changeSets: changeSets)
    let response = try await transport.push(request)
    guard case .answers(let answers, _) = response, answers.count == changeSets.count,
      answers.allSatisfy({ if case .accepted = $0 { true } else { false } })
    else { throw BenchFailure("a push was not accepted: \(response)") }
    return changeSets.reduce(0) { $0 + $1.mutations.count }
  }

  /// Hub-confirmed transactions of as many records as an import's parts have.
  func importRows(_ count: Int) async throws -> Int {
    let (home, account) = (home, account)
    let rows = ItemRows(home: home, account: account, locations: [], startMilliseconds: 1_000)
    for from in stride(from: 0, to: count, by: ImportPart.maxRecords) {
      _ = try await file.confirm(via: local) { transaction in
        for index in from..<min(count, from + ImportPart.maxRecords) {
          try transaction.connection.execute(Item.sql.insert, rows.values(index))
        }
      }
    }
    return count
  }
}
