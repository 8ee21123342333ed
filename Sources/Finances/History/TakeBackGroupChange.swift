import Household
import Replica
import SyncProtocol

/// Undoes one change of a group, as the hub recorded it, except for what has changed since; or
/// restores one deleted expense with its receipts and comments.
///
/// The amounts of an expense are put back as a whole, so that what was paid, what is owed and the
/// amount fit each other whatever has become of the group: a member who was combined with another
/// is that other one, and one who was removed is a member again.
package struct TakeBackGroupChange: Sendable {
  package var groupID: ZoneID
  package var entry: HistoryEntry
  /// Only what the change did to this expense, and to what belongs to it; `nil` for all of it.
  package var expenseID: RecordID?
  /// What became of members whom the change names and who are gone: the change that removed each.
  package var goneMembers: [RecordID: RecordChange]

  package enum Failure: Error, Equatable {
    /// The change is too large for the history to hold in full.
    case tooLarge
    /// The change also affects other zones.
    case spansZones
    /// Everything in the change has changed again, or is gone.
    case nothingLeft
    /// A member whom an expense names is gone, and nobody knows any more who that was.
    case memberGone
    /// The amounts that there were do not fit each other.
    case doesNotAddUp
  }

  package init(
    groupID: ZoneID, entry: HistoryEntry, expenseID: RecordID? = nil,
    goneMembers: [RecordID: RecordChange] = [:]
  ) {
    self.groupID = groupID
    self.entry = entry
    self.expenseID = expenseID
    self.goneMembers = goneMembers
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Reversal.Outcome {
    try transaction.requireWritable(group: groupID)
    guard expenseID != nil || entry.isComplete else { throw Failure.tooLarge }
    guard !entry.isSpanning else { throw Failure.spansZones }
    let age = transaction.nowMilliseconds.subtractingSaturating(entry.at)
    let isOld = age > DeletedFiles.keepMilliseconds
    var changes = try entry.changes.filter { change in
      guard isWanted(change) else { return false }
      if isOld, change.kind == .drop, change.table == ExpenseReceipt.sql.table { return false }
      // Taking an expense's member away would leave amounts that do not fit each other, and who
      // somebody else is, only they take back.
      guard change.kind == .put, change.table == GroupMember.sql.table else { return true }
      let member = try GroupMember.find(change.id, in: transaction.connection)
      return try !GroupMember.isNamed(change.id, in: groupID, transaction.connection)
        && member?.mayBeRemoved(in: transaction) != false
    }
    try leavePaymentsOfOthers(&changes, transaction)
    let returning = try mend(&changes, transaction)
    let outcome = try Reversal(of: returning + changes, in: groupID, schema: Finances.schema)(
      transaction)
    let members = Set(returning.map(\.key))
    guard outcome.reverted.contains(where: { !members.contains($0) }) else {
      throw Failure.nothingLeft
    }
    for key in outcome.reverted where key.table == Expense.Row.sql.table {
      let expense = try Expense.find(key.id, in: transaction.connection)
      if expense?.money.problem != nil { throw Failure.doesNotAddUp }
    }
    return outcome
  }

  /// Leaves how others are paid as it is: only their own accounts say that.
  private func leavePaymentsOfOthers(
    _ changes: inout [RecordChange], _ transaction: WriteTransaction
  ) throws {
    for index in changes.indices
    where changes[index].kind == .patch && changes[index].table == GroupMember.sql.table
      && changes[index].after[PaymentDetails.register] != nil
    {
      let member = try GroupMember.find(changes[index].id, in: transaction.connection)
      if member?.isPaidAsSaid(by: transaction.accountID) == false {
        changes[index].after[PaymentDetails.register] = nil
      }
    }
  }

  private func isWanted(_ change: RecordChange) -> Bool {
    guard let expenseID else { return true }
    return change.id == expenseID || change.before["expenseID"]?.text == expenseID
  }

  // MARK: Members who are gone

  /// The members who are gone and whom the change's expenses named, before it.
  ///
  /// - Parameter present: the members of the group.
  package static func missing(
    in changes: [RecordChange], _ present: Set<RecordID>
  ) -> Set<RecordID> {
    changes.filter(writesMoney).reduce(into: []) { missing, change in
      let rows = parts(of: change).flatMap { change.before["money"]?[$0.table].list } ?? []
      missing.formUnion(rows.compactMap { $0["memberID"].text }.filter { !present.contains($0) })
    }
  }

  /// Whether taking the change back writes amounts.
  private static func writesMoney(_ change: RecordChange) -> Bool {
    parts(of: change) != nil
      && (change.kind == .drop || change.kind == .patch && change.after["money"] != nil)
  }

  /// The table of the amounts' rows; `nil` for a record without amounts.
  private static func parts(of change: RecordChange) -> ExpensePart.Below? {
    switch change.table {
    case Expense.Row.sql.table: .expense
    case RepeatingExpense.Row.sql.table: .repeating
    default: nil
    }
  }

  /// Makes the former amounts name members of today. Returns what brings back those who are gone
  /// and are nobody else now.
  private func mend(
    _ changes: inout [RecordChange], _ transaction: WriteTransaction
  ) throws -> [RecordChange] {
    let present = try Set(GroupMember.of(groupID, in: transaction.connection).map(\.id))
    var returning: [RecordID: RecordChange] = [:]
    for index in changes.indices where Self.writesMoney(changes[index]) {
      guard let money = changes[index].before["money"],
        let below = Self.parts(of: changes[index])
      else { continue }
      let mended = try mend(money, below, present, &returning, transaction)
      if ExpenseMoney(mended, below: below)?.problem != nil { throw Failure.doesNotAddUp }
      changes[index].before["money"] = mended
    }
    return returning.values.sorted { $0.id < $1.id }
  }

  private func mend(
    _ money: FieldValue, _ below: ExpensePart.Below, _ present: Set<RecordID>,
    _ returning: inout [RecordID: RecordChange], _ transaction: WriteTransaction
  ) throws -> FieldValue {
    let table = below.table
    guard case .map(var map) = money, let rows = money[table].list else { return money }
    map[table] = .list(
      try rows.map { row in
        guard case .map(var part) = row else { return row }
        // Another expense may have taken the id of a part that was gone.
        part["id"] = .text(transaction.newID())
        if let member = row["memberID"].text {
          part["memberID"] = .text(try resolve(member, present, &returning, transaction))
        }
        return .map(part)
      })
    return ExpenseMoney.join(below: below)(.map(map))
  }

  /// Who a member is today.
  private func resolve(
    _ member: RecordID, _ present: Set<RecordID>, _ returning: inout [RecordID: RecordChange],
    _ transaction: WriteTransaction
  ) throws -> RecordID {
    var id = member
    // Each step leads to another member, or the chain is no chain.
    for _ in 0...goneMembers.count {
      if present.contains(id) || returning[id] != nil { return id }
      guard let gone = goneMembers[id] else { throw Failure.memberGone }
      if let other = gone.movedTo {
        id = other.id
        continue
      }
      returning[id] = Self.bringBack(gone, transaction)
      return id
    }
    throw Failure.memberGone
  }

  /// Only the hub says which account a member is.
  private static func bringBack(
    _ gone: RecordChange, _ transaction: WriteTransaction
  ) -> RecordChange {
    var gone = gone
    gone.before["accountID"] = .null
    if gone.before["createdAt"] == nil {
      gone.before["createdAt"] = .integer(transaction.nowMilliseconds)
    }
    return gone
  }
}
