extension HubSQLiteSchema {
  /// Marks tombstones whose content was removed.
  static let deletedContent = """
    ALTER TABLE records ADD COLUMN isEmptied INTEGER NOT NULL DEFAULT 0
      CHECK (isEmptied IN (0, 1));
    CREATE INDEX deletedContent ON records (diedTime, number) WHERE isDead = 1 AND isEmptied = 0;
    """
}
