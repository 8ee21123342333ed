import Finances
import HearthDomain
import Household
import Hub
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// A group and its members, at a hub and on devices.
@Suite struct GroupTests {
  // D-CLM-5 S2-T2-a
  @Test(
    """
    D-CLM-5 S2-T2-a who creates a group is in it; the others have it as it is, once they are let in
    """)
  func created() throws {
    let flat = try GroupWorld()
    let rows = try GroupList.rows(of: "ann", in: flat.ann.connection)
    #expect(rows.map(\.group.details.name) == ["Flat"])
    #expect(rows.first?.ownMemberID == flat.member("Ann"))
    #expect(rows.first?.memberCount == 4)
    let others = try GroupList.rows(of: "cyd", in: flat.cyd.connection)
    #expect(others.map(\.role) == [.readOnly])
    #expect(others.first?.ownMemberID == nil)
    #expect(try flat.bob.count("expenseCategories") == ExpenseCategory.defaults.count)
  }

  @Test("the name of a group and of a member is asked for, and each member's is their own")
  func badNames() throws {
    let world = try SyncWorld(schema: HearthDomain.schema)
    let ann = try world.device("ann", sql: HearthDomain.migrations)
    func create(_ name: String, _ currency: String, _ members: [String]) throws {
      _ = try ann.write {
        try CreateGroup(
          GroupDetails(name: name, currency: currency), ownName: "Ann", others: members)($0)
      }
    }
    #expect(throws: FinanceFailure.self) { try create(" ", "EUR", []) }
    #expect(throws: FinanceFailure.self) { try create("Trip", "XXQ", []) }
    #expect(throws: FinanceFailure.self) { try create("Trip", "EUR", ["ann"]) }
    #expect(try ann.count("groups") == 0)
    try create("Trip", "eur", ["Ben"])
    #expect(try ann.texts("SELECT currency FROM groups") == ["EUR"])
  }

  // X29: who a member is, is told by the id of an account.
  @Test(
    "D-CLM-1 I2-6 S2-T2-b S2-ID-6 two people who are the same member at once: the first has it at the hub"
  )
  func claims() throws {
    let flat = try GroupWorld()
    let bo = flat.member("Bo")
    _ = try flat.bob.write { try ClaimMember(memberID: bo)($0) }
    _ = try flat.cyd.write { try ClaimMember(memberID: bo)($0) }
    try flat.bob.sync()
    try flat.cyd.sync()
    #expect(try flat.cyd.refusals == [.claimed])
    try flat.sync()
    for device in [flat.ann, flat.bob, flat.cyd] {
      #expect(try GroupMember.find(bo, in: device.connection)?.accountID == "bob")
    }
    #expect(throws: FinanceFailure.alreadyClaimed(bo)) {
      _ = try flat.cyd.write { try ClaimMember(memberID: bo)($0) }
    }
  }

  @Test("D-CLM-2 D-CLM-3 one member for an account; the person and the owner take it back")
  func released() throws {
    let flat = try GroupWorld()
    _ = try flat.bob.write { try ClaimMember(memberID: flat.member("Bob"))($0) }
    try flat.sync()
    #expect(throws: FinanceFailure.alreadyClaimed(flat.member("Bob"))) {
      _ = try flat.bob.write { try ClaimMember(memberID: flat.member("Bo"))($0) }
    }
    #expect(throws: FinanceFailure.readOnlyGroup) {
      _ = try flat.cyd.write { try ReleaseMember(memberID: flat.member("Bob"))($0) }
    }
    _ = try flat.ann.write { try AssignMember(memberID: flat.member("Bo"), to: "bob")($0) }
    try flat.sync()
    #expect(try flat.ann.refusals == [])
    let own = try GroupMember.of("bob", in: flat.group, flat.bob.connection)
    #expect(own?.id == flat.member("Bo"))
  }

  @Test("D-GRP-1 a member whom an expense names is not removed; one whom none names is")
  func removed() throws {
    let flat = try GroupWorld()
    try flat.add("Bread", flat.money(300), on: flat.ann)
    #expect(throws: FinanceFailure.stillNamed) {
      try flat.ann.write { try RemoveMember(memberID: flat.member("Bob"))($0) }
    }
    try flat.ann.write { try RemoveMember(memberID: flat.member("Bo"))($0) }
    try flat.sync()
    #expect(try GroupMember.find(flat.member("Bo"), in: flat.bob.connection) == nil)
  }

  // D-CLM-3
  @Test("a member who is another account is removed by that account or the owner alone")
  func removedAnothers() throws {
    let flat = try GroupWorld()
    try flat.cyd.confirm(relyingOn: [flat.group], accountList: false) {
      try ClaimMember(memberID: flat.member("Cyd"))($0)
    }
    _ = try flat.bob.write { try ClaimMember(memberID: flat.member("Bob"))($0) }
    try flat.sync()
    #expect(throws: FinanceFailure.alreadyClaimed(flat.member("Cyd"))) {
      try flat.bob.write { try RemoveMember(memberID: flat.member("Cyd"))($0) }
    }
    try flat.bob.write { try RemoveMember(memberID: flat.member("Bob"))($0) }
    try flat.ann.write { try RemoveMember(memberID: flat.member("Cyd"))($0) }
    try flat.sync()
    #expect(try flat.bob.refusals == [] && flat.ann.refusals == [])
    let names = try GroupMember.of(flat.group, in: flat.cyd.connection).map(\.details.name)
    #expect(names == ["Ann", "Bo"])
  }

  @Test("a member who was removed while another device named them is back, archived")
  func revived() throws {
    let flat = try GroupWorld()
    try flat.ann.write { try RemoveMember(memberID: flat.member("Bo"))($0) }
    try flat.add("Bread", flat.money(300, for: ["Ann", "Bo"]), on: flat.bob)
    try flat.ann.sync()
    try flat.sync()
    for device in [flat.ann, flat.bob, flat.cyd] {
      let back = try GroupMember.find(flat.member("Bo"), in: device.connection)
      #expect(back?.details.isArchived == true)
      #expect(back?.details.name == "Bo")
      #expect(try flat.net(on: device) == ["Ann": 150, "Bo": -150])
    }
  }

  @Test("S2-EDGE-group-delete only the owner deletes a group, and everything of it goes with it")
  func deleted() throws {
    let flat = try GroupWorld()
    try flat.add("Bread", flat.money(300), on: flat.bob)
    try flat.bob.write {
      try AddRepeating(
        groupID: flat.group, RepeatingDetails(title: "Rent", startsOn: "2026-03-01"),
        flat.money(900))($0)
    }
    try flat.sync()
    #expect(throws: FinanceFailure.readOnlyGroup) {
      try flat.bob.write { try DeleteGroup(groupID: flat.group)($0) }
    }
    try flat.ann.write { try DeleteGroup(groupID: flat.group)($0) }
    try flat.sync()
    #expect(try flat.ann.refusals == [])
    for device in [flat.ann, flat.bob, flat.cyd] {
      for table in [
        "groups", "groupMembers", "expenses", "expenseParts", "expenseCategories",
        "repeatingExpenses", "repeatingParts", "manualRates",
      ] {
        #expect(try device.texts("SELECT id FROM \(table)") == [], "\(table)")
      }
    }
  }

  @Test("a name that a restored hub has lost is made again with its key, whatever it is by then")
  func lostName() throws {
    let flat = try GroupWorld(seals: false)
    let backup = try Connection(path: ":memory:", durability: .off)
    try flat.world.store.connection.copyContents(to: backup)
    func rename(_ name: String, on device: SyncDevice) throws {
      let details = GroupDetails(name: name, currency: "EUR")
      try device.write { try EditGroup(groupID: flat.group, details: details)($0) }
    }
    // The key stays what it was.
    try rename("FLAT", on: flat.bob)
    try flat.sync()
    try backup.copyContents(to: flat.world.store.connection)
    try flat.world.hub.beginRecovery(until: flat.world.now + 86_400_000, epoch: "epoch-2")
    try flat.ann.sync()
    try rename("House", on: flat.ann)
    let lost = try #require(try flat.ann.replica.parkedChanges().first)
    try flat.ann.replica.retry(lost.number)
    try flat.ann.sync()
    let group = try #require(try Group.find(flat.group, in: flat.ann.connection))
    #expect(group.details.name == "FLAT")
    #expect(group.nameKey == "flat")
    #expect(try flat.ann.refusals == [])
  }
}
