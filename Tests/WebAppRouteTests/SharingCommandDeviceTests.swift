import Foundation
import Testing
import Threads

@testable import hearth

/// The commands about a group's details, who has it, and a ledger's imports, on a device.
@Suite struct SharingCommandDeviceTests {
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

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("what is one's own or a group's waits on the device; who has it only the hub decides")
  func waiting() async throws {
    let setting = try await DeviceSetting()
    try await setting.makeGroup()
    let app = try await setting.connectedDevice().app
    await app.stop()
    let rent = await run(setting, "expense", "add", "Flat", "Rent", "100", "--json")
    let id = try #require(try object(rent.output)["id"] as? String)
    await setting.server.stop()

    let said = await run(setting, "expense", "comment", id, "For June?", "--json")
    #expect(said.code == .ok && said.output.contains(#""isSent" : false"#), "\(said.errors)")
    let comments = await run(setting, "expense", "comments", id)
    #expect(comments.code == .ok && comments.output.contains("For June?"), "\(comments.errors)")
    #expect(await run(setting, "group", "add-category", "Flat", "Skiing").code == .ok)
    #expect(await run(setting, "group", "set-rate", "Flat", "VND", "EUR", "0.00004").code == .ok)
    let people = await run(setting, "group", "people", "Flat")
    #expect(people.code == .ok && people.output.contains("owner"), "\(people.errors)")
    let invite = await run(setting, "group", "invite", "Flat", "editor")
    #expect(invite.code == .failed && invite.output.isEmpty, "\(invite.errors)")
    #expect(await run(setting, "group", "delete", "Flat").code == .failed)
    #expect(await run(setting, "group", "show", "Flat").code == .ok)

    let file = NSTemporaryDirectory() + "hearth-\(UUID().uuidString).csv"
    // A file of this test, which nothing else looks at.
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data("Date,Title,Amount\n2026-07-01,Bread,-3\n".utf8).write(to: URL(fileURLWithPath: file))
    let bring = await run(setting, "ledger", "import", file, "--json")
    let done = try object(bring.output)
    #expect(done["isSent"] as? Bool == false && done["entryCount"] as? Int == 1)
    let undo = try #require(done["undoID"] as? String)
    #expect(await run(setting, "ledger", "imports").output.contains(undo))
    let undone = await run(setting, "ledger", "undo-import", undo, "--json")
    #expect(undone.code == .ok && undone.output.contains(#""isSent" : false"#), "\(undone.errors)")
    #expect(await !run(setting, "ledger", "list").output.contains("Bread"))

    try setting.server.start()
    #expect(await run(setting, "group", "invite", "Flat", "editor").code == .ok)
    let invites = await run(setting, "group", "invites", "Flat")
    #expect(invites.code == .ok && invites.output.contains("editor"), "\(invites.errors)")
    let deleted = await run(setting, "group", "delete", "Flat")
    #expect(deleted.code == .ok, "\(deleted.errors)")
    #expect(await run(setting, "group", "show", "Flat").code == .refused)
    #expect(await run(setting, "group", "restore", "Flat").code == .ok)
    await setting.server.stop()
  }
}
