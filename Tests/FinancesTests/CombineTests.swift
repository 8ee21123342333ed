import Finances
import Household
import Hub
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// Two members who are one person.
@Suite struct CombineTests {
  @Test("D-CLM-7 expenses of both are of one afterwards, and no sum changes")
  func combined() throws {
    let flat = try GroupWorld()
    try flat.add("Rent", flat.money(1000, for: ["Ann", "Bob", "Bo"]), on: flat.ann)
    try flat.add("Bread", flat.money(300, by: "Bo", for: ["Ann", "Bo"]), on: flat.ann)
    try flat.sync()
    _ = try flat.ann.write {
      try CombineMembers(flat.member("Bo"), into: flat.member("Bob"))($0)
    }
    try flat.sync()
    #expect(try flat.ann.refusals == [])
    for device in [flat.ann, flat.bob, flat.cyd] {
      #expect(try GroupMember.find(flat.member("Bo"), in: device.connection) == nil)
      let net = try flat.net(on: device)
      #expect(net == ["Ann": 517, "Bob": -517])
    }
  }

  @Test("D-CLM-7 what somebody adds offline for the one who goes counts for the one who stays")
  func late() throws {
    let flat = try GroupWorld()
    let late = try flat.add("Late", flat.money(900, for: ["Ann", "Bob", "Bo"]), on: flat.bob)
    _ = try flat.ann.write {
      try CombineMembers(flat.member("Bo"), into: flat.member("Bob"))($0)
    }
    try flat.ann.sync()
    try flat.sync()
    #expect(try flat.bob.refusals == [])
    for device in [flat.ann, flat.bob, flat.cyd] {
      let stored = try #require(try Expense.find(late, in: device.connection))
      #expect(stored.money.problem == nil)
      #expect(stored.money.shares.count == 2)
      #expect(try flat.net(on: device) == ["Ann": 600, "Bob": -600])
    }
  }

  // D-CLM-7
  @Test(
    """
    of an adjusted expense whose rest two share who are one by now, the parts stay as they are: a \
    later change of who paid moves nothing between the others
    """)
  func adjusted() throws {
    let flat = try GroupWorld()
    let money = try ExpenseDraft(
      currency: "EUR", amountMinor: 10_000, mode: .adjustment,
      payers: [.init(flat.member("Ann"), 10_000)],
      sharers: [
        .init(flat.member("Ann"), weight: 1000), .init(flat.member("Bob"), weight: 0),
        .init(flat.member("Bo"), weight: 0),
      ]
    ).money()
    let early = try flat.add("Hotel", money, on: flat.ann)
    // The hub joins what comes from a device that has not heard of it.
    let late = try flat.add("Late", money, on: flat.bob)
    _ = try flat.ann.write {
      try CombineMembers(flat.member("Bo"), into: flat.member("Bob"))($0)
    }
    try flat.ann.sync()
    try flat.sync()
    #expect(try flat.bob.refusals == [])
    for (device, id) in [(flat.ann, early), (flat.bob, early), (flat.bob, late), (flat.cyd, late)] {
      let stored = try #require(try Expense.find(id, in: device.connection)).money
      #expect(stored.problem == nil && stored.mode == .exact)
      #expect(stored.shares.map(\.owedMinor).sorted() == [4000, 6000])
      #expect(stored.shares.allSatisfy { $0.weight == nil })
    }
  }

  // D-CLM-7
  @Test("of an adjusted expense, who only paid and who shares it are joined as they are")
  func adjustedPayer() throws {
    let flat = try GroupWorld()
    let money = try ExpenseDraft(
      currency: "EUR", amountMinor: 10_000, mode: .adjustment,
      payers: [.init(flat.member("Bo"), 10_000)],
      sharers: [.init(flat.member("Ann"), weight: 1000), .init(flat.member("Bob"), weight: 0)]
    ).money()
    let id = try flat.add("Hotel", money, on: flat.ann)
    _ = try flat.ann.write {
      try CombineMembers(flat.member("Bo"), into: flat.member("Bob"))($0)
    }
    try flat.sync()
    let stored = try #require(try Expense.find(id, in: flat.cyd.connection)).money
    #expect(stored.mode == .adjustment && stored.shares.map(\.weight) == [1000, 0])
    #expect(stored.shares.map(\.owedMinor) == [5500, 4500])
  }

  @Test("who somebody else is stays as they have said, unless the owner combines them (D-CLM-7)")
  func anothersAccount() throws {
    let flat = try GroupWorld()
    try flat.cyd.confirm(relyingOn: [flat.group], accountList: false) {
      try ClaimMember(memberID: flat.member("Cyd"))($0)
    }
    try flat.sync()
    #expect(throws: FinanceFailure.alreadyClaimed(flat.member("Cyd"))) {
      _ = try flat.bob.write {
        try CombineMembers(flat.member("Cyd"), into: flat.member("Bo"))($0)
      }
    }
    _ = try flat.bob.write {
      try CombineMembers(flat.member("Bo"), into: flat.member("Cyd"))($0)
    }
    try flat.sync()
    #expect(try flat.bob.refusals == [])
    #expect(
      try GroupMember.of("cyd", in: flat.group, flat.ann.connection)?.id == flat.member("Cyd"))
  }

  @Test("a member whose account has left the group is combined without it")
  func accountLeft() throws {
    let flat = try GroupWorld()
    _ = try flat.bob.write { try ClaimMember(memberID: flat.member("Bo"))($0) }
    try flat.sync()
    try flat.world.hub.remove("bob", from: flat.group, by: "bob")
    try flat.ann.sync()
    _ = try flat.ann.write {
      try CombineMembers(flat.member("Bo"), into: flat.member("Bob"))($0)
    }
    try flat.ann.sync()
    #expect(try flat.ann.refusals == [])
    let stays = try GroupMember.find(flat.member("Bob"), in: flat.ann.connection)
    #expect(stays?.accountID == nil)
  }

  @Test("a payment between two who are one by now can still be described, and not be paid anew")
  func paymentToOneself() throws {
    let flat = try GroupWorld()
    let payment = ExpenseMoney(
      paying: 500, "EUR", from: flat.member("Bo"), to: flat.member("Bob"))
    let id = try flat.add("Paid back", payment, on: flat.ann)
    _ = try flat.ann.write {
      try CombineMembers(flat.member("Bo"), into: flat.member("Bob"))($0)
    }
    try flat.edit(id, on: flat.ann) { $0.row.details.title = "Was one person" }
    #expect(
      try Expense.find(id, in: flat.ann.connection)?.details.title == "Was one person")
    #expect(throws: FinanceFailure.unbalanced(.notAPayment)) {
      try flat.edit(id, on: flat.ann) {
        $0.money.amountMinor = 700
        $0.money.shares[0].paidMinor = 700
        $0.money.shares[0].owedMinor = 700
      }
    }
    try flat.sync()
    #expect(try flat.ann.refusals == [])
  }

  @Test("two members who are two accounts are not combined; an account goes along")
  func accounts() throws {
    let flat = try GroupWorld()
    _ = try flat.bob.write { try ClaimMember(memberID: flat.member("Bo"))($0) }
    try flat.sync()
    #expect(throws: FinanceFailure.alreadyClaimed(flat.member("Ann"))) {
      _ = try flat.ann.write {
        try CombineMembers(flat.member("Bo"), into: flat.member("Ann"))($0)
      }
    }
    _ = try flat.ann.write {
      try CombineMembers(flat.member("Bo"), into: flat.member("Bob"))($0)
    }
    try flat.sync()
    #expect(try flat.ann.refusals == [])
    #expect(
      try GroupMember.of("bob", in: flat.group, flat.bob.connection)?.id == flat.member("Bob"))
  }
}
