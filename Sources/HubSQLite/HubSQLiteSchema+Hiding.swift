extension HubSQLiteSchema {
  /// Whether shared zones are hidden while sharing is paused.
  static let hiding = """
    -- Means something while the state is 'killed'.
    ALTER TABLE sharingFlags ADD COLUMN hidesShared INTEGER NOT NULL DEFAULT 0
      CHECK (hidesShared IN (0, 1));
    """
}
