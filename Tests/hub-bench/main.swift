import CSQLite
import Foundation
import Hub
import HubSQLite
import SyncProtocol

// Measures a hub without a network:
//
//   hub-bench sets [ROUNDS]    processor time of change sets of 10,000 mutations, in memory
//   hub-bench durable FOLDER   durable pushes, beside SQLite's own commits of as many pages

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

/// One account's home on a hub, and a client that writes to it by hand.
final class Client {
  static let account = "ann"
  static let home = "home-0001"
  static let placeCount = 50

  let hub: Hub
  private let epoch: String
  private var number: Int64 = 0
  private var grant = ""

  init(path: String) throws {
    let store = try HubSQLite(path: path)
    hub = Hub(store: store, schema: schema)
    try store.write { writer in
      try writer.putAccount(
        Account(
          id: Self.account, name: Self.account, nameKey: Self.account, displayName: "Ann",
          passwordHash: "", isAdministrator: true, createdAt: 0, personalZone: ""))
    }
    epoch = try store.read { try $0.state().epoch }
    let root = Mutation(.insert, "homes", Self.home, in: Self.home, registers: ["name": "Home"])
    let places = (0..<Self.placeCount).map { index in
      Mutation(
        .insert, "places", "place-\(index)", in: Self.home,
        registers: ["name": .text("Place \(index)")])
    }
    let first = changeSet([root] + places)
    grant = first.id.description
    try push([first])
  }

  func changeSet(_ mutations: [Mutation]) -> ChangeSet {
    number += 1
    return ChangeSet(
      id: ChangeSetID(replica: "bench", number: number),
      time: HybridTime(milliseconds: WallClock.nowMilliseconds()),
      grants: grant.isEmpty ? [:] : [Self.home: grant], preconditions: [], mutations: mutations)
  }

  func push(_ changeSets: [ChangeSet]) throws {
    let response = try hub.push(
      PushRequest(
        epoch: epoch, replica: "bench", acknowledged: changeSets[0].id.number - 1,
        changeSets: changeSets), as: Self.account)
    guard case .answers(let answers, _) = response,
      answers.allSatisfy({ if case .accepted = $0 { true } else { false } })
    else { preconditionFailure("the hub has not taken everything: \(response)") }
  }

  static func item(_ id: String, _ index: Int) -> Mutation {
    Mutation(
      .insert, "items", id, in: home,
      registers: [
        "name": .text("Item number \(index)"), "price": .integer(Int64(index)),
        "note": "Bought in the shop at the corner, with two years of warranty.",
        "placeID": .text("place-\(index % placeCount)"),
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
      ("insert", ids.enumerated().map { Client.item($1, $0) }),
      (
        "update",
        ids.map {
          Mutation(.update, "items", $0, in: Client.home, registers: ["name": "Another name"])
        }
      ),
      (
        "place",
        ids.map {
          Mutation(.update, "items", $0, in: Client.home, registers: ["placeID": "place-7"])
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
        return client.changeSet([Client.item("item-\(index)", index)])
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
  print(
    "pushes of \(size): \(Int(rate(hubSeconds)))/s, \(Int(rate(floorSeconds)))/s by SQLite alone,",
    "\(pages) pages each; ratio", String(format: "%.2f", median(ratios)))
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "sets": try measureSets(rounds: arguments.dropFirst().first.flatMap { Int($0) } ?? 5)
case "durable" where arguments.count == 2:
  try measureDurable(in: arguments[1], size: 1, pushes: 1000)
  try measureDurable(in: arguments[1], size: 100, pushes: 100)
default:
  print("usage: hub-bench sets [ROUNDS] | durable FOLDER")
  exit(2)
}
