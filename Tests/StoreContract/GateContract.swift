import Hub
import SyncProtocol
import Testing

struct GateContract {
  static let cases = [
    ContractCase(
      "versions of the flag come back as they were, the last first, and the oldest are forgotten"
    ) { try Self().flags($0) },
    ContractCase("S3-NG4 plans belong to accounts, and go with them") { try Self().plans($0) },
  ]

  private func flags(_ factory: StoreFactory) throws {
    try factory.with { store in
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
  }

  private func plans(_ factory: StoreFactory) throws {
    try factory.with { store in
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
  }
}
