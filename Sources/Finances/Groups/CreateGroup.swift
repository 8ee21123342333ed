import Household
import Replica
import SyncProtocol

/// Creates a group with its author as the first member (D-CLM-5), and with more members by name.
package struct CreateGroup: Sendable {
  package var details: GroupDetails
  /// What the author is called in it.
  package var ownName: String
  /// The names of further members, who need no account.
  package var others: [String]

  package init(_ details: GroupDetails, ownName: String, others: [String] = []) {
    self.details = details
    self.ownName = ownName
    self.others = others
  }

  /// The first name that two of the members would have; `nil` if all differ.
  package var repeatedName: String? {
    var seen: Set<String> = []
    return ([ownName] + others).map { InputText.line($0) }.first {
      !seen.insert(NameKey.make($0)).inserted
    }
  }

  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Group {
    var check = InputCheck()
    let details = check.clean(details, GroupDetails.fields)
    let names = ([ownName] + others).map { check.name($0, .members) }
    if repeatedName != nil { check.fail(.members, .nameTaken) }
    if names.count > GroupMember.maxPerGroup {
      check.fail(.members, .tooMany(max: GroupMember.maxPerGroup))
    }
    guard check.problems.isEmpty else { throw FinanceFailure.invalid(check.problems) }
    let group = Group(
      id: transaction.newID(), details: details, createdAt: transaction.nowMilliseconds)
    try group.insert(in: transaction.connection)
    for (index, name) in names.enumerated() {
      var member = GroupMember(
        id: transaction.newID(), groupID: group.id, details: MemberDetails(name: name),
        createdAt: transaction.nowMilliseconds)
      if index == 0 { member.accountID = transaction.accountID }
      try member.insert(in: transaction.connection)
    }
    try ExpenseCategory.insertDefaults(into: group.id, transaction)
    return group
  }
}

extension InputField {
  package static let members = InputField("members")
  package static let amountMinor = InputField("amountMinor")
  package static let day = InputField("day")
  package static let categoryID = InputField("categoryID")
}
