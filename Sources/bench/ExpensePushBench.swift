import Finances
import Glibc
import Household
import Replica
import ReplicaHTTP
import Splitting
import SyncProtocol
import Threads

/// Expenses that an account's devices wrote by themselves, as they do without their hub, and then
/// send to it: each in a request of its own, answered when the hub has it on its disk.
struct ExpensePushBench {
  var port: UInt16
  var folder: String
  var group: ZoneID
  var seconds: Double
  private let token: String
  private let account: AccountID
  private let address: HubAddress

  init(
    port: UInt16, folder: String, group: ZoneID, seconds: Double, name: String, password: String
  ) async throws {
    guard let address = HubAddress("http://127.0.0.1:\(port)") else {
      throw BenchFailure("no address")
    }
    (self.port, self.folder, self.group, self.seconds) = (port, folder, group, seconds)
    self.address = address
    let reply = try await HTTPTransport.signIn(
      address: address, SignInRequest(name: name, password: password, label: "bench"))
    (token, account) = (reply.token, reply.account.id)
  }

  private struct Prepared: Sendable {
    var requests: [[UInt8]] = []
    var expenses: [RecordID] = []
  }

  /// - Parameter count: how many expenses each device has written.
  func run(devices: Int, count: Int) async throws {
    mkdir(folder, 0o755)
    var prepared: [Prepared] = []
    for device in 0..<devices { prepared.append(try await prepare(device, count)) }
    let (queues, port, limit) = (prepared, port, seconds)
    let outcome = Lock((accepted: Set<RecordID>(), samples: Samples(), seconds: 0.0))
    let start = monotonicSeconds()
    try onThreads(devices) { device in
      let connection = RawConnection(port: port)
      var (accepted, samples): ([RecordID], Samples) = ([], Samples())
      for (request, expense) in zip(queues[device].requests, queues[device].expenses) {
        let begin = monotonicSeconds()
        if begin - start > limit { break }
        let reply = try connection.send(request)
        samples.add(monotonicSeconds() - begin)
        guard reply.status == 200,
          case .answers(let answers, _) = try PushResponse(wireBytes: reply.body),
          case .accepted? = answers.first
        else { throw BenchFailure("an expense was not taken: status \(reply.status)") }
        accepted.append(expense)
      }
      let end = monotonicSeconds() - start
      outcome.withLock {
        $0.accepted.formUnion(accepted)
        $0.samples.add(samples)
        $0.seconds = max($0.seconds, end)
      }
    }
    let (accepted, samples, elapsed) = outcome.withLock { $0 }
    try Measurement(
      "expense-push", Double(accepted.count) / elapsed, "expenses/s",
      [
        "p50": samples.milliseconds(percentile: 50), "p99": samples.milliseconds(percentile: 99),
        "acknowledged": Double(accepted.count),
        "missing": Double(try await missing(accepted)),
      ]
    ).report()
  }

  /// What one device sends, one request for each expense.
  private func prepare(_ device: Int, _ count: Int) async throws -> Prepared {
    let file = try replica("device-\(device)")
    let transport = HTTPTransport(address: address, token: token)
    try await file.pull(via: transport)
    let expenses = try write(file, count)
    let kept = KeptPushes(transport)
    try await file.sync(via: kept)
    let requests = kept.requests.withLock { $0 }.flatMap { push in
      push.changeSets.map { changeSet in
        PushRequest(
          epoch: push.epoch, replica: push.replica, acknowledged: changeSet.id.number - 1,
          changeSets: [changeSet])
      }
    }
    guard requests.count == count else {
      throw BenchFailure("\(requests.count) of \(count) expenses would be sent")
    }
    return Prepared(requests: requests.map { request($0) }, expenses: expenses)
  }

  private func request(_ push: PushRequest) -> [UInt8] {
    RawConnection.request(
      "POST", "/sync/v1/push", host: "127.0.0.1:\(port)",
      headers: [("Authorization", "Bearer \(token)"), ("Content-Type", "application/json")],
      body: push.wireBytes)
  }

  private func replica(_ name: String) throws -> ReplicaFile {
    let path = "\(folder)/\(name).db"
    for suffix in ["", "-wal", "-shm", "-incarnation"] { unlink(path + suffix) }
    return try openReplica(path, account: account)
  }

  /// Not `async`, so that it takes the `write` that blocks.
  private func write(_ file: ReplicaFile, _ count: Int) throws -> [RecordID] {
    let group = group
    return try (0..<count).map { index in
      try file.write { transaction in
        let members = try GroupMember.of(group, in: transaction.connection).map(\.id)
        let amount = Int64(1 + index * 7919 % 100_000)
        let sharers = [10, 3, 10, 1, 10, 9, 10, 5][index % 8]
        let money = try ExpenseDraft(
          currency: "EUR", amountMinor: amount,
          payers: [.init(members[index % members.count], amount)],
          sharers: (0..<min(sharers, members.count)).map {
            .init(members[(index + $0) % members.count])
          }
        ).money()
        let details = ExpenseDetails(title: "Expense \(index)", day: GroupRows.day(index))
        return try AddExpense(groupID: group, details, money)(transaction).id
      }
    }
  }

  /// How many of them another device does not get.
  private func missing(_ expenses: Set<RecordID>) async throws -> Int {
    let file = try replica("reader")
    try await file.pull(via: HTTPTransport(address: address, token: token))
    return try expenses.subtracting(there(file)).count
  }

  private func there(_ file: ReplicaFile) throws -> Set<RecordID> {
    try file.read { Set(try $0.query("SELECT id FROM expenses") { $0.text(0) }) }
  }
}

/// Keeps what a device would push, and tells it that all was taken, so that it goes on to the next.
private final class KeptPushes: Transport {
  let requests = Lock<[PushRequest]>([])
  private let hub: HTTPTransport

  init(_ hub: HTTPTransport) { self.hub = hub }

  func push(_ request: PushRequest) async throws(TransportError) -> PushResponse {
    requests.withLock { $0.append(request) }
    return .answers(
      request.changeSets.map { _ in .accepted([:]) }, nowMilliseconds: wallMilliseconds())
  }

  func pull(_ request: PullRequest) async throws(TransportError) -> PullResponse {
    try await hub.pull(request)
  }

  func handBack(
    _ request: HandBackRequest
  ) async throws(TransportError) -> HandBackResponse {
    try await hub.handBack(request)
  }

  func hold(_ zones: [ZoneID], replica: String) async throws(TransportError) -> Bool {
    try await hub.hold(zones, replica: replica)
  }

  func pokes() -> AsyncStream<Poke> { hub.pokes() }
}
