import Finances
import SyncProtocol
import Testing

@testable import MoneyWeb
@testable import Web

@Suite("A person's own ledger as a file") struct LedgerFileRouteTests {
  private func addEntry(
    _ browser: Browser, _ title: String, _ amount: String, kind: String = "spending"
  ) async throws {
    try await browser.get("/personal/new")
    let added = try await browser.submit(
      "/personal/new",
      [
        "kind": kind, "title": title, "amount": amount, "currency": "EUR", "day": "2026-06-02",
        "tags": "one, two words",
      ])
    #expect(added.status == 303, "\(added.text)")
  }

  private func text(_ answer: Browser.Answer) throws -> [UInt8] {
    Array(answer.text.utf8)
  }

  private func upload(_ browser: Browser, _ bytes: [UInt8]) async throws -> Browser.Answer {
    try await browser.upload(
      "/personal/files",
      files: [Browser.Upload(field: "file", name: "Personal.json", bytes: bytes)])
  }

  @Test("a ledger goes out, is shown before it comes in elsewhere, once, and can be taken back")
  func moved() async throws {
    let world = try await MoneyWorld()
    let words = catalogue
    try await addEntry(world.anna, "Bakery", "4.70")
    try await addEntry(world.anna, "Salary", "2470", kind: "income")
    try await world.anna.get("/personal/categories")
    try await world.anna.submit(
      "/personal/categories", ["name": "Garden", "emoji": "", "colorIndex": "3"])
    #expect(try await world.anna.get("/personal").main.contains("/personal/files"))
    let page = try await world.anna.get("/personal/files")
    #expect(
      page.main.contains("/personal/ledger.json") && page.main.contains("/personal/ledger.csv"))
    let document = try await world.anna.get("/personal/ledger.json")
    #expect(document.status == 200 && document.text.contains("hearth-ledger"))
    let sent = try await upload(world.ben, try text(document))
    let address = try #require(sent.location)
    let preview = try await world.ben.get(address)
    #expect(preview.main.contains("Bakery") && preview.main.contains("Garden"))
    // Nothing has come yet, and another person's upload is nobody else's.
    #expect(try await !world.ben.get("/personal?month=2026-06").main.contains("Bakery"))
    #expect(try await world.anna.get(address).status == 404)
    let done = try await world.ben.submit(address)
    #expect(done.location == "/personal")
    let after = try await world.ben.get("/personal")
    #expect(after.text.contains(words.flash(.money(.ledgerImported(count: 3)))))
    #expect(try await world.ben.get("/personal?month=2026-06").main.contains("Bakery"))
    // A form that is sent twice does it once.
    #expect(try await world.ben.submit(address).status == 404)
    let again = try await upload(world.ben, try text(document))
    let nothing = try await world.ben.get(try #require(again.location))
    #expect(nothing.main.contains(words.nothingNew))
    let undo = try #require(after.text.firstMatch(of: /\/undo\/([0-9a-zA-Z_-]+)/)).1
    #expect(try await world.ben.submit("/undo/\(undo)").location == "/personal")
    #expect(try await !world.ben.get("/personal?month=2026-06").main.contains("Bakery"))
    #expect(try await !world.ben.get("/personal/categories").main.contains("Garden"))
  }

  @Test("a preview that is out of date is shown again before anything is written")
  func stale() async throws {
    let world = try await MoneyWorld()
    try await addEntry(world.anna, "Bakery", "4.70")
    let bytes = try text(try await world.anna.get("/personal/ledger.json"))
    let first = try #require(try await upload(world.ben, bytes).location)
    let second = try #require(try await upload(world.ben, bytes).location)
    for address in [first, second] { try await world.ben.get(address) }
    #expect(try await world.ben.submit(first).location == "/personal")
    let late = try await world.ben.submit(second)
    #expect(late.status == 409 && late.main.contains(catalogue.ledgerChangedSince))
    #expect(late.main.contains(catalogue.nothingNew))
    let cancelled = try await world.ben.submit(second + "/cancel")
    #expect(cancelled.location == "/personal/files")
    #expect(try await world.ben.get(second).status == 404)
  }

  @Test("a file that is no ledger, or has a fault, is refused with its place; nothing comes")
  func refused() async throws {
    let world = try await MoneyWorld()
    let words = catalogue
    func says(_ text: String, _ problem: LedgerFilesPage.Problem) async throws {
      let answer = try await upload(world.ben, Array(text.utf8))
      #expect(answer.status == 422, "\(text)")
      #expect(
        MoneyWorld.unescaped(Substring(answer.main)).contains(words.ledgerFileProblem(problem)),
        "\(answer.main)")
    }
    try await says("{", .notALedger)
    try await says("{\"format\":\"hearth-group\",\"version\":1}", .notALedger)
    try await says("{\"format\":\"hearth-ledger\",\"version\":9}", .newer)
    #expect(try await upload(world.ben, Array("PK\u{3}\u{4}".utf8)).status == 422)
    let good =
      "{\"id\":\"a\",\"title\":\"A\",\"kind\":\"spending\",\"amountMinor\":9000000,"
      + "\"currency\":\"EUR\",\"day\":\"2026-01-01\"}"
    let bad = good.replacing("9000000", with: "9223372036854775807")
      .replacing("\"id\":\"a\"", with: "\"id\":\"b\"")
    let fault = try await upload(
      world.ben,
      Array(
        "{\"format\":\"hearth-ledger\",\"version\":1,\"id\":\"x\",\"entries\":[\(good),\(bad)]}"
          .utf8))
    #expect(fault.status == 422)
    #expect(
      MoneyWorld.unescaped(Substring(fault.main)).contains(
        words.ledgerFileProblem(
          .element(.entries, number: 2, [.init(field: "amountMinor", problem: .tooMuch)]))),
      "\(fault.main)")
    #expect(try await !world.ben.get("/personal?month=2026-01").main.contains("entries/"))
    let none = try await world.ben.submit("/personal/files")
    #expect(none.status == 422)
  }

  @Test("a table of a bank is shown first, brought in once and taken back; what it lacks is told")
  func table() async throws {
    let world = try await MoneyWorld()
    let words = catalogue
    let text = """
      Date,Title,Amount,Category
      2026-06-02,Bakery,-4.70,Food
      2026-06-03,Salary,2800,
      2026-06-02,Bakery,-4.70,Food
      someday,Nothing,-1,
      """
    let address = try #require(try await upload(world.ben, Array(text.utf8)).location)
    let preview = try await world.ben.get(address)
    #expect(preview.main.contains("Bakery") && preview.main.contains("Salary"))
    #expect(preview.main.contains("Food"))
    #expect(
      MoneyWorld.unescaped(Substring(preview.main)).contains(words.staysOut))
    #expect(try await !world.ben.get("/personal?month=2026-06").main.contains("Bakery"))
    #expect(try await world.ben.submit(address).location == "/personal")
    let after = try await world.ben.get("/personal?month=2026-06")
    #expect(after.main.contains("Bakery") && after.main.contains("Salary"))
    let again = try #require(try await upload(world.ben, Array(text.utf8)).location)
    #expect(try await world.ben.get(again).main.contains(words.nothingNew))
    let undo = try #require(after.text.firstMatch(of: /\/undo\/([0-9a-zA-Z_-]+)/)).1
    #expect(try await world.ben.submit("/undo/\(undo)").location == "/personal")
    #expect(try await !world.ben.get("/personal?month=2026-06").main.contains("Bakery"))
    for (text, problem) in [
      (
        "Date,Title,Type,Category,Tags,Group,Currency,Amount,Place,Note,Left out\n2026-06-02,A\n",
        .spreadsheet
      )
    ] as [(String, LedgerFilesPage.Problem)] {
      let answer = try await upload(world.ben, Array(text.utf8))
      #expect(answer.status == 422)
      #expect(
        MoneyWorld.unescaped(Substring(answer.main)).contains(words.ledgerFileProblem(problem)),
        "\(answer.main)")
    }
  }

  @Test("an import can be undone for 30 days, by its owner alone; what was changed since stays")
  func undone() async throws {
    let world = try await MoneyWorld()
    let text = "Date,Title,Amount,Category\n2026-06-02,Bakery,-4.70,Food\n2026-06-03,Bus,-3,Ways\n"
    let address = try #require(try await upload(world.ben, Array(text.utf8)).location)
    try await world.ben.get(address)
    #expect(try await world.ben.submit(address).location == "/personal")
    let page = try await world.ben.get("/personal/files").main
    let undo = try String(#require(page.firstMatch(of: /\/personal\/imports\/[^\/"]+\/undo/)).0)
    #expect(try await world.anna.get(undo).status == 410)
    let found = try await world.ben.get("/personal?month=2026-06&q=Bus").main
    let bus = try String(#require(found.firstMatch(of: /\/personal\/entries\/[0-9a-z-]+/)).0)
    try await world.ben.get(bus)
    let changed = try await world.ben.submit(
      bus,
      [
        "kind": "spending", "title": "Bus home", "amount": "3", "currency": "EUR",
        "day": "2026-06-03", "tags": "",
      ])
    #expect(changed.status == 303, "\(changed.text)")
    let asked = try await world.ben.get(undo).main
    #expect(asked.contains(catalogue.entriesGo(1)) && asked.contains(catalogue.entriesKept(1)))
    #expect(try await world.ben.submit(undo).location == "/personal/files")
    let after = try await world.ben.get("/personal?month=2026-06").main
    #expect(!after.contains("Bakery") && after.contains("Bus home"))
    #expect(try await world.ben.get(undo).status == 410)
    #expect(try await !world.ben.get("/personal/files").main.contains("/undo"))
  }

  @Test("the columns of a table are named on a page before anything is read, and can be named anew")
  func columns() async throws {
    let world = try await MoneyWorld()
    let words = catalogue
    let text = "Wann;Wer;Was;Geld\n2026-06-02;Bäcker;Brot;-3,20\n2026-06-03;Chef;Lohn;2800,00\n"
    let address = try #require(try await upload(world.ben, Array(text.utf8)).location)
    #expect(address.hasSuffix("/columns"))
    let page = try await world.ben.get(address)
    for heading in ["Wann", "Wer", "Was", "Geld"] { #expect(page.main.contains(heading)) }
    #expect(MoneyWorld.unescaped(Substring(page.main)).contains(words.sampleOfColumn("Brot")))
    // Nobody shares or pays somebody's own money, and nobody else sees the file.
    #expect(!page.main.contains("sharers") && !page.main.contains("role=\"alert\""))
    #expect(try await world.anna.get(address).status == 404)
    let preview = String(address.dropLast("/columns".count))
    // The preview of a table that cannot be read asks for its columns, too.
    #expect(try await world.ben.get(preview).location == address)
    let lacking = try await world.ben.submit(address, ["role-0": "day", "role-3": "day"])
    #expect(lacking.status == 422)
    for missing: GroupImportPage.MissingColumn in [.title, .amount, .twice("Geld")] {
      #expect(
        MoneyWorld.unescaped(Substring(lacking.main)).contains(words.missingColumn(missing)))
    }
    #expect(lacking.main.contains("<option value=\"day\" selected"))
    let roles: KeyValuePairs = ["role-0": "day", "role-2": "title", "role-3": "amount"]
    #expect(try await world.ben.submit(address, roles).location == preview)
    let shown = try await world.ben.get(preview)
    #expect(shown.main.contains("Brot") && !shown.main.contains("Bäcker"))
    #expect(shown.main.contains("/columns"))
    let other: KeyValuePairs = [
      "role-0": "day", "role-1": "title", "role-2": "note", "role-3": "amount",
    ]
    #expect(try await world.ben.submit(address, other).location == preview)
    #expect(try await world.ben.get(preview).main.contains("Bäcker"))
    #expect(try await world.ben.submit(preview).location == "/personal")
    let month = try await world.ben.get("/personal?month=2026-06").main
    #expect(month.contains("Bäcker") && month.contains("Chef"))
    // What is no table has no columns.
    let document = Array("{\"format\":\"hearth-ledger\",\"version\":1,\"id\":\"x\"}".utf8)
    let ledger = try #require(try await upload(world.ben, document).location)
    #expect(try await world.ben.get(ledger + "/columns").status == 404)
  }

  @Test(
    "an archive of everything has the ledger, which comes back from it; the table has every row")
  func archive() async throws {
    let world = try await MoneyWorld()
    try await addEntry(world.anna, "=Bakery", "4.70")
    try await world.add(world.anna, "Pasta", "12.40")
    let answer = try await world.anna.get("/export/archive")
    guard case .stream(let stream) = answer.body else {
      Issue.record("no archive")
      return
    }
    var bytes: [UInt8] = []
    while let piece = try await stream.next() { bytes += piece }
    let address = try #require(try await upload(world.stan, bytes).location)
    #expect(try await world.stan.get(address).main.contains("=Bakery"))
    #expect(try await world.stan.submit(address).location == "/personal")
    #expect(try await world.stan.get("/personal?month=2026-06").main.contains("=Bakery"))
    let table = try await world.anna.get("/personal/ledger.csv")
    let lines = table.text.split(separator: "\r\n")
    #expect(lines.count == 3, "\(table.text)")
    #expect(
      lines.contains { $0.hasPrefix("2026-06-02,'=Bakery,spending,") && $0.contains("-4.70") })
    #expect(lines.contains { $0.contains("Pasta") && $0.contains("Flat") && $0.contains("-4.13") })
  }
}
