import Foundation
import SQLite
import Testing
import hearth

/// `hearth group`, `hearth expense` and `hearth balance` for an account of a hub.
@Suite("hearth group, expense and balance")
struct MoneyCommandTests {
  /// Ana's group with Ben and Cleo, who have no account.
  private struct Flat {
    let folder = TestFolder()
    private(set) var members: [String: String] = [:]

    init() async throws {
      let made = await hearth(
        "account", "create", "ana", "--data", folder.data, secret: password)
      try #require(made.code == .ok, "\(made.errors)")
      let group = try await json(
        "group", "add", "Flat", "--me", "Ana", "--member", "Ben", "--member", "Cleo",
        "--currency", "EUR")
      for member in group["members"] as? [[String: Any]] ?? [] {
        members[member["name"] as? String ?? ""] = member["id"] as? String
      }
      try #require(members.count == 3)
    }

    func run(_ arguments: String...) async -> CommandRun { await run(arguments) }

    func run(_ arguments: [String]) async -> CommandRun {
      // Before --, behind which everything is an operand.
      let end = arguments.firstIndex(of: "--") ?? arguments.count
      return await hearth(
        arguments: arguments[..<end] + ["--data", folder.data] + arguments[end...])
    }

    func json(_ arguments: String...) async throws -> [String: Any] {
      let end = arguments.firstIndex(of: "--") ?? arguments.count
      let run = await run(arguments[..<end] + ["--json"] + arguments[end...])
      try #require(run.code == .ok, "\(arguments): \(run.errors)")
      return try run.json()
    }

    /// Everybody's part by name, in minor units.
    func parts(_ expense: [String: Any]) -> [String: Int] {
      let shares = expense["shares"] as? [[String: Any]] ?? []
      return members.compactMapValues { id in
        shares.first { $0["memberID"] as? String == id }?["owedMinor"] as? Int
      }
    }

    /// What everybody is owed in a currency, by name.
    func nets(_ currency: String = "EUR") async throws -> [String: String] {
      let balances = try await json("balance", "show", "Flat")
      let found = (balances["currencies"] as? [[String: Any]])?.first {
        $0["currency"] as? String == currency
      }
      let rows = found?["members"] as? [[String: Any]] ?? []
      return members.compactMapValues { id in
        rows.first { $0["memberID"] as? String == id }?["netMinor"] as? String
      }
    }
  }

  // I2-12: archiving.
  @Test("S2-T1-a a group is created with its author, listed, renamed, archived and brought back")
  func groups() async throws {
    let flat = try await Flat()
    _ = try await flat.json("expense", "add", "Flat", "Groceries", "30")
    let renamed = try await flat.json("group", "edit", "Flat", "--name", "Lime Street")
    #expect(renamed["name"] as? String == "Lime Street" && renamed["isSent"] as? Bool == true)
    #expect(renamed["role"] as? String == "owner" && renamed["memberCount"] as? Int == 3)
    #expect(renamed["ownMemberID"] as? String == flat.members["Ana"])
    let balances = renamed["balances"] as? [[String: String]]
    #expect(balances == [["currency": "EUR", "netMinor": "2000"]])
    #expect(
      try await flat.json("group", "archive", "lime street")["isArchived"] as? Bool == true)
    #expect(
      try await flat.json("group", "archive", "lime street", "--undo")["isArchived"] as? Bool
        == false)
    let list = await flat.run("group", "list", "--json")
    let rows = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]]
    #expect(rows?.count == 1)
  }

  @Test("D-GRP-1 members are added, renamed and archived; who is named by an expense stays")
  func members() async throws {
    let flat = try await Flat()
    let dora = try await flat.json("group", "add-member", "Flat", "Dora", "--weight", "3")
    #expect(dora["weight"] as? Int == 3 && dora["accountID"] is NSNull)
    #expect(await flat.run("group", "add-member", "Flat", "dora").code == .refused)
    _ = try await flat.json("expense", "add", "Flat", "Groceries", "30", "--paid-by", "Ben")
    let kept = await flat.run("group", "remove-member", "Flat", "Ben")
    #expect(kept.code == .refused && kept.errors.contains("archived"), "\(kept.errors)")
    let archived = try await flat.json("group", "edit-member", "Flat", "Ben", "--archive", "on")
    #expect(archived["isArchived"] as? Bool == true)
    // An archived member takes part in nothing new.
    let next = try await flat.json("expense", "add", "Flat", "Soap", "3")
    #expect(flat.parts(next)["Ben"] == nil)
    _ = try await flat.json("group", "add-member", "Flat", "Emil")
    #expect(await flat.run("group", "remove-member", "Flat", "emil").code == .ok)
  }

  @Test("S2-T3-c an expense is split in each of the six ways, sums are typed as people write them")
  func modes() async throws {
    let flat = try await Flat()
    let typed: [([String], [String: Int])] = [
      (["10,00+0.01"], ["Ana": 333, "Ben": 334, "Cleo": 334]),
      (
        ["100", "--split", "shares", "--for", "me=2", "--for", "Ben"],
        ["Ana": 6667, "Ben": 3333]
      ),
      (
        ["100", "--split", "percentage", "--for", "Ana=62.5", "--for", "Ben=37.5"],
        ["Ana": 6250, "Ben": 3750]
      ),
      (
        ["100", "--split", "exact", "--for", "Ana=80", "--for", "Ben=12,50+7.50"],
        ["Ana": 8000, "Ben": 2000]
      ),
      (
        ["30", "--split", "adjustment", "--for", "Ana=+3", "--for", "Ben", "--for", "Cleo"],
        ["Ana": 1200, "Ben": 900, "Cleo": 900]
      ),
      (
        ["--line", "Pizza=24@Ana,Ben", "--line", "Wine=18"],
        ["Ana": 1800, "Ben": 1800, "Cleo": 600]
      ),
    ]
    for (arguments, parts) in typed {
      let expense = await flat.run(["expense", "add", "Flat", "Dinner"] + arguments + ["--json"])
      try #require(expense.code == .ok, "\(arguments): \(expense.errors)")
      #expect(flat.parts(try expense.json()) == parts, "\(arguments)")
    }
    let refund = try await flat.json(
      "expense", "add", "Flat", "Deposit", "--paid-by", "Ben", "--", "-12")
    #expect(flat.parts(refund) == ["Ana": -400, "Ben": -400, "Cleo": -400])
    let shared = try await flat.json(
      "expense", "add", "Flat", "Rent", "100", "--paid-by", "Ana=60", "--paid-by", "Ben=40")
    let payers = shared["payers"] as? [[String: Any]]
    #expect(payers?.compactMap { $0["amountMinor"] as? Int } == [6000, 4000])
    let yen = try await flat.json("expense", "add", "Flat", "Sushi", "5000", "--currency", "jpy")
    #expect(yen["amountMinor"] as? Int == 5000 && yen["currency"] as? String == "JPY")
  }

  @Test(
    "S2-V1 S2-V2 S2-V3 S2-V6 bad input names its option, ends with code 2 and saves nothing"
  )
  func badInput() async throws {
    let flat = try await Flat()
    let add = ["expense", "add", "Flat", "Dinner"]
    let faults: [(arguments: [String], place: String)] = [
      (add + ["12x"], "AMOUNT"), (add + ["12.345"], "AMOUNT"), (add + ["0"], "AMOUNT"),
      (add + ["9000000000000000000"], "AMOUNT"), (add + ["1/0"], "AMOUNT"), (add, "AMOUNT"),
      (add + ["9", "--currency", "ABC"], "--currency"),
      (add + ["9", "--date", "2024-02-30"], "--date"), (add + ["9", "--split", "fair"], "--split"),
      (add + ["9", "--paid-by", "Ana=5", "--paid-by", "Ben=5"], "--paid-by"),
      (add + ["9", "--paid-by", "Ana", "--paid-by", "Ben"], "--paid-by"),
      (add + ["9", "--for", "Ben=2"], "--for Ben"), (add + ["9", "--split", "exact"], "--for"),
      (add + ["9", "--split", "exact", "--for", "Ana=4"], "--for"),
      (add + ["9", "--split", "percentage", "--for", "Ana=99.99"], "--for"),
      (add + ["9", "--split", "percentage", "--for", "Ana=NaN"], "--for Ana"),
      (add + ["9", "--split", "shares", "--for", "Ana=0"], "--for"),
      (add + ["9", "--split", "adjustment", "--for", "Ana=10"], "--for"),
      (add + ["9", "--for", "Ana", "--for", "me"], "--for"),
      (add + ["--line", "Pizza"], "--line"), (add + ["--line", "Pizza=x"], "--line Pizza"),
      (add + ["9", "--split", "equal", "--line", "Pizza=9"], "--line"),
      (add + ["9", "--split", "itemised"], "--line"),
      (add + ["9", "--line", "Pizza=9@Ana", "--for", "Ben"], "--line"),
      (["expense", "pay", "Flat", "Ana", "me", "9"], "TO"),
      (["expense", "pay", "Flat", "Ana", "Ben", "0"], "AMOUNT"),
      (["expense", "list", "Flat", "--limit", "0"], "--limit"),
      (["expense", "list", "Flat", "--after", "there"], "--after"),
      (["group", "add", "Trip", "--currency", "EU"], "--currency"),
      (["group", "add", "Trip", "--emoji", "no emoji"], "--emoji"),
      (["group", "edit", "Flat", "--simplify", "maybe"], "--simplify"),
      (["group", "edit", "Flat"], "--name"),
      (["group", "add-member", "Flat", "Di", "--weight", "-1"], "--weight"),
      (["balance", "spending", "Flat", "--year", "soon"], "--year"),
      (["balance", "convert", "Flat", "--currency", "XXX"], "--currency"),
      (["balance", "settle", "Flat", "--date", "2024-02-01"], "--date"),
    ]
    for (arguments, place) in faults {
      let run = await flat.run(arguments)
      #expect(run.code == .usage, "\(arguments): \(run.code) \(run.errors)")
      #expect(run.errors.contains(place), "\(arguments): \(run.errors)")
      #expect(run.output.isEmpty)
    }
    for arguments in [
      add + ["9", "--paid-by", "Zoe"], add + ["9", "--category", "Yachts"],
      ["expense", "add", "Cabin", "Dinner", "9"], ["expense", "show", "none"],
      ["balance", "settle", "Flat", "--record"],
    ] {
      let run = await flat.run(arguments)
      #expect(run.code == .refused, "\(arguments): \(run.errors)")
    }
    #expect((try await flat.json("expense", "list", "Flat")["items"] as? [Any])?.isEmpty == true)
  }

  @Test("an expense is changed where it was named and nowhere else, shown, and deleted")
  func editing() async throws {
    let flat = try await Flat()
    let made = try await flat.json(
      "expense", "add", "Flat", "Rent", "100", "--paid-by", "Ben", "--split", "shares", "--for",
      "Ana=1", "--for", "Ben=3", "--category", "rent", "--note", "June")
    let id = try #require(made["id"] as? String)
    let more = try await flat.json("expense", "edit", id, "--amount", "60+60")
    #expect(flat.parts(more) == ["Ana": 3000, "Ben": 9000])
    #expect(more["note"] as? String == "June" && more["title"] as? String == "Rent")
    #expect(more["categoryID"] as? String == made["categoryID"] as? String)
    let equal = try await flat.json(
      "expense", "edit", id, "--split", "equal", "--category", "none")
    #expect(flat.parts(equal) == ["Ana": 6000, "Ben": 6000])
    #expect(equal["categoryID"] is NSNull)
    #expect(await flat.run("expense", "edit", id).code == .usage)
    #expect(await flat.run("expense", "edit", id, "--currency", "CHF").code == .usage)
    let shown = await flat.run("expense", "show", id)
    #expect(shown.output.contains("€60.00") && shown.output.contains(id), "\(shown.output)")
    let payment = try await flat.json("expense", "pay", "Flat", "me", "Ben", "20")
    #expect(payment["kind"] as? String == "payment")
    let payID = try #require(payment["id"] as? String)
    #expect(
      try await flat.json("expense", "edit", payID, "--amount", "25")["amountMinor"] as? Int
        == 2500)
    #expect(await flat.run("expense", "edit", payID, "--paid-by", "Ben").code == .usage)
    #expect(try await flat.nets() == ["Ana": "-3500", "Ben": "3500"])
    #expect(await flat.run("expense", "delete", id).code == .ok)
    #expect(await flat.run("expense", "show", id).code == .refused)
    #expect(try await flat.nets() == ["Ana": "2500", "Ben": "-2500"])
  }

  @Test("S2-DEBT-1 S2-DEBT-5 debts and the fewest payments are listed, and one is recorded once")
  func settling() async throws {
    let flat = try await Flat()
    _ = try await flat.json("expense", "add", "Flat", "Rent", "90")
    _ = try await flat.json("expense", "add", "Flat", "Power", "30", "--paid-by", "Ben")
    let plan = try await flat.json("balance", "settle", "Flat")
    let currency = try #require((plan["currencies"] as? [[String: Any]])?.first)
    #expect(currency["isExact"] as? Bool == true)
    #expect((currency["transfers"] as? [Any])?.count == 2)
    let several = await flat.run("balance", "settle", "Flat", "--record")
    #expect(several.code == .refused && several.errors.contains("--from"), "\(several.errors)")
    let debts = await flat.run("balance", "debts", "Flat", "--json")
    let rows = try JSONSerialization.jsonObject(with: Data(debts.output.utf8)) as? [[String: Any]]
    #expect(
      Set(rows?.compactMap { $0["amountMinor"] as? String } ?? []) == ["2000", "3000", "1000"])
    let paid = try await flat.json("balance", "settle", "Flat", "--from", "Cleo", "--record")
    #expect(paid["kind"] as? String == "payment" && paid["isSent"] as? Bool == true)
    // The same again is not owed any more.
    let again = await flat.run("balance", "settle", "Flat", "--from", "Cleo", "--record")
    #expect(again.code == .refused)
    #expect(
      try await flat.json("balance", "settle", "Flat", "--from", "Ben", "--record").isEmpty == false
    )
    #expect(try await flat.nets() == ["Ana": "0", "Ben": "0", "Cleo": "0"])
    #expect(await flat.run("balance", "settle", "Flat").output.contains("Nobody has to pay"))
  }

  @Test("what each owes each is shown and recorded, too, each debt once")
  func debts() async throws {
    let flat = try await Flat()
    _ = try await flat.json("expense", "add", "Flat", "Rent", "90")
    _ = try await flat.json("expense", "add", "Flat", "Power", "30", "--paid-by", "Ben")
    let plan = try await flat.json("balance", "settle", "Flat", "--each", "--from", "Cleo")
    let currency = try #require((plan["currencies"] as? [[String: Any]])?.first)
    let transfers = try #require(currency["transfers"] as? [[String: Any]])
    #expect(Set(transfers.compactMap { $0["amountMinor"] as? String }) == ["3000", "1000"])
    let pay = ["balance", "settle", "Flat", "--each", "--from", "Cleo", "--to", "Ana", "--record"]
    #expect(await flat.run(pay).code == .ok)
    #expect(await flat.run(pay).code == .refused)
    let wrong = await flat.run("balance", "settle", "Flat", "--each", "--why")
    #expect(wrong.code == .usage && wrong.errors.contains("--why"))
    let nets = try await flat.nets()
    #expect(nets == ["Ana": "2000", "Ben": "-1000", "Cleo": "-1000"])
  }

  @Test("each proposed payment says why, and what it lists comes to the balance of both")
  func reasons() async throws {
    let flat = try await Flat()
    _ = try await flat.json("expense", "add", "Flat", "Rent", "90")
    _ = try await flat.json("expense", "add", "Flat", "Power", "30", "--paid-by", "Ben")
    let plan = try await flat.json("balance", "settle", "Flat", "--from", "Cleo", "--why")
    let currency = try #require((plan["currencies"] as? [[String: Any]])?.first)
    let transfer = try #require((currency["transfers"] as? [[String: Any]])?.first)
    let why = try #require(transfer["why"] as? [String: Any])
    // Cleo owes 30 to Ana and 10 to Ben, who owes Ana 20: she pays Ana all of it.
    #expect(why["link"] as? String == "partly")
    for (side, net) in [("payer", -4000), ("receiver", 5000)] {
      let side = try #require(why[side] as? [String: Any])
      #expect(side["netMinor"] as? String == "\(net)")
      let parts = try #require(side["parts"] as? [[String: Any]])
      let sum = parts.reduce(0) { $0 + ($1["amountMinor"] as? Int ?? 0) }
      #expect(parts.count == 2 && sum == net)
      #expect(side["hasEarlier"] as? Bool == false)
    }
    let text = await flat.run("balance", "settle", "Flat", "--from", "Cleo", "--why")
    for word in ["Rent", "Power", "−€30.00", "−€40.00"] {
      #expect(text.output.contains(word), "\(text.output)")
    }
    let plain = await flat.run("balance", "settle", "Flat", "--json")
    #expect(!plain.output.contains("why"))
  }

  @Test("D-GRP-4 the doctor finds an expense that does not add up, and says what to do")
  func doctor() async throws {
    let flat = try await Flat()
    let made = try await flat.json("expense", "add", "Flat", "Rent", "90")
    let id = try #require(made["id"] as? String)
    let sound = await flat.run("doctor")
    #expect(sound.code == .ok && sound.output.contains("ok  expenses that do not add up: 0"))
    // As an older hub could have taken it.
    try Connection(path: flat.folder.data + "/hub.db").execute(
      """
      UPDATE records SET content = CAST(replace(CAST(content AS TEXT), ':3000', ':3001') AS BLOB)
        WHERE tableName = 'expenses'
      """)
    let found = await flat.run("doctor")
    #expect(found.code == .failed, "\(found.output)")
    #expect(found.output.contains("see expenses that do not add up: 1"), "\(found.output)")
    #expect(found.output.contains("expense \(id) of group"))
  }

  @Test("D-DBT-4 balances in one currency tell how many expenses are missing for want of a rate")
  func leftOut() async throws {
    let flat = try await Flat()
    for title in ["Tea", "Taxi"] {
      _ = try await flat.json("expense", "add", "Flat", title, "30", "--currency", "VND")
    }
    _ = try await flat.json("expense", "add", "Flat", "Soup", "9")
    let converted = try await flat.json("balance", "convert", "Flat")
    #expect(converted["unconverted"] as? [String] == ["VND"])
    #expect(converted["unconvertedCount"] as? Int == 2)
    let text = await flat.run("balance", "convert", "Flat")
    #expect(text.output.contains("VND (expenses and payments: 2)"), "\(text.output)")
    // In its own currency nothing is missing.
    #expect(try await flat.nets("VND") == ["Ana": "40", "Ben": "-20", "Cleo": "-20"])
  }

  @Test("D-DBT-5 balances are converted at rates that are told; spending is told by month")
  func converting() async throws {
    let flat = try await Flat()
    _ = try await flat.json(
      "expense", "add", "Flat", "Sushi", "5000", "--currency", "JPY", "--date", "2024-03-01")
    _ = try await flat.json("expense", "add", "Flat", "Soup", "9", "--date", "2024-02-28")
    let converted = try await flat.json("balance", "convert", "Flat", "--date", "2024-03-01")
    let nets = (converted["members"] as? [[String: Any]] ?? []).compactMap {
      ($0["netMinor"] as? String).flatMap { Int($0) }
    }
    #expect(nets.count == 3 && nets.reduce(0, +) == 0 && !nets.contains(0))
    let rate = try #require((converted["rates"] as? [[String: String]])?.first)
    #expect(rate["from"] == "JPY" && rate["to"] == "EUR" && rate["day"] == "2024-03-01")
    #expect((converted["unconverted"] as? [String]) == [])
    // Of a currency with small units as many digits are told as of others.
    let said = await flat.run("balance", "convert", "Flat", "--date", "2024-03-01")
    let shown = try #require(said.output.firstMatch(of: /1 JPY is 0\.00(\d+) EUR/)).1
    #expect(shown.count >= 4, "\(said.output)")
    let spent = try await flat.json("balance", "spending", "Flat", "--year", "2024")
    #expect(spent["allMinor"] as? String == "900" && spent["ownMinor"] as? String == "300")
    #expect((spent["months"] as? [[String: Any]])?.first?["month"] as? String == "2024-02")
    let nothing = await flat.run("balance", "spending", "Flat", "--year", "1999")
    #expect(nothing.code == .ok && !nothing.output.isEmpty)
  }

  @Test("a search finds what the search box finds, adds it up, and refuses what it cannot read")
  func searching() async throws {
    let flat = try await Flat()
    for (title, amount, more) in [
      ("Bread", "3", []), ("Night tram", "4.50", ["--paid-by", "Ben", "--note", "Late"]),
      ("Tram back", "7.77", ["--date", "2024-03-01"]), ("Sushi", "5000", ["--currency", "JPY"]),
    ] {
      let made = await flat.run(["expense", "add", "Flat", title, amount] + more)
      try #require(made.code == .ok, "\(made.errors)")
    }
    _ = try await flat.json("expense", "pay", "Flat", "Ben", "me", "1")
    for (text, titles) in [
      ("tram", ["Night tram", "Tram back"]), ("tram -night", ["Tram back"]),
      ("payer:me date:2024-03", ["Tram back"]), ("payer:ben kind:expense", ["Night tram"]),
      (">4 <5", ["Night tram"]), ("note:late", ["Night tram"]), ("kind:payment", ["Payment"]),
      ("currency:JPY", ["Sushi"]), ("amount:9999", []),
    ] {
      let found = try await flat.json("expense", "list", "Flat", "--search", text)
      let rows = found["items"] as? [[String: Any]] ?? []
      #expect(rows.compactMap { $0["title"] as? String } == titles, "\(text)")
    }
    let found = try await flat.json("expense", "list", "Flat", "--search", "tram", "--limit", "1")
    #expect((found["items"] as? [Any])?.count == 1 && found["next"] is String)
    let totals = try #require(found["totals"] as? [String: Any])
    let row = try #require((totals["currencies"] as? [[String: Any]])?.first)
    #expect(row["count"] as? Int == 2 && row["amountMinor"] as? String == "1227")
    #expect(row["ownMinor"] as? String == "409" && totals["isWhole"] as? Bool == true)
    let told = await flat.run("expense", "list", "Flat", "--member", "Ben").output
    #expect(told.contains("¥5,000") && told.contains("€15.27"), "\(told)")
    #expect(try await flat.json("expense", "list", "Flat")["totals"] is NSNull)
    for (text, said) in [
      ("payr:ben", "payer:ben"), ("kind:gift", "refund"), ("payer:zoe", "payer:zoe"),
      ("", "--search"), ("!!", "--search"), (String(repeating: "a", count: 10_000), "2000 bytes"),
    ] {
      let run = await flat.run("expense", "list", "Flat", "--search", text)
      #expect(run.code == .usage && run.errors.contains(said), "\(text.prefix(9)): \(run.errors)")
      #expect(run.output.isEmpty)
    }
    #expect(await flat.run("expense", "list", "Flat", "--currency", "QQQ").code == .usage)
  }

  @Test("a list has pages that join, and is narrowed to a member, a category or a currency")
  func pages() async throws {
    let flat = try await Flat()
    for number in 1...5 {
      _ = try await flat.json(
        "expense", "add", "Flat", "Number \(number)", "\(number)", "--date", "2024-03-0\(number)",
        "--for", number == 5 ? "Cleo" : "Ben")
    }
    var titles: [String] = []
    var next: String?
    repeat {
      let arguments = ["expense", "list", "Flat", "--limit", "2", "--json"]
      let page = try await flat.run(arguments + (next.map { ["--after", $0] } ?? [])).json()
      let rows = page["items"] as? [[String: Any]] ?? []
      titles += rows.compactMap { $0["title"] as? String }
      next = page["next"] as? String
    } while next != nil
    #expect(titles == (1...5).reversed().map { "Number \($0)" })
    let ofCleo = try await flat.json("expense", "list", "Flat", "--member", "Cleo")
    #expect((ofCleo["items"] as? [Any])?.count == 1)
    let ofYen = await flat.run("expense", "list", "Flat", "--currency", "JPY")
    #expect(ofYen.code == .ok && !ofYen.output.contains("Number"))
    // Columns stand below each other.
    let lines = await flat.run("expense", "list", "Flat").output.split(separator: "\n")
    #expect(
      Set(lines.map { $0.firstRange(of: "Ana paid")?.lowerBound }.map { $0 == nil }) == [false])
  }
}
