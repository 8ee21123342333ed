import Finances
import HearthDomain
import Household
import SQLite
import SyncProtocol
import TestSupport
import Testing

/// What the lists of groups promise: which indexes answer them, and what goes with an expense.
@Suite struct GroupListCriteriaTests {
  private func plan(_ sql: String, _ connection: Connection) throws -> String {
    try connection.query("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }.joined(separator: "\n")
  }

  // S2-T2-e S2-T3-f S2-T5-h S2-MIG1-f
  @Test("members, expenses by day, parts of an expense and those of a member come from an index")
  func indexes() throws {
    let flat = try GroupWorld()
    let connection = flat.ann.connection
    for (sql, index) in [
      ("SELECT * FROM groupMembers WHERE groupID = 'g'", "USING INDEX"),
      (
        "SELECT * FROM groupMembers WHERE groupID = 'g' AND accountID = 'a'",
        "groupMembersByAccount"
      ),
      (
        "SELECT id FROM expenses WHERE groupID = 'g' ORDER BY day DESC, createdAt DESC, id LIMIT 9",
        "expensesByDay"
      ),
      (
        "SELECT * FROM expenseParts WHERE groupID = 'g' AND expenseID = 'e' ORDER BY kind",
        "expensePartsByExpense"
      ),
      (
        "SELECT expenseID FROM expenseParts WHERE groupID = 'g' AND memberID = 'm'",
        "expensePartsByMember"
      ),
      (
        """
        SELECT expenseID FROM expenseWords WHERE groupID = 'g' AND kind = 'refund'
          AND kind <> 'expense' ORDER BY day DESC, createdAt DESC, expenseID
        """, "expenseWordsByKind"
      ),
      (
        """
        SELECT expenseID FROM expenseWords WHERE groupID = 'g' AND hasReceipt = 1
          ORDER BY day DESC, createdAt DESC, expenseID
        """, "expenseWordsWithReceipt"
      ),
    ] {
      let plan = try plan(sql, connection)
      #expect(plan.contains(index), "\(sql): \(plan)")
      #expect(plan.contains("SEARCH") && !plan.contains("TEMP B-TREE"), "\(sql): \(plan)")
    }
  }

  // S2-T4-c
  @Test("a deleted expense takes its place with it, and nothing is found at it")
  func place() throws {
    let flat = try GroupWorld()
    var details = ExpenseDetails(title: "Dinner", day: "2026-03-01")
    details.place = "Lisbon"
    let dinner = try flat.ann.write {
      try AddExpense(groupID: flat.group, details, flat.money(300))($0).id
    }
    func atPlace(_ device: SyncDevice) throws -> [RecordID] {
      try device.connection.transaction { try Finances.rebuild(device.connection) }
      var filter = ExpenseList.Filter()
      filter.add(
        ExpenseSearchQuery(
          "place:lisbon", SearchSetting(currency: "EUR", today: "2026-11-26", timeZone: .utc)))
      return try ExpenseList.page(of: flat.group, filter, in: device.connection).rows.map(\.id)
    }
    try flat.sync()
    for device in [flat.ann, flat.bob] { #expect(try atPlace(device) == [dinner]) }
    try flat.bob.write { try DeleteExpense(expenseID: dinner)($0) }
    try flat.sync()
    for device in [flat.ann, flat.bob, flat.cyd] {
      #expect(try atPlace(device) == [])
      #expect(try device.count("expenses") == 0 && device.count("expenseWords") == 0)
    }
  }

  // S2-NG3
  @Test("members have neither pictures nor colours")
  func members() throws {
    let flat = try GroupWorld()
    let columns = try flat.ann.connection.query(
      "SELECT lower(name) FROM pragma_table_info('groupMembers')"
    ) { $0.text(0) }
    #expect(columns.contains("name"))
    for word in ["avatar", "color", "colour", "image", "picture", "photo", "blob"] {
      #expect(!columns.contains { $0.contains(word) }, "\(word)")
    }
  }

  // S2-T1-c
  @Test(
    "a program that knows no colour of groups and no pictures writes them, and takes neither away")
  func olderProgram() throws {
    let flat = try GroupWorld()
    let older = SyncSchema(
      version: HearthDomain.schema.version,
      tables: HearthDomain.schema.tables.filter { !$0.isHubOwned && $0.name != "groupPictures" }
        .map { table in
          guard table.name == "groups" else { return table }
          return TableSchema(
            "groups", in: [.group], zoneColumn: nil,
            registers: table.registers.filter { $0.name != "colorIndex" },
            references: table.references)
        }, zoneKinds: HearthDomain.schema.zoneKinds)
    let old = try flat.world.device(
      "bob", "old", schema: older, sql: HearthDomain.migrations)
    var details = try #require(try Group.find(flat.group, in: flat.ann.connection)).details
    details.colorIndex = (details.colorIndex + 3) % 12
    let coloured = details
    _ = try flat.ann.write { try EditGroup(groupID: flat.group, details: coloured)($0) }
    try flat.sync()
    try old.sync()
    try old.write {
      try $0.connection.execute(
        "UPDATE groups SET name = 'Den', nameKey = 'den' WHERE id = ?", .text(flat.group))
    }
    try old.sync()
    try flat.sync()
    #expect(try old.refusals == [])
    details.name = "Den"
    #expect(try Group.find(flat.group, in: flat.ann.connection)?.details == details)
  }

  @Test("a group's colour and picture are no more than options: a group without them is whole")
  func options() throws {
    let flat = try GroupWorld()
    let plain = try #require(try Group.find(flat.group, in: flat.ann.connection))
    #expect(try GroupPicture.of(flat.group, in: flat.ann.connection) == nil)
    var details = plain.details
    details.colorIndex = (details.colorIndex + 1) % 12
    _ = try flat.ann.write { try EditGroup(groupID: flat.group, details: details)($0) }
    try flat.sync()
    let seen = try #require(try Group.find(flat.group, in: flat.bob.connection))
    #expect(seen.details == details)
    // Written by a program that knows no colour.
    try flat.ann.connection.transaction {
      try flat.ann.connection.execute(
        """
        INSERT INTO groups (id, name, currency, splitMode, nameKey, createdAt)
          VALUES ('old', 'x', 'EUR', 'equal', 'x', 1)
        """)
    }
    #expect(try Group.find("old", in: flat.ann.connection)?.details.emoji == "")
  }
}
