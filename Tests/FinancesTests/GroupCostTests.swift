import Finances
import HearthDomain
import Household
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// A page of a group costs what it shows, however many expenses the group has: told in the steps
/// that SQLite takes, which are the same on every machine.
@Suite struct GroupCostTests {
  /// A group of five, of whom Eve takes part in three expenses, and two other groups.
  private static func world(expenses: Int) throws -> (device: SyncDevice, group: ZoneID) {
    let world = try SyncWorld(schema: HearthDomain.schema)
    let ann = try world.device("ann", sql: HearthDomain.migrations)
    let groups = try ann.write { transaction in
      try ["Flat", "Trip", "Couple"].map {
        try CreateGroup(
          GroupDetails(name: $0, currency: "EUR"), ownName: "Ann",
          others: ["Ben", "Cy", "Dot", "Eve"])(transaction).id
      }
    }
    for group in groups { try fill(group, expenses, ann) }
    try ann.write { transaction in
      let members = try GroupMember.of(groups[0], in: transaction.connection).map(\.id)
      try AddRepeating(
        groupID: groups[0], RepeatingDetails(title: "Rent", startsOn: "2026-12-01"),
        ExpenseMoney(
          currency: "EUR", amountMinor: 300, mode: .equal,
          shares: [.init(members[0], paidMinor: 300, owedMinor: 300)]))(transaction)
    }
    try ann.write { try Finances.rebuild($0.connection) }
    return (ann, groups[0])
  }

  private static func fill(_ group: ZoneID, _ count: Int, _ device: SyncDevice) throws {
    try device.write { transaction in
      let connection = transaction.connection
      let members = try GroupMember.of(group, in: connection).map(\.id)
      let categories = try ExpenseCategory.of(group, in: connection).map(\.id)
      for index in 0..<count {
        let id = transaction.newID()
        try connection.execute(
          """
          INSERT INTO expenses (id, groupID, title, day, categoryID, kind, currency, amountMinor,
              mode, createdAt, createdBy)
            VALUES (?, ?, 'Bread', ?, ?, 'expense', ?, 300, 'equal', ?, 'ann')
          """, .text(id), .text(group), .text("2026-0\(1 + index % 9)-1\(index % 10)"),
          .text(categories[index % categories.count]), .text(index < 3 ? "JPY" : "EUR"),
          .integer(Int64(index)))
        let sharers =
          index < 3 ? [members[4], members[0]] : Array(members.prefix(4).dropFirst(index % 3))
        for (position, member) in sharers.enumerated() {
          let part = 300 / Int64(sharers.count)
          try connection.execute(
            """
            INSERT INTO expenseParts (id, groupID, expenseID, kind, position, memberID, paidMinor,
                owedMinor)
              VALUES (?, ?, ?, 'share', ?, ?, ?, ?)
            """, .text(transaction.newID()), .text(group), .text(id), .integer(Int64(position)),
            .text(member), .integer(position == 0 ? 300 : 0),
            .integer(position == 0 ? 300 - part * Int64(sharers.count - 1) : part))
        }
      }
    }
  }

  private typealias Page = @Sendable (SyncDevice, ZoneID) throws -> Void

  private static let pages: [(name: String, read: Page)] = [
    ("list", { _ = try ExpenseList.page(of: $1, limit: 10, in: $0.connection) }),
    (
      "deep in the list",
      {
        _ = try ExpenseList.page(
          of: $1, after: .init(day: "2026-05-11", createdAt: 100, id: ""), limit: 10,
          in: $0.connection)
      }
    ),
    (
      "of a member",
      {
        let members = try GroupMember.of($1, in: $0.connection)
        let rows = try ExpenseList.page(
          of: $1, .init(memberID: members[4].id), limit: 10, in: $0.connection)
        #expect(rows.rows.count == 3)
      }
    ),
    (
      "of a currency",
      {
        let rows = try ExpenseList.page(
          of: $1, .init(currency: "JPY"), limit: 10, in: $0.connection)
        #expect(rows.rows.count == 3)
      }
    ),
    (
      "of a category",
      {
        let category = ExpenseCategory.id(named: "Gifts", in: $1)
        _ = try ExpenseList.page(of: $1, .init(categoryID: category), limit: 10, in: $0.connection)
      }
    ),
    (
      "balances",
      {
        let balances = try GroupBalances.of($1, in: $0.connection)
        #expect(!balances.net(in: "EUR").isEmpty)
        _ = try balances.settlement(in: "EUR")
      }
    ),
    (
      "debts",
      {
        let debts = try GroupDebts.of($1, in: $0.connection)
        for debt in debts.debts {
          let parts = try GroupDebts.parts(of: debt, in: $1, limit: 20, $0.connection)
          #expect(!parts.isEmpty)
        }
      }
    ),
    (
      "deep in the parts of a debt",
      {
        let debt = try #require(try GroupDebts.of($1, in: $0.connection).debts.first)
        let page = try GroupDebts.parts(
          between: .init(currency: debt.currency, debtor: debt.debtor, creditor: debt.creditor),
          in: $1, after: .init(day: "2026-05-11", createdAt: 100, id: ""), limit: 10,
          $0.connection)
        #expect(!page.rows.isEmpty)
      }
    ),
    (
      "spending",
      {
        let spending = try GroupSpending(
          of: $1, in: "EUR", year: 2026, member: nil, $0.connection)
        #expect(spending.total.all > 0)
        _ = try GroupSpending.years(of: $1, $0.connection)
      }
    ),
    (
      "who paid and balances over time",
      {
        let members = try GroupMember.of($1, in: $0.connection)
        let months = try GroupMonths(
          of: $1, in: "EUR", year: 2026, member: members[0].id, $0.connection)
        #expect(!months.paid.isEmpty && months.balances.count == 12)
      }
    ),
    (
      "what is due",
      {
        let day = try #require(CalendarDay("2026-12-24"))
        #expect(try RepeatingExpense.due(in: $1, on: day, $0.connection).count == 1)
        #expect(try RepeatingExpense.groupsWithDue(on: day, $0.connection).count == 1)
      }
    ),
    ("groups", { device, _ in _ = try GroupOverview(of: "ann", in: device.connection) }),
  ]

  @Test("a page of a group takes no more steps with ten times the expenses")
  func pages() throws {
    let small = try Self.world(expenses: 150)
    let large = try Self.world(expenses: 1500)
    for page in Self.pages {
      let few = try small.device.connection.steps { try page.read(small.device, small.group) }
      let many = try large.device.connection.steps { try page.read(large.device, large.group) }
      #expect(Double(many) < Double(few) * 1.3 + 200, "\(page.name): \(few) and \(many)")
    }
  }

  private static let files: [(name: String, write: Page)] = [
    ("table", { _ = try GroupTable.writeCSV(of: $1, in: $0.connection) { _ in } }),
    ("document", { _ = try GroupDocument.write($1, in: $0.connection) { _ in } }),
  ]

  @Test("a file with all of a group takes no more than ten times the steps with ten times of it")
  func exports() throws {
    let small = try Self.world(expenses: 150)
    let large = try Self.world(expenses: 1500)
    for file in Self.files {
      let few = try small.device.connection.steps { try file.write(small.device, small.group) }
      let many = try large.device.connection.steps { try file.write(large.device, large.group) }
      #expect(Double(many) < Double(few) * 11, "\(file.name): \(few) and \(many)")
    }
  }
}
