import Foundation
import Testing
import hearth

/// `hearth expense comments`, `hearth group categories` and `hearth group rates` for an account of
/// a hub.
@Suite("hearth group: comments, categories and rates")
struct GroupDetailCommandTests {
  private let folder = TestFolder()

  private func run(_ arguments: [String]) async -> CommandRun {
    await hearth(arguments: arguments + ["--data", folder.data])
  }

  private func json(_ arguments: String...) async throws -> [String: Any] {
    let run = await run(arguments + ["--json"])
    try #require(run.code == .ok, "\(arguments): \(run.errors)")
    return try run.json()
  }

  private func items(_ arguments: String...) async throws -> [[String: Any]] {
    let run = await run(arguments + ["--json"])
    try #require(run.code == .ok, "\(arguments): \(run.errors)")
    return try #require(try run.json()["items"] as? [[String: Any]])
  }

  /// Every one of these is refused with a word that says why, and prints nothing.
  private func refuses(_ faults: [(arguments: [String], code: ExitCode, word: String)]) async {
    for (arguments, code, word) in faults {
      let run = await run(arguments)
      #expect(run.code == code, "\(arguments): \(run.errors)")
      #expect(run.errors.contains(word), "\(arguments): \(run.errors)")
      #expect(run.output.isEmpty)
    }
  }

  private func start() async throws {
    let made = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    try #require(made.code == .ok, "\(made.errors)")
    _ = try await json(
      "group", "add", "Flat", "--me", "Ana", "--member", "Ben", "--currency", "EUR")
  }

  private func expense(_ title: String) async throws -> String {
    try #require(try await json("expense", "add", "Flat", title, "100")["id"] as? String)
  }

  @Test("a comment is written, listed with who wrote it, and deleted; others stay")
  func comments() async throws {
    try await start()
    let (rent, soap) = (try await expense("Rent"), try await expense("Soap"))
    #expect(await run(["expense", "comments", rent]).output.contains("no comments"))
    let first = try await json("expense", "comment", rent, "Was this\nfor two?")
    #expect(first["text"] as? String == "Was this\nfor two?" && first["isSent"] as? Bool == true)
    #expect(first["expenseID"] as? String == rent && first["author"] as? String == "ana")
    _ = try await json("expense", "comment", rent, "Yes.")
    _ = try await json("expense", "comment", soap, "Which?")
    let rows = try await items("expense", "comments", rent)
    #expect(rows.map { $0["text"] as? String } == ["Was this\nfor two?", "Yes."])
    #expect(
      Set(rows[0].keys) == [
        "id", "groupID", "expenseID", "text", "createdAt", "createdBy", "author",
      ])
    let id = try #require(first["id"] as? String)
    await refuses([
      (["expense", "comments", "none"], .refused, "hearth expense list"),
      (["expense", "comment", rent], .usage, "TEXT"),
      (["expense", "comment", rent, "  "], .usage, "TEXT"),
      (["expense", "comment", rent, String(repeating: "a", count: 2001)], .usage, "TEXT"),
      (["expense", "comment", "none", "Hi"], .refused, "hearth expense list"),
      (["expense", "remove-comment", soap, id], .refused, "hearth expense comments"),
      (["expense", "remove-comment", rent, "none"], .refused, "hearth expense comments"),
    ])
    let told = await run(["expense", "comments", rent])
    #expect(told.output.contains("ana  Was this") && told.output.contains("for two?"))
    #expect(try await json("expense", "remove-comment", rent, id)["id"] as? String == id)
    #expect(try await items("expense", "comments", rent).map { $0["text"] as? String } == ["Yes."])
    #expect(try await items("expense", "comments", soap).count == 1)
  }

  @Test("a category is added, renamed where it was named, and deleted; its expenses stay without")
  func categories() async throws {
    try await start()
    let count = try await items("group", "categories", "Flat").count
    let added = try await json(
      "group", "add-category", "Flat", "Skiing", "--emoji", "⛷️", "--colour", "3")
    #expect(added["emoji"] as? String == "⛷️" && added["colorIndex"] as? Int == 3)
    let made = try await json(
      "expense", "add", "Flat", "Lift", "50", "--category", "skiing")
    let renamed = try await json(
      "group", "edit-category", "Flat", "skiing", "--name", "Winter sports")
    #expect(renamed["id"] as? String == added["id"] as? String)
    #expect(renamed["emoji"] as? String == "⛷️" && renamed["name"] as? String == "Winter sports")
    await refuses([
      (["group", "categories", "Cabin"], .refused, "Flat"),
      (["group", "add-category", "Flat", "RENT"], .refused, "that name"),
      (["group", "add-category", "Flat", "  "], .usage, "NAME"),
      (["group", "add-category", "Flat", "Fun", "--colour", "12"], .usage, "--colour"),
      (["group", "add-category", "Flat", "Fun", "--emoji", "no emoji"], .usage, "--emoji"),
      (["group", "edit-category", "Flat", "Winter sports"], .usage, "--name"),
      (["group", "edit-category", "Flat", "Yachts", "--name", "Boats"], .refused, "CATEGORY"),
      (["group", "edit-category", "Flat", "Rent", "--name", "gifts"], .refused, "that name"),
      (["group", "remove-category", "Flat", "Yachts"], .refused, "Groceries"),
    ])
    let rows = try await items("group", "categories", "Flat")
    #expect(rows.count == count + 1 && Set(rows[0].keys) == ["id", "name", "emoji", "colorIndex"])
    _ = try await json("group", "remove-category", "Flat", "Winter sports")
    #expect(try await items("group", "categories", "Flat").count == count)
    let lift = try await json("expense", "show", try #require(made["id"] as? String))
    #expect(lift["title"] as? String == "Lift" && lift["categoryID"] is NSNull)
  }

  @Test("a rate of a group goes before the bank's until it is removed")
  func rates() async throws {
    try await start()
    _ = try await json(
      "expense", "add", "Flat", "Sushi", "1000", "--currency", "JPY", "--date", "2024-03-01")
    func net() async throws -> Set<String> {
      let converted = try await json("balance", "convert", "Flat", "--date", "2024-03-02")
      let rows = converted["members"] as? [[String: Any]] ?? []
      return Set(rows.compactMap { $0["netMinor"] as? String })
    }
    let bank = try await net()
    #expect(await run(["group", "rates", "Flat"]).output.contains("the bank's"))
    let set = try await json(
      "group", "set-rate", "Flat", "jpy", "EUR", "0,01", "--date", "2024-03-01")
    #expect(set["fromCurrency"] as? String == "JPY" && set["rate"] as? String == "0.01")
    #expect(set["day"] as? String == "2024-03-01" && set["isSent"] as? Bool == true)
    #expect(try await net() == ["500", "-500"])
    // The same currencies and day: it takes the other's place.
    _ = try await json("group", "set-rate", "Flat", "JPY", "EUR", "0.02", "--date", "2024-03-01")
    #expect(try await net() == ["1000", "-1000"])
    await refuses([
      (["group", "set-rate", "Flat", "JPY", "JPY", "1"], .usage, "TO is JPY"),
      (["group", "set-rate", "Flat", "JP", "EUR", "1"], .usage, "FROM"),
      (["group", "set-rate", "Flat", "JPY", "Euro", "1"], .usage, "TO"),
      (["group", "set-rate", "Flat", "JPY", "EUR", "0"], .usage, "RATE"),
      (["group", "set-rate", "Flat", "JPY", "EUR", "much"], .usage, "RATE"),
      (["group", "set-rate", "Flat", "JPY", "EUR", "1.234,5"], .usage, "RATE"),
      (["group", "set-rate", "Flat", "JPY", "EUR", "1", "--date", "soon"], .usage, "--date"),
      (["group", "remove-rate", "Flat", "none"], .refused, "hearth group rates"),
      (["group", "rates", "Cabin"], .refused, "Flat"),
    ])
    let rows = try await items("group", "rates", "Flat")
    #expect(rows.count == 1 && rows[0]["rate"] as? String == "0.02")
    let told = await run(["group", "rates", "Flat"]).output
    #expect(told.contains("1 JPY = 0.02 EUR") && told.contains("by ana"), "\(told)")
    _ = try await json("group", "remove-rate", "Flat", try #require(rows[0]["id"] as? String))
    #expect(try await net() == bank)
  }
}
