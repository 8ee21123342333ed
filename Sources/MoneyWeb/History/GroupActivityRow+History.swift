import Finances
import Household
import SQLite
import SharingWeb
import SyncProtocol
import Values
import Web

/// Describes a change of a group's log for a person.
struct GroupTeller: ActivityTeller {
  typealias Page = GroupActivityPage

  let reader: PageReader
  let group: ZoneID
  let canEdit: Bool
  private let names: MemberNames
  private let categories: [RecordID: String]
  private let members: [GroupMember]
  private let payment: PaymentDetails

  init?(_ reader: PageReader, _ group: ZoneID) throws {
    guard let role = reader.role(in: group) else { return nil }
    (self.reader, self.group, canEdit) = (reader, group, role != .viewer)
    names = try MemberNames(of: group, reader)
    categories = try ExpenseCategory.of(group, in: reader.connection).reduce(into: [:]) {
      $0[$1.id] = $1.details.name
    }
    members = try GroupMember.of(group, in: reader.connection)
    payment = try PaymentDetails(in: group, reader.connection)
  }

  func shown(_ entry: HistoryEntry) -> HistoryEntry? { payment.shown(entry, members) }

  func lines(
    _ count: HistoryEntry.Count, _ changes: [RecordChange], _ entry: HistoryEntry
  ) -> [GroupActivityPage.Line]? {
    // Who stays of two members, and what becomes of who goes, is told by their being one now.
    let isCombining = entry.changes.contains { $0.table == "groupMembers" && $0.movedTo != nil }
    if isCombining, count.table == "groupMembers", count.kind == .patch { return [] }
    // What comes and goes with its expense, or with a new group, gets no line of its own.
    let isPart = ["expenseReceipts", "expenseComments"].contains(count.table)
    if isPart, entry.also(count.kind, "expenses") { return [] }
    let isInNew = count.kind == .put && count.table != "groups" && entry.also(.put, "groups")
    return isInNew ? [] : nil
  }

  func event(_ change: RecordChange) -> GroupActivityPage.Event? {
    guard change.table == "groupMembers" else { return nil }
    let name = change.before["name"]?.text ?? ""
    if let other = change.movedTo { return .combined(name, into: names[other.id].name) }
    guard change.kind == .patch, let account = change.after["accountID"] else { return nil }
    return account.text == nil ? .released(name) : .claimed(name)
  }

  // MARK: What it is about

  func subject(
    _ change: RecordChange, _ entry: HistoryEntry
  ) throws -> GroupActivityPage.Subject {
    let registers = change.registers
    func text(_ name: String) -> String { registers[name]?.text ?? "" }
    var subject = GroupActivityPage.Subject(GroupActivityPage.Thing(table: change.table), "")
    switch subject.thing {
    case .expense, .payment:
      subject.name = text("title")
      if let money = registers["money"].flatMap({ ExpenseMoney($0) }) {
        subject.amount = Money(money.amountMinor, money.currency)
        if money.kind == .transfer { subject.thing = .payment }
        if let payment = money.payment {
          subject.name = reader.words.paid(names[payment.from], names[payment.to])
        }
      }
      subject.route = try expense(change.id).map { _ in route(to: change.id) }
    case .receipt, .comment:
      subject.name = text(subject.thing == .comment ? "text" : "name")
      let id = text("expenseID")
      let owner = try expense(id)
      subject.owner = owner?.details.title ?? ""
      subject.route = owner.map { _ in route(to: id) }
    case .member:
      subject.name = text("name")
      subject.route = .members(.members(group: group))
    case .category:
      subject.name = text("name")
      subject.route = .categories(.categories(group: group))
    case .group, .picture: subject.route = .groups(.groupSettings(group))
    case .other: subject.name = [text("name"), text("title")].first { !$0.isEmpty } ?? ""
    }
    if subject.thing == .comment { subject.name = GroupActivityPage.Value.shortened(subject.name) }
    return subject
  }

  private func route(to expense: RecordID) -> Route {
    .expenses(.expense(group: group, expense: expense))
  }

  private func expense(_ id: RecordID) throws -> StoredExpense.Row? {
    let found = try StoredExpense.Row.find(id, in: reader.connection)
    return found?.groupID == group ? found : nil
  }

  // MARK: What has changed of it

  func differences(
    _ change: RecordChange, _ entry: HistoryEntry
  ) -> [GroupActivityPage.Difference] {
    var told = change.different(Finances.fieldNames[change.table]).map {
      // What is not shown to this person has no value: that it was changed is told.
      $0.name == "payment" && $0.before.isNull && $0.after.isNull
        ? GroupActivityPage.Difference.paymentDetails
        : .field($0.name, before: value($0.before, $0.name), after: value($0.after, $0.name))
    }
    if let before = change.before["money"].flatMap({ ExpenseMoney($0) }),
      let after = change.after["money"].flatMap({ ExpenseMoney($0) })
    {
      told += differences(before, after)
    }
    return told
  }

  private func differences(
    _ before: ExpenseMoney, _ after: ExpenseMoney
  ) -> [GroupActivityPage.Difference] {
    var told: [GroupActivityPage.Difference] = []
    func money(_ minor: Int64, _ of: ExpenseMoney) -> Money { Money(minor, of.currency) }
    if before.amountMinor != after.amountMinor || before.currency != after.currency {
      told.append(
        .amount(before: money(before.amountMinor, before), after: money(after.amountMinor, after)))
    }
    if before.mode != after.mode {
      told.append(.way(before: SplitWay(before.mode), after: SplitWay(after.mode)))
    }
    let (paidBefore, paidAfter) = (payers(before), payers(after))
    if paidBefore != paidAfter { told.append(.payers(before: paidBefore, after: paidAfter)) }
    let owedBefore = before.shares.reduce(into: [:]) { $0[$1.memberID] = $1.owedMinor }
    let owedAfter = after.shares.reduce(into: [:]) { $0[$1.memberID] = $1.owedMinor }
    let order = after.shares.map(\.memberID)
    let gone = before.shares.map(\.memberID).filter { !order.contains($0) }
    for member in order + gone {
      let (old, new) = (owedBefore[member] ?? 0, owedAfter[member] ?? 0)
      if old == new, before.currency == after.currency || old == 0 { continue }
      told.append(.part(name(member), before: money(old, before), after: money(new, after)))
    }
    if before.lines != after.lines {
      told.append(.bill(before: before.lines.count, after: after.lines.count))
    }
    return told
  }

  private func payers(_ money: ExpenseMoney) -> [GroupActivityPage.Part] {
    money.shares.filter { $0.paidMinor != 0 }.map {
      GroupActivityPage.Part(name($0.memberID), Money($0.paidMinor, money.currency))
    }
  }

  /// A member who is gone is told as somebody.
  private func name(_ member: RecordID) -> MemberName {
    let name = names[member]
    return name.name.isEmpty
      ? MemberName(id: member, name: reader.words.formerMember) : name
  }

  private func value(
    _ value: SyncProtocol.FieldValue, _ register: String
  ) -> GroupActivityPage.Value {
    switch value {
    case .text(let id) where register == "categoryID" && !id.isEmpty:
      categories[id].map { .text($0) } ?? .gone
    case .text(let text):
      if register == "splitMode", let way = SplitWay(rawValue: text) {
        .text(reader.words.way(way))
      } else {
        .init(text)
      }
    case .integer(let flag) where ["simplifies", "isArchived"].contains(register):
      .yesNo(flag != 0)
    case .integer(let number): .number(number)
    default: .nothing
    }
  }
}

extension GroupActivityPage.Thing {
  package init(table: String) {
    switch table {
    case "expenses": self = .expense
    case "groupMembers": self = .member
    case "expenseCategories": self = .category
    case "expenseReceipts": self = .receipt
    case "expenseComments": self = .comment
    case "groupPictures": self = .picture
    case "groups": self = .group
    default: self = .other
    }
  }
}
