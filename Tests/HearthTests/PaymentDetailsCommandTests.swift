import Foundation
import Testing
import hearth

/// Through commands how a member is paid is told to them and to whoever owes them (decision 0076).
@Suite("hearth group: how members are paid")
struct PaymentDetailsCommandTests {
  private static let iban = "DE02 1203"
  private let folder = TestFolder()

  private func run(_ arguments: [String], as account: String) async -> CommandRun {
    await hearth(arguments: arguments + ["--data", folder.data, "--account", account])
  }

  private func json(_ arguments: String..., as account: String) async throws -> [String: Any] {
    let run = await run(arguments + ["--json"], as: account)
    try #require(run.code == .ok, "\(arguments): \(run.errors)")
    return try run.json()
  }

  /// Ana's group, in which Ben has said that he is a member of it, and how he is paid.
  private func start() async throws {
    for account in ["ana", "ben"] {
      let made = await hearth(
        "account", "create", account, "--data", folder.data, secret: password)
      try #require(made.code == .ok, "\(made.errors)")
    }
    _ = try await json(
      "group", "add", "Flat", "--me", "Ana", "--member", "Ben", "--currency", "EUR", as: "ana")
    let invite = try await json("group", "invite", "Flat", "editor", as: "ana")
    let code = try #require(invite["code"] as? String)
    _ = try await json("group", "join", code, as: "ben")
    _ = try await json("group", "claim", "Flat", "Ben", as: "ben")
    let said = try await json(
      "group", "edit-member", "Flat", "me", "--payment", Self.iban, as: "ben")
    #expect(said["payment"] as? String == Self.iban)
  }

  /// Everything that commands tell of the members of a group, for people and for programs.
  private func told(to account: String) async throws -> [(command: String, text: String)] {
    let file = folder.path + "/\(account)-\(UUID().uuidString).json"
    let export = ["group", "export", "Flat", file]
    var told: [(command: String, text: String)] = []
    for command in [
      ["group", "members", "Flat"], ["group", "show", "Flat"], ["balance", "show", "Flat"],
      ["balance", "settle", "Flat"], ["expense", "history", "Flat"], export,
    ] {
      for arguments in [command, command + ["--json"]] where arguments != export + ["--json"] {
        let run = await run(arguments, as: account)
        try #require(run.code == .ok, "\(arguments): \(run.errors)")
        told.append((arguments.joined(separator: " "), run.output + run.errors))
      }
    }
    let written = try #require(FileManager.default.contents(atPath: file))
    told.append(("the file of group export", String(decoding: written, as: UTF8.self)))
    return told
  }

  @Test("no command tells the details of somebody whom one does not owe, nor lets one say them")
  func hidden() async throws {
    try await start()
    for (command, text) in try await told(to: "ana") {
      #expect(!text.contains(Self.iban), "\(command): \(text)")
    }
    // Of himself he is told, in each list and in his file.
    let own = try await told(to: "ben").filter { $0.text.contains(Self.iban) }.map(\.command)
    #expect(own.count >= 3, "\(own)")
    // She may rename him, which changes nothing of it, but not say how he is paid.
    let renamed = try await json(
      "group", "edit-member", "Flat", "Ben", "--name", "Benno", as: "ana")
    #expect(renamed["payment"] as? String == "")
    let refused = await run(
      ["group", "edit-member", "Flat", "Benno", "--payment", "DE00"], as: "ana")
    #expect(refused.code == .refused && refused.output.isEmpty, "\(refused.errors)")
    #expect(!refused.errors.contains(Self.iban))
    let still = await run(["group", "members", "Flat"], as: "ben")
    #expect(still.output.contains(Self.iban))
  }

  @Test("whoever owes somebody is told how they are paid, until nothing is owed any more")
  func owed() async throws {
    try await start()
    _ = try await json("expense", "add", "Flat", "Rent", "30", as: "ben")
    for list in [
      ["group", "members", "Flat"], ["group", "members", "Flat", "--json"],
      ["balance", "settle", "Flat"],
    ] {
      #expect(await run(list, as: "ana").output.contains(Self.iban), "\(list)")
    }
    _ = try await json("balance", "settle", "Flat", "--record", as: "ana")
    for (command, text) in try await told(to: "ana") {
      #expect(!text.contains(Self.iban), "\(command): \(text)")
    }
  }
}
