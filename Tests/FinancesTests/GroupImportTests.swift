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

@Suite struct GroupImportTests {
  private static let euro = ImportOptions(currency: Currency(code: "EUR", exponent: 2))

  private func fixture(_ name: String) throws -> ImportedGroup {
    let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("ExpenseFixtures/\(name)").path
    return try ExpenseFile.open(path, name: name).read(Self.euro)
  }

  private func run(
    _ document: ImportedGroup, _ choices: GroupImportChoices, on device: SyncDevice,
    ownName: String = "Ann"
  ) throws -> ApplyGroupImport.Result {
    try device.write { transaction in
      let plan = try GroupImportPlan(document, choices, in: transaction.connection)
      var result = ApplyGroupImport.Result()
      for part in GroupImportPart.all(of: plan) {
        result.add(
          try ApplyGroupImport(plan, part: part, ids: result.ids, ownName: ownName)(transaction))
      }
      return result
    }
  }

  private func newGroup(_ name: String = "Trip") -> GroupImportChoices {
    GroupImportChoices(target: .newGroup(name), currency: "EUR")
  }

  private func nets(_ group: ZoneID, on device: SyncDevice) throws -> [String: [String: Int128]] {
    try device.connection.transaction { try Finances.rebuild(device.connection) }
    let names = try GroupMember.of(group, in: device.connection).reduce(into: [:]) {
      $0[$1.id] = $1.details.name
    }
    let balances = try GroupBalances.of(group, in: device.connection)
    return balances.currencies.reduce(into: [:]) { nets, currency in
      for (member, net) in balances.net(in: currency) {
        nets[currency, default: [:]][names[member] ?? "gone", default: 0] += net
      }
    }.filter { !$0.value.isEmpty }
  }

  private func count(_ table: String, on device: SyncDevice) throws -> Int64? {
    try device.connection.first("SELECT count(*) FROM \(table)") { $0.integer(0) }
  }

  @Test("a formula in a cell stays text, and a table for a spreadsheet disarms it")
  func formulas() throws {
    let ann = try GroupWorld().ann
    let formulas = ["=1+1", "@SUM(A1)", "+49 30 1234"]
    let path = NSTemporaryDirectory() + "formulas-\(UUID().uuidString).csv"
    // A rest in the system's temporary folder harms nothing.
    defer { try? FileManager.default.removeItem(atPath: path) }
    let rows = formulas.map { "2026-06-01,\($0),General,30.00,EUR,15.00,-15.00\n" }
    try Data(("Date,Description,Category,Cost,Currency,Dan,Eva\n" + rows.joined()).utf8)
      .write(to: URL(fileURLWithPath: path))
    let document = try ExpenseFile.open(path, name: "formulas.csv").read(Self.euro)
    let result = try run(document, newGroup(), on: ann)
    let group = try #require(result.ids.groupID)
    let kept = try ExpenseList.page(of: group, in: ann.connection).rows.map(\.details.title)
    #expect(Set(kept) == Set(formulas))
    final class Box { var bytes: [UInt8] = [] }
    let box = Box()
    try GroupTable.writeCSV(of: group, in: ann.connection) { box.bytes += $0 }
    let table = String(decoding: box.bytes, as: UTF8.self)
    for formula in formulas {
      #expect(table.contains(",'\(formula),"), "\(table)")
      #expect(!table.contains(",\(formula),"))
    }
  }

  @Test(
    "a file of Splitwise becomes a group with its balances; who makes it is in it (D-CLM-5)")
  func splitwise() throws {
    let world = try GroupWorld()
    let document = try fixture("splitwise.csv")
    var choices = newGroup()
    choices.ownPerson = 0
    let done = try run(document, choices, on: world.ann)
    let group = try #require(done.ids.groupID)
    #expect(done.expenseCount == 26 && done.memberCount == 4)
    try world.sync()
    var expected: [String: [String: Int128]] = [:]
    for total in document.totals where total.minor != 0 {
      expected[total.currency, default: [:]][document.people[total.person].name] = Int128(
        total.minor)
    }
    #expect(try nets(group, on: world.ann) == expected)
    #expect(try world.ann.replica.parkedChanges().isEmpty)
    let own = try GroupMember.of("ann", in: group, world.ann.connection)
    #expect(own?.details.name == "Ana Alba")
    #expect(try Group.find(group, in: world.ann.connection)?.details.currency == "INR")
  }

  @Test("the same file again adds nothing; a row more adds that row; people are remembered")
  func again() throws {
    let world = try GroupWorld()
    let document = try fixture("splitwise.csv")
    var choices = GroupImportChoices(target: .group(world.group), currency: "EUR")
    choices.people = [0: .member(world.member("Ann")), 1: .member(world.member("Bob"))]
    let first = try run(document, choices, on: world.ann)
    #expect(first.expenseCount == 26 && first.memberCount == 2)
    try world.sync()
    // On another device, without having said who is who.
    let again = GroupImportChoices(target: .group(world.group), currency: "EUR")
    let plan = try GroupImportPlan(document, again, in: world.bob.connection)
    #expect(plan.newCount == 0 && plan.presentCount == 26 && plan.isEmpty)
    #expect(plan.people.map(\.memberName) == ["Ann", "Bob", "Cleo Cruz", "Dan Diaz"])
    let before = try nets(world.group, on: world.bob)
    #expect(try run(document, again, on: world.bob).expenseCount == 0)
    var more = document
    more.expenses[0].identity += " more"
    #expect(try run(more, again, on: world.bob).expenseCount == 1)
    try world.sync()
    #expect(try nets(world.group, on: world.ann) != before)
    #expect(try count("expenses", on: world.ann) == 27)
  }

  @Test("two who import one file at the same time, offline, have each expense once")
  func twoAtOnce() throws {
    let world = try GroupWorld()
    let document = try fixture("spliit.json")
    var choices = GroupImportChoices(target: .group(world.group), currency: "EUR")
    choices.people = [
      0: .member(world.member("Ann")), 1: .member(world.member("Bob")),
      2: .member(world.member("Cyd")),
    ]
    _ = try run(document, choices, on: world.ann)
    _ = try run(document, choices, on: world.bob)
    try world.sync()
    try world.sync()
    #expect(try count("expenses", on: world.ann) == 6)
    let (ann, bob) = (try world.net(on: world.ann), try world.net(on: world.bob))
    #expect(ann == bob && ann.values.reduce(0, +) == 0)
  }

  @Test("who has back what somebody has imported anew is told of it, and it is there once")
  func restoredAndImported() throws {
    let world = try GroupWorld()
    let document = try fixture("splitwise.csv")
    let choices = GroupImportChoices(target: .group(world.group), currency: "EUR")
    let done = try run(document, choices, on: world.ann)
    let id = try #require(done.trace.expenses.first?.id)
    let deleted = try world.ann.write { try DeleteExpense(expenseID: id)($0) }
    try world.sync()
    world.world.now += 60_000
    #expect(try run(document, choices, on: world.bob).expenseCount == 1)
    let again = try #require(try Expense.find(id, in: world.bob.connection))
    try world.bob.sync()
    try world.ann.write { try RestoreExpense(deleted)($0) }
    try world.sync()
    #expect(try world.ann.refusals == [.appendOnly])
    for device in [world.ann, world.bob] {
      #expect(try Expense.find(id, in: device.connection) == again)
    }
  }

  @Test(
    "two people of a file can be one member, whose parts are added; a payment to oneself stays out")
  func onePerson() throws {
    let world = try GroupWorld()
    let document = try fixture("spliit.json")
    var choices = GroupImportChoices(target: .group(world.group), currency: "EUR")
    choices.people = [
      0: .member(world.member("Ann")), 1: .member(world.member("Ann")),
      2: .member(world.member("Cyd")),
    ]
    let plan = try GroupImportPlan(document, choices, in: world.ann.connection)
    #expect(plan.newCount == 5 && plan.refusedCount == 1)
    #expect(plan.buckets[4] == .leftOut(.ownOnly))
    _ = try run(document, choices, on: world.ann)
    let after = plan.balances.reduce(into: [:]) { $0[$1.name] = $1.after }
    #expect(try world.net(on: world.ann) == after.filter { $0.value != 0 })
  }

  @Test("an import is undone: expenses and who came with it go, but for what was changed since")
  func undone() throws {
    let world = try GroupWorld()
    let kept = try world.add("Own", world.money(1000), on: world.ann)
    let before = try nets(world.group, on: world.ann)
    let choices = GroupImportChoices(target: .group(world.group), currency: "EUR")
    let done = try run(try fixture("spliit.json"), choices, on: world.ann)
    let id = try #require(done.trace.expenses.first?.id)
    try world.edit(id, on: world.ann) { $0.row.details.title = "Dinner at the lake" }
    let undo = UndoGroupImport(done.trace)
    let preview = try undo.result(in: world.ann.connection)
    #expect(preview.expenseCount == 5 && preview.kept == ["Dinner at the lake"])
    #expect(try world.ann.write { try undo($0) } == preview)
    #expect(try count("expenses", on: world.ann) == 2)
    // Who is in the expense that stays stays, too.
    #expect(preview.memberCount == 0)
    try world.ann.write { try DeleteExpense(expenseID: id)($0) }
    let rest = try world.ann.write { try undo($0) }
    #expect(rest.memberCount == 2 || rest.memberCount == 3)
    #expect(try nets(world.group, on: world.ann) == before)
    #expect(try Expense.find(kept, in: world.ann.connection) != nil)
    // Imported again it is there again.
    #expect(try run(try fixture("spliit.json"), choices, on: world.ann).expenseCount == 6)
    try world.sync()
    #expect(try world.ann.replica.parkedChanges().isEmpty)
  }

  @Test("undoing an import leaves what somebody has said something about, or repeats a category of")
  func undoneAround() throws {
    let world = try GroupWorld()
    let choices = GroupImportChoices(target: .group(world.group), currency: "EUR")
    let done = try run(try fixture("splitwise.csv"), choices, on: world.ann)
    try world.sync()
    let said = try #require(done.trace.expenses.first?.id)
    let comment = try world.bob.write {
      try AddComment(groupID: world.group, expenseID: said, text: "Was it not more?")($0)
    }
    let category = try #require(done.trace.categories.first?.id)
    var details = RepeatingDetails(title: "Rent", startsOn: "2026-01-31")
    details.categoryID = category
    let repeating = details
    try world.bob.write {
      _ = try AddRepeating(groupID: world.group, repeating, world.money(500))($0)
    }
    try world.sync()
    let undone = try world.ann.write { try UndoGroupImport(done.trace)($0) }
    #expect(undone.expenseCount == done.trace.expenses.count - 1)
    #expect(undone.kept.count == 1)
    try world.sync()
    for device in [world.ann, world.bob] {
      #expect(try ExpenseComment.of(said, in: world.group, device.connection) == [comment])
      #expect(try ExpenseCategory.find(category, in: device.connection) != nil)
    }
  }

  @Test("undoing an import that made a group takes the group with it while nothing else is in it")
  func groupUndone() throws {
    let world = try GroupWorld()
    let done = try run(try fixture("ihatemoney.json"), newGroup(), on: world.ann)
    let group = try #require(done.ids.groupID)
    try world.sync()
    let preview = try UndoGroupImport(done.trace).result(in: world.ann.connection)
    #expect(preview.group == "Trip")
    _ = try world.ann.write { try UndoGroupImport(done.trace)($0) }
    #expect(try Group.find(group, in: world.ann.connection) == nil)
  }

  @Test(
    "a group of thousands goes in one step while it is all the import's, and in parts otherwise")
  func manyUndone() throws {
    let world = try GroupWorld()
    var document = try fixture("ihatemoney.json")
    let one = try #require(document.expenses.first)
    document.expenses = (0..<1_100).map { index in
      var copy = one
      (copy.identity, copy.title) = ("\(index)", "Bread \(index)")
      return copy
    }
    let trace = try run(document, newGroup(), on: world.ann).trace
    let group = try #require(trace.groupID)
    try world.sync()
    #expect(trace.parts.map(\.expenses.count) == [1_000, 100])
    #expect(try trace.steps(in: world.ann.connection) == [trace])
    let own = try world.ann.write { transaction in
      let member = try #require(try GroupMember.of(group, in: transaction.connection).first).id
      let money = try ExpenseDraft(
        currency: "EUR", amountMinor: 500, payers: [.init(member, 500)], sharers: [.init(member)]
      ).money()
      return try AddExpense(
        groupID: group, ExpenseDetails(title: "Mine", day: "2026-05-01"), money)(transaction).id
    }
    try world.sync()
    #expect(try trace.steps(in: world.ann.connection) == trace.parts)
    for step in try trace.steps(in: world.ann.connection) {
      try world.ann.write { try UndoGroupImport(step)($0) }
    }
    #expect(try Expense.find(own, in: world.ann.connection) != nil)
    #expect(try Group.find(group, in: world.ann.connection) != nil)
  }

  @Test("who may only look cannot import, and a plan that is not true any more is not written")
  func refused() throws {
    let world = try GroupWorld()
    let document = try fixture("spliit.json")
    let choices = GroupImportChoices(target: .group(world.group), currency: "EUR")
    #expect(throws: FinanceFailure.readOnlyGroup) { try run(document, choices, on: world.cyd) }
    let plan = try GroupImportPlan(document, choices, in: world.ann.connection)
    _ = try run(document, choices, on: world.ann)
    #expect(throws: ApplyGroupImport.Failure.stale) {
      try world.ann.write { try ApplyGroupImport(plan, ownName: "Ann")($0) }
    }
    let gone = GroupImportChoices(target: .group("nowhere"), currency: "EUR")
    #expect(throws: FinanceFailure.groupNotFound) { try run(document, gone, on: world.ann) }
  }

  @Test("a title that is too long stands whole in the note")
  func longTitle() throws {
    let world = try GroupWorld()
    var document = try fixture("spliit.json")
    document.expenses[0].title = String(repeating: "x", count: 500)
    let done = try run(document, newGroup(), on: world.ann)
    let id = try #require(done.trace.expenses.first?.id)
    let details = try #require(try Expense.find(id, in: world.ann.connection)).details
    #expect(details.title.count == 200 && details.note.hasPrefix(document.expenses[0].title))
  }
}
