import HearthDomain
import Household
import Hub
import SyncProtocol
import Testing

@testable import Web

/// Which writes the hub takes from whom: every table of the household's schema, in every way that a
/// record can be changed, made from the schema itself, so that a table that is new is here, too.
@Suite struct SyncMatrixTests {
  private enum Caller: String, CaseIterable {
    case owner, editor, viewer, administrator, stranger, invited, removed
  }

  private struct Setting {
    let hearth: Hearth
    let home: ZoneID
    let accounts: [Caller: AccountID]
    /// Where whoever writes may write for sure.
    let own: [Caller: ZoneID]

    init() async throws {
      hearth = try Hearth(signUps: .open)
      _ = try await hearth.household("Office")
      let owner = try await hearth.person("olga")
      home = try await owner.addHome("Flat")
      var browsers: [Caller: Browser] = [.owner: owner]
      for (caller, name) in [
        (Caller.editor, "emil"), (.viewer, "vera"), (.stranger, "stan"), (.invited, "ivo"),
        (.removed, "rita"),
      ] { browsers[caller] = try await hearth.person(name) }
      for (caller, role) in [(Caller.editor, "editor"), (.viewer, "viewer"), (.removed, "editor")] {
        let browser = try #require(browsers[caller])
        try await hearth.admit(browser, to: home, of: owner, role: role)
      }
      _ = try await hearth.invite(owner, home)
      let names: [Caller: String] = [
        .owner: "olga", .editor: "emil", .viewer: "vera", .administrator: "anna",
        .stranger: "stan", .invited: "ivo", .removed: "rita",
      ]
      var (accounts, own): ([Caller: AccountID], [Caller: ZoneID]) = ([:], [:])
      for (caller, name) in names {
        accounts[caller] = try #require(try hearth.accounts.account(named: name)).id
      }
      for (caller, browser) in browsers { own[caller] = try await browser.addHome("Own") }
      let hub = hearth.hub
      own[.administrator] = try hub.store.read {
        try $0.memberships(of: accounts[.administrator] ?? "")
      }
      .first { $0.zone.kind == .home }?.zone.id
      try hub.remove(try #require(accounts[.removed]), from: home, by: accounts[.owner] ?? "")
      (self.accounts, self.own) = (accounts, own)
    }

    /// A row of every table of a home.
    func records() async throws -> [HubRecord] {
      let replica = try hearth.replica(of: "olga")
      try await replica.sync()
      _ = try EveryTable.fill(replica, home)
      try await replica.sync()
      return try hearth.hub.store.read { try $0.records(of: home, after: nil, maxBytes: .max) }
    }

    /// What the hub says to one change set of one mutation; `nil` when it takes it.
    func refusal(
      _ mutation: Mutation, by caller: Caller, number: Int64
    ) throws -> RefusalReason? {
      let account = try #require(accounts[caller])
      var mutation = mutation
      // Nobody signs with the name of somebody else.
      for name in HearthDomain.schema.table(mutation.table)?.authorRegisters ?? []
      where mutation.registers[name] != nil {
        mutation.registers[name] = .text(account)
      }
      let hub = hearth.hub
      // Who is not in the home names the owner's grant, as if they had got hold of it.
      var grants: [ZoneID: String] = [:]
      for zone in [mutation.zone, mutation.destination?.zone].compactMap(\.self) {
        grants[zone] = try hub.store.read { reader in
          try
            (reader.grant(in: zone, for: account)
            ?? reader.grants(in: zone).first { $0.role == .owner })?.grantID
        }
      }
      let replica = "matrix-\(caller.rawValue)"
      let change = ChangeSet(
        id: ChangeSetID(replica: replica, number: number),
        time: HybridTime(milliseconds: Hearth.start + number), grants: grants, preconditions: [],
        mutations: [mutation])
      let reply = try hub.push(
        PushRequest(
          epoch: try hub.store.read { try $0.state().epoch }, replica: replica,
          acknowledged: number - 1, changeSets: [change]), as: account)
      guard case .answers(let answers, _) = reply else {
        Issue.record("\(reply)")
        return nil
      }
      guard case .refused(let refusal)? = answers.first else { return nil }
      return refusal.reason
    }
  }

  /// Every way in which a client could change this record.
  private static func mutations(
    of record: HubRecord, _ table: TableSchema, to own: ZoneID
  ) -> [(what: String, mutation: Mutation)] {
    let home = record.zone
    let values = record.registers.values
    let registers = SortedMap(
      uniqueKeysWithValues: table.registers.filter { $0.rule != .hubOwned }.compactMap { register in
        values[register.name].map { (register.name, $0) }
      })
    let changing = table.registers.first { $0.rule == .lastWriter }?.name
    var all: [(String, Mutation)] = []
    if !table.isRoot {
      all.append(
        (
          "insert",
          Mutation(
            .insert, table.name, UUIDs.v5(record.id, own), in: home, registers: registers)
        ))
      all.append(
        (
          "move",
          Mutation(
            .move, table.name, record.id, in: home,
            destination: RecordPlace(zone: own, id: record.id))
        ))
    }
    if let changing, let value = values[changing] {
      all.append(
        ("update", Mutation(.update, table.name, record.id, in: home, registers: [changing: value]))
      )
    }
    all.append(("delete", Mutation(.delete, table.name, record.id, in: home)))
    return all
  }

  // S1-2-in-b S1-4.3-b S1-9.1-a
  @Test("D-PRM-1 D-PRM-3 who may not write is refused every change of every table, and no other")
  func matrix() async throws {
    let setting = try await Setting()
    let records = try await setting.records()
    let tables = HearthDomain.schema.tables.filter { $0.zoneKinds.contains(.home) }
    var number: Int64 = 0
    // Those who may write come last: what they do is done.
    for caller in Caller.allCases.reversed() {
      let own = try #require(setting.own[caller])
      for table in tables.reversed() {
        let record = try #require(
          records.first { $0.table == table.name }, "no row of \(table.name)")
        for (what, mutation) in Self.mutations(of: record, table, to: own) {
          number += 1
          // The next one would find nothing left to change.
          if caller == .owner || caller == .editor, what == "move" || what == "delete" { continue }
          let head = try setting.hearth.hub.store.read { try $0.zone(setting.home)?.head }
          let refusal = try setting.refusal(mutation, by: caller, number: number)
          let expected: RefusalReason? =
            if table.isHubOwned {
              .hubOwned
            } else {
              switch caller {
              case .owner, .editor: nil
              case .viewer: .readOnly
              case .administrator, .stranger, .invited, .removed: .permission
              }
            }
          #expect(refusal == expected, "\(caller) \(what) \(table.name)")
          if expected != nil {
            let after = try setting.hearth.hub.store.read { try $0.zone(setting.home)?.head }
            #expect(head == after, "\(caller) \(what) \(table.name)")
          }
        }
      }
    }
  }

  @Test("D-PRM-3 only its owner deletes a home; an editor deletes everything in it")
  func deleting() async throws {
    let setting = try await Setting()
    let records = try await setting.records()
    var number: Int64 = 0
    let tables = HearthDomain.schema.tables.filter {
      $0.zoneKinds.contains(.home) && !$0.isHubOwned
    }
    // What is part of others first.
    for table in tables.reversed() where !table.isRoot {
      for record in records where record.table == table.name {
        number += 1
        let refusal = try setting.refusal(
          Mutation(.delete, table.name, record.id, in: setting.home), by: .editor, number: number)
        #expect(refusal == nil, "\(table.name)")
      }
    }
    let root = Mutation(.delete, "homes", setting.home, in: setting.home)
    #expect(try setting.refusal(root, by: .editor, number: number + 1) == .permission)
    #expect(try setting.refusal(root, by: .owner, number: 1) == nil)
    #expect(try setting.hearth.hub.store.read { try $0.zone(setting.home)?.isAlive } == false)
  }

  @Test("D-PRM-10 nobody pulls a home that they are not in")
  func reading() async throws {
    let setting = try await Setting()
    _ = try await setting.records()
    for (caller, name) in [
      (Caller.administrator, "anna"), (.stranger, "stan"), (.invited, "ivo"), (.removed, "rita"),
      (.viewer, "vera"),
    ] {
      let replica = try setting.hearth.replica(of: name, "matrix")
      try await replica.sync()
      let rows = try replica.rows(of: setting.home).values.reduce(0) { $0 + $1.count }
      #expect((rows > 0) == (caller == .viewer), "\(caller)")
    }
  }
}
