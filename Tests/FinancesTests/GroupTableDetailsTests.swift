import Finances
import Foundation
import HearthDomain
import Household
import Importing
import SQLite
import SyncProtocol
import TestSupport
import Testing
import Values

/// What the last column of a group's table keeps of each expense, and when it does not hold.
@Suite struct GroupTableDetailsTests {
  private final class Box { var bytes: [UInt8] = [] }

  private func table(of world: GroupWorld) throws -> String {
    let box = Box()
    try GroupTable.writeCSV(of: world.group, in: world.ann.connection) { box.bytes += $0 }
    return String(decoding: box.bytes, as: UTF8.self)
  }

  private func read(_ table: String) throws -> [ImportedExpense] {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(table.utf8).write(to: path)
    // A rest in the system's temporary folder harms nothing.
    defer { try? FileManager.default.removeItem(at: path) }
    let options = ImportOptions(currency: Currency(code: "EUR", exponent: 2))
    let read = try ExpenseFile.open(path.path, name: "group.csv").read(options)
    #expect(read.problems.isEmpty)
    return read.expenses
  }

  @Test("what was entered first of a day is first again, as its time is kept")
  func times() throws {
    let world = try GroupWorld()
    var times: [Int64] = []
    for title in ["Soup", "Bread", "Apples"] {
      world.world.now += 60_000
      times.append(world.world.now)
      try world.add(title, world.money(900), on: world.ann)
    }
    let expenses = try read(table(of: world))
    #expect(expenses.map(\.title) == ["Soup", "Bread", "Apples"])
    #expect(expenses.map(\.createdAt) == times)
  }

  @Test("what was brought from another program is known by its name there, and by its id here")
  func sources() throws {
    let world = try GroupWorld()
    let id = try world.add("Soup", world.money(900), on: world.ann)
    try world.ann.write {
      try $0.connection.execute(
        "UPDATE expenses SET importSource = 'splitwise', importRef = 'r-17' WHERE id = ?", .text(id)
      )
    }
    let soup = try #require(try read(table(of: world)).first)
    #expect(soup.source == "splitwise" && soup.identity == "r-17" && soup.documentID == id)
  }

  @Test("a payment keeps its category")
  func category() throws {
    let world = try GroupWorld()
    let category = ExpenseCategory.id(named: "Rent", in: world.group)
    let group = world.group
    let money = ExpenseMoney(
      paying: 900, "EUR", from: world.member("Bob"), to: world.member("Ann"))
    try world.ann.write { transaction in
      if try ExpenseCategory.find(category, in: transaction.connection) == nil {
        try AddCategory(groupID: group, CategoryDetails(name: "Rent"))(transaction)
      }
      var details = ExpenseDetails(title: "Back", day: "2026-05-02")
      details.categoryID = category
      try AddExpense(groupID: group, details, money)(transaction)
    }
    let back = try #require(try read(table(of: world)).first)
    #expect(back.kind != .expense && back.category != nil)
  }

  @Test("a way to split that somebody has changed in the table holds, without lines of a bill")
  func split() throws {
    let world = try GroupWorld()
    let (ann, bob) = (world.member("Ann"), world.member("Bob"))
    var bill = ExpenseDraft(
      currency: "EUR", amountMinor: 900, mode: .itemised, payers: [.init(ann, 900)],
      sharers: [.init(ann), .init(bob)])
    bill.lines = [.init(name: "Soup", amountMinor: 900, sharers: [.init(ann), .init(bob)])]
    try world.add("Dinner", bill.money(), on: world.ann)
    let table = try table(of: world)
    #expect(try read(table).map(\.lines.count) == [1])
    let changed = table.replacing(",itemised,", with: ",equal,")
    try #require(changed != table)
    let dinner = try #require(try read(changed).first)
    #expect(dinner.mode == .equal && dinner.lines.isEmpty)
  }
}
