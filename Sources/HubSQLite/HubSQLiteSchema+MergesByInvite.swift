extension HubSQLiteSchema {
  /// Whether a person who joins with an invite may merge a zone of their own into the invite's
  /// zone.
  static let mergesByInvite = """
    ALTER TABLE invites ADD COLUMN allowsMerge INTEGER NOT NULL DEFAULT 1
      CHECK (allowsMerge IN (0, 1));
    """
}
