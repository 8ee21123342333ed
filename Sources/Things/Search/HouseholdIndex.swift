import Household
import SQLite
import SyncProtocol

/// Data derived from the synced tables and kept beside them in a replica's file: the words by which
/// search finds items, and the counts and values that pages show.
///
/// These tables are local, never synced, and can always be derived again: `refresh` updates them in
/// the transaction that changed something, and `rebuild` creates them from nothing. They make the
/// cost of a page depend on what it shows, and not on the size of the household.
package struct HouseholdIndex {
  let connection: Connection
  private var totals: [ItemTotals.Key: ItemTotals.Amount] = [:]
  private var labelTotals: [LabelTotals.Key: ItemTotals.Amount] = [:]
  private var paths: [RecordID: String] = [:]
  private var labelNames: [RecordID: String] = [:]
  /// Which kinds of parts the items of a home have at all; each home is checked once.
  private var parts: [ZoneID: Parts] = [:]
  /// Whether words were removed from the index, see `eraseRemoved`.
  private var hasRemoved = false

  /// The version of the rules by which the index is derived.
  ///
  /// An index made by another version is rebuilt when the file is opened. Increase it with each
  /// change of what is indexed or counted.
  static let version: Int64 = 6

  private init(_ connection: Connection) { self.connection = connection }

  /// Rebuilds the index, in the open transaction, if it is missing or was made by other rules.
  ///
  /// Call it when a file is opened. If there is nothing to do, it costs a count of the items.
  package static func settle(_ connection: Connection) throws {
    let isCurrent = try connection.first(
      """
      SELECT version = ? AND (SELECT count(*) FROM items)
          = (SELECT coalesce(sum(itemCount), 0) FROM itemTotals)
        FROM itemIndexState
      """, .integer(version)
    ) { $0.bool(0) }
    if isCurrent != true { try rebuild(connection) }
  }

  /// Updates the index for the records inserted, changed or deleted in the open transaction.
  package static func refresh(_ connection: Connection, changed: [RecordKey]) throws {
    if try isNearlyAllNew(changed.count, connection) { return try rebuild(connection) }
    var index = HouseholdIndex(connection)
    var items: Set<RecordID> = []
    for key in changed { try index.collect(key, into: &items) }
    // Sorted, so that new items are next to each other in the index.
    for id in items.sorted() { try index.refreshItem(id) }
    try index.storeTotals()
    if index.hasRemoved { try words.noteRemoved(connection) }
  }

  /// Whether so many records arrive at once that little was known before, as when a large home is
  /// joined. A rebuild is then quicker than following each record.
  private static func isNearlyAllNew(
    _ changedCount: Int, _ connection: Connection
  ) throws -> Bool {
    guard changedCount >= leastForRebuild else { return false }
    let known = try connection.first("SELECT count(*) FROM itemIndex") { $0.integer(0) } ?? 0
    return Int64(changedCount) > 4 * known
  }

  private static let leastForRebuild = 2000

  /// Rebuilds everything, in the open transaction.
  package static func rebuild(_ connection: Connection) throws {
    try words.removeAll(connection)
    try connection.empty(["itemIndex", "itemParts", "itemTotals", "labelTotals"])
    try connection.executeScript(
      """
      INSERT INTO itemParts(partID, itemID)
        SELECT id, itemID FROM itemLabels UNION ALL SELECT id, itemID FROM itemFields
        UNION ALL SELECT id, itemID FROM photos WHERE itemID IS NOT NULL
        UNION ALL SELECT id, itemID FROM attachments WHERE itemID IS NOT NULL;
      """)
    var index = HouseholdIndex(connection)
    try connection.forEach("SELECT id FROM items") { row in
      if let entry = try index.currentEntry(row.text(0)) { try index.add(row.text(0), entry) }
    }
    try index.storeTotals()
    try connection.execute(
      """
      INSERT INTO itemIndexState(id, version, hasRemoved) VALUES (1, ?, 0)
        ON CONFLICT (id) DO UPDATE
          SET version = excluded.version, hasRemoved = 0, isErasing = 0
      """, .integer(version))
  }
}

// MARK: - One item

extension HouseholdIndex {
  private struct Entry: Equatable {
    var total: ItemTotals.Key
    /// `nil` if unpriced.
    var value: Int64?
    var labelIDs: [RecordID]
    var hasPhoto: Bool
    var hasSerial: Bool
    var hasReceipt: Bool
    var text: String
    var nameKey: String
    var createdAt: Int64
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
    case (nil, let new?): try insert(id, new)
    case (let old?, let new?):
      if old.entry.text != new.text { try unindex(old.docID, old.entry.text) }
      try connection.execute(
        """
        UPDATE itemIndex SET homeID = ?, locationID = ?, isArchived = ?, currency = ?, value = ?,
          labelIDs = ?, hasPhoto = ?, hasSerial = ?, hasReceipt = ?, text = ?, nameKey = ?,
          createdAt = ?
          WHERE docID = ?
        """, parameters(new) + [.integer(old.docID)])
      if old.entry.text != new.text { try index(old.docID, new.text) }
    }
  }

  /// Adds an item that the index does not have yet.
  private mutating func add(_ id: RecordID, _ entry: Entry) throws {
    count(entry, by: 1)
    try insert(id, entry)
  }

  private func insert(_ id: RecordID, _ entry: Entry) throws {
    try connection.execute(
      """
      INSERT INTO itemIndex
        (itemID, homeID, locationID, isArchived, currency, value, labelIDs, hasPhoto,
          hasSerial, hasReceipt, text, nameKey, createdAt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, [.text(id)] + parameters(entry))
    try index(connection.lastInsertRowID, entry.text)
  }

  private func parameters(_ entry: Entry) -> [Value] {
    [
      .text(entry.total.homeID), .text(entry.total.locationID), Value(entry.total.isArchived),
      .text(entry.total.currency), Value(entry.value),
      .text(entry.labelIDs.joined(separator: " ")), Value(entry.hasPhoto),
      Value(entry.hasSerial), Value(entry.hasReceipt), .text(entry.text), .text(entry.nameKey),
      .integer(entry.createdAt),
    ]
  }

  private func index(_ docID: Int64, _ text: String) throws {
    try Self.words.add(docID, text, connection)
  }

  private mutating func unindex(_ docID: Int64, _ text: String) throws {
    hasRemoved = true
    try Self.words.remove(docID, text, connection)
  }

  private func storedEntry(_ id: RecordID) throws -> (docID: Int64, entry: Entry)? {
    try connection.first(
      """
      SELECT docID, homeID, locationID, isArchived, currency, value, labelIDs, hasPhoto, hasSerial,
          hasReceipt, text, nameKey, createdAt
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
          labelIDs: row.text(6).split(separator: " ").map { String($0) },
          hasPhoto: row.bool(7), hasSerial: row.bool(8), hasReceipt: row.bool(9),
          text: row.text(10), nameKey: row.text(11), createdAt: row.integer(12))
      )
    }
  }

  private mutating func currentEntry(_ id: RecordID) throws -> Entry? {
    guard let item = try Item.find(id, in: connection) else { return nil }
    let home: Value = .text(item.homeID)
    let labels = try connection.query(
      """
      SELECT DISTINCT labelID FROM itemLabels WHERE homeID = ? AND itemID = ? ORDER BY labelID
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
    let parts = try parts(of: item.homeID)
    if parts.hasFields {
      try connection.forEach(
        "SELECT name, value FROM itemFields WHERE homeID = ? AND itemID = ? ORDER BY sortOrder, id",
        [home, .text(id)]
      ) { row in
        words.append(row.text(0))
        words.append(row.text(1))
      }
    }
    var (hasPhoto, hasReceipt) = (false, false)
    if parts.hasPhotos {
      try connection.forEach(
        "SELECT caption FROM photos WHERE homeID = ? AND itemID = ? ORDER BY sortKey, id",
        [home, .text(id)]
      ) { row in
        hasPhoto = true
        words.append(row.text(0))
      }
    }
    if parts.hasPapers {
      try connection.forEach(
        "SELECT kind, name FROM attachments WHERE homeID = ? AND itemID = ? ORDER BY id",
        [home, .text(id)]
      ) { row in
        if row.text(0) == "receipt" { hasReceipt = true }
        words.append(row.text(1))
      }
    }
    return Entry(
      total: ItemTotals.Key(
        homeID: item.homeID, locationID: details.locationID ?? "",
        isArchived: details.isArchived, currency: details.currency),
      value: item.valueMinor, labelIDs: labels, hasPhoto: hasPhoto,
      hasSerial: !details.serial.isEmpty, hasReceipt: hasReceipt,
      text: SearchText.index(words.lazy.filter { !$0.isEmpty }.joined(separator: "\n")),
      nameKey: item.nameKey, createdAt: item.createdAt)
  }

  private struct Parts {
    var hasFields = false
    var hasPhotos = false
    var hasPapers = false
  }

  /// Which kinds of parts a home has. An import has very many items, and hardly any with a photo or
  /// paper yet.
  private mutating func parts(of home: ZoneID) throws -> Parts {
    if let known = parts[home] { return known }
    let found = try connection.first(
      """
      SELECT EXISTS (SELECT 1 FROM itemFields WHERE homeID = ?1),
        EXISTS (SELECT 1 FROM photos WHERE homeID = ?1),
        EXISTS (SELECT 1 FROM attachments WHERE homeID = ?1)
      """, .text(home)
    ) { Parts(hasFields: $0.bool(0), hasPhotos: $0.bool(1), hasPapers: $0.bool(2)) }
    parts[home] = found
    return found ?? Parts()
  }

  /// The names of a place and of those around it, separated by spaces.
  private mutating func path(_ id: RecordID) throws -> String {
    if let path = paths[id] { return path }
    var names: [String] = []
    var next: RecordID? = id
    // The depth is limited, because two people who move places into each other at the same time
    // make a loop.
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
    var change = ItemTotals.Amount()
    change.itemCount = sign
    if entry.hasPhoto { change.photoCount = sign }
    if entry.hasSerial { change.serialCount = sign }
    if entry.hasReceipt { change.receiptCount = sign }
    if let value = entry.value {
      change.pricedCount = sign
      change.value = MoneySum(sign) * MoneySum(value)
    }
    totals[entry.total, default: ItemTotals.Amount()] += change
    guard !entry.total.isArchived else { return }
    for label in entry.labelIDs {
      let key = LabelTotals.Key(labelID: label, currency: entry.total.currency)
      labelTotals[key, default: ItemTotals.Amount()] += change
    }
  }

  private func storeTotals() throws {
    for (key, change) in totals where change != ItemTotals.Amount() {
      try ItemTotals.add(change, to: key, in: connection)
    }
    for (key, change) in labelTotals where change != ItemTotals.Amount() {
      try LabelTotals.add(change, to: key, in: connection)
    }
  }
}
