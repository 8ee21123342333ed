import Foundation
import Replica
import SQLite
import SyncProtocol

/// A small domain: homes with notes, and everyone's own zone.
package enum Domain {
  package static let migrations = Migrations([
    """
    CREATE TABLE profiles (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT;
    CREATE TABLE homes (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) STRICT;
    CREATE TABLE notes (
      id TEXT PRIMARY KEY NOT NULL,
      homeID TEXT NOT NULL REFERENCES homes(id) DEFERRABLE INITIALLY DEFERRED,
      text TEXT NOT NULL,
      file TEXT
    ) STRICT;
    """
  ])

  package static let schema = SyncSchema(
    version: 1,
    tables: [
      TableSchema(
        "profiles", in: [.personal], zoneColumn: nil,
        registers: [RegisterSchema(.text("name", defaultValue: ""))]),
      TableSchema(
        "homes", in: [.home], zoneColumn: nil,
        registers: [RegisterSchema(.text("name", defaultValue: ""))]),
      TableSchema(
        "notes", in: [.home], zoneColumn: "homeID",
        registers: [
          RegisterSchema(.text("text", maxBytes: 40 << 20)),
          RegisterSchema(.text("file", isNullable: true, form: .sha256, namesBlob: true)),
        ], matchable: ["text"]),
    ],
    zoneKinds: [
      .personal: ZoneKindSchema(
        rootTable: "profiles", titleRegister: "name", minimumPerAccount: 1),
      .home: ZoneKindSchema(rootTable: "homes", titleRegister: "name"),
    ])
}

/// Milliseconds since 1970.
@Sendable package func wallClock() -> Int64 { Int64(Date().timeIntervalSince1970 * 1000) }

extension WriteTransaction {
  @discardableResult
  package func addHome(_ name: String) throws -> ZoneID {
    let id = newID()
    try connection.execute("INSERT INTO homes VALUES (?, ?)", .text(id), .text(name))
    return id
  }

  package func rename(_ home: ZoneID, _ name: String) throws {
    try connection.execute("UPDATE homes SET name = ? WHERE id = ?", .text(name), .text(home))
  }

  @discardableResult
  package func addNote(
    _ text: String, in home: ZoneID, file: String? = nil
  ) throws -> RecordID {
    let id = newID()
    try connection.execute(
      "INSERT INTO notes (id, homeID, text, file) VALUES (?, ?, ?, ?)", .text(id), .text(home),
      .text(text), Value(file))
    return id
  }
}

extension ReplicaFile {
  package func homes() throws -> [String] {
    try read { try $0.query("SELECT name FROM homes ORDER BY name") { $0.text(0) } }
  }

  package func notes() throws -> [String] {
    try read { try $0.query("SELECT text FROM notes ORDER BY text") { $0.text(0) } }
  }
}
