extension HubSQLiteSchema {
  /// Keys of people's own programs, and stored answers to requests that may be sent twice.
  static let accessTokens = """
    CREATE TABLE accessTokens (
      id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
      accountID TEXT NOT NULL,
      name TEXT NOT NULL CHECK (name <> ''),
      secretHash TEXT NOT NULL UNIQUE,
      scope TEXT NOT NULL CHECK (scope IN ('read', 'write')),
      homeID TEXT,
      createdAt INTEGER NOT NULL,
      lastUsedAt INTEGER,
      expiresAt INTEGER
    ) STRICT;
    -- An account's list of tokens, and ending all of them.
    CREATE INDEX accessTokensByAccount ON accessTokens (accountID, createdAt);
    CREATE TABLE keptAnswers (
      accountID TEXT NOT NULL,
      keyHash TEXT NOT NULL,
      requestHash TEXT NOT NULL,
      run TEXT NOT NULL,
      startedAt INTEGER NOT NULL,
      -- NULL while the request is under way.
      status INTEGER,
      location TEXT NOT NULL,
      body BLOB NOT NULL,
      PRIMARY KEY (accountID, keyHash)
    ) STRICT;
    -- Forgetting what is older than a day.
    CREATE INDEX keptAnswersByAge ON keptAnswers (startedAt);
    """

  /// Tokens with the scope `sharing`; their `scope` column holds `write`.
  static let sharingTokens = """
    ALTER TABLE accessTokens
      ADD COLUMN mayShare INTEGER NOT NULL DEFAULT 0 CHECK (mayShare IN (0, 1));
    """
}
