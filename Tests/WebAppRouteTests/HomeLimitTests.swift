import HearthDomain
import SyncProtocol
import Testing
import Things

@testable import Web

/// How many homes one account may own.
@Suite struct HomeLimitTests {
  // S3-IMP-2 S3-R-3 S3-OQ-2
  @Test("ten homes are one's own; an eleventh is refused with words, a shared one is not")
  func tenHomes() async throws {
    let hearth = try Hearth(signUps: .open)
    let (owner, flat) = try await hearth.household("Home 1")
    var homes = [flat]
    for number in 2...10 { homes.append(try await owner.addHome("Home \(number)")) }
    for home in homes { _ = try await hearth.addItem(owner, home, "Kettle") }
    let list = try await owner.get("/homes").main
    for number in 1...10 { #expect(list.contains(">Home \(number)<")) }
    #expect(try await owner.get("/items").main.contains(catalogue.itemCount(10)))
    try await owner.get("/homes/new")
    let refused = try await owner.submit("/homes/new", ["name": "Home 11"])
    #expect(refused.status == 409)
    #expect(refused.text.contains(catalogue.problem(.tooManyHomes)))
    #expect(refused.text.contains("value=\"Home 11\""))
    let ben = try await hearth.person("ben")
    let bens = try await ben.addHome("Ben's")
    try await hearth.admit(owner, to: bens, of: ben)
    #expect(try await owner.get("/homes/\(bens)").status == 200)
    #expect(try await owner.get("/homes").main.matches(of: /<h2>/).count == 11)
  }

  @Test("S3-OQ-2 a hub can allow another number of homes")
  func configured() async throws {
    let hearth = try Hearth(maxOwnedHomes: 2)
    let (owner, _) = try await hearth.household("Flat")
    _ = try await owner.addHome("Cabin")
    try await owner.get("/homes/new")
    #expect(try await owner.submit("/homes/new", ["name": "Hut"]).status == 409)
    #expect(HearthDomain.schema(maxOwnedHomes: 3).zoneKinds[.home]?.maxOwned == 3)
    #expect(HearthDomain.schema(maxOwnedHomes: 3).tables.count == HearthDomain.schema.tables.count)
  }

  @Test("D-HOM-11 of homes that two devices make offline the hub takes as many as there may be")
  func madeOffline() async throws {
    let hearth = try Hearth(maxOwnedHomes: 3)
    let (owner, _) = try await hearth.household("Flat")
    let replicas = try ["one", "two"].map { try hearth.replica(of: "anna", $0) }
    for replica in replicas { try await replica.sync() }
    for (replica, names) in zip(replicas, [["A", "B"], ["C", "D"]]) {
      for name in names { try replica.write { _ = try CreateHome(HomeDetails(name: name))($0) } }
      #expect(try replica.file.status().pendingCount == 2)
    }
    for replica in replicas + replicas { try await replica.sync() }
    #expect(try replicas[0].file.parkedChanges().isEmpty)
    #expect(try replicas[1].file.parkedChanges().map(\.refusal.reason) == [.limit, .limit])
    for replica in replicas {
      let names = try replica.file.read { try HomeList.rows(in: $0).map(\.name) }
      #expect(names == ["A", "B", "Flat"])
    }
    let account = try #require(try hearth.accounts.account(named: "anna")).id
    let owned = try hearth.hub.store.read { reader in
      try reader.memberships(of: account).count { $0.zone.kind == .home && $0.grant.role == .owner }
    }
    #expect(owned == 3)
    #expect(try await owner.get("/homes").main.contains(">B<"))
  }
}
