import Household
import Replica
import SyncProtocol

/// Keeps what a person's shares were of a group that they have lost, from the copy that the hub has
/// for them: where none of their replicas had the group when it went, as beside commands.
///
/// What they have deleted since is not kept again.
package struct KeepCopiedShares: Sendable {
  package var copy: GroupCopy

  package init(_ copy: GroupCopy) { self.copy = copy }

  /// Returns how many were not kept already.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Int {
    let connection = transaction.connection
    let profile = try transaction.ownProfile()
    guard let group = copy.groupID, try Group.find(group, in: connection) == nil,
      let name = copy.name, let own = copy.member(of: transaction.accountID)
    else { return 0 }
    let categories = try LedgerCategory.own(in: connection)
    var count = 0
    let past = try copy.shares(of: own).compactMap { share -> LedgerNote.Past? in
      let noted = try LedgerNote.of(share.expense, in: connection)
      let original = try share.origin.flatMap { try LedgerNote.of($0.expense, in: connection) }
      guard noted?.isForgotten != true, original?.isForgotten != true else { return nil }
      var kept = KeptShare(
        title: share.title, groupName: name, day: share.day, flow: share.flow,
        amountMinor: share.amountMinor, currency: share.currency, converted: nil)
      let known = [noted?.kept, original?.kept].compactMap(\.self)
        .first { LedgerIndex.Said($0) == LedgerIndex.Said(kept) }
      // It knows what the share was by the rates of the group.
      if let known { kept = known } else { count += 1 }
      let category = share.category.flatMap { key in categories.first { $0.nameKey == key } }
      return LedgerNote.Past(
        expense: share.expense, kept: kept,
        category: noted?.details.categoryID ?? original?.details.categoryID
          ?? (known == nil ? category?.id : nil),
        origin: share.origin, isOwnCopy: share.madeBy == transaction.accountID)
    }
    try LedgerNote.keep(past, of: group, profile, in: connection)
    return count
  }
}

extension GroupCopy {
  /// A member's share of an expense.
  struct Share {
    var expense: RecordID
    var title: String
    var day: String
    var flow: LedgerFlow
    var amountMinor: Int64
    var currency: String
    /// The key of the category's name.
    var category: String?
    var origin: CopyOrigin?
    var madeBy: AccountID?
  }

  var name: String? { effects["groups"]?.first?.registers["name"]?.text }

  /// The member that an account is.
  func member(of account: AccountID) -> RecordID? {
    (effects["groupMembers"] ?? []).filter { $0.registers["accountID"]?.text == account }
      .map(\.id).min()
  }

  /// What does not add up is left out, as in every sum.
  func shares(of member: RecordID) -> [Share] {
    let categories = (effects["expenseCategories"] ?? []).reduce(into: [:]) {
      $0[$1.id] = $1.registers["name"]?.text.map { NameKey.make($0) }
    }
    return (effects["expenses"] ?? []).compactMap { effect in
      let registers = effect.registers
      guard let money = registers["money"].flatMap({ ExpenseMoney($0, below: .expense) }),
        money.problem == nil,
        let part = money.shares.first(where: { $0.memberID == member }),
        let share = LedgerFlow.share(
          kind: money.kind.rawValue, paid: part.paidMinor, owed: part.owedMinor),
        let day = registers["day"]?.text
      else { return nil }
      return Share(
        expense: effect.id, title: registers["title"]?.text ?? "", day: day, flow: share.flow,
        amountMinor: share.amountMinor, currency: money.currency,
        category: registers["categoryID"]?.text.flatMap { categories[$0] },
        origin: CopyOrigin(
          source: registers["importSource"]?.text, ref: registers["importRef"]?.text),
        madeBy: registers["createdBy"]?.text)
    }
  }
}
