extension HubSQLiteSchema {
  /// The greatest time of each zone, instead of one for the whole hub; and a guarantee that an id
  /// is alive in only one zone, which only programs ensured before.
  static let zoneClocks = """
    ALTER TABLE zones ADD COLUMN clock INTEGER NOT NULL DEFAULT 0 CHECK (clock >= 0);
    UPDATE zones SET clock = coalesce((SELECT clock FROM state), 0);
    -- A program from before 0.1 let an id of a deleted zone be used again elsewhere: what the
    -- deleted zone has of it gives way. It has died with its zone, and is where it is alive.
    UPDATE records SET isDead = 1, isEmptied = 0,
      diedTime = coalesce((SELECT r.diedTime FROM records AS r
        WHERE r.zoneID = records.zoneID AND r.id = records.zoneID), 0),
      diedChangeSet = coalesce((SELECT r.diedChangeSet FROM records AS r
        WHERE r.zoneID = records.zoneID AND r.id = records.zoneID), 'hub.0'),
      (movedToZoneID, movedToID) = (SELECT o.zoneID, o.id FROM records AS o
        JOIN zones AS z ON z.id = o.zoneID
        WHERE o.id = records.id AND o.isDead = 0 ORDER BY z.isAlive DESC, o.number LIMIT 1)
    WHERE isDead = 0 AND number <> (SELECT o.number FROM records AS o
      JOIN zones AS z ON z.id = o.zoneID
      WHERE o.id = records.id AND o.isDead = 0 ORDER BY z.isAlive DESC, o.number LIMIT 1);
    DELETE FROM recordReferences WHERE record IN (
      SELECT number FROM records WHERE isDead = 1 AND movedToID IS NOT NULL);
    -- Each record is in one of the two: they cost what the one for all did.
    DROP INDEX recordsByID;
    -- In which zone an id is alive, and that it is in one at most.
    CREATE UNIQUE INDEX liveRecordsByID ON records (id) WHERE isDead = 0;
    -- In which zones an id has left a tombstone.
    CREATE INDEX deadRecordsByID ON records (id) WHERE isDead = 1;
    """
}
