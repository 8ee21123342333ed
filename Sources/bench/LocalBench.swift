import HearthDomain
import CBench
import Glibc
import Replica
import SQLite
import SyncProtocol
import Things
import Threads

/// Captured inserts and decoded reads on a replica's file against plain C on the same schema.
struct LocalBench {
  var folder: String
  var rowCount: Int
  var pointReadCount: Int

  private static let account = "018f0000-0000-7000-8000-0000000000aa"

  func run() throws {
    mkdir(folder, 0o755)
    let captured = "\(folder)/captured.db"
    let plain = "\(folder)/plain.db"
    for path in [captured, plain] { Self.remove(path) }
    let file = try Self.open(captured)
    let home = try file.write { try CreateHome(HomeDetails(name: "Harbour Street"))($0).id }
    let locations = try file.read { connection in
      try connection.query("SELECT id FROM locations") { $0.text(0) }
    }
    let source = ItemRows(
      home: home, account: Self.account, locations: locations,
      startMilliseconds: 1_767_225_600_000)
    let rows = (0..<rowCount).map(source.values)
    try file.read { try $0.executeScript("SELECT 1") }
    try Self.copy(captured, to: plain)

    let swift = try insertCaptured(rows, file)
    let c = try insertPlain(rows, plain)
    try Measurement(
      "captured-insert", Double(rowCount) / swift, "rows/s",
      ["reference": Double(rowCount) / c, "ratio": c / swift]
    ).report()
    try pointReads(rows, file, plain)
    try rangeReads(home, file, plain)
  }

  private static func open(_ path: String) throws -> ReplicaFile {
    try ReplicaFile(
      path: path, domain: Migrations(HearthDomain.migrations), schema: HearthDomain.schema,
      accountID: account, environment: .init(now: wallMilliseconds, random: .init()),
      pool: ThreadPool(name: "bench", threads: 2, maxWaiting: 64))
  }

  private static func remove(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-incarnation"] { unlink(path + suffix) }
  }

  private static func copy(_ path: String, to destination: String) throws {
    let source = try Connection(path: path, mode: .readOnly)
    _ = try source.execute("VACUUM INTO ?", .text(destination))
  }

  // MARK: Insert

  private func insertCaptured(_ rows: [[Value]], _ file: ReplicaFile) throws -> Double {
    let start = monotonicSeconds()
    try file.write { transaction in
      for row in rows { try transaction.connection.execute(Item.sql.insert, row) }
    }
    return monotonicSeconds() - start
  }

  private func insertPlain(_ rows: [[Value]], _ path: String) throws -> Double {
    let columns = Item.sql.columns.count
    let values = UnsafeMutablePointer<bench_value>.allocate(capacity: rows.count * columns)
    var texts: [UnsafeMutablePointer<CChar>] = []
    defer {
      for text in texts { free(text) }
      values.deallocate()
    }
    for (row, rowValues) in rows.enumerated() {
      for (column, value) in rowValues.enumerated() {
        var plain = bench_value(bytes: nil, integer: 0, count: 0, kind: 0)
        switch value {
        case .integer(let integer): (plain.integer, plain.kind) = (integer, 1)
        case .text(let text):
          guard let copy = strdup(text) else { throw BenchFailure("out of memory") }
          texts.append(copy)
          plain = bench_value(bytes: copy, integer: 0, count: Int32(text.utf8.count), kind: 2)
        default: break
        }
        values[row * columns + column] = plain
      }
    }
    var seconds = 0.0
    let code = bench_insert(
      path, Item.sql.insert, values, Int64(rows.count), Int32(columns), &seconds)
    guard code == 0 else { throw BenchFailure("the C reference failed with \(code)") }
    return seconds
  }

  // MARK: Reads

  private func pointReads(_ rows: [[Value]], _ file: ReplicaFile, _ plain: String) throws {
    var random = SplitMix(7)
    let keys = (0..<pointReadCount).map { _ in
      rows[Int.random(in: 0..<rows.count, using: &random)][0].text ?? ""
    }
    let start = monotonicSeconds()
    var found = 0
    for key in keys {
      let item = try file.read { try Item.find(key, in: $0) }
      found += item == nil ? 0 : 1
    }
    let swift = monotonicSeconds() - start
    guard found == keys.count else { throw BenchFailure("a row that was inserted is not found") }
    let texts = keys.map { strdup($0) }
    defer { for text in texts { free(text) } }
    var (seconds, checksum): (Double, Int64) = (0, 0)
    let pointers = texts.map { UnsafePointer($0) }
    let code = bench_point_reads(
      plain, "\(Item.sql.select) WHERE id = ?", pointers, Int64(keys.count), &seconds, &checksum)
    guard code == 0, checksum > 0 else { throw BenchFailure("the C reference failed with \(code)") }
    let count = Double(keys.count)
    try Measurement(
      "point-read", count / swift, "reads/s",
      ["reference": count / seconds, "ratio": seconds / swift]
    ).report()
  }

  private func rangeReads(_ home: ZoneID, _ file: ReplicaFile, _ plain: String) throws {
    let start = monotonicSeconds()
    let items = try file.read { try Item.all(where: "homeID = ?", [.text(home)], in: $0) }
    let swift = monotonicSeconds() - start
    var (seconds, rows): (Double, Int64) = (0, 0)
    let code = bench_range_read(
      plain, "\(Item.sql.select) WHERE homeID = ?", home, &seconds, &rows)
    guard code == 0, rows == items.count else {
      throw BenchFailure("the C reference read \(rows) rows, not \(items.count)")
    }
    try Measurement(
      "range-read", Double(items.count) / swift, "rows/s",
      ["reference": Double(rows) / seconds, "ratio": seconds / swift]
    ).report()
  }
}
