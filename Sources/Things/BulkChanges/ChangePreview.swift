import Household
import SQLite
import SyncProtocol

/// What a change of many items would do, shown before it is done.
package struct ChangePreview: Equatable, Sendable {
  /// Items that already have the new value or place.
  package var unchangedCount = 0
  package var photoCount = 0
  package var paperCount = 0
  /// Labels that would be created.
  package var madeLabels: [MadeLabel] = []

  package struct MadeLabel: Equatable, Sendable {
    package let homeName: String
    package let name: String

    package init(homeName: String, name: String) {
      self.homeName = homeName
      self.name = name
    }
  }

  package init(
    _ change: ChangeItems.Change, of items: SelectedItems, in connection: Connection
  ) throws {
    let list = IDList.value(items.itemIDs)
    let chosen = "json_each(?1) AS c CROSS JOIN items AS i ON i.id = c.value"
    func count(_ sql: String, _ parameters: Value...) throws -> Int {
      try connection.first(sql, [list] + parameters) { Int($0.integer(0)) } ?? 0
    }
    switch change {
    case .move(let home, let location):
      unchangedCount = try count(
        "SELECT count(*) FROM \(chosen) WHERE i.homeID = ?2 AND i.locationID IS ?3", .text(home),
        Value(location))
      photoCount = try count(
        """
        SELECT count(*) FROM \(chosen) CROSS JOIN photos AS p
          ON p.homeID = i.homeID AND p.itemID = i.id WHERE i.homeID <> ?2
        """, .text(home))
      madeLabels = try connection.query(
        """
        SELECT h.name, min(l.name) FROM \(chosen)
          CROSS JOIN itemLabels AS il ON il.homeID = i.homeID AND il.itemID = i.id
          JOIN labels AS l ON l.id = il.labelID JOIN homes AS h ON h.id = ?2
          WHERE i.homeID <> ?2 AND NOT EXISTS (
            SELECT 1 FROM labels AS k WHERE k.homeID = ?2 AND k.nameKey = l.nameKey)
          GROUP BY l.nameKey ORDER BY l.nameKey
        """, [list, .text(home)]
      ) { MadeLabel(homeName: $0.text(0), name: $0.text(1)) }
    case .label(let adding, _):
      for name in adding {
        madeLabels += try connection.query(
          """
          SELECT DISTINCT h.name FROM \(chosen) JOIN homes AS h ON h.id = i.homeID
            WHERE NOT EXISTS (
              SELECT 1 FROM labels AS k WHERE k.homeID = h.id AND k.nameKey = ?2)
            ORDER BY h.nameKey, h.id
          """, [list, .text(NameKey.make(name))]
        ) { MadeLabel(homeName: $0.text(0), name: name) }
      }
    case .edit(let edit):
      for id in items.itemIDs {
        guard let item = try Item.find(id, in: connection) else { continue }
        if edit.value(in: item.details) == edit { unchangedCount += 1 }
      }
    case .delete:
      photoCount = try count(
        """
        SELECT count(*) FROM \(chosen) CROSS JOIN photos AS p
          ON p.homeID = i.homeID AND p.itemID = i.id
        """)
      paperCount = try count(
        """
        SELECT count(*) FROM \(chosen) CROSS JOIN attachments AS p
          ON p.homeID = i.homeID AND p.itemID = i.id
        """)
    }
  }
}
