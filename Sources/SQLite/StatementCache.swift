/// The prepared statements of a connection, found by their SQL.
///
/// Most SQL is a literal or a string that somebody keeps, used again and again. Such a string has
/// the same two words of memory each time, so the cache finds it by them without reading its text.
struct StatementCache {
  /// More statements than this mean that somebody builds SQL from data.
  static let maxStatements = 500
  /// The number of places for strings found by their words; a power of two.
  private static let placeCount = 512

  /// A string and the statement prepared from it. Holding the string keeps any other from taking
  /// its address.
  private struct Place {
    let sql: String
    let statement: Statement

    var words: Words { Words(sql) }
  }

  private struct Words: Equatable {
    let first: UInt64
    let second: UInt64

    /// The two words contain a short string itself; of a long one they hold address and length.
    init(_ text: String) { self = unsafeBitCast(text, to: Words.self) }

    var place: Int {
      let mixed = (first ^ second &* 0x9e37_79b9_7f4a_7c15) &* 0xd6e8_feb8_6659_fd93
      return Int(truncatingIfNeeded: mixed >> 32) & (StatementCache.placeCount - 1)
    }
  }

  private var places: [Place?] = Array(repeating: nil, count: placeCount)
  private var statements: [String: Statement] = [:]

  /// The statement for `sql`, which may be in use.
  mutating func find(_ sql: String) -> Statement? {
    let words = Words(sql)
    if let place = places[words.place], place.words == words { return place.statement }
    guard let statement = statements[sql] else { return nil }
    places[words.place] = Place(sql: sql, statement: statement)
    return statement
  }

  /// Keeps a statement, unless there is one for its SQL already.
  mutating func keep(_ statement: Statement) {
    guard statements[statement.sql] == nil else { return }
    if statements.count >= Self.maxStatements {
      removeUnused()
    }
    statements[statement.sql] = statement
  }

  mutating func removeAll() { self = StatementCache() }

  /// Drops the statements that are not in use.
  mutating func removeUnused() {
    statements = statements.filter { $0.value.isInUse }
    places = Array(repeating: nil, count: Self.placeCount)
  }
}
