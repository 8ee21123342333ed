import Replica
import SQLite
import SyncProtocol

/// Whose payment details an account is shown in a group: its own, and those of members whom it
/// owes. A member without an account cannot say how to pay them, so whoever may change the group
/// says it, and sees it (decision 0076).
///
/// It is a rule of what is shown, told and written to files. A device holds the whole group.
package struct PaymentDetails: Sendable {
  private let account: AccountID
  private let canWrite: Bool
  private let creditors: Set<RecordID>

  /// Those of the account that this replica belongs to. The cost does not depend on how many
  /// expenses there are.
  package init(in group: ZoneID, _ connection: Connection) throws {
    account = try connection.first("SELECT accountID FROM syncState") { $0.text(0) } ?? ""
    // A group made in this transaction has no row yet, and belongs to its author.
    canWrite = try ZoneRow.find(group, in: connection)?.role.canWrite ?? true
    let own = try GroupMember.of(account, in: group, connection)
    creditors = try own.map { try Self.creditors(of: $0.id, in: group, connection) } ?? []
  }

  /// The members whom a member could have to pay: all who are owed something in a currency in which
  /// the member owes, as settling proposes the fewest payments in every group; where debts are shown
  /// one by one also those whom the member owes, whatever its balance.
  private static func creditors(
    of debtor: RecordID, in group: ZoneID, _ connection: Connection
  ) throws -> Set<RecordID> {
    let balances = try GroupBalances.of(group, in: connection)
    var creditors: Set<RecordID> = []
    for currency in balances.currencies {
      let net = balances.net(in: currency)
      guard let own = net[debtor], own < 0 else { continue }
      creditors.formUnion(net.filter { $0.value > 0 }.keys)
    }
    guard try Group.find(group, in: connection)?.details.simplifies == false else {
      return creditors
    }
    let debts = try GroupDebts.of(group, in: connection).debts
    return creditors.union(debts.filter { $0.debtor == debtor }.map(\.creditor))
  }

  package func isShown(_ member: GroupMember) -> Bool {
    guard let owner = member.accountID else { return canWrite || creditors.contains(member.id) }
    return owner == account || creditors.contains(member.id)
  }

  /// The member as the account is shown them.
  package func shown(_ member: GroupMember) -> GroupMember {
    guard !isShown(member) else { return member }
    var member = member
    member.details.payment = ""
    return member
  }

  /// A change of the group without payment details that the account is not shown; that they were
  /// changed is still told.
  ///
  /// - Parameter members: those of the group.
  package func shown(_ entry: HistoryEntry, _ members: [GroupMember]) -> HistoryEntry {
    let known = Set(members.filter(isShown).map(\.id))
    var entry = entry
    for index in entry.changes.indices
    where entry.changes[index].table == GroupMember.sql.table
      && !known.contains(entry.changes[index].id)
    {
      if entry.changes[index].before[Self.register] != nil {
        entry.changes[index].before[Self.register] = .null
      }
      if entry.changes[index].after[Self.register] != nil {
        entry.changes[index].after[Self.register] = .null
      }
    }
    return entry
  }

  static let register = "payment"
}

extension GroupMember {
  /// Whether an account may say how this member is paid: nobody says it for another account, so
  /// that money goes where its owner wants it.
  package func isPaidAsSaid(by account: AccountID) -> Bool {
    accountID == nil || accountID == account
  }
}
