import Foundation
import Glibc
import Testing

/// Commands of a user who may not do what they want, or changes their mind.
@Suite struct HinderedCommandTests {
  /// Runs `hearth` as a user whom permissions bind. They do not bind root, unless it gives up the
  /// right to pass over them, and then it is a user like others.
  private func hearth(_ arguments: String...) throws -> ChildProcess {
    guard geteuid() == 0 else { return try ChildProcess("hearth", arguments) }
    let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("hearth").path
    return try ChildProcess(
      "/usr/bin/setpriv", ["--bounding-set=-all", "--inh-caps=-all", program] + arguments)
  }

  private func permit(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test("doctor tells what its user may not read or write from what is damaged")
  func doctor() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    defer { try? permit(0o700, folder.data) }
    for (name, mode, word) in [
      ("/hub.db", 0o000, "read or written"), ("/hub.db", 0o400, "written"),
      ("/secret", 0o000, "read"), ("/blobs", 0o000, "read or written or entered"),
      ("", 0o500, "written"),
      ("", 0o000, "read or written or entered"),
    ] {
      let path = folder.data + name
      let before = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      try permit(mode, path)
      let run = try hearth("doctor", "--data", folder.data)
      #expect(await run.end() == .code(1), "\(run.text)")
      #expect(run.text.contains("\(path) cannot be \(word) by this user"), "\(run.text)")
      #expect(run.text.contains("chown"), "\(run.text)")
      #expect(!run.text.contains("restore"), "\(run.text)")
      try permit(try #require(before as? Int), path)
    }
    let run = try hearth("doctor", "--data", folder.data)
    #expect(await run.end() == .code(0), "\(run.text)")
  }

  @Test("a hub that its user may only read is not served as if all were well")
  func serve() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    let hub = folder.data + "/hub.db"
    try permit(0o400, hub)
    let run = try hearth("serve", "--data", folder.data, "--listen", "127.0.0.1:0")
    #expect(await run.end() == .code(1), "\(run.text)")
    #expect(run.text.contains("\(hub) cannot be written by this user"), "\(run.text)")
    #expect(run.text.contains("chown"), "\(run.text)")
  }

  @Test("a backup that its user may not read is not called a folder of something else")
  func restore() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    let backup = folder.path + "/backup"
    let made = try ChildProcess("hearth", ["backup", "--out", backup, "--data", folder.data])
    try #require(await made.end() == .code(0), "\(made.text)")
    defer { try? permit(0o700, backup) }
    for (path, mode) in [(backup + "/manifest.json", 0o000), (backup, 0o000)] {
      try permit(mode, path)
      let run = try hearth("restore", backup, "--data", folder.path + "/new")
      #expect(await run.end() == .code(1), "\(run.text)")
      #expect(run.text.contains("\(path) may not be read by this user"), "\(run.text)")
      #expect(!run.text.contains("not a backup"), "\(run.text)")
    }
  }

  @Test("an import that is stopped says what stays, and the same command goes on there")
  func stoppedImport() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    let count = 30_000
    let file = folder.path + "/items.csv"
    let rows = (1...count).map { "ref-\($0),Kitchen,Thing \($0)\n" }.joined()
    try Data("HB.import_ref,HB.location,HB.name\n\(rows)".utf8).write(
      to: URL(fileURLWithPath: file))
    let line = ["import", file, "--home", "Flat", "--data", folder.data]
    let first = try ChildProcess("hearth", line)
    // The second part begins: the first one stands.
    try await first.line(with: "Writing:", count: 2)
    first.send(SIGINT)
    #expect(await first.end() == .code(1), "\(first.text)")
    #expect(first.text.contains("the same command goes on where it stopped"), "\(first.text)")
    let words = first.text.split(separator: " ")
    let end = try #require(words.firstIndex { $0 == "items" })
    let written = try #require(Int(words[end - 1]))
    #expect((1..<count).contains(written), "\(first.text)")
    let second = try ChildProcess("hearth", line + ["--json"])
    #expect(await second.end() == .code(0), "\(second.text)")
    #expect(second.text.contains("\"unchanged\" : \(written)"), "\(second.text)")
    #expect(second.text.contains("\"new\" : \(count - written)"), "\(second.text)")
  }
}
