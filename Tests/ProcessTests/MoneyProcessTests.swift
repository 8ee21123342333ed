import Foundation
import Testing

/// `hearth expense` as other programs run it, and beside a server that has the hub open.
@Suite struct MoneyProcessTests {
  @Test("S2-V6 the program adds an expense, prints one document, and ends with a code for each end")
  func program() async throws {
    let folder = NSTemporaryDirectory() + "hearth-money-" + UUID().uuidString
    // Rests of a test in the system's temporary folder.
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func run(_ arguments: [String], input: String = "") async throws -> (ChildProcess.End, String) {
      let process = try ChildProcess("hearth", arguments + ["--data", folder], input: input)
      return (await process.end(), process.text)
    }
    let made = try await run(["account", "create", "ana"], input: "a kettle on the stove\n")
    try #require(made.0 == .code(0), "\(made.1)")
    #expect(
      try await run(["group", "add", "Flat", "--me", "Ana", "--member", "Ben"]).0 == .code(0))
    let (end, text) = try await run(["expense", "add", "Flat", "Dinner", "12,50+3.90", "--json"])
    #expect(end == .code(0), "\(text)")
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(json?["amountMinor"] as? Int == 1640)
    #expect(try await run(["expense", "add", "Flat", "Dinner", "12x"]).0 == .code(2))
    #expect(try await run(["expense", "add", "Cabin", "Dinner", "12"]).0 == .code(3))
    #expect(try await run(["expense", "list", "Flat"]).1.contains("Dinner"))
  }
}
