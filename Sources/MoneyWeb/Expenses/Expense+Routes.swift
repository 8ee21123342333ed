import Finances
import FoundationEssentials
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
      try await at.member.expensePage(id, in: at.zone)
    }
  }
}

extension Member {
  /// - Parameter change: puts what was sent, and what was wrong with it, into the page.
  func expensePage(
    _ id: RecordID, in group: ZoneLink, status: HTTPStatus = .ok,
    _ change: @escaping @Sendable (inout ExpensePage.Model) -> Void = { _ in }
  ) async throws -> HTTPResponse {
    try await page(
      status: status, tellsWaiting: true, { ExpensePage.view($0, in: $1) },
      load: { reader in
        guard var model = try ExpensePage.Model(id, in: group, reader) else { return nil }
        change(&model)
        return model
      })
  }
}

/// Who has access to a group, or had it, by account.
struct ExpensePeople {
  private let names: [AccountID: String]

  init(of group: ZoneID, _ members: MemberNames, _ reader: PageReader) throws {
    let people = try AccountParticipant.all(home: group, in: reader.connection)
    let claimed = members.all.compactMap { member in
      member.accountID.map { ($0, member.details.name) }
    }
    names = Dictionary(
      people.map { ($0.accountID, $0.name) } + claimed, uniquingKeysWith: { first, _ in first })
  }

  /// Empty for somebody whom nobody here knows.
  func name(of account: AccountID) -> String { names[account] ?? "" }
}

extension ExpensePage.Line {
  init(_ line: ExpenseMoney.Line, in currency: String, _ names: MemberNames) {
    self.init(
      name: line.name, amount: Money(line.amountMinor, currency),
      sharers: line.sharers.map { names[$0.memberID] })
    let weights = line.sharers.map(\.weight)
    if Set(weights).count > 1 { self.weights = weights }
  }
}

extension ExpensePage.Model {
  init?(_ id: RecordID, in group: ZoneLink, _ reader: PageReader) throws {
    guard let expense = try StoredExpense.find(id, in: reader.connection),
      expense.groupID == group.id
    else { return nil }
    let names = try MemberNames(of: group.id, reader)
    let categories = try ExpenseCategory.of(group.id, in: reader.connection)
    let people = try ExpensePeople(of: group.id, names, reader)
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
      lines: money.lines.map { ExpensePage.Line($0, in: money.currency, names) },
      category: details.categoryID.flatMap { id in categories.first { $0.id == id } }
        .map { GroupPage.Named(id: $0.id, name: $0.details.name) },
      place: details.place, note: details.note,
      enteredBy: people.name(of: expense.row.createdBy),
      enteredAt: Date(milliseconds: expense.row.createdAt),
      canWrite: reader.role(in: group.id).map { $0 != .viewer } ?? false,
      receipts: try Receipts(of: expense, reader),
      comments: try Comments(of: expense, by: people, reader))
    row.isWaiting = reader.waitingExpenses.ids.contains(id)
    repeatingID = try expense.row.repeatingID.flatMap {
      try RepeatingExpense.Row.find($0, in: reader.connection)?.id
    }
  }
}
