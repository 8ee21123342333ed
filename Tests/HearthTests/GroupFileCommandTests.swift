import Foundation
import Testing
import hearth

/// `hearth group import`, `imports`, `undo-import` and `export` for an account of a hub.
@Suite("hearth group import and export")
struct GroupFileCommandTests {
  private let folder = TestFolder()

  private func run(_ arguments: [String], as account: String = "ana") async -> CommandRun {
    await hearth(arguments: arguments + ["--data", folder.data, "--account", account])
  }

  private func json(
    _ arguments: String..., as account: String = "ana"
  ) async throws -> [String: Any] {
    let run = await run(arguments + ["--json"], as: account)
    try #require(run.code == .ok, "\(arguments): \(run.errors)")
    return try run.json()
  }

  private func items(
    _ arguments: String..., as account: String = "ana"
  ) async throws -> [[String: Any]] {
    let run = await run(arguments + ["--json"], as: account)
    try #require(run.code == .ok, "\(arguments): \(run.errors)")
    let value = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    let items = (value as? [String: Any])?["items"] ?? value
    return try #require(items as? [[String: Any]], "\(run.output)")
  }

  private func write(_ text: String, _ name: String) throws -> String {
    let path = "\(folder.path)/\(name)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func start() async throws {
    for account in ["ana", "ben"] {
      let made = await hearth(
        "account", "create", account, "--data", folder.data, secret: password)
      try #require(made.code == .ok, "\(made.errors)")
    }
  }

  // S2-V6
  @Test("a file comes in once, is listed, undone by its account alone, and out again without loss")
  func comesAndGoes() async throws {
    try await start()
    let file = try write(
      """
      Date,Title,Amount,Paid by,For whom
      2026-06-01,Rent,900.00,Ana,"Ana, Ben"
      2026-06-02,Bread,3.20,Ben,"Ana, Ben"
      someday,Nothing,1.00,Ben,Ana
      """, "flat.csv")
    let look = try await json("group", "import", file, "--new-group", "Flat", "--dry-run")
    #expect(look["newCount"] as? Int == 2 && look["leftOutCount"] as? Int == 1, "\(look)")
    let problems = try #require(look["problems"] as? [[String: Any]])
    #expect(problems.contains { $0["line"] as? Int == 4 })
    let nets = try #require(look["balances"] as? [[String: Any]])
    #expect(
      nets.map { "\($0["name"] ?? "") \($0["afterMinor"] ?? "")" } == ["Ana 44840", "Ben -44840"])
    #expect(try await items("group", "list").isEmpty)
    let came = try await json("group", "import", file, "--new-group", "Flat")
    #expect(came["newCount"] as? Int == 2)
    let again = try await json("group", "import", file)
    #expect(again["newCount"] as? Int == 0 && again["groupName"] as? String == "Flat")
    let out = "\(folder.path)/flat.json"
    #expect(try await json("group", "export", "Flat", out)["expenseCount"] as? Int == 2)
    #expect(await run(["group", "export", "Flat", out]).code == .refused)
    let copy = try await json("group", "import", out, "--new-group", "Copy", as: "ben")
    #expect(copy["newCount"] as? Int == 2 && copy["source"] as? String == "hearth")
    let undo = try #require(came["undoID"] as? String)
    #expect(try await items("group", "imports").map { $0["id"] as? String } == [undo])
    #expect(await run(["group", "undo-import", undo], as: "ben").code == .refused)
    #expect(try await json("group", "undo-import", undo)["group"] as? String == "Flat")
    #expect(await run(["group", "show", "Flat"]).code == .refused)
  }

  @Test("people and columns are named; what cannot be is refused with what there is")
  func named() async throws {
    try await start()
    _ = try await json(
      "group", "add", "Flat", "--me", "Ana", "--member", "Ben", "--currency", "EUR")
    let file = try write(
      "Wann;Wer;Was;Geld\n02.06.2026;Benjamin;Brot;3,20\n13.06.2026;Ana;Öl;5,00\n", "wg.csv")
    let columns = ["--columns", "day,payer,title,amount"]
    for (more, word) in [
      ([], "Geld"), (["--columns", "day,who"], "who"),
      (columns + ["--person", "Benjamin"], "NAME=MEMBER"),
      (columns + ["--person", "Cyd=Ben"], "Benjamin"),
      (columns + ["--person", "Benjamin=Cyd"], "Ben"),
      (columns + ["--new-group", "X"], "--new-group"),
      (columns + ["--currency", "XYZ"], "XYZ"),
    ] {
      let run = await run(["group", "import", file, "--group", "Flat"] + more)
      #expect(run.code != .ok && run.errors.contains(word), "\(more): \(run.errors)")
    }
    let done = await run(
      ["group", "import", file, "--group", "Flat", "--person", "Benjamin=Ben"] + columns)
    #expect(done.code == .ok && done.output.contains("2 expenses"), "\(done.errors)")
    #expect(try await items("group", "members", "Flat").count == 2)
  }

  @Test("rows of which the file does not tell who paid are named before and after they come in")
  func unknownPayers() async throws {
    try await start()
    let file = try write(
      """
      Date,Description,Category,Cost,Currency,Ana,Ben,Cy
      2022-03-01,Dinner,General,90.00,HRK,30.00,15.00,-45.00
      2026-03-02,Taxi,General,9.00,EUR,6.00,-3.00,-3.00
      """, "splitwise.csv")
    let arguments = ["group", "import", file, "--new-group", "Trip"]
    for more in [["--dry-run"], []] {
      let row = try await run(arguments + more + ["--json"]).json()
      // A currency that ended comes in as any other.
      #expect(row["newCount"] as? Int == 2 && row["leftOutCount"] as? Int == 0, "\(row)")
      let unknown = try #require(row["unknownPayers"] as? [[String: Any]])
      #expect(unknown.map { $0["title"] as? String } == ["Dinner"])
      #expect(unknown.first?["line"] as? Int == 2)
      #expect(unknown.first?["payers"] as? [String] == ["Ana", "Ben"])
      #expect((unknown.first?["sentence"] as? String)?.contains("who paid how much") == true)
      guard !more.isEmpty else { continue }
      let said = await run(arguments + more)
      #expect(said.output.contains("line 2: “Dinner”"), "\(said.output)")
    }
  }

  @Test("a file that is none of expenses, or of one's own money, is refused in their words")
  func noneOfThese() async throws {
    try await start()
    let file = try write("\u{1}\u{2}nothing\n", "nothing.bin")
    for (arguments, word) in [
      (["group", "import", file, "--new-group", "Trip"], "Splitwise"),
      (["ledger", "import", file], "income and spending"),
    ] {
      let run = await run(arguments)
      #expect(run.code == .refused && run.errors.contains(word), "\(arguments): \(run.errors)")
      #expect(!run.errors.contains("Item”"), "\(arguments): \(run.errors)")
    }
    let missing = await run(["group", "import", "none.csv", "--new-group", "Trip"])
    #expect(missing.code == .refused && missing.errors.contains("there is no file none.csv"))
  }
}
