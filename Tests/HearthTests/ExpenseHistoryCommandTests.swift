import Foundation
import Testing
import hearth

/// `hearth expense history|undo|deleted|restore` for an account of a hub.
@Suite("hearth expense history")
struct ExpenseHistoryCommandTests {
  private struct Flat {
    let folder = TestFolder()

    init() async throws {
      let made = await hearth(
        "account", "create", "ana", "--data", folder.data, secret: password)
      try #require(made.code == .ok, "\(made.errors)")
      _ = try await json("group", "add", "Flat", "--me", "Ana", "--member", "Ben")
    }

    func run(_ arguments: [String]) async -> CommandRun {
      await hearth(arguments: arguments + ["--data", folder.data])
    }

    func json(_ arguments: String...) async throws -> [String: Any] {
      let run = await run(arguments + ["--json"])
      try #require(run.code == .ok, "\(arguments): \(run.errors)")
      return try run.json()
    }

    func items(_ arguments: String...) async throws -> [[String: Any]] {
      let run = await run(["expense"] + arguments + ["--json"])
      try #require(run.code == .ok, "\(arguments): \(run.errors)")
      return try #require(try run.json()["items"] as? [[String: Any]])
    }
  }

  @Test("a change of an expense is taken back by its number, once, and that as well")
  func undo() async throws {
    let flat = try await Flat()
    let id = try #require(
      try await flat.json("expense", "add", "Flat", "Bread", "12")["id"] as? String)
    _ = try await flat.json("expense", "edit", id, "--amount", "20")
    let own = try await flat.items("history", "Flat", id)
    #expect(own.count == 2)
    let change = try #require(own.first)
    #expect(change["canUndo"] as? Bool == true)
    let number = try #require(change["id"] as? String)
    let done = try await flat.json("expense", "undo", "Flat", number)
    #expect((done["reverted"] as? [Any])?.isEmpty == false)
    #expect(try await flat.json("expense", "show", id)["amountMinor"] as? Int == 1200)
    let again = await flat.run(["expense", "undo", "Flat", number])
    #expect(again.code == .refused, "\(again.errors)")
    let last = try #require(try await flat.items("history", "Flat").first?["id"] as? String)
    _ = try await flat.json("expense", "undo", "Flat", last)
    #expect(try await flat.json("expense", "show", id)["amountMinor"] as? Int == 2000)
    for bad in ["0", "x", "9999", "9223372036854775807", "-1"] {
      let answer = await flat.run(["expense", "undo", "Flat", "--", bad])
      #expect(answer.code == .refused || answer.code == .usage, "\(bad): \(answer.errors)")
    }
    // The one that made the group.
    let first = try #require(try await flat.items("history", "Flat").last?["id"] as? String)
    #expect(await flat.run(["expense", "undo", "Flat", first]).code == .refused)
    let bad = await flat.run(["expense", "history", "Flat", "--after", "x"])
    #expect(bad.code == .usage)
  }

  @Test("a deleted expense is listed and restored under its id as it was, and then is there")
  func restore() async throws {
    let flat = try await Flat()
    let id = try #require(
      try await flat.json("expense", "add", "Flat", "Bread", "12")["id"] as? String)
    #expect(try await flat.items("deleted", "Flat").isEmpty)
    #expect(await flat.run(["expense", "restore", "Flat", id]).code == .refused)
    _ = try await flat.json("expense", "delete", id)
    let gone = try #require(try await flat.items("deleted", "Flat").first)
    #expect(gone["expenseID"] as? String == id && gone["title"] as? String == "Bread")
    #expect(gone["canRestore"] as? Bool == true)
    let back = try await flat.json("expense", "restore", "Flat", id)
    #expect(back["id"] as? String == id && back["amountMinor"] as? Int == 1200)
    #expect(try await flat.items("deleted", "Flat").isEmpty)
    #expect(await flat.run(["expense", "restore", "Flat", id]).code == .refused)
    #expect(await flat.run(["expense", "restore", "Flat", "nothing"]).code == .refused)
    #expect(await flat.run(["expense", "restore", "Cabin", id]).code == .refused)
  }
}
