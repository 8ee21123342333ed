import HearthDomain
import Foundation
import Household
import Hub
import HubHTTP
import HubSQLite
import SQLite
import SyncProtocol
import Testing
import Threads

@testable import hearth

/// What commands do for whom. Whoever has the machine may do everything to it; a command that works
/// for an account reaches what that account has, and no more.
@Suite struct CommandMatrixTests {
  private enum Caller: String, CaseIterable {
    case owner, editor, viewer, administrator, stranger, invited, removed

    static let members: Set<Caller> = [.owner, .editor, .viewer]
    static let writers: Set<Caller> = [.owner, .editor]
  }

  /// What a command needs of whoever it works for.
  enum Need {
    /// The data folder itself: no account is asked for, or any may be named.
    case machine
    case reading, writing, owning
    /// The same of a group: see `MoneyCommandMatrixTests`.
    case readingGroup, writingGroup
    /// Who is who in a group: see `MoneyCommandMatrixTests`.
    case who
    /// To write in a group or in the family, with a file: see `FileCommandTests`.
    case files
    /// The same of the account's family, which everybody in it ticks: see `FamilyCommandMatrixTests`.
    case readingFamily, ticking, planning
    /// The account's own records, see `LedgerCommandTests`.
    case own
    /// To own what is shared with the account's family: see `FamilyShareCommandTests`.
    case sharing
    /// To have a home or a group, and to own it for what its owner decides: see
    /// `SharingCommandMatrixTests`.
    case access
    /// An invite.
    case invite
  }

  static let needs: [String: Need] = [
    "serve": .machine, "device": .machine, "demo": .machine, "status": .machine,
    "doctor": .machine, "backup": .machine, "restore": .machine, "version": .machine,
    "analytics report": .machine, "analytics feedback": .machine, "analytics forget": .machine,
    "account create": .machine, "account list": .machine, "account password": .machine,
    "account admin": .machine, "account disable": .machine, "account enable": .machine,
    "recovery": .machine, "recovery close": .machine, "rates": .machine, "rates update": .machine,
    "flags": .machine, "flags set": .machine, "plans": .machine, "plans mode": .machine,
    "plans give": .machine, "plans take": .machine,
    "calc split": .machine, "calc settle": .machine, "calc balances": .machine,
    "calc convert": .machine,
    "mail test": .machine,
    "account tokens": .machine, "account token": .machine, "account revoke": .machine,
    "export": .reading, "report": .reading, "policy list": .reading, "home people": .reading,
    "import": .writing,
    "import legacy": .writing,
    "group list": .readingGroup, "group show": .readingGroup, "group members": .readingGroup,
    "expense list": .readingGroup, "expense show": .readingGroup,
    "balance show": .readingGroup, "balance debts": .readingGroup,
    "balance convert": .readingGroup, "balance spending": .readingGroup,
    "group add": .writingGroup, "group edit": .writingGroup, "group archive": .writingGroup,
    "group add-member": .writingGroup, "group edit-member": .writingGroup,
    "group remove-member": .writingGroup, "expense add": .writingGroup,
    "expense edit": .writingGroup, "expense delete": .writingGroup, "expense pay": .writingGroup,
    "expense history": .readingGroup, "expense deleted": .readingGroup,
    "expense undo": .writingGroup, "expense restore": .writingGroup,
    "expense comments": .readingGroup, "expense comment": .writingGroup,
    "expense remove-comment": .writingGroup,
    "group categories": .readingGroup, "group add-category": .writingGroup,
    "group edit-category": .writingGroup, "group remove-category": .writingGroup,
    "group rates": .readingGroup, "group set-rate": .writingGroup,
    "group remove-rate": .writingGroup, "group people": .readingGroup,
    "expense receipts": .readingGroup, "expense add-receipt": .files,
    "expense remove-receipt": .files, "group set-picture": .files,
    "group remove-picture": .files,
    "balance settle": .writingGroup,
    "repeating list": .readingGroup, "repeating add": .writingGroup,
    "repeating edit": .writingGroup, "repeating pause": .writingGroup,
    "repeating resume": .writingGroup,
    "repeating end": .writingGroup,
    "family list": .readingFamily, "family show": .readingFamily,
    "family week": .readingFamily,
    "family people": .readingFamily, "family create": .planning, "family invite": .planning,
    "family role": .planning, "family remove": .planning, "family leave": .ticking,
    "family hand-over": .planning, "family take-over": .planning,
    // See `FamilyCommandMatrixTests`: whoever has an invite joins, and changes families.
    "family join": .invite,
    "routine list": .readingFamily, "routine show": .readingFamily,
    "routine day": .readingFamily, "routine absences": .readingFamily, "routine add": .planning,
    "routine edit": .planning, "routine archive": .planning, "routine tick": .ticking,
    "routine untick": .ticking, "routine skip": .ticking, "routine swap": .ticking,
    "routine approve": .planning, "routine refuse": .planning, "routine away": .planning,
    "routine back": .planning,
    "family invites": .planning, "family end-invite": .planning,
    "family child list": .planning, "family child add": .planning, "family child code": .planning,
    "family child devices": .planning, "family child end": .planning,
    "family child password": .planning, "family child remove": .planning,
    "family pin show": .planning, "family pin set": .planning, "family pin end": .planning,
    "family tablet list": .planning, "family tablet end": .planning,
    "family edit": .planning, "family dissolve": .planning, "routine templates": .planning,
    "family face": .planning, "routine delete": .planning, "routine undo-turn": .ticking,
    "routine begin": .planning, "routine duplicate": .planning,
    "routine week": .readingFamily, "routine history": .readingFamily,
    "routine streak": .readingFamily, "routine photos": .readingFamily,
    "routine pictures": .readingFamily, "routine prove": .files, "routine set-picture": .files,
    "routine remove-picture": .files,
    "family stars": .readingFamily, "family reward list": .readingFamily,
    "family reward wishes": .readingFamily, "family reward history": .readingFamily,
    "family reward add": .planning, "family reward edit": .planning,
    "family reward archive": .planning, "family reward wish": .ticking,
    "family reward withdraw": .ticking, "family reward grant": .planning,
    "family reward refuse": .planning, "family reward reopen": .planning,
    // Families that the account itself has dissolved, see `FamilyCommandMatrixTests`.
    "family deleted": .own, "family restore": .own,
    // Files of the account's own family, see `FamilyFileCommandTests`.
    "family export": .own, "family import": .own, "family imports": .own, "family undo": .own,
    "group claim": .who, "group release": .who, "group assign": .who, "group combine": .who,
    // Files of groups, see `GroupFileCommandTests`.
    "group export": .own, "group import": .own, "group imports": .own, "group undo-import": .own,
    // What an account is told, see `NotificationCommandTests`.
    "notifications list": .own, "notifications seen": .own, "notifications settings": .own,
    "notifications set": .own,
    "home family show": .sharing, "home family share": .sharing, "home family end": .sharing,
    "group family show": .sharing, "group family share": .sharing, "group family end": .sharing,
    // A ledger is its account's alone.
    "ledger list": .own, "ledger month": .own, "ledger add": .own, "ledger edit": .own,
    "ledger delete": .own, "ledger note": .own, "ledger budget": .own, "ledger currency": .own,
    "ledger categories": .own, "ledger add-category": .own, "ledger edit-category": .own,
    "ledger remove-category": .own, "ledger export": .own,
    "ledger import": .own, "ledger imports": .own, "ledger undo-import": .own,
    "home role": .access, "home remove-person": .access, "home leave": .access,
    "home invite": .access, "home invites": .access, "home end-invite": .access,
    "home hand-over": .access, "home take-over": .access, "home stop-sharing": .access,
    "home delete": .access,
    "group role": .access, "group remove-person": .access, "group leave": .access,
    "group invite": .access, "group invites": .access, "group end-invite": .access,
    "group hand-over": .access, "group take-over": .access, "group stop-sharing": .access,
    "group delete": .access, "group deleted": .access, "group restore": .access,
    "group join": .access,
    "home deleted": .owning, "home restore": .owning, "join": .invite,
  ]

  private final class Setting: Sendable {
    let folder = NSTemporaryDirectory() + "hearth-matrix-" + UUID().uuidString
    let hub: Hub
    let home: ZoneID
    let code: String
    private let errors = Lock("")
    private let output = Lock("")

    init() async throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let csv = "HB.import_ref,HB.location,HB.name,HB.quantity\nr-1,Hall,Kettle,1\n"
      try csv.write(toFile: folder + "/a.csv", atomically: true, encoding: .utf8)
      try csv.replacing("Kettle", with: "Pan").replacing("r-1", with: "r-2")
        .write(toFile: folder + "/b.csv", atomically: true, encoding: .utf8)
      let data = folder + "/data"
      let terminal = Terminal(
        write: { _ in }, writeError: { _ in }, readSecret: { _ in "a kettle on the stove" })
      for caller in [Caller.administrator] + Caller.allCases.filter({ $0 != .administrator }) {
        let made = await Program.run(
          ["account", "create", caller.rawValue, "--data", data], terminal)
        try #require(made == .ok)
      }
      for (caller, home) in [(Caller.owner, "Flat"), (.owner, "Cabin")] {
        let arguments = [
          "import", folder + "/a.csv", "--home", home, "--account", caller.rawValue, "--data", data,
        ]
        try #require(await Program.run(arguments, terminal) == .ok)
      }
      let hub = Hub(store: try HubSQLite(path: data + "/hub.db"), schema: HearthDomain.schema)
      self.hub = hub
      func account(_ caller: Caller) throws -> AccountID {
        let key = NameKey.fold(caller.rawValue)
        return try #require(try hub.store.read { try $0.account(named: key) }).id
      }
      let owner = try account(.owner)
      home = try #require(
        try hub.store.read { reader in
          try reader.memberships(of: owner).first { grant in
            let root = RecordPlace(zone: grant.zone.id, id: grant.zone.id)
            return try reader.record(root)?.registers["name"]?.value == "Flat"
          }?.zone.id
        })
      let invitations = Invitations(hub: hub, codeKey: try HubFolder(path: data).codeKey)
      for (caller, role) in [
        (Caller.editor, Role.readWrite), (.viewer, .readOnly), (.removed, .readWrite),
      ] {
        let invite = try invitations.issue(InviteRequest(zone: home, role: role), by: owner)
        let found = try invitations.find(.token(invite.token), by: nil, address: nil)
        try hub.redeem(inviteID: found.id, by: account(caller))
      }
      try hub.remove(account(.removed), from: home, by: owner)
      code = try invitations.issue(InviteRequest(zone: home, role: .readOnly), by: owner).code
    }

    // Rests of a test in the system's temporary folder.
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func run(_ caller: Caller, _ arguments: [String]) async -> ExitCode {
      errors.withLock { $0 = "" }
      output.withLock { $0 = "" }
      let terminal = Terminal(
        write: { [output] text in output.withLock { $0 += text } },
        writeError: { [errors] text in errors.withLock { $0 += text } },
        readSecret: { _ in nil })
      return await Program.run(
        arguments + ["--account", caller.rawValue, "--data", folder + "/data"], terminal)
    }

    /// What the last command wrote for people to be warned by, and its result.
    var said: String { errors.withLock { $0 } }
    var printed: String { output.withLock { $0 } }
    func head() throws -> Int64? { try hub.store.read { try $0.zone(home)?.head } }
  }

  @Test("D-PRM-3 every command has its place in the matrix: one that is new is noticed here")
  func inventory() {
    #expect(Set(Self.needs.keys) == Set(Program.commands.map(\.name)))
    for command in Program.commands {
      let takesAccount = command.options.contains { $0.name == "account" }
      switch Self.needs[command.name] {
      case .reading, .writing, .owning, .readingGroup, .writingGroup, .readingFamily, .ticking,
        .planning, .own, .sharing, .files, .who, .access, .invite:
        #expect(takesAccount, "\(command.name)")
      case .machine, nil: break
      }
    }
  }

  @Test("S1-9.1-a a command that reads a home does so for those who have it, and for nobody else")
  func reading() async throws {
    let setting = try await Setting()
    let out = setting.folder + "/out"
    let commands: [String: (Int) -> [String]] = [
      "export": { ["export", "--home", "Flat", "--format", "zip", "--out", "\(out)-\($0).zip"] },
      "report": { ["report", "Flat", "--out", "\(out)-\($0).pdf", "--no-photos"] },
      "policy list": { _ in ["policy", "list", "--home", "Flat"] },
      "home people": { _ in ["home", "people", "Flat"] },
    ]
    #expect(Set(commands.keys) == Set(Self.needs.filter { $0.value == .reading }.keys))
    var number = 0
    for (name, arguments) in commands {
      for caller in Caller.allCases {
        number += 1
        let head = try setting.head()
        let code = await setting.run(caller, arguments(number))
        // PDF files are drawn in a process of the program itself, which a test is not.
        let expected: [ExitCode] =
          Caller.members.contains(caller)
          ? (name == "report" ? [.ok, .failed] : [.ok]) : [.refused]
        #expect(expected.contains(code), "\(caller) \(name): \(setting.said)")
        #expect(try setting.head() == head)
      }
    }
  }

  @Test(
    "S1-9.1-a an import changes a home for those who may write there, and for nobody else",
    arguments: [false, true])
  func writing(isLegacy: Bool) async throws {
    let setting = try await Setting()
    let store = setting.folder + "/app.sqlite"
    try Connection(path: store).executeScript(
      """
      CREATE TABLE inventoryItems (id TEXT PRIMARY KEY, title TEXT);
      INSERT INTO inventoryItems VALUES ('aaaaaaaa-0003-4000-8000-000000000001', 'Oar')
      """)
    let command = isLegacy ? ["import", "legacy", store] : ["import", setting.folder + "/b.csv"]
    for caller in Caller.allCases.reversed() {
      let head = try setting.head()
      let code = await setting.run(caller, command + ["--home", "Flat"])
      // Who does not have the home gets one of their own of that name, like for any other.
      #expect(code == (caller == .viewer ? .refused : .ok), "\(caller): \(setting.said)")
      let hasChanged = try setting.head() != head
      // The second of two writers finds it there already.
      #expect(hasChanged == (caller == .editor), "\(caller)")
    }
  }

  @Test("S1-9.1-a deleted homes are listed and restored for their owner alone")
  func owning() async throws {
    let setting = try await Setting()
    let owner = try #require(
      try setting.hub.store.read { try $0.account(named: NameKey.fold("owner")) }
    ).id
    let records = try setting.hub.store.read {
      try $0.records(of: setting.home, after: nil, maxBytes: .max)
    }.filter { !["participants", "invites"].contains($0.table) }
    let grant = try setting.hub.store.read { try $0.grant(in: setting.home, for: owner) }
    let change = ChangeSet(
      id: ChangeSetID(replica: "laptop", number: 1),
      time: HybridTime(milliseconds: WallClock.nowMilliseconds()),
      grants: [setting.home: grant?.grantID ?? ""], preconditions: [],
      mutations: records.map { Mutation(.delete, $0.table, $0.id, in: setting.home) })
    _ = try setting.hub.push(
      PushRequest(
        epoch: try setting.hub.store.read { try $0.state().epoch }, replica: "laptop",
        acknowledged: 0, changeSets: [change]), as: owner)
    #expect(try setting.hub.store.read { try $0.zone(setting.home)?.isAlive } == false)
    for caller in Caller.allCases.reversed() where caller != .owner {
      let code = await setting.run(caller, ["home", "restore", setting.home])
      #expect(code == .refused, "\(caller)")
    }
    #expect(await setting.run(.owner, ["home", "restore", setting.home]) == .ok)
    #expect(try setting.hub.store.read { try $0.zone(setting.home)?.isAlive } == true)
  }

  @Test("D-PRM-3 an invite lets in whoever has it, but for its owner and who was taken out by it")
  func inviting() async throws {
    let setting = try await Setting()
    #expect(await setting.run(.owner, ["join", setting.code]) == .refused)
    #expect(await setting.run(.viewer, ["join", setting.code]) == .ok)
    #expect(await setting.run(.invited, ["join", setting.code]) == .ok)
    // It was for one.
    #expect(await setting.run(.stranger, ["join", setting.code]) == .refused)
    #expect(try setting.hub.store.read { try $0.grants(in: setting.home) }.count == 4)
  }
}

extension CommandMatrixTests {
  @Test("I1-3 commands for an account leave hidden homes out, say so, and find them afterwards")
  func hiding() async throws {
    let setting = try await Setting()
    try setting.hub.changeSharingFlag(.init(state: .killed, hidesShared: true), by: .commandLine)
    let note = "hidden while sharing is paused"
    let out = setting.folder + "/hidden"
    let named: [String: [String]] = [
      "export": ["export", "--home", "Flat", "--format", "zip", "--out", out + ".zip"],
      "report": ["report", "Flat", "--out", out + ".pdf", "--no-photos"],
      "policy list": ["policy", "list", "--home", "Flat"],
      "home people": ["home", "people", "Flat"],
      "import": ["import", setting.folder + "/b.csv", "--home", "Flat"],
    ]
    #expect(Self.needs.filter { $0.value == .reading }.keys.allSatisfy { named[$0] != nil })
    let head = try setting.head()
    for caller in [Caller.owner, .editor] {
      for (name, arguments) in named {
        #expect(await setting.run(caller, arguments) == .refused, "\(name) by \(caller)")
        #expect(setting.said.contains(note), "\(name) by \(caller): \(setting.said)")
      }
    }
    #expect(try setting.head() == head)
    for (number, arguments) in [
      ["policy", "list"], ["status"], ["export", "--out", out], ["home", "deleted"],
      ["export", "--format", "zip", "--out", out + "-all.zip"],
    ].enumerated() {
      #expect(await setting.run(.owner, arguments) == .ok, "\(arguments): \(setting.said)")
      #expect(!setting.printed.contains("Flat"), "\(number): \(setting.printed)")
      #expect(setting.said.contains(note), "\(arguments)")
    }
    let written = try FileManager.default.subpathsOfDirectory(atPath: out)
    #expect(!written.isEmpty)
    for path in written where !path.contains("/") || path.contains(".") {
      guard let bytes = FileManager.default.contents(atPath: out + "/" + path) else { continue }
      #expect(!String(decoding: bytes, as: UTF8.self).contains("Flat"), "\(path)")
    }
    // Whoever shares nothing hears nothing of it.
    #expect(await setting.run(.stranger, ["policy", "list"]) == .ok)
    #expect(!setting.said.contains(note))
    try setting.hub.changeSharingFlag(.init(state: .open), by: .commandLine)
    #expect(await setting.run(.owner, ["policy", "list"]) == .ok)
    #expect(setting.printed.contains("Flat") && !setting.said.contains(note))
  }
}
