import SQLite
import SyncProtocol

/// What is in a home, in numbers; archived items count.
package struct HomeContents: Equatable, Sendable {
  package let items: Int
  /// All places, shelves and boxes too.
  package let locations: Int
  /// Places that are in no other.
  package let rooms: Int
  package let labels: Int
  package let photos: Int
  /// Receipts, manuals and other papers.
  package let papers: Int
  package let policies: Int
  /// Fields that the home offers for its items.
  package let fields: Int
  package let templates: Int

  package init(of home: ZoneID, in connection: Connection) throws {
    func count(_ table: String, and condition: String = "") throws -> Int {
      try connection.first(
        "SELECT count(*) FROM \(table) WHERE homeID = ? \(condition)", .text(home)
      ) { Int($0.integer(0)) } ?? 0
    }
    items = try count("items")
    locations = try count("locations")
    rooms = try count("locations", and: "AND parentID IS NULL")
    labels = try count("labels")
    photos = try count("photos")
    papers = try count("attachments")
    policies = try count("policies")
    fields = try count("fieldPresets")
    templates = try count("templates")
  }
}

/// What is in all of a person's homes, in numbers.
package struct InventorySize: Equatable, Sendable {
  package let items: Int
  /// Photos and papers, and their bytes.
  package let files: Int
  package let fileBytes: Int64

  package init(in connection: Connection) throws {
    items = try connection.first("SELECT count(*) FROM items") { Int($0.integer(0)) } ?? 0
    let size = try connection.first(
      """
      SELECT count(*), CAST(total(byteCount) AS INTEGER) FROM (
        SELECT byteCount FROM photos UNION ALL SELECT byteCount FROM attachments)
      """
    ) { (Int($0.integer(0)), $0.integer(1)) }
    (files, fileBytes) = size ?? (0, 0)
  }
}
