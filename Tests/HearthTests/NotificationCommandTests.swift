import Foundation
import HearthDomain
import Hub
import HubSQLite
import SyncProtocol
import Testing
import hearth

/// `hearth notifications`, and `hearth home|group family`, for accounts of a hub.
@Suite("hearth notifications, home family and group family")
struct NotificationCommandTests {
  /// Ann and Ben, parents of a family, their child Cyd, and Eve.
  private struct Setting {
    let folder = TestFolder()
    let hub: Hub

    init() async throws {
      for account in ["ann", "ben", "eve"] {
        let made = await hearth(
          "account", "create", account, "--data", folder.data, secret: password)
        try #require(made.code == .ok, "\(made.errors)")
      }
      hub = Hub(
        store: try HubSQLite(path: folder.data + "/hub.db"), schema: HearthDomain.schema)
      _ = try await json("family", "create", "Lindqvist")
      let invite = try await json("family", "invite", "parent")
      try hub.redeem(
        inviteID: try #require(invite["id"] as? String), by: account("ben"), as: .family)
      _ = try await json("family", "child", "add", "Cyd")
    }

    func account(_ name: String) throws -> AccountID {
      try #require(try hub.store.read { try $0.account(named: name) }).id
    }

    func run(_ arguments: [String], as account: String = "ann") async -> CommandRun {
      await hearth(arguments: arguments + ["--data", folder.data, "--account", account])
    }

    func json(_ arguments: String..., as account: String = "ann") async throws -> [String: Any] {
      let run = await run(arguments + ["--json"], as: account)
      try #require(run.code == .ok, "\(arguments): \(run.errors)")
      return try run.json()
    }

    func told(
      _ arguments: String..., as account: String = "ann"
    ) async throws -> [[String: Any]] {
      let run = await run(["notifications", "list", "--json"] + arguments, as: account)
      try #require(run.code == .ok, "\(run.errors)")
      return try #require(try run.json()["items"] as? [[String: Any]])
    }
  }

  @Test("an account is told who joined until it has seen it; another's is another's")
  func told() async throws {
    let setting = try await Setting()
    let told = try await setting.told()
    #expect(told.contains { $0["kind"] as? String == "joined" && $0["isNew"] as? Bool == true })
    let id = try #require(told.first?["id"] as? String)
    #expect(await setting.run(["notifications", "seen", "--id", id], as: "eve").code == .refused)
    let both = ["notifications", "seen", "--id", id, "--id", "nothing"]
    #expect(await setting.run(both).code == .refused)
    #expect(try await setting.told("--new").count == told.count)
    let seen = try await setting.json("notifications", "seen", "--id", id)
    #expect(seen["seen"] as? [String] == [id])
    #expect(try await setting.told("--new").count == told.count - 1)
    _ = try await setting.json("notifications", "seen")
    #expect(try await setting.told("--new").isEmpty)
    #expect(try await setting.told().count == told.count)
    let again = await setting.run(["notifications", "seen"])
    #expect(again.code == .ok && again.output.contains("Nothing was new"))
  }

  @Test("a kind is switched by a word; what is safety stays on in the app")
  func switches() async throws {
    let setting = try await Setting()
    let before = try await setting.json("notifications", "settings")
    #expect((before["kinds"] as? [[String: Any]])?.count == 11)
    #expect((before["mail"] as? [String: Any])?["state"] as? String == "none")
    let set = try await setting.json(
      "notifications", "set", "joined", "--app", "off", "--mail", "on")
    #expect(set["inApp"] as? Bool == false && set["byMail"] as? Bool == true)
    #expect(try await setting.told().allSatisfy { $0["kind"] as? String != "joined" })
    for (arguments, code) in [
      (["access", "--app", "off"], ExitCode.refused), (["nothing", "--app", "off"], .usage),
      (["joined"], .usage), (["joined", "--app", "perhaps"], .usage),
    ] {
      #expect(await setting.run(["notifications", "set"] + arguments).code == code, "\(arguments)")
    }
    let kinds = try await setting.json("notifications", "settings")["kinds"] as? [[String: Any]]
    let access = try #require(kinds?.first { $0["kind"] as? String == "access" })
    #expect(access["inApp"] as? Bool == true && access["isSafety"] as? Bool == true)
  }

  // X18
  @Test("a home and a group are shared with the owner's family, shown before and ended afterwards")
  func families() async throws {
    let setting = try await Setting()
    _ = try await setting.json("group", "add", "Flat", "--me", "Ann")
    try "HB.name\nKettle\n".write(
      toFile: setting.folder.data + "/a.csv", atomically: true, encoding: .utf8)
    let made = await setting.run(
      ["import", setting.folder.data + "/a.csv", "--home", "Cabin"])
    try #require(made.code == .ok, "\(made.errors)")
    for (kind, name) in [("home", "Cabin"), ("group", "Flat")] {
      let before = try await setting.json(kind, "family", "show", name)
      let people = try #require(before["people"] as? [[String: Any]])
      #expect(before["isShared"] as? Bool == false)
      #expect(people.map { $0["familyRole"] as? String } == ["parent", "child"])
      #expect(people.allSatisfy { $0["role"] is NSNull })
      // Not to be seen by whoever does not own it.
      for account in ["ben", "eve"] {
        let shown = await setting.run([kind, "family", "show", name], as: account)
        #expect(shown.code == .refused)
      }
      for (arguments, code) in [
        (["--parents", "none"], ExitCode.refused), ([], .usage), (["--parents", "owner"], .usage),
      ] {
        let bad = await setting.run([kind, "family", "share", name] + arguments)
        #expect(bad.code == code, "\(arguments): \(bad.errors)")
      }
      let shared = try await setting.json(
        kind, "family", "share", name, "--parents", "editor", "--children", "viewer")
      #expect(
        (shared["people"] as? [[String: Any]])?.map { $0["role"] as? String }
          == ["editor", "viewer"])
      // Ben has it now, and decides nothing about it.
      for arguments in [["show"], ["share", "--parents", "viewer"], ["end"]] {
        let words = [kind, "family", arguments[0], name] + arguments.dropFirst()
        #expect(await setting.run(words, as: "ben").code == .refused, "\(words)")
      }
      // What is not said stays.
      let changed = try await setting.json(kind, "family", "share", name, "--children", "none")
      #expect(changed["parents"] as? String == "editor" && changed["children"] is NSNull)
      _ = try await setting.json(kind, "family", "end", name)
      let after = try await setting.json(kind, "family", "show", name)
      #expect(after["isShared"] as? Bool == false)
    }
    _ = try await setting.json("group", "add", "Trip", "--me", "Eve", as: "eve")
    let alone = await setting.run(["group", "family", "show", "Trip"], as: "eve")
    #expect(alone.code == .refused && alone.errors.contains("family create"), "\(alone.errors)")
    // The family is hidden with what is shared.
    try setting.hub.changeSharingFlag(.init(state: .killed, hidesShared: true), by: .commandLine)
    let hidden = await setting.run(["group", "family", "show", "Flat"])
    #expect(hidden.code == .refused && !hidden.output.contains("Lindqvist"), "\(hidden.errors)")
    #expect(try await setting.told().isEmpty)
  }
}
