import Finances
import HearthDomain
import Household
import Hub
import Replica
import SQLite
import Splitting
import SyncProtocol
import TestSupport
import Testing

/// From what somebody enters to who pays whom.
@Suite struct SettleTests {
  private func draft(
    _ flat: GroupWorld, _ amount: Int64, _ mode: ExpenseMoney.Mode, _ weights: [Int64],
    payers: [(String, Int64)] = []
  ) -> ExpenseDraft {
    let names = ["Ann", "Bob", "Bo"]
    return ExpenseDraft(
      currency: "EUR", amountMinor: amount, mode: mode,
      payers: (payers.isEmpty ? [("Ann", amount)] : payers).map { .init(flat.member($0.0), $0.1) },
      sharers: zip(names, weights).map { .init(flat.member($0.0), weight: $0.1) })
  }

  @Test("S2-EDGE-rounding D-GRP-9 parts by every mode, by the one rule, and exactly the amount")
  func modes() throws {
    let flat = try GroupWorld()
    func owed(_ amount: Int64, _ mode: ExpenseMoney.Mode, _ weights: [Int64]) throws -> [Int64] {
      try draft(flat, amount, mode, weights).money().shares.map(\.owedMinor)
    }
    #expect(try owed(100, .equal, [1, 1, 1]) == [33, 33, 34])
    #expect(try owed(101, .equal, [1, 1, 1]) == [33, 34, 34])
    #expect(try owed(-100, .equal, [1, 1, 1]) == [-33, -33, -34])
    #expect(try owed(1000, .shares, [2, 1, 0]) == [667, 333, 0])
    #expect(try owed(1000, .percentage, [3333, 3333, 3334]) == [333, 333, 334])
    #expect(try owed(1000, .exact, [500, 300, 200]) == [500, 300, 200])
    #expect(try owed(1000, .adjustment, [100, 0, -100]) == [433, 333, 234])
    #expect(throws: FinanceFailure.unsplit(.percentagesOff(byBasisPoints: -1))) {
      try draft(flat, 1000, .percentage, [3333, 3333, 3333]).money()
    }
    #expect(throws: FinanceFailure.unbalanced(.paidDiffers(by: -1))) {
      try draft(flat, 1000, .equal, [1, 1, 1], payers: [("Ann", 400), ("Bob", 599)]).money()
    }
    let several = try draft(
      flat, 1000, .equal, [1, 1, 1], payers: [("Bob", 400), ("Cyd", 600)]
    ).money()
    #expect(several.shares.map(\.paidMinor) == [0, 400, 0, 600])
    #expect(several.shares.map(\.owedMinor) == [333, 333, 334, 0])
  }

  @Test("a bill by lines: tip and tax follow what each had, and the sum is the bill's")
  func itemised() throws {
    let flat = try GroupWorld()
    var bill = draft(flat, 1200, .itemised, [1, 1, 1])
    bill.lines = [
      .init(name: "Pizza", amountMinor: 600, sharers: [.init(flat.member("Ann"))]),
      .init(
        name: "Wine", amountMinor: 400,
        sharers: [.init(flat.member("Bob")), .init(flat.member("Bo"))]),
    ]
    let money = try bill.money()
    #expect(money.shares.map(\.owedMinor) == [720, 240, 240])
    try flat.add("Dinner", money, on: flat.ann)
    try flat.sync()
    #expect(try flat.net(on: flat.cyd) == ["Ann": 480, "Bob": -240, "Bo": -240])
  }

  @Test("S2-DEBT-1 who owes whom, and through which expenses; a payment ends it")
  func debts() throws {
    let flat = try GroupWorld()
    let rent = try flat.add("Rent", flat.money(1000), on: flat.ann)
    let bread = try flat.add("Bread", flat.money(200, by: "Bob"), on: flat.bob)
    try flat.sync()
    let connection = flat.cyd.connection
    try connection.transaction { try Finances.rebuild(connection) }
    let debts = try GroupDebts.of(flat.group, in: connection).debts
    #expect(
      debts == [
        GroupDebts.Debt(
          currency: "EUR", debtor: flat.member("Bob"), creditor: flat.member("Ann"), amount: 400,
          partCount: 2)
      ])
    let parts = try GroupDebts.parts(of: debts[0], in: flat.group, limit: 9, connection)
      .sorted { $0.amount > $1.amount }
    #expect(parts.map(\.expenseID) == [rent, bread])
    #expect(parts.map(\.amount) == [500, -100])
    try flat.add(
      "Paid", ExpenseMoney(paying: 400, "EUR", from: flat.member("Bob"), to: flat.member("Ann")),
      on: flat.bob)
    try flat.sync()
    try connection.transaction { try Finances.rebuild(connection) }
    #expect(try GroupDebts.of(flat.group, in: connection).debts == [])
    #expect(try flat.net(on: flat.cyd) == [:])
  }

  @Test("S2-DEBT-5 D-DBT-2 the fewest payments, where paying the largest first takes one more")
  func fewest() throws {
    let flat = try GroupWorld()
    var group = flat.group
    let nets: [Int64] = [900, 600, 700, -900, -1300]
    try flat.ann.write { transaction in
      group = try CreateGroup(
        GroupDetails(name: "Trip", currency: "EUR"), ownName: "A", others: ["B", "C", "D", "E"])(
          transaction
        ).id
      let members = try GroupMember.of(group, in: transaction.connection).map(\.id)
      for (index, net) in nets.enumerated() where net > 0 {
        let debtor = members[net == 900 ? 3 : 4]
        try AddExpense(
          groupID: group, ExpenseDetails(title: "x", day: "2026-03-01"),
          ExpenseMoney(
            currency: "EUR", amountMinor: net, mode: .exact,
            shares: [.init(members[index], paidMinor: net), .init(debtor, owedMinor: net)]))(
            transaction)
      }
      try Finances.rebuild(transaction.connection)
    }
    let plan = try GroupBalances.of(group, in: flat.ann.connection).settlement(in: "EUR")
    #expect(plan.transfers.count == 3)
    #expect(plan.isExact)
  }

  @Test("T7 D-DBT-6 a payment that two people press at once is paid once")
  func twice() throws {
    let flat = try GroupWorld()
    try flat.add("Rent", flat.money(1000), on: flat.ann)
    try flat.sync()
    func settle(_ device: SyncDevice) throws -> Replica.Confirmation {
      try device.connection.transaction { try Finances.rebuild(device.connection) }
      return try device.confirm(relyingOn: [flat.group], accountList: false) {
        try SettleUp(
          groupID: flat.group, from: flat.member("Bob"), to: flat.member("Ann"), amountMinor: 500,
          currency: "EUR", day: "2026-03-02", title: "Paid")($0)
      }
    }
    #expect(try settle(flat.ann) == .accepted)
    // Bob's device has not heard of it: the hub does not take what relies on an older state.
    #expect(try settle(flat.bob) != .accepted)
    try flat.sync()
    #expect(throws: FinanceFailure.notOwed) { _ = try settle(flat.bob) }
    for device in [flat.ann, flat.bob, flat.cyd] { #expect(try flat.net(on: device) == [:]) }
    #expect(try flat.cyd.count("expenses") == 2)
  }
  // T7
  @Test("what one owes another is paid once, too, also where settling up proposes the same")
  func debtTwice() throws {
    let flat = try GroupWorld()
    // Bo owes Ann 800, who owes Bob 400: of what Bo is to pay, Ann gets as much as Bob.
    try flat.add("Rent", flat.money(800, for: ["Bo"]), on: flat.ann)
    try flat.add("Power", flat.money(400, by: "Bob", for: ["Ann"]), on: flat.ann)
    try flat.sync()
    func settle(
      _ device: SyncDevice, _ proposal: SettleUp.Proposal, _ to: String, _ amount: Int64
    ) throws {
      try device.connection.transaction { try Finances.rebuild(device.connection) }
      _ = try device.confirm(relyingOn: [flat.group], accountList: false) {
        try SettleUp(
          groupID: flat.group, of: proposal, from: flat.member("Bo"), to: flat.member(to),
          amountMinor: amount, currency: "EUR", day: "2026-03-02", title: "Paid")($0)
      }
      try flat.sync()
    }
    #expect(throws: FinanceFailure.notOwed) { try settle(flat.bob, .each, "Ann", 400) }
    try settle(flat.ann, .fewest, "Ann", 400)
    // As much is left of the debt, but it was pressed as one of the fewest payments.
    #expect(throws: FinanceFailure.notOwed) { try settle(flat.bob, .fewest, "Ann", 400) }
    try settle(flat.bob, .each, "Ann", 400)
    #expect(throws: FinanceFailure.notOwed) { try settle(flat.ann, .each, "Ann", 400) }
    #expect(try flat.cyd.count("expenses") == 4)
    #expect(try flat.net(on: flat.cyd) == ["Ann": -400, "Bob": 400])
  }
}
