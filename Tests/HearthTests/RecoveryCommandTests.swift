import Foundation
import Hub
import HubSQLite
import Testing
import hearth

@Suite("hearth recovery")
struct RecoveryCommandTests {
  @Test("a restore says what is void, and hearth recovery who is awaited until the wait is closed")
  func restored() async throws {
    let folder = TestFolder()
    let made = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    try #require(made.code == .ok, "\(made.errors)")
    let fresh = await hearth("recovery", "--data", folder.data)
    #expect(fresh.code == .ok && fresh.output.contains("never restored"))
    let nothing = await hearth("recovery", "close", "--data", folder.data)
    #expect(nothing.code == .refused && nothing.errors.contains("never restored"))
    do {
      let store = try HubSQLite(path: folder.data + "/hub.db")
      let now = Int64(Date().timeIntervalSince1970 * 1000)
      let accounts = Accounts(store: store, signUps: .closed, now: { now }) { _, _ in }
      let ana = try #require(try accounts.account(named: "ana"))
      for kind in [Session.Kind.device, .browser] {
        _ = try accounts.openSession(for: ana.id, kind: kind, label: "Laptop")
      }
    }
    let backup = folder.path + "/backup"
    let saved = await hearth("backup", "--data", folder.data, "--out", backup)
    try #require(saved.code == .ok, "\(saved.errors)")
    let other = folder.path + "/other"
    let restored = await hearth("restore", backup, "--data", other)
    #expect(restored.code == .ok, "\(restored.errors)")
    #expect(restored.output.contains("Void: 2 sessions, 0 access tokens, 0 calendar links"))
    #expect(restored.output.contains("hearth recovery"))
    let shown = await hearth("recovery", "--data", other)
    #expect(shown.code == .ok && shown.output.contains("awaited: ana, Laptop, last seen"))
    #expect(shown.output.contains("hearth recovery close"))
    let json = try await hearth("recovery", "--data", other, "--json").json()
    #expect(json["wasRestored"] as? Bool == true && json["isWaiting"] as? Bool == true)
    #expect((json["devices"] as? [Any])?.count == 1)
    let closed = await hearth("recovery", "close", "--data", other)
    #expect(closed.code == .ok && closed.output.contains("Stopped waiting"))
    let again = await hearth("recovery", "close", "--data", other)
    #expect(again.code == .ok && again.output.contains("not waiting any more"))
    #expect(await hearth("recovery", "--data", other).output.contains("Nothing waits any more"))
  }
}
