import Foundation
import Glibc
import Replica
import ReplicaHTTP
import SyncProtocol
import Testing

/// A disk that takes no more: made by a limit on the size of files, which needs no privilege and
/// fails the same calls.
@Suite struct FullDiskTests {
  private static let fullBytes = 16 << 10

  @Test("a server whose disk is full refuses, loses nothing, and goes on when there is room again")
  func server() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    let server = try await TestServer.start(folder)
    let (account, token) = try await server.signIn()
    let transport = try server.transport(token)
    let device = try await TestDevice(folder, "device", account: account)
    try await device.file.sync(via: transport)
    let home = try await device.addHome()
    try await device.addItem("before", in: home)
    try await device.file.sync(via: transport)

    try await server.process.limitFiles(toBytes: Self.fullBytes)
    try await device.addItem("meanwhile", in: home)
    await #expect(
      throws: SyncError.transport(
        .rejected(status: 507, message: "the hub's disk is full or read-only; make room there"))
    ) { try await device.file.sync(via: transport) }
    #expect(try await device.items() == ["before", "meanwhile"])
    // What needs no room is still answered.
    let reader = try await TestDevice(folder, "reader", account: account)
    try await reader.file.pull(via: transport)
    #expect(try await reader.items() == ["before"])

    try await server.process.limitFiles(toBytes: nil)
    try await device.file.sync(via: transport)
    try await reader.file.sync(via: transport)
    #expect(try await reader.items() == ["before", "meanwhile"])
    server.process.send(SIGTERM)
    #expect(await server.process.end() == .code(0), "\(server.process.text)")
  }

  @Test("a photo that has no room is refused, and is taken when there is some")
  func blobs() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    let server = try await TestServer.start(folder)
    let (_, token) = try await server.signIn()
    let bytes = [UInt8](repeating: 7, count: 200_000)
    try await server.process.limitFiles(toBytes: Self.fullBytes)
    let refused = try await put(bytes, to: server, token)
    #expect(refused.hasPrefix("HTTP/1.1 507"), "\(refused)")
    try await server.process.limitFiles(toBytes: nil)
    let taken = try await put(bytes, to: server, token)
    #expect(taken.hasPrefix("HTTP/1.1 20"), "\(taken)")
    server.process.send(SIGTERM)
    #expect(await server.process.end() == .code(0), "\(server.process.text)")
  }

  /// The SHA-256 of 200,000 bytes 7.
  private static let hash = "8cfcba83dcfc81a193bb4e52fd3161efb513906f52cbbe2328fac5f1a79c2b6e"

  private func put(
    _ bytes: [UInt8], to server: TestServer, _ token: String
  ) async throws -> String {
    try await blocking {
      let connection = try RawConnection(port: server.port)
      let head = """
        PUT /sync/v1/blobs/\(Self.hash) HTTP/1.1\r\nHost: localhost\r
        Authorization: Bearer \(token)\r\nContent-Length: \(bytes.count)\r
        Connection: close\r\n\r\n
        """
      try connection.send(head)
      // A server that has refused reads no more of it.
      try? connection.send(bytes)
      return try connection.readToEnd()
    }
  }

  @Test("pages, the API and the health check say that the disk is full, until there is room again")
  func pages() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    let make = try ChildProcess(
      "hearth",
      ["account", "token", "ana", "--name", "script", "--write", "--data", folder.data])
    try #require(await make.end() == .code(0), "\(make.text)")
    let token = make.text.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
    let server = try await TestServer.start(folder)
    let form = try await ask(server, "GET /signin")
    let csrf = try #require(form.firstMatch(of: /name="csrf" value="([^"]+)"/)).1
    let visit = try #require(form.firstMatch(of: /hearth-visit=[^;]+/)).0
    let signIn = "csrf=\(csrf)&name=ana&password=a+kettle+on+the+stove"
    let visitor = "Cookie: \(visit)\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    let caller = "Authorization: Bearer \(token)\r\nContent-Type: application/json\r\n"
    #expect(try await ask(server, "GET /healthz").hasPrefix("HTTP/1.1 200"))

    try await server.process.limitFiles(toBytes: 1)
    let refused = try await ask(server, "POST /signin", visitor, signIn)
    #expect(refused.hasPrefix("HTTP/1.1 507"), "\(refused)")
    #expect(refused.contains("The disk is full") && refused.contains("Nothing was changed"))
    for (line, body) in [("GET /api/v1/homes", ""), ("POST /api/v1/homes", "{\"name\":\"Flat\"}")] {
      let problem = try await ask(server, line, caller, body)
      #expect(problem.hasPrefix("HTTP/1.1 507"), "\(problem)")
      #expect(problem.contains("\"code\":\"storage\"") && problem.contains("Nothing was changed."))
    }
    #expect(try await ask(server, "GET /healthz").hasPrefix("HTTP/1.1 503"))

    try await server.process.limitFiles(toBytes: nil)
    #expect(try await ask(server, "GET /healthz").hasPrefix("HTTP/1.1 200"))
    #expect(try await ask(server, "POST /signin", visitor, signIn).hasPrefix("HTTP/1.1 303"))
    #expect(try await ask(server, "GET /api/v1/homes", caller).hasPrefix("HTTP/1.1 200"))

    // What was open before is told the same of what it would write.
    try await server.process.limitFiles(toBytes: 1)
    let late = try await ask(server, "POST /api/v1/homes", caller, "{\"name\":\"Flat\"}")
    #expect(late.hasPrefix("HTTP/1.1 507"), "\(late)")
    try await server.process.limitFiles(toBytes: nil)
    #expect(try await !ask(server, "GET /api/v1/homes", caller).contains("Flat"))
    server.process.send(SIGTERM)
    #expect(await server.process.end() == .code(0), "\(server.process.text)")
  }

  private func ask(
    _ server: TestServer, _ line: String, _ headers: String = "", _ body: String = ""
  ) async throws -> String {
    try await blocking {
      let connection = try RawConnection(port: server.port)
      try connection.send(
        "\(line) HTTP/1.1\r\nHost: localhost\r\n\(headers)"
          + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
      return try connection.readToEnd()
    }
  }

  @Test("an import that has no more room says what stands, and no sentence says the opposite")
  func importing() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    let file = folder.path + "/items.csv"
    let rows = (1...8000).map { "ref-\($0),Kitchen,Thing \($0)\n" }.joined()
    try Data("HB.import_ref,HB.location,HB.name\n\(rows)".utf8).write(
      to: URL(fileURLWithPath: file))
    let line = ["import", file, "--home", "Flat", "--data", folder.data]
    let limited = try ChildProcess("hearth", line, maxFileBytes: 3 << 20)
    #expect(await limited.end() == .code(1), "\(limited.text)")
    #expect(limited.text.contains("items were written before and stay"), "\(limited.text)")
    #expect(!limited.text.lowercased().contains("nothing was changed"), "\(limited.text)")
    let again = try ChildProcess("hearth", line)
    #expect(await again.end() == .code(0), "\(again.text)")
  }

  @Test("a backup that has no room leaves no half of itself, and says what to do")
  func backup() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    let limited = try ChildProcess(
      "hearth", ["backup", "--data", folder.data], maxFileBytes: Self.fullBytes)
    #expect(await limited.end() == .code(1), "\(limited.text)")
    #expect(limited.text.contains("disk") && limited.text.contains("room"), "\(limited.text)")
    let backups = folder.data + "/backups"
    #expect(try FileManager.default.contentsOfDirectory(atPath: backups) == [])
    let backup = try ChildProcess("hearth", ["backup", "--data", folder.data])
    #expect(await backup.end() == .code(0), "\(backup.text)")
  }
}
