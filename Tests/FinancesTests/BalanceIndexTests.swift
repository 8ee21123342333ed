import Finances
import Foundation
import HearthDomain
import Household
import Replica
import SQLite
import SyncProtocol
import SyncTestSupport
import TestSupport
import Testing

/// The sums beside the expenses follow every change, and are what deriving them anew gives.
@Suite struct BalanceIndexTests {
  private static func dump(_ file: ReplicaFile) throws -> [String] {
    try file.read { connection in
      let sums = try connection.query(
        """
        SELECT groupID || currency || memberID || kind || ' ' || count || ' ' || paid || ' '
            || paidHigh || ' ' || owed || ' ' || owedHigh FROM groupBalances ORDER BY 1
        """
      ) { $0.text(0) }
      let entries = try connection.query(
        "SELECT expenseID || ' ' || isIncomplete || ' ' || shares FROM expenseIndex ORDER BY 1"
      ) { $0.text(0) }
      let debts = try connection.query(
        """
        SELECT groupID || currency || firstID || secondID || ' ' || count || ' ' || amount || ' '
            || amountHigh FROM groupDebts ORDER BY 1
        """
      ) { $0.text(0) }
      let parts = try connection.query(
        """
        SELECT currency || firstID || secondID || day || createdAt || expenseID || ' ' || amount
          FROM expenseDebts ORDER BY 1
        """
      ) { $0.text(0) }
      let members = try connection.query(
        "SELECT memberID || day || createdAt || expenseID FROM expenseMembers ORDER BY 1"
      ) { $0.text(0) }
      let spending = try connection.query(
        """
        SELECT currency || month || categoryID || memberID || ' ' || count || ' ' || amount
            || ' ' || amountHigh FROM groupSpending ORDER BY 1
        """
      ) { $0.text(0) }
      let months = try connection.query(
        """
        SELECT currency || month || memberID || ' ' || count || ' ' || paid || ' ' || paidHigh
            || ' ' || net || ' ' || netHigh FROM groupMonths ORDER BY 1
        """
      ) { $0.text(0) }
      return sums + entries + debts + parts + members + spending + months
    }
  }

  private static func replica(_ hub: TestHub, _ account: AccountID) throws -> ReplicaFile {
    try ReplicaFile(
      path: hub.path(account), domain: Migrations(HearthDomain.migrations),
      schema: HearthDomain.schema, accountID: account,
      environment: .init(now: { WallClock.nowMilliseconds() }, random: .init(), boot: "boot-1"),
      observer: DomainObserver(), pool: hub.pool)
  }

  /// One change of a random kind, as a person makes it.
  private static func change(
    _ group: ZoneID, _ random: inout SeededRandom, _ transaction: WriteTransaction
  ) throws {
    let connection = transaction.connection
    let members = try GroupMember.of(group, in: connection).map(\.id)
    let expenses = try Expense.Row.all(
      where: "groupID = ? ORDER BY id", [.text(group)], in: connection)
    let amount = Int64.random(in: 1...10_000_000_000_000, using: &random)
    let money = try ExpenseDraft(
      currency: Bool.random(using: &random) ? "EUR" : "JPY", amountMinor: amount,
      payers: [.init(members.randomElement(using: &random)!, amount)],
      sharers: members.shuffled(using: &random).prefix(2).map { .init($0) }
    ).money()
    switch (Int.random(in: 0..<5, using: &random), expenses.randomElement(using: &random)) {
    case (0, let old?): try DeleteExpense(expenseID: old.id)(transaction)
    case (1, let old?):
      var details = old.details
      details.day = "2026-03-0\(Int.random(in: 1...9, using: &random))"
      try EditExpense(expenseID: old.id, details: details, money: money)(transaction)
    case (2, _):
      try AddExpense(
        groupID: group, ExpenseDetails(title: "Paid", day: "2026-03-01"),
        ExpenseMoney(paying: amount, "EUR", from: members[0], to: members[1]))(transaction)
    default:
      try AddExpense(
        groupID: group, ExpenseDetails(title: "x", day: "2026-03-01"), money)(transaction)
    }
  }

  @Test("the sums after a hundred changes of two people are those of deriving them anew")
  func incremental() async throws {
    let hub = try TestHub(inMemory: true, schema: HearthDomain.schema)
    let (ada, ben) = (try hub.addAccount("ada"), try hub.addAccount("ben"))
    let files = try [ada, ben].map { try Self.replica(hub, $0) }
    for file in files { try await file.write { try HearthDomain.settle($0.connection) } }
    let group = try await files[0].write {
      try CreateGroup(
        GroupDetails(name: "Trip", currency: "EUR"), ownName: "Ada", others: ["Ben", "Cleo"])($0).id
    }
    try await files[0].sync(via: hub.transport(ada))
    try hub.admit(ben, to: group, by: ada, as: .readWrite)
    for round in 0..<50 {
      for (index, (file, account)) in zip(files, [ada, ben]).enumerated() {
        try await file.sync(via: hub.transport(account))
        let seed = UInt64(2 * round + index)
        try await file.write { transaction in
          var random = SeededRandom(seed: seed)
          try Self.change(group, &random, transaction)
        }
        guard round.isMultiple(of: 10) else { continue }
        let before = try Self.dump(file)
        try await file.write { try Finances.rebuild($0.connection) }
        #expect(try Self.dump(file) == before)
      }
    }
    for _ in 0..<2 {
      for (file, account) in zip(files, [ada, ben]) {
        try await file.sync(via: hub.transport(account))
      }
    }
    let sums = try files.map { try Self.dump($0) }
    #expect(sums[0] == sums[1])
    #expect(sums[0].count > 20)
    let net = try files[0].read { try GroupBalances.of(group, in: $0) }
    for currency in net.currencies {
      #expect(net.net(in: currency).values.reduce(0, +) == 0)
    }
    #expect(net.incomplete == [])
  }
}
