import HubSQLite
import Testing

@Suite struct PlanColumnTests {
  @Test("S3-NG4 S3-NG5 no table of homes or zones has a column for a plan or a quota")
  func noColumns() throws {
    let store = try HubSQLite(path: ":memory:")
    let columns = try store.withWriter { connection in
      try connection.query(
        """
        SELECT m.name || '.' || c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
          WHERE m.type = 'table'
        """
      ) { $0.text(0).lowercased() }
    }
    #expect(columns.contains("plans.accountid"))
    let suspicious = columns.filter { name in
      ["plan", "quota", "tier"].contains { name.contains($0) } && !name.hasPrefix("plan")
    }
    #expect(suspicious.isEmpty)
  }
}
