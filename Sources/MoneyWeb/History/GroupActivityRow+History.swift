import Finances
import FoundationEssentials
import Household
import SQLite
import SharingWeb
import SyncProtocol
import Values
import Web

extension GroupActivityPage.Model {
  /// - Parameter history: `nil` when the hub could not be asked.
  init?(
    _ history: HistoryPage?, of scope: GroupActivityPage.Scope, in group: ZoneLink,
    _ reader: PageReader
  ) throws {
    guard let role = reader.role(in: group.id) else { return nil }
    self.init(group: group, scope: scope, isUnreachable: history == nil)
    guard let history else { return }
    let teller = try GroupTeller(
      reader, group.id, canEdit: role != .viewer, maxLines: scope == .change ? 60 : 3)
    rows = try history.entries.compactMap { try teller.row($0) }
    guard scope != .change else { return }
    older = history.next
    isCutOff = history.isCutOff
  }
}

/// Describes a change of a group's log for a person.
struct GroupTeller {
  let reader: PageReader
  let group: ZoneID
  let canEdit: Bool
  /// The number of records of one kind up to which each is listed; more are only counted.
  let maxLines: Int
  private let names: MemberNames
  private let categories: [RecordID: String]

  init(_ reader: PageReader, _ group: ZoneID, canEdit: Bool, maxLines: Int) throws {
    self.reader = reader
    self.group = group
    self.canEdit = canEdit
    self.maxLines = maxLines
    names = try MemberNames(of: group, reader)
    categories = try ExpenseCategory.of(group, in: reader.connection).reduce(into: [:]) {
      $0[$1.id] = $1.details.name
    }
  }

  /// Who made a change.
  func person(_ entry: HistoryEntry) -> PersonBadge {
    // A change by the hub itself has no author.
    let name = entry.author.isEmpty ? reader.words.hubItself : entry.authorName
    return PersonBadge(id: entry.author, name: name)
  }

  /// `nil` for a change that leaves nothing to show.
  func row(_ entry: HistoryEntry) throws -> GroupActivityPage.Row? {
    var lines: [GroupActivityPage.Line] = []
    for count in entry.counts { lines += try self.lines(count, entry) }
    guard !lines.isEmpty else { return nil }
    return GroupActivityPage.Row(
      sequence: entry.sequence, person: person(entry), isYou: entry.author == reader.accountID,
      at: Date(milliseconds: entry.at), lines: lines,
      canTakeBack: canEdit && entry.canTakeBackInGroup)
  }

  private func lines(
    _ count: HistoryEntry.Count, _ entry: HistoryEntry
  ) throws -> [GroupActivityPage.Line] {
    let changes = entry.changes.filter { $0.kind == count.kind && $0.table == count.table }
    if HistoryEntry.hubOwned.contains(count.table) {
      return changes.compactMap { SharingEvent($0, entry).map { .sharing($0) } }
    }
    func happened(to table: String) -> Bool {
      entry.counts.contains { $0.table == table && $0.kind == count.kind }
    }
    // What comes and goes with its expense, or with a new group, gets no line of its own.
    let isPart = ["expenseReceipts", "expenseComments"].contains(count.table)
    if isPart, happened(to: "expenses") { return [] }
    if count.kind == .put, count.table != "groups", happened(to: "groups") { return [] }
    let verb = GroupActivityPage.Verb(count.kind)
    guard count.count <= maxLines, changes.count == count.count else {
      return [.count(verb, GroupActivityPage.Thing(table: count.table), count.count)]
    }
    return try changes.map { try line($0, verb, entry) }
  }

  private func line(
    _ change: RecordChange, _ verb: GroupActivityPage.Verb, _ entry: HistoryEntry
  ) throws -> GroupActivityPage.Line {
    if change.table == "groupMembers" {
      if let other = change.movedTo {
        return .combined(change.before["name"]?.text ?? "", into: names[other.id].name)
      }
      if change.kind == .patch, let account = change.after["accountID"] {
        let name = change.before["name"]?.text ?? ""
        return account.text == nil ? .released(name) : .claimed(name)
      }
    }
    return .record(
      verb, try subject(change, entry), change.kind == .patch ? differences(change) : [])
  }

  // MARK: What it is about

  func subject(
    _ change: RecordChange, _ entry: HistoryEntry
  ) throws -> GroupActivityPage.Subject {
    let registers = change.before.merging(change.after) { before, _ in before }
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
    if subject.thing == .comment { subject.name = GroupActivityPage.shortened(subject.name) }
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

  private func differences(_ change: RecordChange) -> [GroupActivityPage.Difference] {
    guard !change.before.isEmpty else { return [] }
    var told: [GroupActivityPage.Difference] = []
    let order = Finances.fieldNames[change.table] ?? []
    for register in order {
      guard let after = change.after[register], let before = change.before[register] else {
        continue
      }
      told.append(
        .field(register, before: value(before, register), after: value(after, register)))
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
    case .text(let text) where text.isEmpty: .nothing
    case .text(let id) where register == "categoryID":
      categories[id].map { .text($0) } ?? .gone
    case .text(let text):
      if let day = CalendarDay(text) {
        .day(day)
      } else if register == "splitMode", let way = SplitWay(rawValue: text) {
        .way(way)
      } else {
        .text(GroupActivityPage.shortened(text))
      }
    case .integer(let flag) where ["simplifies", "isArchived"].contains(register):
      .yesNo(flag != 0)
    case .integer(let number): .number(number)
    default: .nothing
    }
  }
}

extension GroupActivityPage {
  /// A text as it stands in a line.
  fileprivate static func shortened(_ text: String) -> String {
    text.count > 200 ? text.prefix(200) + "…" : text
  }
}

extension GroupActivityPage.Verb {
  fileprivate init(_ kind: Effect.Kind) {
    switch kind {
    case .put: self = .added
    case .patch: self = .changed
    case .drop: self = .removed
    }
  }
}

extension GroupActivityPage.Thing {
  fileprivate init(table: String) {
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
