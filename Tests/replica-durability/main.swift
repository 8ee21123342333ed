import Glibc
import Hub
import HubSQLite
import LocalTransport
import Replica
import SQLite
import SyncProtocol
import Things
import Threads

// Adds numbered items with parts to a replica's file and syncs it with a hub, each in its own file,
// until it is killed. Prints "written N" once the replica and "synced N" once the hub has
// acknowledged item N, and "failed: …" where one of them could not. Its parent then checks that
// what was acknowledged is there. `replica-durability REPLICA HUB`

signal(SIGXFSZ, SIG_IGN)

func now() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}

@Sendable func say(_ text: String) {
  let bytes = Array((text + "\n").utf8)
  // A parent that is gone wants nothing more.
  if write(STDOUT_FILENO, bytes, bytes.count) != bytes.count { exit(1) }
}

let account = "ana"
let pool = ThreadPool(name: "durability", threads: 2, maxWaiting: 64)
let store = try HubSQLite(path: CommandLine.arguments[2])
let hub = Hub(store: store, schema: Things.schema, now: now)
if try store.read({ try $0.account(account) }) == nil {
  let new = Account(
    id: account, name: account, nameKey: account, displayName: account, passwordHash: "-",
    isAdministrator: true, createdAt: 1, personalZone: "personal-ana")
  try store.write { writer in
    try writer.putAccount(new)
    try hub.createPersonalZone(for: new, writer: writer)
  }
}
let transport = InProcessTransport(
  hub: hub, account: account, pokes: Pokes(hub: hub, pool: pool), pool: pool)
let file = try ReplicaFile(
  path: CommandLine.arguments[1], domain: Migrations(Things.migrations),
  schema: Things.schema, accountID: account,
  environment: Replica.Environment(now: now, random: Replica.RandomSource()), pool: pool)

try await file.sync(via: transport)
let known = try file.read { connection in
  (
    try connection.first("SELECT id FROM homes") { $0.text(0) },
    try connection.first("SELECT coalesce(max(quantity), 0) FROM items") { $0.integer(0) } ?? 0
  )
}
let home =
  if let id = known.0 { id } else {
    try file.write { try CreateHome(HomeDetails(name: "Flat"))($0).id }
  }
var number = known.1
while true {
  let next = number + 1
  do {
    try file.write { transaction in
      var details = ItemDetails(name: "Item \(next)", currency: "EUR")
      details.quantity = next
      try AddItem(
        homeID: home, details,
        labelIDs: [
          HomeDefaults.labelID("Books", home: home), HomeDefaults.labelID("Tools", home: home),
        ], fields: [CustomField(name: "Number", value: "\(next)")])(transaction)
    }
    number = next
    say("written \(number)")
    guard number % 3 == 0 else { continue }
    try await file.sync(via: transport)
    say("synced \(number)")
  } catch {
    say("failed: \(error)")
    usleep(10_000)
  }
}
