import Household
import Replica
import SQLite
import SyncProtocol

/// A group as the hub kept it for somebody who lost access.
package struct GroupCopy: Sendable {
  /// By table.
  let effects: [String: [Effect]]

  /// The group that it is a copy of; `nil` in a copy without one.
  package var groupID: ZoneID? { effects["groups"]?.first?.id }
  /// What that group was called.
  package var groupName: String { effects["groups"]?.first?.registers["name"]?.text ?? "" }
  /// Whether something repeats in it.
  package var hasRepeating: Bool { effects["repeatingExpenses"]?.isEmpty == false }

  /// What an expense of it is a copy of, or its copies are: that of a copy's copy is the first one.
  func origin(of expense: Effect) -> CopyOrigin? {
    CopyOrigin(
      source: expense.registers["importSource"]?.text, ref: expense.registers["importRef"]?.text)
      ?? groupID.map { CopyOrigin($0, expense.id) }
  }

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
///
/// What repeats is paused in it: it goes on in the group itself, and who has left has no part in
/// what is spent there from then on.
package struct KeepGroupCopy: Sendable {
  package var copy: GroupCopy
  /// What the copy is called; `nil` for the name of the group.
  package var name: String?

  package init(_ copy: GroupCopy, name: String? = nil) {
    (self.copy, self.name) = (copy, name)
  }

  /// Throws `groupNotFound` for a copy without a group, and `unbalanced` for one with an expense
  /// that does not add up, which no hub has kept.
  @discardableResult
  package func callAsFunction(_ transaction: WriteTransaction) throws -> Group {
    guard let root = copy.effects["groups"]?.first else { throw FinanceFailure.groupNotFound }
    var details = GroupCopy.details(
      root, over: GroupDetails(name: "", currency: "EUR"), GroupDetails.fields)
    details.isArchived = false
    if let name { details.name = String(name.prefix(TextLimit.name.maxCharacters)) }
    let group = Group(
      id: transaction.newID(), details: details, createdAt: transaction.nowMilliseconds)
    try group.insert(in: transaction.connection)
    let members = try keepMembers(in: group.id, transaction)
    let categories = try keepCategories(in: group.id, transaction)
    var expenses: [RecordID: RecordID] = [:]
    for effect in copy.effects["expenses"] ?? [] {
      let isPayment = effect.registers["money"]?["kind"].text == ExpenseMoney.Kind.transfer.rawValue
      if isPayment, isPlanted(.copyForgetsPayments) { continue }
      expenses[effect.id] = try keep(effect, in: group.id, members, categories, transaction)
    }
    try keepReceipts(in: group.id, expenses, transaction)
    try keepPictures(in: group.id, transaction)
    try keepComments(in: group.id, expenses, transaction)
    try keepRepeating(in: group.id, members, categories, transaction)
    try keepRates(in: group.id, transaction)
    return group
  }

  private func keepMembers(
    in group: ZoneID, _ transaction: WriteTransaction
  ) throws -> [RecordID: RecordID] {
    var ids: [RecordID: RecordID] = [:]
    let members = copy.effects["groupMembers"] ?? []
    func account(_ effect: Effect) -> AccountID? { effect.registers["accountID"]?.text }
    let creditors = creditors(of: members.first { account($0) == transaction.accountID }?.id)
    for effect in members {
      var member = GroupMember(
        id: transaction.newID(), groupID: group,
        details: GroupCopy.details(effect, over: MemberDetails(name: ""), MemberDetails.fields),
        createdAt: transaction.nowMilliseconds)
      if let account = account(effect) {
        if account == transaction.accountID {
          member.accountID = account
        } else if !creditors.contains(effect.id) {
          // Nobody's to see any more, see `PaymentDetails`.
          member.details.payment = ""
        }
      }
      if isPlanted(.copyNamesOthers) { member.accountID = effect.registers["accountID"]?.text }
      try member.insert(in: transaction.connection)
      ids[effect.id] = member.id
    }
    return ids
  }

  /// The members whom a member has to pay in some currency, by the copy's expenses.
  private func creditors(of debtor: RecordID?) -> Set<RecordID> {
    guard let debtor else { return [] }
    var nets: [String: [RecordID: Int128]] = [:]
    for effect in copy.effects["expenses"] ?? [] {
      guard let money = effect.registers["money"].flatMap({ ExpenseMoney($0, below: .expense) })
      else { continue }
      for share in money.shares {
        nets[money.currency, default: [:]][share.memberID, default: 0] +=
          Int128(share.paidMinor) - Int128(share.owedMinor)
      }
    }
    return nets.values.filter { ($0[debtor] ?? 0) < 0 }.reduce(into: []) { creditors, nets in
      creditors.formUnion(nets.filter { $0.value > 0 }.keys)
    }
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
        id: ids.values.contains(natural) ? transaction.newID() : natural, zoneID: group,
        details: details)
      try category.insert(in: transaction.connection)
      ids[effect.id] = category.id
    }
    return ids
  }

  private func keep(
    _ effect: Effect, in group: ZoneID, _ members: [RecordID: RecordID],
    _ categories: [RecordID: RecordID], _ transaction: WriteTransaction
  ) throws -> RecordID {
    var details = GroupCopy.details(
      effect, over: ExpenseDetails(title: "", day: nil), ExpenseDetails.fields)
    details.categoryID = details.categoryID.flatMap { categories[$0] }
    let money = try Self.money(of: effect, below: .expense, members)
    var row = Expense.Row(
      id: transaction.newID(), groupID: group, details: details, money: money,
      createdAt: effect.registers["createdAt"]?.integer ?? transaction.nowMilliseconds,
      createdBy: transaction.accountID)
    if let origin = copy.origin(of: effect), origin.isStorable {
      (row.importSource, row.importRef) = (CopyOrigin.source, origin.ref)
    }
    let expense = try Expense.insert(row, money, transaction)
    try LedgerNote.carry(from: effect.id, to: row, transaction)
    return expense.id
  }

  /// The amounts of an expense, with the members of the copy.
  private static func money(
    of effect: Effect, below: ExpensePart.Below, _ members: [RecordID: RecordID]
  ) throws(FinanceFailure) -> ExpenseMoney {
    guard var money = effect.registers["money"].flatMap({ ExpenseMoney($0, below: below) }) else {
      throw .unbalanced(.noShares)
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
    if let problem = money.problem { throw .unbalanced(problem) }
    return money
  }

  private func keepRepeating(
    in group: ZoneID, _ members: [RecordID: RecordID], _ categories: [RecordID: RecordID],
    _ transaction: WriteTransaction
  ) throws {
    for effect in copy.effects["repeatingExpenses"] ?? [] {
      var details = GroupCopy.details(
        effect, over: RepeatingDetails(title: "", startsOn: nil), RepeatingDetails.fields)
      details.isPaused = true
      details.categoryID = details.categoryID.flatMap { categories[$0] }
      let money = try Self.money(of: effect, below: .repeating, members)
      var row = RepeatingExpense.Row(
        id: transaction.newID(), groupID: group, details: details, money: money,
        createdAt: effect.registers["createdAt"]?.integer ?? transaction.nowMilliseconds,
        createdBy: transaction.accountID)
      row.nextOn = effect.registers["nextOn"]?.text
      try row.insert(in: transaction.connection)
      for part in money.parts(transaction.newID) {
        try part.insert(into: row.id, of: group, below: .repeating, transaction.connection)
      }
    }
  }

  private func keepRates(in group: ZoneID, _ transaction: WriteTransaction) throws {
    for effect in copy.effects["manualRates"] ?? [] {
      let details = GroupCopy.details(
        effect, over: ManualRateDetails(from: "", to: "", day: nil, rate: ""),
        ManualRateDetails.fields)
      let id = ManualRate.id(
        details.fromCurrency, details.toCurrency, on: details.day ?? "", in: group)
      // Of two that other programs have written for one day one is kept.
      guard try ManualRate.find(id, in: transaction.connection) == nil else { continue }
      try ManualRate(
        id: id, groupID: group, details: details,
        enteredBy: effect.registers["enteredBy"]?.text ?? transaction.accountID
      ).insert(in: transaction.connection)
    }
  }

  /// The author may name the files, as their copy does.
  private func keepReceipts(
    in group: ZoneID, _ expenses: [RecordID: RecordID], _ transaction: WriteTransaction
  ) throws {
    for effect in copy.effects["expenseReceipts"] ?? [] {
      let registers = effect.registers
      guard let expense = registers["expenseID"]?.text.flatMap({ expenses[$0] }),
        let hash = registers["blobHash"]?.text, let byteCount = registers["byteCount"]?.integer,
        let media = registers["media"]?.text.flatMap({ StoredPaper.Media(rawValue: $0) })
      else { continue }
      try ExpenseReceipt(
        id: transaction.newID(), groupID: group, expenseID: expense,
        name: registers["name"]?.text ?? "",
        file: StoredPaper(blobHash: hash, byteCount: byteCount, media: media),
        createdAt: registers["createdAt"]?.integer ?? transaction.nowMilliseconds,
        createdBy: registers["createdBy"]?.text ?? transaction.accountID
      ).insert(in: transaction.connection)
    }
  }

  private func keepPictures(in group: ZoneID, _ transaction: WriteTransaction) throws {
    for effect in copy.effects["groupPictures"] ?? [] {
      let registers = effect.registers
      guard let hash = registers["blobHash"]?.text, let byteCount = registers["byteCount"]?.integer,
        let kind = registers["kind"]?.text.flatMap({ StoredPhoto.Kind(rawValue: $0) }),
        let width = registers["width"]?.integer, let height = registers["height"]?.integer
      else { continue }
      try GroupPicture(
        id: transaction.newID(), groupID: group,
        file: StoredPhoto(
          blobHash: hash, byteCount: byteCount, kind: kind, width: Int(clamping: width),
          height: Int(clamping: height)),
        createdAt: registers["createdAt"]?.integer ?? transaction.nowMilliseconds,
        createdBy: registers["createdBy"]?.text ?? transaction.accountID
      ).insert(in: transaction.connection)
    }
  }

  private func keepComments(
    in group: ZoneID, _ expenses: [RecordID: RecordID], _ transaction: WriteTransaction
  ) throws {
    for effect in copy.effects["expenseComments"] ?? [] {
      let registers = effect.registers
      guard let expense = registers["expenseID"]?.text.flatMap({ expenses[$0] }),
        let text = registers["text"]?.text
      else { continue }
      try ExpenseComment(
        id: transaction.newID(), groupID: group, expenseID: expense, text: text,
        createdAt: registers["createdAt"]?.integer ?? transaction.nowMilliseconds,
        createdBy: registers["createdBy"]?.text ?? transaction.accountID
      ).insert(in: transaction.connection)
    }
  }
}

extension LedgerNote {
  /// Gives what the person has added to their share of an expense to the copy of it. What was kept
  /// of the share is not needed any more.
  fileprivate static func carry(
    from expense: RecordID, to copy: Expense.Row, _ transaction: WriteTransaction
  ) throws {
    guard let old = try of(expense, in: transaction.connection) else { return }
    if old.details != LedgerNoteDetails(), !isPlanted(.copyForgetsNotes) {
      try LedgerNote(
        id: id(of: copy.id, for: old.profileID), profileID: old.profileID,
        groupID: copy.groupID, expenseID: copy.id, details: old.details
      ).insert(in: transaction.connection)
    }
    var note = old
    note.kept = nil
    try note.update(from: old, in: transaction.connection)
  }
}
