extension HubSQLiteSchema {
  /// Zones that are shared with a family, and what is kept of who is in them by it.
  static let familyShares = """
    CREATE TABLE familyShares (
      zoneID TEXT PRIMARY KEY NOT NULL,
      familyID TEXT NOT NULL,
      parents TEXT CHECK (parents IN ('readOnly', 'readWrite')),
      children TEXT CHECK (children IN ('readOnly', 'readWrite')),
      since INTEGER NOT NULL,
      CHECK (parents IS NOT NULL OR children IS NOT NULL)
    ) STRICT, WITHOUT ROWID;
    -- What follows when somebody joins or leaves a family.
    CREATE INDEX familySharesByFamily ON familyShares (familyID, zoneID);
    -- direct: the role that somebody has without the family.
    CREATE TABLE familyShareMembers (
      zoneID TEXT NOT NULL,
      accountID TEXT NOT NULL,
      direct TEXT CHECK (direct IN ('readOnly', 'readWrite')),
      isOut INTEGER NOT NULL CHECK (isOut IN (0, 1)),
      PRIMARY KEY (zoneID, accountID)
    ) STRICT, WITHOUT ROWID;
    """
}
