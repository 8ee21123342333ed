extension TableSchema {
  /// The tables that the hub writes into every zone and that replicas only read: the zone's
  /// participants and its invites. Tokens and codes never leave the hub.
  static func hubOwned(kinds: [ZoneKind]) -> [TableSchema] {
    [
      TableSchema(
        "participants", in: Set(kinds), zoneColumn: "zoneID",
        registers: [
          RegisterSchema(.text("accountID", maxBytes: 64), rule: .hubOwned),
          RegisterSchema(.text("name", maxBytes: 400), rule: .hubOwned),
          RegisterSchema(.text("role", maxBytes: 16), rule: .hubOwned),
          RegisterSchema(.text("cause", maxBytes: 64), rule: .hubOwned),
          RegisterSchema(.integer("joinedAt"), rule: .hubOwned),
        ], isHubOwned: true),
      TableSchema(
        "invites", in: Set(kinds), zoneColumn: "zoneID",
        registers: [
          RegisterSchema(.text("role", maxBytes: 16), rule: .hubOwned),
          RegisterSchema(.text("createdBy", maxBytes: 64), rule: .hubOwned),
          RegisterSchema(.integer("createdAt"), rule: .hubOwned),
          RegisterSchema(.integer("expiresAt"), rule: .hubOwned),
          RegisterSchema(.integer("maxUses"), rule: .hubOwned),
          RegisterSchema(.integer("usedCount"), rule: .hubOwned),
          RegisterSchema(.integer("revokedAt", isNullable: true), rule: .hubOwned),
        ], isHubOwned: true),
    ]
  }

  /// The same tables in SQL, for a replica's file. `cause` says why a participant is in the zone:
  /// `created`, `granted`, `fresh`, or the id of the redeemed invite.
  public static let hubOwnedSQL = """
    CREATE TABLE participants (
      id TEXT PRIMARY KEY NOT NULL,
      zoneID TEXT NOT NULL,
      accountID TEXT NOT NULL,
      name TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('owner', 'readWrite', 'readOnly')),
      cause TEXT NOT NULL,
      joinedAt INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX participantsByZone ON participants(zoneID);
    CREATE TABLE invites (
      id TEXT PRIMARY KEY NOT NULL,
      zoneID TEXT NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('readWrite', 'readOnly')),
      createdBy TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL,
      maxUses INTEGER NOT NULL,
      usedCount INTEGER NOT NULL,
      revokedAt INTEGER
    ) STRICT;
    CREATE INDEX invitesByZone ON invites(zoneID);
    """
}
