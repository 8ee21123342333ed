import Finances
import HearthDomain
import Household
import Replica
import SQLite
import SyncProtocol
import SyncTestSupport
import TestSupport
import Testing

/// The ledger is derived: whatever happens in whatever order, it is what deriving it anew gives.
@Suite struct LedgerOrderTests {
  /// One change of a random kind, as a person makes it. What is refused changes nothing.
  private static func change(
    _ world: LedgerWorld, _ transaction: WriteTransaction, _ random: inout SeededRandom
  ) throws {
    let connection = transaction.connection
    let group = world.group
    guard try Group.find(group, in: connection) != nil else { return }
    let members = try GroupMember.of(group, in: connection)
    let expenses = try Expense.Row.all(
      where: "groupID = ? ORDER BY id", [.text(group)], in: connection)
    let amount = Int64.random(in: 1...10_000_000, using: &random)
    let someone = members.randomElement(using: &random)!
    let money = try ExpenseDraft(
      currency: Bool.random(using: &random) ? "EUR" : "JPY",
      amountMinor: Bool.random(using: &random) ? amount : -amount,
      payers: [.init(someone.id, 0)],
      sharers: members.map(\.id).shuffled(using: &random).prefix(2).map { .init($0) }
    ).paid()
    let day =
      "2026-0\(Int.random(in: 1...4, using: &random))-0\(Int.random(in: 1...9, using: &random))"
    var details = ExpenseDetails(title: "Expense \(amount % 7)", day: day)
    details.categoryID = try ExpenseCategory.of(group, in: connection)
      .randomElement(using: &random)?.id
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      if let old = expenses.randomElement(using: &random) {
        try DeleteExpense(expenseID: old.id)(transaction)
      }
    case 1, 2:
      if let old = expenses.randomElement(using: &random) {
        try EditExpense(expenseID: old.id, details: details, money: money)(transaction)
      }
    case 3:
      try AddExpense(
        groupID: group, details,
        ExpenseMoney(paying: amount, "EUR", from: members[0].id, to: members[1].id))(transaction)
    case 4: try ClaimMember(memberID: someone.id)(transaction)
    case 5:
      if let own = try GroupMember.of(transaction.accountID, in: group, connection) {
        try ReleaseMember(memberID: own.id)(transaction)
      }
    case 6:
      if members.count > 3 { try CombineMembers(members[2].id, into: someone.id)(transaction) }
    case 7: try AddMember(groupID: group, MemberDetails(name: "M\(amount)"))(transaction)
    case 8, 9:
      if let noted = expenses.randomElement(using: &random) {
        var notes = LedgerNoteDetails()
        notes.tags = "tag\(amount % 3), x"
        notes.note = "note \(amount)"
        notes.isHidden = amount % 5 == 0
        notes.categoryID = try LedgerCategory.own(in: connection)
          .randomElement(using: &random)?.id
        try NoteShare(groupID: group, expenseID: noted.id, details: notes)(transaction)
      }
    default: try AddExpense(groupID: group, details, money)(transaction)
    }
  }

  /// What is a person's own.
  private static func ownChange(
    _ transaction: WriteTransaction, _ random: inout SeededRandom
  ) throws {
    let connection = transaction.connection
    let entries = try LedgerEntry.all(where: "true ORDER BY id", [], in: connection)
    var details = LedgerEntryDetails(
      title: "Own", kind: Bool.random(using: &random) ? .income : .spending,
      amountMinor: .random(in: 1...100_000, using: &random), currency: "GBP", day: "2026-02-11")
    details.tags = "a, b"
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      if let old = entries.randomElement(using: &random) {
        try DeleteLedgerEntry(entryID: old.id)(transaction)
      }
    case 1:
      if let old = entries.randomElement(using: &random) {
        try EditLedgerEntry(entryID: old.id, details: details)(transaction)
      }
    default: try AddLedgerEntry(details)(transaction)
    }
  }

  private func check(_ world: LedgerWorld, _ round: UInt64) throws {
    for account in [world.ada, world.ben] {
      let before = try LedgerWorld.dump(world.file(account))
      try LedgerWorld.rebuild(world.file(account))
      #expect(try LedgerWorld.dump(world.file(account)) == before, "\(account) in \(round)")
    }
  }

  // D-MIR-1 S2-ID-2 S2-EDGE-dup-mirror
  @Test(
    """
    after any changes, claims, releases, combining, leaving and coming back the ledger is what \
    deriving it anew gives, and what a new replica has (D-MIR-1, S2-ID-2, S2-EDGE-dup-mirror)
    """, arguments: [1, 2, 3] as [UInt64])
  func order(seed: UInt64) async throws {
    let world = try await LedgerWorld()
    for account in [world.ada, world.ben] {
      try await world.write(as: account) { try AddUsualLedgerCategories()($0) }
    }
    for round in 0..<60 as Range<UInt64> {
      for (index, account) in [world.ada, world.ben].enumerated() {
        let seed = seed &* 1000 &+ 2 &* round &+ UInt64(index)
        // What a use case refuses is no change.
        try? await world.write(as: account) { transaction in
          var random = SeededRandom(seed: seed)
          try Self.change(world, transaction, &random)
        }
        try await world.write(as: account) { transaction in
          var random = SeededRandom(seed: seed)
          try Self.ownChange(transaction, &random)
        }
        if round % 3 == 0 {
          try await world.file(account).sync(via: world.hub.transport(account))
        }
      }
      if round % 20 == 10 {
        try await world.sync()
        try await world.write(as: world.ben) { _ = try KeepShares(groupID: world.group)($0) }
        try await world.sync()
        try world.hub.hub.remove(world.ben, from: world.group, by: world.ben)
        try await world.sync()
        try check(world, round)
      }
      if round % 20 == 15 {
        try world.hub.admit(world.ben, to: world.group, by: world.ada, as: .readWrite)
        try await world.sync()
      }
      if round % 10 == 0 { try check(world, round) }
    }
    try await world.sync()
    try check(world, 60)
    for account in [world.ada, world.ben] {
      let fresh = try LedgerWorld.replica(world.hub, account, "fresh")
      try await fresh.sync(via: world.hub.transport(account))
      #expect(try LedgerWorld.dump(fresh) == LedgerWorld.dump(world.file(account)))
    }
    #expect(try LedgerWorld.dump(world.file(world.ada)).count > 20)
  }
}

extension ExpenseDraft {
  /// With all of it paid by the first payer.
  fileprivate func paid() throws -> ExpenseMoney {
    var draft = self
    draft.payers = [.init(payers[0].memberID, amountMinor)]
    return try draft.money()
  }
}
