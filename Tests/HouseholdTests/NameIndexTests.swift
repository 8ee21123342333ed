import CSQLite
import SQLite
import SyncProtocol
import Testing
import Things

/// Finding places and labels by home and name.
@Suite struct NameIndexTests {
  @Test(
    "S3-6.4-a places and labels have an index on home and name, and looking a name up uses it",
    arguments: [("locations", "locationsByName"), ("labels", "labelsByName")])
  func index(table: String, name: String) throws {
    let store = try TestStore(homes: ["flat", "cabin"])
    for home in ["flat", "cabin"] {
      for number in 0..<50 {
        _ = try store.addLocation("Shelf \(number)", home: home)
        _ = try store.addLabel("Label \(number)", home: home)
      }
    }
    let indexes = try store.texts("SELECT name FROM pragma_index_list('\(table)')")
    #expect(indexes.contains(name))
    let columns = try store.texts("SELECT name FROM pragma_index_info('\(name)') ORDER BY seqno")
    #expect(columns == ["homeID", "nameKey", "id"])

    // What the forms for a new place and a new label ask before they write.
    let flat = store.id("flat")
    #expect(throws: AddLocation.Failure.self) {
      try store.write { try AddLocation(homeID: flat, LocationDetails(name: "shelf 7"))($0) }
    }
    #expect(throws: AddLabel.Failure.self) {
      try store.write { try AddLabel(homeID: flat, LabelDetails(name: "LABEL 7"))($0) }
    }
    var statement = sqlite3_next_stmt(store.connection.handle, nil)
    var lookups: [String] = []
    while let current = statement {
      let sql = String(cString: sqlite3_sql(current))
      if sql.contains("FROM \(table)"), sql.contains("nameKey = ?") { lookups.append(sql) }
      statement = sqlite3_next_stmt(store.connection.handle, current)
    }
    #expect(!lookups.isEmpty)
    for sql in lookups {
      let plan = try store.connection.query("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
      #expect(plan.contains { $0.contains("INDEX \(name) (homeID=? AND nameKey=?") }, "\(plan)")
    }
  }
}
