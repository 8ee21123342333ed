import Foundation
import Testing
import hearth

/// A family in a file, by commands.
@Suite("hearth family export, import and undo")
struct FamilyFileCommandTests {
  private struct Home {
    let folder = TestFolder()
    let file: String

    init() async throws {
      file = folder.path + "/family.zip"
      for name in ["ann", "dan"] {
        let made = await hearth(
          "account", "create", name, "--data", folder.data, secret: password)
        try #require(made.code == .ok, "\(made.errors)")
      }
      for arguments in [
        ["family", "create", "Lindqvist"],
        ["routine", "add", "Teeth", "--who", "me", "--from", "2026-06-01", "--step", "Top"],
        ["routine", "tick", "Teeth", "--on", "2026-06-04"],
      ] {
        let run = await run("ann", arguments)
        try #require(run.code == .ok, "\(run.errors)")
      }
    }

    func run(_ account: String, _ arguments: [String]) async -> CommandRun {
      await hearth(arguments: arguments + ["--account", account, "--data", folder.data])
    }

    func json(_ account: String, _ arguments: String...) async throws -> [String: Any] {
      let run = await run(account, arguments + ["--json"])
      try #require(run.code == .ok, "\(arguments): \(run.errors)")
      return try run.json()
    }
  }

  @Test("a family moves to another account in a file, once, and is taken back")
  func moves() async throws {
    let home = try await Home()
    _ = try await home.json("ann", "family", "export", home.file)
    #expect(await home.run("ann", ["family", "export", home.file]).code == .refused)
    let look = try await home.json("dan", "family", "import", home.file, "--dry-run")
    #expect((look["new"] as? [String: Int])?["routine"] == 1)
    #expect(await home.run("dan", ["family", "show"]).code == .refused)
    let came = try await home.json("dan", "family", "import", home.file)
    #expect((came["new"] as? [String: Int])?["tick"] ?? 0 > 0)
    let undo = try #require(came["undoID"] as? String)
    #expect(try await home.json("dan", "family", "show")["name"] as? String == "Lindqvist")
    let again = try await home.json("dan", "family", "import", home.file)
    #expect((again["new"] as? [String: Int])?.isEmpty == true)
    let list = try await home.json("dan", "family", "imports")["items"] as? [[String: Any]]
    #expect(list?.compactMap { $0["id"] as? String } == [undo])
    // Nobody takes back what somebody else has imported.
    #expect(await home.run("ann", ["family", "undo", undo]).code == .refused)
    let undone = try await home.json("dan", "family", "undo", undo)
    #expect(undone["isWhole"] as? Bool == true)
    #expect(await home.run("dan", ["family", "show"]).code == .refused)
    #expect(await home.run("dan", ["family", "undo", undo]).code == .refused)
  }

  @Test("an archive of everything brings the family back, too, or says why not")
  func everything() async throws {
    let home = try await Home()
    let all = home.folder.path + "/all.zip"
    let written = await home.run("ann", ["export", "--format", "zip", all])
    try #require(written.code == .ok, "\(written.errors)")
    let came = try await home.json("dan", "import", all)
    #expect((came["family"] as? [String: Any])?["name"] as? String == "Lindqvist")
    #expect(try await home.json("dan", "routine", "list")["items"] as? [Any] != nil)
    _ = try await home.json("dan", "routine", "add", "Own", "--who", "me")
    for name in ["eve"] {
      let made = await hearth(
        "account", "create", name, "--data", home.folder.data, secret: password)
      try #require(made.code == .ok)
      _ = try await home.json(name, "family", "create", "Berg")
      _ = try await home.json(name, "routine", "add", "Own", "--who", "me")
    }
    let other = try await home.json("eve", "import", all)
    #expect((other["familyRefusal"] as? String)?.contains("Berg") == true)
    #expect(await home.run("eve", ["family", "import", all]).code == .refused)
  }

  @Test("--person says who is who, and names that are nobody's are refused")
  func people() async throws {
    let home = try await Home()
    _ = try await home.json("ann", "family", "export", home.file)
    let name = "ann"
    for wrong in ["\(name)=nobody", "nobody=dan", "dan"] {
      let run = await home.run("dan", ["family", "import", home.file, "--person", wrong])
      #expect(run.code == (wrong == "dan" ? .usage : .refused), "\(run.errors)")
    }
    let came = try await home.json(
      "dan", "family", "import", home.file, "--person", "\(name)=dan")
    let people = came["people"] as? [[String: Any]] ?? []
    #expect(people.count == 1 && people[0]["personID"] is String)
    let day = try await home.json("dan", "routine", "day", "--on", "2026-06-04")
    #expect((day["entries"] as? [[String: Any]])?.first?["state"] as? String == "done")
  }
}
