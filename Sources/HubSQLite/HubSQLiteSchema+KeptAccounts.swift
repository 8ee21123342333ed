extension HubSQLiteSchema {
  /// Accounts that are kept for somebody, and the codes that let them in.
  static let keptAccounts = """
    CREATE TABLE keptAccounts (
      accountID TEXT PRIMARY KEY NOT NULL,
      zoneID TEXT NOT NULL,
      createdAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX keptAccountsByZone ON keptAccounts (zoneID, accountID);
    CREATE TABLE admissions (
      accountID TEXT PRIMARY KEY NOT NULL,
      codeHash TEXT NOT NULL UNIQUE CHECK (codeHash <> ''),
      createdBy TEXT NOT NULL,
      expiresAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Which accounts were made for others lately, also those that are kept no more.
  static let keptAccountsMade = """
    CREATE TABLE keptAccountsMade (
      accountID TEXT PRIMARY KEY NOT NULL,
      zoneID TEXT NOT NULL,
      makerID TEXT NOT NULL,
      madeAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX keptAccountsMadeByZone ON keptAccountsMade (zoneID);
    CREATE INDEX keptAccountsMadeByMaker ON keptAccountsMade (makerID);
    -- Forgetting old ones.
    CREATE INDEX keptAccountsMadeByTime ON keptAccountsMade (madeAt);
    """
}
