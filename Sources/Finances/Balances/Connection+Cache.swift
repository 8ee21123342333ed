import SQLite

extension Connection {
  /// Runs `body`, which may be a part of a transaction and touches many pages, with a page cache of
  /// at least that size. What it takes more is given back when the transaction has ended.
  func withCache<Result>(kibibytes: Int, _ body: () throws -> Result) throws -> Result {
    // Below zero it is a size, as every connection here has it.
    let usual = try first("PRAGMA cache_size") { $0.integer(0) } ?? 0
    guard usual < 0, usual > -Int64(kibibytes) else { return try body() }
    try setCache(kibibytes: kibibytes)
    defer {
      // If this fails, the cache stays larger and costs memory, nothing else.
      try? setCache(kibibytes: Int(-usual))
    }
    return try body()
  }
}
