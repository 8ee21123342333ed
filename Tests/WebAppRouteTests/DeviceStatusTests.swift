import Foundation
import Synchronization
import Testing

@testable import hearth
@testable import Web

@Suite struct DeviceStatusTests {
  // S1-3.1-b S2-ARCH-2
  // X28: what is told of the two scopes.
  @Test("S1-1-a S1-1-b status tells what a device holds: one's own homes apart from shared ones")
  func scopes() async throws {
    let setting = try await DeviceSetting()
    let ben = try await setting.hearth.guest(of: setting.owner, home: setting.home)
    let own = try await ben.addHome("Ben's place")
    try await ben.get("/groups/new")
    let group: KeyValuePairs = ["name": "Alps", "currency": "EUR", "ownName": "Ben"]
    #expect(try await ben.submit("/groups/new", group).status == 303)
    try await ben.get("/families/new")
    #expect(try await ben.submit("/families/new", ["name": "Berg"]).status == 303)
    let (app, paths) = try setting.device()
    _ = try await setting.connected(app, paths, as: "ben")
    await app.stop()
    await setting.server.stop()
    let output = Mutex("")
    let terminal = Terminal(
      write: { text in output.withLock { $0 += text } }, writeError: { _ in },
      readSecret: { _ in nil })
    let status = ["status", "--device", setting.folder]
    #expect(await Program.run(status + ["--json"], terminal) == .ok)
    let json = try JSONSerialization.jsonObject(with: Data(output.withLock { $0 }.utf8))
    let scopes = try #require(json as? [[String: Any]])
    #expect(scopes.map { $0["scope"] as? String } == ["private", "shared"])
    func homes(_ index: Int) -> [String] {
      (scopes[index]["zones"] as? [[String: Any]] ?? [])
        .filter { $0["kind"] as? String == "home" }.compactMap { $0["id"] as? String }
    }
    // A home that is shared with Ben is in the shared scope alone, his own in the private one.
    #expect(homes(0) == [own])
    #expect(homes(1) == [setting.home])
    output.withLock { $0 = "" }
    #expect(await Program.run(status, terminal) == .ok)
    let text = output.withLock { $0 }
    #expect(text.contains("private  4 zones") && text.contains("shared  1 zone"))
    #expect(text.contains("group  Alps") && text.contains("family  Berg"))
    #expect(await Program.run(["status", "--device", "/nowhere"], terminal) != .ok)
  }
}
