import SQLite
import Testing

@Suite("What is known of tables")
struct TableShapeTests {
  @Test("it is read anew when the schema has changed")
  func changedSchema() throws {
    let db = try Connection(path: ":memory:")
    try db.executeScript("CREATE TABLE items (id TEXT NOT NULL) STRICT")
    #expect(try db.shapes(of: ["items"])["items"]?.columns == ["id"])
    try db.executeScript("ALTER TABLE items ADD COLUMN price INTEGER NOT NULL DEFAULT 7")
    let shape = try db.shapes(of: ["items"])["items"]
    #expect(shape?.columns == ["id", "price"])
    #expect(shape?.defaults == [1: .integer(7)])
  }

  @Test("a schema that is taken back leaves nothing of it known")
  func rolledBackSchema() throws {
    let db = try Connection(path: ":memory:")
    try db.executeScript("CREATE TABLE items (id TEXT NOT NULL) STRICT")
    try db.begin()
    try db.executeScript("ALTER TABLE items ADD COLUMN price INTEGER")
    #expect(try db.shapes(of: ["items"])["items"]?.columns == ["id", "price"])
    db.rollback()
    // The same number of the schema, and another column.
    try db.executeScript("ALTER TABLE items ADD COLUMN name TEXT")
    #expect(try db.shapes(of: ["items"])["items"]?.columns == ["id", "name"])
  }

  @Test("it follows a database that was replaced by another")
  func replaced() throws {
    let db = try Connection(path: ":memory:")
    let other = try Connection(path: ":memory:")
    try db.executeScript("CREATE TABLE items (id TEXT NOT NULL) STRICT")
    try other.executeScript("CREATE TABLE items (id TEXT NOT NULL, name TEXT) STRICT")
    #expect(try db.shapes(of: ["items"])["items"]?.columns == ["id"])
    try other.copyContents(to: db)
    #expect(try db.shapes(of: ["items"])["items"]?.columns == ["id", "name"])
  }
}
