extension HubSQLiteSchema {
  /// The former state of records beside each change, and the changes of each record.
  static let history = """
    -- A JSON array; NULL for nothing.
    ALTER TABLE log ADD COLUMN before BLOB;
    -- When something happened to a record or to a part of it, without the change that made it.
    CREATE TABLE recordChanges (
      record INTEGER NOT NULL REFERENCES records (number),
      sequence INTEGER NOT NULL CHECK (sequence > 0),
      PRIMARY KEY (record, sequence)
    ) STRICT, WITHOUT ROWID;
    """
}
