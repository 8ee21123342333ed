import SQLite

/// An index of words over a table of derived rows, by which a search finds them.
///
/// SQLite's full-text index consists of segments, and nothing is ever removed from one: that a word
/// is gone is recorded in a new segment, together with the word. Only when all segments are merged
/// into one has the word disappeared. Left to itself, SQLite may take years to do that in a home
/// that changes little (decision 0038).
package struct WordIndex: Sendable {
  /// The full-text table. Its rows have the numbers of the rows that they are about.
  package let terms: String
  /// The table of one row that says how far erasing has come.
  package let state: String
  private let insertion: String
  private let removal: String

  package init(terms: String, state: String) {
    (self.terms, self.state) = (terms, state)
    insertion = "INSERT INTO \(terms)(rowid, text) VALUES (?, ?)"
    removal = "INSERT INTO \(terms)(\(terms), rowid, text) VALUES ('delete', ?, ?)"
  }

  /// The index over the column `text` of a table.
  ///
  /// Only whether a word is there is ever asked: no positions, no sizes. The first letters of a
  /// word are what most rows have, so they are indexed by themselves.
  package static func termsSQL(_ terms: String, over table: String) -> String {
    """
    CREATE VIRTUAL TABLE \(terms) USING fts5(
      text, content='\(table)', content_rowid='docID', detail=none, columnsize=0,
      prefix='1 2 3', tokenize='unicode61 remove_diacritics 2');
    """
  }

  /// - Parameter text: made by ``SearchText/index(_:)``.
  package func add(_ number: Int64, _ text: String, _ connection: Connection) throws {
    try connection.execute(insertion, .integer(number), .text(text))
  }

  /// - Parameter text: the very text that was added.
  package func remove(_ number: Int64, _ text: String, _ connection: Connection) throws {
    try connection.execute(removal, .integer(number), .text(text))
  }

  package func removeAll(_ connection: Connection) throws {
    try connection.execute("INSERT INTO \(terms)(\(terms)) VALUES ('delete-all')")
  }

  /// The numbers of the rows that an expression of FTS5 finds; `nil` if they exceed `limit`.
  package func numbers(
    matching expression: String, limit: Int, _ connection: Connection
  ) throws -> [Int64]? {
    let found = try connection.query(
      "SELECT rowid FROM \(terms) WHERE \(terms) MATCH ? LIMIT ?", .text(expression),
      .integer(Int64(limit) + 1)
    ) { $0.integer(0) }
    return found.count <= limit ? found : nil
  }
}

// MARK: - Erasing words of removed content

extension WordIndex {
  /// How long removed words may stay, apart from the wait for the next upkeep.
  ///
  /// Together with the two weeks for which a device keeps its own writes, this stays below the 30
  /// days after which nothing may be left.
  package static let eraseMilliseconds: Int64 = 7 * 86_400_000
  /// Index pages written in one transaction; anybody who saves something meanwhile waits for them.
  private static let pagesPerStep: Int64 = 32

  /// Erases removed words from the index, at most once a week and only if there are any.
  ///
  /// Each call is one step in the open transaction. Others can write between the steps, and after a
  /// restart the next call continues.
  ///
  /// - Parameter now: milliseconds since 1970.
  /// - Returns: whether there is more to do.
  package func eraseRemoved(_ connection: Connection, now: Int64) throws -> Bool {
    let found = try connection.first(
      """
      SELECT isErasing, hasRemoved AND (erasedAt <= ?1 - ?2 OR erasedAt > ?1) FROM \(state)
      """, .integer(now), .integer(Self.eraseMilliseconds)
    ) { (isErasing: $0.bool(0), isDue: $0.bool(1)) }
    guard let found, found.isErasing || found.isDue else { return false }
    if !found.isErasing {
      try connection.execute(
        "UPDATE \(state) SET hasRemoved = 0, isErasing = 1, erasedAt = ?", .integer(now))
      // A negative number starts merging all present segments; a positive one continues.
      try merge(pages: -Self.pagesPerStep, connection)
      return true
    }
    if try merge(pages: Self.pagesPerStep, connection) { return true }
    try connection.execute("UPDATE \(state) SET isErasing = 0")
    return false
  }

  package func noteRemoved(_ connection: Connection) throws {
    try connection.execute("UPDATE \(state) SET hasRemoved = 1 WHERE hasRemoved = 0")
  }

  /// Returns whether anything was merged: SQLite then reports more than the one change that the
  /// statement itself counts as.
  @discardableResult
  private func merge(pages: Int64, _ connection: Connection) throws -> Bool {
    let before = connection.totalChanges
    try connection.execute(
      "INSERT INTO \(terms)(\(terms), rank) VALUES ('merge', ?)", .integer(pages))
    return connection.totalChanges - before >= 2
  }
}
