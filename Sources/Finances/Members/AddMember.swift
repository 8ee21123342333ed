import Household
import Replica
import SQLite
import SyncProtocol

/// Adds somebody to a group, who needs no account.
package struct AddMember: Sendable {
  package var groupID: ZoneID
  package var details: MemberDetails

  package init(groupID: ZoneID, _ details: MemberDetails) {
    self.groupID = groupID
    self.details = details
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> GroupMember {
    try transaction.requireWritable(group: groupID)
    var check = InputCheck()
    let details = check.clean(details, MemberDetails.fields)
    let members = try GroupMember.of(groupID, in: transaction.connection)
    if members.count >= GroupMember.maxPerGroup {
      check.fail(.name, .tooMany(max: GroupMember.maxPerGroup))
    }
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    let member = GroupMember(
      id: transaction.newID(), groupID: groupID, details: details,
      createdAt: transaction.nowMilliseconds)
    try member.requireOwnName(among: members)
    try member.insert(in: transaction.connection)
    return member
  }
}

extension GroupMember {
  /// Throws `nameTaken` if another member of the group has this name.
  func requireOwnName(among members: [GroupMember]) throws {
    if let other = members.first(where: { $0.id != id && $0.nameKey == nameKey }) {
      throw FinanceFailure.nameTaken(other.id)
    }
  }

  /// A member with the right to change the group; throws if either is missing.
  static func writable(_ id: RecordID, _ transaction: WriteTransaction) throws -> GroupMember {
    guard let member = try find(id, in: transaction.connection) else {
      throw FinanceFailure.memberNotFound
    }
    try transaction.requireWritable(group: member.groupID)
    return member
  }
}
