import Foundation
import Glibc
import HubSQLite
import Testing
import hearth

@Suite("The data folder")
struct DataFolderTests {
  private func withHub() async throws -> TestFolder {
    let folder = TestFolder()
    let run = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    try #require(run.code == .ok, "\(run.errors)")
    return folder
  }

  @Test("status counts what a running hub has not moved into its file yet")
  func unmovedBytes() async throws {
    let folder = try await withHub()
    // Like a server, it keeps the log from being moved when others close the file.
    let open = try HubSQLite(path: folder.data + "/hub.db")
    let run = await hearth("account", "create", "ben", "--data", folder.data, secret: password)
    #expect(run.code == .ok, "\(run.errors)")
    let logged = folder.bytes("data/hub.db-wal")?.count ?? 0
    #expect(logged > 0)
    let status = try await hearth("status", "--data", folder.data, "--json").json()
    #expect(status["hubBytes"] as? Int == (folder.bytes("data/hub.db")?.count ?? 0) + logged)
    withExtendedLifetime(open) {}
  }

  @Test("a folder of a newer version is refused and left as it is")
  func newerVersion() async throws {
    let folder = try await withHub()
    _ = try folder.write("2\n", to: "data/VERSION")
    let before = folder.bytes("data/hub.db")
    for command in ["status", "doctor", "backup"] {
      let run = await hearth(command, "--data", folder.data)
      #expect(run.code == .unusableData)
      #expect(run.errors.contains("newer Hearth"))
    }
    #expect(folder.bytes("data/hub.db") == before)
  }

  @Test("D-MIG-1 a damaged hub file is refused, named with the way back, and not touched")
  func corrupt() async throws {
    let folder = try await withHub()
    _ = await hearth("backup", "--data", folder.data)
    let url = URL(fileURLWithPath: folder.data + "/hub.db")
    var bytes = try Data(contentsOf: url)
    bytes.replaceSubrange(0..<100, with: [UInt8](repeating: 0x55, count: 100))
    try bytes.write(to: url)
    let run = await hearth("status", "--data", folder.data)
    #expect(run.code == .unusableData)
    #expect(run.errors.contains("hearth restore"))
    #expect(run.errors.contains("backups"))
    #expect(try Data(contentsOf: url) == bytes)
    let backup = folder.data + "/backups/" + (try folder.names("data/backups")[0])
    let restored = await hearth("restore", backup, "--replace", "--data", folder.data)
    #expect(restored.code == .ok, "\(restored.errors)")
    let list = await hearth("account", "list", "--data", folder.data)
    #expect(list.output.contains("ana"))
    let aside = try #require(
      try folder.names("data").first { $0.hasPrefix("replaced-") })
    #expect(folder.bytes("data/\(aside)/hub.db") == bytes)
  }

  @Test("a folder with other things in it is not taken for a data folder")
  func foreign() async throws {
    let folder = TestFolder()
    _ = try folder.write("dear diary", to: "diary.txt")
    let run = await hearth("account", "create", "ana", "--data", folder.path, secret: password)
    #expect(run.code == .refused)
    #expect(run.errors.contains("diary.txt"))
    #expect(try folder.names("") == ["diary.txt"])
  }

  @Test("where nothing can be written the sentence says so")
  func unwritable() async {
    let run = await hearth("serve", "--data", "/dev/null/hearth")
    #expect(run.code == .failed || run.code == .refused)
    #expect(run.errors.contains("/dev/null"))
  }

  @Test("accounts are made, listed, locked and let in again")
  func accounts() async throws {
    let folder = try await withHub()
    let taken = await hearth("account", "create", "Ana", "--data", folder.data, secret: password)
    #expect(taken.code == .refused)
    let short = await hearth("account", "create", "ben", "--data", folder.data, secret: "short")
    #expect(short.code == .refused)
    let last = await hearth("account", "disable", "ana", "--data", folder.data)
    #expect(last.code == .refused)
    #expect(last.errors.contains("administrator"))
    _ = await hearth("account", "create", "ben", "--data", folder.data, secret: password)
    #expect(await hearth("account", "disable", "ben", "--data", folder.data).code == .ok)
    let list = await hearth("account", "list", "--data", folder.data)
    #expect(list.output == "ana: administrator\nben: disabled\n")
    #expect(await hearth("account", "enable", "ben", "--data", folder.data).code == .ok)
    #expect(await hearth("account", "admin", "ben", "--data", folder.data).code == .ok)
    let nobody = await hearth("account", "disable", "carl", "--data", folder.data)
    #expect(nobody.code == .refused)
  }
}
