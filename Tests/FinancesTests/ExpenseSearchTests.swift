import Finances
import Foundation
import HearthDomain
import Household
import Replica
import SQLite
import SyncProtocol
import TestSupport
import Testing

@Suite struct ExpenseSearchTests {
  private static let setting = SearchSetting(
    currency: "EUR", today: "2026-11-26", timeZone: .utc)

  private typealias Clause = ExpenseList.Filter.Clause

  private func clauses(_ text: String) -> [Clause] {
    ExpenseSearchQuery(text, Self.setting).parts.compactMap {
      if case .clause(let clause) = $0.meaning { clause } else { nil }
    }
  }

  private func problems(_ text: String) -> [SearchProblem] {
    ExpenseSearchQuery(text, Self.setting).parts.compactMap {
      if case .problem(let problem) = $0.meaning { problem } else { nil }
    }
  }

  @Test("a search text is read as words and conditions, and what is not understood is told")
  func language() {
    let more = AmountRange(currency: "EUR", minMinor: 5001)
    #expect(clauses(">50") == [.init(.amount(more))])
    #expect(clauses("amount > 50") == [.init(.amount(more))])
    #expect(
      clauses("amount:20..50.5usd")
        == [.init(.amount(AmountRange(currency: "USD", minMinor: 2000, maxMinor: 5050)))])
    #expect(clauses("amount:$20..£50").isEmpty)
    #expect(clauses("by:Ben") == [.init(.own(.payer("Ben")))])
    #expect(clauses("-for:\"Ana Li\"") == [.init(.own(.sharer("Ana Li")), isExcluded: true)])
    #expect(clauses("with:ben") == [.init(.own(.participant("ben")))])
    #expect(clauses("currency:usd") == [.init(.currency("USD"))])
    #expect(
      clauses("date:2026-02") == [.init(.day(DayRange(from: "2026-02-01", to: "2026-02-28")))])
    #expect(
      clauses("month:2026-10..2026-11")
        == [.init(.day(DayRange(from: "2026-10-01", to: "2026-11-30")))])
    #expect(clauses("date<30d") == [.init(.day(DayRange(from: "2026-10-27", to: "2026-11-26")))])
    #expect(clauses("is:refund kind:payments") == [.init(.kind(.refund)), .init(.kind(.payment))])
    #expect(clauses("no:receipt") == [.init(.has(.receipt), isExcluded: true)])
    #expect(clauses("is:incomplete") == [.init(.own(.incomplete))])
    #expect(clauses("\"bus ticket\"") == [.init(.text(.any, "bus ticket"))])
    #expect(problems("paier:Ben") == [.unknownName(suggestion: "payer:Ben")])
    #expect(
      problems("kind:refnd")
        == [
          .unknownChoice(
            of: "kind", known: ["expense", "payment", "refund"], suggestion: "kind:refund")
        ])
    #expect(problems("payer>Ben") == [.cannotBeCompared(of: "payer")])
    #expect(problems("amount:lots") == [.notAnAmount])
    #expect(problems("date:soon") == [.notADay])
    #expect(problems("title:") == [.valueMissing(of: "title")])
    // A sign alone, and what has no amount behind it, are words as ever.
    #expect(clauses(">").isEmpty && problems(">").isEmpty)
  }

  /// The titles that a search finds, latest first.
  private func found(
    _ text: String, in group: ZoneID, own: RecordID? = nil, _ connection: Connection
  ) throws -> [String] {
    var filter = ExpenseList.Filter()
    filter.ownMemberID = own
    filter.add(ExpenseSearchQuery(text, Self.setting))
    return try ExpenseList.page(of: group, filter, in: connection).rows.map(\.details.title)
  }

  /// Five expenses of different kinds.
  private func filled() throws -> GroupWorld {
    let flat = try GroupWorld()
    func add(
      _ title: String, _ day: String, _ money: ExpenseMoney,
      _ change: (inout ExpenseDetails) -> Void = { _ in }
    ) throws -> RecordID {
      var details = ExpenseDetails(title: title, day: day)
      change(&details)
      return try flat.ann.write {
        try AddExpense(groupID: flat.group, details, money)($0).id
      }
    }
    let cafe = try add("Crème brûlée", "2026-03-05", flat.money(1250)) { $0.place = "Café Roma" }
    _ = try add("Bus ticket", "2026-02-10", flat.money(4000, by: "Bob", for: ["Bob", "Bo"])) {
      $0.note = "To the lake, for the weekend"
    }
    _ = try add("Ticket for the bus", "2026-01-20", flat.money(9000, in: "USD")) {
      $0.categoryID = ExpenseCategory.id(named: "Rent", in: flat.group)
    }
    _ = try add("Deposit back", "2026-01-02", flat.money(-7000))
    var payment = ExpenseMoney(
      kind: .transfer, currency: "EUR", amountMinor: 6000, mode: .exact,
      shares: [
        .init(flat.member("Bob"), paidMinor: 6000), .init(flat.member("Ann"), owedMinor: 6000),
      ])
    payment.lines = []
    _ = try add("Paid back", "2026-04-01", payment)
    try flat.ann.write {
      try AddComment(groupID: flat.group, expenseID: cafe, text: "Was it Tuesday?")($0)
      try AddReceipt(
        groupID: flat.group, expenseID: cafe, name: "Till",
        file: StoredPaper(
          blobHash: String(repeating: "a", count: 64), byteCount: 9, media: .jpeg))($0)
      try Finances.rebuild($0.connection)
    }
    return flat
  }

  private static let questions: [(text: String, found: [String])] = [
    ("creme", ["Crème brûlée"]), ("BRUL", ["Crème brûlée"]), ("roma cafe", ["Crème brûlée"]),
    ("tuesd", ["Crème brûlée"]), ("weekend", ["Bus ticket"]),
    ("bus tick", ["Bus ticket", "Ticket for the bus"]), ("\"bus ticket\"", ["Bus ticket"]),
    ("ticket -lake", ["Ticket for the bus"]), ("title:ticket note:lake", ["Bus ticket"]),
    ("place:roma", ["Crème brûlée"]), ("note:roma", []), ("us ticket", []),
    ("payer:bob", ["Paid back", "Bus ticket"]), ("for:Bo", ["Bus ticket"]),
    ("payer:me", ["Crème brûlée", "Ticket for the bus", "Deposit back"]),
    ("member:bo", ["Bus ticket"]), ("payer:nobody", []),
    ("category:rent", ["Ticket for the bus"]),
    (
      "no:category -kind:payment currency:eur >40",
      [
        "Deposit back"
      ]
    ),
    ("currency:usd", ["Ticket for the bus"]), ("amount:90usd", ["Ticket for the bus"]),
    (">50", ["Paid back", "Deposit back"]), (">=40 <=60", ["Paid back", "Bus ticket"]),
    ("amount:12.5", ["Crème brûlée"]), ("amount:10..40", ["Crème brûlée", "Bus ticket"]),
    ("date:2026-01", ["Ticket for the bus", "Deposit back"]),
    ("date:2026-02..2026-03", ["Crème brûlée", "Bus ticket"]),
    ("-date:2026-01 ticket", ["Bus ticket"]),
    (
      "date<2026-02-10",
      [
        "Ticket for the bus", "Deposit back",
      ]
    ),
    ("kind:payment", ["Paid back"]), ("kind:refund", ["Deposit back"]),
    ("kind:expense", ["Crème brûlée", "Bus ticket", "Ticket for the bus"]),
    ("has:receipt", ["Crème brûlée"]), ("has:comment", ["Crème brûlée"]),
    ("no:receipt ticket", ["Bus ticket", "Ticket for the bus"]),
    ("has:note", ["Bus ticket"]), ("has:place", ["Crème brûlée"]), ("is:incomplete", []),
    ("😀", []),
    ("...", ["Paid back", "Crème brûlée", "Bus ticket", "Ticket for the bus", "Deposit back"]),
  ]

  @Test("every condition finds what it says, alone and together with others")
  func conditions() throws {
    let flat = try filled()
    for question in Self.questions {
      #expect(
        try found(
          question.text, in: flat.group, own: flat.member("Ann"), flat.ann.connection)
          == question.found, "\(question.text)")
    }
    // An index that is derived anew says the same.
    try flat.ann.write { try Finances.rebuild($0.connection) }
    for question in Self.questions {
      #expect(
        try found(
          question.text, in: flat.group, own: flat.member("Ann"), flat.ann.connection)
          == question.found, "\(question.text) after deriving the index")
    }
  }

  @Test("words of another group are not found, and words that are gone are not kept")
  func words() throws {
    let flat = try filled()
    let other = try flat.ann.write { transaction in
      let group = try CreateGroup(GroupDetails(name: "Trip", currency: "EUR"), ownName: "Ann")(
        transaction)
      let own = try GroupMember.of(group.id, in: transaction.connection)[0].id
      try AddExpense(
        groupID: group.id, ExpenseDetails(title: "Creme for the sun", day: "2026-03-05"),
        ExpenseMoney(
          currency: "EUR", amountMinor: 100, mode: .equal,
          shares: [.init(own, paidMinor: 100, owedMinor: 100)]))(transaction)
      try Finances.rebuild(transaction.connection)
      return group.id
    }
    #expect(try found("creme", in: flat.group, flat.ann.connection) == ["Crème brûlée"])
    #expect(try found("creme", in: other, flat.ann.connection) == ["Creme for the sun"])
    let page = try ExpenseList.page(of: flat.group, in: flat.ann.connection)
    let cafe = try #require(page.rows.first { $0.details.title == "Crème brûlée" })
    let extras = try ExpenseExtras(of: cafe, in: flat.ann.connection)
    let comment = try #require(extras.comments.first)
    /// Changes something, and brings the index up to date with it.
    func change(
      _ table: String, _ id: RecordID, _ body: (WriteTransaction) throws -> Void
    ) throws {
      try flat.ann.write { transaction in
        try body(transaction)
        try Finances.refresh(transaction.connection, changed: [RecordKey(table, id)], .builtIn)
      }
    }
    try change("expenseComments", comment.id) { _ = try DeleteComment(commentID: comment.id)($0) }
    #expect(try found("tuesday", in: flat.group, flat.ann.connection) == [])
    let receipt = try #require(extras.receipts.first)
    try change("expenseReceipts", receipt.id) { _ = try DeleteReceipt(receiptID: receipt.id)($0) }
    #expect(try found("has:receipt", in: flat.group, flat.ann.connection) == [])
    try change("expenses", cafe.id) { _ = try DeleteExpense(expenseID: cafe.id)($0) }
    #expect(try found("brulee", in: flat.group, flat.ann.connection) == [])
    try flat.ann.write {
      try $0.connection.execute("INSERT INTO expenseTerms(expenseTerms) VALUES ('integrity-check')")
    }
    #expect(
      try flat.ann.connection.query("SELECT expenseID FROM expenseAttached") { $0.text(0) } == [])
    // Until they are erased, the words of what is gone are in the file; afterwards they are not.
    func blocks() throws -> String {
      try flat.ann.connection.query("SELECT block FROM expenseTerms_data") { row in
        row.withBlob(0) { String(decoding: Array($0), as: UTF8.self) }
      }.joined()
    }
    #expect(try blocks().contains("uesday"))
    let week = WordIndex.eraseMilliseconds
    var now: Int64 = 1_900_000_000_000
    var isMore = true
    while isMore {
      now += week
      isMore = try flat.ann.write { [now] in
        try Finances.eraseRemoved($0.connection, now: now, .builtIn)
      }
    }
    #expect(try !blocks().contains("uesday"))
    #expect(try found("ticket lake", in: flat.group, flat.ann.connection) == ["Bus ticket"])
  }

  @Test("what a search finds is added up by currency, with one's own share; payments apart")
  func totals() throws {
    let flat = try filled()
    func totals(_ text: String, limit: Int = 100) throws -> ExpenseTotals {
      var filter = ExpenseList.Filter()
      filter.add(ExpenseSearchQuery(text, Self.setting))
      return try ExpenseTotals(
        of: .matching(filter), in: flat.group, own: flat.member("Bob"), limit: limit,
        flat.ann.connection)
    }
    let all = try totals("")
    #expect(all.count == 5 && all.isWhole)
    #expect(
      all.currencies["EUR"]
        == .init(count: 3, amount: -1750, own: 625 + 2000 - 3500, paymentCount: 1, payments: 6000))
    #expect(all.currencies["USD"] == .init(count: 1, amount: 9000, own: 4500))
    #expect(try totals("ticket").currencies.mapValues(\.amount) == ["EUR": 4000, "USD": 9000])
    #expect(try !totals("", limit: 2).isWhole)
    #expect(try totals("", limit: 2).count == 2)
    let ids = try ExpenseList.page(of: flat.group, in: flat.ann.connection).rows.map(\.id)
    let picked = try ExpenseTotals(
      of: .expenses(Array(ids.suffix(2)) + ["nothing"]), in: flat.group, own: nil,
      flat.ann.connection)
    #expect(picked.count == 2 && picked.isWhole)
    #expect(picked.currencies.mapValues(\.amount) == ["EUR": -7000, "USD": 9000])
    #expect(picked.currencies["USD"]?.own == 0)
    // What does not add up counts for nothing.
    try flat.ann.write {
      try $0.connection.execute(
        "UPDATE expenseIndex SET isIncomplete = 1 WHERE expenseID = ?", .text(ids[4]))
    }
    #expect(try totals("").incompleteCount == 1)
    #expect(try totals("").currencies["EUR"]?.amount == 5250)
    #expect(try found("is:incomplete", in: flat.group, flat.ann.connection) == ["Deposit back"])
  }

  @Test("a table holds what was picked or found, oldest first, and nothing else")
  func table() throws {
    let flat = try filled()
    func lines(_ selection: ExpenseSelection) throws -> [String] {
      var bytes: [UInt8] = []
      try GroupTable.writeCSV(of: flat.group, only: selection, in: flat.ann.connection) {
        bytes += $0
      }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").dropFirst().map {
        String($0.split(separator: ",", omittingEmptySubsequences: false)[1])
      }
    }
    var filter = ExpenseList.Filter()
    filter.add(ExpenseSearchQuery("ticket", Self.setting))
    #expect(try lines(.matching(filter)) == ["Ticket for the bus", "Bus ticket"])
    let ids = try ExpenseList.page(of: flat.group, in: flat.ann.connection).rows.map(\.id)
    #expect(try lines(.expenses([ids[0], ids[4], "x"])) == ["Deposit back", "Paid back"])
  }

  @Test("pages of a search that looks at many say each expense once, and say that they stopped")
  func cutShort() throws {
    let flat = try GroupWorld()
    try flat.ann.write { transaction in
      for index in 0..<12_000 {
        let id = transaction.newID()
        try transaction.connection.execute(
          """
          INSERT INTO expenses (id, groupID, title, day, note, kind, currency, amountMinor, mode,
              createdAt, createdBy)
            VALUES (?, ?, 'Bread', '2026-03-01', ?, 'expense', 'EUR', 300, 'equal', ?, 'ann')
          """, .text(id), .text(flat.group), .text(index % 3000 == 0 ? "rare" : ""),
          .integer(Int64(index)))
      }
      try Finances.rebuild(transaction.connection)
    }
    var filter = ExpenseList.Filter()
    filter.add(ExpenseSearchQuery("has:note bread", Self.setting))
    var (seen, cuts, cursor): ([RecordID], Int, ExpenseList.Cursor?) = ([], 0, nil)
    repeat {
      let page = try ExpenseList.page(
        of: flat.group, filter, after: cursor, in: flat.ann.connection)
      seen += page.rows.map(\.id)
      cuts += page.isCutShort ? 1 : 0
      #expect(page.isCutShort == (page.next != nil))
      cursor = page.next
    } while cursor != nil
    #expect(seen.count == 4 && Set(seen).count == 4)
    #expect(cuts == 2)
  }
}
