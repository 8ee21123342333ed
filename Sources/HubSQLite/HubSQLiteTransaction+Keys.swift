import Hub
import SQLite
import SyncProtocol

extension HubSQLiteSchema {
  /// Unique keys: each belongs to one record of a zone.
  static let keys = """
    CREATE TABLE recordKeys (
      zoneID TEXT NOT NULL REFERENCES zones (id) DEFERRABLE INITIALLY DEFERRED,
      scope TEXT NOT NULL CHECK (scope <> ''),
      value TEXT NOT NULL,
      recordID TEXT NOT NULL,
      PRIMARY KEY (zoneID, scope, value)
    ) STRICT, WITHOUT ROWID;
    """
}

extension HubSQLiteSchema {
  /// The sequence from which an account is sent a zone's log. For existing grants: when the hub
  /// last wrote about the account's membership.
  static let grantBeginnings = """
    ALTER TABLE grants ADD COLUMN since INTEGER NOT NULL DEFAULT 0 CHECK (since >= 0);
    UPDATE grants SET since = coalesce(
      (SELECT max(r.sequence) FROM records AS r
       WHERE r.zoneID = grants.zoneID AND r.tableName = 'participants' AND r.isDead = 0
         AND coalesce(json_extract(CAST(r.content AS TEXT), '$[3].accountID'),
           json_extract(CAST(r.content AS TEXT), '$.accountID[2]')) = grants.accountID), 0)
    WHERE role <> 'owner';
    """
}

extension HubSQLiteTransaction {
  func holders(of keys: [ZoneKey]) throws -> [ZoneKey: RecordID] {
    var holders: [ZoneKey: RecordID] = [:]
    for key in keys {
      holders[key] = try connection.first(
        "SELECT recordID FROM recordKeys WHERE zoneID = ? AND scope = ? AND value = ?",
        .text(key.zone), .text(key.key.scope), .text(key.key.value)
      ) { $0.text(0) }
    }
    return holders
  }

  func changeKeys(removed: [HeldKey], added: [HeldKey]) throws {
    for held in removed { try removeKey(held.key, of: held.place) }
    for held in added { try putKey(held.key, of: held.place) }
  }

  private func putKey(_ key: UniqueKey, of place: RecordPlace) throws {
    try connection.execute(
      """
      INSERT INTO recordKeys (zoneID, scope, value, recordID) VALUES (?, ?, ?, ?)
      """, .text(place.zone), .text(key.scope), .text(key.value), .text(place.id))
  }

  private func removeKey(_ key: UniqueKey, of place: RecordPlace) throws {
    try connection.execute(
      """
      DELETE FROM recordKeys WHERE zoneID = ? AND scope = ? AND value = ? AND recordID = ?
      """, .text(place.zone), .text(key.scope), .text(key.value), .text(place.id))
  }
}
