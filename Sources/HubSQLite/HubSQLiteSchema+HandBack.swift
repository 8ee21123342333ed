extension HubSQLiteSchema {
  /// What a restored hub needs in order to take entries back.
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

  /// Distinguishes what has come back from other content that a replica sends under the same
  /// number.
  static let handedBackTimes = """
    -- Of the change set, as its replica gave it; NULL where the hub had taken another.
    ALTER TABLE handedBack ADD COLUMN time INTEGER;
    """

  /// Distinguishes it by content, which differs even if a clock stood still.
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

  /// Distinguishes the entries of one change set: after two restores there may be several.
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
