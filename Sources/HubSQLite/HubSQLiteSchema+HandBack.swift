extension HubSQLiteSchema {
  /// What a restored hub takes back.
  static let handBack = """
    CREATE TABLE sealingKeys (
      key BLOB PRIMARY KEY NOT NULL CHECK (length(key) = 32),
      since INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE formerEpochs (
      epoch TEXT PRIMARY KEY NOT NULL,
      -- The number of the hub's last own change set in it.
      lastNumber INTEGER NOT NULL CHECK (lastNumber >= 0)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE handedBack (
      changeSet TEXT NOT NULL,
      zoneID TEXT NOT NULL,
      PRIMARY KEY (changeSet, zoneID)
    ) STRICT, WITHOUT ROWID;
    """

  /// Tells what has come back from what a replica sends under the same number with other content.
  static let handedBackTimes = """
    -- Of the change set, as its replica gave it; NULL where the hub had taken another.
    ALTER TABLE handedBack ADD COLUMN time INTEGER;
    """

  /// Tells what was judged from what is handed back under the same number with other content.
  static let judgedTimes = """
    -- Of the change set, as its replica gave it; NULL where an older program judged it.
    ALTER TABLE judged ADD COLUMN time INTEGER;
    """
}
