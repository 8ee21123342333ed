extension HubSQLiteSchema {
  /// Pending joins: the invite, what the account has seen of it, and what it has decided.
  static let pendingJoins = """
    -- The zone and its invites may be removed for good; what was seen of them stays.
    CREATE TABLE pendingJoins (
      id TEXT NOT NULL CHECK (id <> ''),
      accountID TEXT NOT NULL
        REFERENCES accounts (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      inviteID TEXT NOT NULL CHECK (inviteID <> ''),
      zoneID TEXT NOT NULL CHECK (zoneID <> ''),
      kind TEXT NOT NULL CHECK (kind IN ('personal', 'home', 'group', 'family')),
      title TEXT NOT NULL,
      ownerName TEXT NOT NULL,
      ownerAccountName TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('readOnly', 'readWrite')),
      expiresAt INTEGER NOT NULL,
      choice TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      PRIMARY KEY (accountID, id)
    ) STRICT, WITHOUT ROWID;
    """
}
