import SQLite
import SyncProtocol

/// What is derived from the synced tables and kept beside them in a replica's file: the words that
/// search finds items by, and the counts and values that the pages show.
///
/// These tables are local, never synced, and always follow from the others: `refresh` brings them up
/// to date in the transaction that changed something, `rebuild` makes them from nothing. They exist
/// so that a page costs what it shows, not what the household owns.
package struct HouseholdIndex {
  let connection: Connection
  private var totals: [ItemTotals.Key: ItemTotals.Amount] = [:]
  private var labelCounts: [RecordID: Int64] = [:]
  private var paths: [RecordID: String] = [:]
  private var labelNames: [RecordID: String] = [:]

  private init(_ connection: Connection) { self.connection = connection }

  /// Follows the records that were inserted, changed or deleted in the open transaction.
  package static func refresh(_ connection: Connection, changed: [RecordKey]) throws {
    var index = HouseholdIndex(connection)
    var items: Set<RecordID> = []
    for key in changed { try index.collect(key, into: &items) }
    for id in items { try index.refreshItem(id) }
    try index.storeTotals()
  }

  /// Makes everything anew, in the open transaction.
  package static func rebuild(_ connection: Connection) throws {
    try connection.executeScript(
      """
      INSERT INTO itemTerms(itemTerms) VALUES ('delete-all');
      DELETE FROM itemIndex; DELETE FROM itemParts; DELETE FROM itemTotals;
      DELETE FROM labelTotals;
      INSERT INTO itemParts(partID, itemID)
        SELECT id, itemID FROM itemLabels UNION ALL SELECT id, itemID FROM itemFields;
      """)
    var index = HouseholdIndex(connection)
    try connection.forEach("SELECT id FROM items") { try index.refreshItem($0.text(0)) }
    try index.storeTotals()
  }

  static let tablesSQL = """
    -- Local, derived from the tables above, never synced: one row for each item, with what the index
    -- and the totals hold of it. `text` is what the item is found by, `locationID` empty for none,
    -- `value` price times quantity or NULL, `labelIDs` separated by blanks.
    CREATE TABLE itemIndex (
      docID INTEGER PRIMARY KEY,
      itemID TEXT NOT NULL UNIQUE,
      homeID TEXT NOT NULL,
      locationID TEXT NOT NULL,
      isArchived INTEGER NOT NULL,
      currency TEXT NOT NULL,
      value INTEGER,
      labelIDs TEXT NOT NULL,
      text TEXT NOT NULL
    ) STRICT;
    -- Only whether a word is there is ever asked: no positions, no sizes. The first letters of a
    -- word are what most items have, so they are indexed by themselves.
    CREATE VIRTUAL TABLE itemTerms USING fts5(
      text, content='itemIndex', content_rowid='docID', detail=none, columnsize=0,
      prefix='1 2 3', tokenize='unicode61 remove_diacritics 2');
    -- Which item a label link or a field belonged to, for when it is gone.
    CREATE TABLE itemParts (
      partID TEXT PRIMARY KEY NOT NULL,
      itemID TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE itemTotals (
      homeID TEXT NOT NULL,
      locationID TEXT NOT NULL,
      isArchived INTEGER NOT NULL,
      currency TEXT NOT NULL,
      itemCount INTEGER NOT NULL,
      pricedCount INTEGER NOT NULL,
      value INTEGER NOT NULL,
      PRIMARY KEY (homeID, locationID, isArchived, currency)
    ) STRICT, WITHOUT ROWID;
    -- Items that are not archived, for each label.
    CREATE TABLE labelTotals (
      labelID TEXT PRIMARY KEY NOT NULL,
      itemCount INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}

// MARK: - One item

extension HouseholdIndex {
  private struct Entry: Equatable {
    var total: ItemTotals.Key
    /// `nil` when unpriced.
    var value: Int64?
    var labelIDs: [RecordID]
    var text: String
  }

  private mutating func refreshItem(_ id: RecordID) throws {
    let old = try storedEntry(id)
    let new = try currentEntry(id)
    if old?.entry == new { return }
    if let old { count(old.entry, by: -1) }
    if let new { count(new, by: 1) }
    switch (old, new) {
    case (nil, nil): break
    case (let old?, nil):
      try unindex(old.docID, old.entry.text)
      try connection.execute("DELETE FROM itemIndex WHERE docID = ?", .integer(old.docID))
    case (nil, let new?):
      try connection.execute(
        """
        INSERT INTO itemIndex
          (itemID, homeID, locationID, isArchived, currency, value, labelIDs, text)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, [.text(id)] + parameters(new))
      try index(connection.lastInsertRowID, new.text)
    case (let old?, let new?):
      if old.entry.text != new.text { try unindex(old.docID, old.entry.text) }
      try connection.execute(
        """
        UPDATE itemIndex SET homeID = ?, locationID = ?, isArchived = ?, currency = ?, value = ?,
          labelIDs = ?, text = ? WHERE docID = ?
        """, parameters(new) + [.integer(old.docID)])
      if old.entry.text != new.text { try index(old.docID, new.text) }
    }
  }

  private func parameters(_ entry: Entry) -> [Value] {
    [
      .text(entry.total.homeID), .text(entry.total.locationID), Value(entry.total.isArchived),
      .text(entry.total.currency), Value(entry.value),
      .text(entry.labelIDs.joined(separator: " ")), .text(entry.text),
    ]
  }

  private func index(_ docID: Int64, _ text: String) throws {
    try connection.execute(
      "INSERT INTO itemTerms(rowid, text) VALUES (?, ?)", .integer(docID), .text(text))
  }

  private func unindex(_ docID: Int64, _ text: String) throws {
    try connection.execute(
      "INSERT INTO itemTerms(itemTerms, rowid, text) VALUES ('delete', ?, ?)", .integer(docID),
      .text(text))
  }

  private func storedEntry(_ id: RecordID) throws -> (docID: Int64, entry: Entry)? {
    try connection.first(
      """
      SELECT docID, homeID, locationID, isArchived, currency, value, labelIDs, text
        FROM itemIndex WHERE itemID = ?
      """, .text(id)
    ) { row in
      let total = ItemTotals.Key(
        homeID: row.text(1), locationID: row.text(2), isArchived: row.bool(3),
        currency: row.text(4))
      return (
        row.integer(0),
        Entry(
          total: total, value: row.optionalInteger(5),
          labelIDs: row.text(6).split(separator: " ").map { String($0) }, text: row.text(7))
      )
    }
  }

  private mutating func currentEntry(_ id: RecordID) throws -> Entry? {
    guard let item = try Item.find(id, in: connection) else { return nil }
    let home: Value = .text(item.homeID)
    let labels = try connection.query(
      """
      SELECT labelID FROM itemLabels WHERE homeID = ? AND itemID = ? ORDER BY labelID
      """, home, .text(id)
    ) { $0.text(0) }
    let details = item.details
    var words = [
      details.name, details.description, details.notes, details.serial, details.model,
      details.manufacturer, details.purchasedFrom, details.condition, details.assetID,
      details.url, details.warrantyDetails, details.soldTo, details.soldNotes, details.lentTo,
    ]
    if let location = details.locationID { words.append(try path(location)) }
    for label in labels { words.append(try labelName(label)) }
    try connection.forEach(
      "SELECT name, value FROM itemFields WHERE homeID = ? AND itemID = ? ORDER BY sortOrder, id",
      [home, .text(id)]
    ) { row in
      words.append(row.text(0))
      words.append(row.text(1))
    }
    return Entry(
      total: ItemTotals.Key(
        homeID: item.homeID, locationID: details.locationID ?? "",
        isArchived: details.isArchived, currency: details.currency),
      value: item.valueMinor, labelIDs: labels,
      text: SearchText.fold(words.lazy.filter { !$0.isEmpty }.joined(separator: "\n")))
  }

  /// The names of a place and of those it is in.
  private mutating func path(_ id: RecordID) throws -> String {
    if let path = paths[id] { return path }
    var names: [String] = []
    var next: RecordID? = id
    // Two people who move places into each other at the same time make a loop.
    while let current = next, names.count < Location.maxDepth {
      let row = try connection.first(
        "SELECT name, parentID FROM locations WHERE id = ?", .text(current)
      ) { ($0.text(0), $0.optionalText(1)) }
      if let row { names.append(row.0) }
      next = row?.1
    }
    let path = names.joined(separator: " ")
    paths[id] = path
    return path
  }

  private mutating func labelName(_ id: RecordID) throws -> String {
    if let name = labelNames[id] { return name }
    let name =
      try connection.first("SELECT name FROM labels WHERE id = ?", .text(id)) { $0.text(0) } ?? ""
    labelNames[id] = name
    return name
  }
}

// MARK: - Totals

extension HouseholdIndex {
  private mutating func count(_ entry: Entry, by sign: Int64) {
    var amount = totals[entry.total] ?? ItemTotals.Amount()
    amount.itemCount += sign
    if let value = entry.value {
      amount.pricedCount += sign
      amount.value &+= sign &* value
    }
    totals[entry.total] = amount
    if !entry.total.isArchived {
      for label in entry.labelIDs { labelCounts[label, default: 0] += sign }
    }
  }

  private func storeTotals() throws {
    for (key, change) in totals where change != ItemTotals.Amount() {
      try ItemTotals.add(change, to: key, in: connection)
    }
    for (label, change) in labelCounts where change != 0 {
      try connection.execute(
        """
        INSERT INTO labelTotals(labelID, itemCount) VALUES (?, ?)
          ON CONFLICT (labelID) DO UPDATE SET itemCount = itemCount + excluded.itemCount
        """, .text(label), .integer(change))
      try connection.execute(
        "DELETE FROM labelTotals WHERE labelID = ? AND itemCount = 0", .text(label))
    }
  }
}
