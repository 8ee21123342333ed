import Hub
import HubSQLite
import SyncProtocol
import Testing

@Suite struct GateContractTests {
  @Test("versions of the flag come back as they were, the last first, and the oldest are forgotten")
  func flags() throws {
    let store = try HubSQLite(path: ":memory:")
    #expect(try store.read { try $0.sharingFlag() } == nil)
    let flags = (1...4).map { version in
      SharingFlag(
        version: Int64(version), state: SharingFlag.State.allCases[version - 1],
        percent: version * 10, listed: version == 2 ? ["a", "b"] : [],
        allowsOverride: version == 3, hidesShared: version == 4, changedAt: Int64(version) * 1000,
        changedBy: version == 4 ? "" : "ada")
    }
    for flag in flags { try store.write { try $0.add(flag, keeping: 3) } }
    #expect(try store.read { try $0.sharingFlag() } == flags[3])
    #expect(try store.read { try $0.sharingFlags(limit: 10) } == [flags[3], flags[2], flags[1]])
    #expect(try store.read { try $0.sharingFlags(limit: 1) } == [flags[3]])
  }

  @Test("S3-NG4 plans belong to accounts, and go with them")
  func plans() throws {
    let store = try HubSQLite(path: ":memory:")
    #expect(try store.read { try $0.planMode() } == .off)
    try store.write { writer in
      try writer.setPlanMode(.enforced)
      try writer.putAccount(
        Account(
          id: "a", name: "Ada", nameKey: "ada", displayName: "Ada", passwordHash: "",
          isAdministrator: false, createdAt: 0, personalZone: ""))
      try writer.putPlan(Plan(account: "a", until: nil, givenAt: 1))
      try writer.putPlan(Plan(account: "a", until: 7, givenAt: 2))
    }
    #expect(try store.read { try $0.planMode() } == .enforced)
    #expect(try store.read { try $0.plans() } == [Plan(account: "a", until: 7, givenAt: 2)])
    try store.write { try $0.removePlan(of: "a") }
    #expect(try store.read { try $0.plan(of: "a") } == nil)
    // A plan of nobody is none.
    #expect(throws: (any Error).self) {
      try store.write { try $0.putPlan(Plan(account: "nobody", until: nil, givenAt: 1)) }
    }
  }

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
