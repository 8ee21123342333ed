import AccountWeb
import Finances
import SyncProtocol
import Values
import Web

extension MoneyArea: ChangeHost {
  package static let changedTables = Set(Finances.tables.map(\.name))

  package static func written(
    in changeSet: ChangeSet, _ reader: PageReader
  ) throws -> [(name: String, value: String)] {
    let words = reader.words
    guard let change = ExpenseChange(changeSet) else { return said(in: changeSet, words) }
    let stored = try StoredExpense.find(change.expenseID, in: reader.connection)
    let (details, old) = (change.details(over: stored?.details), stored?.details)
    var written: [(name: String, value: String)] = []
    func tell(_ name: String, _ value: String, unless known: String?) {
      if value != known, !value.isEmpty { written.append((name, value)) }
    }
    tell(words.whatFor, details.title, unless: old?.title)
    if let money = change.money {
      written.append((words.amountTitle, words.money(Money(money.amountMinor, money.currency))))
    }
    tell(
      words.dayTitle, details.day.flatMap { CalendarDay($0) }.map { words.day($0) } ?? "",
      unless: old?.day.flatMap { CalendarDay($0) }.map { words.day($0) })
    let category = try details.categoryID.flatMap {
      try ExpenseCategory.find($0, in: reader.connection)?.details.name
    }
    tell(
      words.category, category ?? "", unless: old?.categoryID == details.categoryID ? category : nil
    )
    tell(words.placeTitle, details.place, unless: old?.place)
    tell(words.noteTitle, details.note, unless: old?.note)
    guard let money = change.money else { return written }
    let names = try MemberNames(of: change.groupID, reader)
    if let payment = money.payment {
      return written + [
        (words.whoPaid, words.nameWithYou(names[payment.from])),
        (words.whoGotIt, words.nameWithYou(names[payment.to])),
      ]
    }
    let payers = money.shares.filter { $0.paidMinor != 0 }.map {
      "\(words.nameWithYou(names[$0.memberID])) \(words.money(Money($0.paidMinor, money.currency)))"
    }
    written += [
      (words.paidBy, words.list(payers)), (words.splitTitle, words.way(SplitWay(money.mode))),
    ]
    return written
      + ExpenseFormPage.Share.all(of: money, names).map {
        (words.nameWithYou($0.member), words.money($0.amount))
      }
  }

  /// Comments and receipts.
  private static func said(
    in changeSet: ChangeSet, _ words: Catalogue
  ) -> [(name: String, value: String)] {
    changeSet.mutations.compactMap { mutation in
      guard mutation.kind == .insert else { return nil }
      switch mutation.table {
      case "expenseComments": return (words.comment, mutation.registers["text"]?.text ?? "")
      case "expenseReceipts": return (words.receipts, mutation.registers["name"]?.text ?? "")
      default: return nil
      }
    }
  }

  /// Of an expense or payment that two people changed, both versions are shown beside each other.
  package static func choicePage(
    of changeSet: ChangeSet, id: String, _ reader: PageReader
  ) throws -> Route? {
    guard let change = ExpenseChange(changeSet),
      let stored = try StoredExpense.find(change.expenseID, in: reader.connection)
    else { return nil }
    let money = change.money ?? stored.money
    guard stored.money.kind == money.kind,
      (stored.money.payment == nil) == (money.payment == nil)
    else { return nil }
    return .expenses(
      .refusedExpense(group: change.groupID, expense: change.expenseID, change: id))
  }
}
