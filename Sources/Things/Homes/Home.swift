import Household
import SQLite
import SyncProtocol
import Values

/// A home: the root of its zone, with the zone's id.
package struct Home: Record, Identifiable {
  package let id: ZoneID
  package var name: String
  package var nameKey: String
  /// Empty, or one emoji.
  package var emoji: String
  /// A `PaletteColour`, 0–11.
  package var colorIndex: Int
  package var note: String
  package var address: Address
  package var purchasedOn: String?
  /// In minor units of `currency`, or of the account's currency if that is `nil`.
  package var purchaseMinor: Int64?
  /// The default currency of new items; `nil` for the account's own.
  package var currency: String?
  /// The version of the default rooms and labels that the home was given; 0 if none (D-HOM-18).
  package var defaultsVersion: Int
  /// The program this home was imported from, and its id there.
  package var importSource: String?
  package var importRef: String?
  /// Milliseconds since 1970; 0 in a home that the hub created.
  package var createdAt: Int64

  /// Lines of an address, each empty when unknown.
  package struct Address: Equatable, Sendable {
    package var address1 = ""
    package var address2 = ""
    package var city = ""
    package var state = ""
    package var zip = ""
    package var country = ""

    package init() {}
  }

  package static let sql = RecordSQL(
    "homes",
    ["id"] + HomeDetails.fields.columns() + [
      "nameKey", "defaultsVersion", "importSource", "importRef", "createdAt",
    ])

  package var values: [Value] {
    [.text(id)] + HomeDetails.fields.values(of: details) + [
      .text(nameKey), .integer(Int64(defaultsVersion)), Value(importSource), Value(importRef),
      .integer(createdAt),
    ]
  }

  package init(id: ZoneID, name: String, createdAt: Int64) {
    self.id = id
    self.name = name
    nameKey = NameKey.make(name)
    emoji = ""
    colorIndex = Home.defaultColorIndex
    note = ""
    address = Address()
    defaultsVersion = 0
    self.createdAt = createdAt
  }

  package init(_ row: inout RowReader) {
    id = row.text()
    name = row.text()
    emoji = row.text()
    colorIndex = row.int()
    note = row.text()
    address = Address()
    address.address1 = row.text()
    address.address2 = row.text()
    address.city = row.text()
    address.state = row.text()
    address.zip = row.text()
    address.country = row.text()
    purchasedOn = row.optionalText()
    purchaseMinor = row.amount()
    currency = row.optionalText()
    nameKey = row.text()
    defaultsVersion = row.int()
    importSource = row.optionalText()
    importRef = row.optionalText()
    createdAt = row.instant()
  }
}

extension Home {
  package static let colors: ClosedRange<Int64> = 0...11
  static let defaultColorIndex = PaletteColour.green.rawValue

  static let schema = TableSchema(
    "homes", in: [.home], zoneColumn: nil,
    registers: HomeDetails.fields.registers() + [
      .nameKey(of: "name"),
      .integer("defaultsVersion", 0...1000, defaultValue: 0),
      .optionalText("importSource", .importSource),
      .optionalText("importRef", .importRef),
      .instant("createdAt"),
    ],
    retired: Photo.retiredRegisters)

  /// The contents of a home that the hub creates for somebody who would otherwise have none (X11).
  ///
  /// The hub knows nothing of rooms and labels: `AddDefaults` runs later on the person's first
  /// replica.
  static let freshRoot: SortedMap<FieldValue> = [
    "name": "My Home", "nameKey": .text(freshNameKey), "emoji": "🏠", "colorIndex": 3, "note": "",
    "address1": "", "address2": "", "city": "", "state": "", "zip": "", "country": "",
    "purchasedOn": .null, "purchaseMinor": .null, "currency": .null, "defaultsVersion": 0,
    "importSource": .null, "importRef": .null, "createdAt": 0,
  ]

  /// The name key of a home that nobody has named yet.
  package static let freshNameKey = "my home"

  static let tableSQL = """
    CREATE TABLE homes (
      id TEXT PRIMARY KEY NOT NULL,
      name TEXT NOT NULL,
      nameKey TEXT NOT NULL,
      emoji TEXT NOT NULL DEFAULT '',
      colorIndex INTEGER NOT NULL DEFAULT 3 CHECK (colorIndex BETWEEN 0 AND 11),
      note TEXT NOT NULL DEFAULT '',
      address1 TEXT NOT NULL DEFAULT '',
      address2 TEXT NOT NULL DEFAULT '',
      city TEXT NOT NULL DEFAULT '',
      state TEXT NOT NULL DEFAULT '',
      zip TEXT NOT NULL DEFAULT '',
      country TEXT NOT NULL DEFAULT '',
      purchasedOn TEXT CHECK (\(SQLShape.date("purchasedOn"))),
      purchaseMinor INTEGER CHECK (purchaseMinor >= 0),
      currency TEXT,
      defaultsVersion INTEGER NOT NULL DEFAULT 0,
      importSource TEXT,
      importRef TEXT,
      createdAt INTEGER NOT NULL
    ) STRICT;
    """
}

extension SQLShape {
  /// The zone column.
  static let home =
    "homeID TEXT NOT NULL REFERENCES homes(id) DEFERRABLE INITIALLY DEFERRED"

  /// A reference that cannot leave the home (D-HOM-13).
  static func reference(_ column: String, _ table: String) -> String {
    "FOREIGN KEY (homeID, \(column)) REFERENCES \(table)(homeID, id) DEFERRABLE INITIALLY DEFERRED"
  }
}
