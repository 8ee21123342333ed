extension HubSQLiteSchema {
  /// The secret addresses of people's calendars.
  static let calendarFeeds = """
    CREATE TABLE calendarFeeds (
      accountID TEXT PRIMARY KEY NOT NULL,
      secretHash TEXT NOT NULL UNIQUE CHECK (secretHash <> ''),
      createdAt INTEGER NOT NULL,
      lastUsedAt INTEGER
    ) STRICT, WITHOUT ROWID;
    """
}
