import Hub
import SyncProtocol
import Testing

/// The contract about joins that are not finished, and about looking through a zone.
struct PendingJoinContract {
  static let cases = [
    ContractCase("a join is kept as it is put, for its account alone") { try Self().kept($0) },
    ContractCase("of too many joins the oldest go, the newest one never") {
      try Self().trimmed($0)
    },
    ContractCase("joins whose invites ended are removed by their time") { try Self().ended($0) },
    ContractCase(
      "the texts of a zone's live records are read in one pass, of the tables that are asked for"
    ) { try Self().texts($0) },
  ]

  private func join(
    _ invite: String, of account: AccountID = "bob", choice: String = "{}", at: Int64 = 5,
    expiresAt: Int64 = 100
  ) -> KeptJoin {
    KeptJoin(
      account: account, inviteID: invite, zone: "flat", kind: .home, title: "Flat",
      ownerName: "Ann", ownerAccountName: "ann", role: .readOnly, expiresAt: expiresAt,
      choice: choice, createdAt: at)
  }

  private func with(_ factory: StoreFactory, _ body: (any HubStore) throws -> Void) throws {
    try factory.with { store in
      try store.write { writer in
        for name in ["bob", "cyd"] {
          try writer.putAccount(
            Account(
              id: name, name: name, nameKey: name, displayName: name, passwordHash: "",
              isAdministrator: false, createdAt: 0, personalZone: ""))
        }
      }
      try body(store)
    }
  }

  private func kept(_ factory: StoreFactory) throws {
    try with(factory) { store in
      let (first, second) = (join("i1", at: 9), join("i2", at: 3))
      try store.write { try $0.putPendingJoin(first) }
      try store.write { try $0.putPendingJoin(second) }
      #expect(try store.read { try $0.pendingJoins(of: "bob") } == [second, first])
      #expect(try store.read { try $0.pendingJoin(first.id, of: "bob") } == first)
      #expect(try store.read { try $0.pendingJoin(first.id, of: "cyd") } == nil)
      #expect(try store.read { try $0.pendingJoins(of: "cyd") } == [])
      try store.write { try $0.putPendingJoin(join("i1", choice: "new", at: 50)) }
      #expect(
        try store.read { try $0.pendingJoin(first.id, of: "bob") }
          == join("i1", choice: "new", at: 9))
      try store.write { try $0.removePendingJoin(first.id, of: "cyd") }
      #expect(try store.read { try $0.pendingJoins(of: "bob").count } == 2)
      try store.write { try $0.removePendingJoin(first.id, of: "bob") }
      #expect(try store.read { try $0.pendingJoins(of: "bob") } == [second])
    }
  }

  private func trimmed(_ factory: StoreFactory) throws {
    try with(factory) { store in
      try store.write { writer in
        for number in 1...5 { try writer.putPendingJoin(join("i\(number)", at: Int64(number))) }
        try writer.putPendingJoin(join("i1", of: "cyd"))
        try writer.trimPendingJoins(of: "bob", to: 3, keeping: join("i1").id)
      }
      #expect(
        try store.read { try $0.pendingJoins(of: "bob").map(\.inviteID) } == ["i1", "i4", "i5"])
      #expect(try store.read { try $0.pendingJoins(of: "cyd").count } == 1)
    }
  }

  private func ended(_ factory: StoreFactory) throws {
    try with(factory) { store in
      try store.write { writer in
        try writer.putInvite(
          Invite(
            id: "i1", zone: "flat", role: .readOnly, createdBy: "ann", createdAt: 0,
            expiresAt: 100, maxUses: 1, revokedAt: 40, tokenHash: "t", codeHash: "c"))
        try writer.putPendingJoin(join("i1"))
        try writer.putPendingJoin(join("i2"))
        try writer.removePendingJoins(endedBy: 39)
      }
      func left() throws -> [String] {
        try store.read { try $0.pendingJoins(of: "bob").map(\.inviteID).sorted() }
      }
      #expect(try left() == ["i1", "i2"])
      try store.write { try $0.removePendingJoins(endedBy: 40) }
      #expect(try left() == ["i2"])
      try store.write { try $0.removePendingJoins(endedBy: 100) }
      #expect(try left() == [])
    }
  }

  private func texts(_ factory: StoreFactory) throws {
    try factory.with { store in
      let stamp = Stamp(
        time: HybridTime(milliseconds: 1), changeSet: ChangeSetID(replica: "r", number: 1))
      func record(_ table: String, _ id: RecordID, isDead: Bool = false) -> HubRecord {
        HubRecord(
          zone: "flat", table: table, id: id, isDead: isDead, diedAt: isDead ? stamp : nil,
          registers: [
            "name": Register(.text("the \"\(id)\""), stamp), "size": Register(.integer(3), stamp),
            "parentID": Register(.null, stamp),
          ])
      }
      try store.write { writer in
        try writer.putZone(HubZone(id: "flat", kind: .home))
        for found in [
          record("rooms", "b"), record("rooms", "a"), record("rooms", "c", isDead: true),
          record("items", "d"), record("photos", "e"),
        ] { try writer.putRecord(found, references: []) }
      }
      var found: [String] = []
      try store.read { reader in
        try reader.scanTexts(
          of: "flat", registers: ["rooms": ["size", "name", "parentID"], "items": []]
        ) { table, record, texts in
          found.append("\(table) \(record) " + texts.map { $0 ?? "-" }.joined(separator: " "))
        }
      }
      #expect(
        found == ["rooms a - the \"a\" -", "rooms b - the \"b\" -", "items d "])
    }
  }
}
