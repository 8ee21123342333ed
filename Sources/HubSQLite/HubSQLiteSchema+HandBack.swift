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

  /// Tells it by the content, which also differs where a clock stood still.
  static let handedBackContents = """
    ALTER TABLE handedBack RENAME TO handedBackBefore;
    CREATE TABLE handedBack (
      changeSet TEXT NOT NULL,
      zoneID TEXT NOT NULL,
      -- The first 32 bits of the content's hash; -1 where that was not told.
      fingerprint INTEGER NOT NULL CHECK (fingerprint >= -1),
      PRIMARY KEY (changeSet, zoneID, fingerprint)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO handedBack SELECT changeSet, zoneID, -1 FROM handedBackBefore;
    DROP TABLE handedBackBefore;
    """

  /// Tells the entries of one change set apart: after two restores there may be several.
  static let handedBackEntries = """
    ALTER TABLE handedBack RENAME TO handedBackBefore;
    CREATE TABLE handedBack (
      changeSet TEXT NOT NULL,
      zoneID TEXT NOT NULL,
      -- Where the hub had told it; '' where that is not known.
      epoch TEXT NOT NULL,
      sequence INTEGER NOT NULL CHECK (sequence >= 0),
      -- The first 32 bits of the content's hash; -1 where that was not told.
      fingerprint INTEGER NOT NULL CHECK (fingerprint >= -1),
      PRIMARY KEY (changeSet, zoneID, epoch, sequence, fingerprint)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO handedBack SELECT changeSet, zoneID, '', 0, fingerprint FROM handedBackBefore;
    DROP TABLE handedBackBefore;
    """
}
