import Finances
import Glibc
import Household
import Replica
import SQLite
import Splitting
import SyncProtocol

/// What members of groups wait for: their pages, and each other's expenses.
struct GroupBench {
  var manifest: Manifest
  var port: UInt16
  var folder: String

  // MARK: Pages

  /// Pages of all groups in turn, of somebody who is in all, over HTTP.
  func pages(count: Int) throws {
    guard let person = manifest.groupPeople.first, let last = manifest.groups.last else {
      throw BenchFailure("no groups were filled")
    }
    // The first page waits until 200,000 expenses are derived.
    let connection = RawConnection(port: port, timeoutSeconds: 600)
    func request(_ path: String) -> [UInt8] {
      RawConnection.request(
        "GET", path, host: "127.0.0.1:\(port)",
        headers: [("Cookie", "hearth-session=\(person.browserToken)")])
    }
    let begin = monotonicSeconds()
    // The first page makes the replica beside the hub, which then loads the groups.
    while try connection.send(request("/groups/\(last.zone)/expenses/\(last.expenses[0])")).status
      != 200
    {
      guard monotonicSeconds() - begin < 600 else {
        throw BenchFailure("the last group never came")
      }
      usleep(200_000)
    }
    let pages: [(String, (Manifest.Group, Int) -> String)] = [
      ("group-list", { group, _ in "/groups/\(group.zone)" }),
      ("group-search", { group, index in "/groups/\(group.zone)?q=Expense+\(index * 37)" }),
      (
        "group-expense",
        { group, index in
          "/groups/\(group.zone)/expenses/\(group.expenses[index % group.expenses.count])"
        }
      ),
      ("group-balances", { group, _ in "/groups/\(group.zone)/balances" }),
      ("group-debts", { group, _ in "/groups/\(group.zone)/debts" }),
      ("group-spending", { group, _ in "/groups/\(group.zone)/spending" }),
      ("group-new", { group, _ in "/groups/\(group.zone)/expenses/new" }),
      ("group-all", { _, _ in "/groups" }),
      ("group-ledger", { _, _ in "/personal?month=2020-05" }),
      ("group-ledger-search", { _, _ in "/personal?q=kind:spending%20%3E20%20-qqqq" }),
    ]
    for (name, path) in pages {
      var samples = Samples()
      var bytes = 0
      // Everybody has opened each of their groups once.
      for index in -manifest.groups.count..<count {
        let group = manifest.groups[abs(index) % manifest.groups.count]
        let address = path(group, abs(index))
        let start = monotonicSeconds()
        let reply = try connection.send(request(address))
        let seconds = monotonicSeconds() - start
        guard reply.status == 200 else {
          throw BenchFailure("\(address) was answered with \(reply.status)")
        }
        bytes = reply.body.count
        if index >= 0 { samples.add(seconds) }
      }
      try samples.report(name, ["bytes": Double(bytes)])
    }
  }

  // MARK: Seen by the other

  /// An expense on one device, until the file of another member's device has it.
  func seen(count: Int) async throws {
    guard let group = manifest.groups.first?.zone, manifest.groupPeople.count == 2 else {
      throw BenchFailure("no groups were filled")
    }
    let sync = SyncBench(manifest: manifest, port: port, folder: folder)
    let writer = try await sync.device("group-writer", manifest.groupPeople[0])
    let reader = try await sync.device("group-reader", manifest.groupPeople[1])
    let loops = [writer, reader].map {
      SyncLoop(file: $0.file, transport: $0.transport, now: wallMilliseconds)
    }
    let tasks = loops.map { loop in Task { await loop.run() } }
    let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self)
    let observation = reader.file.observe { notice in
      if notice.origin == .hub, notice.tables.contains("expenses") { continuation.yield() }
    }
    defer { withExtendedLifetime(observation) {} }
    var arrived = arrivals.makeAsyncIterator()
    try await Task.sleep(for: .seconds(1))
    var samples = Samples()
    for index in 0..<count + 10 {
      let start = monotonicSeconds()
      let id = try add(writer.file, group)
      while try !has(reader.file, id) {
        guard await arrived.next() != nil else { throw BenchFailure("the stream has ended") }
      }
      // The first ones open connections.
      if index >= 10 { samples.add(monotonicSeconds() - start) }
      try await Task.sleep(for: .milliseconds(5))
    }
    for loop in loops { loop.stop() }
    for task in tasks { task.cancel() }
    try samples.report("group-seen")
  }

  /// Not `async`, so that it takes the `write` that blocks.
  private func add(_ file: ReplicaFile, _ group: ZoneID) throws -> RecordID {
    try file.write { transaction in
      let members = try GroupMember.of(group, in: transaction.connection).map(\.id)
      let money = try ExpenseDraft(
        currency: "EUR", amountMinor: 4242, payers: [.init(members[0], 4242)],
        sharers: members.map { .init($0) }
      ).money()
      return try AddExpense(
        groupID: group, ExpenseDetails(title: "Bread", day: "2026-06-01"), money)(transaction).id
    }
  }

  private func has(_ file: ReplicaFile, _ id: RecordID) throws -> Bool {
    try file.read { connection in
      try connection.first("SELECT 1 FROM expenses WHERE id = ?", .text(id)) { _ in true } ?? false
    }
  }

  // MARK: The fewest payments

  /// Settling twenty people with random balances, of which some come to zero among themselves.
  static func settle(count: Int) throws {
    var random = SplitMix(20)
    var samples = Samples()
    var payments = 0
    for index in 0..<count {
      let range: ClosedRange<Int128> = index % 2 == 0 ? 1...9 : 1...1_000_000
      var nets = (0..<19).map { _ in
        Int128.random(in: range, using: &random) * (Bool.random(using: &random) ? 1 : -1)
      }
      nets.append(-nets.reduce(0, +))
      if nets[19] == 0 { (nets[18], nets[19]) = (nets[18] - 1, 1) }
      let people = nets.enumerated().map { (person: "p\($0.offset)", net: $0.element) }
      let start = monotonicSeconds()
      let settlement = try Settlement(people)
      samples.add(monotonicSeconds() - start)
      guard settlement.isExact || nets.contains(0) else { throw BenchFailure("it is not exact") }
      payments += settlement.transfers.count
    }
    try samples.report("settle-20", ["payments": Double(payments) / Double(count)])
  }
}
