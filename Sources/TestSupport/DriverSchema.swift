import Replica
import SQLite
import SyncProtocol

/// Two versions of a small program beside each other: the newer one has a register and a table that
/// the older one does not know.
enum DriverSchema: Int, CaseIterable {
  case older = 1
  case newer

  var schema: SyncSchema {
    var items = [
      RegisterSchema(.text("name", maxBytes: 100)),
      RegisterSchema(.integer("price", -1_000_000...1_000_000, isNullable: true)),
    ]
    if self == .newer { items.append(RegisterSchema(.text("colour", defaultValue: ""))) }
    var tables = [
      TableSchema(
        "homes", in: [.home], zoneColumn: nil,
        registers: [RegisterSchema(.text("name", defaultValue: ""))]),
      TableSchema("items", in: [.home], zoneColumn: "homeID", registers: items),
    ]
    if self == .newer {
      tables.append(
        TableSchema(
          "labels", in: [.home], zoneColumn: "homeID",
          registers: [RegisterSchema(.text("name", maxBytes: 100))]))
    }
    return SyncSchema(
      version: rawValue, tables: tables,
      zoneKinds: [
        .home: ZoneKindSchema(
          rootTable: "homes", titleRegister: "name", minimumPerAccount: 1,
          freshRoot: ["name": "My Home"], maxOwned: 40)
      ])
  }

  var migrations: Migrations {
    Migrations(self == .older ? [Self.olderSQL] : [Self.olderSQL, Self.newerSQL])
  }

  /// The tables that a program of this version shows, with their columns.
  var shown: [(table: String, columns: [String])] {
    self == .older
      ? [("homes", ["id", "name"]), ("items", ["id", "homeID", "name", "price"])]
      : [
        ("homes", ["id", "name"]), ("items", ["id", "homeID", "name", "price", "colour"]),
        ("labels", ["id", "homeID", "name"]),
      ]
  }

  private static let olderSQL = """
    CREATE TABLE homes (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT;
    CREATE TABLE items (
      id TEXT PRIMARY KEY NOT NULL,
      homeID TEXT NOT NULL REFERENCES homes(id) DEFERRABLE INITIALLY DEFERRED,
      name TEXT NOT NULL, price INTEGER
    ) STRICT;
    """
  private static let newerSQL = """
    ALTER TABLE items ADD COLUMN colour TEXT NOT NULL DEFAULT '';
    CREATE TABLE labels (
      id TEXT PRIMARY KEY NOT NULL,
      homeID TEXT NOT NULL REFERENCES homes(id) DEFERRABLE INITIALLY DEFERRED,
      name TEXT NOT NULL
    ) STRICT;
    """
}
