extension HubSQLiteSchema {
  /// Zones that can be restored. Zones that were deleted before this table existed are added: their
  /// tombstones still hold everything, and are purged when their time has come.
  static let deletedZones = """
    -- A deleted zone that is not in here has lost its content. counts: {"table": records}.
    CREATE TABLE deletedZones (
      zoneID TEXT PRIMARY KEY NOT NULL REFERENCES zones (id) DEFERRABLE INITIALLY DEFERRED,
      changeSet TEXT NOT NULL,
      accountID TEXT NOT NULL,
      deletedAt INTEGER NOT NULL,
      counts TEXT NOT NULL,
      isPurging INTEGER NOT NULL CHECK (isPurging IN (0, 1))
    ) STRICT, WITHOUT ROWID;
    -- Nothing of one in whose log the deletion is no longer found is younger than it is kept.
    INSERT INTO deletedZones (zoneID, changeSet, accountID, deletedAt, counts, isPurging)
    SELECT z.id, r.diedChangeSet,
      coalesce(json_extract(CAST(l.bytes AS TEXT), '$.a'), ''), coalesce(l.committedAt, 0),
      (SELECT json_group_object(tableName, amount) FROM (
        SELECT tableName, count(*) AS amount FROM records AS o
        WHERE o.zoneID = z.id AND tableName NOT IN ('participants', 'invites')
          AND (isDead = 0 OR o.diedChangeSet = r.diedChangeSet)
        GROUP BY tableName)), 0
    FROM zones AS z JOIN records AS r ON r.zoneID = z.id AND r.id = z.id
      LEFT JOIN log AS l ON l.zoneID = z.id AND l.changeSet = r.diedChangeSet
    WHERE z.isAlive = 0 AND z.mergedInto IS NULL AND z.kind <> 'personal'
      AND r.isDead = 1 AND r.diedChangeSet IS NOT NULL;
    """
}
