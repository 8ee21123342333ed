import Foundation
import Testing
import hearth

@Suite("hearth import")
struct ImportCommandTests {
  private func withAccount() async throws -> TestFolder {
    let folder = TestFolder()
    let run = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    try #require(run.code == .ok, "\(run.errors)")
    return folder
  }

  @Test("a dry run works without a data folder, and makes none")
  func dryRunOnNothing() async throws {
    let folder = TestFolder()
    let file = try folder.write(homebox, to: "items.csv")
    let run = await hearth("import", file, "--dry-run", "--json", "--data", folder.data)
    #expect(run.code == .ok, "\(run.errors)")
    let items = try run.json()["items"] as? [String: Int]
    #expect(items == ["new": 3, "updated": 0, "unchanged": 0, "needsFixing": 0, "skipped": 0])
    #expect(try folder.names("") == ["items.csv"])
  }

  @Test("importing a file twice changes nothing the second time")
  func twice() async throws {
    let folder = try await withAccount()
    let file = try folder.write(homebox, to: "items.csv")
    let first = await hearth("import", file, "--home", "Flat", "--data", folder.data, "--json")
    #expect(first.code == .ok, "\(first.errors)")
    #expect((try first.json()["items"] as? [String: Int])?["new"] == 3)
    let second = await hearth("import", file, "--home", "Flat", "--data", folder.data, "--json")
    let items = try second.json()["items"] as? [String: Int]
    #expect(items?["unchanged"] == 3)
    #expect(items?["new"] == 0)
    let status = try await hearth(
      "status", "--account", "ana", "--data", folder.data, "--json"
    ).json()
    let homes = try #require(status["homes"] as? [[String: Any]])
    #expect(homes.map { $0["name"] as? String } == ["Flat"])
    #expect(homes.first?["itemCount"] as? Int == 3)
  }

  @Test("a changed row is updated, a new one added, in one step")
  func update() async throws {
    let folder = try await withAccount()
    let file = try folder.write(homebox, to: "items.csv")
    _ = await hearth("import", file, "--home", "Flat", "--data", folder.data)
    let changed = homebox.replacing("Fork,24", with: "Fork,12") + "ref-4,Kitchen,,Ladle,1,,\n"
    let second = try folder.write(changed, to: "changed.csv")
    let run = await hearth("import", second, "--home", "Flat", "--data", folder.data, "--json")
    let items = try run.json()["items"] as? [String: Int]
    #expect(items?["updated"] == 1)
    #expect(items?["new"] == 1)
    #expect(items?["unchanged"] == 2)
  }

  @Test("a row that cannot be read is told of by line and column, and the others are imported")
  func needsFixing() async throws {
    let folder = try await withAccount()
    let broken = homebox.replacing("06/14/2023", with: "the day before")
    let file = try folder.write(broken, to: "items.csv")
    let run = await hearth("import", file, "--home", "Flat", "--data", folder.data, "--json")
    #expect(run.code == .ok)
    let json = try run.json()
    #expect((json["items"] as? [String: Int])?["needsFixing"] == 1)
    let problem = try #require((json["problems"] as? [[String: Any]])?.first)
    #expect(problem["line"] as? Int == 3)
    #expect(problem["column"] as? String == "HB.purchase_date")
    #expect(problem["isBlocking"] as? Bool == true)
  }

  @Test("D-MIG-4 a row without a name is told of once")
  func nameless() async throws {
    let folder = try await withAccount()
    let file = try folder.write(homebox.replacing("Espresso machine", with: ""), to: "items.csv")
    let run = await hearth("import", file, "--home", "Flat", "--data", folder.data, "--json")
    let problems = try #require(try run.json()["problems"] as? [[String: Any]])
    #expect(problems.compactMap { $0["line"] as? Int }.filter { $0 == 3 } == [3], "\(problems)")
    #expect(problems.first?["reason"] as? String == "missingName")
  }

  @Test(
    "a file that is broken as a whole is refused with the reason, and nothing is written",
    arguments: [
      ("HB.name\n\"never closed\n", "never closes"), ("", "is empty"),
      ("shade;colour\nchair;red\n", "These are there: shade and colour"),
      ("PK\u{3}\u{4}cut off", "archive is damaged"),
      ("HB.name,HB.name\na,b\n", "twice"),
    ])
  func broken(content: String, reason: String) async throws {
    let folder = try await withAccount()
    let file = try folder.write(content, to: "items.csv")
    let run = await hearth("import", file, "--home", "Flat", "--data", folder.data)
    #expect(run.code == .refused)
    #expect(run.errors.contains(reason), "\(run.errors)")
    let status = try await hearth("status", "--data", folder.data, "--json").json()
    #expect(status["homeCount"] as? Int == 0)
  }

  @Test("without an account nothing can be imported, and the sentence says how to make one")
  func noAccount() async throws {
    let folder = TestFolder()
    _ = await hearth("account", "create", "x", "--data", folder.data, secret: "short")
    let file = try folder.write(homebox, to: "items.csv")
    let run = await hearth("import", file, "--data", folder.data)
    #expect(run.code == .refused)
    #expect(run.errors.contains("hearth account create"))
  }

  @Test("a dry run needs no account either where a hub has none or several, and says how it looks")
  func dryRunOfNobody() async throws {
    let folder = try await withAccount()
    let file = try folder.write(homebox, to: "items.csv")
    let first = await hearth("import", file, "--home", "Flat", "--data", folder.data)
    try #require(first.code == .ok, "\(first.errors)")
    let look = ["import", file, "--dry-run", "--home", "Flat", "--data", folder.data, "--json"]
    let compared = await hearth(arguments: look)
    #expect((try compared.json()["items"] as? [String: Int])?["new"] == 0)
    #expect(!compared.errors.contains("--account"))
    _ = await hearth("account", "create", "ben", "--data", folder.data, secret: password)
    let alone = await hearth(arguments: look)
    #expect(alone.code == .ok, "\(alone.errors)")
    #expect((try alone.json()["items"] as? [String: Int])?["new"] == 3)
    #expect(alone.errors.contains("say who with --account NAME"), "\(alone.errors)")
    let named = await hearth(arguments: look + ["--account", "ana"])
    #expect((try named.json()["items"] as? [String: Int])?["new"] == 0)
    let written = await hearth("import", file, "--data", folder.data)
    #expect(written.code == .refused && written.errors.contains("several accounts"))

    let empty = TestFolder()
    _ = await hearth("account", "create", "x", "--data", empty.data, secret: "short")
    let nobody = await hearth("import", file, "--dry-run", "--data", empty.data)
    #expect(nobody.code == .ok, "\(nobody.errors)")
  }

  @Test("what was exported is imported again without a change")
  func roundTrip() async throws {
    let folder = try await withAccount()
    let file = try folder.write(homebox, to: "items.csv")
    _ = await hearth("import", file, "--home", "Flat", "--data", folder.data)
    let out = folder.path + "/out"
    let export = await hearth("export", "--out", out, "--data", folder.data, "--json")
    #expect(export.code == .ok, "\(export.errors)")
    #expect(try export.json()["itemCount"] as? Int == 3)
    let again = await hearth(
      "import", out + "/1-Flat.csv", "--home", "Flat", "--data", folder.data, "--json", "--dry-run")
    #expect((try again.json()["items"] as? [String: Int])?["new"] == 0, "\(again.output)")
    let json =
      try JSONSerialization.jsonObject(
        with: try #require(folder.bytes("out/household.json"))) as? [String: Any]
    let tables = json?["tables"] as? [String: [[String: Any]]]
    #expect(tables?["items"]?.count == 3)
  }
}
