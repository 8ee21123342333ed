extension HubSQLiteSchema {
  /// The last restore, how much it made void, and the devices that may have what was lost.
  static let recovery = """
    -- One row, once the hub was restored.
    CREATE TABLE restores (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      epoch TEXT NOT NULL CHECK (epoch <> ''),
      restoredAt INTEGER NOT NULL,
      stateAt INTEGER,
      sessions INTEGER NOT NULL CHECK (sessions >= 0),
      accessTokens INTEGER NOT NULL CHECK (accessTokens >= 0),
      calendarFeeds INTEGER NOT NULL CHECK (calendarFeeds >= 0),
      invites INTEGER NOT NULL CHECK (invites >= 0),
      offers INTEGER NOT NULL CHECK (offers >= 0)
    ) STRICT;
    CREATE TABLE awaitedDevices (
      accountID TEXT NOT NULL
        REFERENCES accounts (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      label TEXT NOT NULL,
      -- NULL: it was not signed in when the backup was made.
      lastUsedAt INTEGER,
      returnedAt INTEGER CHECK (returnedAt IS NOT NULL OR lastUsedAt IS NOT NULL),
      taken INTEGER NOT NULL CHECK (taken >= 0),
      refused INTEGER NOT NULL CHECK (refused >= 0),
      PRIMARY KEY (accountID, label)
    ) STRICT, WITHOUT ROWID;
    -- Whose state a hub has again that a notice says was restored.
    ALTER TABLE notices ADD COLUMN stateAt INTEGER;
    """
}
