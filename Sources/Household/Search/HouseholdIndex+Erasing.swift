import SQLite

/// Words of what is gone.
///
/// SQLite's full-text index is made of segments, and nothing is ever taken out of one: that a word
/// is gone is written into a new segment, with the word. Only when all segments are merged into
/// one is it in none of them. SQLite does that when it suits it, for a home that changes little
/// in years (decision 0038).
extension HouseholdIndex {
  static let erasingSQL = """
    -- Whether `itemTerms` may hold words of what is gone, of which `isErasing` does not rid it.
    ALTER TABLE itemIndexState ADD COLUMN hasRemoved INTEGER NOT NULL DEFAULT 1
      CHECK (hasRemoved IN (0, 1));
    -- Whether the segments of `itemTerms` are being merged into one, and when that was last begun,
    -- in milliseconds since 1970.
    ALTER TABLE itemIndexState ADD COLUMN isErasing INTEGER NOT NULL DEFAULT 0
      CHECK (isErasing IN (0, 1));
    ALTER TABLE itemIndexState ADD COLUMN erasedAt INTEGER NOT NULL DEFAULT 0;
    """

  /// Words that are gone stay so long at most, and until the next upkeep: with the two weeks that a
  /// device keeps what it wrote itself, less than the 30 days after which nothing is to be left.
  package static let eraseMilliseconds: Int64 = 7 * 86_400_000
  /// Of the index, written in one transaction: whoever saves something meanwhile waits for them.
  private static let pagesPerStep: Int64 = 32

  /// Rids the index of words that are gone, once a week and only when there are some. One step in
  /// the open transaction; others write between the steps, and a process that ends in between goes
  /// on with the next one.
  ///
  /// - Parameter now: milliseconds since 1970.
  /// - Returns: whether there is more to do.
  package static func eraseRemoved(_ connection: Connection, now: Int64) throws -> Bool {
    let state = try connection.first(
      """
      SELECT isErasing, hasRemoved AND (erasedAt <= ?1 - ?2 OR erasedAt > ?1) FROM itemIndexState
      """, .integer(now), .integer(eraseMilliseconds)
    ) { (isErasing: $0.bool(0), isDue: $0.bool(1)) }
    guard let state, state.isErasing || state.isDue else { return false }
    if !state.isErasing {
      try connection.execute(
        "UPDATE itemIndexState SET hasRemoved = 0, isErasing = 1, erasedAt = ?", .integer(now))
      // A negative number takes all segments that there are, one that goes on with them.
      try merge(pages: -pagesPerStep, connection)
      return true
    }
    if try merge(pages: pagesPerStep, connection) { return true }
    try connection.execute("UPDATE itemIndexState SET isErasing = 0")
    return false
  }

  static func noteRemoved(_ connection: Connection) throws {
    try connection.execute("UPDATE itemIndexState SET hasRemoved = 1 WHERE hasRemoved = 0")
  }

  /// Returns whether there was anything to merge: SQLite says that with more than the one change
  /// that the statement itself is.
  @discardableResult
  private static func merge(pages: Int64, _ connection: Connection) throws -> Bool {
    let before = connection.totalChanges
    try connection.execute(
      "INSERT INTO itemTerms(itemTerms, rank) VALUES ('merge', ?)", .integer(pages))
    return connection.totalChanges - before >= 2
  }
}
