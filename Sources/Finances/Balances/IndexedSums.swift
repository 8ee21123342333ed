import SQLite

/// What an index keeps of some rows in sum.
struct IndexedSum: Equatable {
  var count: Int64 = 0
  var first: Int128 = 0
  /// Zero where the index has one sum only.
  var second: Int128 = 0

  mutating func add(_ other: IndexedSum, sign: Int64 = 1) {
    // Wraps on overflow, as a replica's file may hold anything: taking the same away later makes
    // it right again.
    count &+= sign &* other.count
    first &+= Int128(sign) &* other.first
    second &+= Int128(sign) &* other.second
  }
}

/// What an index has a sum for: the key of a row of one of its tables.
protocol IndexedSumKey: Hashable {
  static var table: String { get }
  static var columns: [String] { get }
  /// The columns of one sum or two. The upper 64 bits of each have a column of their own, such as
  /// `paidHigh`.
  static var sums: [String] { get }
  var values: [Value] { get }
}

/// By how much the sums of an index have changed since they were stored.
struct IndexedSums<Key: IndexedSumKey> {
  private var changes: [Key: IndexedSum] = [:]

  mutating func count(_ key: Key, _ first: Int128, _ second: Int128 = 0, sign: Int64) {
    changes[key, default: IndexedSum()].add(
      IndexedSum(count: 1, first: first, second: second), sign: sign)
  }

  mutating func forget(where isForgotten: (Key) -> Bool) {
    changes = changes.filter { !isForgotten($0.key) }
  }

  /// Adds the changes to the stored sums.
  ///
  /// - Parameter isFirst: no sum is stored yet.
  mutating func store(isFirst: Bool = false, in connection: Connection) throws {
    let condition = Key.columns.map { "\($0) = ?" }.joined(separator: " AND ")
    let columns = Key.sums.flatMap { [$0, $0 + "High"] }
    let all = Key.columns + ["count"] + columns
    let insert = """
      INSERT INTO \(Key.table) (\(all.joined(separator: ", ")))
        VALUES (\(all.map { _ in "?" }.joined(separator: ", ")))
      """
    let select = """
      SELECT count, \(columns.joined(separator: ", ")) FROM \(Key.table) WHERE \(condition)
      """
    for (key, change) in changes where change != IndexedSum() {
      let place = key.values
      let stored = isFirst ? nil : try connection.first(select, place) { Self.read($0) }
      if stored != nil {
        try connection.execute("DELETE FROM \(Key.table) WHERE \(condition)", place)
      }
      var sum = stored ?? IndexedSum()
      sum.add(change)
      guard sum.count != 0 else { continue }
      let values: [Value] = [
        .integer(sum.count), .integer(sum.first.low), .integer(sum.first.high),
        .integer(sum.second.low), .integer(sum.second.high),
      ]
      try connection.execute(insert, place + values.prefix(1 + columns.count))
    }
    changes = [:]
  }

  private static func read(_ row: Statement) -> IndexedSum {
    IndexedSum(
      count: row.integer(0), first: Int128(low: row.integer(1), high: row.integer(2)),
      second: Key.sums.count < 2 ? 0 : Int128(low: row.integer(3), high: row.integer(4)))
  }
}
