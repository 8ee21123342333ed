import Finances
import HearthDomain
import Household
import Hub
import SQLite
import SyncProtocol
import TestSupport

/// A group of Ann, Bob and Cyd at a hub, with a device of each; Cyd may only look.
struct GroupWorld {
  let world: SyncWorld
  let ann: SyncDevice
  let bob: SyncDevice
  let cyd: SyncDevice
  let group: ZoneID
  /// By name.
  private(set) var members: [String: RecordID] = [:]

  /// - Parameter seals: whether a restored hub is handed back what it has lost.
  init(seals: Bool = true) throws {
    world = try SyncWorld(schema: HearthDomain.schema, seals: seals)
    let world = world
    func device(_ account: AccountID) throws -> SyncDevice {
      try world.device(account, sql: HearthDomain.migrations)
    }
    (ann, bob, cyd) = (try device("ann"), try device("bob"), try device("cyd"))
    group = try ann.write {
      try CreateGroup(
        GroupDetails(name: "Flat", currency: "EUR"), ownName: "Ann", others: ["Bob", "Cyd", "Bo"])(
          $0
        ).id
    }
    try ann.sync()
    try world.admit("bob", to: group, by: "ann")
    try world.admit("cyd", to: group, by: "ann", as: .readOnly)
    try sync()
    for member in try GroupMember.of(group, in: ann.connection) {
      members[member.details.name] = member.id
    }
  }

  func member(_ name: String) -> RecordID { members[name] ?? "nobody" }

  func sync() throws {
    for _ in 0..<2 { for device in [ann, bob, cyd] { try device.sync() } }
  }

  /// Paid by one, and owed by all who are named in equal parts; the last one has what is left.
  func money(
    _ amount: Int64, by payer: String = "Ann", for names: [String] = ["Ann", "Bob"],
    in currency: String = "EUR"
  ) -> ExpenseMoney {
    let part = amount / Int64(names.count)
    var shares = names.enumerated().map { index, name in
      ExpenseMoney.Share(
        member(name),
        owedMinor: index == names.count - 1 ? amount - part * Int64(names.count - 1) : part)
    }
    if let index = names.firstIndex(of: payer) {
      shares[index].paidMinor = amount
    } else {
      shares.append(ExpenseMoney.Share(member(payer), paidMinor: amount))
    }
    return ExpenseMoney(currency: currency, amountMinor: amount, mode: .equal, shares: shares)
  }

  @discardableResult
  func add(_ title: String, _ money: ExpenseMoney, on device: SyncDevice) throws -> RecordID {
    try device.write {
      try AddExpense(groupID: group, ExpenseDetails(title: title, day: "2026-03-01"), money)($0).id
    }
  }

  func edit(
    _ expense: RecordID, on device: SyncDevice, _ change: (inout Expense) -> Void
  ) throws {
    try device.write { transaction in
      guard let old = try Expense.find(expense, in: transaction.connection) else {
        throw FinanceFailure.expenseNotFound
      }
      var new = old
      change(&new)
      try EditExpense(expenseID: expense, details: new.row.details, money: new.money)(transaction)
    }
  }

  /// What each member is owed by name, derived anew from what the device has.
  func net(on device: SyncDevice, in currency: String = "EUR") throws -> [String: Int128] {
    try device.connection.transaction { try Finances.rebuild(device.connection) }
    let balances = try GroupBalances.of(group, in: device.connection)
    let names = Dictionary(
      uniqueKeysWithValues: try GroupMember.of(group, in: device.connection).map {
        ($0.id, $0.details.name)
      })
    return Dictionary(
      balances.net(in: currency).map { (names[$0.key] ?? "gone", $0.value) }, uniquingKeysWith: +)
  }
}
