import Household
import Replica
import SQLite
import SyncProtocol

/// "This is me": makes a member the author's own. Viewers may, too (D-CLM-8).
///
/// The hub decides (D-CLM-1, D-CLM-2): the first one has the member, and an account is at most one
/// member of a group. Whoever comes second is refused `claimed`.
package struct ClaimMember: Sendable {
  package var memberID: RecordID

  package init(memberID: RecordID) { self.memberID = memberID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> GroupMember {
    let connection = transaction.connection
    guard let old = try GroupMember.find(memberID, in: connection),
      try transaction.role(in: old.groupID) != nil
    else { throw FinanceFailure.memberNotFound }
    if old.accountID == transaction.accountID { return old }
    guard old.accountID == nil else { throw FinanceFailure.alreadyClaimed(old.id) }
    if let other = try GroupMember.of(transaction.accountID, in: old.groupID, connection) {
      throw FinanceFailure.alreadyClaimed(other.id)
    }
    var member = old
    member.accountID = transaction.accountID
    try member.update(from: old, in: connection)
    return member
  }
}

/// Takes "This is me" back: by the person, or by the group's owner (D-CLM-3).
package struct ReleaseMember: Sendable {
  package var memberID: RecordID

  package init(memberID: RecordID) { self.memberID = memberID }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> GroupMember {
    guard let old = try GroupMember.find(memberID, in: transaction.connection),
      let role = try transaction.role(in: old.groupID)
    else { throw FinanceFailure.memberNotFound }
    guard role == .owner || old.accountID == transaction.accountID else {
      throw FinanceFailure.readOnlyGroup
    }
    var member = old
    member.accountID = nil
    try member.update(from: old, in: transaction.connection)
    return member
  }
}

/// Says which member another account is: the owner's right (D-CLM-3).
package struct AssignMember: Sendable {
  package var memberID: RecordID
  package var accountID: AccountID

  package init(memberID: RecordID, to accountID: AccountID) {
    self.memberID = memberID
    self.accountID = accountID
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> GroupMember {
    let connection = transaction.connection
    guard let old = try GroupMember.find(memberID, in: connection) else {
      throw FinanceFailure.memberNotFound
    }
    guard try transaction.role(in: old.groupID) == .owner else {
      throw FinanceFailure.readOnlyGroup
    }
    if let other = try GroupMember.of(accountID, in: old.groupID, connection), other.id != old.id {
      var released = other
      released.accountID = nil
      try released.update(from: other, in: connection)
    }
    var member = old
    member.accountID = accountID
    try member.update(from: old, in: connection)
    return member
  }
}
