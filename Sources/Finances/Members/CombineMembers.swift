import Household
import Replica
import SQLite
import SyncProtocol

/// Makes two members one, who were entered twice (D-CLM-7): expenses that name one name the other
/// afterwards, and where both take part their parts are added. No sum of the group changes.
///
/// Two members who are two accounts cannot be combined. Only the owner can combine one who is somebody
/// else's into one who is nobody's; others can do it the other way round.
package struct CombineMembers: Sendable {
  /// Goes.
  package var memberID: RecordID
  /// Stays, with its name.
  package var into: RecordID

  package init(_ memberID: RecordID, into: RecordID) {
    self.memberID = memberID
    self.into = into
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> GroupMember {
    let connection = transaction.connection
    let gone = try GroupMember.writable(memberID, transaction)
    guard gone.id != into, let stays = try GroupMember.find(into, in: connection),
      stays.groupID == gone.groupID
    else { throw FinanceFailure.memberNotFound }
    if let account = gone.accountID, stays.accountID != nil, stays.accountID != account {
      throw FinanceFailure.alreadyClaimed(stays.id)
    }
    // Who somebody else is, only they say, or the owner: the hub would refuse it.
    if let account = gone.accountID, stays.accountID == nil, account != transaction.accountID,
      try transaction.role(in: gone.groupID) != .owner
    {
      throw FinanceFailure.alreadyClaimed(gone.id)
    }
    let named = try connection.query(
      "SELECT DISTINCT expenseID FROM expenseParts WHERE groupID = ? AND memberID = ?",
      .text(gone.groupID), .text(gone.id)
    ) { $0.text(0) }
    for id in named {
      guard let expense = try Expense.find(id, in: connection) else { continue }
      let joined = expense.money.combining(gone.id, into: stays.id)
      // Amounts beyond what a number holds; the hub would refuse them.
      if let problem = joined.problem { throw FinanceFailure.unbalanced(problem) }
      try expense.write(joined, transaction)
    }
    try RepeatingExpense.combine(gone, into: stays, transaction)
    var member = stays
    // A file that names either of them is about who stays.
    member.details.otherNames = stays.details.otherNames(adding: [gone.details])
    if let account = gone.accountID, stays.accountID == nil {
      var released = gone
      released.accountID = nil
      try released.update(from: gone, in: connection)
      // Who has left the group meanwhile is nobody in it; the hub would refuse it.
      let people = try Participant.all(home: gone.groupID, in: connection)
      if account == transaction.accountID || people.contains(where: { $0.accountID == account }) {
        member.accountID = account
      }
    }
    try member.update(from: stays, in: connection)
    transaction.combine(
      "groupMembers", gone.id, into: RecordPlace(zone: gone.groupID, id: stays.id))
    try gone.delete(in: connection)
    return member
  }
}

extension ExpenseMoney {
  /// The same amounts where one member stands for another, too.
  func combining(_ gone: RecordID, into stays: RecordID) -> ExpenseMoney {
    var money = self
    var shares: [Share] = []
    for var share in self.shares {
      if share.memberID == gone { share.memberID = stays }
      guard let index = shares.firstIndex(where: { $0.memberID == share.memberID }) else {
        shares.append(share)
        continue
      }
      if money.mode.isByHeads(share.weight, shares[index].weight) { money.mode = .exact }
      // Both are amounts of one expense, far from what a number holds.
      if !isPlanted(.combineForgetsPayers) {
        shares[index].paidMinor = shares[index].paidMinor.addingSaturating(share.paidMinor)
      }
      shares[index].owedMinor = shares[index].owedMinor.addingSaturating(share.owedMinor)
      if let weight = share.weight {
        shares[index].weight = (shares[index].weight ?? 0).addingSaturating(weight)
      }
    }
    // An amount of one's own needs no weight.
    if money.mode != mode { for index in shares.indices { shares[index].weight = nil } }
    money.shares = shares
    money.lines = lines.map { line in
      var line = line
      var sharers: [Sharer] = []
      for var sharer in line.sharers {
        if sharer.memberID == gone { sharer.memberID = stays }
        if let index = sharers.firstIndex(where: { $0.memberID == sharer.memberID }) {
          sharers[index].weight = sharers[index].weight.addingSaturating(sharer.weight)
        } else {
          sharers.append(sharer)
        }
      }
      line.sharers = sharers
      return line
    }
    return money
  }
}

extension ExpenseMoney.Mode {
  /// Whether an amount is split by the number of people, of whom two are one person: a part of what
  /// all share alike is then not that of one, and splitting it anew would shift money to others.
  ///
  /// - Parameters: what was entered for each of the two; `nil` for who only paid.
  func isByHeads(_ weight: Int64?, _ other: Int64?) -> Bool {
    switch self {
    case .equal: true
    case .adjustment: weight != nil && other != nil
    case .shares, .percentage, .exact, .itemised: false
    }
  }
}
