extension HubSQLiteSchema {
  /// What accounts want to be told, what they were told, and mail.
  static let notifying = """
    CREATE TABLE switches (
      accountID TEXT NOT NULL,
      name TEXT NOT NULL CHECK (name <> ''),
      isOn INTEGER NOT NULL CHECK (isOn IN (0, 1)),
      PRIMARY KEY (accountID, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE told (
      accountID TEXT NOT NULL,
      id TEXT NOT NULL CHECK (id <> ''),
      at INTEGER NOT NULL,
      isSeen INTEGER NOT NULL CHECK (isSeen IN (0, 1)),
      isMailed INTEGER NOT NULL CHECK (isMailed IN (0, 1)),
      PRIMARY KEY (accountID, id)
    ) STRICT, WITHOUT ROWID;
    -- The oldest make room.
    CREATE INDEX toldByTime ON told (accountID, at);
    CREATE TABLE mailAddresses (
      accountID TEXT PRIMARY KEY NOT NULL,
      address TEXT NOT NULL CHECK (address <> ''),
      addedAt INTEGER NOT NULL,
      confirmedAt INTEGER,
      confirmHash TEXT UNIQUE CHECK ((confirmHash IS NULL) = (confirmedAt IS NOT NULL)),
      stopSecret TEXT NOT NULL UNIQUE CHECK (stopSecret <> '')
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE mails (
      id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
      accountID TEXT NOT NULL,
      address TEXT NOT NULL,
      subject TEXT NOT NULL,
      body TEXT NOT NULL,
      stopLink TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      nextAt INTEGER NOT NULL,
      attempts INTEGER NOT NULL CHECK (attempts >= 0),
      state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed')),
      problem TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- What is to be sent now.
    CREATE INDEX mailsDue ON mails (nextAt) WHERE state = 'waiting';
    -- The mails of an account in a day.
    CREATE INDEX mailsByAccount ON mails (accountID, createdAt);
    -- What is removed after a while.
    CREATE INDEX mailsByTime ON mails (createdAt);
    """
}
