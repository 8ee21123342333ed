import Foundation
import Testing
import hearth

/// `hearth family` and `hearth routine` for an account of a hub.
@Suite("hearth family and routine")
struct FamilyCommandTests {
  private struct Home {
    let folder = TestFolder()

    init() async throws {
      let made = await hearth(
        "account", "create", "ann", "--data", folder.data, secret: password)
      try #require(made.code == .ok, "\(made.errors)")
      _ = try await json("family", "create", "Lindqvist", "--zone", "Europe/Stockholm")
    }

    func run(_ arguments: String...) async -> CommandRun {
      await hearth(arguments: arguments + ["--data", folder.data])
    }

    func json(_ arguments: String...) async throws -> [String: Any] {
      let run = await hearth(arguments: arguments + ["--data", folder.data, "--json"])
      try #require(run.code == .ok, "\(arguments): \(run.errors)")
      return try run.json()
    }
  }

  @Test("a family that is founded without a zone has the account's, unless it is to have none")
  func zones() async throws {
    for (said, zone) in [
      ([], "UTC"), (["--zone", "none"], ""), (["--zone", "Asia/Tokyo"], "Asia/Tokyo"),
    ] {
      let folder = TestFolder()
      let made = await hearth(
        "account", "create", "ann", "--data", folder.data, secret: password)
      try #require(made.code == .ok, "\(made.errors)")
      let run = await hearth(
        arguments: ["family", "create", "Berg", "--data", folder.data, "--json"] + said)
      try #require(run.code == .ok, "\(run.errors)")
      #expect(try run.json()["timeZone"] as? String == zone)
    }
  }

  @Test("a routine is added, changed, done step by step and archived")
  func routines() async throws {
    let home = try await Home()
    let added = try await home.json(
      "routine", "add", "Teeth", "--who", "me", "--days", "mon,Thursday", "--from", "2026-06-01",
      "--part", "evening", "--step", "Top", "--step", "Bottom", "--approve", "on")
    #expect(added["weekdays"] as? [String] == ["monday", "thursday"])
    #expect(added["partOfDay"] as? String == "evening" && added["isSent"] as? Bool == true)
    let half = try await home.json(
      "routine", "tick", "teeth", "--on", "2026-06-04", "--step", "top")
    #expect(half["state"] as? String == "open")
    let edited = try await home.json(
      "routine", "edit", "Teeth", "--step", "Bottom", "--step", "Top", "--title", "Brush teeth")
    let steps = added["steps"] as? [[String: Any]] ?? []
    let after = edited["steps"] as? [[String: Any]] ?? []
    #expect(
      after.compactMap { $0["id"] as? String }
        == steps.reversed().compactMap { $0["id"] as? String })
    let done = try await home.json("routine", "tick", "Brush teeth", "--on", "2026-06-04")
    #expect(done["state"] as? String == "waiting")
    let approved = try await home.json("routine", "approve", "Brush teeth", "--on", "2026-06-04")
    #expect(approved["state"] as? String == "done")
    let day = try await home.json("routine", "day", "--on", "2026-06-04")
    #expect((day["entries"] as? [[String: Any]])?.count == 1)
    #expect(await home.run("routine", "day", "--on", "2026-06-05").output.contains("Nothing"))
    _ = try await home.json("routine", "archive", "Brush teeth")
    #expect(await home.run("routine", "list").output.contains("No routines"))
    #expect(
      try await home.json("routine", "archive", "Brush teeth", "--undo")["isArchived"] as? Bool
        == false)
    let away = try await home.json("routine", "away", "ann", "2026-06-04", "2026-06-04")
    let id = try #require(away["id"] as? String)
    #expect(try await home.json("routine", "back", id)["id"] as? String == id)
    #expect(await home.run("routine", "back", id).code == .refused)
  }

  @Test("a day that is far ahead, and a step that comes later, are refused and said")
  func rules() async throws {
    let home = try await Home()
    _ = try await home.json(
      "routine", "add", "Teeth", "--who", "me", "--from", "2026-06-01", "--step", "Top", "--step",
      "Bottom", "--in-order", "on", "--approve", "on")
    _ = try await home.json(
      "routine", "add", "Dishes", "--who", "me", "--mode", "turns", "--from", "2026-06-01")
    for words in [["tick", "Teeth"], ["approve", "Teeth"], ["skip", "Dishes"]] {
      let run = await hearth(
        arguments: ["routine"] + words + ["--on", "2999-01-01", "--data", home.folder.data])
      #expect(run.code == .refused && run.errors.contains("tomorrow"), "\(words): \(run.errors)")
    }
    let later = await home.run(
      "routine", "tick", "Teeth", "--on", "2026-06-04", "--step", "Bottom")
    #expect(later.code == .refused && later.errors.contains("another step"), "\(later.errors)")
    let first = try await home.json(
      "routine", "tick", "Teeth", "--on", "2026-06-04", "--step", "Top")
    #expect(first["state"] as? String == "open")
    let whole = try await home.json("routine", "tick", "Teeth", "--on", "2026-06-04")
    #expect(whole["state"] as? String == "waiting")
  }

  @Test("what cannot be is told with the option that says it, and changes nothing")
  func badInput() async throws {
    let home = try await Home()
    _ = try await home.json("routine", "add", "Teeth", "--who", "me", "--from", "2026-06-01")
    let before = await home.run("routine", "list", "--json").output
    for (arguments, word) in [
      (["day", "--on", "2026-02-30"], "--on"), (["tick", "Teeth", "--on", "today"], "--on"),
      (["edit", "Teeth", "--days", "moonday"], "--days"),
      (["edit", "Teeth", "--days", ","], "--days"),
      (["edit", "Teeth", "--every", "0"], "--every"),
      (["edit", "Teeth", "--after", "367"], "--after"),
      (["edit", "Teeth", "--every", "2", "--after", "2"], "do not go together"),
      (["edit", "Teeth", "--from", "2026-02-30"], "--from"),
      (["edit", "Teeth", "--from", "0999-01-01"], "--from"),
      (["edit", "Teeth", "--until", "2020-01-01"], "--until"),
      (["edit", "Teeth", "--mode", "all"], "--mode"),
      (["edit", "Teeth", "--part", "noon"], "--part"),
      (["edit", "Teeth", "--first", "yes"], "--first"), (["edit", "Teeth"], "say what to change"),
      (["edit", "Teeth", "--who", "me", "--who", "ann"], "--who"),
      (["edit", "Teeth", "--emoji", "no"], "--emoji"), (["add", "Bed"], "--who"),
    ] {
      let run = await hearth(arguments: ["routine"] + arguments + ["--data", home.folder.data])
      #expect(run.code == .usage && run.errors.contains(word), "\(arguments): \(run.errors)")
    }
    for arguments in [
      ["routine", "tick", "Bed"], ["routine", "tick", "Teeth", "--for", "nobody"],
      ["routine", "tick", "Teeth", "--step", "Top"], ["routine", "skip", "Teeth"],
      ["routine", "tick", "Teeth", "--on", "2020-01-01"],
      ["family", "role", "nobody", "child"], ["family", "role", "me", "child"],
      ["family", "create", "Other"],
    ] {
      let run = await hearth(arguments: arguments + ["--data", home.folder.data])
      #expect(run.code == .refused, "\(arguments): \(run.errors)")
    }
    for arguments in [
      ["family", "invite", "uncle"], ["family", "invite", "child", "--hours", "721"],
      ["family", "invite", "child", "--uses", "2", "--for", "bob"],
    ] {
      let run = await hearth(arguments: arguments + ["--data", home.folder.data])
      #expect(run.code == .usage, "\(arguments): \(run.errors)")
    }
    #expect(await home.run("routine", "list", "--json").output == before)
    #expect(await home.run("routine", "day", "--on", "9999-12-31").code == .ok)
  }
}
