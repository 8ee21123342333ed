import SQLite
import SyncProtocol

/// Finds the items that a changed record affects.
extension HouseholdIndex {
  /// Adds the items whose words or totals may depend on the record.
  func collect(_ key: RecordKey, into items: inout Set<RecordID>) throws {
    switch key.table {
    case "items": items.insert(key.id)
    case "homes":
      // A home that is gone takes its items with it, whether or not they are in the change.
      try collect(
        """
        SELECT itemID FROM itemIndex WHERE homeID = ?1
          AND NOT EXISTS (SELECT 1 FROM homes WHERE id = ?1)
        """, key.id, into: &items)
    case "itemLabels", "itemFields", "photos", "attachments": try collectPart(key, into: &items)
    case "locations":
      // The words of every item below the place include its name.
      try collect(
        """
        WITH RECURSIVE below(homeID, id) AS (
          SELECT homeID, id FROM locations WHERE id = ?
          UNION
          SELECT l.homeID, l.id FROM below AS b
            JOIN locations AS l ON l.homeID = b.homeID AND l.parentID = b.id
        )
        SELECT i.id FROM below AS b
          JOIN items AS i ON i.homeID = b.homeID AND i.locationID = b.id
        """, key.id, into: &items)
    case "labels":
      try collect(
        """
        SELECT il.itemID FROM labels AS l
          JOIN itemLabels AS il ON il.homeID = l.homeID AND il.labelID = l.id
        WHERE l.id = ?
        """, key.id, into: &items)
    default: break
    }
  }

  private func collect(_ sql: String, _ id: RecordID, into items: inout Set<RecordID>) throws {
    try connection.forEach(sql, [.text(id)]) { items.insert($0.text(0)) }
  }

  /// Adds the item that the part belongs to and, if that has changed, the item it belonged to
  /// before.
  private func collectPart(_ key: RecordKey, into items: inout Set<RecordID>) throws {
    // One query for both, because an import has very many parts.
    let query =
      switch key.table {
      case "itemLabels":
        """
        SELECT (SELECT itemID FROM itemLabels WHERE id = ?1),
          (SELECT itemID FROM itemParts WHERE partID = ?1)
        """
      case "itemFields":
        """
        SELECT (SELECT itemID FROM itemFields WHERE id = ?1),
          (SELECT itemID FROM itemParts WHERE partID = ?1)
        """
      case "attachments":
        """
        SELECT (SELECT itemID FROM attachments WHERE id = ?1),
          (SELECT itemID FROM itemParts WHERE partID = ?1)
        """
      default:
        """
        SELECT (SELECT itemID FROM photos WHERE id = ?1),
          (SELECT itemID FROM itemParts WHERE partID = ?1)
        """
      }
    var (owner, former): (RecordID?, RecordID?)
    try connection.forEach(query, [.text(key.id)]) {
      (owner, former) = ($0.optionalText(0), $0.optionalText(1))
    }
    if let owner { items.insert(owner) }
    if let former, former != owner { items.insert(former) }
    guard owner != former else { return }
    if let owner {
      try connection.execute(
        """
        INSERT INTO itemParts(partID, itemID) VALUES (?, ?)
          ON CONFLICT (partID) DO UPDATE SET itemID = excluded.itemID
        """, .text(key.id), .text(owner))
    } else {
      try connection.execute("DELETE FROM itemParts WHERE partID = ?", .text(key.id))
    }
  }
}
