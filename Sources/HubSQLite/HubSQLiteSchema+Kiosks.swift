extension HubSQLiteSchema {
  /// Browsers of a family, and what people press there to show that it is they.
  static let kiosks = """
    CREATE TABLE kiosks (
      id TEXT PRIMARY KEY NOT NULL,
      zoneID TEXT NOT NULL,
      secretHash TEXT NOT NULL UNIQUE CHECK (secretHash <> ''),
      label TEXT NOT NULL,
      createdBy TEXT NOT NULL,
      createdAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX kiosksByZone ON kiosks (zoneID, id);
    CREATE INDEX kiosksByMaker ON kiosks (createdBy);
    CREATE TABLE pins (
      accountID TEXT PRIMARY KEY NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('digits', 'pictures')),
      hash TEXT NOT NULL CHECK (hash <> '')
    ) STRICT, WITHOUT ROWID;
    -- The kiosk at which a session was begun.
    ALTER TABLE sessions ADD COLUMN kioskID TEXT;
    CREATE INDEX sessionsByKiosk ON sessions (kioskID) WHERE kioskID IS NOT NULL;
    """

  /// Who has come in at which kiosk with their PIN: it is their usual one.
  static let kioskPeople = """
    CREATE TABLE kioskPeople (
      kioskID TEXT NOT NULL,
      accountID TEXT NOT NULL,
      PRIMARY KEY (kioskID, accountID)
    ) STRICT, WITHOUT ROWID;
    """
}
