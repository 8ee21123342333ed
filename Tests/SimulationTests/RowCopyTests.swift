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
    CREATE TABLE changes (
      item INTEGER NOT NULL REFERENCES items (number), sequence INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE members (
      homeID TEXT NOT NULL
        REFERENCES homes (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      name TEXT NOT NULL
    ) STRICT;
    INSERT INTO homes VALUES ('a', 'Flat'), ('b', 'Cabin'), ('c', 'Boat');
    INSERT INTO items VALUES (3, 'a', x'00ff'), (7, 'b', NULL), (9, 'b', x'');
    INSERT INTO versions VALUES ('a', 'name'), ('b', 'name');
    INSERT INTO changes VALUES (3, 1), (7, 1);
    INSERT INTO members VALUES ('a', 'Ann'), ('b', 'Bob'), ('c', 'Cy');
    """

  private func contents(of db: Connection) throws -> [[Value]] {
    try ["homes", "items", "versions", "changes", "members"].flatMap { table in
      let rowID = table == "versions" ? "" : "rowid, "
      return try db.query("SELECT \(rowID)* FROM \(table) ORDER BY 1") { row in
        (0..<row.columnCount).map { row.value($0) }
      }
    }
  }

  @Test("whatever was changed since, a database holds what it held before")
  func putBack() throws {
    let db = try Connection(path: ":memory:")
    try db.executeScript(Self.tables)
    let copy = try Connection(path: ":memory:")
    try db.copyContents(to: copy)
    let rows = try RowCopy(of: db)
    let before = try rows.rows(of: db)
    try rows.putBack(before, to: db)
    #expect(try contents(of: db) == contents(of: copy))
    try db.transaction {
      try db.executeScript(
        """
        DELETE FROM changes WHERE item = 7;
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
    try rows.putBack(before, to: db)
    #expect(try contents(of: db) == contents(of: copy))
    #expect(try db.query("PRAGMA foreign_key_check") { $0.text(0) }.isEmpty)
    #expect(try db.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
  }
}
