import Foundation
import Glibc
import OlderHub
import SQLite
import SyncProtocol
import Testing

/// How processes meet a data folder of an older version.
@Suite struct UpgradeProcessTests {
  /// A folder with an account, as version 6 of the hub's file had it.
  private func olderFolder(and sql: String = "") async throws -> TestFolder {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    let connection = try hub(of: folder)
    try OlderHub.downgrade(connection, to: 6)
    try connection.executeScript(sql)
    return folder
  }

  private func hub(of folder: TestFolder) throws -> Connection {
    try Connection(path: folder.data + "/hub.db")
  }

  private func version(of folder: TestFolder) throws -> Int {
    try Migrations.version(of: Connection(path: folder.data + "/hub.db", mode: .readOnly))
  }

  private func get(_ path: String, port: UInt16) async throws -> String {
    try await blocking {
      let connection = try RawConnection(port: port)
      try connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      return try connection.readToEnd()
    }
  }

  private func stop(_ server: TestServer) async {
    server.process.send(SIGTERM)
    #expect(await server.process.end() == .code(0), "\(server.process.text)")
  }

  @Test("S1-7.5-c a server tells of each step as a line of JSON, and serves when all is done")
  func steps() async throws {
    // The second script makes a table that is there, and cannot.
    let folder = try await olderFolder(and: "CREATE TABLE pendingJoins (id TEXT)")
    let process = try ChildProcess(
      "hearth", ["serve", "--data", folder.data, "--listen", "127.0.0.1:0"])
    #expect(await process.end() == .code(5))
    let text = process.text
    #expect(text.contains("nothing is lost and nothing was reset"), "\(text)")
    let failed = try #require(
      text.split(separator: "\n").first { $0.contains(#""stage":"failed""#) })
    for part in [#""event":"upgrade""#, #""error":"#, #""counts":{"#, #""from":6"#] {
      #expect(failed.contains(part), "\(failed)")
    }
    #expect(try version(of: folder) == 6)
    try hub(of: folder).executeScript("DROP TABLE pendingJoins")
    let server = try await TestServer.start(folder)
    #expect(server.process.text.contains("is brought to version "))
    #expect(server.process.text.contains(#""stage":"done""#))
    _ = try await server.signIn()
    await stop(server)
  }

  @Test("S3-US6-6 S3-6.4-d I3-6 while the data is brought up to date the port says so, and how far")
  func meanwhile() async throws {
    let folder = try await olderFolder()
    let other = try TestFolder()
    let free = try await TestServer.start(other)
    await stop(free)
    // Keeps the upgrade from beginning its transaction.
    let connection = try hub(of: folder)
    try connection.executeScript("BEGIN IMMEDIATE")
    let process = try ChildProcess(
      "hearth", ["serve", "--data", folder.data, "--listen", "127.0.0.1:\(free.port)"])
    try await process.line(with: #""stage":"migrate""#)
    let health = try await get("/healthz", port: free.port)
    #expect(health.hasPrefix("HTTP/1.1 503"), "\(health)")
    #expect(health.contains("upgrading: migrate, 1 of 2"))
    #expect(try await get("/", port: free.port).contains("being brought up to date"))
    let progress = try await get("/api/v1/migration", port: free.port)
    #expect(progress.contains(#"{"state":"upgrading","step":"migrate","done":1,"total":2}"#))
    try connection.executeScript("ROLLBACK")
    try await process.line(with: "Open http")
    #expect(try await get("/healthz", port: free.port).hasPrefix("HTTP/1.1 200"))
    await stop(TestServer(process: process, port: free.port))
  }

  @Test("D-MIG-5 on a full disk nothing is brought up to date and nothing is left over")
  func fullDisk() async throws {
    let folder = try await olderFolder()
    let limited = try ChildProcess(
      "hearth", ["account", "list", "--data", folder.data], maxFileBytes: 16 << 10)
    #expect(await limited.end() == .code(1), "\(limited.text)")
    #expect(limited.text.contains("disk") && limited.text.contains("Make room"), "\(limited.text)")
    #expect(try version(of: folder) == 6)
    let backups = folder.data + "/backups"
    #expect(try FileManager.default.contentsOfDirectory(atPath: backups) == [])
    let process = try ChildProcess("hearth", ["account", "list", "--data", folder.data])
    #expect(await process.end() == .code(0), "\(process.text)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: backups).count == 1)
  }
}
