import Finances
import HearthDomain
import Household
import Replica
import SQLite
import SyncProtocol
import SyncTestSupport
import TestSupport

/// A hub with Ada and Ben, who share a group, and a replica of each with what it derives.
struct LedgerWorld {
  let hub: TestHub
  let (ada, ben): (AccountID, AccountID)
  let group: ZoneID
  private var files: [AccountID: ReplicaFile] = [:]
  /// The members by name: Ada, who is Ada, Ben, who is nobody yet, and Cy.
  let members: [String: RecordID]

  init() async throws {
    hub = try TestHub(inMemory: true, schema: HearthDomain.schema)
    (ada, ben) = (try hub.addAccount("ada"), try hub.addAccount("ben"))
    for account in [ada, ben] {
      let file = try Self.replica(hub, account)
      try await file.sync(via: hub.transport(account))
      files[account] = file
    }
    guard let first = files[ada] else { preconditionFailure("no file") }
    group = try await first.write {
      try CreateGroup(
        GroupDetails(name: "Flat", currency: "EUR"), ownName: "Ada", others: ["Ben", "Cy"])($0).id
    }
    try await first.sync(via: hub.transport(ada))
    try hub.admit(ben, to: group, by: ada, as: .readWrite)
    let group = group
    members = try first.read { connection in
      try GroupMember.of(group, in: connection).reduce(into: [:]) { $0[$1.details.name] = $1.id }
    }
    try await sync()
  }

  static func replica(
    _ hub: TestHub, _ account: AccountID, _ name: String = "replica"
  ) throws -> ReplicaFile {
    let file = try ReplicaFile(
      path: hub.path(account, name), domain: Migrations(HearthDomain.migrations),
      schema: HearthDomain.schema, accountID: account,
      environment: .init(now: { WallClock.nowMilliseconds() }, random: .init(), boot: "boot-1"),
      observer: DomainObserver(), pool: hub.pool)
    try file.removeDeleted { connection, _ in
      try HearthDomain.settle(connection)
      return false
    }
    return file
  }

  func file(_ account: AccountID) -> ReplicaFile {
    guard let file = files[account] else { preconditionFailure("no file of \(account)") }
    return file
  }

  func sync() async throws {
    for _ in 0..<2 {
      for account in [ada, ben] { try await file(account).sync(via: hub.transport(account)) }
    }
  }

  func member(_ name: String) -> RecordID { members[name] ?? "nobody" }

  /// Writes as Ada, or as somebody else.
  @discardableResult
  func write<Result: Sendable>(
    as account: AccountID? = nil, _ body: @escaping @Sendable (WriteTransaction) throws -> Result
  ) async throws -> Result {
    try await file(account ?? ada).write(body)
  }

  /// An expense that one member pays, and that some share in equal parts.
  func money(
    _ amount: Int64, by payer: String = "Ben", for names: [String] = ["Ada", "Ben"],
    in currency: String = "EUR"
  ) throws -> ExpenseMoney {
    try ExpenseDraft(
      currency: currency, amountMinor: amount, payers: [.init(member(payer), amount)],
      sharers: names.map { .init(member($0)) }
    ).money()
  }

  @discardableResult
  func add(
    _ title: String, _ money: ExpenseMoney, on day: String = "2026-03-02",
    category: String? = nil, as account: AccountID? = nil
  ) async throws -> RecordID {
    let group = group
    return try await write(as: account) { transaction in
      var details = ExpenseDetails(title: title, day: day)
      details.categoryID = category.map { ExpenseCategory.id(named: $0, in: group) }
      return try AddExpense(groupID: group, details, money)(transaction).id
    }
  }

  func rows(of account: AccountID? = nil) throws -> [LedgerList.Row] {
    try file(account ?? ada).read {
      try LedgerList.page(LedgerList.Filter(), limit: 10_000, in: $0).rows
    }
  }

  func row(_ title: String) throws -> LedgerList.Row? {
    try rows().first { $0.title == title }
  }

  /// Everything that is derived, as text.
  static func dump(_ file: ReplicaFile) throws -> [String] {
    try file.read { connection in
      try [
        "ledgerRows", "ledgerTags", "ledgerSums", "ledgerMembers", "ledgerNoted", "ledgerNames",
      ].flatMap { table in
        let columns = try connection.columns(of: table)
        let text = columns.map { "quote(\($0))" }.joined(separator: " || ' ' || ")
        return try connection.query("SELECT \(text) FROM \(table) ORDER BY 1") {
          table + " " + $0.text(0)
        }
      }
    }
  }

  static func rebuild(_ file: ReplicaFile) throws {
    try file.removeDeleted { connection, _ in
      try Finances.rebuild(connection)
      return false
    }
  }
}
