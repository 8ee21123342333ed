import Foundation
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())

func option(_ name: String) -> String? {
  guard let index = arguments.firstIndex(of: "--\(name)"), index + 1 < arguments.count else {
    return nil
  }
  return arguments[index + 1]
}

func number(_ name: String, _ standard: Int) -> Int { option(name).flatMap { Int($0) } ?? standard }

func required(_ name: String) throws -> String {
  guard let value = option(name) else { throw BenchFailure("--\(name) is missing") }
  return value
}

func port() throws -> UInt16 {
  guard let port = UInt16(try required("port")) else { throw BenchFailure("--port is no port") }
  return port
}

func manifest() throws -> Manifest { try Manifest.load("\(try required("data"))/bench.json") }

func syncBench() throws -> SyncBench {
  try SyncBench(manifest: manifest(), port: port(), folder: required("folder"))
}

do {
  signal(SIGPIPE, SIG_IGN)
  switch arguments.first {
  case "local":
    try LocalBench(
      folder: required("folder"), rowCount: number("rows", 100_000),
      pointReadCount: number("reads", 100_000)
    ).run()
  case "fill":
    let sizes = (option("sizes") ?? "").split(separator: ",").compactMap { Int($0) }
    try await FillBench(
      folder: required("data"), homes: number("homes", 0), itemsPerHome: number("items", 0),
      sizes: sizes, members: number("members", 0), listeners: number("listeners", 0),
      listenerItems: number("listener-items", 0),
      joinItems: number("join", 0), joiners: number("joiners", 3),
      listenersShare: arguments.contains("--listeners-share"), familyDays: number("family-days", 0),
      groupCount: number("groups", 0), expensesPerGroup: number("expenses", 0)
    ).run()
  case "propagation":
    try await syncBench().propagation(
      option("name") ?? "propagation", from: 0, to: 1, count: number("count", 300))
  case "incremental": try await syncBench().incremental(count: number("count", 100))
  case "join":
    try await JoinBench(
      manifest: manifest(), port: port(), folder: required("folder"), joiner: number("joiner", 0)
    ).run()
  case "streams":
    try StreamBench(
      manifest: manifest(), port: port(), count: number("count", 10_000),
      process: number("process", 0)
    ).run()
  case "storm":
    try StormBench(manifest: manifest(), port: port(), count: number("count", 5_000)).run()
  case "family-seen":
    try await FamilyBench(manifest: manifest(), port: port(), folder: required("folder"))
      .seen(others: number("others", 20), count: number("count", 200))
  case "family-pages":
    try FamilyBench(manifest: manifest(), port: port(), folder: "").pages(
      count: number("count", 500))
  case "replicas":
    try ReplicasBench(
      manifest: manifest(), port: port(), process: number("process", 0)
    ).run()
  case "pages":
    let bench = try PageBench(
      manifest: manifest(), port: port(), count: number("count", 300),
      prefix: option("prefix") ?? "page-")
    try bench.warmUp(limitSeconds: 300)
    try bench.switches()
    try bench.run()
  case "import", "export":
    let bench = try ImportBench(
      manifest: manifest(), port: port(), process: number("process", 0),
      rowCount: number("rows", 50_000))
    if arguments.first == "import" { try bench.run() } else { try bench.export() }
  case "merge": try await MergeBench(folder: required("folder")).run()
  case "money":
    try await MoneyBench(
      folder: required("folder"), groupCount: number("groups", 1),
      expensesPerGroup: number("expenses", 10_000), count: number("count", 300)
    ).run()
  case "money-import":
    try MoneyImportBench(
      folder: required("folder"), rowCount: number("rows", 20_000)
    ).run()
  case "group-pages":
    try GroupBench(manifest: manifest(), port: port(), folder: "").pages(
      count: number("count", 300))
  case "group-links":
    try GroupBench(manifest: manifest(), port: port(), folder: "").links(
      count: number("count", 300))
  case "group-seen":
    try await GroupBench(manifest: manifest(), port: port(), folder: required("folder")).seen(
      count: number("count", 300))
  case "expense-push":
    try await ExpensePushBench(
      port: port(), folder: required("folder"), group: required("group"),
      seconds: Double(number("seconds", 10)), name: required("name"), password: required("password")
    ).run(devices: number("devices", 8), count: number("count", 4_000))
  case "settle": try GroupBench.settle(count: number("count", 200))
  case "turns": try await TurnsBench(folder: required("folder")).run()
  case "photos":
    try PhotoBench(
      manifest: manifest(), port: port(), process: number("process", 0), count: number("count", 200)
    ).run()
  case "table":
    // For a look at it, or for another program.
    let table = InventoryTable(rowCount: number("rows", 50_000)).bytes
    FileHandle.standardOutput.write(Data(table))
  case "peer":
    let (manifest, seconds) = (try manifest(), Double(number("seconds", 10)))
    let isKinto = option("server") == "kinto"
    let peer: any Peer =
      isKinto
      ? try KintoPeer(port: port()) : try HearthPeer(port: port(), manifest: manifest)
    let bench = PeerBench(
      name: isKinto ? "kinto" : "hearth", peer: peer, home: manifest.homes[0].id,
      account: manifest.owner.account, seconds: seconds)
    // Prepared requests are kept in memory; the faster server needs more to be kept busy.
    let requests = number("requests", isKinto ? 60 : 400)
    switch option("phase") {
    case "push": try bench.runPush(requests: requests)
    case "single": try bench.runSingles(number("requests", isKinto ? 4000 : 40_000))
    case "pull": try bench.runPull()
    case "follow": try bench.runFollow(requests: requests)
    default: throw BenchFailure("--phase is push, single, pull or follow")
    }
  default:
    throw BenchFailure(
      "bench local|fill|propagation|incremental|join|streams|storm|family-seen|family-pages|pages|"
        + "group-pages|group-links|group-seen|expense-push|settle|money|money-import|"
        + "import|export|photos|merge|"
        + "turns|table|"
        + "peer; "
        + "tools/bench runs them in order")
  }
} catch {
  let text = "bench: \(error)\n"
  _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(1)
}
