extension HubSQLiteSchema {
  /// The sharing flag with its history, and plans.
  static let gates = """
    -- The last version is what counts; the others are its history. listed: ids, one on each line.
    CREATE TABLE sharingFlags (
      version INTEGER PRIMARY KEY CHECK (version > 0),
      state TEXT NOT NULL CHECK (state IN ('open', 'cohort', 'closed', 'killed')),
      percent INTEGER NOT NULL CHECK (percent BETWEEN 0 AND 100),
      listed TEXT NOT NULL,
      allowsOverride INTEGER NOT NULL CHECK (allowsOverride IN (0, 1)),
      changedAt INTEGER NOT NULL,
      changedBy TEXT NOT NULL
    ) STRICT;
    -- At most one row; none means off.
    CREATE TABLE planSettings (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      mode TEXT NOT NULL CHECK (mode IN ('off', 'enforced'))
    ) STRICT;
    CREATE TABLE plans (
      accountID TEXT PRIMARY KEY NOT NULL
        REFERENCES accounts (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      kind TEXT NOT NULL CHECK (kind <> ''),
      untilTime INTEGER,
      givenAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
