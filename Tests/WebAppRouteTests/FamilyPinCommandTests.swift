import Families
import Foundation
import Hub
import SyncProtocol
import Testing
import Threads

@testable import hearth

/// PINs for the family's tablet, set, changed and ended by command.
@Suite struct FamilyPinCommandTests {
  /// Ann has founded a family, Bob is a child in it with an account of his own, and Eli one whose
  /// account Ann keeps.
  private final class Setting: Sendable {
    let data = NSTemporaryDirectory() + "hearth-pins-" + UUID().uuidString
    let keeping: KeptAccounts
    let ann: AccountID
    let bob: AccountID
    let eli: AccountID
    let family: ZoneID
    private let written = Lock((output: "", errors: "", prompts: [String]()))

    init() async throws {
      let terminal = Terminal(
        write: { _ in }, writeError: { _ in }, readSecret: { _ in "a kettle on the stove" })
      let folder = data
      func run(_ arguments: String...) async throws {
        try #require(await Program.run(arguments + ["--data", folder], terminal) == .ok)
      }
      for name in ["ann", "bob"] { try await run("account", "create", name) }
      try await run("family", "create", "Lindqvist", "--account", "ann")
      let local = try LocalHub(DataFolder(path: data))
      keeping = KeptAccounts(hub: local.hub, accounts: local.accounts)
      func account(_ name: String) throws -> AccountID {
        try #require(try local.accounts.account(named: name)).id
      }
      (ann, bob) = (try account("ann"), try account("bob"))
      let founder = ann
      family = try #require(
        try local.hub.store.read { reader in
          try reader.memberships(of: founder).first { $0.zone.kind == .family }?.zone.id
        })
      eli = try keeping.create(displayName: "Eli", in: family, by: ann).id
      let invitations = Invitations(
        hub: local.hub, codeKey: [UInt8](repeating: 7, count: 32))
      let invite = try invitations.issue(
        InviteRequest(zone: family, role: FamilyRole.child.role), by: ann)
      _ = try local.hub.redeem(inviteID: invite.id, by: bob, as: .family)
    }

    // Rests of a test in the system's temporary folder.
    deinit { try? FileManager.default.removeItem(atPath: data) }

    /// - Parameter typed: what is typed for each prompt, the last again and again; empty: nothing.
    func run(
      _ account: String, _ arguments: [String], typed: [String] = [], isInteractive: Bool = false
    ) async -> ExitCode {
      written.withLock { $0 = ("", "", []) }
      let terminal = Terminal(
        write: { [written] text in written.withLock { $0.output += text } },
        writeError: { [written] text in written.withLock { $0.errors += text } },
        readSecret: { [written] prompt in
          let count = written.withLock { state in
            state.prompts.append(prompt)
            return state.prompts.count
          }
          return typed.indices.contains(count - 1) ? typed[count - 1] : typed.last
        }, isInteractive: isInteractive)
      return await Program.run(
        ["family", "pin"] + arguments + ["--account", account, "--data", data], terminal)
    }

    var said: String { written.withLock { $0.errors } }
    var printed: String { written.withLock { $0.output } }

    /// Whether somebody comes in at a tablet with what they press.
    func enters(_ account: AccountID, pressing pin: String) throws -> Bool {
      let tablet = try keeping.makeKiosk(in: family, label: "Kitchen", by: ann).text
      do {
        _ = try keeping.enter(kiosk: tablet, as: account, pin: pin)
        return true
      } catch KioskError.wrongPin, KioskError.needsPin {
        return false
      }
    }
  }

  @Test("a parent sets, changes and ends a child's PIN, with which the child comes in")
  func child() async throws {
    let setting = try await Setting()
    #expect(try setting.enters(setting.eli, pressing: ""))
    let json = ["--json"]
    #expect(await setting.run("ann", ["set", "Eli"] + json, typed: ["2468"]) == .ok)
    #expect(setting.printed.contains(#""pin" : "digits""#), "\(setting.printed)")
    #expect(setting.printed.contains(setting.eli) && !setting.printed.contains("2468"))
    #expect(try setting.enters(setting.eli, pressing: "2468"))
    #expect(try !setting.enters(setting.eli, pressing: "1357"))
    #expect(
      await setting.run("ann", ["set", setting.eli, "--pictures"] + json, typed: ["1359"]) == .ok)
    #expect(setting.printed.contains(#""pin" : "pictures""#), "\(setting.printed)")
    #expect(try !setting.enters(setting.eli, pressing: "2468"))
    #expect(try setting.enters(setting.eli, pressing: "1359"))
    #expect(await setting.run("ann", ["show", "Eli"] + json) == .ok)
    #expect(setting.printed.contains(#""pin" : "pictures""#), "\(setting.printed)")
    #expect(await setting.run("ann", ["end", "Eli"] + json) == .ok)
    #expect(setting.printed.contains(#""pin" : null"#), "\(setting.printed)")
    #expect(try setting.enters(setting.eli, pressing: ""))
    // A new one is set, and another instead of it is a change: what is said differs.
    #expect(await setting.run("ann", ["set", "Eli"], typed: ["2468"]) == .ok)
    let first = setting.printed
    #expect(await setting.run("ann", ["set", "Eli"], typed: ["2468"]) == .ok)
    #expect(!first.isEmpty && setting.printed != first)
  }

  @Test("everybody sets their own PIN; without one only a child whose account is kept comes in")
  func own() async throws {
    let setting = try await Setting()
    for (name, account) in [("ann", setting.ann), ("bob", setting.bob)] {
      #expect(try !setting.enters(account, pressing: ""))
      #expect(await setting.run(name, ["set"], typed: ["13579"]) == .ok, "\(setting.said)")
      #expect(try setting.enters(account, pressing: "13579"), "\(name)")
      #expect(await setting.run(name, ["end"]) == .ok, "\(setting.said)")
      #expect(try !setting.enters(account, pressing: "13579"), "\(name)")
    }
  }

  @Test("a child sets nobody else's PIN, and one whose account is kept not its own either")
  func others() async throws {
    let setting = try await Setting()
    for word in ["set", "end", "show"] {
      #expect(await setting.run("bob", [word, "Eli"], typed: ["2468"]) == .refused, "\(word)")
      #expect(setting.said.contains("a parent"), "\(setting.said)")
      // Bob has an account of his own: his PIN is his to set.
      #expect(await setting.run("ann", [word, "bob"], typed: ["2468"]) == .refused, "\(word)")
    }
    let eli = try #require(try setting.keeping.kept(in: setting.family, by: setting.ann).first).name
    #expect(await setting.run(eli, ["set"], typed: ["2468"]) == .refused)
    #expect(setting.said.contains("a parent"), "\(setting.said)")
    #expect(try setting.enters(setting.eli, pressing: ""))
    #expect(try !setting.enters(setting.bob, pressing: "2468"))
  }

  @Test("a PIN is typed, twice by a person, and never given as an argument; a bad one is told")
  func typing() async throws {
    let setting = try await Setting()
    #expect(await setting.run("ann", ["set", "Eli", "2468"]) == .usage)
    #expect(await setting.run("ann", ["set", "Eli"]) == .usage)
    #expect(setting.said.contains("standard input"), "\(setting.said)")
    for (options, pin) in [
      ([], "123"), ([], "12a4"), ([], "123456789"), ([], ""), (["--pictures"], "0123"),
      (["--pictures"], "12345"),
    ] {
      #expect(await setting.run("ann", ["set", "Eli"] + options, typed: [pin]) == .refused)
      #expect(setting.said.contains("4 to 8 digits"), "\(pin): \(setting.said)")
    }
    let typed = ["2468", "2486"]
    #expect(
      await setting.run("ann", ["set", "Eli"], typed: typed, isInteractive: true) == .refused)
    #expect(try setting.enters(setting.eli, pressing: ""))
    #expect(
      await setting.run("ann", ["set", "Eli"], typed: ["2468"], isInteractive: true) == .ok)
    #expect(try setting.enters(setting.eli, pressing: "2468"))
  }
}
