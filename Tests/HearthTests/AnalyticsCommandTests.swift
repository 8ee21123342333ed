import Foundation
import Glibc
import Hub
import HubSQLite
import SyncProtocol
import Testing
import Usage
import hearth

@Suite("hearth analytics")
struct AnalyticsCommandTests {
  private static let day: Int64 = 86_400_000

  /// Ana with two homes for two days, and what she says.
  private func counted() async throws -> (TestFolder, account: String) {
    let folder = TestFolder()
    let made = await hearth("account", "create", "ana", "--data", folder.data, secret: password)
    try #require(made.code == .ok, "\(made.errors)")
    let account = try HubSQLite(path: folder.data + "/hub.db").read {
      try $0.account(named: NameKey.fold("ana"))
    }
    let id = try #require(account).id
    let now = WallClock.nowMilliseconds()
    for ago in [2 * Self.day, Self.day] {
      let recorder = try UsageRecorder(
        path: folder.data + "/analytics.db", settingsPath: folder.data + "/analytics.settings",
        writesByItself: false, now: { now - ago }, complain: { _ in })
      let ana = UsageActor(accountID: id, deviceID: "browser")
      recorder.see(ana, homeCount: 2)
      recorder.record(.homeCreated(home: "third", isPrimary: false, hasPhoto: false), by: ana)
      recorder.record(.homeSelected(home: "third", source: .sidebar), by: ana)
      recorder.stop()
    }
    let recorder = try UsageRecorder(
      path: folder.data + "/analytics.db", settingsPath: folder.data + "/analytics.settings",
      writesByItself: false, now: { now }, complain: { _ in })
    try recorder.keep(Feedback(topic: .homes, rating: 4, words: "Clear\nand quick"), of: id)
    return (folder, id)
  }

  @Test("S3-KPI-1 S3-KPI-4 the report tells every figure, or one, to people and to programs")
  func report() async throws {
    let (folder, _) = try await counted()
    let all = await hearth("analytics", "report", "--data", folder.data)
    #expect(all.code == .ok, "\(all.errors)")
    #expect(all.output.hasPrefix("6 events since "))
    #expect(all.output.contains("homes-per-user: 3 (3 of 1), hoped for 2.5 (met)\n"))
    #expect(all.output.contains("rating: 4 (4 of 1), hoped for 4 (met)\n"))
    #expect(all.output.contains("adoption: 100 % (1 of 1), hoped for 15 % (met), not complete yet"))
    #expect(all.output.contains("retention: nobody to count, hoped for 80 %\n"))
    let one = await hearth("analytics", "report", "switches", "--data", folder.data, "--json")
    let json = try one.json()
    #expect(json["value"] as? Double == 1 && json["denominator"] as? Int == 2)
    #expect(json["isMet"] as? Bool == false)
    let since = await hearth(
      "analytics", "report", "adoption", "--since", "2000-01-01", "--data", folder.data)
    #expect(since.output.contains("adoption: nobody to count"))
    #expect(
      await hearth("analytics", "report", "clicks", "--data", folder.data).code == .usage)
    #expect(
      await hearth("analytics", "report", "--since", "2026-02-30", "--data", folder.data).code
        == .usage)
  }

  @Test("what people said is shown without names, and what was counted of somebody can be removed")
  func feedbackAndForget() async throws {
    let (folder, _) = try await counted()
    let said = await hearth("analytics", "feedback", "--data", folder.data)
    #expect(said.output.contains("homes: 4 of 5\n    Clear\n    and quick"))
    #expect(!said.output.contains("ana"))
    let gone = await hearth("analytics", "forget", "ana", "--data", folder.data)
    #expect(gone.output.contains("Removed 7 "), "\(gone.output)\(gone.errors)")
    #expect(await hearth("analytics", "forget", "ben", "--data", folder.data).code == .refused)
    #expect(
      await hearth("analytics", "report", "--data", folder.data).output
        == "Nothing has been counted yet.\n")
  }

  @Test("without counts the command says why; a damaged file is told of, by doctor as well")
  func missingAndDamaged() async throws {
    let (folder, _) = try await counted()
    #expect(await hearth("doctor", "--data", folder.data).output.contains("ok  what is counted"))
    for suffix in ["", "-wal", "-shm"] { unlink(folder.data + "/analytics.db" + suffix) }
    let none = await hearth("analytics", "report", "--data", folder.data)
    #expect(none.code == .refused && none.errors.contains("--analytics off"))
    try Data(repeating: 7, count: 5000).write(
      to: URL(fileURLWithPath: folder.data + "/analytics.db"))
    let damaged = await hearth("analytics", "report", "--data", folder.data)
    #expect(damaged.code == .unusableData && damaged.errors.contains("is damaged"))
    #expect(await hearth("doctor", "--data", folder.data).code == .unusableData)
  }

  @Test("D-ANA-3 a backup has who is not counted, and nothing that was counted")
  func backup() async throws {
    let (folder, account) = try await counted()
    let recorder = try UsageRecorder(
      path: folder.data + "/analytics.db", settingsPath: folder.data + "/analytics.settings",
      writesByItself: false, now: { 0 }, complain: { _ in })
    try recorder.setCounted(false, account)
    let out = folder.path + "/backup"
    let backup = await hearth("backup", "--out", out, "--data", folder.data)
    #expect(backup.code == .ok, "\(backup.errors)")
    let names = try folder.names("backup")
    #expect(names.contains("analytics.settings") && !names.contains("analytics.db"))
    let restored = await hearth("restore", out, "--data", folder.path + "/new")
    #expect(restored.code == .ok, "\(restored.errors)")
    let settings = try UsageSettings(path: folder.data + "/analytics.settings")
    #expect(try settings == UsageSettings(path: folder.path + "/new/analytics.settings"))
  }
}
