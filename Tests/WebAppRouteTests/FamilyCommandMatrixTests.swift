import Families
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
@testable import Web

/// What the commands about families do for whom.
@Suite struct FamilyCommandMatrixTests {
  private enum Caller: String, CaseIterable { case ann, bob, cyd, dan, stranger }

  /// Ann has founded the family, Bob is a parent, Cyd and Dan are children.
  private final class Setting: Sendable {
    let folder = NSTemporaryDirectory() + "hearth-family-matrix-" + UUID().uuidString
    let hub: Hub
    let family: ZoneID
    private let written = Lock((output: "", errors: ""))

    init() async throws {
      let data = folder + "/data"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let terminal = Terminal(
        write: { _ in }, writeError: { _ in }, readSecret: { _ in "a kettle on the stove" })
      for caller in Caller.allCases {
        let made = await Program.run(
          ["account", "create", caller.rawValue, "--data", data], terminal)
        try #require(made == .ok)
      }
      func run(_ arguments: String...) async throws {
        let all = arguments + ["--account", "ann", "--data", data]
        try #require(await Program.run(all, terminal) == .ok, "\(arguments)")
      }
      try await run("family", "create", "Lindqvist", "--zone", "Europe/Stockholm")
      let hub = Hub(store: try HubSQLite(path: data + "/hub.db"), schema: HearthDomain.schema)
      self.hub = hub
      func account(_ caller: Caller) throws -> AccountID {
        let key = NameKey.fold(caller.rawValue)
        return try #require(try hub.store.read { try $0.account(named: key) }).id
      }
      let ann = try account(.ann)
      family = try #require(
        try hub.store.read { reader in
          try reader.memberships(of: ann).first { $0.zone.kind == .family }?.zone.id
        })
      let invitations = Invitations(hub: hub, codeKey: try HubFolder(path: data).codeKey)
      for (caller, role) in [(Caller.bob, FamilyRole.parent), (.cyd, .child), (.dan, .child)] {
        let invite = try invitations.issue(
          InviteRequest(zone: family, role: role.role), by: ann)
        let found = try invitations.find(.token(invite.token), by: nil, address: nil)
        try hub.redeem(inviteID: found.id, by: account(caller), as: .family)
      }
      try await run(
        "routine", "add", "Dishes", "--who", "bob", "--who", "cyd", "--mode", "turns", "--from",
        "2026-06-01", "--approve", "on", "--step", "Wash", "--step", "Dry")
      try await run("family", "edit", "--stars", "on")
      try await run("family", "reward", "add", "Film", "--price", "1")
      try await run(
        "routine", "add", "Bins", "--who", "cyd", "--from", "2026-06-01", "--stars", "5")
      for word in ["tick", "approve"] {
        try await run("routine", word, "Bins", "--on", "2026-06-01", "--for", "cyd")
      }
    }

    // Rests of a test in the system's temporary folder.
    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Two children's accounts, one of them signed in, and a tablet; by their names in arguments.
    func keep() throws -> [String: String] {
      let local = try LocalHub(DataFolder(path: folder + "/data"))
      let keeping = KeptAccounts(hub: local.hub, accounts: local.accounts)
      let bob = try #require(try hub.store.read { try $0.account(named: "bob") }).id
      var ids: [String: String] = [:]
      for name in ["CHILD", "GROWN"] {
        ids[name] = try keeping.create(displayName: name, in: family, by: bob).id
      }
      let child = ids["CHILD"] ?? ""
      _ = try keeping.signIn(
        code: keeping.issueCode(for: child, by: bob).code.text, label: "Firefox", address: nil)
      ids["DEVICE"] = try keeping.sessions(of: child, by: bob).first?.id
      _ = try keeping.makeKiosk(in: family, label: "Kitchen", by: bob)
      ids["TABLET"] = try keeping.kiosks(in: family, by: bob).first?.id
      ids["INVITE"] = try Invitations(
        hub: local.hub, codeKey: try HubFolder(path: folder + "/data").codeKey
      ).issue(InviteRequest(zone: family, role: FamilyRole.child.role), by: bob).id
      return ids
    }

    func run(
      _ caller: Caller, _ arguments: [String], secret: String? = nil
    ) async -> ExitCode {
      written.withLock { $0 = ("", "") }
      let terminal = Terminal(
        write: { [written] text in written.withLock { $0.output += text } },
        writeError: { [written] text in written.withLock { $0.errors += text } },
        readSecret: { _ in secret })
      return await Program.run(
        arguments + ["--account", caller.rawValue, "--data", folder + "/data"], terminal)
    }

    /// A member of the first of what a command lists for Bob.
    func first(_ name: String, _ arguments: [String]) async throws -> [String] {
      #expect(await run(.bob, arguments + ["--json"]) == .ok, "\(said)")
      let json = try JSONSerialization.jsonObject(with: Data(printed.utf8))
      let items = (json as? [String: Any])?["items"] as? [[String: Any]]
      return [try #require(items?.first?[name] as? String, "\(printed)")]
    }

    var said: String { written.withLock { $0.errors } }
    var printed: String { written.withLock { $0.output } }
    func head() throws -> Int64? { try hub.store.read { try $0.zone(family)?.head } }
  }

  private static let reading: [String: [String]] = [
    "family show": [], "family week": ["--on", "2026-06-01"], "family people": [],
    "routine list": [], "routine show": ["Dishes"],
    "routine day": ["--on", "2026-06-01"], "routine absences": [], "routine week": ["Dishes"],
    "routine history": ["Dishes"], "routine streak": ["Dishes"], "routine photos": ["Dishes"],
    "routine pictures": ["Dishes"], "family stars": [], "family reward list": [],
    "family reward wishes": [], "family reward history": [],
  ]

  private static let ticking: [(name: String, arguments: [String])] = [
    ("routine tick", ["Dishes", "--on", "2026-06-01", "--step", "Wash"]),
    ("routine untick", ["Dishes", "--on", "2026-06-01"]),
    ("routine skip", ["Dishes", "--on", "2026-06-01"]),
    ("routine swap", ["Dishes", "--on", "2026-06-01", "--for", "bob"]),
    ("routine undo-turn", ["Dishes", "--on", "2026-06-01"]),
    ("family reward wish", ["Film"]), ("family reward withdraw", ["Film"]),
  ]

  /// In the order in which each still finds something to change; `ABSENCE` and `WISH` are ids.
  private static let planning: [(name: String, arguments: [String])] = [
    ("routine approve", ["Dishes", "--on", "2026-06-08", "--for", "bob"]),
    ("routine refuse", ["Dishes", "--on", "2026-06-10", "--for", "bob"]),
    ("routine add", ["Teeth", "--who", "cyd"]),
    ("routine edit", ["Teeth", "--days", "mon,thu"]), ("routine archive", ["Teeth"]),
    ("routine away", ["bob", "2031-07-01", "2031-07-14"]), ("routine back", ["ABSENCE"]),
    ("family edit", ["--emoji", "🌻"]), ("family reward add", ["Sweets"]),
    ("family reward edit", ["Sweets", "--price", "3"]), ("family reward archive", ["Sweets"]),
    ("family reward grant", ["Film"]), ("family reward reopen", ["WISH"]),
    ("family reward refuse", ["Film", "--for", "cyd"]), ("routine begin", ["morning"]),
    ("routine duplicate", ["Dishes", "--title", "More dishes"]),
    ("routine delete", ["More dishes"]), ("family face", ["dan", "--emoji", "🦊"]),
    ("family invite", ["child"]), ("family role", ["dan", "parent"]), ("family remove", ["dan"]),
  ]

  /// What parents do at the hub, which the family's records do not tell. `CHILD`, `GROWN`,
  /// `DEVICE`, `TABLET` and `INVITE` are ids.
  private static let keeping: [(name: String, arguments: [String])] = [
    ("family child list", []), ("family child add", ["Eli"]), ("family child code", ["CHILD"]),
    ("family child devices", ["CHILD"]), ("family child end", ["CHILD", "DEVICE"]),
    ("family pin set", ["CHILD"]), ("family pin show", ["CHILD"]), ("family pin end", ["CHILD"]),
    ("family child password", ["GROWN", "--name", "grown"]), ("family child remove", ["CHILD"]),
    ("family tablet list", []), ("family tablet end", ["TABLET"]),
    ("family invites", []), ("family end-invite", ["INVITE"]),
  ]

  @Test("S1-9.1-a children's accounts and tablets are kept by parents, and by nobody else")
  func keeping() async throws {
    let setting = try await Setting()
    let ids = try setting.keep()
    for (name, arguments) in Self.keeping {
      let words = name.split(separator: " ").map(String.init)
      let arguments = arguments.map { ids[$0] ?? $0 }
      for caller in [Caller.cyd, .stranger, .bob] {
        let secret = words.contains("pin") ? "2468" : "a pan on the stove"
        let code = await setting.run(caller, words + arguments, secret: secret)
        #expect(code == (caller == .bob ? .ok : .refused), "\(caller) \(name): \(setting.said)")
        #expect(caller == .bob || setting.printed.isEmpty, "\(caller) \(name)")
        if name == "family invites", caller == .bob {
          #expect(setting.printed.contains(ids["INVITE"] ?? "?"), "\(setting.printed)")
          #expect(setting.printed.contains("child"), "\(setting.printed)")
        }
      }
    }
    #expect(await setting.run(.bob, ["family", "invites"]) == .ok)
    #expect(setting.printed.contains("No invite"), "\(setting.printed)")
    // What is over is over.
    for arguments in [
      ["child", "code", ids["CHILD"] ?? ""], ["child", "remove", ids["GROWN"] ?? ""],
      ["tablet", "end", ids["TABLET"] ?? ""], ["end-invite", ids["INVITE"] ?? ""],
    ] {
      #expect(await setting.run(.bob, ["family"] + arguments) == .refused, "\(arguments)")
    }
  }

  @Test("D-PRM-3 every command about families has its place in this matrix")
  func inventory() {
    let reading = Set(Self.reading.keys).union(["family list"])
    let ticking = Set(Self.ticking.map(\.name)).union(["family leave"])
    let planning = Set(Self.planning.map(\.name)).union(Self.keeping.map(\.name))
      .union([
        "family create", "family dissolve", "routine templates", "family hand-over",
        "family take-over",
      ])
    for (name, need) in CommandMatrixTests.needs {
      #expect((need == .readingFamily) == reading.contains(name), "\(name)")
      #expect((need == .ticking) == ticking.contains(name), "\(name)")
      #expect((need == .planning) == planning.contains(name), "\(name)")
    }
  }

  @Test("S1-9.1-a a family is read and ticked by everybody in it, and by nobody else")
  func members() async throws {
    let setting = try await Setting()
    let head = try setting.head()
    for (name, arguments) in Self.reading {
      for caller in Caller.allCases {
        let words = name.split(separator: " ").map(String.init)
        let code = await setting.run(caller, words + arguments)
        let expected: ExitCode = caller == .stranger ? .refused : .ok
        #expect(code == expected, "\(caller) \(name): \(setting.said)")
        #expect(caller != .stranger || !setting.printed.contains("Dishes"))
      }
    }
    for caller in Caller.allCases {
      #expect(await setting.run(caller, ["family", "list"]) == .ok)
      #expect(setting.printed.contains("Lindqvist") == (caller != .stranger), "\(caller)")
    }
    #expect(try setting.head() == head)
    for (name, arguments) in Self.ticking {
      let head = try setting.head()
      let words = name.split(separator: " ").map(String.init)
      #expect(await setting.run(.stranger, words + arguments) == .refused, "\(name)")
      #expect(try setting.head() == head)
      #expect(await setting.run(.cyd, words + arguments) == .ok, "\(name): \(setting.said)")
      #expect(try setting.head() != head, "\(name)")
    }
    #expect(await setting.run(.stranger, ["family", "leave"]) == .refused)
    #expect(await setting.run(.ann, ["family", "leave"]) == .refused)
    #expect(setting.said.contains("hearth family hand-over"), "\(setting.said)")
    #expect(await setting.run(.dan, ["family", "leave"]) == .ok, "\(setting.said)")
    #expect(await setting.run(.dan, ["family", "show"]) == .refused)
  }

  @Test("S1-9.1-a a family is planned by its parents, and by nobody else")
  func planning() async throws {
    let setting = try await Setting()
    for (day, person) in [("2026-06-08", "bob"), ("2026-06-10", "bob")] {
      let tick = ["routine", "tick", "Dishes", "--on", day, "--for", person]
      #expect(await setting.run(.cyd, tick) == .ok, "\(setting.said)")
    }
    #expect(await setting.run(.cyd, ["family", "reward", "wish", "Film"]) == .ok)
    for (name, arguments) in Self.planning {
      var arguments = arguments
      if arguments == ["ABSENCE"] {
        arguments = try await setting.first("id", ["routine", "absences"])
      } else if arguments == ["WISH"] {
        arguments = try await setting.first("wishID", ["family", "reward", "history"])
      }
      for caller in [Caller.cyd, .stranger, .bob] {
        let head = try setting.head()
        let words = name.split(separator: " ").map(String.init)
        let code = await setting.run(caller, words + arguments)
        #expect(code == (caller == .bob ? .ok : .refused), "\(caller) \(name): \(setting.said)")
        #expect((try setting.head() != head) == (caller == .bob), "\(caller) \(name)")
      }
    }
    // Whoever is in a family founds no other one; everybody else may.
    #expect(await setting.run(.cyd, ["family", "create", "Own"]) == .refused)
    #expect(await setting.run(.stranger, ["family", "create", "Own"]) == .ok, "\(setting.said)")
    for caller in Caller.allCases {
      let code = await setting.run(caller, ["routine", "templates"])
      let isParent = [.ann, .bob, .stranger].contains(caller)
      #expect(code == (isParent ? .ok : .refused), "\(caller): \(setting.said)")
    }
  }

  // S1-9.1-a
  @Test("a family is dissolved by whoever founded it, by its name, and restored by them alone")
  func dissolving() async throws {
    let setting = try await Setting()
    _ = try setting.keep()
    let dissolve = ["family", "dissolve", "lindqvist"]
    for (caller, arguments) in [
      (Caller.cyd, dissolve), (.bob, dissolve), (.stranger, dissolve),
      (.ann, ["family", "dissolve", "Berg"]),
      // Nobody would keep its children's accounts any more.
      (.ann, dissolve),
    ] {
      let head = try setting.head()
      #expect(await setting.run(caller, arguments) == .refused, "\(caller) \(arguments)")
      #expect(try setting.head() == head, "\(caller) \(arguments)")
    }
    #expect(setting.said.contains("family child list"), "\(setting.said)")
    for child in ["CHILD", "GROWN"] {
      #expect(await setting.run(.bob, ["family", "child", "remove", child]) == .ok)
    }
    #expect(await setting.run(.ann, dissolve) == .ok, "\(setting.said)")
    for caller in Caller.allCases {
      #expect(await setting.run(caller, ["family", "show"]) == .refused, "\(caller)")
      #expect(await setting.run(caller, ["family", "deleted"]) == .ok, "\(caller)")
      #expect(setting.printed.contains("Lindqvist") == (caller == .ann), "\(caller)")
      guard caller != .ann else { continue }
      let restore = ["family", "restore", setting.family]
      #expect(await setting.run(caller, restore) == .refused, "\(caller)")
    }
    // Cyd has another family by now, and stays there.
    #expect(await setting.run(.cyd, ["family", "create", "Own"]) == .ok, "\(setting.said)")
    #expect(await setting.run(.ann, ["family", "restore", "Lindqvist"]) == .ok, "\(setting.said)")
    #expect(await setting.run(.dan, ["routine", "show", "Dishes"]) == .ok, "\(setting.said)")
    #expect(await setting.run(.cyd, ["family", "show"]) == .ok)
    #expect(setting.printed.contains("Own"), "\(setting.printed)")
    #expect(await setting.run(.ann, ["family", "restore", "Lindqvist"]) == .refused)
  }

  /// A code for a child, made by one of the parents.
  private func code(_ setting: Setting, by caller: Caller, uses: String = "9") async throws
    -> String
  {
    let invite = ["family", "invite", "child", "--uses", uses, "--json"]
    #expect(await setting.run(caller, invite) == .ok, "\(setting.said)")
    let json = try JSONSerialization.jsonObject(with: Data(setting.printed.utf8))
    return try #require((json as? [String: Any])?["code"] as? String)
  }

  @Test("a family is joined by an invite; who is in another one leaves it when they mean it")
  func joining() async throws {
    let setting = try await Setting()
    #expect(await setting.run(.stranger, ["family", "create", "Berg"]) == .ok, "\(setting.said)")
    let berg = try await code(setting, by: .stranger)
    // Other invites are used otherwise, and each refusal says how.
    #expect(await setting.run(.dan, ["join", berg]) == .refused)
    #expect(setting.said.contains("hearth family join"), "\(setting.said)")
    #expect(await setting.run(.dan, ["group", "join", berg]) == .refused)
    #expect(setting.said.contains("hearth family join"), "\(setting.said)")
    let head = try setting.head()
    let join = ["family", "join", berg]
    #expect(await setting.run(.dan, join + ["--dry-run", "--json"]) == .ok, "\(setting.said)")
    for word in ["Berg", "Lindqvist", "cyd", #""role" : "child""#, #""didJoin" : false"#] {
      #expect(setting.printed.contains(word), "\(word): \(setting.printed)")
    }
    #expect(await setting.run(.dan, join) == .refused)
    #expect(setting.said.contains("Lindqvist") && setting.said.contains("--yes"))
    // Whoever founded the family cannot leave it to others like this.
    #expect(await setting.run(.ann, join + ["--yes"]) == .refused)
    #expect(setting.said.contains("hearth family dissolve"), "\(setting.said)")
    #expect(try setting.head() == head)
    #expect(await setting.run(.dan, join + ["--yes"]) == .ok, "\(setting.said)")
    #expect(setting.printed.contains("Joined Berg as a child and left Lindqvist"))
    #expect(await setting.run(.dan, ["family", "list"]) == .ok)
    #expect(setting.printed.contains("Berg") && !setting.printed.contains("Lindqvist"))
    #expect(await setting.run(.dan, join) == .ok && setting.printed.contains("already"))
    // Who is in none has nothing to leave.
    #expect(await setting.run(.dan, ["family", "leave"]) == .ok, "\(setting.said)")
    let back = try await code(setting, by: .bob)
    #expect(await setting.run(.dan, ["family", "join", back]) == .ok, "\(setting.said)")
    #expect(await setting.run(.cyd, ["family", "join", "AAA-2222"]) == .refused)
    #expect(setting.said.contains("no invite"), "\(setting.said)")
  }

  @Test("D-INV-4 a child becomes a parent by an invite for one, with --upgrade")
  func upgrade() async throws {
    let setting = try await Setting()
    let invite = ["family", "invite", "parent", "--json"]
    #expect(await setting.run(.bob, invite) == .ok, "\(setting.said)")
    let json = try JSONSerialization.jsonObject(with: Data(setting.printed.utf8))
    let code = try #require((json as? [String: Any])?["code"] as? String)
    #expect(await setting.run(.cyd, ["family", "join", code]) == .ok, "\(setting.said)")
    #expect(setting.printed.contains("as a child") && setting.printed.contains("--upgrade"))
    #expect(await setting.run(.cyd, ["family", "join", code, "--upgrade"]) == .ok)
    #expect(setting.printed.contains("a parent of Lindqvist now"), "\(setting.printed)")
    #expect(await setting.run(.cyd, ["family", "join", code]) == .ok, "\(setting.said)")
    #expect(setting.printed.contains("already, as a parent."), "\(setting.printed)")
  }

  // D-FAM-5
  @Test("whoever is alone in the family they founded changes to another one in one meant step")
  func changingAlone() async throws {
    let setting = try await Setting()
    #expect(await setting.run(.stranger, ["family", "create", "Berg"]) == .ok, "\(setting.said)")
    let code = try await code(setting, by: .bob, uses: "1")
    let join = ["family", "join", code]
    #expect(await setting.run(.stranger, join + ["--dry-run", "--json"]) == .ok, "\(setting.said)")
    #expect(setting.printed.contains(#""dissolves" : true"#), "\(setting.printed)")
    #expect(await setting.run(.stranger, join) == .refused)
    #expect(setting.said.contains("dissolves Berg") && setting.said.contains("--yes"))
    #expect(await setting.run(.stranger, ["family", "list"]) == .ok)
    #expect(setting.printed.contains("Berg"), "\(setting.printed)")
    // Somebody else has used the invite up meanwhile: the family stays as it was.
    #expect(await setting.run(.dan, ["family", "leave"]) == .ok, "\(setting.said)")
    #expect(await setting.run(.dan, join) == .ok, "\(setting.said)")
    #expect(await setting.run(.stranger, join + ["--yes"]) == .refused)
    #expect(await setting.run(.stranger, ["family", "list"]) == .ok)
    #expect(setting.printed.contains("Berg"), "\(setting.printed)")
    let next = try await self.code(setting, by: .bob)
    let done = await setting.run(.stranger, ["family", "join", next, "--yes"])
    #expect(done == .ok, "\(setting.said)")
    #expect(setting.printed.contains("Joined Lindqvist as a child and dissolved Berg"))
    #expect(await setting.run(.stranger, ["family", "list"]) == .ok)
    #expect(setting.printed.contains("Lindqvist") && !setting.printed.contains("Berg"))
    // It is restored like any other, once the account is in none.
    #expect(await setting.run(.stranger, ["family", "restore", "Berg"]) == .refused)
    #expect(await setting.run(.stranger, ["family", "leave"]) == .ok, "\(setting.said)")
    #expect(await setting.run(.stranger, ["family", "restore", "Berg"]) == .ok, "\(setting.said)")
  }

  @Test("a family is handed over by whoever founded it to another parent, who takes it over")
  func handingOver() async throws {
    let setting = try await Setting()
    let head = try setting.head()
    for (caller, arguments, word) in [
      (Caller.stranger, ["hand-over", "bob"], "no family"), (.cyd, ["hand-over", "bob"], "parent"),
      (.bob, ["hand-over", "cyd"], "founded"), (.bob, ["hand-over", "ann"], "founded"),
      (.ann, ["hand-over", "me"], "already"), (.ann, ["hand-over", "cyd"], "child"),
      (.ann, ["hand-over", "eve"], "eve"), (.ann, ["hand-over", "bob", "--withdraw"], "nothing"),
      (.bob, ["take-over"], "hand-over"), (.cyd, ["take-over"], "parent"),
    ] {
      let code = await setting.run(caller, ["family"] + arguments)
      #expect(code == .refused, "\(caller) \(arguments)")
      #expect(setting.said.contains(word), "\(caller) \(arguments): \(setting.said)")
    }
    #expect(await setting.run(.ann, ["family", "hand-over", "bob"]) == .ok, "\(setting.said)")
    #expect(await setting.run(.ann, ["family", "hand-over", "bob", "--withdraw"]) == .ok)
    #expect(await setting.run(.bob, ["family", "take-over"]) == .refused)
    #expect(try setting.head() == head)
    #expect(await setting.run(.ann, ["family", "hand-over", "bob"]) == .ok, "\(setting.said)")
    #expect(await setting.run(.cyd, ["family", "take-over"]) == .refused)
    // Made a child meanwhile, he takes nothing over.
    #expect(await setting.run(.ann, ["family", "role", "bob", "child"]) == .ok, "\(setting.said)")
    #expect(await setting.run(.bob, ["family", "take-over"]) == .refused)
    #expect(await setting.run(.ann, ["family", "role", "bob", "parent"]) == .ok, "\(setting.said)")
    #expect(await setting.run(.bob, ["family", "take-over"]) == .ok, "\(setting.said)")
    #expect(await setting.run(.bob, ["family", "take-over"]) == .refused)
    #expect(await setting.run(.ann, ["family", "leave"]) == .ok, "\(setting.said)")
    #expect(await setting.run(.bob, ["family", "leave"]) == .refused)
  }

  // D-FAM-8
  @Test("an invite to a family that was dissolved meanwhile says that, and nothing is left for it")
  func joiningDissolved() async throws {
    let setting = try await Setting()
    #expect(await setting.run(.stranger, ["family", "create", "Berg"]) == .ok, "\(setting.said)")
    let berg = try await code(setting, by: .stranger)
    #expect(await setting.run(.stranger, ["family", "dissolve", "Berg"]) == .ok)
    let head = try setting.head()
    for options in [["--dry-run"], [], ["--yes"]] {
      let code = await setting.run(.dan, ["family", "join", berg] + options)
      #expect(code == .refused, "\(options)")
      #expect(setting.said.contains("dissolved"), "\(setting.said)")
    }
    #expect(try setting.head() == head)
  }

  @Test("I1-3 commands about families leave a hidden family out, and say so")
  func hiding() async throws {
    let setting = try await Setting()
    try setting.hub.changeSharingFlag(.init(state: .killed, hidesShared: true), by: .commandLine)
    let head = try setting.head()
    for (name, arguments) in Self.reading.map({ ($0.key, $0.value) }) + Self.ticking
      + Self.planning
    {
      let words = name.split(separator: " ").map(String.init)
      #expect(await setting.run(.bob, words + arguments) == .refused, "\(name)")
      #expect(setting.said.contains("hidden while sharing is paused"), "\(name): \(setting.said)")
      #expect(setting.printed.isEmpty, "\(name)")
    }
    #expect(try setting.head() == head)
  }
}
