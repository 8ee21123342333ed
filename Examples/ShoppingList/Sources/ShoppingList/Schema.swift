import SQLite
import SyncProtocol

/// What is kept, and how two people's changes of it meet. The hub and every replica hold the same.
enum Schema {
  static let sync = SyncSchema(
    version: 1,
    tables: [
      // The root. A list is a zone: shared, ordered and read as a whole.
      TableSchema("lists", in: [.group], zoneColumn: nil, registers: [text("name")]),
      // A shop's id follows from its name: two people who add the same one mean the same one.
      TableSchema(
        "shops", in: [.group], zoneColumn: "listID", registers: [text("name")], hasNaturalID: true),
      TableSchema(
        "items", in: [.group], zoneColumn: "listID",
        registers: [
          // Who writes last wins, register by register: one renames, another ticks, both stands.
          text("name"),
          RegisterSchema(.flag("isTicked")),
          RegisterSchema(.text("shopID", isNullable: true)),
          // Who is first holds it: two people do not both bring the cake.
          RegisterSchema(.text("broughtBy", isNullable: true), rule: .firstWriter),
        ],
        // An item outlives its shop.
        references: [ReferenceSchema("shopID", to: "shops", .nullify)]),
    ],
    zoneKinds: [.group: ZoneKindSchema(rootTable: "lists", titleRegister: "name")])

  private static func text(_ name: String) -> RegisterSchema {
    RegisterSchema(.text(name, maxBytes: 200))
  }

  /// The same tables in a replica's file, read with plain SQL. Scripts are only ever added at the
  /// end. References wait for the end of a transaction: what is pulled has the hub's order.
  static let migrations = Migrations([
    """
    CREATE TABLE lists (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT;
    CREATE TABLE shops (
      id TEXT PRIMARY KEY NOT NULL,
      listID TEXT NOT NULL REFERENCES lists(id) DEFERRABLE INITIALLY DEFERRED,
      name TEXT NOT NULL
    ) STRICT;
    CREATE TABLE items (
      id TEXT PRIMARY KEY NOT NULL,
      listID TEXT NOT NULL REFERENCES lists(id) DEFERRABLE INITIALLY DEFERRED,
      name TEXT NOT NULL,
      isTicked INTEGER NOT NULL DEFAULT 0,
      shopID TEXT REFERENCES shops(id) DEFERRABLE INITIALLY DEFERRED,
      broughtBy TEXT
    ) STRICT;
    CREATE INDEX itemsByShop ON items(shopID);
    """
  ])
}
