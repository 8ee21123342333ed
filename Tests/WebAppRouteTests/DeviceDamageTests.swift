import Foundation
import HTTPServer
import ReplicaHTTP
import Testing
import Threads

@testable import hearth
@testable import Web

/// A device whose file was damaged.
@Suite struct DeviceDamageTests {
  @Test("a damaged file is kept, a new one takes its place, and what waited is sent")
  func damaged() async throws {
    let setting = try await DeviceSetting()
    try await leaveLantern(setting)
    let path = DeviceFolder(path: setting.folder).replica
    // The last thread that has the file closes it.
    while FileManager.default.fileExists(atPath: path + "-wal") {
      try await Task.sleep(for: .milliseconds(5))
    }
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    // The first page says which tables there are.
    try file.seek(toOffset: 1024)
    try file.write(contentsOf: Data(repeating: 0x5a, count: 3072))
    try file.close()
    try setting.server.start()
    let (warnings, paths) = (Lock<[String]>([]), Lock<[String]>([]))
    let restarted = try DeviceApp(
      hub: try #require(HubAddress(setting.server.url)), data: setting.folder,
      listen: ListenAddress(host: "127.0.0.1", port: 0), imageProgram: Hearth.program,
      announce: { path in paths.withLock { $0.append(path) } },
      logFailure: { warning in warnings.withLock { $0.append(warning) } })
    try restarted.start()
    let warning = try #require(warnings.withLock { $0.first })
    #expect(warning.contains("was damaged; it is kept as \(path)"))
    let kept = try #require(warning.firstMatch(of: /kept as (\S+)\./)?.1)
    #expect(FileManager.default.fileExists(atPath: String(kept)))
    let back = Browser(setting.hearth, app: restarted.app)
    let key = try #require(paths.withLock { $0.last })
    #expect(try await back.get(key).status == 303)
    try await back.get("/sync")
    try await back.submit("/sync/now")
    #expect(try await back.get("/homes/\(setting.home)/items").main.contains("Lantern"))
    #expect(try await setting.owner.get("/homes/\(setting.home)/items").main.contains("Lantern"))
    await restarted.stop()
    await setting.server.stop()
  }

  /// A device that has written something while nobody answered, and was stopped.
  private func leaveLantern(_ setting: DeviceSetting) async throws {
    let (app, paths) = try setting.device()
    let browser = try await setting.connected(app, paths)
    try await browser.submit("/sync/now")
    await setting.server.stop()
    _ = try await setting.hearth.addItem(browser, setting.home, "Lantern")
    await app.stop()
  }
}
