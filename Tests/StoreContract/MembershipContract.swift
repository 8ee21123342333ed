import Hub
import SyncProtocol
import Testing

/// The contract about grants, replicas, answers, accounts, sessions and invites.
struct MembershipContract {
  static let cases = [
    ContractCase("memberships are an account's grants in zones that are alive") {
      try Self().memberships($0)
    },
    ContractCase("an account's list of zones counts up") { try Self().accountSequence($0) },
    ContractCase("replicas have an owner, zones a hold") { try Self().ownersAndHolds($0) },
    ContractCase("answers are kept until their replica has them, refusals and hashes for good") {
      try Self().answers($0)
    },
    ContractCase("accounts are found by id and by name, and listed by name") {
      try Self().accounts($0)
    },
    ContractCase("sessions are found by their token's hash and ended one by one") {
      try Self().sessions($0)
    },
    ContractCase("invites are found by token, by code and by zone") { try Self().invites($0) },
  ]

  private func memberships(_ factory: StoreFactory) throws {
    try factory.with { store in
      let grants = ["c", "a", "b"].map {
        HubGrant(zone: $0, account: "ann", role: .owner, grantID: "r.1", inviteID: nil)
      }
      let guest = HubGrant(
        zone: "a", account: "ben", role: .readOnly, grantID: "r.2", inviteID: "i")
      try store.write { writer in
        for grant in grants { try writer.putZone(HubZone(id: grant.zone, kind: .home)) }
        for grant in grants + [guest] { try writer.putGrant(grant) }
        try writer.putZone(HubZone(id: "b", kind: .home, isAlive: false))
      }
      try store.read { reader in
        let memberships = try reader.memberships(of: "ann")
        #expect(memberships.map(\.grant) == [grants[1], grants[0]])
        #expect(memberships.map(\.zone.id) == ["a", "c"])
        try #expect(reader.grant(in: "b", for: "ann") == grants[2])
        try #expect(reader.grants(in: "a") == [grants[1], guest])
      }
      var changed = guest
      changed.role = .readWrite
      changed.grantID = "r.3"
      try store.write { writer in
        try writer.putGrant(changed)
        try writer.removeGrant(in: "a", for: "ann")
      }
      try #expect(store.read { try $0.grants(in: "a") } == [changed])
      try #expect(store.read { try $0.grant(in: "a", for: "ann") } == nil)
    }
  }

  private func accountSequence(_ factory: StoreFactory) throws {
    try factory.with { store in
      try #expect(store.read { try $0.accountSequence(of: "ann") } == 0)
      for expected in 1...3 as ClosedRange<Int64> {
        try store.write { try $0.touchAccount("ann") }
        try #expect(store.read { try $0.accountSequence(of: "ann") } == expected)
      }
      try #expect(store.read { try $0.accountSequence(of: "ben") } == 0)
    }
  }

  private func ownersAndHolds(_ factory: StoreFactory) throws {
    try factory.with { store in
      try store.write { writer in
        try writer.setOwner(ofReplica: "r", to: "ann")
        try writer.putZone(HubZone(id: "home", kind: .home))
        try writer.putHold(Hold(replica: "r", account: "ann", since: 1, until: 4), on: "home")
        try writer.putHold(
          Hold(replica: "s", account: "ben", since: 2, until: 9, next: "r", nextUntil: 12),
          on: "home")
      }
      try store.read { reader in
        try #expect(reader.owner(ofReplica: "r") == "ann")
        try #expect(reader.owner(ofReplica: "s") == nil)
        try #expect(
          reader.hold(on: "home")
            == Hold(replica: "s", account: "ben", since: 2, until: 9, next: "r", nextUntil: 12))
        try #expect(reader.hold(on: "cabin") == nil)
      }
    }
  }

  private func answers(_ factory: StoreFactory) throws {
    try factory.with { store in
      func id(_ replica: String, _ number: Int64) -> ChangeSetID {
        ChangeSetID(replica: replica, number: number)
      }
      let answers: [Answer] = [
        .accepted(["home": 3, "cabin": 9]), .accepted([:]),
        .refused(Refusal(.stale, RecordKey("expenses", "e"), "amount")),
      ]
      try store.write { writer in
        for (index, answer) in answers.enumerated() {
          try writer.putAnswer(answer, to: id("r", Int64(index + 1)), hash: [UInt8(index)])
        }
        try writer.putAnswer(answers[0], to: id("s", 1), hash: [7])
      }
      try store.read { reader in
        for (index, answer) in answers.enumerated() {
          try #expect(
            reader.judged(id("r", Int64(index + 1)))
              == JudgedChangeSet(hash: [UInt8(index)], answer: answer))
        }
        try #expect(reader.acknowledged(ofReplica: "r") == 0)
      }
      try store.write { try $0.forgetAnswers(of: "r", through: 3) }
      try store.write { try $0.forgetAnswers(of: "r", through: 1) }
      try store.read { reader in
        try #expect(reader.judged(id("r", 2)) == JudgedChangeSet(hash: [1], answer: nil))
        try #expect(reader.judged(id("r", 3))?.answer == answers[2])
        try #expect(reader.judged(id("s", 1))?.answer == answers[0])
        try #expect(reader.judged(id("s", 2)) == nil)
        try #expect(reader.standing(ofReplica: "r").lastJudged == 3)
        try #expect(reader.acknowledged(ofReplica: "r") == 3)
      }
    }
  }

  static func account(_ id: String, _ name: String) -> Account {
    Account(
      id: id, name: name, nameKey: name.lowercased(), displayName: "The \(name)",
      passwordHash: "hash", isAdministrator: id == "1", createdAt: 6, personalZone: "p\(id)")
  }

  private func accounts(_ factory: StoreFactory) throws {
    try factory.with { store in
      let accounts = [("1", "Ann"), ("2", "Ben"), ("3", "Cy")].map(Self.account)
      try store.write { writer in for account in accounts { try writer.putAccount(account) } }
      var changed = accounts[1]
      changed.isDisabled = true
      changed.passwordHash = "other"
      changed.displayName = "B"
      try store.write { try $0.putAccount(changed) }
      try store.read { reader in
        try #expect(reader.accountCount() == 3)
        try #expect(reader.account("1") == accounts[0])
        try #expect(reader.account(named: "ben") == changed)
        try #expect(reader.account(named: "Ben") == nil)
        try #expect(reader.accounts(after: nil, limit: 2) == [accounts[0], changed])
        try #expect(reader.accounts(after: "ben", limit: 2) == [accounts[2]])
      }
      #expect(throws: (any Error).self) {
        try store.write { try $0.putAccount(Self.account("4", "Ann")) }
      }
    }
  }

  private func sessions(_ factory: StoreFactory) throws {
    try factory.with { store in
      func session(_ id: String, _ account: String, expiresAt: Int64) -> Session {
        Session(
          id: id, account: account, kind: .device, tokenHash: "h\(id)", label: "phone",
          createdAt: 1, lastUsedAt: 2, expiresAt: expiresAt)
      }
      let all = [
        session("a", "ann", expiresAt: 10), session("b", "ann", expiresAt: 20),
        session("c", "ann", expiresAt: 30), session("d", "ben", expiresAt: 30),
      ]
      try store.write { writer in for session in all { try writer.putSession(session) } }
      func ids(_ account: String) throws -> [String] {
        try store.read { try $0.sessions(of: account).map(\.id) }
      }
      try #expect(store.read { try $0.session(tokenHash: "hb") } == all[1])
      try #expect(store.read { try $0.session(tokenHash: "hx") } == nil)
      try #expect(ids("ann") == ["a", "b", "c"])
      var used = all[2]
      used.lastUsedAt = 9
      used.expiresAt = 40
      try store.write { writer in
        try writer.putSession(used)
        try writer.removeExpiredSessions(now: 10)
      }
      try #expect(ids("ann") == ["c", "b"])
      try #expect(store.read { try $0.session(tokenHash: "hc") } == used)
      try store.write { try $0.removeSessions(of: "ann", except: "b") }
      try #expect(ids("ann") == ["b"])
      try store.write { try $0.removeSession("b") }
      try #expect(ids("ann") == [])
      try #expect(ids("ben") == ["d"])
      try store.write { try $0.removeSessions(of: "ben", except: nil) }
      try #expect(ids("ben") == [])
    }
  }

  private func invites(_ factory: StoreFactory) throws {
    try factory.with { store in
      func invite(_ id: String, code: String, createdAt: Int64) -> Invite {
        Invite(
          id: id, zone: "home", role: .readWrite, createdBy: "ann", createdAt: createdAt,
          expiresAt: 100, maxUses: 2, tokenHash: "t\(id)", codeHash: code)
      }
      let one = invite("1", code: "x", createdAt: 1)
      let two = invite("2", code: "x", createdAt: 2)
      try store.write { writer in
        try writer.putZone(HubZone(id: "home", kind: .home))
        try writer.putInvite(one)
        try writer.putInvite(two)
      }
      var used = one
      used.usedCount = 1
      used.revokedAt = 7
      try store.write { writer in
        try writer.putInvite(used)
        try writer.putRedemption(of: "1", by: "ben", at: 5)
        try writer.putRedemption(of: "1", by: "ben", at: 6)
      }
      try store.read { reader in
        try #expect(reader.invite("1") == used)
        try #expect(reader.invite(tokenHash: "t2") == two)
        try #expect(reader.invites(codeHash: "x") == [two, used])
        try #expect(reader.invites(in: "home") == [two, used])
        try #expect(reader.invites(in: "cabin").isEmpty)
        try #expect(reader.hasRedeemed("1", account: "ben"))
        try #expect(!reader.hasRedeemed("2", account: "ben"))
        try #expect(!reader.hasRedeemed("1", account: "ann"))
      }
    }
  }
}
