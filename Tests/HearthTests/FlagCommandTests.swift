import Hub
import HubSQLite
import Testing
import hearth

@Suite("hearth flags and hearth plans")
struct FlagCommandTests {
  private func folder() async throws -> TestFolder {
    let folder = TestFolder()
    for name in ["ana", "ben"] {
      let made = await hearth("account", "create", name, "--data", folder.data, secret: password)
      try #require(made.code == .ok, "\(made.errors)")
    }
    return folder
  }

  @Test("S1-2.1-gate-a S1-8.1-f sharing is opened to a few, paused, and opened again")
  func flags() async throws {
    let folder = try await folder()
    let first = await hearth("flags", "--data", folder.data)
    #expect(first.code == .ok && first.output.contains("open to everybody; nobody has changed"))
    let few = await hearth(
      "flags", "set", "cohort", "--percent", "5", "--allow", "ana, ben", "--data", folder.data)
    #expect(few.code == .ok, "\(few.errors)")
    #expect(few.output.contains("open to some: 5 % of all accounts, and ana, ben"))
    let killed = await hearth("flags", "set", "kill", "--data", folder.data, "--json")
    let json = try killed.json()
    #expect(json["state"] as? String == "killed" && json["version"] as? Int == 2)
    _ = await hearth("flags", "set", "open", "--data", folder.data)
    let all = await hearth("flags", "--data", folder.data)
    let lines = all.output.split(separator: "\n")
    #expect(lines.count == 3 && lines[1].hasPrefix("before: Sharing is paused"))
    let store = try HubSQLite(path: folder.data + "/hub.db")
    #expect(try store.read { try $0.sharingFlag()?.version } == 3)
  }

  @Test("I1-3 a pause may hide what is shared, which ends alone or with the pause")
  func hiding() async throws {
    let folder = try await folder()
    func set(_ arguments: String...) async throws -> Bool? {
      let run = await hearth(
        arguments: ["flags", "set"] + arguments + ["--data", folder.data, "--json"])
      #expect(run.code == .ok, "\(run.errors)")
      return try run.json()["hidesShared"] as? Bool
    }
    #expect(try await set("kill", "--hide") == true)
    #expect(try await set("kill") == true)
    let shown = await hearth("flags", "--data", folder.data)
    #expect(shown.output.contains("paused, and shared homes are hidden"), "\(shown.output)")
    #expect(try await set("kill", "--show") == false)
    #expect(try await set("kill", "--hide") == true)
    #expect(try await set("open") == false)
    for arguments in [["open", "--hide"], ["kill", "--hide", "--show"]] {
      let run = await hearth(arguments: ["flags", "set"] + arguments + ["--data", folder.data])
      #expect(run.code == .usage && run.errors.contains("--hide"), "\(run.errors)")
    }
  }

  @Test("a cohort of those named alone is no share of all others")
  func named() async throws {
    let folder = try await folder()
    func text(_ arguments: String...) async throws -> String {
      let run = await hearth(
        arguments: ["flags", "set", "cohort"] + arguments + ["--data", folder.data])
      #expect(run.code == .ok, "\(run.errors)")
      return run.output
    }
    #expect(try await text("--allow", "ana").contains("0 %"))
    // What somebody has said of the share holds on.
    #expect(try await text("--percent", "7").contains("7 %"))
    #expect(try await text("--allow", "ben").contains("7 %"))
  }

  @Test("a flag that cannot be is refused, and says what to write instead")
  func wrong() async throws {
    let folder = try await folder()
    func run(_ arguments: String...) async -> (ExitCode, String) {
      let run = await hearth(arguments: ["flags", "set"] + arguments + ["--data", folder.data])
      return (run.code, run.errors)
    }
    let word = await run("shut")
    #expect(word.0 == .usage && word.1.contains("open, cohort, closed and kill"))
    let much = await run("cohort", "--percent", "101")
    #expect(much.0 == .usage && much.1.contains("0 to 100"))
    let text = await run("cohort", "--percent", "few")
    #expect(text.0 == .usage && text.1.contains("'few'"))
    let nobody = await run("cohort", "--allow", "dee")
    #expect(nobody.0 == .refused && nobody.1.contains("no account 'dee'"))
    let everybody = await run("cohort")
    #expect(everybody.0 == .usage && everybody.1.contains("--percent 5"))
    let beside = await run("closed", "--percent", "5")
    #expect(beside.0 == .usage && beside.1.contains("cohort"))
    let both = await run("open", "--internal", "--no-internal")
    #expect(both.0 == .usage)
    let none = await hearth("flags", "set", "open", "--data", folder.path + "/none")
    #expect(none.code == .refused)
  }

  @Test("A19 X09 plans are off, are enforced, and are given until a day")
  func plans() async throws {
    let folder = try await folder()
    let off = await hearth("plans", "--data", folder.data)
    #expect(off.code == .ok && off.output.contains("Plans are off."))
    let on = await hearth("plans", "mode", "enforced", "--data", folder.data)
    #expect(on.output.contains("Plans are enforced."))
    let given = await hearth(
      "plans", "give", "ana", "household", "--until", "2999-12-31", "--data", folder.data)
    #expect(given.code == .ok, "\(given.errors)")
    #expect(given.output.contains("ana: household, until the end of 2999-12-31"), "\(given.output)")
    let past = await hearth(
      "plans", "give", "ana", "household", "--until", "2001-01-01", "--data", folder.data)
    #expect(past.code == .refused && past.errors.contains("in the future"))
    let noDay = await hearth(
      "plans", "give", "ana", "household", "--until", "soon", "--data", folder.data)
    #expect(noDay.code == .usage && noDay.errors.contains("YYYY-MM-DD"))
    for day in ["2999-02-29", "2999-04-31", "2999-13-01"] {
      let none = await hearth(
        "plans", "give", "ana", "household", "--until", day, "--data", folder.data)
      #expect(none.code == .usage && none.errors.contains(day), "\(day): \(none.errors)")
    }
    let other = await hearth("plans", "give", "ana", "gold", "--data", folder.data)
    #expect(other.code == .usage && other.errors.contains("household"))
    let taken = await hearth("plans", "take", "ana", "--data", folder.data)
    #expect(taken.code == .ok && !taken.output.contains("ana"))
  }
}
