import Household
import SQLite
import SyncProtocol

/// What items of one sort have in common, for creating new ones: one row of `templates`.
package struct ItemTemplate: Record, Identifiable {
  package let id: RecordID
  package var homeID: ZoneID
  package var name: String
  package var nameKey: String
  /// The values for a new item's form. Dates, sales and loans are not part of a template.
  package var content: Content
  package let createdAt: Int64

  package struct Content: Equatable, Sendable {
    package var itemName = ""
    package var description = ""
    package var notes = ""
    package var quantity: Int64 = 1
    package var manufacturer = ""
    package var model = ""
    package var purchasedFrom = ""
    package var warrantyDetails = ""
    package var isLifetimeWarranty = false
    package var isInsured = false
    /// `nil` if new items are in no particular place, or the place is gone.
    package var locationID: RecordID?
    /// Labels of the home; those that are gone are ignored.
    package var labelIDs: [RecordID] = []
    /// The names of custom fields to fill in, in order.
    package var fieldNames: [String] = []

    package init() {}
  }

  package static let sql = RecordSQL(
    "templates",
    ["id", "homeID"] + TemplateDetails.fields.columns() + [
      "nameKey", "labelIDs", "fieldNames", "createdAt",
    ], origin: .told)

  package var values: [Value] {
    [.text(id), .text(homeID)] + TemplateDetails.fields.values(of: details) + [
      .text(nameKey), .text(content.labelIDs.joined(separator: " ")),
      .text(content.fieldNames.joined(separator: "\n")), .integer(createdAt),
    ]
  }

  init(id: RecordID, homeID: ZoneID, name: String, content: Content, createdAt: Int64) {
    self.id = id
    self.homeID = homeID
    self.name = name
    nameKey = NameKey.make(name)
    self.content = content
    self.createdAt = createdAt
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    homeID = row.text()
    name = row.text()
    content = Content()
    content.itemName = row.text()
    content.description = row.text()
    content.notes = row.text()
    content.quantity = row.integer()
    content.manufacturer = row.text()
    content.model = row.text()
    content.purchasedFrom = row.text()
    content.warrantyDetails = row.text()
    content.isLifetimeWarranty = row.bool()
    content.isInsured = row.bool()
    content.locationID = row.optionalText()
    nameKey = row.text()
    content.labelIDs = row.text().split(separator: " ").map { String($0) }
    content.fieldNames = row.text().split(separator: "\n").map { String($0) }
    createdAt = row.instant()
  }
}

extension ItemTemplate {
  /// The most templates of one home.
  package static let maxPerHome = 200

  static let schema = TableSchema(
    "templates", in: [.home], zoneColumn: "homeID",
    registers: TemplateDetails.fields.registers() + [
      .nameKey(of: "name"),
      .plain("labelIDs", .notes),
      .plain("fieldNames", .notes),
      .instant("createdAt", rule: .appendOnly),
      Origin.register,
    ],
    references: [
      // Without its place, the template stays, and its items are in no particular place.
      ReferenceSchema("locationID", to: "locations", .nullify)
    ])

  static let tableSQL = """
    CREATE TABLE templates (
      id TEXT PRIMARY KEY NOT NULL,
      \(SQLShape.home),
      name TEXT NOT NULL,
      nameKey TEXT NOT NULL,
      itemName TEXT NOT NULL DEFAULT '',
      description TEXT NOT NULL DEFAULT '',
      notes TEXT NOT NULL DEFAULT '',
      quantity INTEGER NOT NULL DEFAULT 1 CHECK (quantity >= 0),
      manufacturer TEXT NOT NULL DEFAULT '',
      model TEXT NOT NULL DEFAULT '',
      purchasedFrom TEXT NOT NULL DEFAULT '',
      warrantyDetails TEXT NOT NULL DEFAULT '',
      isLifetimeWarranty INTEGER NOT NULL DEFAULT 0 CHECK (isLifetimeWarranty IN (0, 1)),
      isInsured INTEGER NOT NULL DEFAULT 0 CHECK (isInsured IN (0, 1)),
      locationID TEXT,
      labelIDs TEXT NOT NULL DEFAULT '',
      fieldNames TEXT NOT NULL DEFAULT '',
      createdAt INTEGER NOT NULL,
      \(SQLShape.reference("locationID", "locations"))
    ) STRICT;
    -- The templates of a home.
    CREATE INDEX templatesByHome ON templates(homeID, nameKey, id);
    -- Checking that nothing refers to a deleted place.
    CREATE INDEX templatesByPlace ON templates(homeID, locationID);
    """
}
