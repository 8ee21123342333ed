import Foundation
import Importing
import Testing
import Values

@Suite struct ExpenseReaderTests {
  private static let euro = ImportOptions(currency: Currency(code: "EUR", exponent: 2))

  private static func fixture(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("ExpenseFixtures/\(name)").path
  }

  private func read(_ name: String) throws -> ImportedGroup {
    try ExpenseFile.open(Self.fixture(name), name: name).read(Self.euro)
  }

  /// Reads a text as a file.
  private func read(
    text: String, columns: ExpenseColumns? = nil, bytes: [UInt8]? = nil
  ) throws -> ImportedGroup {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    // A file of a test, which nothing else looks at.
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(bytes ?? Array(text.utf8)).write(to: path)
    return try ExpenseFile.open(path.path, name: "file").read(Self.euro, columns: columns)
  }

  private func named(_ group: ImportedGroup, _ currency: String) -> [String: Int128] {
    (group.nets[currency] ?? [:]).reduce(into: [:]) { $0[group.people[$1.key].name] = $1.value }
  }

  private func expense(_ title: String, in group: ImportedGroup) throws -> ImportedExpense {
    try #require(group.expenses.first { $0.title == title })
  }

  @Test("a file of Splitwise has the balances that it says itself, to the cent, in each currency")
  func splitwise() throws {
    let group = try read("splitwise.csv")
    #expect(group.format == .splitwise)
    #expect(group.people.map(\.name) == ["Ana Alba", "Ben Berg", "Cleo Cruz", "Dan Diaz"])
    #expect(group.totals.count == 12)
    #expect(group.problems.filter { !$0.leavesOut }.isEmpty, "\(group.problems)")
    for total in group.totals {
      #expect(group.nets[total.currency]?[total.person] ?? 0 == Int128(total.minor))
    }
    #expect(group.expenses.count == 26)
    for expense in group.expenses {
      #expect(expense.parts.reduce(0) { $0 + $1.paidMinor } == expense.amountMinor)
      #expect(expense.parts.reduce(0) { $0 + $1.owedMinor } == expense.amountMinor)
    }
  }

  @Test("of a row of Splitwise in which several are paid back, nobody knows who paid: it says so")
  func unknownPayer() throws {
    let group = try read("splitwise.csv")
    let unknown = group.expenses.filter(\.isPayerUnknown).map(\.title)
    #expect(unknown == ["Both of us paid", "Cooking class"])
    let dinner = try expense("Dinner, drinks", in: group)
    #expect(dinner.parts.filter { $0.paidMinor != 0 }.map(\.person) == [0])
    #expect(dinner.parts[0].owedMinor == 15_000)
    let own = try #require(group.problems.first { $0.reason == .ownOnly })
    #expect(own.text == "Only for myself" && own.line == 18)
    let payment = try expense("Dan D. paid Ana A.", in: group)
    #expect(payment.kind == .payment)
    #expect(payment.parts == [.init(3, paidMinor: 206_250), .init(0, owedMinor: 206_250)])
    #expect(try expense("Sushi", in: group).amountMinor == 9000)
    // Two equal rows are two expenses, each known again.
    let cabs = group.expenses.filter { $0.title == "Cab" }.map(\.identity)
    #expect(Set(cabs).count == 2)
  }

  @Test("a member more, as a column more, changes the identity of no expense of Splitwise")
  func identities() throws {
    let head = "Date,Description,Category,Cost,Currency,Ana,Ben"
    let one = try read(text: "\(head)\n2026-01-02,Tea,Food,4.00,EUR,2.00,-2.00\n")
    let two = try read(text: "\(head),Cy\n2026-01-02,Tea,Food,4.00,EUR,2.00,-2.00,0.00\n")
    #expect(one.expenses.map(\.identity) == two.expenses.map(\.identity))
  }

  @Test(
    "headings in another language, a title above, semicolons, a mark and Windows letters are read")
  func otherSplitwise() throws {
    let text = """
      Gruppe Flat
      Datum;Beschreibung;Kategorie;Kosten;Währung;Jörg (removed);Ben

      2026-01-02;Brötchen;Essen;3,20;EUR;1,60;-1,60
      2026-01-03;Ben zahlte Jörg;Zahlung;1,60;EUR;-1,60;1,60
      """
    // Its amounts have commas, which no other file of a program has.
    let points = text.replacingOccurrences(of: "3,20", with: "3.20")
      .replacingOccurrences(of: "1,60", with: "1.60")
    let group = try read(text: "\u{feff}" + points)
    #expect(group.format == .splitwise)
    #expect(group.people.map(\.name) == ["Jörg", "Ben"] && group.people[0].isArchived)
    #expect(group.expenses.map(\.kind) == [.expense, .payment])
    var windows: [UInt8] = []
    for scalar in points.unicodeScalars { windows.append(UInt8(truncatingIfNeeded: scalar.value)) }
    let other = try read(text: "", bytes: windows)
    #expect(other.expenses.map(\.title) == group.expenses.map(\.title))
    #expect(other.problems.contains { $0.reason == .readAsWindows })
  }

  @Test("rows that don't add up, of no currency, day or number stay out, each with its line")
  func badRows() throws {
    let text = """
      Date,Description,Category,Cost,Currency,Ana,Ana
      2026-01-01,Good,Food,4.00,EUR,2.00,-2.00
      2026-01-02,Off,Food,4.00,EUR,2.00,-1.00
      2026-02-30,Day,Food,4.00,EUR,2.00,-2.00
      2026-01-03,Money,Food,4.00,XQZ,2.00,-2.00
      2026-01-04,NaN,Food,NaN,EUR,2.00,-2.00
      2026-01-05,Short,Food,4.00,EUR,2.00
      2026-01-06,Large,Food,99999999999999999999,EUR,2.00,-2.00
      2026-01-07,,Food,4.00,EUR,2.00,-2.00
      2026-01-08,Small,Food,1.00,EUR,2.00,-2.00
      2026-01-09,Total balance, , ,EUR,3.00,-3.00
      """
    let group = try read(text: text)
    #expect(group.people.map(\.name) == ["Ana", "Ana 2"])
    #expect(group.expenses.map(\.title) == ["Good"])
    #expect(group.leftOutCount == 8)
    let lines = group.problems.filter(\.leavesOut).map { $0.line ?? 0 }.sorted()
    #expect(lines == [3, 4, 5, 6, 7, 8, 9, 10])
    #expect(group.problems.contains { $0.reason == .unbalanced(by: 100, currency: "EUR") })
    let differing = group.problems.count {
      if case .totalDiffers = $0.reason { true } else { false }
    }
    #expect(differing == 2 && group.problems.contains { $0.reason == .nameTwice })
  }

  @Test("that totals of Splitwise differ is told, too, where more rows stay out than are listed")
  func manyBadRows() throws {
    let rows = (0..<ImportedGroup.maxProblems + 5).map {
      "2026-01-02,Off \($0),Food,4.00,EUR,2.00,-1.00"
    }
    let group = try read(
      text: (["Date,Description,Category,Cost,Currency,Ana,Ben"] + rows
        + ["2026-01-09,Total balance, , ,EUR,3.00,-3.00"]).joined(separator: "\n") + "\n")
    #expect(group.leftOutCount == rows.count)
    #expect(group.problems.count == ImportedGroup.maxProblems)
    let differing = group.problems.count {
      if case .totalDiffers = $0.reason { true } else { false }
    }
    #expect(differing == 2)
  }

  @Test("the JSON of Spliit keeps its parts: equal, by amount, share and percentage; refunds too")
  func spliit() throws {
    let group = try read("spliit.json")
    #expect(group.name == "Trip" && group.currency == "EUR" && group.note == "Three days")
    #expect(group.expenses.map(\.identity) == ["e1", "e2", "e3", "e4", "e5", "e6"])
    #expect(
      group.expenses.map(\.mode) == [.equal, .exact, .percentage, .shares, .exact, .equal])
    #expect(group.expenses[0].parts.map(\.owedMinor) == [3333, 3333, 3334])
    #expect(group.expenses[1].parts.map(\.owedMinor) == [3000, 7000, 0])
    #expect(group.expenses[1].note == "Two nights\n125.00 USD × 0.8")
    #expect(group.expenses[2].parts.map(\.owedMinor).reduce(0, +) == 90_001)
    #expect(group.expenses[3].parts.map(\.weight) == [2, 1, nil])
    #expect(group.expenses[4].kind == .payment)
    #expect(group.expenses[5].parts.map(\.owedMinor) == [-3166, -3167, -3167])
    #expect(group.problems.map(\.reason) == [.repeats, .unknownPerson])
  }

  @Test(
    "an expense of Spliit whose parts do not come to it, or of an unknown way, stays out by name")
  func spliitUnfit() throws {
    func row(_ title: String, _ mode: String, _ shares: [Int]) -> String {
      let paidFor = zip(["p1", "p2"], shares).map {
        "{\"participantId\":\"\($0)\",\"shares\":\($1)}"
      }
      return """
        {"id":"\(title)","title":"\(title)","amount":1000,"expenseDate":"2026-01-02",\
        "paidById":"p1","splitMode":"\(mode)","paidFor":[\(paidFor.joined(separator: ","))]}
        """
    }
    let rows = [
      row("Half", "BY_PERCENTAGE", [5000, 4000]), row("Less", "BY_AMOUNT", [300, 600]),
      row("Odd", "BY_MOOD", [1, 2]), row("Whole", "BY_AMOUNT", [400, 600]),
      row("All", "BY_PERCENTAGE", [5000, 5000]),
    ]
    let group = try read(
      text: """
        {"name":"Trip","currency":"€","currencyCode":"EUR","participants":[{"id":"p1",\
        "name":"Ana"},{"id":"p2","name":"Ben"}],"expenses":[\(rows.joined(separator: ","))]}
        """)
    #expect(group.expenses.map(\.title) == ["Whole", "All"])
    #expect(group.problems.map(\.text) == ["Half", "Less", "Odd"])
    #expect(group.problems.map(\.line) == [1, 2, 3])
    #expect(group.problems.map(\.reason) == [.partsDiffer, .partsDiffer, .incomplete])
    #expect(group.leftOutCount == 3)
  }

  @Test("IHateMoney's JSON and table come to the same; weights that it does not tell are told of")
  func ihatemoney() throws {
    let (document, table) = (try read("ihatemoney.json"), try read("ihatemoney.csv"))
    #expect(named(document, "EUR") == named(table, "EUR"))
    #expect(document.expenses.map(\.parts) == table.expenses.map(\.parts))
    #expect(document.expenses.map(\.identity) == table.expenses.map(\.identity))
    #expect(document.expenses[0].parts.map(\.owedMinor).reduce(0, +) == 20_000)
    #expect(document.expenses[1].mode == .shares && document.expenses[1].amountMinor == 3030)
    #expect(document.expenses[1].parts.map(\.owedMinor) == [1010, 2020])
    #expect(document.expenses[2].kind == .payment)
    #expect(document.expenses[3].amountMinor == -1000)
    #expect(document.problems.contains { $0.reason == .currencyAssumed("EUR") })
  }

  @Test("Cospend's tables: shares by weight, names with commas, payments, the bin and comments")
  func cospend() throws {
    let group = try read("cospend.csv")
    #expect(group.people.map(\.name) == ["Ana", "Ben, the tall", "Cy"])
    #expect(group.people.map(\.isArchived) == [false, false, true])
    #expect(group.currency == "EUR")
    let market = try expense("Market", in: group)
    #expect(market.parts.map(\.owedMinor) == [750, 1500, 750] && market.note == "café au lait")
    #expect(group.categories.map(\.name) == ["Grocery", "Rent"])
    #expect(try expense("Settle", in: group).kind == .payment)
    #expect(group.problems.map(\.reason) == [.repeats, .deletedThere])
  }

  @Test("a table with columns of each person is read by its headings; days show their order")
  func ownTable() throws {
    let group = try read("sesterce.csv")
    #expect(group.format == .table && group.people.map(\.name) == ["Pierre", "Sophie"])
    #expect(group.expenses.map(\.day) == ["2026-04-13", "2026-05-02"])
    #expect(named(group, "EUR") == ["Pierre": -4500, "Sophie": 4500])
  }

  @Test("a table whose columns are not known is asked for them, and then read by what was said")
  func namedColumns() throws {
    let text = """
      When,Stuff,How much,By,For
      3/4/2026,Cake,12.50,Ana,"Ana, Ben"
      25/4/2026,=cmd|' /C calc'!A0,6,Ben,Ana;Ben
      """
    let asked = try read(text: text)
    let columns = try #require(asked.columns)
    #expect(columns.missing == [.title, .amount, .payer] && asked.expenses.isEmpty)
    let named = columns.with([.day, .title, .amount, .payer, .sharers])
    #expect(named.missing.isEmpty)
    let group = try read(text: text, columns: named)
    #expect(group.expenses.map(\.day) == ["2026-04-03", "2026-04-25"])
    #expect(group.expenses[0].parts.map(\.owedMinor) == [625, 625])
    #expect(group.expenses[1].title == "=cmd|' /C calc'!A0")
    #expect(columns.with([.day, .day, .amount, .payer]).missing == [.title, .twice("Stuff")])
  }

  @Test("a heading with a currency behind it is that of the amounts, and says what they are in")
  func headingWithCurrency() throws {
    for (heading, currency) in [
      ("Betrag EUR", "EUR"), ("Amount (USD)", "USD"), ("Betrag in CHF", "CHF"),
      ("BETRAG [GBP]", "GBP"), ("Importe en €", "EUR"), ("Amount: JPY", "JPY"), ("Umsatz", "EUR"),
    ] {
      let group = try read(text: "Date,Title,\(heading),Payer\n2026-06-01,Bread,300,Ana\n")
      #expect(group.columns?.columns[2].role == .amount, "\(heading)")
      #expect(group.expenses.map(\.currency) == [currency], "\(heading)")
      let isAssumed = group.problems.contains { $0.reason == .currencyAssumed("EUR") }
      #expect(isAssumed == (heading == "Umsatz"), "\(heading)")
    }
    // What a column of currencies says goes before it.
    let mixed = try read(
      text: """
        Date,Title,Amount (USD),Currency,Payer
        2026-06-01,Bread,3,CHF,Ana
        2026-06-01,Soap,3,,Ana

        """)
    #expect(mixed.expenses.map(\.currency) == ["CHF", "USD"])
    // Of two columns of amounts the first counts.
    let two = try read(
      text: "Date,Title,Betrag EUR,Betrag USD,Payer\n2026-06-01,Bread,3,4,Ana\n")
    #expect(two.expenses.map { "\($0.amountMinor) \($0.currency)" } == ["300 EUR"])
    for heading in ["Amount all", "Saldo EUR", "EUR", "Amount (net)", "Amount EUR USD"] {
      let group = try read(text: "Date,Title,\(heading),Payer\n2026-06-01,Bread,3,Ana\n")
      #expect(group.columns?.missing == [.amount], "\(heading)")
    }
  }

  @Test(
    "files that are none are refused by kind: no JSON of a group, a damaged one, Spliit's table")
  func refused() {
    func failure(_ text: String) -> ImportFailure? {
      do {
        _ = try read(text: text)
        return nil
      } catch { return error as? ImportFailure }
    }
    #expect(failure("{\"a\":1}") == .unsupportedKind(file: "file", .json))
    #expect(failure("[{\"what\":\n") == .unreadableDocument(file: "file", line: 2))
    #expect(failure("") == .empty(file: "file"))
    #expect(
      failure("\"Date\",\"Cost\",\"Is Reimbursement\",\"Split mode\",\"A\"\n")
        == .unsupportedKind(file: "file", .spliitTable))
    #expect(
      failure("{\"format\":\"hearth-group\",\"version\":99}")
        == .unsupportedKind(file: "file", .newerHearth))
    let deep = String(repeating: "[", count: 100_000)
    #expect(failure(deep) == .unreadableDocument(file: "file", line: 1))
  }

  @Test("lists of names that could be read in two ways are not guessed")
  func ambiguousNames() {
    let known: Set = ["Smith", "John", "Smith, John", "Ana"]
    #expect(NameText.names(in: "Ana, Smith, John", known: known).isAmbiguous)
    let sure = NameText.names(in: "Ana, Smith, John", known: ["Smith, John", "Ana"])
    #expect(sure.names == ["Ana", "Smith, John"] && !sure.isAmbiguous)
    #expect(NameText.names(in: "A; B, C", known: known).names == ["A", "B, C"])
  }
}
