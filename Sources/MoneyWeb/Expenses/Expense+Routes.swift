import Finances
import Foundation
import HTTPServer
import Household
import SQLite
import SyncProtocol
import Values
import Web

/// The page of one expense.
extension WebApplication {
  func expensePage(_ group: ZoneID, _ id: RecordID) -> Endpoint {
    .viewing(.group(group)) { at in
      let zone = at.zone
      return try await at.member.page(
        { ExpensePage.view($0, in: $1) },
        load: { try ExpensePage.Model(id, in: zone, $0) })
    }
  }
}

extension ExpensePage.Model {
  init?(_ id: RecordID, in group: ZoneLink, _ reader: PageReader) throws {
    guard let expense = try StoredExpense.find(id, in: reader.connection),
      expense.groupID == group.id
    else { return nil }
    let names = try MemberNames(of: group.id, reader)
    let categories = try ExpenseCategory.of(group.id, in: reader.connection)
    let people = try AccountParticipant.all(home: group.id, in: reader.connection)
    let (details, money) = (expense.details, expense.money)
    func amount(_ minor: Int64) -> Money { Money(minor, money.currency) }
    self.init(
      group: group, id: id, row: GroupPage.Row(expense, names, categories),
      way: SplitWay(money.mode),
      shares: money.shares.map {
        ExpensePage.Share(
          member: names[$0.memberID], paid: amount($0.paidMinor), owed: amount($0.owedMinor),
          weight: $0.weight)
      },
      lines: money.lines.map { line in
        ExpensePage.Line(
          name: line.name, amount: amount(line.amountMinor),
          sharers: line.sharers.map { names[$0.memberID] })
      },
      category: details.categoryID.flatMap { id in categories.first { $0.id == id } }
        .map { GroupPage.Named(id: $0.id, name: $0.details.name) },
      place: details.place, note: details.note,
      enteredBy: people.first { $0.accountID == expense.row.createdBy }?.name
        ?? names.all.first { $0.accountID == expense.row.createdBy }?.details.name ?? "",
      enteredAt: Date(milliseconds: expense.row.createdAt),
      canWrite: reader.role(in: group.id).map { $0 != .viewer } ?? false)
    repeatingID = try expense.row.repeatingID.flatMap {
      try RepeatingExpense.Row.find($0, in: reader.connection)?.id
    }
  }
}
