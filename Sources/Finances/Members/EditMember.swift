import Household
import Replica
import SQLite
import SyncProtocol

/// Changes the details of a member. Throws `othersPayment` for the payment details of somebody else
/// who has an account.
package struct EditMember: Sendable {
  package var memberID: RecordID
  package var details: MemberDetails
  /// The details that the form showed when it was opened; only differences from them are written.
  /// `nil` for the member as they are now.
  package var base: MemberDetails?

  package init(memberID: RecordID, details: MemberDetails, base: MemberDetails? = nil) {
    self.memberID = memberID
    self.details = details
    self.base = base
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> GroupMember {
    let old = try GroupMember.writable(memberID, transaction)
    var check = InputCheck()
    let details = check.clean(details, MemberDetails.fields)
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    let (member, shown) = (old.with(details), base.map(old.with) ?? old)
    if details.payment != shown.details.payment,
      !old.isPaidAsSaid(by: transaction.accountID)
    {
      throw FinanceFailure.othersPayment
    }
    if member.nameKey != shown.nameKey {
      try member.requireOwnName(
        among: GroupMember.of(old.groupID, in: transaction.connection))
    }
    return try member.update(from: shown, over: old, in: transaction.connection)
  }
}

/// Removes a member whom no expense names. Others can only be archived (D-GRP-1).
///
/// Who somebody else is, only they take back, or the owner (D-CLM-3): throws `alreadyClaimed`.
package struct RemoveMember: Sendable {
  package var memberID: RecordID

  package init(memberID: RecordID) { self.memberID = memberID }

  package func callAsFunction(_ transaction: WriteTransaction) throws {
    let member = try GroupMember.writable(memberID, transaction)
    guard try member.mayBeRemoved(in: transaction) else {
      throw FinanceFailure.alreadyClaimed(member.id)
    }
    if try GroupMember.isNamed(member.id, in: member.groupID, transaction.connection) {
      throw FinanceFailure.stillNamed
    }
    try member.delete(in: transaction.connection)
  }
}

extension GroupMember {
  /// Whether the author may take away who the member is, if they are somebody.
  func mayBeRemoved(in transaction: WriteTransaction) throws -> Bool {
    guard let accountID, accountID != transaction.accountID else { return true }
    return try transaction.role(in: groupID) == .owner
  }

  /// Whether an expense, a payment or what repeats names the member.
  package static func isNamed(
    _ id: RecordID, in group: ZoneID, _ connection: Connection
  ) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM expenseParts WHERE groupID = ?1 AND memberID = ?2
        UNION ALL SELECT 1 FROM repeatingParts WHERE groupID = ?1 AND memberID = ?2 LIMIT 1
      """, .text(group), .text(id)
    ) { _ in true } ?? false
  }
}
