extension HubSQLiteSchema {
  /// Whether who joins by an invite may merge a zone of their own into the one that it is for.
  static let mergesByInvite = """
    ALTER TABLE invites ADD COLUMN allowsMerge INTEGER NOT NULL DEFAULT 1
      CHECK (allowsMerge IN (0, 1));
    """
}
