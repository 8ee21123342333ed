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
}
