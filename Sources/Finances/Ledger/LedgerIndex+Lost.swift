import Household
import SQLite
import SyncProtocol

// Shares of groups that a person has lost without leaving them: they were removed, or the group was
// deleted or is not shared any more. What the shares were is remembered here until it is kept in
// the person's own zone, as when they leave (D-MIR-12).
extension LedgerIndex {
  /// Rows and sums know which group they come from, and what was lost is remembered.
  static let originSQL = """
    ALTER TABLE ledgerRows ADD COLUMN originID TEXT NOT NULL DEFAULT '';
    DROP INDEX ledgerRowsByZone;
    -- What comes from one group, or is the person's own.
    CREATE INDEX ledgerRowsByOrigin ON ledgerRows(originID, serial);
    DROP TABLE ledgerSums;
    -- Sums by month (YYYY-MM), in 128 bits.
    CREATE TABLE ledgerSums (
      month TEXT NOT NULL,
      zoneID TEXT NOT NULL,
      originID TEXT NOT NULL,
      flow TEXT NOT NULL,
      categoryRef TEXT NOT NULL,
      currency TEXT NOT NULL,
      -- Empty for what is not converted.
      convertedCurrency TEXT NOT NULL,
      count INTEGER NOT NULL,
      amount INTEGER NOT NULL,
      amountHigh INTEGER NOT NULL,
      converted INTEGER NOT NULL,
      convertedHigh INTEGER NOT NULL,
      PRIMARY KEY (month, zoneID, originID, flow, categoryRef, currency, convertedCurrency)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ledgerSumsByZone ON ledgerSums(zoneID);
    -- What groups are called, and their categories by their keys: known when they are gone.
    CREATE TABLE ledgerNames (
      -- The group, or 'g:' and a category.
      ref TEXT PRIMARY KEY NOT NULL, groupID TEXT NOT NULL, name TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX ledgerNamesByGroup ON ledgerNames(groupID);
    -- Shares of a group that was lost, until they are kept.
    CREATE TABLE ledgerLost (
      groupID TEXT NOT NULL,
      expenseID TEXT NOT NULL,
      groupName TEXT NOT NULL,
      title TEXT NOT NULL,
      day TEXT NOT NULL,
      flow TEXT NOT NULL,
      amountMinor INTEGER NOT NULL,
      currency TEXT NOT NULL,
      convertedMinor INTEGER,
      convertedCurrency TEXT,
      -- The person's own.
      categoryID TEXT,
      PRIMARY KEY (groupID, expenseID)
    ) STRICT, WITHOUT ROWID;
    """

  /// Takes the names of all groups and their categories.
  func nameAll() throws {
    try connection.execute(
      """
      INSERT INTO ledgerNames (ref, groupID, name)
        SELECT id, id, name FROM groups
        UNION ALL SELECT ? || id, groupID, nameKey FROM expenseCategories
      """, .text(LedgerRow.ofGroup))
  }

  private static let naming = """
    INSERT INTO ledgerNames (ref, groupID, name) SELECT ?1, ?2, ?3
      WHERE true ON CONFLICT (ref) DO UPDATE SET name = excluded.name, groupID = excluded.groupID
        WHERE name != excluded.name OR groupID != excluded.groupID
    """

  func name(_ ref: String, of group: ZoneID, _ name: String) throws {
    try connection.execute(Self.naming, .text(ref), .text(group), .text(name))
  }

  /// A group's name; without the group it is not needed any more.
  func name(group: ZoneID, isThere: Bool) throws {
    guard owner != nil else { return }
    guard isThere else {
      try connection.execute("DELETE FROM ledgerNames WHERE groupID = ?", .text(group))
      return
    }
    let name = try connection.first("SELECT name FROM groups WHERE id = ?", .text(group)) {
      $0.text(0)
    }
    try self.name(group, of: group, name ?? "")
    // What was lost is back.
    try connection.execute("DELETE FROM ledgerLost WHERE groupID = ?", .text(group))
  }

  /// A category's key. What goes with its group stays until that is followed.
  func name(category: RecordID) throws {
    guard owner != nil else { return }
    let ref = LedgerRow.ofGroup + category
    let found = try connection.first(
      "SELECT groupID, nameKey FROM expenseCategories WHERE id = ?", .text(category)
    ) { ($0.text(0), $0.text(1)) }
    if let (group, key) = found {
      try name(ref, of: group, key)
    } else {
      try connection.execute(
        "DELETE FROM ledgerNames WHERE ref = ? AND groupID IN (SELECT id FROM groups)",
        .text(ref))
    }
  }

  /// Remembers what the shares of a group are that is gone. After an expense that is a copy stands
  /// what it is a copy of, and who made it.
  func rememberLost(_ group: ZoneID) throws {
    try connection.execute("DELETE FROM ledgerLost WHERE groupID = ?", .text(group))
    try connection.execute(
      """
      INSERT INTO ledgerLost (groupID, expenseID, groupName, title, day, flow, amountMinor,
          currency, convertedMinor, convertedCurrency, categoryID)
        SELECT r.originID,
            r.sourceID || coalesce(
              (SELECT ' ' || n.name FROM ledgerNames AS n WHERE n.ref = ?3 || r.sourceID), ''),
            coalesce((SELECT n.name FROM ledgerNames AS n WHERE n.ref = r.originID), ''),
            r.title, r.day, r.flow, r.amountMinor, r.currency, r.convertedMinor,
            r.convertedCurrency,
            CASE WHEN r.categoryRef = '' THEN NULL
              WHEN substr(r.categoryRef, 1, 2) != ?2 THEN r.categoryRef
              ELSE (
                SELECT l.id FROM ledgerNames AS n JOIN ledgerCategories AS l ON l.nameKey = n.name
                  WHERE n.ref = r.categoryRef ORDER BY l.id LIMIT 1) END
          FROM ledgerRows AS r WHERE r.originID = ?1 AND +r.zoneID = ?1
      """, .text(group), .text(LedgerRow.ofGroup), .text(Self.ofCopy))
  }

  /// What another device of the person has kept, or noted, of a group that is gone is not kept
  /// again from here.
  func forgetLost(_ notes: [RecordID]) throws {
    for note in notes {
      try connection.execute(
        """
        DELETE FROM ledgerLost
          WHERE groupID = (SELECT n.groupID FROM ledgerNotes AS n WHERE n.id = ?1)
            OR instr(expenseID, (
              SELECT ' ' || n.groupID || ' ' || n.expenseID || ' ' FROM ledgerNotes AS n
                WHERE n.id = ?1)) > 0
        """, .text(note))
    }
  }
}
