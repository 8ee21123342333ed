import Foundation
import HearthDomain
import Household
import Hub
import HubHTTP
import HubSQLite
import SyncProtocol
import Testing
import hearth

/// `hearth group people`, `invite`, `role`, `leave`, `hand-over`, `delete` and what belongs to it;
/// the same of homes.
@Suite("hearth group and home: sharing")
struct SharingCommandTests {
  /// Ana's group and her two homes, of which the first is the primary one; Ben and Cyd.
  private struct Setting {
    let folder = TestFolder()
    let kind: String

    init(_ kind: String) async throws {
      self.kind = kind
      for account in ["ana", "ben", "cyd"] {
        let made = await hearth(
          "account", "create", account, "--data", folder.data, secret: password)
        try #require(made.code == .ok, "\(made.errors)")
      }
      let file = try folder.write(homebox, to: "items.csv")
      for home in ["Den", "Flat"] {
        let run = await hearth(
          "import", file, "--home", home, "--data", folder.data, "--account", "ana")
        try #require(run.code == .ok, "\(run.errors)")
      }
      let group = await hearth(
        "group", "add", "Flat", "--me", "Ana", "--member", "Ben", "--currency", "EUR", "--data",
        folder.data, "--account", "ana")
      try #require(group.code == .ok, "\(group.errors)")
    }

    func run(_ arguments: [String], as account: String = "ana") async -> CommandRun {
      await hearth(arguments: arguments + ["--data", folder.data, "--account", account])
    }

    /// A command about the home or the group.
    func json(_ arguments: String..., as account: String = "ana") async throws -> [String: Any] {
      let run = await run([kind] + arguments + ["--json"], as: account)
      try #require(run.code == .ok, "\(arguments): \(run.errors)")
      return try run.json()
    }

    func items(_ arguments: String..., as account: String = "ana") async throws -> [[String: Any]] {
      let run = await run([kind] + arguments + ["--json"], as: account)
      try #require(run.code == .ok, "\(arguments): \(run.errors)")
      return try #require(try run.json()["items"] as? [[String: Any]])
    }

    /// Somebody joins with a code; a home as on its page.
    func join(_ code: String, as account: String) async throws {
      guard kind == "home" else {
        let joined = await run(["group", "join", code, "--json"], as: account)
        try #require(joined.code == .ok, "\(joined.errors)")
        let row = try joined.json()
        #expect(row["name"] as? String == "Flat" && row["didJoin"] as? Bool == true)
        return
      }
      let hub = Hub(
        store: try HubSQLite(path: folder.data + "/hub.db"), schema: HearthDomain.schema)
      let id = try #require(try hub.store.read { try $0.account(named: NameKey.fold(account)) }).id
      let invitations = Invitations(hub: hub, codeKey: try HubFolder(path: folder.data).codeKey)
      let found = try invitations.find(.code(code), by: id, address: nil)
      try hub.redeem(inviteID: found.id, by: id, as: .home)
    }

    /// Who has it, with their roles.
    func people() async throws -> [String] {
      try await items("people", "Flat").map { "\($0["name"] ?? "") \($0["role"] ?? "")" }
    }
  }

  @Test("D-INV-4 a viewer of a group becomes an editor by an invite for one, with --upgrade")
  func upgrade() async throws {
    let setting = try await Setting("group")
    let looking = try await setting.json("invite", "Flat", "viewer")
    try await setting.join(try #require(looking["code"] as? String), as: "ben")
    let made = try await setting.json("invite", "Flat", "editor")
    let join = ["group", "join", try #require(made["code"] as? String)]
    let asked = await setting.run(join, as: "ben")
    #expect(asked.code == .ok && asked.output.contains("--upgrade"), "\(asked.output)")
    #expect(try await setting.people() == ["ana owner", "ben viewer"])
    let done = await setting.run(join + ["--upgrade"], as: "ben")
    #expect(done.output.contains("an editor of Flat now"), "\(done.output) \(done.errors)")
    #expect(try await setting.people() == ["ana owner", "ben editor"])
  }

  @Test(
    "an invite lets in as many as it says, is listed without its code, and is ended",
    arguments: ["home", "group"])
  func invites(_ kind: String) async throws {
    let setting = try await Setting(kind)
    let made = try await setting.json("invite", "Flat", "editor", "--uses", "2", "--hours", "1")
    #expect(made["role"] as? String == "editor" && made["maxUses"] as? Int == 2)
    let link = try #require(made["linkPath"] as? String)
    let code = try #require(made["code"] as? String)
    #expect(link.hasPrefix("/i/"))
    try await setting.join(code, as: "ben")
    #expect(try await setting.people() == ["ana owner", "ben editor"])
    let rows = try await setting.items("people", "Flat", as: "ben")
    #expect(
      Set(rows[0].keys) == ["id", "name", "role", "isYou", "isByFamily", "joinedAt"])
    #expect(rows.map { $0["isYou"] as? Bool } == [false, true])
    let open = try await setting.items("invites", "Flat")
    #expect(open.map { $0["id"] as? String } == [made["id"] as? String])
    #expect(open[0]["usedCount"] as? Int == 1 && open[0]["for"] is NSNull)
    #expect(!"\(open)".contains(code) && !"\(open)".contains(link))
    let only = try await setting.json("invite", "Flat", "viewer", "--for", "cyd")
    #expect(
      try await setting.items("invites", "Flat").map { $0["for"] as? String } == [nil, "cyd"])
    let ended = try await setting.json(
      "end-invite", "Flat", try #require(only["id"] as? String))
    #expect(ended["id"] as? String == only["id"] as? String)
    #expect(try await setting.items("invites", "Flat").count == 1)
    for (arguments, code, word) in [
      (["invite", "Flat", "owner"], ExitCode.usage, "ROLE"),
      (["invite", "Flat", "editor", "--hours", "721"], .usage, "--hours"),
      (["invite", "Flat", "editor", "--uses", "0"], .usage, "--uses"),
      (["invite", "Flat", "editor", "--for", "cyd", "--uses", "2"], .usage, "--uses"),
      (["invite", "Flat", "editor", "--for", "ana"], .usage, "--for"),
      (["invite", "Hut", "editor"], .refused, "Flat"),
      (["end-invite", "Flat", only["id"] as? String ?? ""], .refused, "\(kind) invites"),
    ] {
      let run = await setting.run([kind] + arguments)
      #expect(run.code == code && run.errors.contains(word), "\(arguments): \(run.errors)")
      #expect(run.output.isEmpty)
    }
    #expect(try await setting.items("invites", "Flat").count == 1)
  }

  @Test("a home's invite says whether who joins may merge; a group's has nothing to say of it")
  func merging() async throws {
    let homes = try await Setting("home")
    _ = try await homes.json("invite", "Flat", "editor", "--no-merge")
    #expect(try await homes.items("invites", "Flat").map { $0["allowsMerge"] as? Bool } == [false])
    let flag = await homes.run(["group", "invite", "Flat", "editor", "--no-merge"])
    #expect(flag.code == .usage && flag.errors.contains("--no-merge"))
  }

  @Test("an invite to a home is not one to a group, and what is no invite is refused")
  func wrongInvite() async throws {
    let setting = try await Setting("home")
    let code = try #require(
      try await setting.json("invite", "Flat", "editor")["code"] as? String)
    let other = await setting.run(["group", "join", code], as: "ben")
    #expect(other.code == .refused && other.errors.contains("hearth join"), "\(other.errors)")
    let none = await setting.run(["group", "join", "AAA-2222"], as: "ben")
    #expect(none.code == .refused && none.errors.contains("no invite"), "\(none.errors)")
    #expect(try await setting.people() == ["ana owner"])
  }

  @Test(
    "a role is changed, somebody is removed, and sharing ends; the owner stays",
    arguments: ["home", "group"])
  func roles(_ kind: String) async throws {
    let setting = try await Setting(kind)
    let invite = try await setting.json("invite", "Flat", "viewer", "--uses", "9")
    let code = try #require(invite["code"] as? String)
    for account in ["ben", "cyd"] { try await setting.join(code, as: account) }
    let changed = try await setting.json("role", "Flat", "ben", "editor")
    #expect(Set(changed.keys) == ["id", "name", "zoneID", "zoneName"])
    #expect(try await setting.people() == ["ana owner", "ben editor", "cyd viewer"])
    for (arguments, exit, word) in [
      (["role", "Flat", "ben", "owner"], ExitCode.usage, "ROLE"),
      (["role", "Flat", "Zoe", "viewer"], .refused, "cyd"),
      (["role", "Flat", "me", "viewer"], .refused, "hand-over"),
      (["remove-person", "Flat", "ana"], .refused, "hand-over"),
      (["hand-over", "Flat", "me"], .refused, "stays its owner"),
    ] {
      let run = await setting.run([kind] + arguments)
      #expect(run.code == exit && run.errors.contains(word), "\(arguments): \(run.errors)")
    }
    _ = try await setting.json("remove-person", "Flat", "ben")
    #expect(try await setting.people() == ["ana owner", "cyd viewer"])
    #expect(await setting.run([kind, "people", "Flat"], as: "ben").code == .refused)
    let told = await setting.run([kind, "people", "Flat"]).output
    #expect(told.contains("ana (you)"), "\(told)")
    _ = try await setting.json("stop-sharing", "Flat")
    #expect(try await setting.people() == ["ana owner"])
    #expect(try await setting.items("invites", "Flat").isEmpty)
    let again = await setting.run([kind, "stop-sharing", "Flat"])
    #expect(again.code == .refused && again.errors.contains("nobody else"), "\(again.errors)")
  }

  @Test("who leaves a group keeps their shares in their ledger, and the member stays")
  func leaving() async throws {
    let setting = try await Setting("group")
    let invite = try await setting.json("invite", "Flat", "editor")
    try await setting.join(try #require(invite["code"] as? String), as: "ben")
    #expect(await setting.run(["group", "claim", "Flat", "Ben"], as: "ben").code == .ok)
    let rent = await setting.run(["expense", "add", "Flat", "Rent", "100"])
    #expect(rent.code == .ok, "\(rent.errors)")
    _ = try await setting.json("leave", "Flat", as: "ben")
    #expect(await setting.run(["group", "show", "Flat"], as: "ben").code == .refused)
    let kept = await setting.run(["ledger", "list", "--json"], as: "ben")
    let rows = try #require(try kept.json()["items"] as? [[String: Any]])
    #expect(rows.map { $0["title"] as? String } == ["Rent"])
    let share = try #require(rows.first)
    #expect(share["amountMinor"] as? Int == 5000 && share["groupName"] as? String == "Flat")
    let id = try #require(share["id"] as? String)
    let ledger = { (arguments: [String]) in
      await setting.run(["ledger"] + arguments + ["--json"], as: "ben")
    }
    let noted = await ledger(["note", id, "--tags", "home"])
    #expect(noted.code == .ok, "\(noted.errors)")
    for found in [["--tag", "home"], ["--group", "Flat"], ["--search", "is:shared"]] {
      let list = try await ledger(["list"] + found).json()["items"] as? [[String: Any]]
      #expect(list?.count == 1, "\(found)")
    }
    let year = try await ledger(["month", String(try #require(share["day"] as? String).prefix(4))])
      .json()
    let groups = try #require(year["groups"] as? [[String: Any]])
    #expect(groups.map { $0["spentMinor"] as? String } == ["5000"])
    #expect(await ledger(["delete", id]).code == .ok)
    #expect(try await (ledger(["list"]).json()["items"] as? [[String: Any]])?.isEmpty == true)
    #expect(await ledger(["delete", id]).code == .refused)
    let members = await setting.run(["group", "members", "Flat"]).output
    #expect(members.contains("Ben"), "\(members)")
  }

  @Test(
    "what was deleted is listed for its owner and restored with everybody, or alone",
    arguments: ["home", "group"])
  func deleting(_ kind: String) async throws {
    let setting = try await Setting(kind)
    let invite = try await setting.json("invite", "Flat", "viewer")
    try await setting.join(try #require(invite["code"] as? String), as: "ben")
    for isAlone in [false, true] {
      let deleted = try await setting.json("delete", "Flat")
      #expect(deleted["name"] as? String == "Flat")
      #expect(await setting.run([kind, "people", "Flat"]).code == .refused)
      let list = await setting.run([kind, "deleted"])
      #expect(list.output.contains("Flat") && list.output.contains("ben"), "\(list.output)")
      #expect(
        await setting.run([kind, "deleted"], as: "ben").output.contains("deleted no \(kind)"))
      let wrong = await setting.run([kind, "restore", "Hut"])
      #expect(wrong.code == .refused && wrong.errors.contains("hearth \(kind) deleted"))
      let back = await setting.run([kind, "restore", "flat"] + (isAlone ? ["--alone"] : []))
      #expect(back.code == .ok && back.output.contains("Flat is back"), "\(back.errors)")
      #expect(
        try await setting.people() == (isAlone ? ["ana owner"] : ["ana owner", "ben viewer"]))
    }
    #expect(await setting.run([kind, "delete", "Hut"]).code == .refused)
  }

  @Test("an account keeps its primary home, and its last one")
  func lastHome() async throws {
    let setting = try await Setting("home")
    let primary = await setting.run(["home", "delete", "Den"])
    #expect(primary.code == .refused && primary.errors.contains("primary"), "\(primary.errors)")
    _ = try await setting.json("delete", "Flat")
    let last = await setting.run(["home", "delete", "Den"])
    #expect(last.code == .refused && last.errors.contains("only home"), "\(last.errors)")
    #expect(try await setting.items("people", "Den").count == 1)
  }

  // I2-5
  @Test("who leaves a group may keep a copy of it, which counts once in their ledger")
  func leavingWithACopy() async throws {
    let setting = try await Setting("group")
    let invite = try await setting.json("invite", "Flat", "editor")
    try await setting.join(try #require(invite["code"] as? String), as: "ben")
    #expect(await setting.run(["group", "claim", "Flat", "Ben"], as: "ben").code == .ok)
    let rent = await setting.run(["expense", "add", "Flat", "Rent", "100"])
    #expect(rent.code == .ok, "\(rent.errors)")
    // Its owner stays, and a home has no such option.
    #expect(await setting.run(["group", "leave", "Flat", "--keep-copy"]).code == .refused)
    #expect(await setting.run(["home", "leave", "Flat", "--keep-copy"], as: "ben").code == .usage)
    let left = try await setting.json("leave", "Flat", "--keep-copy", as: "ben")
    let copy = try #require(left["copyID"] as? String)
    #expect(await setting.run(["group", "show", "Flat"], as: "ben").code == .refused)
    let shown = await setting.run(["group", "show", "Copy of Flat"], as: "ben")
    #expect(shown.code == .ok && !copy.isEmpty, "\(shown.errors)")
    let list = await setting.run(["expense", "list", copy], as: "ben")
    #expect(list.code == .ok && list.output.contains("Rent"), "\(list.errors)")
    let kept = await setting.run(["ledger", "list", "--json"], as: "ben")
    let rows = try #require(try kept.json()["items"] as? [[String: Any]])
    #expect(rows.map { $0["amountMinor"] as? Int } == [5000])
    #expect(await setting.run(["group", "show", "Copy of Flat"]).code == .refused)
  }
}
