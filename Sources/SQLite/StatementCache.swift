/// The prepared statements of a connection, found by their SQL.
///
/// Most SQL is a literal or a text that somebody keeps, and is asked for again and again. Such a
/// text is the same two words of memory each time and is found by these, without a look at what it
/// says.
struct StatementCache {
  /// More than this is a leak: somebody builds SQL from data.
  static let maxStatements = 500
  /// Places for texts found by their words; a power of two.
  private static let placeCount = 512

  /// A text and what was prepared from it. It keeps the text: as long as it does, nothing else is
  /// at the same address.
  private struct Place {
    let sql: String
    let statement: Statement

    var words: Words { Words(sql) }
  }

  private struct Words: Equatable {
    let first: UInt64
    let second: UInt64

    /// A short text is in the words itself; of a long one they say where it is and how long.
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

  /// Lets go of those that nobody steps through.
  mutating func removeUnused() {
    statements = statements.filter { $0.value.isInUse }
    places = Array(repeating: nil, count: Self.placeCount)
  }
}
