import SQLite
import Testing

@Suite("Bringing a file up to date")
struct MigrationsTests {
  private static let first = """
    CREATE TABLE homes (id INTEGER PRIMARY KEY);
    CREATE TABLE items (id INTEGER PRIMARY KEY, home INTEGER REFERENCES homes (id));
    INSERT INTO homes VALUES (1), (2); INSERT INTO items VALUES (1, 1);
    """

  /// What a file of the first script is after another one.
  private func version(
    after script: String, kept: [String]
  ) throws -> (version: Int, homes: Int64, error: (any Error)?) {
    let connection = try Connection(path: ":memory:")
    try Migrations([Self.first], kept: kept).migrate(connection)
    var failure: (any Error)?
    do {
      try connection.executeScript("PRAGMA foreign_keys=OFF")
      try Migrations([Self.first, script], kept: kept).migrate(connection)
    } catch {
      failure = error
    }
    let homes = try connection.first("SELECT count(*) FROM homes") { $0.integer(0) }
    return (try Migrations.version(of: connection), homes ?? 0, failure)
  }

  @Test("edge case 66: a script that loses rows of a table that is kept changes nothing")
  func lostRows() throws {
    let result = try version(after: "DELETE FROM homes WHERE id = 2", kept: ["homes", "items"])
    #expect(
      result.error as? Migrations.LostRows == .init(table: "homes", before: 2, after: 1))
    #expect(result.version == 1)
    #expect(result.homes == 2)
    let free = try version(after: "DELETE FROM homes WHERE id = 2", kept: ["items"])
    #expect(free.error == nil && free.version == 2 && free.homes == 1)
  }

  @Test("edge case 66: a script that leaves a reference to nothing changes nothing")
  func danglingReference() throws {
    let result = try version(after: "UPDATE items SET home = 7", kept: ["homes", "items"])
    #expect(result.error as? Migrations.LostRows == .init(table: "", before: 0, after: 1))
    #expect(result.version == 1)
  }

  @Test("S3-6.2-P2-4 D-HOM-4 the mark that says done is set in the transaction of the work")
  func markInTransaction() throws {
    let result = try version(
      after: "INSERT INTO homes VALUES (3); CREATE TABLE homes (id)", kept: ["homes"])
    #expect(result.error is SQLiteError)
    #expect(result.version == 1)
    #expect(result.homes == 2)
  }
}
