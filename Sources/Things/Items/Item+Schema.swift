import Household
import SyncProtocol

extension Item {
  static let schema = TableSchema(
    "items", in: [.home], zoneColumn: "homeID",
    registers: ItemDetails.fields.registers() + [
      .day("lastSeenOn"),
      .nameKey(of: "name"),
      .optionalText("importSource", .importSource),
      .optionalText("importRef", .importRef),
      .instant("createdAt"),
      .text("createdBy", .id),
      Origin.register,
    ],
    references: [
      // Without its place, the item stays in its home.
      ReferenceSchema("locationID", to: "locations", .nullify)
    ],
    retired: Photo.retiredRegisters, isCounted: true)

  static let tableSQL = """
    CREATE TABLE items (
      id TEXT PRIMARY KEY NOT NULL,
      \(SQLShape.home),
      locationID TEXT,
      name TEXT NOT NULL,
      description TEXT NOT NULL DEFAULT '',
      notes TEXT NOT NULL DEFAULT '',
      quantity INTEGER NOT NULL DEFAULT 1 CHECK (quantity >= 0),
      priceMinor INTEGER CHECK (priceMinor >= 0),
      currency TEXT NOT NULL,
      replacementMinor INTEGER CHECK (replacementMinor >= 0),
      purchasedOn TEXT CHECK (\(SQLShape.date("purchasedOn"))),
      purchasedFrom TEXT NOT NULL DEFAULT '',
      condition TEXT NOT NULL DEFAULT '',
      serial TEXT NOT NULL DEFAULT '',
      model TEXT NOT NULL DEFAULT '',
      manufacturer TEXT NOT NULL DEFAULT '',
      warrantyUntil TEXT CHECK (\(SQLShape.date("warrantyUntil"))),
      isLifetimeWarranty INTEGER NOT NULL DEFAULT 0 CHECK (isLifetimeWarranty IN (0, 1)),
      warrantyDetails TEXT NOT NULL DEFAULT '',
      assetID TEXT NOT NULL DEFAULT '',
      url TEXT NOT NULL DEFAULT '',
      isArchived INTEGER NOT NULL DEFAULT 0 CHECK (isArchived IN (0, 1)),
      isInsured INTEGER NOT NULL DEFAULT 0 CHECK (isInsured IN (0, 1)),
      soldOn TEXT CHECK (\(SQLShape.date("soldOn"))),
      soldTo TEXT NOT NULL DEFAULT '',
      soldMinor INTEGER CHECK (soldMinor >= 0),
      soldNotes TEXT NOT NULL DEFAULT '',
      lentTo TEXT NOT NULL DEFAULT '',
      lentUntil TEXT CHECK (\(SQLShape.date("lentUntil"))),
      nameKey TEXT NOT NULL,
      importSource TEXT,
      importRef TEXT,
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL,
      UNIQUE (homeID, id),
      \(SQLShape.reference("locationID", "locations"))
    ) STRICT;
    -- Each order of a list, so that a page costs what it shows and not what the home holds.
    CREATE INDEX itemsByName ON items(homeID, isArchived, nameKey, id);
    CREATE INDEX itemsByNewest ON items(homeID, isArchived, createdAt, id);
    CREATE INDEX itemsByValue
      ON items(homeID, isArchived, currency, priceMinor * quantity, id);
    -- The items of a place, and checking that nothing refers to a deleted place.
    CREATE INDEX itemsByPlace ON items(homeID, locationID, isArchived, nameKey, id);
    -- Finding an item again that was imported before.
    CREATE INDEX itemsByImport ON items(homeID, importSource, importRef)
      WHERE importRef IS NOT NULL;
    """

  /// When an item was last seen where it belongs, and indexes for what the dashboard shows.
  static let sightingSQL = """
    ALTER TABLE items ADD COLUMN lastSeenOn TEXT CHECK (\(SQLShape.date("lastSeenOn")));
    -- Warranties in the order in which they end.
    CREATE INDEX itemsByWarranty ON items(homeID, warrantyUntil, id)
      WHERE warrantyUntil IS NOT NULL AND isArchived = 0;
    -- What is lent, in the order in which it is due back.
    CREATE INDEX itemsLent ON items(homeID, lentUntil, id) WHERE lentTo <> '' AND isArchived = 0;
    """

  /// The columns that describe an item's depreciation.
  static let depreciationSQL = """
    ALTER TABLE items ADD COLUMN usefulLifeYears INTEGER CHECK (usefulLifeYears >= 1);
    ALTER TABLE items ADD COLUMN residualMinor INTEGER CHECK (residualMinor >= 0);
    """
}
