import HearthDomain
import Hub
import HubHTTP
import HubSQLite
import Household
import SyncProtocol
import Testing
import hearth

@Suite("hearth join")
struct JoinCommandTests {
  /// Ana's cabin with three items, an invite to it, and Ben with a flat of three items.
  private struct Setting {
    let folder = TestFolder()
    let hub: Hub
    let cabin: ZoneID
    let invite: IssuedInvite

    init(role: Role = .readWrite, allowsMerge: Bool = true) async throws {
      let file = try folder.write(homebox, to: "items.csv")
      for (name, home) in [("ana", "Cabin"), ("ben", "Flat")] {
        let made = await hearth(
          "account", "create", name, "--data", folder.data, secret: password)
        try #require(made.code == .ok, "\(made.errors)")
        let run = await hearth(
          "import", file, "--home", home, "--account", name, "--data", folder.data)
        try #require(run.code == .ok, "\(run.errors)")
      }
      hub = Hub(
        store: try HubSQLite(path: folder.data + "/hub.db"), schema: HearthDomain.schema)
      let owner = try Self.account("ana", hub)
      cabin = try #require(try Self.homes(of: owner, hub).first)
      invite = try Invitations(
        hub: hub, codeKey: try HubFolder(path: folder.data).codeKey
      ).issue(InviteRequest(zone: cabin, role: role, allowsMerge: allowsMerge), by: owner)
    }

    static func account(_ name: String, _ hub: Hub) throws -> AccountID {
      try #require(try hub.store.read { try $0.account(named: NameKey.fold(name)) }).id
    }

    static func homes(of account: AccountID, _ hub: Hub) throws -> [ZoneID] {
      try hub.store.read { try $0.memberships(of: account) }
        .filter { $0.zone.kind == .home && $0.zone.isAlive }.map(\.zone.id)
    }

    func homes(of name: String) throws -> [ZoneID] {
      try Self.homes(of: Self.account(name, hub), hub)
    }

    func count(_ table: String, in zone: ZoneID) throws -> Int {
      try hub.store.read { try $0.records(of: zone, after: nil, maxBytes: .max) }
        .count { $0.table == table }
    }

    func join(_ arguments: String...) async -> CommandRun {
      let all = ["join", invite.code, "--account", "ben", "--data", folder.data] + arguments
      return await hearth(arguments: all)
    }
  }

  @Test("S0-FR6 a merge names the own home that goes; a foreign or missing one is refused")
  func merge() async throws {
    let setting = try await Setting()
    for wrong in ["Cabin", "Palace", setting.cabin] {
      let run = await setting.join("--choice", "merge", "--home", wrong)
      #expect(run.code == .refused && run.errors.contains("there is no home"), "\(run.errors)")
    }
    #expect(await setting.join("--choice", "merge").code == .usage)
    #expect(try setting.homes(of: "ben").count == 1)
    let look = await setting.join("--choice", "merge", "--home", "flat", "--dry-run", "--json")
    let plan = try #require(try look.json()["counts"] as? [String: Int])
    #expect(plan["items"] == 3)
    #expect(try setting.homes(of: "ben").count == 1)
    let run = await setting.join("--choice", "merge", "--home", "flat", "--json")
    #expect(run.code == .ok, "\(run.errors)")
    let done = try run.json()
    #expect(try #require(done["counts"] as? [String: Int]) == plan)
    #expect(done["didJoin"] as? Bool == true && done["home"] as? String == "Flat")
    #expect(try setting.homes(of: "ben") == [setting.cabin])
    #expect(try setting.count("items", in: setting.cabin) == 6)
    // Again it changes nothing, and says what was done.
    let again = await setting.join("--choice", "merge", "--home", "Flat", "--json")
    #expect(try again.json()["mergeID"] as? String == done["mergeID"] as? String)
    #expect(try again.json()["didJoin"] as? Bool == false)
    #expect(try setting.count("items", in: setting.cabin) == 6)
  }

  @Test("D-INV-4 a viewer becomes an editor by an invite for one, with --upgrade")
  func upgrade() async throws {
    let setting = try await Setting()
    let looking = try Invitations(
      hub: setting.hub, codeKey: try HubFolder(path: setting.folder.data).codeKey
    ).issue(
      InviteRequest(zone: setting.cabin, role: .readOnly), by: Setting.account("ana", setting.hub))
    let ben = try Setting.account("ben", setting.hub)
    try setting.hub.redeem(inviteID: looking.id, by: ben)
    let asked = await setting.join()
    #expect(asked.code == .ok && asked.output.contains("--upgrade"), "\(asked.output)")
    let look = await setting.join("--upgrade", "--dry-run")
    #expect(look.code == .ok && look.output.contains("--upgrade"), "\(look.output)")
    #expect(try setting.hub.role(of: ben, in: setting.cabin) == .readOnly)
    let done = await setting.join("--upgrade")
    #expect(done.code == .ok && done.output == "ben is an editor of Cabin now.\n", "\(done)")
    #expect(try setting.hub.role(of: ben, in: setting.cabin) == .readWrite)
    #expect(try setting.homes(of: "ben").count == 2)
  }

  @Test("S0-FR6 who has things is asked; both are kept on request")
  func alongside() async throws {
    let setting = try await Setting(role: .readOnly)
    let asked = await setting.join()
    #expect(asked.code == .refused && asked.errors.contains("--choice"))
    #expect(try setting.homes(of: "ben").count == 1)
    let look = await setting.join("--dry-run")
    #expect(look.code == .ok && look.output.contains("Cabin, shared by ana"), "\(look.output)")
    let merge = await setting.join("--choice", "merge", "--home", "Flat")
    #expect(merge.code == .refused && merge.errors.contains("not change anything"))
    let run = await setting.join("--choice", "alongside")
    #expect(run.code == .ok && run.output.contains("ben has joined Cabin as viewer"))
    #expect(try setting.homes(of: "ben").count == 2)
    let again = await setting.join("--choice", "alongside")
    #expect(again.code == .ok && again.output.contains("has Cabin already"))
  }

  @Test("a fresh start is typed to be meant; it joins first and removes what is one's own")
  func fresh() async throws {
    let setting = try await Setting()
    let unsure = await setting.join("--choice", "fresh")
    #expect(unsure.code == .refused && unsure.errors.contains("Flat"), "\(unsure.errors)")
    #expect(try setting.homes(of: "ben").count == 1)
    let run = await setting.join("--choice", "fresh", "--confirm", "cabin", "--json")
    #expect(run.code == .ok, "\(run.errors)")
    #expect(try run.json()["removedHomes"] as? [String] == ["Flat"])
    #expect(try setting.homes(of: "ben") == [setting.cabin])
    let list = await hearth(
      "home", "deleted", "--account", "ben", "--data", setting.folder.data)
    #expect(list.output.contains("Flat: 3 items"))
  }

  @Test("D-MRG-16 an invite without merges, and links that lead nowhere, are refused with a reason")
  func refused() async throws {
    let setting = try await Setting(allowsMerge: false)
    let run = await setting.join("--choice", "merge", "--home", "Flat")
    #expect(run.code == .refused && run.errors.contains("not move a home into Cabin"))
    let look = await setting.join("--dry-run")
    #expect(look.output.contains("choose with --choice alongside or fresh"), "\(look.output)")
    #expect(look.output.contains("not move a home of theirs into it"), "\(look.output)")
    #expect(try await setting.join("--dry-run", "--json").json()["allowsMerge"] as? Bool == false)
    let data = setting.folder.data
    for link in ["ABC-2345", "http://hub/i/none", "nothing-of-the-kind"] {
      let run = await hearth("join", link, "--account", "ben", "--data", data)
      #expect(run.code == .refused && run.errors.contains("no invite has"), "\(link)")
    }
    let own = await hearth("join", setting.invite.token, "--account", "ana", "--data", data)
    #expect(own.code == .refused && own.errors.contains("owns that home"))
    let link = "https://hearth.example/i/\(setting.invite.token)?from=mail"
    let joined = await hearth(
      "join", link, "--account", "ben", "--choice", "alongside", "--data", data)
    #expect(joined.code == .ok, "\(joined.errors)")
    #expect(await hearth("join", link, "--choice", "both", "--data", data).code == .usage)
  }
}
