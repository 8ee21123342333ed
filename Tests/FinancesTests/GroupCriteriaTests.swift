import Finances
import HearthDomain
import Household
import Hub
import SQLite
import Splitting
import SyncProtocol
import TestSupport
import Testing
import Values

/// What the tables of a group promise, whoever writes to them.
@Suite struct GroupCriteriaTests {
  /// A change set of Bob's with one expense, whose parts are given as member, paid and owed.
  private func push(
    _ flat: GroupWorld, _ number: Int64, _ kind: Mutation.Kind = .insert, _ id: RecordID = "e",
    in group: ZoneID? = nil, shares: [(RecordID, FieldValue, FieldValue)],
    money: [String: FieldValue] = [:]
  ) throws -> RefusalReason? {
    var content: [String: FieldValue] = [
      "kind": "expense", "currency": "EUR", "amountMinor": 100, "mode": "exact",
      "expenseParts": .list(
        shares.enumerated().map { index, share in
          .map([
            "id": .text("\(id)-\(number)-\(index)"), "kind": "share",
            "position": .integer(Int64(index)), "memberID": .text(share.0), "paidMinor": share.1,
            "owedMinor": share.2, "name": "", "amountMinor": 0,
          ])
        }),
    ]
    content.merge(money) { $1 }
    var registers: [String: FieldValue] = [
      "money": .map(SortedMap(uniqueKeysWithValues: content.map { ($0.key, $0.value) }))
    ]
    if kind == .insert {
      registers.merge(["title": "x", "day": "2026-03-01", "createdAt": 1, "createdBy": "bob"]) {
        $1
      }
    }
    return try flat.world.push(
      [
        Mutation(
          kind, "expenses", id, in: group ?? flat.group,
          registers: SortedMap(uniqueKeysWithValues: registers.map { ($0.key, $0.value) }),
          bases: kind == .update ? ["money": ChangeSetID(replica: "raw-bob", number: 3)] : [:])
      ], as: "bob", number: number)?.refusal
  }

  // Also S2-TODO-valtrig.
  // S2-TRIG1-a S2-TRIG1-b S2-TRIG2 S2-VT-final S2-LIM-2 S2-T5-c S2-EDGE-member-integrity D-GRP-2
  // I2-1
  @Test(
    """
    S2-TRIG1-a S2-TRIG1-b S2-TRIG2 S2-VT-final S2-LIM-2 S2-T5-c \
    S2-EDGE-member-integrity D-GRP-2 I2-1 an expense names members of its own group, when it is \
    new and when it is changed
    """)
  func ownMembers() throws {
    let flat = try GroupWorld()
    let trip = try flat.bob.write {
      try CreateGroup(GroupDetails(name: "Trip", currency: "EUR"), ownName: "Bob", others: [])($0)
        .id
    }
    try flat.bob.sync()
    let stranger = try #require(try GroupMember.of(trip, in: flat.bob.connection).first).id
    let bob = flat.member("Bob")
    #expect(try push(flat, 1, shares: [("nobody", 100, 100)]) == .unknown)
    #expect(try push(flat, 2, shares: [(stranger, 100, 100)]) == .unknown)
    #expect(try push(flat, 3, shares: [(bob, 100, 100)]) == nil)
    #expect(try push(flat, 4, .update, shares: [("nobody", 100, 100)]) == .unknown)
    #expect(try push(flat, 5, .update, shares: [(bob, 100, 0), (stranger, 0, 100)]) == .unknown)
    // An expense stays in its group.
    #expect(try push(flat, 6, .update, in: trip, shares: [(stranger, 100, 100)]) != nil)
    try flat.sync()
    let stored = try #require(try Expense.find("e", in: flat.ann.connection))
    #expect(stored.groupID == flat.group)
    #expect(stored.money.shares.map(\.memberID) == [bob])
  }

  @Test("D-GRP-17 an id is the same in the same letters only")
  func letters() throws {
    let flat = try GroupWorld()
    let bob = flat.member("Bob")
    #expect(bob == bob.lowercased() && bob != bob.uppercased())
    #expect(try push(flat, 1, shares: [(bob.uppercased(), 100, 100)]) == .unknown)
  }

  // Also S2-TODO-enums.
  // S2-T3-b S2-ARCH-4
  // X27: amounts of a group.
  @Test(
    """
    S2-T3-b S2-ARCH-4 amounts are whole numbers of minor units, and an expense is of \
    a kind and a way to split that there are
    """)
  func values() throws {
    let flat = try GroupWorld()
    let bob = flat.member("Bob")
    #expect(try push(flat, 1, shares: [(bob, .real(100), 100)]) == .invalid)
    #expect(try push(flat, 2, shares: [(bob, "100", 100)]) == .invalid)
    for (number, wrong) in [
      ["amountMinor": .real(1.5)], ["kind": "loan"], ["kind": 2], ["mode": "random"],
      ["mode": 3], ["currency": "EURO"],
    ].enumerated() as EnumeratedSequence<[[String: FieldValue]]> {
      let refusal = try push(
        flat, Int64(number + 3), shares: [(bob, 100, 100)], money: wrong)
      #expect(refusal == .invalid, "\(wrong)")
    }
    try flat.sync()
    #expect(try flat.ann.count("expenses") == 0)
  }

  // S2-OV-1 S2-T1-a S2-T2-a S2-T3-a S2-T5-a S2-T5-b S2-LIM-1
  @Test(
    """
    S2-OV-1 S2-T1-a S2-T2-a S2-T3-a S2-T5-a S2-T5-b S2-LIM-1 the tables of a group are strict, \
    each row is of one group, and no text is an amount
    """)
  func tables() throws {
    let flat = try GroupWorld()
    let connection = flat.ann.connection
    func columns(_ table: String) throws -> [String: String] {
      try connection.query("SELECT name, type FROM pragma_table_info(?)", .text(table)) {
        ($0.text(0), $0.text(1))
      }.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    let needed: [String: Set<String>] = [
      "groups": ["id", "name", "note", "currency", "simplifies", "createdAt"],
      "groupMembers": ["id", "groupID", "name", "accountID"],
      "expenses": [
        "id", "groupID", "kind", "mode", "title", "note", "amountMinor", "currency", "day",
        "createdAt", "createdBy",
      ],
      "expenseParts": [
        "id", "expenseID", "groupID", "memberID", "paidMinor", "owedMinor", "weight",
      ],
    ]
    for (table, names) in needed {
      let found = try columns(table)
      #expect(names.subtracting(found.keys) == [], "\(table)")
      let sql = try #require(
        try connection.first("SELECT sql FROM sqlite_schema WHERE name = ?", .text(table)) {
          $0.text(0)
        })
      #expect(sql.hasSuffix("STRICT"), "\(table)")
      for (name, type) in found where name.hasSuffix("Minor") { #expect(type == "INTEGER") }
      if table != "groups" { #expect(found["groupID"] == "TEXT", "\(table)") }
    }
  }

  @Test("S2-T5-b a deleted expense leaves no part of it, and no sum")
  func parts() throws {
    let flat = try GroupWorld()
    let bread = try flat.add("Bread", flat.money(300), on: flat.ann)
    try flat.add("Milk", flat.money(100), on: flat.ann)
    try flat.sync()
    _ = try flat.bob.write { try DeleteExpense(expenseID: bread)($0) }
    try flat.sync()
    for device in [flat.ann, flat.bob, flat.cyd] {
      #expect(try device.count("expenseParts") == 2)
      #expect(try flat.net(on: device) == ["Ann": 50, "Bob": -50])
    }
  }

  // Also S2-TODO-models.
  // S2-ARCH-1
  @Test(
    """
    S2-ARCH-1 whatever people enter of a group, a member, a category and an expense \
    is the same on another device
    """)
  func roundTrip() throws {
    let flat = try GroupWorld()
    var group = GroupDetails(name: "Flat 2", currency: "JPY")
    (group.emoji, group.colorIndex, group.note) = ("🏡", 7, "Rent\nand power")
    (group.simplifies, group.isArchived) = (false, true)
    var member = MemberDetails(name: "Bö")
    (member.payment, member.weight, member.isArchived) = ("DE02 1203", 7, true)
    let category = CategoryDetails(name: "Käse", emoji: "🧀", colorIndex: 3)
    var details = ExpenseDetails(title: "Fondue", day: "2024-02-29")
    (details.note, details.place) = ("For six\nof us", "Bern")
    let money = ExpenseMoney(
      currency: "KWD", amountMinor: 1000, mode: .itemised,
      shares: [
        .init(flat.member("Ann"), paidMinor: 400, owedMinor: 667),
        .init(flat.member("Bob"), paidMinor: 600, owedMinor: 333),
      ],
      lines: [
        .init(
          name: "Cheese", amountMinor: 1000,
          sharers: [.init(flat.member("Ann"), weight: 2), .init(flat.member("Bob"))])
      ])
    let (groupID, bo) = (flat.group, flat.member("Bo"))
    let id = try flat.ann.write { transaction in
      try EditGroup(groupID: groupID, details: group)(transaction)
      try EditMember(memberID: bo, details: member)(transaction)
      details.categoryID = try AddCategory(groupID: groupID, category)(transaction).id
      return try AddExpense(groupID: groupID, details, money)(transaction).id
    }
    try flat.sync()
    let there = flat.cyd.connection
    #expect(try Group.find(groupID, in: there)?.details == group)
    #expect(try GroupMember.find(bo, in: there)?.details == member)
    let stored = try #require(try Expense.find(id, in: there))
    #expect(stored.details == details && stored.money == money)
    #expect(
      try details.categoryID.flatMap { try ExpenseCategory.find($0, in: there) }?.details
        == category)
  }

  // S2-EDGE-sync-invalid-member S2-TRIG-gen D-GRP-4
  @Test(
    """
    S2-EDGE-sync-invalid-member S2-TRIG-gen D-GRP-4 amounts that do not add up count for nothing, \
    are named, and count once they are right
    """)
  func incomplete() throws {
    let flat = try GroupWorld()
    try flat.add("Milk", flat.money(100), on: flat.ann)
    let bread = try flat.add("Bread", flat.money(300), on: flat.ann)
    try flat.sync()
    // As an older hub could have let through.
    let spoil = "UPDATE expenseParts SET owedMinor = owedMinor + ? WHERE expenseID = ?"
    let connection = flat.cyd.connection
    func set(_ offset: Int64) throws -> GroupBalances {
      try connection.transaction {
        try connection.execute(spoil, .integer(offset), .text(bread))
        try Finances.refresh(connection, changed: [RecordKey("expenses", bread)], .builtIn)
      }
      return try GroupBalances.of(flat.group, in: connection)
    }
    let without = try set(1)
    #expect(without.incomplete == [bread])
    #expect(try flat.net(on: flat.cyd) == ["Ann": 50, "Bob": -50])
    #expect(try set(-1).incomplete == [])
    #expect(try flat.net(on: flat.cyd) == ["Ann": 200, "Bob": -200])
  }

  // S2-QA
  // I2-11: option A.
  @Test(
    """
    one's own expenses are listed by the day as it was \
    written, latest first, and by entry within a day
    """)
  func order() throws {
    let flat = try GroupWorld()
    func add(_ title: String, _ day: String, for names: [String] = ["Ann", "Bob"]) throws {
      _ = try flat.ann.write {
        try AddExpense(
          groupID: flat.group, ExpenseDetails(title: title, day: day),
          flat.money(300, for: names))($0)
      }
      flat.world.now += 5
    }
    try add("second", "2026-03-01")
    try add("third", "2026-02-28")
    try add("first", "2026-03-01")
    try add("not Bob's", "2026-03-02", for: ["Ann", "Bo"])
    try flat.sync()
    try flat.cyd.connection.transaction { try Finances.rebuild(flat.cyd.connection) }
    let page = try ExpenseList.page(
      of: flat.group, .init(memberID: flat.member("Bob")), in: flat.cyd.connection)
    #expect(page.rows.map(\.details.title) == ["first", "second", "third"])
    #expect(page.rows.map(\.details.day) == ["2026-03-01", "2026-03-01", "2026-02-28"])
  }

  @Test("D-GRP-11 another currency of the group changes no amount, and all sums are told in it")
  func currency() throws {
    let flat = try GroupWorld()
    try flat.add("Bread", flat.money(300), on: flat.ann)
    _ = try flat.ann.write {
      try EditGroup(groupID: flat.group, details: GroupDetails(name: "Flat", currency: "USD"))($0)
    }
    try flat.sync()
    #expect(try flat.net(on: flat.bob) == ["Ann": 150, "Bob": -150])
    let balances = try GroupBalances.of(flat.group, in: flat.bob.connection)
    let dollar = try #require(Currency(code: "USD"))
    let rate = try #require(ExchangeRate(try ExactDecimal("1.1")))
    let converted = ConvertedBalances(balances, into: dollar, at: ["EUR": rate])
    #expect(converted.nets == [flat.member("Ann"): 165, flat.member("Bob"): -165])
  }

  @Test("D-GRP-18 who is added later takes part in nothing that was split before")
  func laterMember() throws {
    let flat = try GroupWorld()
    let bread = try flat.add(
      "Bread", flat.money(300, for: ["Ann", "Bob", "Bo"]), on: flat.ann)
    _ = try flat.ann.write {
      try AddMember(groupID: flat.group, MemberDetails(name: "Dot"))($0)
    }
    try flat.sync()
    #expect(try Expense.find(bread, in: flat.bob.connection)?.money.shares.count == 3)
    #expect(try flat.net(on: flat.bob)["Dot"] == nil)
  }

  @Test(
    "D-GRP-20 any program with SQLite reads and writes the tables: they call no function of ours")
  func plain() throws {
    let connection = try Connection(path: ":memory:")
    for script in HearthDomain.migrations { try connection.executeScript(script) }
    try connection.executeScript(
      """
      INSERT INTO groups (id, name, currency, splitMode, nameKey, createdAt)
        VALUES ('g', 'x', 'EUR', 'equal', 'x', 1);
      INSERT INTO groupMembers (id, groupID, name, nameKey, createdAt)
        VALUES ('m', 'g', 'Ann', 'ann', 1);
      """)
    #expect(try GroupMember.of("g", in: connection).map(\.details.name) == ["Ann"])
    #expect(
      try connection.first("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'") {
        $0.integer(0)
      } == 0)
  }

  // S2-ERD
  @Test(
    """
    an expense has a group, one place and parts of its own, whose members are of its group; a \
    person has one share of it
    """)
  func cardinalities() throws {
    let connection = try Connection(path: ":memory:")
    for script in HearthDomain.migrations { try connection.executeScript(script) }
    func expense(_ id: String, in group: String) -> String {
      """
      INSERT INTO expenses (id, groupID, title, day, place, kind, currency, amountMinor, mode,
          createdAt, createdBy)
        VALUES ('\(id)', '\(group)', 'x', '2026-03-01', '\(group)', 'expense', 'EUR', 1, 'equal',
          1, 'x')
      """
    }
    func part(_ id: String, of expense: String, in group: String, member: String) -> String {
      """
      INSERT INTO expenseParts (id, groupID, expenseID, kind, position, memberID)
        VALUES ('\(id)', '\(group)', '\(expense)', 'share', 0, '\(member)')
      """
    }
    func member(_ id: String, in group: String) -> String {
      """
      INSERT INTO groupMembers (id, groupID, name, nameKey, createdAt)
        VALUES ('\(id)', '\(group)', '\(id)', '\(id)', 1)
      """
    }
    func share(_ serial: Int) -> String {
      """
      INSERT INTO ledgerRows (serial, zoneID, originID, sourceID, flow, day, createdAt, title,
          place, categoryRef, tags, note, amountMinor, currency, isHidden, words)
        VALUES (\(serial), 'g', 'g', 'e', 'share', '2026-03-01', 1, 'x', '', '', '', '', 1, 'EUR',
          0, '')
      """
    }
    for id in ["g", "h"] {
      try connection.execute(
        """
        INSERT INTO groups (id, name, currency, splitMode, nameKey, createdAt)
          VALUES (?, 'x', 'EUR', 'equal', 'x', 1)
        """, .text(id))
    }
    for good in [
      member("m", in: "g"), member("n", in: "h"), expense("e", in: "g"), expense("f", in: "h"),
      part("p", of: "e", in: "g", member: "m"), share(1),
    ] { try connection.execute(good) }
    for bad in [
      member("o", in: "nowhere"), expense("i", in: "nowhere"), expense("e", in: "g"),
      expense("e", in: "h"), part("q", of: "nothing", in: "g", member: "m"),
      part("q", of: "f", in: "g", member: "m"), part("q", of: "e", in: "g", member: "n"),
      part("q", of: "e", in: "g", member: "nobody"), share(2),
    ] {
      #expect(throws: SQLiteError.self, "\(bad)") { try connection.execute(bad) }
    }
    // What was good is still taken under a name of its own.
    try connection.execute(part("q", of: "e", in: "g", member: "m"))
  }
}
