import Foundation
import HearthDomain
import Household
import Hub
import HubHTTP
import HubSQLite
import SyncProtocol
import Testing
import Threads

@testable import hearth

/// What the commands that share homes and groups do for whom: its owner decides, and guests leave.
@Suite struct SharingCommandMatrixTests {
  private enum Caller: String, CaseIterable { case owner, editor, viewer, stranger }

  private final class Setting: Sendable {
    let folder = NSTemporaryDirectory() + "hearth-sharing-matrix-" + UUID().uuidString
    let kind: SharedKind
    let hub: Hub
    let zone: ZoneID
    private let written = Lock((output: "", errors: ""))

    init(_ kind: SharedKind) async throws {
      self.kind = kind
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let data = folder + "/data"
      let terminal = Terminal(
        write: { _ in }, writeError: { _ in }, readSecret: { _ in "a kettle on the stove" })
      for caller in Caller.allCases {
        let made = await Program.run(
          ["account", "create", caller.rawValue, "--data", data], terminal)
        try #require(made == .ok)
      }
      let csv = "HB.import_ref,HB.location,HB.name,HB.quantity\nr-1,Hall,Kettle,1\n"
      let file = folder + "/a.csv"
      try csv.write(toFile: file, atomically: true, encoding: .utf8)
      // The first home is the primary one, which is never deleted.
      let making =
        kind == .group
        ? [["group", "add", "Flat", "--me", "Ana"]]
        : ["Den", "Flat"].map { ["import", file, "--home", $0] }
      for arguments in making {
        let made = await Program.run(
          arguments + ["--account", "owner", "--data", data], terminal)
        try #require(made == .ok, "\(arguments)")
      }
      let hub = Hub(store: try HubSQLite(path: data + "/hub.db"), schema: HearthDomain.schema)
      self.hub = hub
      func account(_ caller: Caller) throws -> AccountID {
        let key = NameKey.fold(caller.rawValue)
        return try #require(try hub.store.read { try $0.account(named: key) }).id
      }
      let owner = try account(.owner)
      zone = try #require(
        try hub.store.read { reader in
          try reader.memberships(of: owner).first { grant in
            let root = RecordPlace(zone: grant.zone.id, id: grant.zone.id)
            return try reader.record(root)?.registers["name"]?.value == "Flat"
          }?.zone.id
        })
      let invitations = Invitations(hub: hub, codeKey: try HubFolder(path: data).codeKey)
      for (caller, role) in [(Caller.editor, Role.readWrite), (.viewer, .readOnly)] {
        let invite = try invitations.issue(InviteRequest(zone: zone, role: role), by: owner)
        let found = try invitations.find(.token(invite.token), by: nil, address: nil)
        try hub.redeem(inviteID: found.id, by: account(caller), as: kind.zoneKind)
      }
    }

    // Rests of a test in the system's temporary folder.
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func run(_ caller: Caller, _ arguments: [String]) async -> ExitCode {
      written.withLock { $0 = ("", "") }
      let terminal = Terminal(
        write: { [written] text in written.withLock { $0.output += text } },
        writeError: { [written] text in written.withLock { $0.errors += text } },
        readSecret: { _ in nil })
      return await Program.run(
        [kind.rawValue] + arguments
          + ["--account", caller.rawValue, "--data", folder + "/data"], terminal)
    }

    var said: String { written.withLock { $0.errors } }
    var printed: String { written.withLock { $0.output } }

    /// All that the hub knows of the zone: who is in it, invites, and whether it is there.
    func state() throws -> String {
      try hub.store.read { reader in
        let grants = try reader.grants(in: zone).map { "\($0.account) \($0.role)" }.sorted()
        let invites = try reader.invites(in: zone).map { "\($0.id) \($0.state(now: 0))" }.sorted()
        let zone = try reader.zone(zone)
        return "\(grants) \(invites) \(zone?.head ?? 0) \(zone?.isAlive ?? false)"
      }
    }
  }

  /// What its owner alone may do, in the order in which each still finds something to change.
  private static let owning: [(name: String, arguments: [String])] = [
    ("invite", ["Flat", "viewer"]), ("end-invite", ["Flat", "INVITE"]),
    ("role", ["Flat", "editor", "viewer"]), ("hand-over", ["Flat", "viewer"]),
    ("remove-person", ["Flat", "editor"]), ("stop-sharing", ["Flat"]), ("delete", ["Flat"]),
  ]

  @Test("every command that shares has its place here", arguments: SharedKind.allCases)
  func inventory(_ kind: SharedKind) {
    var all = Set(Self.owning.map(\.name)).union(["invites", "leave", "take-over"])
    if kind == .group { all.formUnion(["deleted", "restore", "join"]) }
    let needs = CommandMatrixTests.needs.filter {
      $0.value == .access && $0.key.hasPrefix("\(kind.rawValue) ")
    }
    #expect(Set(needs.keys) == Set(all.map { "\(kind.rawValue) \($0)" }))
  }

  // S1-9.1-a D-PRM-3
  @Test("its owner alone decides who has it, and whom it lets in", arguments: SharedKind.allCases)
  func owning(_ kind: SharedKind) async throws {
    let setting = try await Setting(kind)
    for (name, arguments) in Self.owning {
      var invite = ""
      if name == "end-invite" {
        #expect(await setting.run(.owner, ["invites", "Flat", "--json"]) == .ok)
        let list = try JSONSerialization.jsonObject(with: Data(setting.printed.utf8))
        let rows = (list as? [String: Any])?["items"] as? [[String: Any]]
        invite = try #require(rows?.first?["id"] as? String)
      }
      let arguments = [name] + arguments.map { $0 == "INVITE" ? invite : $0 }
      for caller in [Caller.stranger, .viewer, .editor, .owner] {
        let state = try setting.state()
        let code = await setting.run(caller, arguments)
        #expect(
          code == (caller == .owner ? .ok : .refused), "\(caller) \(arguments): \(setting.said)")
        let hasChanged = try setting.state() != state
        // An offer is a notice to somebody, and no part of what is offered.
        #expect(
          hasChanged == (caller == .owner && name != "hand-over"), "\(caller) \(arguments)")
        if caller == .viewer || caller == .editor, setting.said.contains("there is no") == false {
          #expect(setting.said.contains("only the owner"), "\(setting.said)")
        }
        #expect(caller == .owner || setting.printed.isEmpty)
      }
    }
    #expect(await setting.run(.stranger, ["invites", "Flat"]) == .refused)
    #expect(await setting.run(.stranger, ["deleted"]) == .ok)
    #expect(!setting.printed.contains("Flat"))
    #expect(await setting.run(.editor, ["restore", setting.zone]) == .refused)
    #expect(await setting.run(.owner, ["restore", setting.zone]) == .ok, "\(setting.said)")
    #expect(try setting.hub.store.read { try $0.zone(setting.zone)?.isAlive } == true)
  }

  @Test(
    "guests leave, whatever their role; an owner only after handing over",
    arguments: SharedKind.allCases)
  func leaving(_ kind: SharedKind) async throws {
    let setting = try await Setting(kind)
    let before = try setting.state()
    #expect(await setting.run(.owner, ["leave", "Flat"]) == .refused)
    #expect(setting.said.contains("hand-over"), "\(setting.said)")
    #expect(await setting.run(.stranger, ["leave", "Flat"]) == .refused)
    #expect(await setting.run(.owner, ["remove-person", "Flat", "me"]) == .refused)
    #expect(setting.said.contains("hand-over"), "\(setting.said)")
    #expect(await setting.run(.owner, ["role", "Flat", "owner", "viewer"]) == .refused)
    #expect(await setting.run(.viewer, ["take-over", "Flat"]) == .refused)
    #expect(setting.said.contains("hand-over"), "\(setting.said)")
    #expect(await setting.run(.owner, ["hand-over", "Flat", "editor", "--withdraw"]) == .refused)
    #expect(try setting.state() == before)
    #expect(await setting.run(.viewer, ["leave", "Flat"]) == .ok, "\(setting.said)")
    #expect(await setting.run(.viewer, ["leave", "Flat"]) == .refused)
    #expect(await setting.run(.owner, ["hand-over", "Flat", "editor"]) == .ok)
    #expect(await setting.run(.owner, ["hand-over", "Flat", "editor", "--withdraw"]) == .ok)
    #expect(await setting.run(.editor, ["take-over", "Flat"]) == .refused)
    #expect(await setting.run(.owner, ["hand-over", "Flat", "editor"]) == .ok)
    #expect(await setting.run(.editor, ["take-over", "Flat"]) == .ok, "\(setting.said)")
    #expect(await setting.run(.editor, ["leave", "Flat"]) == .refused)
    #expect(await setting.run(.owner, ["leave", "Flat"]) == .ok, "\(setting.said)")
    let left = try setting.hub.store.read { try $0.grants(in: setting.zone) }
    #expect(left.map(\.role) == [.owner])
  }

  @Test("an invite lets in whoever it is for, once; who has the group already has it")
  func joining() async throws {
    let setting = try await Setting(.group)
    func code(_ arguments: String...) async throws -> String {
      #expect(await setting.run(.owner, ["invite", "Flat", "viewer", "--json"] + arguments) == .ok)
      let made = try JSONSerialization.jsonObject(with: Data(setting.printed.utf8))
      return try #require((made as? [String: Any])?["code"] as? String)
    }
    let open = try await code()
    for (caller, exit) in [
      (Caller.owner, ExitCode.refused), (.viewer, .ok), (.editor, .ok), (.stranger, .ok),
      (.stranger, .ok),
    ] {
      #expect(await setting.run(caller, ["join", open]) == exit, "\(caller): \(setting.said)")
    }
    #expect(setting.printed.contains("already"))
    let roles = try setting.hub.store.read { try $0.grants(in: setting.zone) }.map(\.role)
    #expect(Set(roles) == [.owner, .readWrite, .readOnly] && roles.count == 4)
    // It was for one, and who is out again does not come back by it.
    #expect(await setting.run(.stranger, ["leave", "Flat"]) == .ok)
    #expect(await setting.run(.stranger, ["join", open]) == .refused)
    let bound = try await code("--for", "viewer")
    #expect(await setting.run(.stranger, ["join", bound]) == .refused)
    #expect(await setting.run(.stranger, ["join", "no code at all"]) != .ok)
    #expect(try setting.hub.store.read { try $0.grants(in: setting.zone) }.count == 3)
  }

  @Test(
    "what is hidden while sharing is paused is not shared, left or restored, and it is said",
    arguments: SharedKind.allCases)
  func hiding(_ kind: SharedKind) async throws {
    let setting = try await Setting(kind)
    try setting.hub.changeSharingFlag(.init(state: .killed, hidesShared: true), by: .commandLine)
    let before = try setting.state()
    let all =
      Self.owning.map { [$0.name] + $0.arguments } + [
        ["invites", "Flat"], ["leave", "Flat"], ["take-over", "Flat"],
      ]
    for caller in [Caller.owner, .editor] {
      for arguments in all {
        #expect(await setting.run(caller, arguments) == .refused, "\(caller) \(arguments)")
        #expect(setting.said.contains("hidden while sharing is paused"), "\(setting.said)")
      }
    }
    #expect(await setting.run(.owner, ["deleted"]) == .ok)
    #expect(setting.said.contains("hidden while sharing is paused"), "\(setting.said)")
    #expect(try setting.state() == before)
  }
}
