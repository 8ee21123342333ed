extension HubSQLiteSchema {
  /// The judgement of each number, kept as long as the incarnation; and more about holds.
  static let judged = """
    -- hash: of the content; NULL where an older program judged it. answer: NULL once the replica
    -- has said that it stored it, unless it was refused: a replica that has lost what it stored is
    -- told again.
    CREATE TABLE judged (
      replica TEXT NOT NULL,
      number INTEGER NOT NULL,
      hash BLOB,
      answer BLOB,
      isRefused INTEGER NOT NULL CHECK (isRefused IN (0, 1)),
      PRIMARY KEY (replica, number)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO judged (replica, number, answer, isRefused)
    SELECT replica, number, bytes, CAST(bytes AS TEXT) LIKE '{"no"%' FROM answers;
    DROP TABLE answers;
    -- Of numbers up to here that are not in `judged` nothing is known but that they were judged.
    ALTER TABLE acknowledgements
      ADD COLUMN unhashedThrough INTEGER NOT NULL DEFAULT 0 CHECK (unhashedThrough >= 0);
    UPDATE acknowledgements SET unhashedThrough = number;
    ALTER TABLE holds ADD COLUMN accountID TEXT NOT NULL DEFAULT '';
    ALTER TABLE holds ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE holds ADD COLUMN nextReplica TEXT;
    ALTER TABLE holds ADD COLUMN nextUntil INTEGER NOT NULL DEFAULT 0;
    """
}
