import SQLite
import SyncProtocol
import Testing
import Things

/// Everything in a home says which home that is.
@Suite struct HomeColumnTests {
  private static let tables = Things.schema.tables.filter {
    $0.zoneKinds.contains(.home) && !$0.isHubOwned && !$0.isRoot
  }

  @Test("S0-TC1 every row of a home names the home, in a column that cannot be empty")
  func allNameTheirHome() throws {
    let store = try TestStore()
    #expect(Self.tables.count >= 6)
    for table in Self.tables {
      #expect(table.zoneColumn == "homeID", "\(table.name)")
      let isRequired = try store.integer(
        "SELECT \"notnull\" FROM pragma_table_info('\(table.name)') WHERE name = 'homeID'")
      #expect(isRequired == 1, "\(table.name)")
    }
  }

  @Test("S0-NG7 S3-US7-1 S3-OQ-5 S3-DM-item-1 labels and items are a home's; a place they may lack")
  func labelsAndItems() throws {
    let store = try TestStore(homes: ["flat"])
    let item = try store.addItem("Pan", home: "flat")
    #expect(item.details.locationID == nil)
    try store.addLabel("Red", home: "flat")
    for sql in [
      "UPDATE labels SET homeID = NULL", "UPDATE items SET homeID = NULL",
      "INSERT INTO labels(id, homeID, name, nameKey, createdAt) VALUES ('x', NULL, 'a', 'a', 1)",
      "UPDATE labels SET homeID = 'nowhere'", "UPDATE items SET homeID = 'nowhere'",
    ] {
      #expect(throws: SQLiteError.self, "\(sql)") {
        try store.write { try $0.connection.execute(sql) }
      }
    }
    #expect(
      try store.texts(
        """
        SELECT m.name || ' ' || c."notnull" FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
          WHERE m.name IN ('labels', 'items') AND c.name IN ('homeID', 'locationID') ORDER BY 1
        """) == ["items 0", "items 1", "labels 1"])
  }
}
