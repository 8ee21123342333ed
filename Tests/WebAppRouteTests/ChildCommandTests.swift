import Families
import Foundation
import Importing
import SQLite
import SyncProtocol
import Testing
import Threads

@testable import hearth

/// What the commands show and do for a child of a family: no amounts of homes of others, and
/// nothing that parents decide.
@Suite struct ChildCommandTests {
  /// What a command comes to for a child.
  private enum Outcome {
    /// It shows what is there.
    case shown
    /// It says in words that a child may not, or sees no amounts.
    case refused
    /// There is nothing of the kind for it to name, or it has no right in it.
    case nothing
  }

  /// The world of the tests of pages, as a hub's data folder; Ben is a child there.
  private struct Setting {
    let world: UnseenAmountTests.World
    let data: String
    let out: String

    init() async throws {
      world = try await UnseenAmountTests.World()
      try await world.becomeChild()
      try await world.removeOwn()
      (data, out) = (world.hearth.folder + "/data", world.hearth.folder + "/out")
      try #require(await run(["account", "create", "eve"], as: nil).code == .ok)
      // Its hub is the world's from now on.
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: data + "/hub.db" + suffix)
      }
      try Connection(path: world.hearth.folder + "/hub.sqlite").execute(
        "VACUUM INTO ?", .text(data + "/hub.db"))
      let ben = try world.benAccount
      for arguments in [
        ["family", "edit", "--stars", "on"],
        ["family", "reward", "add", "Film", "--price", "900"],
        ["routine", "add", "Teeth", "--who", ben, "--from", "2026-06-01", "--step", "Top"],
      ] {
        let made = await run(arguments, as: "anna")
        try #require(made.code == .ok, "\(arguments): \(made.text)")
      }
    }

    func run(_ arguments: [String], as account: String?) async -> (code: ExitCode, text: String) {
      let written = Lock("")
      let terminal = Terminal(
        write: { text in written.withLock { $0 += text } },
        writeError: { text in written.withLock { $0 += text } },
        readSecret: { _ in "a kettle on the stove" })
      let code = await Program.run(
        arguments + ["--data", data] + (account.map { ["--account", $0] } ?? []), terminal)
      return (code, written.withLock { $0 })
    }

    /// The text of all files that commands have written to `out`, which goes.
    func files() throws -> String {
      var text = ""
      let paths =
        [out]
        + (try FileManager.default.subpathsOfDirectory(atPath: out)).map {
          "\(out)/\($0)"
        }
      for path in paths {
        guard let bytes = FileManager.default.contents(atPath: path) else { continue }
        if bytes.starts(with: [0x50, 0x4B, 3, 4]) {
          let archive = try ZipArchive(path: path, name: "out.zip")
          var index = 0
          while let entry = archive.entry(at: index) {
            text += String(
              decoding: try archive.bytes(of: entry, maxBytes: 1 << 24), as: UTF8.self)
            index += 1
          }
        } else {
          text += String(decoding: bytes, as: UTF8.self)
        }
      }
      try FileManager.default.removeItem(atPath: out)
      return text
    }
  }

  /// Every command that works for an account, with what it comes to. `HOME` is Anna's home, `OUT` a
  /// folder. `nil`: it is not run here, see beside it.
  private static let commands: [String: (outcome: Outcome, runs: [[String]])?] = [
    "export": (
      .shown,
      [
        ["OUT/folder"], ["--format", "zip", "OUT/all.zip"],
        ["--format", "zip", "--home", "HOME", "OUT/home.zip"],
        ["--format", "movingbox", "--home", "HOME", "OUT/box.zip"],
      ]
    ),
    "report": (.refused, [["HOME", "--out", "OUT/claim.pdf", "--no-photos"]]),
    "policy list": (.shown, [[], ["--json"]]),
    "import": nil,  // See `importing`.
    "import legacy": nil,  // It needs a database of the older program.
    // It needs an invite, and asks for nothing that a child may not do.
    "group join": nil, "join": nil, "family join": nil,
    "group list": (.shown, [[]]), "group show": (.nothing, [["Pot"]]),
    "group members": (.nothing, [["Pot"]]), "group edit": (.nothing, [["Pot", "--name", "Pan"]]),
    "group archive": (.nothing, [["Pot"]]), "group add-member": (.nothing, [["Pot", "Eve"]]),
    "group edit-member": (.nothing, [["Pot", "Eve", "--name", "Eva"]]),
    "group remove-member": (.nothing, [["Pot", "Eve"]]),
    "group set-picture": nil, "expense add-receipt": nil,  // See `FileCommandTests`.
    "group remove-picture": (.nothing, [["Pot"]]),
    // A group of its own is a child's own, with its amounts.
    "group claim": (.nothing, [["Pot", "Eve"]]), "group release": (.nothing, [["Pot", "Eve"]]),
    "group assign": (.nothing, [["Pot", "Eve", "anna"]]),
    "group combine": (.nothing, [["Pot", "Eve", "Mia"]]),
    "group import": nil,  // See `GroupFileCommandTests`.
    "group imports": (.shown, [[]]), "group undo-import": (.nothing, [["none"]]),
    "group export": (.nothing, [["Pot", "OUT/pot.json"]]),
    "group add": nil, "expense add": (.nothing, [["Pot", "Dinner", "12"]]),
    "expense list": (.nothing, [["Pot"]]), "expense show": (.nothing, [["none"]]),
    "expense edit": (.nothing, [["none", "--title", "Lunch"]]),
    "expense delete": (.nothing, [["none"]]), "expense pay": (.nothing, [["Pot", "a", "b", "1"]]),
    "expense history": (.nothing, [["Pot"]]), "expense deleted": (.nothing, [["Pot"]]),
    "expense undo": (.nothing, [["Pot", "1"]]), "expense restore": (.nothing, [["Pot", "none"]]),
    "expense receipts": (.nothing, [["none"]]),
    "expense remove-receipt": (.nothing, [["none", "none"]]),
    "expense comments": (.nothing, [["none"]]), "expense comment": (.nothing, [["none", "Hi"]]),
    "expense remove-comment": (.nothing, [["none", "none"]]),
    "group categories": (.nothing, [["Pot"]]), "group add-category": (.nothing, [["Pot", "Fun"]]),
    "group edit-category": (.nothing, [["Pot", "Rent", "--name", "Fun"]]),
    "group remove-category": (.nothing, [["Pot", "Rent"]]),
    "group rates": (.nothing, [["Pot"]]), "group remove-rate": (.nothing, [["Pot", "none"]]),
    "group set-rate": (.nothing, [["Pot", "VND", "EUR", "0.00004"]]),
    "balance show": (.nothing, [["Pot"]]), "balance debts": (.nothing, [["Pot"]]),
    "balance convert": (.nothing, [["Pot"]]),
    "balance spending": (.nothing, [["Pot"]]), "balance settle": (.nothing, [["Pot"]]),
    "repeating list": (.nothing, [["Pot"]]), "repeating add": nil, "repeating edit": nil,
    "repeating pause": (.nothing, [["none"]]), "repeating resume": (.nothing, [["none"]]),
    "repeating end": (.nothing, [["none"]]),
    "home family show": (.nothing, [["HOME"]]),
    "home family share": (.nothing, [["HOME", "--children", "editor"]]),
    "home family end": (.nothing, [["HOME"]]),
    "group family show": (.nothing, [["Pot"]]),
    "group family share": (.nothing, [["Pot", "--children", "viewer"]]),
    "group family end": (.nothing, [["Pot"]]),
    "home people": (.shown, [["HOME"]]), "home invites": (.nothing, [["HOME"]]),
    "home invite": (.nothing, [["HOME", "viewer"]]),
    "home end-invite": (.nothing, [["HOME", "none"]]),
    "home role": (.nothing, [["HOME", "me", "editor"]]),
    "home remove-person": (.nothing, [["HOME", "me"]]),
    "home leave": nil, "group leave": (.nothing, [["Pot"]]),  // See `SharingCommandMatrixTests`.
    "home hand-over": (.nothing, [["HOME", "me"]]), "home take-over": (.nothing, [["HOME"]]),
    "home stop-sharing": (.nothing, [["HOME"]]), "home delete": (.nothing, [["HOME"]]),
    "group people": (.nothing, [["Pot"]]), "group invites": (.nothing, [["Pot"]]),
    "group invite": (.nothing, [["Pot", "viewer"]]),
    "group end-invite": (.nothing, [["Pot", "none"]]),
    "group role": (.nothing, [["Pot", "me", "editor"]]),
    "group remove-person": (.nothing, [["Pot", "me"]]),
    "group hand-over": (.nothing, [["Pot", "me"]]), "group take-over": (.nothing, [["Pot"]]),
    "group stop-sharing": (.nothing, [["Pot"]]), "group delete": (.nothing, [["Pot"]]),
    "group deleted": (.shown, [[]]), "group restore": (.nothing, [["Pot"]]),
    "home deleted": (.shown, [[]]), "home restore": (.nothing, [["HOME"]]),
    "notifications list": (.shown, [[], ["--json"]]), "notifications seen": (.shown, [[]]),
    "notifications settings": (.shown, [[]]),
    "notifications set": (.shown, [["joined", "--app", "off"]]),
    // A ledger is its account's own, with its amounts: see `LedgerCommandTests`.
    "ledger list": (.shown, [[]]), "ledger month": (.shown, [[]]),
    "ledger currency": (.shown, [[]]),
    "ledger categories": (.shown, [[]]), "ledger add": nil, "ledger edit": nil,
    "ledger delete": nil, "ledger note": nil, "ledger budget": nil, "ledger add-category": nil,
    "ledger edit-category": nil, "ledger remove-category": nil,
    "ledger export": nil, "ledger import": nil,
    "ledger imports": (.shown, [[]]), "ledger undo-import": (.nothing, [["none"]]),
    "family list": (.shown, [[]]), "family show": (.shown, [[]]),
    "family week": (.shown, [[], ["me"]]), "family people": (.shown, [[]]),
    "family export": (.shown, [["OUT/family.zip"]]), "family import": nil,
    "family imports": (.shown, [[]]), "family undo": (.nothing, [["none"]]),
    "family deleted": (.shown, [[]]), "family restore": (.nothing, [["Lindqvist"]]),
    "family create": (.nothing, [["Own"]]), "family leave": nil,
    "family edit": (.refused, [["--stars", "off"]]), "family dissolve": (.refused, [["Lindqvist"]]),
    "family invite": (.refused, [["child"]]), "family role": (.refused, [["me", "parent"]]),
    "family remove": (.refused, [["me"]]), "family invites": (.refused, [[]]),
    "family end-invite": (.refused, [["none"]]),
    "family hand-over": (.refused, [["me"], ["anna"], ["anna", "--withdraw"]]),
    "family take-over": (.refused, [[]]),
    "family child list": (.refused, [[]]), "family child add": (.refused, [["Eli"]]),
    "family child code": (.refused, [["Eli"]]), "family child devices": (.refused, [["Eli"]]),
    "family child end": (.refused, [["Eli", "none"]]),
    "family child password": (.refused, [["Eli", "--name", "eli"]]),
    "family child remove": (.refused, [["Eli"]]),
    // Its own PIN a child sets like everybody else: see `FamilyPinCommandTests`.
    "family pin show": (.refused, [["Eli"]]), "family pin set": (.refused, [["Eli"]]),
    "family pin end": (.refused, [["Eli"]]),
    "family tablet list": (.refused, [[]]), "family tablet end": (.refused, [["none"]]),
    "family stars": (.shown, [[]]), "family reward list": (.shown, [[]]),
    "family reward wishes": (.shown, [[]]), "family reward history": (.shown, [[]]),
    "family reward wish": (.nothing, [["Film"]]), "family reward withdraw": (.nothing, [["Film"]]),
    "family reward add": (.refused, [["Sweets"]]),
    "family reward edit": (.refused, [["Film", "--price", "1"]]),
    "family reward archive": (.refused, [["Film"]]), "family reward grant": (.refused, [["Film"]]),
    "family reward refuse": (.refused, [["Film"]]), "family reward reopen": (.refused, [["none"]]),
    "routine list": (.shown, [[]]), "routine show": (.shown, [["Teeth"]]),
    "routine day": (.shown, [[]]), "routine absences": (.shown, [[]]),
    "routine week": (.shown, [["Teeth"]]), "routine history": (.shown, [["Teeth"]]),
    "routine streak": (.shown, [["Teeth"]]), "routine photos": (.shown, [["Teeth"]]),
    "routine pictures": (.shown, [["Teeth"]]), "routine tick": (.shown, [["Teeth"]]),
    "routine untick": (.shown, [["Teeth"]]), "routine skip": (.nothing, [["Teeth"]]),
    "routine swap": (.nothing, [["Teeth", "--for", "me"]]),
    "routine prove": nil, "routine set-picture": nil,  // See `FileCommandTests`.
    "routine remove-picture": (.refused, [["Teeth", "Top"]]),
    "routine templates": (.refused, [[]]), "routine begin": (.refused, [["morning"]]),
    "routine duplicate": (.refused, [["Teeth"]]),
    "routine add": (.refused, [["Bed", "--who", "me"]]),
    "routine edit": (.refused, [["Teeth", "--stars", "100"]]),
    "routine archive": (.refused, [["Teeth"]]), "routine approve": (.refused, [["Teeth"]]),
    "routine refuse": (.refused, [["Teeth"]]),
    "routine away": (.refused, [["me", "2031-07-01", "2031-07-14"]]),
    "routine back": (.nothing, [["none"]]),
    "routine undo-turn": (.nothing, [["Teeth", "--on", "2020-01-01"]]),
    "routine delete": (.refused, [["Teeth"]]), "family face": (.refused, [["me", "--emoji", "🦊"]]),
  ]

  // S1-9.1-a D-PRM-6
  @Test("no command shows a child an amount of another's home, or does what parents decide")
  func sweep() async throws {
    let setting = try await Setting()
    let names = Program.commands.filter { CommandMatrixTests.needs[$0.name] != .machine }.map(
      \.name)
    #expect(Set(Self.commands.keys) == Set(names))
    var telling: Set<String> = []
    for name in names {
      guard let (outcome, runs) = Self.commands[name] ?? nil else { continue }
      for arguments in runs {
        let words = name.split(separator: " ").map(String.init)
        func command(_ account: String) async throws -> (code: ExitCode, text: String) {
          try FileManager.default.createDirectory(
            atPath: setting.out, withIntermediateDirectories: true)
          let all =
            words
            + arguments.map {
              $0.replacingOccurrences(of: "OUT", with: setting.out)
                .replacingOccurrences(of: "HOME", with: setting.world.home)
            }
          let ran = await setting.run(all, as: account)
          return (ran.code, try ran.text + setting.files())
        }
        let (code, text) = try await command("ben")
        #expect(!UnseenAmountTests.World.shows(text), "\(name) \(arguments) shows an amount")
        #expect(
          code == (outcome == .shown ? .ok : .refused), "\(name) \(arguments): \(text.prefix(300))")
        if outcome == .refused {
          let isSaid = ["a child in its family", "a child", "parent"].contains {
            text.contains($0)
          }
          #expect(isSaid, "\(name) \(arguments): \(text.prefix(300))")
        }
        // That the amounts are there for who may see them.
        guard CommandMatrixTests.needs[name] == .reading else { continue }
        let annas = try await command("anna").text
        if UnseenAmountTests.World.shows(annas) { telling.insert(name) }
      }
    }
    #expect(telling.isSuperset(of: ["export", "policy list"]), "\(telling)")
  }

  @Test("an insurance overview of another's home is refused to a child, in words")
  func policies() async throws {
    let setting = try await Setting()
    let home = setting.world.home
    let named = await setting.run(["policy", "list", "--home", home], as: "ben")
    #expect(named.code == .refused && named.text.contains("a child"), "\(named.text)")
    let all = await setting.run(["policy", "list"], as: "ben")
    #expect(all.code == .ok && all.text.contains("left out"), "\(all.text)")
    #expect(all.text.contains("Den") && !all.text.contains("Harbour Street"), "\(all.text)")
    let own = await setting.run(["policy", "list", "--home", setting.world.own], as: "ben")
    #expect(own.code == .ok && !own.text.contains("left out"), "\(own.text)")
    let annas = await setting.run(["policy", "list", "--home", home], as: "anna")
    #expect(annas.code == .ok && UnseenAmountTests.World.shows(annas.text), "\(annas.text)")
  }

  @Test("a file that a child imports into another's home brings no amounts there")
  func importing() async throws {
    let setting = try await Setting()
    let file = setting.world.hearth.folder + "/priced.csv"
    try """
    HB.import_ref,HB.location,HB.name,HB.quantity,HB.purchase_price
    r-9,Cellar,Kettle,1,777123.45

    """.write(toFile: file, atomically: true, encoding: .utf8)
    let ran = await setting.run(["import", file, "--home", setting.world.home], as: "ben")
    #expect([.ok, .refused].contains(ran.code), "\(ran.text)")
    try FileManager.default.createDirectory(
      atPath: setting.out, withIntermediateDirectories: true)
    let exported = await setting.run(["export", setting.out + "/folder"], as: "anna")
    #expect(exported.code == .ok, "\(exported.text)")
    let kettle = try setting.files().split(separator: "\n").filter { $0.contains("Kettle") }
    #expect(!kettle.contains { UnseenAmountTests.World.shows(String($0)) }, "\(kettle)")
  }
}
