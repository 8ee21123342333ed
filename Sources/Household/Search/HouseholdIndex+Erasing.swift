import SQLite

/// Erases words of removed content from the index of words.
///
/// SQLite's full-text index consists of segments, and nothing is ever removed from one: that a word
/// is gone is recorded in a new segment, together with the word. Only when all segments are merged
/// into one has the word disappeared. Left to itself, SQLite may take years to do that in a home
/// that changes little (decision 0038).
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
      // A negative number starts merging all present segments; a positive one continues.
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

  /// Returns whether anything was merged: SQLite then reports more than the one change that the
  /// statement itself counts as.
  @discardableResult
  private static func merge(pages: Int64, _ connection: Connection) throws -> Bool {
    let before = connection.totalChanges
    try connection.execute(
      "INSERT INTO itemTerms(itemTerms, rank) VALUES ('merge', ?)", .integer(pages))
    return connection.totalChanges - before >= 2
  }
}
