extension HubSQLiteSchema {
  /// The blobs that accounts have uploaded. Earlier uploads are not counted.
  static let countedBlobs = """
    CREATE TABLE countedBlobs (
      hash TEXT NOT NULL,
      accountID TEXT NOT NULL,
      byteCount INTEGER NOT NULL CHECK (byteCount > 0),
      -- By hash first: a blob that is gone is taken from all accounts.
      PRIMARY KEY (hash, accountID)
    ) STRICT, WITHOUT ROWID;
    -- The sum of each account's, so that an upload need not add them up.
    CREATE TABLE countedBytes (
      accountID TEXT PRIMARY KEY NOT NULL,
      byteCount INTEGER NOT NULL CHECK (byteCount >= 0)
    ) STRICT, WITHOUT ROWID;
    """
}
