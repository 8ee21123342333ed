import Finances
import Foundation
import HearthDomain
import Household
import Hub
import HubHTTP
import HubSQLite
import SQLite
import SyncProtocol
import Testing
import Threads

@testable import hearth
@testable import Web

/// What the commands about money do for whom: a group is reached by those who have it.
@Suite struct MoneyCommandMatrixTests {
  private enum Caller: String, CaseIterable { case owner, editor, viewer, stranger }

  private final class Setting: Sendable {
    let folder = NSTemporaryDirectory() + "hearth-money-matrix-" + UUID().uuidString
    let hub: Hub
    let group: ZoneID
    /// An expense that the owner has paid.
    let expense: String
    /// Something that repeats.
    let repeating: String
    private let written = Lock((output: "", errors: ""))

    init() async throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let data = folder + "/data"
      let terminal = Terminal(
        write: { _ in }, writeError: { _ in }, readSecret: { _ in "a kettle on the stove" })
      for caller in Caller.allCases {
        let made = await Program.run(
          ["account", "create", caller.rawValue, "--data", data], terminal)
        try #require(made == .ok)
      }
      let output = Lock("")
      let listening = Terminal(
        write: { text in output.withLock { $0 += text } }, writeError: { _ in },
        readSecret: { _ in nil })
      func json(_ arguments: [String]) async throws -> [String: Any] {
        output.withLock { $0 = "" }
        let code = await Program.run(
          arguments + ["--account", "owner", "--data", data, "--json"], listening)
        try #require(code == .ok)
        let bytes = Data(output.withLock { $0 }.utf8)
        return try JSONSerialization.jsonObject(with: bytes) as? [String: Any] ?? [:]
      }
      let made = try await json(["group", "add", "Flat", "--me", "Ana", "--member", "Ben"])
      group = try #require(made["id"] as? String)
      expense = try #require(
        try await json(["expense", "add", "Flat", "Rent", "100"])["id"] as? String)
      repeating = try #require(
        try await json(["repeating", "add", "Flat", "Rent", "100", "--date", "2031-01-31"])["id"]
          as? String)
      let hub = Hub(store: try HubSQLite(path: data + "/hub.db"), schema: HearthDomain.schema)
      self.hub = hub
      func account(_ caller: Caller) throws -> AccountID {
        let key = NameKey.fold(caller.rawValue)
        return try #require(try hub.store.read { try $0.account(named: key) }).id
      }
      let invitations = Invitations(hub: hub, codeKey: try HubFolder(path: data).codeKey)
      for (caller, role) in [(Caller.editor, Role.readWrite), (.viewer, .readOnly)] {
        let invite = try invitations.issue(
          InviteRequest(zone: group, role: role), by: account(.owner))
        let found = try invitations.find(.token(invite.token), by: nil, address: nil)
        try hub.redeem(inviteID: found.id, by: account(caller), as: .group)
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
        arguments + ["--account", caller.rawValue, "--data", folder + "/data"], terminal)
    }

    /// The id of the first that a command lists; empty if there is none.
    func first(_ arguments: [String]) async throws -> String {
      _ = await run(.owner, arguments + ["--json"])
      // What is refused has printed nothing.
      let list = try? JSONSerialization.jsonObject(with: Data(printed.utf8)) as? [String: Any]
      return ((list?["items"] as? [[String: Any]])?.first?["id"] as? String) ?? ""
    }

    var said: String { written.withLock { $0.errors } }
    var printed: String { written.withLock { $0.output } }
    func head() throws -> Int64? { try hub.store.read { try $0.zone(group)?.head } }
  }

  private static func reading(_ expense: String) -> [String: [String]] {
    [
      "group show": ["Flat"], "group members": ["Flat"], "expense list": ["Flat"],
      "group categories": ["Flat"], "group rates": ["Flat"], "group people": ["Flat"],
      "expense comments": [expense],
      "expense show": [expense], "expense history": ["Flat"], "expense deleted": ["Flat"],
      "expense receipts": [expense], "repeating list": ["Flat"], "balance show": ["Flat"],
      "balance debts": ["Flat"],
      "balance convert": ["Flat"], "balance spending": ["Flat"],
    ]
  }

  /// In the order in which each still finds something to change; `LAST` is the group's last change,
  /// `COMMENT` and `RATE` are what is there of these.
  private static func writing(
    _ expense: String, _ repeating: String
  ) -> [(name: String, arguments: [String])] {
    [
      ("group edit", ["Flat", "--note", "Third floor"]), ("group archive", ["Flat"]),
      ("group add-member", ["Flat", "Cleo"]),
      ("group edit-member", ["Flat", "Cleo", "--payment", "in cash"]),
      ("group remove-member", ["Flat", "Cleo"]),
      ("expense add", ["Flat", "Soap", "3", "--paid-by", "Ben"]),
      ("expense edit", [expense, "--title", "Rent of June"]),
      ("expense undo", ["Flat", "LAST"]),
      ("expense comment", [expense, "For June?"]),
      ("expense remove-comment", [expense, "COMMENT"]),
      ("group add-category", ["Flat", "Skiing"]),
      ("group edit-category", ["Flat", "Skiing", "--emoji", "⛷️"]),
      ("group remove-category", ["Flat", "Skiing"]),
      ("group set-rate", ["Flat", "VND", "EUR", "0.00004"]),
      ("group remove-rate", ["Flat", "RATE"]),
      ("expense pay", ["Flat", "Ben", "Ana", "1"]),
      ("balance settle", ["Flat", "--from", "Ben", "--record"]),
      ("expense delete", [expense]), ("expense restore", ["Flat", expense]),
      ("repeating add", ["Flat", "Soap", "3", "--paid-by", "Ben"]),
      ("repeating edit", [repeating, "--title", "Rent, warm"]),
      ("repeating pause", [repeating]), ("repeating resume", [repeating]),
      ("repeating end", [repeating]),
    ]
  }

  @Test("D-PRM-3 every command about money has its place in this matrix")
  func inventory() {
    let reading = Set(Self.reading("").keys).union(["group list"])
    let writing = Set(Self.writing("", "").map(\.name)).union(["group add"])
    for (name, need) in CommandMatrixTests.needs {
      #expect((need == .readingGroup) == reading.contains(name), "\(name)")
      #expect((need == .writingGroup) == writing.contains(name), "\(name)")
    }
  }

  @Test("whoever is first has a member; of others the owner alone says who they are")
  func whoIsWho() async throws {
    let setting = try await Setting()
    func says(_ caller: Caller, _ arguments: String..., as code: ExitCode) async {
      let found = await setting.run(caller, ["group"] + arguments)
      #expect(found == code, "\(caller) \(arguments): \(setting.said)")
    }
    await says(.stranger, "claim", "Flat", "Ben", as: .refused)
    await says(.viewer, "claim", "Flat", "Ben", as: .ok)
    await says(.viewer, "claim", "Flat", "Ben", as: .ok)
    await says(.viewer, "claim", "Flat", "Ana", as: .refused)
    await says(.editor, "claim", "Flat", "Ben", as: .refused)
    await says(.editor, "release", "Flat", "Ben", as: .refused)
    await says(.viewer, "release", "Flat", "me", as: .ok)
    await says(.viewer, "release", "Flat", "me", as: .refused)
    await says(.editor, "assign", "Flat", "Ben", "editor", as: .refused)
    await says(.owner, "assign", "Flat", "Ben", "stranger", as: .refused)
    await says(.owner, "assign", "Flat", "Ben", "editor", as: .ok)
    #expect(await setting.run(.owner, ["group", "members", "Flat", "--json"]) == .ok)
    #expect(setting.printed.contains("Ben"))
    await says(.owner, "add-member", "Flat", "Benjamin", as: .ok)
    await says(.viewer, "combine", "Flat", "Ben", "Benjamin", as: .refused)
    await says(.stranger, "combine", "Flat", "Ben", "Benjamin", as: .refused)
    await says(.editor, "combine", "Flat", "Ben", "Ben", as: .usage)
    await says(.editor, "combine", "Flat", "Ben", "Benjamin", as: .ok)
    await says(.editor, "combine", "Flat", "Ben", "Benjamin", as: .refused)
  }

  @Test("S1-9.1-a a group is read by those who have it, and by nobody else")
  func reading() async throws {
    let setting = try await Setting()
    let head = try setting.head()
    for (name, arguments) in Self.reading(setting.expense) {
      for caller in Caller.allCases {
        let words = name.split(separator: " ").map(String.init)
        let code = await setting.run(caller, words + arguments)
        #expect(
          code == (caller == .stranger ? .refused : .ok), "\(caller) \(name): \(setting.said)")
        #expect(caller != .stranger || !setting.printed.contains("Rent"))
      }
    }
    for caller in Caller.allCases {
      #expect(await setting.run(caller, ["group", "list"]) == .ok)
      #expect(setting.printed.contains("Flat") == (caller != .stranger), "\(caller)")
    }
    #expect(try setting.head() == head)
  }

  @Test("S1-9.1-a a group is changed by those who may write there, and by nobody else")
  func writing() async throws {
    let setting = try await Setting()
    for (name, arguments) in Self.writing(setting.expense, setting.repeating) {
      let last = try String(setting.head() ?? 0)
      let words = [
        "LAST": last, "RATE": try await setting.first(["group", "rates", "Flat"]),
        "COMMENT": try await setting.first(["expense", "comments", setting.expense]),
      ]
      let arguments = arguments.map { words[$0] ?? $0 }
      for caller in [Caller.viewer, .stranger, .editor] {
        let head = try setting.head()
        let words = name.split(separator: " ").map(String.init)
        let code = await setting.run(caller, words + arguments)
        #expect(code == (caller == .editor ? .ok : .refused), "\(caller) \(name): \(setting.said)")
        #expect((try setting.head() != head) == (caller == .editor), "\(caller) \(name)")
      }
    }
    // Anybody may make a group of their own, of the same name as well.
    let head = try setting.head()
    #expect(await setting.run(.stranger, ["group", "add", "Flat", "--me", "Stan"]) == .ok)
    #expect(try setting.head() == head)
  }

  @Test("I1-3 commands about money leave hidden groups out, say so, and find them afterwards")
  func hiding() async throws {
    let setting = try await Setting()
    try setting.hub.changeSharingFlag(.init(state: .killed, hidesShared: true), by: .commandLine)
    let note = "hidden while sharing is paused"
    let head = try setting.head()
    let all =
      Self.reading(setting.expense).map { ($0.key, $0.value) }
      + Self.writing(setting.expense, setting.repeating)
    for (name, arguments) in all {
      let words = name.split(separator: " ").map(String.init)
      #expect(await setting.run(.editor, words + arguments) == .refused, "\(name)")
      #expect(setting.said.contains(note), "\(name): \(setting.said)")
      #expect(!setting.said.contains("Rent") && setting.printed.isEmpty, "\(name)")
    }
    #expect(await setting.run(.editor, ["group", "list"]) == .ok)
    #expect(!setting.printed.contains("Flat") && setting.said.contains(note))
    #expect(try setting.head() == head)
    try setting.hub.changeSharingFlag(.init(state: .open), by: .commandLine)
    #expect(await setting.run(.editor, ["group", "list"]) == .ok)
    #expect(setting.printed.contains("Flat"))
  }
}

/// The commands about money on a device.
@Suite struct MoneyCommandDeviceTests {
  private func run(
    _ setting: DeviceSetting, _ arguments: String...
  ) async -> (code: ExitCode, output: String, errors: String) {
    let (output, errors) = (Lock(""), Lock(""))
    let terminal = Terminal(
      write: { text in output.withLock { $0 += text } },
      writeError: { text in errors.withLock { $0 += text } }, readSecret: { _ in nil })
    let code = await Program.run(arguments + ["--device", setting.folder], terminal)
    return (code, output.withLock { $0 }, errors.withLock { $0 })
  }

  /// Anna's device has run once, with her group on it; what follows runs beside it.
  private func withDevice(
    _ setting: DeviceSetting, _ body: () async throws -> Void = {}
  ) async throws {
    try await setting.makeGroup()
    let app = try await setting.connectedDevice().app
    try await body()
    await app.stop()
  }

  @Test("what is written on a device waits there, said so, until the hub is back")
  func waiting() async throws {
    let setting = try await DeviceSetting()
    try await withDevice(setting)
    let sent = await run(setting, "expense", "add", "Flat", "Rent", "100", "--json")
    #expect(sent.code == .ok && sent.output.contains(#""isSent" : true"#), "\(sent.errors)")
    await setting.server.stop()
    let waits = await run(setting, "expense", "add", "Flat", "Soap", "12,50+3.90", "--json")
    #expect(waits.code == .ok && waits.output.contains(#""isSent" : false"#), "\(waits.errors)")
    let list = await run(setting, "expense", "list", "Flat")
    #expect(list.code == .ok && list.output.contains("Soap") && list.output.contains("€16.40"))
    // Whether somebody else has recorded it is not known without the hub.
    let settle = await run(setting, "balance", "settle", "Flat", "--record")
    #expect(settle.code == .failed, "\(settle.errors)")
    try setting.server.start()
    let next = await run(setting, "expense", "pay", "Flat", "Ben", "me", "5")
    #expect(next.code == .ok, "\(next.errors)")
    // Everything is with the hub by now, what had waited as well.
    let replica = try setting.hearth.replica(of: "anna")
    try await replica.sync()
    let titles = try replica.file.read { connection in
      try connection.query("SELECT title FROM expenses ORDER BY createdAt") { $0.text(0) }
    }
    #expect(titles == ["Rent", "Soap", "Payment"])
    #expect(await run(setting, "balance", "settle", "Flat", "--record").code == .ok)
    await setting.server.stop()
  }

  // S2-RECOMP-0 D-MIR-12
  @Test(
    """
    on a device the own currency is changed without the hub, and what was of a lost group is kept \
    by the ledger's commands
    """)
  func ledger() async throws {
    let setting = try await DeviceSetting()
    var group = ""
    try await withDevice(setting) { group = try await setting.owner.get("/groups").main }
    group = String(try #require(group.firstMatch(of: /"\/groups\/([0-9a-f-]{36})"/)).1)
    let added = await run(setting, "expense", "add", "Flat", "Rent", "100", "--date", "2026-03-03")
    #expect(added.code == .ok, "\(added.errors)")
    await setting.server.stop()
    let changed = await run(setting, "ledger", "currency", "USD", "--json")
    #expect(changed.code == .ok && changed.output.contains(#""isSent" : false"#), "\(changed)")
    #expect(changed.output.contains(#""convertedCount" : 1"#), "\(changed.output)")
    try setting.server.start()
    let deleted = await run(setting, "group", "delete", "Flat")
    #expect(deleted.code == .ok, "\(deleted.errors)")
    let list = await run(setting, "ledger", "list", "--json")
    #expect(list.code == .ok && list.output.contains("Rent"), "\(list)")
    #expect(list.output.contains(#""groupName" : "Flat""#), "\(list.output)")
    // The hub has both, too.
    let replica = try setting.hearth.replica(of: "anna")
    try await replica.sync()
    let (currency, kept) = try replica.file.read { connection in
      (
        try Profile.own(in: connection)?.currency,
        try LedgerNote.all(where: "keptDay IS NOT NULL", [], in: connection).map(\.groupID)
      )
    }
    #expect(currency == "USD" && kept == [group])
    await setting.server.stop()
  }

  @Test("D-GRP-4 the doctor names the expenses on a device that do not add up, also without a hub")
  func incomplete() async throws {
    let setting = try await DeviceSetting()
    let group = try await setting.makeGroup()
    let form = try await setting.owner.get("\(group)/expenses/new").main
    let members = form.matches(of: /name="row" value="([^"]+)"/).map { String($0.1) }
    for title in ["Rent", "Soup"] {
      let added = try await setting.owner.submit(
        "\(group)/expenses/new",
        repeated: [
          ("title", title), ("amount", title == "Rent" ? "90" : "8"), ("currency", "EUR"),
          ("day", "2026-06-01"), ("way", "equal"), ("payer", try #require(members.first)),
        ] + members.flatMap { [("row", $0), ("in", $0)] })
      #expect(added.status == 303, "\(added.main)")
    }
    // As an older hub could have taken it, before the device loads the group.
    try Connection(path: setting.hearth.folder + "/hub.sqlite").execute(
      """
      UPDATE records SET content = CAST(replace(CAST(content AS TEXT), ':4500', ':4501') AS BLOB)
        WHERE tableName = 'expenses'
      """)
    let (app, _) = try await setting.connectedDevice()
    await app.stop()
    await setting.server.stop()
    let rent = try #require(
      try Connection(path: setting.folder + "/replica.db", mode: .readOnly).first(
        "SELECT id FROM expenses WHERE title = 'Rent'"
      ) { $0.text(0) })
    let found = await run(setting, "doctor")
    #expect(found.code == .failed, "\(found.output)")
    #expect(found.output.contains("see expenses that do not add up: 1"), "\(found.output)")
    #expect(found.output.contains("expense \(rent) of group \(group.dropFirst(8))"))
  }

  @Test("beside a device's own program its groups are read, and not written")
  func beside() async throws {
    let setting = try await DeviceSetting()
    try await withDevice(setting) {
      let shown = await run(setting, "group", "show", "Flat")
      #expect(shown.code == .ok && shown.output.contains("Ben"), "\(shown.errors)")
      // The program locks its folder; this one is in the tests' own process.
      let lock = try DeviceFolder(path: setting.folder).lock()
      defer { withExtendedLifetime(lock) {} }
      let written = await run(setting, "expense", "add", "Flat", "Rent", "100")
      #expect(written.code == .inUse, "\(written.errors)")
    }
    await setting.server.stop()
  }
}
