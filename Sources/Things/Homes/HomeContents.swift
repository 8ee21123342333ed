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

/// A home in numbers, as a list of homes tells it.
package struct HomeSummary: Equatable, Sendable {
  package let access: HomeAccess
  package let itemCount: Int
  package let photoCount: Int
  package let peopleCount: Int

  /// All homes of the account, by name.
  package static func all(in connection: Connection) throws -> [HomeSummary] {
    try connection.query(
      """
      SELECT h.id, h.name, z.role,
        (SELECT count(*) FROM items AS i WHERE i.homeID = h.id),
        (SELECT count(*) FROM photos AS p WHERE p.homeID = h.id),
        (SELECT count(*) FROM participants AS p WHERE p.zoneID = h.id)
      FROM homes AS h JOIN syncZones AS z ON z.id = h.id ORDER BY h.nameKey, h.id
      """
    ) { row in
      HomeSummary(
        access: HomeAccess(
          homeID: row.text(0), name: row.text(1), role: Role(rawValue: row.text(2)) ?? .readOnly),
        itemCount: Int(row.integer(3)), photoCount: Int(row.integer(4)),
        peopleCount: Int(row.integer(5)))
    }
  }
}
