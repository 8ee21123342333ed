import Foundation
import Testing
import hearth

/// What commands keep of groups that somebody has lost, and `hearth ledger currency`.
@Suite("hearth ledger: lost groups and the own currency")
struct LostShareCommandTests {
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
      try await join()
      _ = try await json("group", "claim", "Flat", "Ben", as: "ben")
      _ = try await json("expense", "add", "Flat", "Rent", "100", "--date", "2026-03-03")
    }

    func join() async throws {
      let invite = try await json("group", "invite", "Flat", "editor")
      let code = try #require(invite["code"] as? String)
      _ = try await json("group", "join", code, as: "ben")
    }

    func run(_ arguments: [String], as account: String = "ana") async -> CommandRun {
      await hearth(arguments: arguments + ["--data", folder.data, "--account", account])
    }

    @discardableResult
    func json(_ arguments: String..., as account: String = "ana") async throws -> [String: Any] {
      let run = await run(arguments + ["--json"], as: account)
      try #require(run.code == .ok, "\(arguments): \(run.errors)")
      return try run.json()
    }

    /// What somebody's ledger says: titles and amounts.
    func ledger(_ account: String) async throws -> [String] {
      let items = try await json("ledger", "list", as: account)["items"] as? [[String: Any]]
      return (items ?? []).map { "\($0["title"] ?? "") \($0["amountMinor"] ?? "")" }
    }
  }

  // D-MIR-12 D-GRP-13
  @Test(
    "whoever loses a group, in whichever way, has their shares in the ledger that commands show",
    arguments: ["leave", "remove-person", "stop-sharing", "delete"])
  func lost(_ way: String) async throws {
    let setting = try await Setting()
    switch way {
    case "leave": try await setting.json("group", way, "Flat", as: "ben")
    case "remove-person": try await setting.json("group", way, "Flat", "ben")
    default: try await setting.json("group", way, "Flat")
    }
    for account in way == "delete" ? ["ana", "ben"] : ["ben"] {
      #expect(try await setting.ledger(account) == ["Rent 5000"], "\(way) \(account)")
      let month = try await setting.json("ledger", "month", "2026-03", as: account)
      #expect(month["sharedMinor"] as? String == "5000", "\(way) \(account)")
      let groups = try #require(month["groups"] as? [[String: Any]])
      #expect(groups.map { $0["name"] as? String } == ["Flat"], "\(way) \(account)")
    }
    guard way != "delete", way != "stop-sharing" else { return }
    // Back, and out again after more has come.
    try await setting.join()
    #expect(try await setting.ledger("ben") == ["Rent 5000"])
    try await setting.json("expense", "add", "Flat", "Soap", "8", "--date", "2026-03-04")
    #expect(try await setting.ledger("ben") == ["Soap 400", "Rent 5000"])
    try await setting.json("group", "remove-person", "Flat", "ben")
    #expect(try await setting.ledger("ben") == ["Soap 400", "Rent 5000"])
    let items = try await setting.json("ledger", "list", as: "ben")["items"] as? [[String: Any]]
    let soap = try #require(items?.first?["id"] as? String)
    try await setting.json("ledger", "delete", soap, as: "ben")
    #expect(try await setting.ledger("ben") == ["Rent 5000"])
  }

  @Test("who is no member, or has no share, keeps nothing of a group; nobody keeps what is others'")
  func nothing() async throws {
    let setting = try await Setting()
    try await setting.json("group", "release", "Flat", "me", as: "ben")
    try await setting.json("group", "remove-person", "Flat", "ben")
    #expect(try await setting.ledger("ben").isEmpty)
    #expect(try await setting.ledger("ana") == ["Rent 5000"])
  }

  // S2-RECOMP-0
  @Test("the own currency is shown and changed, and everything is told in it")
  func currency() async throws {
    let setting = try await Setting()
    try await setting.json(
      "ledger", "add", "Pho", "10000000000000", "--currency", "VND", "--date", "2026-03-01")
    let before = try await setting.json("ledger", "currency")
    #expect(before["currency"] as? String == "EUR" && before["rowCount"] as? Int == 2)
    #expect(before["isSent"] == nil && before["convertedCount"] as? Int == 1)
    let changed = try await setting.json("ledger", "currency", "usd")
    #expect(changed["currency"] as? String == "USD" && changed["isSent"] as? Bool == true)
    #expect(changed["isConverting"] as? Bool == false && changed["convertedCount"] as? Int == 1)
    let said = await setting.run(["ledger", "currency", "USD"])
    #expect(said.code == .ok && said.output.contains("1 of 2 amounts"), "\(said.output)")
    #expect(said.output.contains("no exchange rate"), "\(said.output)")
    #expect(try await setting.json("ledger", "month", "2026-03")["currency"] as? String == "USD")
    for wrong in ["XXX", "euro", ""] {
      let refused = await setting.run(["ledger", "currency", wrong])
      #expect(refused.code == .usage, "\(wrong): \(refused.errors)")
    }
    #expect(try await setting.json("ledger", "currency")["currency"] as? String == "USD")
    #expect(try await setting.json("ledger", "currency", as: "ben")["currency"] as? String == "EUR")
  }
}
