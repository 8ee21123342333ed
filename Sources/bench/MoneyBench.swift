import Finances
import Foundation
import HearthDomain
import Household
import Replica
import SQLite
import SyncProtocol

/// Groups of ten with many expenses, in one replica on a disk: reading what their pages read, and
/// writing one expense.
struct MoneyBench {
  var folder: String
  var groupCount: Int
  var expensesPerGroup: Int
  var count: Int

  func run() async throws {
    // There is none the first time.
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(
      atPath: "\(folder)/tmp", withIntermediateDirectories: true)
    let site = try Site(folder: folder)
    let person = try site.person("ada")
    let file = try openReplica(
      "\(folder)/tmp/ada.db", account: person.account, observer: DomainObserver())
    let transport = site.transport(person)
    let groups = try GroupRows.groups(file, groupCount)
    // Who somebody is in a group the hub says; their ledger rests on it.
    try await file.sync(via: transport)
    for group in groups { try GroupRows.fill(file, group, 0..<expensesPerGroup) }
    try rebuild(file)
    try read(file, groups, person.account)
    try waiting(file)
    try write(file, groups)
    try reconcile(file, groups)
  }

  /// Not `async`, so that it takes the `write` that blocks.
  private func rebuild(_ file: ReplicaFile) throws {
    let begin = monotonicSeconds()
    try file.write { try Finances.rebuild($0.connection) }
    try Measurement(
      "money-rebuild", monotonicSeconds() - begin, "s",
      ["expenses": Double(groupCount * expensesPerGroup)]
    ).report()
  }

  /// Ada's ledger of all her shares, derived anew, and brought up to date with one change; without
  /// the balances, on which it rests.
  private func reconcile(_ file: ReplicaFile, _ groups: [ZoneID]) throws {
    var begin = monotonicSeconds()
    try file.derive { try LedgerUpkeep.rebuild($0) }
    let shares = try file.read { connection in
      try connection.first("SELECT count(*) FROM ledgerRows") { $0.integer(0) } ?? 0
    }
    guard shares > 0 else { throw BenchFailure("the ledger is empty") }
    try Measurement(
      "ledger-reconcile", monotonicSeconds() - begin, "s", ["shares": Double(shares)]
    ).report()
    var samples = Samples()
    for index in 0..<count {
      let group = groups[index % groups.count]
      let expense = try file.read {
        try ExpenseList.page(of: group, limit: 1, in: $0).rows[0].id
      }
      try file.derive { connection in
        try connection.execute(
          "UPDATE ledgerRows SET title = 'Other', amountMinor = amountMinor + 1 WHERE sourceID = ?",
          .text(expense))
        begin = monotonicSeconds()
        try LedgerUpkeep.refresh(connection, changed: [RecordKey("expenses", expense)])
        samples.add(monotonicSeconds() - begin)
      }
    }
    try samples.report("ledger-reconcile-one", ["shares": Double(shares)])
    begin = monotonicSeconds()
    guard let month = LedgerMonth("2020-05") else { return }
    for _ in 0..<count {
      _ = try file.read { connection in
        let categories = try LedgerCategories(in: connection)
        _ = try LedgerSums(from: month, to: month, categories, in: connection)
        return try LedgerList.page(.init(month: month), in: connection).rows.count
      }
    }
    try Measurement(
      "ledger-month", (monotonicSeconds() - begin) / Double(count) * 1000, "ms",
      ["shares": Double(shares)]
    ).report()
    try searchLedger(file, shares)
  }

  /// What a page of Ada's ledger costs that looks for something: what is found and what it comes
  /// to.
  private func searchLedger(_ file: ReplicaFile, _ shares: Int64) throws {
    let setting = SearchSetting(currency: "EUR", today: "2026-06-01", timeZone: .utc)
    for (name, typed) in [
      ("words", "expense"), ("rare", "qqqq"), ("conditions", ">20 -kind:income date:2020"),
      ("kept", "kind:spending date:2020-05"),
    ] {
      var samples = Samples()
      for _ in 0..<min(count, 50) {
        let begin = monotonicSeconds()
        try file.read { connection in
          var filter = LedgerList.Filter()
          filter.add(LedgerSearchQuery(typed, setting))
          _ = try LedgerList.page(filter, in: connection)
          _ = try LedgerTotals(of: .matching(filter), limit: 2000, in: connection)
        }
        samples.add(monotonicSeconds() - begin)
      }
      try samples.report("ledger-search-\(name)", ["shares": Double(shares)])
    }
  }

  private func read(_ file: ReplicaFile, _ groups: [ZoneID], _ account: AccountID) throws {
    let pages: [(String, (Connection, ZoneID, Int) throws -> Void)] = [
      (
        "money-list",
        { connection, group, _ in _ = try ExpenseList.page(of: group, in: connection) }
      ),
      (
        "money-list-deep",
        { connection, group, index in
          _ = try ExpenseList.page(
            of: group, after: .init(day: GroupRows.day(index * 31), createdAt: 0, id: ""),
            in: connection
          )
        }
      ),
      (
        "money-list-member",
        { connection, group, index in
          let members = try GroupMember.of(group, in: connection)
          _ = try ExpenseList.page(
            of: group, .init(memberID: members[index % members.count].id), in: connection)
        }
      ),
      (
        "money-balances",
        { connection, group, _ in
          let balances = try GroupBalances.of(group, in: connection)
          for currency in balances.currencies { _ = try balances.settlement(in: currency) }
        }
      ),
      (
        "money-debts",
        { connection, group, _ in
          for debt in try GroupDebts.of(group, in: connection).debts {
            _ = try GroupDebts.parts(of: debt, in: group, limit: 20, connection)
          }
        }
      ),
      ("money-groups", { connection, _, _ in _ = try GroupOverview(of: account, in: connection) }),
    ]
    for (name, page) in pages + Self.totals {
      var samples = Samples()
      for index in 0..<count {
        let group = groups[index * 7 % groups.count]
        let begin = monotonicSeconds()
        try file.read { try page($0, group, index) }
        samples.add(monotonicSeconds() - begin)
      }
      try samples.report(name, ["expenses": Double(expensesPerGroup)])
    }
  }

  /// One expense of ten people, durable when it returns.
  private func write(_ file: ReplicaFile, _ groups: [ZoneID]) throws {
    var samples = Samples()
    for index in 0..<count {
      let group = groups[index % groups.count]
      let begin = monotonicSeconds()
      try file.write { transaction in
        let members = try GroupMember.of(group, in: transaction.connection).map(\.id)
        let money = try ExpenseDraft(
          currency: "EUR", amountMinor: 4242, payers: [.init(members[0], 4242)],
          sharers: members.map { .init($0) }
        ).money()
        try AddExpense(
          groupID: group, ExpenseDetails(title: "Bread", day: "2026-06-01"), money)(transaction)
      }
      samples.add(monotonicSeconds() - begin)
    }
    try samples.report("money-add", ["expenses": Double(expensesPerGroup)])
  }
}
