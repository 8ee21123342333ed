import Foundation
import Household
import Replica
import ReplicaHTTP
import SyncProtocol
import Testing

@Suite struct HandBackProcessTests {
  @Test("a server restored from a backup gets back from a device what another had written")
  func restored() async throws {
    let folder = try TestFolder()
    try await TestServer.addAccount(folder)
    var server = try await TestServer.start(folder)
    var (account, token) = try await server.signIn()
    let laptop = try await TestDevice(folder, "laptop", account: account)
    let phone = try await TestDevice(folder, "phone", account: account)
    let home = try await laptop.addHome()
    try await laptop.addItem("lamp", in: home)
    for device in [laptop, phone] { try await device.file.sync(via: server.transport(token)) }
    let backup = try ChildProcess("hearth", ["backup", "--data", folder.data])
    try #require(await backup.end() == .code(0), "\(backup.text)")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.data + "/backups").first)
    try await laptop.addItem("chair", in: home)
    for device in [laptop, phone] { try await device.file.sync(via: server.transport(token)) }
    server.process.send(SIGTERM)
    #expect(await server.process.end() == .code(0))
    let restore = try ChildProcess(
      "hearth",
      ["restore", folder.data + "/backups/" + name, "--data", folder.data, "--replace"])
    try #require(await restore.end() == .code(0), "\(restore.text)")

    server = try await TestServer.start(folder)
    (account, token) = try await server.signIn()
    // The laptop does not come back.
    try await phone.file.sync(via: server.transport(token))
    let tablet = try await TestDevice(folder, "tablet", account: account)
    try await tablet.file.sync(via: server.transport(token))
    for device in [phone, tablet] {
      #expect(try await device.items() == ["chair", "lamp"])
      #expect(try await blocking { try device.file.status().pendingCount } == 0)
    }
    server.process.send(SIGTERM)
    #expect(await server.process.end() == .code(0))
  }
}
