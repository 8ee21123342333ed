import SQLite
import TestSupport
import Testing

@Suite("Rows that are put back")
struct RowCopyTests {
  private static let tables = """
    CREATE TABLE homes (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE items (
      number INTEGER PRIMARY KEY,
      homeID TEXT NOT NULL REFERENCES homes(id) DEFERRABLE INITIALLY DEFERRED,
      bytes BLOB
    ) STRICT;
    CREATE TABLE versions (
      id TEXT NOT NULL, register TEXT NOT NULL, PRIMARY KEY (id, register)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO homes VALUES ('a', 'Flat'), ('b', 'Cabin'), ('c', 'Boat');
    INSERT INTO items VALUES (3, 'a', x'00ff'), (7, 'b', NULL), (9, 'b', x'');
    INSERT INTO versions VALUES ('a', 'name'), ('b', 'name');
    """

  private func contents(of db: Connection) throws -> [[Value]] {
    try ["homes", "items", "versions"].flatMap { table in
      let rowID = table == "versions" ? "" : "rowid, "
      return try db.query("SELECT \(rowID)* FROM \(table) ORDER BY 1") { row in
        (0..<row.columnCount).map { row.value($0) }
      }
    }
  }

  @Test("whatever was changed since, a database holds what its copy holds")
  func putBack() throws {
    let db = try Connection(path: ":memory:")
    try db.executeScript(Self.tables)
    let copy = try Connection(path: ":memory:")
    try db.copyContents(to: copy)
    let rows = try RowCopy(of: db)
    try rows(from: copy, to: db)
    #expect(try contents(of: db) == contents(of: copy))
    try db.transaction {
      try db.executeScript(
        """
        DELETE FROM items WHERE homeID = 'b';
        DELETE FROM homes WHERE id = 'b';
        UPDATE homes SET name = 'x' WHERE id = 'a';
        UPDATE homes SET name = 'Flat' WHERE id = 'c';
        INSERT INTO homes VALUES ('d', 'Cabin');
        UPDATE items SET bytes = x'00fe', homeID = 'd' WHERE number = 3;
        INSERT INTO items VALUES (10, 'd', NULL);
        DELETE FROM versions WHERE id = 'a';
        INSERT INTO versions VALUES ('d', 'name');
        """)
    }
    try rows(from: copy, to: db)
    #expect(try contents(of: db) == contents(of: copy))
    #expect(try db.query("PRAGMA foreign_key_check") { $0.text(0) }.isEmpty)
    #expect(try db.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
  }
}
