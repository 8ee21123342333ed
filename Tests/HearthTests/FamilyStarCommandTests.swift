import Foundation
import HearthDomain
import Hub
import HubSQLite
import SyncProtocol
import Testing
import hearth

/// Stars, weeks and templates by `hearth family` and `hearth routine`.
@Suite("hearth family reward and routine week")
struct FamilyStarCommandTests {
  /// Ann's family with stars, and Cyd, a child in it with an account of its own.
  private struct Home {
    let folder = TestFolder()

    init() async throws {
      for name in ["ann", "cyd"] {
        let made = await hearth(
          "account", "create", name, "--data", folder.data, secret: password)
        try #require(made.code == .ok, "\(made.errors)")
      }
      _ = try await json("family", "create", "Lindqvist", "--zone", "Europe/Stockholm")
      let invite = try await json("family", "invite", "child")
      let hub = Hub(
        store: try HubSQLite(path: folder.data + "/hub.db"), schema: HearthDomain.schema)
      let cyd = try #require(try hub.store.read { try $0.account(named: "cyd") }).id
      try hub.redeem(inviteID: try #require(invite["id"] as? String), by: cyd, as: .family)
    }

    func run(_ arguments: String..., as account: String = "ann") async -> CommandRun {
      await hearth(arguments: arguments + ["--data", folder.data, "--account", account])
    }

    func json(_ arguments: String..., as account: String = "ann") async throws -> [String: Any] {
      let run = await hearth(
        arguments: arguments + ["--data", folder.data, "--account", account, "--json"])
      try #require(run.code == .ok, "\(arguments): \(run.errors)")
      return try run.json()
    }

    func items(
      _ arguments: String..., as account: String = "ann"
    ) async throws -> [[String: Any]] {
      let run = await hearth(
        arguments: arguments + ["--data", folder.data, "--account", account, "--json"])
      try #require(run.code == .ok, "\(arguments): \(run.errors)")
      return try #require(try run.json()["items"] as? [[String: Any]])
    }

    func balances(as account: String = "ann") async throws -> [Int] {
      try await items("family", "stars", as: account).compactMap { $0["balance"] as? Int }
    }
  }

  @Test("a child wishes for a reward, a parent grants it, refuses it and takes that back")
  func rewards() async throws {
    let home = try await Home()
    #expect(await home.run("family", "stars").code == .refused)
    #expect(await home.run("family", "reward", "add", "Film").code == .refused)
    let edited = try await home.json("family", "edit", "--stars", "on", "--streaks", "off")
    #expect(edited["hasStars"] as? Bool == true && edited["hidesStreaks"] as? Bool == true)
    _ = try await home.json(
      "routine", "add", "Room", "--who", "cyd", "--from", "2026-06-01", "--stars", "20")
    _ = try await home.json("routine", "tick", "Room", "--on", "2026-06-01", as: "cyd")
    let done = try await home.json(
      "routine", "approve", "Room", "--on", "2026-06-01", "--for", "cyd")
    #expect(done["state"] as? String == "done")
    #expect(try await home.balances() == [20])
    #expect(try await home.balances(as: "cyd") == [20])
    // Whoever deletes what earned stars is told that they go with it.
    _ = try await home.json(
      "routine", "add", "Bed", "--who", "cyd", "--from", "2026-06-01", "--stars", "3")
    _ = try await home.json("routine", "tick", "Bed", "--on", "2026-06-01", as: "cyd")
    _ = try await home.json("routine", "approve", "Bed", "--on", "2026-06-01", "--for", "cyd")
    let deleted = await home.run("routine", "delete", "Bed")
    #expect(deleted.output.contains("Deleted Bed, and with it 3 stars."), "\(deleted.output)")
    let film = try await home.json("family", "reward", "add", "Film", "--price", "15")
    #expect(film["price"] as? Int == 15)
    let wish = try await home.json("family", "reward", "wish", "film", as: "cyd")
    let again = try await home.json("family", "reward", "wish", "film", as: "cyd")
    #expect(again["id"] as? String == wish["id"] as? String)
    #expect(try await home.items("family", "reward", "wishes").count == 1)
    let own = await home.run("family", "reward", "grant", "Film", as: "cyd")
    #expect(own.code == .refused && own.errors.contains("child"), "\(own.errors)")
    let granted = try await home.json("family", "reward", "grant", "Film", "--for", "cyd")
    #expect(granted["isOpen"] as? Bool == false)
    #expect(try await home.balances() == [5])
    #expect(await home.run("family", "reward", "grant", "Film").code == .refused)
    #expect(await home.run("family", "reward", "wish", "Film", as: "cyd").code == .refused)
    let decision = try #require(
      try await home.items("family", "reward", "history", as: "cyd").first)
    #expect(decision["price"] as? Int == 15 && decision["isGranted"] as? Bool == true)
    let id = try #require(decision["wishID"] as? String)
    _ = try await home.json("family", "reward", "reopen", id)
    #expect(try await home.balances() == [20])
    _ = try await home.json("family", "reward", "refuse", id)
    #expect(try await home.items("family", "reward", "history").first?["price"] as? Int == 0)
    _ = try await home.json("family", "reward", "edit", "Film", "--price", "9", "--title", "Movie")
    _ = try await home.json("family", "reward", "wish", "Movie", as: "cyd")
    _ = try await home.json("family", "reward", "withdraw", "Movie", as: "cyd")
    #expect(try await home.items("family", "reward", "wishes", as: "cyd").isEmpty)
    _ = try await home.json("family", "reward", "archive", "Movie")
    #expect(try await home.items("family", "reward", "list").isEmpty)
    #expect(try await home.items("family", "reward", "list", "--archived").count == 1)
    #expect(await home.run("family", "reward", "wish", "Movie", as: "cyd").code == .refused)
    _ = try await home.json("family", "reward", "archive", "Movie", "--undo")
    #expect(try await home.items("family", "reward", "list").count == 1)
  }

  @Test("a week says who did it and what is missing, its history what was noted, and the streak")
  func weeks() async throws {
    let home = try await Home()
    _ = try await home.json(
      "routine", "add", "Teeth", "--who", "cyd", "--from", "2026-06-01", "--until", "2026-06-30")
    for day in ["2026-06-09", "2026-06-10"] {
      _ = try await home.json("routine", "tick", "Teeth", "--on", day, as: "cyd")
    }
    _ = try await home.json("routine", "untick", "Teeth", "--on", "2026-06-10", "--for", "cyd")
    let week = try await home.json("routine", "week", "Teeth", "--on", "2026-06-10", as: "cyd")
    #expect(week["firstDay"] as? String == "2026-06-08")
    let days = try #require(week["days"] as? [[String: Any]])
    let marks = days.map { ($0["entries"] as? [[String: Any]])?.first?["mark"] as? String }
    #expect(marks == ["missing", "done"] + Array(repeating: "missing", count: 5))
    let notes = try await home.items("routine", "history", "Teeth", "--on", "2026-06-10")
    #expect(notes.compactMap { $0["what"] as? String } == ["takenBack", "done", "done"])
    let said = await home.run("routine", "week", "Teeth", "--on", "2026-06-10").output
    #expect(said.split(separator: "\n").count == 7 && said.contains("cyd: done"), "\(said)")
    #expect(await home.run("routine", "week", "Teeth", "--on", "never").code == .usage)
    // Today's is done, and those before it are long ago.
    _ = try await home.json("routine", "add", "Bed", "--who", "cyd")
    _ = try await home.json("routine", "tick", "Bed", as: "cyd")
    let streaks = try await home.items("routine", "streak", "Bed")
    #expect(streaks.compactMap { $0["count"] as? Int } == [1])
    _ = try await home.json("family", "edit", "--streaks", "off")
    #expect(try await home.items("routine", "streak", "Bed").isEmpty)
  }

  @Test("a routine begins with a template or with a copy, with what is named in its place")
  func templates() async throws {
    let home = try await Home()
    let cyd = try #require(
      try await home.items("family", "people").last?["id"] as? String)
    let templates = try await home.items("routine", "templates")
    for template in templates {
      let id = try #require(template["id"] as? String)
      let made = try await home.json("routine", "begin", id)
      #expect(made["title"] as? String == template["title"] as? String)
      #expect(made["people"] as? [String] == [cyd])
      let steps = (made["steps"] as? [[String: Any]])?.compactMap { $0["title"] as? String }
      #expect(steps == template["steps"] as? [String])
    }
    #expect(await home.run("routine", "begin", "nothing").code == .refused)
    let own = try await home.json(
      "routine", "begin", "animal", "--title", "Feed Rex", "--who", "me", "--mode", "each",
      "--step", "Bowl", "--photo", "on", "--required-first", "on")
    #expect(own["title"] as? String == "Feed Rex" && own["asksPhoto"] as? Bool == true)
    _ = try await home.json("routine", "tick", "Feed Rex")
    _ = try await home.json("routine", "archive", "Feed Rex")
    let copy = try await home.json("routine", "duplicate", "Feed Rex", "--title", "Feed Tom")
    #expect(copy["isArchived"] as? Bool == false && copy["asksPhoto"] as? Bool == true)
    #expect(try await home.items("routine", "history", "Feed Tom").isEmpty)
    #expect(await home.run("routine", "duplicate", "Nothing").code == .refused)
    for (arguments, word) in [
      (["routine", "begin", "animal", "--stars", "101"], "--stars"),
      (["routine", "begin", "animal", "--photo", "yes"], "--photo"),
      (["family", "edit", "--stars", "yes"], "--stars"), (["family", "edit"], "say what"),
      (["family", "edit", "--zone", "Nowhere"], "--zone"),
      (["family", "edit", "--name", ""], "--name"),
    ] {
      let bad = await hearth(
        arguments: arguments + ["--data", home.folder.data, "--account", "ann"])
      #expect(bad.code == .usage && bad.errors.contains(word), "\(arguments): \(bad.errors)")
    }
    _ = try await home.json("family", "edit", "--stars", "on")
    for price in ["0", "100001", "many"] {
      let bad = await home.run("family", "reward", "add", "Film", "--price", price)
      #expect(bad.code == .usage && bad.errors.contains("--price"), "\(bad.errors)")
    }
    #expect(try await home.items("family", "reward", "list").isEmpty)
  }
}
