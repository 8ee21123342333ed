import CSQLite
import Foundation
import Hub
import HubSQLite
import SyncProtocol

// Measures a hub without a network:
//
//   hub-bench sets [ROUNDS]    processor time of change sets of 10,000 mutations, in memory
//   hub-bench durable FOLDER   durable pushes, beside SQLite's own commits of as many pages
//   hub-bench zones FOLDER     one change to zones of 1,000 and of 100,000 records, in turns
//   hub-bench removal FOLDER   what a save waits while somebody is removed from 50,000 records
//
// What `durable`, `zones` and `removal` print is JSON, a figure a line, for tools/bench.

let schema = SyncSchema(
  version: 1,
  tables: [
    TableSchema(
      "homes", in: [.home], zoneColumn: nil,
      registers: [RegisterSchema(.text("name", defaultValue: ""))]),
    TableSchema(
      "places", in: [.home], zoneColumn: "homeID", registers: [RegisterSchema(.text("name"))]),
    TableSchema(
      "items", in: [.home], zoneColumn: "homeID",
      registers: [
        RegisterSchema(.text("name")), RegisterSchema(.integer("price", isNullable: true)),
        RegisterSchema(.text("note", defaultValue: "")),
        RegisterSchema(.text("placeID", isNullable: true)),
      ], references: [ReferenceSchema("placeID", to: "places", .nullify)]),
  ],
  zoneKinds: [.home: ZoneKindSchema(rootTable: "homes", titleRegister: "name", maxOwned: 100)])

/// One account's home on a hub, and a client that writes to it by hand. `@unchecked Sendable`
/// because one thread at a time uses each.
final class Client: @unchecked Sendable {
  static let account = "ann"
  static let home = "home-0001"
  static let placeCount = 50

  let hub: Hub
  let home: String
  private let replica: String
  private let epoch: String
  private var number: Int64 = 0
  private var grant = ""

  convenience init(path: String) throws {
    let store = try HubSQLite(path: path)
    try self.init(hub: Hub(store: store, schema: schema), home: Self.home, isFirst: true)
  }

  /// - Parameter isFirst: the account is not there yet.
  init(hub: Hub, home: String, isFirst: Bool = false) throws {
    self.hub = hub
    self.home = home
    replica = "bench-\(home)"
    let store = hub.store
    if isFirst { try Self.addAccount(Self.account, to: hub) }
    epoch = try store.read { try $0.state().epoch }
    let root = Mutation(.insert, "homes", home, in: home, registers: ["name": "Home"])
    let places = (0..<Self.placeCount).map { index in
      Mutation(
        .insert, "places", "\(home)-place-\(index)", in: home,
        registers: ["name": .text("Place \(index)")])
    }
    let first = changeSet([root] + places)
    grant = first.id.description
    try push([first])
  }

  static func addAccount(_ id: AccountID, to hub: Hub) throws {
    try hub.store.write { writer in
      try writer.putAccount(
        Account(
          id: id, name: id, nameKey: id, displayName: id, passwordHash: "",
          isAdministrator: true, createdAt: 0, personalZone: ""))
    }
  }

  /// Makes so many items.
  func fill(_ count: Int) throws {
    for from in stride(from: 0, to: count, by: 5000) {
      let items = (from..<min(count, from + 5000)).map { item("\(home)-item-\($0)", $0) }
      try push([changeSet(items)])
    }
  }

  /// Gives one item another name.
  func rename(_ index: Int, _ name: String) throws {
    try push([
      changeSet([
        Mutation(
          .update, "items", "\(home)-item-\(index)", in: home,
          registers: ["name": .text(name)])
      ])
    ])
  }

  func changeSet(_ mutations: [Mutation]) -> ChangeSet {
    number += 1
    return ChangeSet(
      id: ChangeSetID(replica: replica, number: number),
      time: HybridTime(milliseconds: WallClock.nowMilliseconds()),
      grants: grant.isEmpty ? [:] : [home: grant], preconditions: [], mutations: mutations)
  }

  func push(_ changeSets: [ChangeSet]) throws {
    let response = try hub.push(
      PushRequest(
        epoch: epoch, replica: replica, acknowledged: changeSets[0].id.number - 1,
        changeSets: changeSets), as: Self.account)
    guard case .answers(let answers, _) = response,
      answers.allSatisfy({ if case .accepted = $0 { true } else { false } })
    else { preconditionFailure("the hub has not taken everything: \(response)") }
  }

  func item(_ id: String, _ index: Int) -> Mutation {
    Mutation(
      .insert, "items", id, in: home,
      registers: [
        "name": .text("Item number \(index)"), "price": .integer(Int64(index)),
        "note": "Bought in the shop at the corner, with two years of warranty.",
        "placeID": .text("\(home)-place-\(index % Self.placeCount)"),
      ])
  }
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func processorSeconds() -> Double {
  var used = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
  return Double(used.tv_sec) + Double(used.tv_nsec) / 1e9
}

func measureSets(rounds: Int) throws {
  let count = 10_000
  var seconds: [String: [Double]] = [:]
  for _ in 0..<rounds {
    let client = try Client(path: ":memory:")
    let ids = (0..<count).map { "item-\($0)" }
    let sets: [(String, [Mutation])] = [
      ("insert", ids.enumerated().map { client.item($1, $0) }),
      (
        "update",
        ids.map {
          Mutation(.update, "items", $0, in: Client.home, registers: ["name": "Another name"])
        }
      ),
      (
        "place",
        ids.map {
          Mutation(
            .update, "items", $0, in: Client.home,
            registers: ["placeID": .text("\(Client.home)-place-7")])
        }
      ),
      ("delete", ids.map { Mutation(.delete, "items", $0, in: Client.home, registers: [:]) }),
    ]
    for (name, mutations) in sets {
      let changeSet = client.changeSet(mutations)
      let begin = processorSeconds()
      try client.push([changeSet])
      seconds[name, default: []].append(processorSeconds() - begin)
    }
  }
  for (name, values) in seconds.sorted(by: { $0.key < $1.key }) {
    let least = values.min() ?? 0
    print(name, "of 10,000: median", Int(median(values) * 1000), "ms, least", Int(least * 1000))
  }
}

/// Commits through SQLite's C interface: each changes as many pages as the hub's, and is flushed
/// as the hub's.
final class Floor {
  private var handle: OpaquePointer?
  private var update: OpaquePointer?
  private static let rowCount = 2000
  private static let rowBytes = 3900
  private var next = 0

  init(path: String) {
    check(sqlite3_open(path, &handle))
    run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=16000")
    run("CREATE TABLE pages (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)")
    run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rowCount))
      INSERT INTO pages SELECT i, randomblob(\(Self.rowBytes)) FROM n
      """)
    check(
      sqlite3_prepare_v2(handle, "UPDATE pages SET bytes = ? WHERE id = ?", -1, &update, nil))
  }

  deinit {
    sqlite3_finalize(update)
    sqlite3_close(handle)
  }

  private func check(_ code: Int32) {
    guard code == SQLITE_OK else { preconditionFailure("SQLite: \(code)") }
  }

  private func run(_ sql: String) { check(sqlite3_exec(handle, sql, nil, nil, nil)) }

  func commit(pages: Int) {
    run("BEGIN IMMEDIATE")
    let bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: next), count: Self.rowBytes)
    for _ in 0..<pages {
      next += 1
      bytes.withUnsafeBytes {
        _ = sqlite3_bind_blob(update, 1, $0.baseAddress, Int32($0.count), nil)
        sqlite3_bind_int64(update, 2, Int64(next % Self.rowCount + 1))
        guard sqlite3_step(update) == SQLITE_DONE else { preconditionFailure("SQLite: no update") }
        sqlite3_reset(update)
      }
    }
    run("COMMIT")
  }
}

func secondsNow() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

/// Pushes of `size` change sets of one record each, in turns with the floor's commits.
func measureDurable(in folder: String, size: Int, pushes: Int) throws {
  let path = "\(folder)/hub-\(size).sqlite"
  let client = try Client(path: path)
  let floor = Floor(path: "\(folder)/floor-\(size).sqlite")
  var index = 0
  func push(_ count: Int) throws -> Double {
    let requests = (0..<count).map { _ in
      (0..<size).map { _ in
        index += 1
        return client.changeSet([client.item("item-\(index)", index)])
      }
    }
    let begin = secondsNow()
    for request in requests { try client.push(request) }
    return secondsNow() - begin
  }
  func logBytes() -> Int {
    var info = stat()
    return stat(path + "-wal", &info) == 0 ? Int(info.st_size) : 0
  }
  let before = logBytes()
  _ = try push(20)
  // A page of the log is 4,096 bytes and its header.
  let pages = max(1, ((logBytes() - before) / 4120 + 10) / 20)
  var (hubSeconds, floorSeconds): ([Double], [Double]) = ([], [])
  for _ in 0..<10 {
    hubSeconds.append(try push(pushes / 10))
    let begin = secondsNow()
    for _ in 0..<(pushes / 10) { floor.commit(pages: pages) }
    floorSeconds.append(secondsNow() - begin)
  }
  let rate = { (seconds: [Double]) in Double(pushes / 10) / median(seconds) }
  let ratios = zip(hubSeconds, floorSeconds).map { $1 / $0 }
  report(
    "durable-\(size)", rate(hubSeconds), "pushes/s",
    ["floor": rate(floorSeconds), "pages": Double(pages), "ratio": median(ratios)])
}

/// Pushes of one change to a small zone and to a large one of the same hub, in turns.
func measureZones(in folder: String) throws {
  let sizes = [1000, 10_000, 100_000]
  let first = try Client(path: "\(folder)/zones.sqlite")
  var clients = [first]
  for size in sizes.dropFirst() {
    clients.append(try Client(hub: first.hub, home: "home-of-\(size)"))
  }
  for (client, size) in zip(clients, sizes) { try client.fill(size) }
  var seconds = [[Double]](repeating: [], count: sizes.count)
  for round in 0..<600 {
    for (index, client) in clients.enumerated() {
      // All over the zone, and never twice the same.
      let item = (round * 7919) % sizes[index]
      let begin = secondsNow()
      try client.rename(item, "Name \(round)")
      seconds[index].append(secondsNow() - begin)
    }
  }
  let smallest = median(seconds[0])
  for (size, values) in zip(sizes, seconds) {
    report(
      "push-\(size)", median(values) * 1000, "ms", ["ratio": median(values) / smallest])
  }
}

/// Removes members from a zone of 50,000 records, while somebody saves in another zone.
func measureRemoval(in folder: String) throws {
  let client = try Client(path: "\(folder)/removal.sqlite")
  let other = try Client(hub: client.hub, home: "home-other")
  try client.fill(50_000)
  try other.fill(10)
  let people = (0..<7).map { "member-\($0)" }
  for person in people {
    try Client.addAccount(person, to: client.hub)
    try client.hub.createInvite(
      Invite(
        id: "invite-\(person)", zone: client.home, role: .readWrite, createdBy: Client.account,
        createdAt: WallClock.nowMilliseconds(),
        expiresAt: WallClock.nowMilliseconds() + 3_600_000, maxUses: 1, tokenHash: person,
        codeHash: person))
    try client.hub.redeem(inviteID: "invite-\(person)", by: person)
  }
  let saves = Saves()
  let thread = Thread {
    var number = 0
    while !saves.isOver {
      let begin = secondsNow()
      number += 1
      do { try other.rename(number % 10, "Name \(number)") } catch {
        preconditionFailure("a save was not accepted: \(error)")
      }
      saves.add(begin, secondsNow())
    }
    saves.hasEnded = true
  }
  thread.start()
  usleep(1_000_000)
  var (worst, lengths): ([Double], [Double]) = ([], [])
  for person in people {
    let begin = secondsNow()
    try client.hub.remove(person, from: client.home, by: Client.account)
    let end = secondsNow()
    lengths.append(end - begin)
    usleep(200_000)
    worst.append(saves.longest(from: begin, to: end))
  }
  let usual = saves.median
  saves.isOver = true
  while !saves.hasEnded { usleep(10_000) }
  report(
    "removal", median(worst) * 1000, "ms",
    ["max": worst.max()! * 1000, "usual": usual * 1000, "removal": median(lengths) * 1000])
}

/// How long each save took. `@unchecked Sendable` because a lock guards it.
final class Saves: @unchecked Sendable {
  private let lock = NSLock()
  private var spans: [(begin: Double, end: Double)] = []
  private var (over, ended) = (false, false)

  var isOver: Bool {
    get { lock.withLock { over } }
    set { lock.withLock { over = newValue } }
  }

  var hasEnded: Bool {
    get { lock.withLock { ended } }
    set { lock.withLock { ended = newValue } }
  }

  func add(_ begin: Double, _ end: Double) { lock.withLock { spans.append((begin, end)) } }

  var median: Double {
    let lengths = lock.withLock { spans.map { $0.end - $0.begin } }.sorted()
    return lengths[lengths.count / 2]
  }

  /// Of the saves that were under way at any moment of a span.
  func longest(from begin: Double, to end: Double) -> Double {
    lock.withLock { spans.filter { $0.end > begin && $0.begin < end }.map { $0.end - $0.begin } }
      .max() ?? 0
  }
}

/// One figure, as tools/bench reads it.
func report(_ name: String, _ value: Double, _ unit: String, _ details: [String: Double]) {
  let listed = details.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
  print(
    "{\"name\": \"\(name)\", \"value\": \(value), \"unit\": \"\(unit)\",",
    "\"details\": {\(listed.joined(separator: ", "))}}")
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "sets": try measureSets(rounds: arguments.dropFirst().first.flatMap { Int($0) } ?? 5)
case "durable" where arguments.count == 2:
  try measureDurable(in: arguments[1], size: 1, pushes: 1000)
  try measureDurable(in: arguments[1], size: 100, pushes: 100)
case "zones" where arguments.count == 2: try measureZones(in: arguments[1])
case "removal" where arguments.count == 2: try measureRemoval(in: arguments[1])
default:
  print("usage: hub-bench sets [ROUNDS] | durable FOLDER | zones FOLDER | removal FOLDER")
  exit(2)
}
