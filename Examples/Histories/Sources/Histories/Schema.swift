import SQLite
import SyncProtocol

/// Homes with lists in them. A list has no record of its own: its elements name it.
enum Schema {
  static let sync = SyncSchema(
    version: 1,
    tables: [
      TableSchema(
        "homes", in: [.home], zoneColumn: nil, registers: [RegisterSchema(.text("name"))]),
      // An element is written once. It can be removed, so the table itself is not append-only.
      TableSchema(
        "elements", in: [.home], zoneColumn: "homeID",
        registers: [
          RegisterSchema(.text("list", maxBytes: 100), rule: .appendOnly),
          RegisterSchema(.integer("position"), rule: .appendOnly),
          RegisterSchema(.integer("value"), rule: .appendOnly),
        ]),
    ],
    zoneKinds: [.home: ZoneKindSchema(rootTable: "homes", titleRegister: "name")])

  static let migrations = Migrations([
    """
    CREATE TABLE homes (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT;
    CREATE TABLE elements (
      id TEXT PRIMARY KEY NOT NULL,
      homeID TEXT NOT NULL REFERENCES homes(id) DEFERRABLE INITIALLY DEFERRED,
      list TEXT NOT NULL,
      position INTEGER NOT NULL,
      value INTEGER NOT NULL
    ) STRICT;
    -- Two devices without a connection may append at the same position: not unique.
    CREATE INDEX elementsByList ON elements(list, position);
    """
  ])
}
