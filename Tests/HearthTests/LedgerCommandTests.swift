import Foundation
import Testing
import hearth

/// `hearth ledger` and `hearth repeating` for an account of a hub.
@Suite("hearth ledger and repeating")
struct LedgerCommandTests {
  private struct Setting {
    let folder = TestFolder()

    init() async throws {
      for account in ["ana", "ben"] {
        let made = await hearth(
          "account", "create", account, "--data", folder.data, secret: password)
        try #require(made.code == .ok, "\(made.errors)")
      }
      _ = try await json(
        "group", "add", "Flat", "--me", "Ana", "--member", "Ben", "--currency", "EUR")
    }

    func run(_ arguments: [String], as account: String = "ana") async -> CommandRun {
      await hearth(
        arguments: arguments + ["--data", folder.data, "--account", account])
    }

    func json(_ arguments: String..., as account: String = "ana") async throws -> [String: Any] {
      let run = await run(arguments + ["--json"], as: account)
      try #require(run.code == .ok, "\(arguments): \(run.errors)")
      return try run.json()
    }

    func items(_ arguments: String..., as account: String = "ana") async throws -> [[String: Any]] {
      let run = await run(arguments + ["--json"], as: account)
      try #require(run.code == .ok, "\(arguments): \(run.errors)")
      return try run.json()["items"] as? [[String: Any]] ?? []
    }
  }

  @Test("entries are added, changed, listed and deleted; a month has their sums beside its budget")
  func entries() async throws {
    let setting = try await Setting()
    _ = try await setting.json("ledger", "add-category", "Food", "--emoji", "🥖")
    let bread = try await setting.json(
      "ledger", "add", "Bread", "4.20+1", "--category", "Food", "--tags", "daily, oven",
      "--date", "2026-03-02")
    #expect(bread["amountMinor"] as? Int == 520 && bread["kind"] as? String == "spending")
    _ = try await setting.json(
      "ledger", "add", "Salary", "2800", "--income", "--date", "2026-03-01")
    _ = try await setting.json(
      "expense", "add", "Flat", "Rent", "1000", "--date", "2026-03-03")
    _ = try await setting.json("ledger", "budget", "600", "--month", "2026-03")
    _ = try await setting.json(
      "ledger", "budget", "50", "--category", "food", "--month", "2026-03", "--once")
    let rows = try await setting.items("ledger", "list", "--month", "2026-03")
    #expect(rows.map { $0["title"] as? String } == ["Rent", "Bread", "Salary"])
    #expect(rows.map { $0["flow"] as? String } == ["spending", "spending", "income"])
    #expect(rows[0]["groupName"] as? String == "Flat" && rows[0]["amountMinor"] as? Int == 50_000)
    #expect(rows[1]["category"] as? String == "Food" && rows[1]["groupName"] is NSNull)
    for (typed, found) in [
      ("kind:income", ["Salary"]), ("tag:oven", ["Bread"]),
      ("date:2026-03 -rent", ["Bread", "Salary"]),
    ] {
      let rows = try await setting.items("ledger", "list", "--search", typed)
      #expect(rows.map { $0["title"] as? String } == found, "\(typed)")
    }
    let totals = try #require(
      try await setting.json("ledger", "list", "--search", "kind:spending")["totals"]
        as? [String: Any])
    #expect(totals["spentMinor"] as? String == "50520" && totals["count"] as? Int == 2)
    let refused = await setting.run(["ledger", "list", "--search", "kind:x"])
    #expect(refused.code != .ok && refused.output.isEmpty)
    let month = try await setting.json("ledger", "month", "2026-03")
    #expect(month["spentMinor"] as? String == "50520" && month["sharedMinor"] as? String == "50000")
    #expect(month["incomeMinor"] as? String == "280000" && month["budgetMinor"] as? Int == 60_000)
    let food = try #require((month["categories"] as? [[String: Any]])?.first)
    #expect(food["spentMinor"] as? String == "520" && food["budgetMinor"] as? Int == 5000)
    let budgets = try await setting.items("ledger", "budget")
    #expect(budgets.map { $0["amountMinor"] as? Int } == [60_000, 5000])
    #expect(budgets.map { $0["isOnce"] as? Bool } == [false, true])
    #expect(await setting.run(["ledger", "budget", "--once"]).code == .usage)
    let year = try await setting.json("ledger", "month", "2026")
    #expect(year["spentMinor"] as? String == "50520" && year["budgetMinor"] is NSNull)
    let groups = try #require(year["groups"] as? [[String: Any]])
    #expect(groups.map { $0["name"] as? String } == ["Flat"])
    // Once only.
    let next = try await setting.json("ledger", "month", "2026-04")
    #expect((next["categories"] as? [[String: Any]])?.isEmpty == true)
    let id = try #require(bread["id"] as? String)
    let changed = try await setting.json(
      "ledger", "edit", id, "--amount", "6", "--category", "none")
    #expect(changed["amountMinor"] as? Int == 600 && changed["categoryID"] is NSNull)
    #expect(changed["tags"] as? String == "daily, oven")
    let tagged = try await setting.items("ledger", "list", "--tag", "oven")
    #expect(tagged.count == 1)
    _ = try await setting.json("ledger", "delete", id)
    #expect(try await setting.items("ledger", "list", "--tag", "oven").isEmpty)
    // Nobody else has any of it.
    #expect(try await setting.items("ledger", "list", as: "ben").isEmpty)
    #expect(await setting.run(["ledger", "delete", id], as: "ben").code == .refused)
  }

  @Test("an own category is renamed and goes; what was given to it stays, its budget does not")
  func categories() async throws {
    let setting = try await Setting()
    _ = try await setting.json("ledger", "add-category", "Food", "--emoji", "🥖")
    _ = try await setting.json("ledger", "add-category", "Fun")
    _ = try await setting.json(
      "ledger", "add", "Bread", "5", "--category", "Food", "--date", "2026-03-02")
    _ = try await setting.json("ledger", "budget", "50", "--category", "Food", "--month", "2026-03")
    let renamed = try await setting.json(
      "ledger", "edit-category", "food", "--name", "Groceries", "--colour", "3")
    #expect(renamed["name"] as? String == "Groceries" && renamed["emoji"] as? String == "🥖")
    for arguments in [
      ["edit-category", "Food", "--name", "Other"],
      ["edit-category", "Groceries", "--name", "FUN"],
      ["remove-category", "Food"],
    ] {
      #expect(await setting.run(["ledger"] + arguments).code == .refused, "\(arguments)")
    }
    #expect(await setting.run(["ledger", "edit-category", "Groceries"]).code == .usage)
    #expect(await setting.run(["ledger", "remove-category", "Fun"], as: "ben").code == .refused)
    _ = try await setting.json("ledger", "remove-category", "Groceries")
    #expect(try await setting.items("ledger", "categories").count == 1)
    let month = try await setting.json("ledger", "month", "2026-03")
    #expect(month["spentMinor"] as? String == "500" && month["budgetMinor"] is NSNull)
    let left = try #require((month["categories"] as? [[String: Any]])?.first)
    #expect(left["budgetMinor"] is NSNull)
    #expect(try await setting.items("ledger", "list")[0]["category"] is NSNull)
  }

  // D-MIR-14 D-MIR-20
  @Test("of a share only notes can be written; what is left out is in no list and no sum")
  func notes() async throws {
    let setting = try await Setting()
    let rent = try await setting.json(
      "expense", "add", "Flat", "Rent", "1000", "--date", "2026-03-03")
    let id = try #require(rent["id"] as? String)
    let foreign = try await setting.json("expense", "add", "Flat", "Gift", "9", "--for", "Ben")
    for arguments in [
      ["ledger", "edit", id, "--amount", "1"], ["ledger", "delete", id],
      ["ledger", "note", try #require(foreign["id"] as? String), "--tags", "x"],
    ] { #expect(await setting.run(arguments).code == .refused, "\(arguments)") }
    let noted = try await setting.json(
      "ledger", "note", id, "--tags", "home", "--note", "Third floor")
    #expect(noted["tags"] as? String == "home")
    _ = try await setting.json("ledger", "note", id, "--left-out", "yes")
    #expect(try await setting.items("ledger", "list").isEmpty)
    let hidden = try await setting.items("ledger", "list", "--left-out")
    #expect(hidden.count == 1 && hidden[0]["note"] as? String == "Third floor")
    let month = try await setting.json("ledger", "month", "2026-03")
    #expect(month["spentMinor"] as? String == "0")
  }

  @Test("what cannot be is refused with the place where it was typed, and nothing is saved")
  func refused() async throws {
    let setting = try await Setting()
    let wrong: [(arguments: [String], place: String)] = [
      (["ledger", "add", "Bread", "much"], "AMOUNT"),
      (["ledger", "add", "Bread", "0"], "AMOUNT"),
      (["ledger", "add", "Bread", "1", "--date", "2026-02-30"], "--date"),
      (["ledger", "add", "Bread", "1", "--currency", "XXX"], "--currency"),
      (["ledger", "add", "Bread", "1", "--category", "Nothing"], "--category"),
      (["ledger", "month", "2026-13"], "YYYY-MM"),
      (["ledger", "budget", "1", "--month", "soon"], "YYYY-MM"),
      (["ledger", "list", "--after", "there"], "--after"),
      (["repeating", "add", "Flat", "Rent", "1", "--every", "0 weeks"], "--every"),
      (["repeating", "add", "Flat", "Rent", "1", "--until", "never"], "--until"),
      (["repeating", "add", "Flat", "Rent", "1", "--date", "1000-01-01"], "--date"),
    ]
    for (arguments, place) in wrong {
      let run = await setting.run(arguments)
      #expect(run.code != .ok && run.errors.contains(place), "\(arguments): \(run.errors)")
    }
    #expect(try await setting.items("ledger", "list").isEmpty)
    #expect(try await setting.items("repeating", "list", "Flat").isEmpty)
  }

  @Test(
    "a ledger that was exported is the same for another account, and comes once only"
  )
  func document() async throws {
    let setting = try await Setting()
    _ = try await setting.json("ledger", "add-category", "Food")
    _ = try await setting.json(
      "ledger", "add", "Bread", "5", "--category", "Food", "--date", "2026-03-02")
    _ = try await setting.json("ledger", "budget", "50", "--category", "Food", "--month", "2026-03")
    let out = setting.folder.path + "/ledger.json"
    #expect(try await setting.json("ledger", "export", "--out", out)["entryCount"] as? Int == 1)
    let first = try await setting.json("ledger", "import", out, as: "ben")
    #expect(first["entryCount"] as? Int == 1 && first["budgetCount"] as? Int == 1)
    for account in ["ana", "ben"] {
      let again = try await setting.json("ledger", "import", out, as: account)
      #expect(again["entryCount"] as? Int == 0 && again["presentCount"] as? Int == 3)
    }
    let month = try await setting.json("ledger", "month", "2026-03", as: "ben")
    #expect(month["spentMinor"] as? String == "500")
    try Data("{}".utf8).write(to: URL(fileURLWithPath: setting.folder.path + "/none.json"))
    let none = await setting.run(["ledger", "import", setting.folder.path + "/none.json"])
    #expect(none.code == .refused)
  }

  @Test("what repeats is added, listed, paused, resumed and ended")
  func repeating() async throws {
    let setting = try await Setting()
    let rent = try await setting.json(
      "repeating", "add", "Flat", "Rent", "1280", "--date", "2030-01-31", "--every", "2 months",
      "--until", "2031-12-31", "--for", "Ana=2", "--for", "Ben", "--split", "shares")
    #expect(rent["everyCount"] as? Int == 2 && rent["everyUnit"] as? String == "month")
    #expect(rent["nextOn"] as? String == "2030-01-31" && rent["split"] as? String == "shares")
    let id = try #require(rent["id"] as? String)
    #expect(try await setting.items("repeating", "list", "Flat").count == 1)
    let dearer = try await setting.json("repeating", "edit", id, "--amount", "1300+15")
    #expect(dearer["amountMinor"] as? Int == 131_500 && dearer["split"] as? String == "shares")
    #expect(dearer["everyCount"] as? Int == 2 && dearer["endsOn"] as? String == "2031-12-31")
    #expect(dearer["nextOn"] as? String == "2030-01-31" && dearer["title"] as? String == "Rent")
    let weekly = try await setting.json(
      "repeating", "edit", id, "--every", "week", "--until", "none", "--title", "Cleaning",
      "--date", "2030-03-04", "--split", "equal", "--note", "Fridays")
    #expect(weekly["everyUnit"] as? String == "week" && weekly["everyCount"] as? Int == 1)
    #expect(weekly["endsOn"] is NSNull && weekly["nextOn"] as? String == "2030-03-04")
    #expect(weekly["split"] as? String == "equal" && weekly["note"] as? String == "Fridays")
    for arguments in [
      [], ["--amount", "0"], ["--every", "0 weeks"], ["--until", "soon"], ["--date", "2030-02-30"],
      ["--until", "2030-03-03"], ["--split", "exact"], ["--currency", "CHF"],
    ] {
      let run = await setting.run(["repeating", "edit", id] + arguments)
      #expect(run.code == .usage, "\(arguments): \(run.errors)")
    }
    let kept = try await setting.items("repeating", "list", "Flat").first
    #expect(kept?["amountMinor"] as? Int == 131_500 && kept?["nextOn"] as? String == "2030-03-04")
    #expect(try await setting.json("repeating", "pause", id)["isPaused"] as? Bool == true)
    #expect(try await setting.json("repeating", "resume", id)["isPaused"] as? Bool == false)
    _ = try await setting.json("repeating", "end", id)
    #expect(try await setting.items("repeating", "list", "Flat").isEmpty)
    #expect(await setting.run(["repeating", "end", id]).code == .refused)
  }

  // S2-V6
  @Test("a table comes in by its headings or by named columns, once; a dry run writes nothing")
  func table() async throws {
    let setting = try await Setting()
    let file = setting.folder.path + "/bank.csv"
    try """
    Buchung;Text;Betrag;Währung;Info
    02.06.2026;Bakery;-4,70;EUR;bread
    13.06.2026;Salary;2.800,00;EUR;
    13.06.2026;Yen;-500;JPY;
    13.06.2026;Nothing;x;EUR;
    """.write(toFile: file, atomically: true, encoding: .utf8)
    let unnamed = await setting.run(["ledger", "import", file])
    #expect(unnamed.code == .refused && unnamed.errors.contains("--columns"), "\(unnamed.errors)")
    let columns = ["--columns", "day,title,amount,currency,note"]
    for bad in ["day,title", "day,title,amount,payer", "day,title,title,amount", "x"] {
      let answer = await setting.run(["ledger", "import", file, "--columns", bad])
      #expect(answer.code != .ok, "\(bad)")
    }
    let dry = await setting.run(["ledger", "import", file, "--dry-run", "--json"] + columns)
    let plan = try dry.json()
    #expect(plan["entryCount"] as? Int == 3 && plan["isDryRun"] as? Bool == true, "\(plan)")
    #expect(plan["leftOutCount"] as? Int == 1)
    let problems = try #require(plan["problems"] as? [[String: Any]])
    #expect(problems.map { $0["line"] as? Int } == [5])
    #expect(try await setting.items("ledger", "list", "--month", "2026-06").isEmpty)
    let done = try await setting.run(["ledger", "import", file, "--json"] + columns).json()
    #expect(done["entryCount"] as? Int == 3 && done["isSent"] as? Bool == true)
    let rows = try await setting.items("ledger", "list", "--month", "2026-06")
    #expect(Set(rows.compactMap { $0["title"] as? String }) == ["Bakery", "Salary", "Yen"])
    let bakery = try #require(rows.first { $0["title"] as? String == "Bakery" })
    #expect(bakery["flow"] as? String == "spending" && bakery["amountMinor"] as? Int == 470)
    #expect(bakery["day"] as? String == "2026-06-02")
    let salary = try #require(rows.first { $0["title"] as? String == "Salary" })
    #expect(salary["flow"] as? String == "income" && salary["amountMinor"] as? Int == 280_000)
    let again = try await setting.run(["ledger", "import", file, "--json"] + columns).json()
    #expect(again["entryCount"] as? Int == 0 && again["presentCount"] as? Int == 3)
    // Another's are another's.
    #expect(try await setting.items("ledger", "list", as: "ben").isEmpty)
  }

  @Test("amounts of which none is below zero were spent, unless a column says what was earned")
  func signs() async throws {
    let setting = try await Setting()
    for (name, text, flows) in [
      ("a", "Date,Title,Amount\n2026-07-01,A,1\n2026-07-01,B,2\n", ["spending", "spending"]),
      (
        "b", "Date,Title,Amount,Type\n2026-08-01,A,1,income\n2026-08-01,B,2,spending\n",
        ["income", "spending"]
      ),
      ("c", "Date,Title,Amount\n2026-09-01,A,1\n2026-09-01,B,-2\n", ["income", "spending"]),
      (
        "d", "Date,Title,Amount,Type\n2026-10-01,A,1,income\n2026-10-01,B,2,income\n",
        ["income", "income"]
      ),
    ] {
      let file = "\(setting.folder.path)/\(name).csv"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      let run = await setting.run(["ledger", "import", file])
      #expect(run.code == .ok, "\(run.errors)")
      let month = ["a": "2026-07", "b": "2026-08", "c": "2026-09", "d": "2026-10"][name] ?? ""
      let rows = try await setting.items("ledger", "list", "--month", month)
      let found = rows.sorted { "\($0["title"] ?? "")" < "\($1["title"] ?? "")" }
      #expect(found.map { $0["flow"] as? String } == flows, "\(name)")
    }
  }

  @Test("an import is listed and undone by its account; what was changed since stays")
  func undoing() async throws {
    let setting = try await Setting()
    let file = try setting.folder.write(
      "Date,Title,Amount\n2026-07-01,Bread,-3\n2026-07-02,Soap,-2\n", to: "bank.csv")
    let done = try await setting.json("ledger", "import", file)
    let id = try #require(done["undoID"] as? String)
    #expect(try await setting.json("ledger", "import", file, "--dry-run")["undoID"] is NSNull)
    // Nothing was new, so there is nothing to undo.
    #expect(try await setting.json("ledger", "import", file)["undoID"] is NSNull)
    let rows = try await setting.items("ledger", "imports")
    #expect(rows.count == 1 && rows[0]["id"] as? String == id, "\(rows)")
    #expect(rows[0]["fileName"] as? String == "bank.csv" && rows[0]["recordCount"] as? Int == 2)
    #expect(try await setting.items("ledger", "imports", as: "ben").isEmpty)
    let others = await setting.run(["ledger", "undo-import", id], as: "ben")
    #expect(others.code == .refused && others.errors.contains("hearth ledger imports"))
    let soap = try #require(
      try await setting.items("ledger", "list", "--month", "2026-07")
        .first { $0["title"] as? String == "Soap" }?["id"] as? String)
    _ = try await setting.json("ledger", "edit", soap, "--note", "two of them")
    let undone = try await setting.json("ledger", "undo-import", id)
    #expect(undone["entryCount"] as? Int == 1 && undone["kept"] as? [String] == ["Soap"])
    let left = try await setting.items("ledger", "list", "--month", "2026-07")
    #expect(left.map { $0["title"] as? String } == ["Soap"])
    #expect(await setting.run(["ledger", "undo-import", id]).code == .refused)
    #expect(try await setting.items("ledger", "imports").isEmpty)
  }

  @Test("a file that is not there is named as it was typed, whatever imports it")
  func missingFile() async throws {
    let setting = try await Setting()
    for command in [["ledger", "import"], ["group", "import"], ["import"], ["family", "import"]] {
      let none = await setting.run(command + ["/nowhere/x.csv"])
      #expect(none.code == .refused && none.errors.contains(" /nowhere/x.csv"), "\(none.errors)")
      // What was meant by a folder is another matter there: the older program has one.
      guard command != ["import"] else { continue }
      let folder = await setting.run(command + [setting.folder.path])
      #expect(folder.code == .refused && folder.errors.contains(setting.folder.path), "\(command)")
    }
  }
}
