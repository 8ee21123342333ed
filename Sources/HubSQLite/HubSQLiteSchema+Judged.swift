extension HubSQLiteSchema {
  /// What was judged under each number, for as long as the incarnation; and who had a zone alone.
  static let judged = """
    -- hash: of the content; NULL where an older program judged it. answer: NULL once the replica
    -- has said that it stored it.
    CREATE TABLE judged (
      replica TEXT NOT NULL,
      number INTEGER NOT NULL,
      hash BLOB,
      answer BLOB,
      PRIMARY KEY (replica, number)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO judged (replica, number, answer) SELECT replica, number, bytes FROM answers;
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
