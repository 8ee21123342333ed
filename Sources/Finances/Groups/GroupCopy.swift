import Household
import Replica
import SQLite
import SyncProtocol

/// A group as the hub kept it for somebody who lost access.
package struct GroupCopy: Sendable {
  /// By table.
  fileprivate let effects: [String: [Effect]]

  /// - Parameter wireBytes: a JSON array of effects, which put the group's records.
  package init(wireBytes: [UInt8]) throws {
    var effects: [Effect] = []
    try WireReader.read(wireBytes) { reader throws(WireError) in
      try reader.array { reader throws(WireError) in
        effects.append(try Effect(from: &reader))
      }
    }
    self.effects = Dictionary(grouping: effects, by: \.table)
  }

  /// The details of a record, from what the hub kept of it.
  fileprivate static func details<Details>(
    _ effect: Effect, over standard: Details, _ fields: [RecordField<Details>]
  ) -> Details {
    var details = standard
    for field in fields {
      if let value = effect.registers[field.name] { field.take(value, into: &details) }
    }
    return details
  }
}

/// Makes a group of the author's own from the copy of one that they have lost, with everybody's
/// parts; the author is the member that they were. Others are members without an account.
package struct KeepGroupCopy: Sendable {
  package var copy: GroupCopy

  package init(_ copy: GroupCopy) { self.copy = copy }

  /// Throws `groupNotFound` for a copy without a group, and `unbalanced` for one with an expense
  /// that does not add up, which no hub has kept.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Group {
    guard let root = copy.effects["groups"]?.first else { throw FinanceFailure.groupNotFound }
    var details = GroupCopy.details(
      root, over: GroupDetails(name: "", currency: "EUR"), GroupDetails.fields)
    details.isArchived = false
    let group = Group(
      id: transaction.newID(), details: details, createdAt: transaction.nowMilliseconds)
    try group.insert(in: transaction.connection)
    let members = try keepMembers(in: group.id, transaction)
    let categories = try keepCategories(in: group.id, transaction)
    for effect in copy.effects["expenses"] ?? [] {
      try keep(effect, in: group.id, members, categories, transaction)
    }
    return group
  }

  private func keepMembers(
    in group: ZoneID, _ transaction: WriteTransaction
  ) throws -> [RecordID: RecordID] {
    var ids: [RecordID: RecordID] = [:]
    for effect in copy.effects["groupMembers"] ?? [] {
      var member = GroupMember(
        id: transaction.newID(), groupID: group,
        details: GroupCopy.details(effect, over: MemberDetails(name: ""), MemberDetails.fields),
        createdAt: transaction.nowMilliseconds)
      if effect.registers["accountID"]?.text == transaction.accountID {
        member.accountID = transaction.accountID
      }
      try member.insert(in: transaction.connection)
      ids[effect.id] = member.id
    }
    return ids
  }

  private func keepCategories(
    in group: ZoneID, _ transaction: WriteTransaction
  ) throws -> [RecordID: RecordID] {
    var ids: [RecordID: RecordID] = [:]
    for effect in copy.effects["expenseCategories"] ?? [] {
      let details = GroupCopy.details(
        effect, over: CategoryDetails(name: ""), CategoryDetails.fields)
      let natural = ExpenseCategory.id(named: details.name, in: group)
      let category = ExpenseCategory(
        id: ids.values.contains(natural) ? transaction.newID() : natural, groupID: group,
        details: details)
      try category.insert(in: transaction.connection)
      ids[effect.id] = category.id
    }
    return ids
  }

  private func keep(
    _ effect: Effect, in group: ZoneID, _ members: [RecordID: RecordID],
    _ categories: [RecordID: RecordID], _ transaction: WriteTransaction
  ) throws {
    var details = GroupCopy.details(
      effect, over: ExpenseDetails(title: "", day: nil), ExpenseDetails.fields)
    details.categoryID = details.categoryID.flatMap { categories[$0] }
    guard var money = effect.registers["money"].flatMap({ ExpenseMoney($0) }) else {
      throw FinanceFailure.unbalanced(.noShares)
    }
    for index in money.shares.indices {
      money.shares[index].memberID = members[money.shares[index].memberID] ?? ""
    }
    for line in money.lines.indices {
      for index in money.lines[line].sharers.indices {
        let sharer = money.lines[line].sharers[index].memberID
        money.lines[line].sharers[index].memberID = members[sharer] ?? ""
      }
    }
    if let problem = money.problem { throw FinanceFailure.unbalanced(problem) }
    let row = Expense.Row(
      id: transaction.newID(), groupID: group, details: details, money: money,
      createdAt: effect.registers["createdAt"]?.integer ?? transaction.nowMilliseconds,
      createdBy: transaction.accountID)
    _ = try Expense.insert(row, money, transaction)
  }
}
