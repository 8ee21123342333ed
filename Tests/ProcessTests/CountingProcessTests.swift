import Foundation
import Glibc
import Testing

/// Counters that cannot be used, beside a server that must serve.
@Suite struct CountingProcessTests {
  private func stop(_ server: TestServer) async {
    server.process.send(SIGTERM)
    #expect(await server.process.end() == .code(0), "\(server.process.text)")
  }

  @Test("a server with damaged counts serves, says so, and keeps the damaged file aside")
  func damaged() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    let rubbish = Data(repeating: 0x21, count: 9000)
    try rubbish.write(to: URL(fileURLWithPath: folder.data + "/analytics.db"))
    let server = try await TestServer.start(folder)
    _ = try await server.signIn()
    await stop(server)
    #expect(server.process.text.contains("analytics.db was damaged and lies in"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.data)
    let aside = try #require(names.first { $0.hasPrefix("analytics.db.damaged-") })
    #expect(FileManager.default.contents(atPath: folder.data + "/" + aside) == rubbish)
  }

  @Test("a server whose list of who is not counted is damaged serves, and counts nobody")
  func damagedSettings() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    try "nonsense".write(
      toFile: folder.data + "/analytics.settings", atomically: true, encoding: .utf8)
    let server = try await TestServer.start(folder)
    _ = try await server.signIn()
    await stop(server)
    #expect(server.process.text.contains("Until then nothing is counted; all else works"))
    #expect(access(folder.data + "/analytics.db", F_OK) != 0)
  }

  @Test("D-ANA-3 with --analytics off no file of counts is made")
  func off() async throws {
    let folder = try TestFolder()
    let process = try ChildProcess(
      "hearth",
      ["serve", "--data", folder.data, "--listen", "127.0.0.1:0", "--analytics", "off"])
    _ = try await process.line(with: "Open http")
    process.send(SIGTERM)
    #expect(await process.end() == .code(0), "\(process.text)")
    for name in ["analytics.db", "analytics.settings"] {
      #expect(access(folder.data + "/" + name, F_OK) != 0)
    }
  }
}
