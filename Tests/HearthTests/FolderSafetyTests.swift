import Foundation
import Glibc
import Testing
import hearth

/// What commands do with folders in which others keep their things, and who may look into them.
@Suite("Folders that are not Hearth's alone")
struct FolderSafetyTests {
  private static let nowhere = "192.0.2.1:8080"

  private func make(_ names: [String], in folder: TestFolder) throws {
    for name in names {
      let parent = URL(fileURLWithPath: "\(folder.path)/\(name)").deletingLastPathComponent()
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      _ = try folder.write("dear diary", to: name)
    }
  }

  private func account(_ folder: TestFolder) async throws {
    let run = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    try #require(run.code == .ok, "\(run.errors)")
  }

  private func mode(_ path: String) throws -> mode_t {
    var info = stat()
    try #require(stat(path, &info) == 0, "\(path)")
    return info.st_mode & 0o777
  }

  private func owner(_ path: String) -> uid_t? {
    var info = stat()
    return lstat(path, &info) == 0 ? info.st_uid : nil
  }

  @Test(
    "a restore refuses a folder in which somebody keeps other things, and changes nothing",
    arguments: [["own/tmp/notes"], ["own/blobs/picture"], ["own/diary", "own/tmp/notes"]])
  func restore(_ names: [String]) async throws {
    let folder = TestFolder()
    try await account(folder)
    let out = folder.path + "/out"
    _ = await hearth("backup", "--out", out, "--data", folder.data)
    try make(names, in: folder)
    let before = try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/own")
    for more in [[], ["--replace"]] {
      let run = await hearth(arguments: ["restore", out, "--data", folder.path + "/own"] + more)
      #expect(run.code == .refused, "\(run.errors)")
      #expect(run.errors.contains("holds other things"), "\(run.errors)")
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/own") == before)
    }
  }

  @Test("what a lost hub has left is moved aside only when that is asked for")
  func restoreOverRest() async throws {
    let folder = TestFolder()
    try await account(folder)
    let out = folder.path + "/out"
    _ = await hearth("backup", "--out", out, "--data", folder.data)
    try make(["own/VERSION", "own/tmp/notes"], in: folder)
    let run = await hearth("restore", out, "--data", folder.path + "/own")
    #expect(run.code == .refused && run.errors.contains("--replace"), "\(run.errors)")
    #expect(folder.bytes("own/tmp/notes") != nil)
    let asked = await hearth("restore", out, "--replace", "--data", folder.path + "/own")
    #expect(asked.code == .ok, "\(asked.errors)")
    let aside = try #require(try folder.names("own").first { $0.hasPrefix("replaced-") })
    #expect(folder.bytes("own/\(aside)/tmp/notes") != nil)
  }

  @Test(
    "a device takes no folder in which somebody keeps other things",
    arguments: ["own/tmp/notes", "own/blobs/picture", "own/imports/list", "own/diary"])
  func device(_ name: String) async throws {
    let folder = TestFolder()
    try make([name], in: folder)
    let run = await hearth(
      "device", "--hub", "http://127.0.0.1:1", "--listen", Self.nowhere, "--data",
      folder.path + "/own")
    #expect(run.code == .refused)
    #expect(run.errors.contains("holds other things"), "\(run.errors)")
    #expect(folder.bytes("own/hub") == nil)
    let out = await hearth("device", "--sign-out", "--data", folder.path + "/own")
    #expect(out.code == .refused, "\(out.errors)")
    #expect(folder.bytes(name) != nil)
  }

  @Test("signing out removes nothing where others keep their things, and copies of the homes, too")
  func signOut() async throws {
    let folder = TestFolder()
    let copy = "own/backups/1970-01-01T00-00-02Z-before-upgrade.db"
    try make(["own/hub", "own/tmp/notes", "own/diary", copy, "own/backups/mine"], in: folder)
    _ = try folder.write("http://127.0.0.1:1\n", to: "own/hub")
    let refused = await hearth("device", "--sign-out", "--data", folder.path + "/own")
    #expect(refused.code == .refused)
    #expect(refused.errors.contains("diary"), "\(refused.errors)")
    #expect(folder.bytes("own/tmp/notes") != nil && folder.bytes(copy) != nil)
    try FileManager.default.removeItem(atPath: folder.path + "/own/diary")
    let run = await hearth("device", "--sign-out", "--data", folder.path + "/own")
    #expect(run.code == .ok, "\(run.errors)")
    #expect(try folder.names("own") == ["backups", "lock", "tmp"])
    #expect(try folder.names("own/backups") == ["mine"])
    // The folder takes the next device.
    let next = await hearth(
      "device", "--hub", "http://127.0.0.1:1", "--listen", Self.nowhere, "--data",
      folder.path + "/own")
    #expect(next.errors.contains("this machine alone"), "\(next.errors)")
  }

  @Test("nobody else may look into the files of a hub, or into a folder that becomes one")
  func privacy() async throws {
    let folder = TestFolder()
    try FileManager.default.createDirectory(
      atPath: folder.data, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o755])
    try await account(folder)
    #expect(try mode(folder.data) == 0o700)
    #expect(try mode(folder.data + "/hub.db") == 0o600)
    let out = folder.path + "/out"
    _ = await hearth("backup", "--out", out, "--data", folder.data)
    let target = folder.path + "/restored"
    try FileManager.default.createDirectory(
      atPath: target, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    #expect(await hearth("restore", out, "--data", target).code == .ok)
    #expect(try mode(target) == 0o700)
    for name in try folder.names("restored") where name.hasPrefix("hub.db") {
      #expect(try mode("\(target)/\(name)") == 0o600, "\(name)")
    }
  }

  @Test("a hub's folder that others may look into is told of at the start")
  func openFolder() async throws {
    let folder = TestFolder()
    try await account(folder)
    let closed = await hearth("serve", "--data", folder.data, "--listen", Self.nowhere)
    #expect(!closed.errors.contains("chmod"), "\(closed.errors)")
    #expect(chmod(folder.data, 0o755) == 0)
    let open = await hearth("serve", "--data", folder.data, "--listen", Self.nowhere)
    #expect(open.errors.contains("chmod 700 \(folder.data)"), "\(open.errors)")
  }

  @Test("what root makes in a hub's folder is the folder's owner's", .enabled(if: geteuid() == 0))
  func ownedByOther() async throws {
    let folder = TestFolder()
    let nobody: uid_t = 65_534
    try await account(folder)
    let out = folder.path + "/out"
    let place = folder.data + "/blobs/01"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    let hash = "01852a4be460965825ef83a0679c52d025fc53f63520ffb3ed98c8228841a19a"
    _ = try folder.write("not a hub", to: "data/blobs/01/\(hash)")
    #expect(await hearth("backup", "--out", out, "--data", folder.data).code == .ok)
    let target = folder.path + "/service"
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    _ = try folder.write("root's own", to: "service/.profile")
    #expect(chown(target, nobody, nobody) == 0)
    #expect(await hearth("restore", out, "--data", target).code == .ok)
    let file = try folder.write(homebox, to: "items.csv")
    let imported = await hearth("import", file, "--home", "Flat", "--data", target)
    #expect(imported.code == .ok, "\(imported.errors)")
    #expect(await hearth("backup", "--data", target).code == .ok)
    for path in try FileManager.default.subpathsOfDirectory(atPath: target) where path != ".profile"
    {
      #expect(owner("\(target)/\(path)") == nobody, "\(path)")
    }
    #expect(owner(target + "/.profile") == 0)
    #expect(owner("\(out)/blobs/01/\(hash)") == 0)
    #expect(await hearth("doctor", "--data", target).code == .ok)

    try FileManager.default.createDirectory(
      atPath: target + "/imports/ana", withIntermediateDirectories: true)
    #expect(chown(target + "/imports/ana", 0, 0) == 0)
    let doctor = await hearth("doctor", "--data", target)
    #expect(doctor.code == .unusableData)
    #expect(doctor.output.contains("\(target)/imports/ana belongs to root"), "\(doctor.output)")
    #expect(doctor.output.contains("chown -R"), "\(doctor.output)")
  }

  @Test("doctor looks at every folder that pages need", .enabled(if: geteuid() != 0))
  func unreadable() async throws {
    let folder = TestFolder()
    try await account(folder)
    for name in ["imports", "tmp", "thumbnails"] {
      let path = folder.data + "/" + name
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      #expect(chmod(path, 0) == 0)
      let run = await hearth("doctor", "--data", folder.data)
      #expect(run.code == .failed && run.output.contains("\(path) cannot be"), "\(run.output)")
      #expect(chmod(path, 0o700) == 0)
    }
  }
}
